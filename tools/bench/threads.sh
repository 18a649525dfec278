#!/bin/sh
# What threads gain, and whether more threads than cores hurt:
#
#   threads.sh SEMILIN DATA [options of train]
#
# Trains with 1, 2 and 4 threads in turn, RUNS times each (environment, default
# 3), and prints the median seconds of the solve, the gain over one thread, and
# whether the models are the same bits.
set -eu
[ $# -ge 2 ] || { sed -n '2,9p' "$0"; exit 2; }
semilin=$1 data=$2
shift 2
runs=${RUNS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for run in $(seq "$runs"); do
  for threads in 1 2 4; do
    "$semilin" train "$data" -o "$work/$threads.model" --quiet \
      --threads "$threads" --summary "$work/summary.json" "$@"
    sed -n 's/.*"solve": *\([0-9.e-]*\).*/\1/p' "$work/summary.json" \
      >>"$work/$threads.seconds"
  done
done
# The models differ in what they say of the run: compare them as LIBLINEAR's.
for threads in 1 2 4; do
  "$semilin" convert "$work/$threads.model" "$work/$threads.liblinear" \
    2>/dev/null
done
echo "| threads | solve | gain | model |"
echo "|---|---|---|---|"
for threads in 1 2 4; do
  same=differs
  cmp -s "$work/1.liblinear" "$work/$threads.liblinear" && same="the same bits"
  sort -g "$work/$threads.seconds" | awk -v t="$threads" -v same="$same" \
    -v one="$(sort -g "$work/1.seconds" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')" \
    '{ v[NR] = $1 } END { m = v[int((NR + 1) / 2)]
       printf "| %d | %.2f s | %.2f | %s |\n", t, m, one / m, same }'
done
