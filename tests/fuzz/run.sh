#!/bin/sh
# Feeds every reader of files and of JSON with bytes that libFuzzer makes (Clang,
# with the address and undefined-behavior sanitizers), and says what it found:
#
#   tests/fuzz/run.sh [SECONDS [TARGET...]]
#
# Each target (tests/fuzz/fuzz.cc lists them) reads its stored inputs, in
# tests/fuzz/corpus/TARGET, and then new ones for SECONDS, default 20; 0: the
# stored ones only. An input that fails is left in build/asan/found: mend the
# reader and store the input beside the others.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tools/scripts/common.sh

seconds=${1:-20}
[ $# -eq 0 ] || shift
# shellcheck disable=SC2046  # a list of words
[ $# -gt 0 ] || set -- $(ls tests/fuzz/corpus)
build=build/asan
use_logs "$build/logs"
# shellcheck disable=SC2086  # a list of words
install_missing $build_packages $sanitizer_packages doctest-dev
configure "$build" --preset asan
build_with_progress "$build" semilin_fuzz

remove_dead_segments
limit="-max_total_time=$seconds"
[ "$seconds" -gt 0 ] || limit="-runs=0"
found=$build/found
mkdir -p "$found"
# shellcheck disable=SC2016  # $1 and the like are those of the inner shell
printf '%s\n' "$@" | OMP_NUM_THREADS=1 xargs -P "$jobs" -n 1 sh -c '
  limit=$1 build=$2 logs=$3 found=$4 target=$5
  mkdir -p "$found/$target"
  if SEMILIN_FUZZ=$target "$build/tests/fuzz/semilin_fuzz" "$limit" \
    -timeout=60 -rss_limit_mb=2048 -artifact_prefix="$found/$target-" \
    "$found/$target" "tests/fuzz/corpus/$target" >"$logs/$target.log" 2>&1; then
    echo "$target: $(tail -n 1 "$logs/$target.log")"
  else
    tail -n 40 "$logs/$target.log"
    echo "$target: failed, see $logs/$target.log"
    exit 1
  fi
' sh "$limit" "$build" "$logs" "$found"
