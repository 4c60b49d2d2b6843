#!/bin/sh
# The committed bundle is what its sources make: fresh.sh CHECKOUT FOLDER. Also checks the types, and that the lock file
# names no registry.
set -eu
checkout=$1 folder=$2
. "$checkout/tests/web/packages.sh"
if grep -n '"resolved"' "$checkout/web/package-lock.json"; then
  echo 'web/package-lock.json names a registry; npm install with web/.npmrc does not'
  exit 1
fi
web_packages "$checkout" "$folder"
rm -rf "$folder/src" "$folder/fresh"
cp -r "$checkout/web/src" "$checkout/web/build.mjs" "$checkout/web/tsconfig.json" "$folder/"
cd "$folder"
node_modules/.bin/tsc --noEmit
node build.mjs fresh
for file in app.js app.css app.js.sha256; do
  cmp "fresh/$file" "$checkout/web/dist/$file" || {
    echo "web/dist/$file is stale: (cd web && npm ci && npm run build)"
    exit 1
  }
done
