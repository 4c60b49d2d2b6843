#!/bin/sh
# studies_script_test.sh CHECKOUT CRAGGY SCRATCH: runs the script of docs/studies.md as a reader would.
set -eu
document=$1/docs/studies.md
craggy=$2
scratch=$3

rm -rf "$scratch"
mkdir -p "$scratch/bin"
ln -s "$craggy" "$scratch/bin/craggy"
PATH=$scratch/bin:$PATH
cd "$scratch"
# shellcheck disable=SC2016  # these are the script's own
sed -n '/^#!\/bin\/sh$/,/^```$/{/^```$/!p}' "$document" >script.sh
[ -s script.sh ] || { echo "there is no script in $document"; exit 1; }
sh script.sh | tee output

best=$(sed -n 's/^ *best value *\([^ ]*\) in trial.*/\1/p' output)
awk -v best="$best" 'BEGIN { exit !(best != "" && best < 0.5) }' || { echo "the best value is '$best'"; exit 1; }
grep -q '15: 15 finished, 0 failed, 0 running, 0 waiting' output
