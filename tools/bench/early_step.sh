#!/usr/bin/env bash
# What the annealing loses and gains when its early temperatures see one
# unlabelled row in eight (--early-step):
#
#   early_step.sh BUILD DOCUMENTS CLASSES LABELS [SEEDS]
#
# Makes up DOCUMENTS documents of 70 words, keeps LABELS labels of each class
# (seeds 1 to SEEDS, default 5), anneals with all rows and with the default, and
# prints for each the processor time of train, reading included, the accuracy on
# the hidden labels, and the objective. BUILD: a build folder with the command
# and the programs of datasets/.
set -euo pipefail
[ $# -ge 4 ] || { sed -n '2,12p' "$0"; exit 2; }
build=$1 documents=$2 classes=$3 labels=$4 seeds=${5:-5}
semilin=$build/tools/semilin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$build/datasets/make_corpus" --documents "$documents" --classes "$classes" \
  --words 70 -o "$work/documents.tsv"
"$semilin" vectorize "$work/documents.tsv" -o "$work/all.store" --quiet
rm "$work/documents.tsv"

number() { sed -n "s/^ *\"$2\": \([-+.0-9e]*\),*\$/\1/p" "$1" | sed 1q; }

echo "| labels drawn | early temperatures | processor time | accuracy | objective |"
echo "|---|---|---|---|---|"
TIMEFORMAT="%U"
for seed in $(seq "$seeds"); do
  "$build/datasets/draw_labels" -n "$labels" --seed "$seed" "$work/all.store" \
    "$work/labeled.store" "$work/hidden.store" >"$work/sizes"
  for step in 1 0; do
    seconds=$({ time "$semilin" train "$work/labeled.store" --method da \
      --unlabeled "$work/hidden.store" --early-step $step --quiet \
      -o "$work/model" --summary "$work/summary.json"; } 2>&1)
    "$semilin" evaluate "$work/model" "$work/hidden.store" --json --quiet \
      -o "$work/evaluation.json"
    rows=$(number "$work/summary.json" early_rows)
    [ "$rows" != 0 ] || rows=all
    printf '| %s | %s rows | %s s | %.2f %% | %s |\n' "$seed" "$rows" \
      "$seconds" "$(number "$work/evaluation.json" accuracy | awk '{ print 100 * $1 }')" \
      "$(number "$work/summary.json" objective)"
  done
done
