#!/bin/sh
# Trains from a store without and with a limit on memory, the page cache
# included, and compares the models:
#
#   memory_cap.sh SEMILIN STORE MEGABYTES [options of train]
#
# SEMILIN: the built command. Needs root and a memory cgroup, version 1 or 2.
# Prints for both runs the time, the peak resident memory of the process (it
# counts pages of the store that the system may take back at any time), the
# peak of the cgroup and what was read from the store.
set -eu
[ $# -ge 3 ] || { sed -n '2,10p' "$0"; exit 2; }
semilin=$1 store=$2 megabytes=$3
shift 3

if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  group=/sys/fs/cgroup/semilin_cap_$$ limit=memory.max none=max peak=memory.peak
else
  group=/sys/fs/cgroup/memory/semilin_cap_$$
  limit=memory.limit_in_bytes none=-1 peak=memory.max_usage_in_bytes
fi
mkdir "$group" || { echo "no memory cgroup can be made" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"; rmdir "$group"' EXIT

# run NAME LIMIT OPTIONS
run() {
  name=$1 bytes=$2
  shift 2
  dd if="$store" iflag=nocache count=0 2>/dev/null # forget its pages
  echo "$bytes" >"$group/$limit"
  echo 0 >"$group/$peak" 2>/dev/null || true # forget the last run's
  start=$(date +%s.%N)
  sh -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' sh "$group" \
    "$semilin" train "$store" -o "$work/$name.model" --quiet \
    --summary "$work/$name.json" "$@"
  end=$(date +%s.%N)
  resident=$(sed -n 's/.*"peak_memory_bytes": *\([0-9]*\).*/\1/p' \
    "$work/$name.json")
  echo "$name $start $end $resident $(cat "$group/$peak")" |
    awk '{ printf "%-10s %8.1f s   resident %8.1f MB   cgroup %8.1f MB\n",
           $1, $3 - $2, $4 / 1e6, $5 / 1e6 }'
}

size=$(wc -c <"$store")
echo "$size $megabytes" | awk '{ printf "store %.1f MB, limit %.1f MB: %.2f times\n",
                                 $1 / 1e6, $2, $1 / 1e6 / $2 }'
run unlimited "$none" "$@"
run limited "${megabytes}000000" "$@"
# The models differ in what they say of the run (time, memory): compare them
# as LIBLINEAR's.
for name in unlimited limited; do
  "$semilin" convert "$work/$name.model" "$work/$name.liblinear"
done
cmp "$work/unlimited.liblinear" "$work/limited.liblinear" && echo "same model"
