#!/bin/sh
# tour_test.sh CHECKOUT BUILD SCRATCH: takes the tour of the README as a newcomer would, from installing to the end. Its
# first run is interrupted once there is a value, by SIGTERM: shells keep Ctrl-C from what they run in the background.
set -eu
readme=$1/README.md
build=$2
scratch=$3

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
# shellcheck disable=SC2016  # backticks of Markdown
sed -n '/^## A tour$/,/^## Your/{/^```sh$/,/^```$/{/^```/!p}}' "$readme" >tour.sh
grep -q '^craggy run .* --param' tour.sh || { echo "there is no tour in $readme"; exit 1; }

cat >interrupt.sh <<'END'
run=$!
until craggy show tour --json 2>/dev/null | grep -q '"state": "finished"'; do
  kill -0 "$run"
  sleep 0.1
done
kill "$run"
wait "$run" || test $? = 130
craggy show tour --json >../interrupted.json
END
# What is built is installed, which ./run install would build first.
sed -i "s|^\./run install --prefix \(.*\)|cmake --install '$build' --prefix \1 >installed|
        s|^craggy run .*--param.*|& \&\n. ../interrupt.sh|" tour.sh
HOME=$scratch sh -eu tour.sh >output 2>errors || { cat tour.sh output errors; exit 1; }

complain() { echo "$1"; cat output errors; exit 1; }
finished() { sed -n 's/^ *"finished": *\([0-9]*\).*/\1/p' "$1" | head -n 1; }
[ "$(finished interrupted.json)" -lt 30 ] || complain 'the first run was not interrupted'
grep -q 'interrupted; the same command resumes it' errors || complain 'nothing was said of the interruption'
grep -q '^==> trial 12: standard output <==$' output || complain 'what trial 12 printed was not shown'
grep -q '^tour: 3 finished trials imported, as trials 30 to 32$' output || complain 'nothing was imported'
[ "$(wc -l <tour/tour.csv)" -eq 34 ] || complain 'tour.csv has not 33 trials'
grep -q 'no trial was better than the best one for 40 trials' errors || complain 'the last run did not stop by itself'
craggy() { "$scratch/.local/bin/craggy" "$@"; }
! (cd tour && craggy show tour) 2>/dev/null || complain 'the study was not deleted'
