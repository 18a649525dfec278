#!/bin/sh
# Accuracy (%) on hidden labels by the features that vectorize makes, the SVM
# beside the default method (docs/results.md):
#
#   text_features.sh SEMILIN DATA   the command and the folder of real data
#
# Ten rows per class keep their labels, chosen by a generator with a seed; mean
# of two seeds. The documents are those of docs.tsv.gz.
set -eu
semilin=$1 data=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# draw SET SEED: all.tsv, shown.tsv with hidden labels, truth.tsv of these alone
draw() {
  zcat "$data/$1/docs.tsv.gz" | awk -F '\t' -v seed="$2" -v folder="$folder" '
    { label[NR] = $1; text[NR] = substr($0, length($1) + 2) }
    END {
      srand(seed)
      for (i = 1; i <= NR; ++i) order[i] = i
      for (i = NR; i > 1; --i) {
        j = 1 + int(rand() * i)
        t = order[i]; order[i] = order[j]; order[j] = t
      }
      for (i = 1; i <= NR; ++i)
        if (++seen[label[order[i]]] <= 10) keep[order[i]] = 1
      for (i = 1; i <= NR; ++i) {
        print (i in keep ? label[i] : "?") "\t" text[i] >(folder "/shown.tsv")
        print (i in keep ? "?" : label[i]) "\t" text[i] >(folder "/truth.tsv")
      }
    }'
}

# accuracy METHOD: of the model trained on shown.store
accuracy() {
  # shellcheck disable=SC2086  # an option and its value
  "$semilin" train "$folder/shown.store" -q -o "$folder/model" $1 >/dev/null
  "$semilin" evaluate --format labeled "$folder/model" "$folder/truth.tsv" \
    --json | sed -n 's/^  "accuracy": \([0-9.e-]*\),*$/\1/p'
}

sets="20news_stripped reuters_r8 pcmac sms_spam"
printf '%-34s' features
for set in $sets; do printf '%22s' "$set"; done
echo
while read -r options; do
  printf '%-34s' "${options:-(default)}"
  for set in $sets; do
    for seed in 1 2; do
      draw "$set" "$seed"
      # shellcheck disable=SC2086  # options are words
      "$semilin" vectorize --format labeled "$folder/shown.tsv" -q $options \
        -o "$folder/shown.store"
      echo "$(accuracy '--method svm') $(accuracy '--method da')"
    done | awk '{ svm += $1; semilin += $2 }
      END { printf "%14.1f%8.1f", 100 * svm / NR, 100 * semilin / NR }'
  done
  echo
done <<OPTIONS

--ngrams 2
--char-ngrams 5
--stem english
--max-fraction 0.2
--min-documents 5
--hash-bits 16
--weighting counts
--weighting bm25
OPTIONS
