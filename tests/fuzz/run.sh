#!/bin/sh
# Feeds every reader of files with bytes that libFuzzer makes (Clang, with the
# address and undefined-behaviour sanitizers), and says what it found:
#
#   tests/fuzz/run.sh [SECONDS [TARGET...]]
#
# Each target (tests/fuzz/fuzz.cc lists them) reads its stored inputs, in
# tests/fuzz/corpus/TARGET, and then new ones for SECONDS, default 20; 0: the
# stored ones only. An input that fails is left in build/fuzz: mend the reader and
# store the input beside the others.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tools/scripts/common.sh

seconds=${1:-20}
[ $# -eq 0 ] || shift
# shellcheck disable=SC2046  # a list of words
[ $# -gt 0 ] || set -- $(ls tests/fuzz/corpus)
build=build/fuzz
use_logs "$build/logs"
# shellcheck disable=SC2086  # a list of words
install_missing $build_packages $fuzz_packages
configure "$build" --preset fuzz
build_with_progress "$build" semilin_fuzz

limit="-max_total_time=$seconds"
[ "$seconds" -gt 0 ] || limit="-runs=0"
failed=0
for target in "$@"; do
  mkdir -p "$build/found/$target"
  log=$logs/$target.log
  if SEMILIN_FUZZ=$target OMP_NUM_THREADS=1 "$build/tests/fuzz/semilin_fuzz" \
    "$limit" -timeout=60 -rss_limit_mb=2048 \
    -artifact_prefix="$build/$target-" \
    "$build/found/$target" "tests/fuzz/corpus/$target" >"$log" 2>&1; then
    say "$target: $(tail -n 1 "$log")"
  else
    tail -n 40 "$log"
    say "$target: failed, see $log"
    failed=$((failed + 1))
  fi
done
[ "$failed" -eq 0 ]
