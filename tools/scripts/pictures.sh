#!/bin/sh
# Draws the pictures of README and of the guide, docs/report.png and docs/label.png: the
# report and the labeling page of the example, as Chromium shows them.
#
#   tools/scripts/pictures.sh SEMILIN
set -eu
semilin=$(realpath "$1")
docs=$(realpath "$(dirname "$0")/../../docs")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$docs"/../examples/news*.csv "$work"
cd "$work"
"$semilin" train news.csv -o news.model --test news_test.csv --report report.html
"$semilin" label news.csv --model news.model -o label.html

# draw PAGE HEIGHT
draw() {
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$work/profile" --window-size="900,$2" \
    --screenshot="$docs/$1.png" "file://$work/$1.html"
}
draw report 760
draw label 660
