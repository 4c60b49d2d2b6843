#!/bin/sh
# lanes_test.sh BUILD: what is compiled for AVX2 (v3) or AVX-512 (v4) has names of its own. If a function that other
# files have too, such as one of the standard library, were compiled with it, the linker could take that copy for all,
# and processors without these instructions would meet them.
set -eu
status=0
found=0
for level in v3 v4; do
  for object in "$1"/src/*/CMakeFiles/craggy_*_"$level".dir/lanes/*.o; do
    [ -f "$object" ] || continue
    found=$((found + 1))
    # V, W and u are symbols of which one copy is taken for all files; 2v3 is how a namespace v3 is written in them.
    shared=$(nm --defined-only --format=posix "$object" | awk -v own="2$level" '$2 ~ /^[VWu]$/ && index($1, own) == 0 { print $1 }')
    [ -z "$shared" ] || {
      printf '%s has what is not of %s alone:\n%s\n' "$object" "$level" "$shared" | c++filt
      status=1
    }
  done
done
[ "$found" -gt 0 ] || {
  echo "$1 has no objects for v3 or v4"
  status=1
}
exit $status
