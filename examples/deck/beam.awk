# A simulator that reads an input deck: the mass of a steel cantilever in kg, and how far its deflection and its stress are
# from their limits.
{ card[$1] = $2 }
$1 == "END" { complete = 1 }
END {
  if (!complete) { print "the deck has no END" > "/dev/stderr"; exit 1 }
  force = 5000; length_ = 2; modulus = 210e9; density = 7850; most_stress = 160e6; most_deflection = 0.01
  w = card["WIDTH"]; h = card["HEIGHT"]
  area = w * h; inertia = w * h^3 / 12
  if (card["SHAPE"] == "box") {
    inner_w = w - 2 * card["WALL"]; inner_h = h - 2 * card["WALL"]
    area -= inner_w * inner_h; inertia -= inner_w * inner_h^3 / 12
  }
  deflection = force * length_^3 / (3 * modulus * inertia)
  stress = force * length_ * h / 2 / inertia
  printf "{\"value\": %.6g, \"constraints\": [%.6g, %.6g]}\n", density * length_ * area,
         deflection / most_deflection - 1, stress / most_stress - 1
}
