# Sourced: where the packages of web/package-lock.json come from.

# skip REASON: ends a test that cannot run here.
skip() {
  echo "skipped: $1"
  exit 77
}

# web_packages CHECKOUT FOLDER: FOLDER/node_modules as the lock file says; made once.
web_packages() {
  command -v node >/dev/null || skip 'node is not installed'
  command -v npm >/dev/null || skip 'npm is not installed'
  mkdir -p "$2"
  if [ -d "$2/node_modules" ] && cmp -s "$1/web/package-lock.json" "$2/package-lock.json"; then return 0; fi
  cp "$1/web/package.json" "$1/web/package-lock.json" "$1/web/.npmrc" "$2/"
  (cd "$2" && npm ci --ignore-scripts --silent) || {
    rm -rf "$2/node_modules"
    skip 'npm cannot get the packages: is there a network?'
  }
}
