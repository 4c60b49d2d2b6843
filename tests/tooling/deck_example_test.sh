#!/bin/sh
# deck_example_test.sh CHECKOUT CRAGGY SCRATCH: runs the example with an input deck, as its study.toml says.
set -eu
example=$1/examples/deck
craggy=$2
scratch=$3

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$example"
"$craggy" run -f study.toml --store "sqlite:///$scratch/beam.db" --surrogate random --trials 12 --quiet >"$scratch/output"
cat "$scratch/output"
"$craggy" show beam --store "sqlite:///$scratch/beam.db" | grep -q '12 finished, 0 failed'

# The deck of a solid beam has no wall.
# shellcheck disable=SC2016  # another shell's
"$craggy" run -f study.toml --study decks --store "sqlite:///$scratch/beam.db" --surrogate random --trials 8 --quiet \
  --json -- sh -c 'cat "$1" >>"$2"; echo 1' - '{beam.in}' "$scratch/decks" >"$scratch/output"
awk -v RS='END\n' '{ solid = /SHAPE +solid/; wall = /WALL/; if (solid == wall) { print; exit 1 } }' "$scratch/decks"
awk '$1 == "SHAPE" && length($0) != 17 { print; exit 1 }' "$scratch/decks"
