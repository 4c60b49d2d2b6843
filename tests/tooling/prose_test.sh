#!/bin/sh
# prose_test.sh CHECKOUT: lines of the pages end at 120 columns, the architecture is short, links lead somewhere.
# Tables and lines that are a single link may be longer.
set -eu
cd "$1"
status=0
pages="README.md python/README.md CONTRIBUTING.md NOTATION.md CHANGELOG.md $(find docs research/notebook -name '*.md' | sort) $(ls experiments/*/README.md)"

complain() {
  echo "$1"
  status=1
}

# Characters, not bytes: awk may count either, so continuation bytes of UTF-8 are taken out first.
for page in $pages; do
  long=$(LC_ALL=C tr -d '\200-\277' <"$page" |
    LC_ALL=C awk -v page="$page" '
      /^\|/ { next }                                            # a table
      /^[ ]*(- )?!?\[[^]]*\]\([^)]*\)[.,;:]?$/ { next }         # a single link
      length($0) > 120 { printf "%s:%d: %d columns instead of at most 120\n", page, FNR, length($0) }')
  [ -z "$long" ] || complain "$long"
done

words=$(wc -w <docs/architecture.md)
[ "$words" -lt 1500 ] || complain "docs/architecture.md has $words words instead of fewer than 1500"

# The anchors of a page: its headings in lower case, without punctuation, blanks as "-".
anchors() {
  sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | LC_ALL=C sed 's/[][!"#$%&'"'"'()*+,./:;<=>?@\\^`{|}~]//g; s/ /-/g'
}

for page in $pages; do
  folder=$(dirname "$page")
  # Without code, one link per line.
  # shellcheck disable=SC2016  # backticks of Markdown
  links=$(sed '/^ *```/,/^ *```/d' "$page" | sed 's/`[^`]*`//g' | { grep -o '](\([^)]*\))' || true; } |
    sed 's/^](//; s/)$//' | sort -u)
  for link in $links; do
    case $link in
    http://* | https://* | mailto:*) continue ;;
    esac
    file=${link%%#*}
    anchor=${link#"$file"}
    target=$page
    [ -z "$file" ] || target=$folder/$file
    if [ ! -e "$target" ]; then
      complain "$page: the link to $link leads nowhere"
    elif [ -n "$anchor" ] && ! anchors "$target" | grep -qxF "${anchor#\#}"; then
      complain "$page: $target has no heading for $link"
    fi
  done
done
exit $status
