#!/bin/sh
# What does a network cost? Trains with four processes of one thread on this
# machine, then with the same four over a network of 1 Gbit/s and 1 ms, and
# prints the seconds of both, the checksum of their model, which is the same, and
# what is computed for the network.
#
#   tools/scripts/four_hosts.sh SEMILIN DATA [options of train]
#
# Each process of the second run has a network namespace, a host name and an
# address of its own, as on four hosts, and talks TCP over a bridge. tc delays
# what it sends by a millisecond and limits it to 1 Gbit/s (netem). A kernel
# without netem limits (tbf), and semilin delays each sum (SEMILIN_NETWORK). Where
# namespaces are not allowed, semilin does both. The last line says which.
# Status 1 if the checksums differ. Best as root; needs mpirun, ip and tc.
set -eu
[ $# -ge 2 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2; exit 2; }
command -v mpirun >/dev/null || { echo "SKIPPED: needs mpirun"; exit 0; }
# All namespaces end with the one that the script runs in.
if [ -z "${SEMILIN_HOSTS-}" ]; then
  for inside in "unshare --net --mount" "unshare --map-root-user --net --mount"; do
    $inside ip link add name bridge type bridge 2>/dev/null || continue
    # shellcheck disable=SC2093  # the next one is tried if this is not allowed
    SEMILIN_HOSTS=made exec $inside "$0" "$@"
  done
fi
semilin=$1 data=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
[ -z "${SEMILIN_HOSTS-}" ] || ip link set lo up

# train NAME MPIRUN...: a row of the table
train() {
  name=$1
  shift
  # shellcheck disable=SC2086  # a list of words
  "$@" "$semilin" train "$data" -o "$work/model" -v \
    --summary "$work/summary" $options >"$work/out" 2>&1 || {
    cat "$work/out" >&2
    exit 1
  }
  checksum=$(sed -n 's/.*checksum of the model: //p' "$work/out")
  echo "| $name | $(sed -n 's/^Wrote .* in \(.*\) s\.$/\1/p' "$work/out") s | $checksum |"
  [ "${first=$checksum}" = "${checksum:?}" ] || { echo "the models differ" >&2; exit 1; }
}

# Four hosts 10.0.0.1 to 10.0.0.4 on a bridge, 10.0.0.5; mpirun enters one by $work/enter.
make_hosts() {
  mount -t tmpfs tmpfs /run
  ip link add name bridge type bridge
  ip addr add 10.0.0.5/24 dev bridge
  ip link set bridge up
  for i in 1 2 3 4; do
    ip netns add 10.0.0.$i
    ip link add out$i type veth peer name in netns 10.0.0.$i
    ip link set out$i master bridge up
    ip -n 10.0.0.$i addr add 10.0.0.$i/24 dev in
    ip -n 10.0.0.$i link set in up
    ip -n 10.0.0.$i link set lo up
    tc -n 10.0.0.$i qdisc add dev in root netem delay 1ms rate 1gbit 2>/dev/null || {
      tc -n 10.0.0.$i qdisc add dev in root tbf rate 1gbit burst 128kb latency 50ms
      delay=0.001,0
      how="tbf limits the rate; semilin delays its sums, since this kernel has no netem"
    }
    echo "10.0.0.$i slots=1" >>"$work/hosts"
    mkdir "$work/10.0.0.$i"
  done
  cat >"$work/enter" <<EOF
#!/bin/sh
host=\$1
shift
exec ip netns exec "\$host" unshare --uts sh -c "hostname h\${host##*.}; TMPDIR=$work/\$host; export TMPDIR; \$*"
EOF
  chmod +x "$work/enter"
}

options=$*
echo "| four processes | training | checksum |"
echo "|---|---|---|"
train "on this machine" mpirun --oversubscribe --bind-to none -n 4
if [ -n "${SEMILIN_HOSTS-}" ]; then
  how="netem delays and limits"
  make_hosts
  [ -z "${delay-}" ] || export SEMILIN_NETWORK="$delay"
  train "1 Gbit/s, 1 ms" mpirun -n 4 --hostfile "$work/hosts" --bind-to none \
    --mca plm_rsh_agent "$work/enter" --mca mpi_yield_when_idle 1 \
    --mca pml ob1 --mca btl tcp,self -x SEMILIN_NETWORK
else
  how="no network namespaces here: semilin delays its sums by what the network would take"
  export SEMILIN_NETWORK=0.001,1.25e8
  train "1 Gbit/s, 1 ms" mpirun --oversubscribe --bind-to none -n 4
fi
awk -F '[:,]' '/"calls"/ { calls = $2 } /"bytes"/ { bytes = $2 } END {
  printf "| the network, computed | %.2f s for %d sums of %.1f MB |  |\n",
    calls * 4 * 0.001 + bytes * 1.5 / 1.25e8, calls, bytes / 1e6 }' "$work/summary"
echo "$how"
