#!/bin/sh
# What ranks gain beside threads, and what they send:
#
#   mpi_scale.sh SEMILIN DATA [options of train]
#
# Trains with 1, 2 and 4 threads, then with 2 and 4 ranks of a thread each
# (mpirun), RUNS times each (environment, default 1), and prints the least
# seconds of the solve, the products, what a product sends from each rank, the
# objective, and how many rows are labeled otherwise than with 1 thread; ends with
# status 1 if they are more than MOST_UNLIKE (environment, default: any number).
# DATA: best a store. SEMILIN_NETWORK=LATENCY,BANDWIDTH (seconds,
# bytes per second) makes every sum over ranks as slow as such a network would,
# over the one there is.
set -eu
[ $# -ge 2 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2; exit 2; }
semilin=$1 data=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

number() { sed -n "s/^ *\"$1\": \([-+.0-9e]*\),*\$/\1/p" "$work/summary" | tail -n 1; }

# measure NAME COMMAND...: a row of the table
measure() {
  name=$1
  shift
  best=
  for _ in $(seq "${RUNS:-1}"); do
    # shellcheck disable=SC2086  # a list of words
    "$@" train "$data" -o "$work/model" --labels-out "$work/labels" \
      --summary "$work/summary" --quiet $options
    best=$(printf '%s\n%s\n' "$(number solve)" "$best" | sort -g | grep . | head -n 1)
  done
  products=$(number products) calls=$(number calls) bytes=$(number bytes)
  [ -e "$work/first" ] || cp "$work/labels" "$work/first"
  unlike=$(paste "$work/first" "$work/labels" | awk '$1 != $2' | wc -l)
  [ "$unlike" -le "${MOST_UNLIKE:-$unlike}" ] || failed=1
  awk -v n="$name" -v u="$unlike" -v s="$best" -v p="$products" -v c="${calls:-0}" \
    -v b="${bytes:-0}" -v o="$(number objective)" 'BEGIN {
      printf "| %s | %.2f s | %d | %.2f | %.0f kB | %.8g | %d |\n", n, s, p,
        c / p, b / p / 1000, o, u }'
}

options=$* failed=0
echo "| | solve | products | calls per product | sent per product | objective | other labels |"
echo "|---|---|---|---|---|---|---|"
for threads in 1 2 4; do
  measure "$threads threads" env OMP_NUM_THREADS=$threads "$semilin"
done
for ranks in 2 4; do
  measure "$ranks ranks" env OMP_NUM_THREADS=1 mpirun --oversubscribe \
    --bind-to none -n "$ranks" "$semilin"
done
exit $failed
