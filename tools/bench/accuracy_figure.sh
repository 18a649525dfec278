#!/bin/sh
# Accuracy against the number of labels per class on 20 newsgroups, of the
# supervised SVM, of annealing, and of the default method that is also told the
# names of the groups, from no label on: prints the table and draws
# docs/accuracy.svg.
#
#   accuracy_figure.sh SEMILIN DRAW_LABELS [DRAWS]
#
# SEMILIN_DATA names the folder that holds 20news_stripped/train.svm.gz and its
# vocab.txt.gz. Of each class 1, 2, 5, 10, 20 and 50 rows keep their labels,
# drawn with the seeds 1 to DRAWS (default 3); accuracy is that on all other
# rows, whose labels the programs do not see. The figure has means, and bars of
# one standard deviation.
set -eu
export LC_ALL=C

[ $# -ge 2 ] || { sed -n '2,15s/^# \{0,1\}//p' "$0" >&2; exit 2; }
semilin=$1 draw_labels=$2 draws=${3:-3}
folder=${SEMILIN_DATA:?names the folder of the data sets}/20news_stripped
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

# measure_names LABELS [options of train]: the same with the groups' names.
measure_names() {
  measure names "$@" --seed-words "$work/names.txt" --vocabulary "$work/vocab.txt"
}

gzip -dc "$folder/vocab.txt.gz" >"$work/vocab.txt"
tr '.' ' ' <<END | awk '{ print NR - 1 ": " $0 }' >"$work/names.txt"
alt.atheism
comp.graphics
comp.os.ms.windows.misc
comp.sys.ibm.pc.hardware
comp.sys.mac.hardware
comp.windows.x
misc.forsale
rec.autos
rec.motorcycles
rec.sport.baseball
rec.sport.hockey
sci.crypt
sci.electronics
sci.med
sci.space
soc.religion.christian
talk.politics.guns
talk.politics.mideast
talk.politics.misc
talk.religion.misc
END
"$semilin" convert --quiet "$folder/train.svm.gz" "$work/all.store"
gzip -dc "$folder/train.svm.gz" | sed 's/^[^ ]*/?/' >"$work/none.svm"
"$semilin" convert --quiet "$work/none.svm" "$work/labeled.store"
cp "$work/all.store" "$work/hidden.store"
measure_names 0
for labels in 1 2 5 10 20 50; do
  seed=1
  while [ "$seed" -le "$draws" ]; do
    "$draw_labels" --per-class "$labels" --seed "$seed" "$work/all.store" \
      "$work/labeled.store" "$work/hidden.store" >/dev/null
    measure svm "$labels" --method svm
    measure da "$labels" --method da --unlabeled "$work/hidden.store"
    measure_names "$labels" --unlabeled "$work/hidden.store"
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
  $1 == "names" { names[$2] = $3 " (" $4 ")" }
  END {
    printf "accuracy in %%, mean (standard deviation) of %d draws\n", draws
    printf "%-16s %14s %14s %14s\n", "labels per class", "SVM", "annealing", "with names"
    labels[0] = 0
    for (i = 0; i <= rows; ++i)
      printf "%-16s %14s %14s %14s\n", labels[i], svm[i], ours[labels[i]], names[labels[i]]
  }' "$work/means"

# Grey and three hues that are readable on white and on black.
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
    colour["names"] = "#2a9d3a"; name["names"] = "names known"
  }
  function x(labels) {
    return labels ? left + 82 + (right - left - 104) * log(labels) / log(50) : left + 22
  }
  function y(value) { return bottom - (bottom - top) * value / most }
  {
    if ($1 == "names")
      printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x($2), bottom + 19, $2
    at = x($2) + ($1 == "svm" ? 2 : $1 == "da" ? -2 : 0)  # so that bars do not hide each other
    line[$1] = line[$1] (line[$1] ? "L" : "M") sprintf("%.1f %.1f", at, y($3))
    bars[$1] = bars[$1] sprintf("M%.1f %.1fV%.1f", at, y($3 - $4), y($3 + $4))
    dots[$1] = dots[$1] sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>", at, y($3))
    last[$1] = y($3)
  }
  function draw(method) {
    printf "<g fill=\"%s\"><g fill=\"none\" stroke=\"%s\"><path d=\"%s\" stroke-width=\"2.5\"/><path d=\"%s\"/></g>%s", colour[method], colour[method], line[method], bars[method], dots[method]
    printf "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">%s</text></g>\n", x(50) + 12, last[method] + 4.5, name[method]
  }
  END {  # names stand apart, in the order of the curves
    for (lowest = 0; ; lowest = last[next_one] + 15) {
      next_one = ""
      for (method in last)
        if (!(method in drawn) && (next_one == "" || last[method] < last[next_one]))
          next_one = method
      if (next_one == "") break
      drawn[next_one] = 1
      if (last[next_one] < lowest) last[next_one] = lowest
      draw(next_one)
    }
    print "</svg>"
  }' "$work/means" >"$figure"
