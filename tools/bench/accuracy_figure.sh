#!/bin/sh
# Accuracy against the number of labels per class on 20 newsgroups, of the
# supervised SVM and of annealing: prints the table and draws
# docs/accuracy.svg.
#
#   accuracy_figure.sh SEMILIN DRAW_LABELS [DRAWS]
#
# SEMILIN_DATA names the folder that holds 20news_stripped/train.svm.gz. Of each
# class 1, 2, 5, 10, 20 and 50 rows keep their labels, drawn with the seeds 1 to
# DRAWS (default 10); accuracy is that on all other rows, whose labels the
# programs do not see. The figure has means, and bars of one standard deviation.
set -eu
export LC_ALL=C

[ $# -ge 2 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
semilin=$1 draw_labels=$2 draws=${3:-10}
rows=${SEMILIN_DATA:?names the folder of the data sets}/20news_stripped/train.svm.gz
figure=$(dirname "$0")/../../docs/accuracy.svg
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure METHOD LABELS [options of train]: adds "METHOD LABELS accuracy" to
# $work/runs.
measure() {
  method=$1 labels=$2
  shift 2
  "$semilin" train --quiet "$work/labeled.store" "$@" -o "$work/model"
  "$semilin" evaluate --quiet "$work/model" "$work/hidden.store" --json |
    sed -n "s/^ *\"accuracy\": \([0-9.e+-]*\).*/$method $labels \1/p" |
    sed 1q >>"$work/runs"
}

"$semilin" convert --quiet "$rows" "$work/all.store"
for labels in 1 2 5 10 20 50; do
  seed=1
  while [ "$seed" -le "$draws" ]; do
    "$draw_labels" --per-class "$labels" --seed "$seed" "$work/all.store" \
      "$work/labeled.store" "$work/hidden.store" >/dev/null
    measure svm "$labels" --method svm
    measure da "$labels" --method da --unlabeled "$work/hidden.store"
    seed=$((seed + 1))
  done
done

# "METHOD LABELS mean deviation", in percent.
awk '
  { key = $1 " " $2; n[key]++; sum[key] += 100 * $3; square[key] += 1e4 * $3 ^ 2 }
  END {
    for (key in n) {
      mean = sum[key] / n[key]
      variance = n[key] < 2 ? 0 : (square[key] - n[key] * mean ^ 2) / (n[key] - 1)
      printf "%s %.1f %.1f\n", key, mean, sqrt((variance > 0) * variance)
    }
  }' "$work/runs" | sort -k1,1r -k2,2n >"$work/means"

awk -v draws="$draws" '
  $1 == "svm" { svm[++rows] = $3 " (" $4 ")"; labels[rows] = $2 }
  $1 == "da" { ours[$2] = $3 " (" $4 ")" }
  END {
    printf "accuracy in %%, mean (standard deviation) of %d draws\n", draws
    printf "%-16s %14s %14s\n", "labels per class", "SVM", "annealing"
    for (i = 1; i <= rows; ++i)
      printf "%-16s %14s %14s\n", labels[i], svm[i], ours[labels[i]]
  }' "$work/means"

# Grey and two hues that are readable on white and on black.
awk -v draws="$draws" '
  BEGIN {
    left = 58; right = 500; top = 18; bottom = 280; most = 80
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 620 352\" width=\"620\" height=\"352\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#7a7a7a\">"
    print "<title>Accuracy against labels per class on 20 newsgroups</title>"
    for (v = 0; v <= most; v += 20) {
      printf "<path d=\"M%d %.1fH%d\" stroke=\"#7a7a7a\" stroke-opacity=\"%s\"/>\n", left, y(v), right, v ? "0.3" : "1"
      printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n", left - 8, y(v) + 4.5, v
    }
    printf "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">accuracy on hidden labels, %%</text>\n", (top + bottom) / 2
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">labels per class</text>\n", (left + right) / 2, bottom + 40
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-size=\"11\">20 newsgroups, 20 classes; means of %d draws of labels, bars of one standard deviation</text>\n", (left + right) / 2 + 30, bottom + 62, draws
    colour["svm"] = "#e07000"; name["svm"] = "supervised SVM"
    colour["da"] = "#3584e4"; name["da"] = "annealing"
  }
  function x(labels) { return left + 22 + (right - left - 44) * log(labels) / log(50) }
  function y(value) { return bottom - (bottom - top) * value / most }
  {
    if ($1 == "svm")
      printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x($2), bottom + 19, $2
    at = x($2) + ($1 == "svm" ? 2 : -2)  # so that bars do not hide each other
    line[$1] = line[$1] (line[$1] ? "L" : "M") sprintf("%.1f %.1f", at, y($3))
    bars[$1] = bars[$1] sprintf("M%.1f %.1fV%.1f", at, y($3 - $4), y($3 + $4))
    dots[$1] = dots[$1] sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>", at, y($3))
    last[$1] = y($3)
  }
  function draw(method, shift) {
    printf "<g fill=\"%s\"><g fill=\"none\" stroke=\"%s\"><path d=\"%s\" stroke-width=\"2.5\"/><path d=\"%s\"/></g>%s", colour[method], colour[method], line[method], bars[method], dots[method]
    printf "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">%s</text></g>\n", x(50) + 12, last[method] + 4.5 + shift, name[method]
  }
  END {  # names stand a little apart
    apart = last["da"] < last["svm"] ? 5 : -5
    draw("svm", apart)
    draw("da", -apart)
    print "</svg>"
  }' "$work/means" >"$figure"
