#!/bin/sh
# The browser tests: run.sh CHECKOUT CRAGGY FOLDER [bench]. Makes the studies once, then drives Debian's Chromium through the
# report and the dashboard. Screenshots stay in FOLDER/screenshots. Status 77: something that they need is not there.
set -eu
checkout=$1 craggy=$2 folder=$3
. "$checkout/tests/web/packages.sh"
chromium=${CHROMIUM:-$(command -v chromium || :)}
[ -n "$chromium" ] || skip 'chromium is not installed'
web_packages "$checkout" "$folder/packages"
export CRAGGY_BINARY="$craggy" CRAGGY_WEB_TEST_FOLDER="$folder" CRAGGY_WEB_PACKAGES="$folder/packages"
export CHROMIUM="$chromium"
NGINX=$(command -v nginx || ls /usr/sbin/nginx 2>/dev/null || :)
export NGINX
unset CRAGGY_STORE
if [ ! -f "$folder/studies/made" ]; then
  rm -rf "$folder/studies"
  python3 "$checkout/tests/web/make_study.py" "$craggy" "$folder/studies"
  touch "$folder/studies/made"
fi
[ "${4:-}" != bench ] || exec node "$checkout/tests/web/bench.mjs"
exec node --test --test-concurrency=1 "$checkout/tests/web/report_test.mjs" "$checkout/tests/web/dashboard_test.mjs"
