#!/bin/sh
# Supervised SVM, from file to model, beside LIBLINEAR's two solvers, in one
# run:   compare_liblinear.sh SEMILIN LIBLINEAR_TRAIN FILE.svm [RUNS]
#
# FILE is plain svmlight text, fully labelled. C = 1, bias 1 (both regularise
# it). The programs run in turn, RUNS times each (default 5); the table has the
# medians of wall seconds, file to model, and the objective
#   1/2 |w|^2 + C sum max(0, 1 - y w.x)^2,
# summed over the outputs, recomputed from each model by svm_objective, which
# must stand beside this script's build (tools/bench/svm_objective.cc).
# semilin runs with the largest of the tolerances below whose objective is at
# most 1e-4 (relative) above the lower one of LIBLINEAR's two.
set -eu

[ $# -ge 3 ] || { sed -n '2,14p' "$0" >&2; exit 2; }
semilin=$1 liblinear=$2 file=$3 runs=${4:-5}
objective=$(dirname "$semilin")/bench/svm_objective
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# seconds NAME COMMAND...: appends the wall seconds to $work/NAME.
seconds() {
  name=$1
  shift
  begin=$(date +%s%N)
  "$@" >"$work/out" 2>&1 || { cat "$work/out" >&2; exit 1; }
  end=$(date +%s%N)
  echo "$begin $end" | awk '{ printf "%.4f\n", ($2 - $1) / 1e9 }' \
    >>"$work/$name"
}
median() { sort -g "$work/$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for solver in 1 2; do
  "$liblinear" -q -s "$solver" -B 1 "$file" "$work/s$solver.model" >/dev/null
done
s1=$("$objective" "$work/s1.model" "$file")
s2=$("$objective" "$work/s2.model" "$file")
goal=$(printf '%s\n%s\n' "$s1" "$s2" | sort -g | head -n 1 |
  awk '{ printf "%.9g", 1.0001 * $1 }')

for tolerance in 1e-2 7e-3 5e-3 3e-3 2e-3 1.5e-3 1e-3 7e-4 5e-4 3e-4 2e-4 \
  1e-4 5e-5 2e-5 1e-5; do
  "$semilin" train --quiet --method svm -C 1 --set tolerance="$tolerance" \
    "$file" -o "$work/ours.slm"
  "$semilin" convert "$work/ours.slm" "$work/ours.model" --to liblinear
  ours=$("$objective" "$work/ours.model" "$file")
  if awk "BEGIN { exit !($ours <= $goal) }"; then break; fi
done

{ cat "$file"; echo "1 1:x"; } >"$work/malformed"
run=0
while [ "$run" -lt "$runs" ]; do
  for solver in 1 2; do
    seconds "s$solver" "$liblinear" -q -s "$solver" -B 1 "$file" "$work/m"
  done
  # A malformed last line: all of the file is read, and nothing else is done.
  seconds read sh -c '! "$@" 2>/dev/null' - \
    "$liblinear" -q "$work/malformed" "$work/m"
  for threads in 1 2; do
    seconds "ours$threads" "$semilin" train --quiet --method svm -C 1 \
      --set tolerance="$tolerance" --threads "$threads" "$file" -o "$work/m.slm" \
      --summary "$work/summary$threads"
    awk -F'[:,]' '/"solve"/ { print $2 }' "$work/summary$threads" \
      >>"$work/solve$threads"
  done
  run=$((run + 1))
done

printf '| program | seconds | of it not reading | objective |\n|---|---|---|---|\n'
reading=$(median read)
for solver in 1 2; do
  eval value=\$s$solver
  all=$(median "s$solver")
  printf '| liblinear-train -s %s | %s | %s | %s |\n' "$solver" "$all" \
    "$(awk "BEGIN { print $all - $reading }")" "$value"
done
for threads in 1 2; do
  printf '| semilin, %s thread(s), tolerance %s | %s | %s | %s |\n' "$threads" \
    "$tolerance" "$(median "ours$threads")" "$(median "solve$threads")" "$ours"
done
