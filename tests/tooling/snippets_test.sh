#!/bin/sh
# snippets_test.sh CHECKOUT: every C++ block of the pages occurs, line by line, in a program of examples/ that is
# compiled. Indentation does not matter.
set -eu
cd "$1"
status=0

# What is compiled: the programs that examples/CMakeLists.txt names.
programs=
for program in examples/*.cpp; do
  name=$(basename "$program" .cpp)
  if grep -q "[( ]$name\([ )]\|\$\)" examples/CMakeLists.txt; then
    programs="$programs $program"
  else
    echo "$program is not compiled: examples/CMakeLists.txt does not name it"
    status=1
  fi
done

for page in README.md docs/*.md; do
  # shellcheck disable=SC2086  # a list of files
  awk -v page="$page" '
    function stripped(line) { gsub(/^[ \t]+|[ \t]+$/, "", line); return line }
    function check() {
      if (!index(code, "\n" block)) {
        printf "%s:%d: no program of examples/ has this block:\n%s", page, first, block
        missing = 1
      }
    }
    FILENAME != page { if (FNR == 1) code = code "\n"; code = code stripped($0) "\n"; next }
    /^```cpp$/ { inside = 1; block = ""; first = FNR; next }
    /^```$/ { if (inside) check(); inside = 0; next }
    inside { block = block stripped($0) "\n" }
    END { exit missing }
  ' $programs "$page" || status=1
done
exit $status
