# shellcheck shell=sh
# Shell functions that ./check and ./quickstart share; sourced, not run, from
# the top of the repository, by sh with or without `set -eu`:
#
#   . tools/scripts/common.sh
#   use_logs build/logs             where install.log, configure.log... go
#   part packages                   what follows is timed under this name
#   install_missing $build_packages
#   part build
#   configure build/release --preset release -D NAME=VALUE...
#   build_with_progress build/release semilin_command make_corpus...
#   print_parts                     ends with how long each part took
#
# The output of whatever takes long goes to a log, whose last line is shown
# every four seconds, and whose end is shown if it fails. JOBS: how many
# compilers at a time, default: as many as there are processors.

# All that semilin needs on Debian 12 and 13, under the names that both know: to
# be built, and to be tested.
# liblinear-tools: the solver that ours is compared with; help2man: makes the
# manual pages from --help; groff-base: reads them; doxygen: checks the comments
# of the public headers; Open MPI: for semilin train under mpirun; libevent: for
# semilin label --serve; the command is built without them as well.
# shellcheck disable=SC2034  # for those that source this
build_packages="g++ make ninja-build cmake zlib1g-dev libutf8proc-dev \
libstemmer-dev libeigen3-dev nlohmann-json3-dev libcli11-dev \
pkg-config libevent-dev help2man python3"
# shellcheck disable=SC2034  # for those that source this
test_packages="doctest-dev liblinear-tools groff-base doxygen \
libopenmpi-dev openmpi-bin"
# shellcheck disable=SC2034
sanitizer_packages="clang libclang-rt-dev libomp-dev"
# shellcheck disable=SC2034
python_packages="python3-sklearn python3-pandas mypy \
python3-jsonschema python3-pytest python3-pip \
python3-setuptools python3-wheel"
# shellcheck disable=SC2034
packaging_packages="dpkg-dev lintian help2man"
# shellcheck disable=SC2034
tidy_packages="clang-tidy"
# shellcheck disable=SC2034
arm64_packages="g++-aarch64-linux-gnu qemu-user qemu-user-binfmt libgomp1:arm64 \
libstdc++6:arm64 zlib1g-dev:arm64 libutf8proc-dev:arm64 libstemmer-dev:arm64"

me=$(basename "$0")
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
logs=build/logs

say() { echo "$me: $*"; }

give_up() {
  echo "$me: $*" >&2
  exit 1
}

use_logs() {
  logs=$1
  mkdir -p "$logs"
}

# part NAME: ends the part before and starts this one.
parts=""
part() {
  parts="$parts$(date +%s) $*
"
}

print_parts() {
  part in all
  printf '%s' "$parts" | awk '
    { now = $1; sub(/^[0-9]+ /, "") }
    NR == 1 { first = now }
    NR > 1 { printf "%6d s  %s\n", now - last, name }
    { last = now; name = $0 }
    END { printf "%6d s  in all\n", last - first }'
}

# with_progress NAME COMMAND...: COMMAND's output goes to $logs/NAME.log, whose
# last line is shown every four seconds. Returns COMMAND's status.
with_progress() {
  log=$logs/$1.log
  shift
  : >"$log"
  (
    while sleep 4 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
      now=$(tail -n 1 "$log" | cut -c -72)
      [ -z "$now" ] || say "$now"
    done
  ) &
  ticker=$!
  progress_status=0
  "$@" >"$log" 2>&1 </dev/null || progress_status=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  return "$progress_status"
}

# show_failure WHAT: the errors in the log of with_progress, and its end.
show_failure() {
  grep -E '(error|Error|undefined reference)' "$log" | head -n 20 >&2 || true
  tail -n 30 "$log" >&2
  give_up "$1 failed, see $log"
}

# Clang's OpenMP marks each process with a segment of shared memory. One that was
# killed leaves it, perhaps empty, and a later process with its number would end
# with SIGBUS.
remove_dead_segments() {
  for segment in /dev/shm/__KMP_REGISTERED_LIB_*; do
    process=${segment#*LIB_}
    kill -0 "${process%%_*}" 2>/dev/null || rm -f "$segment"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Debian keeps the catalog in lists that a fresh machine does not have.
catalog_is_empty() {
  [ -z "$(apt-cache dumpavail 2>/dev/null | head -n 1)" ]
}

update_lists() {
  say "fetching the package lists (apt-get update)"
  as_root apt-get -qq update || say "apt-get update failed, going on"
}

# install_missing PACKAGE...: installs those that are not there.
install_missing() {
  if ! command -v dpkg-query >/dev/null; then
    say "not a Debian system, taking these as installed: $*"
    return 0
  fi
  missing=
  for package; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null |
      grep -qx installed || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  ! catalog_is_empty || update_lists
  say "installing$missing"
  # shellcheck disable=SC2086  # a list of words
  set -- with_progress install as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -y --no-install-recommends install $missing
  "$@" || { # lists may be out of date
    update_lists
    "$@"
  } || show_failure "installing$missing (as root, or with sudo)"
}

# Installs what compiles for arm64, and has the kernel start its programs with qemu.
# libevent-dev is unpacked in build: it can be installed for one architecture alone.
install_arm64() {
  dpkg --print-foreign-architectures | grep -qx arm64 || {
    as_root dpkg --add-architecture arm64
    update_lists
  }
  # shellcheck disable=SC2086  # a list of words
  install_missing $arm64_packages
  [ -d build/libevent-arm64/usr ] || (
    mkdir -p build/libevent-arm64 && cd build/libevent-arm64 &&
      apt-get -qq download libevent-dev:arm64 && dpkg-deb -x libevent-dev_*.deb .
  ) || give_up "libevent-dev:arm64 cannot be unpacked"
  # shellcheck disable=SC2016  # the variable is that of the inner shell
  /lib/ld-linux-aarch64.so.1 --version >/dev/null 2>&1 || as_root sh -c '
    formats=/proc/sys/fs/binfmt_misc
    [ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats
    cat /usr/lib/binfmt.d/qemu-aarch64.conf >$formats/register
  ' || give_up "the kernel cannot be told to start arm64 programs with qemu"
}

# configure BUILD_DIR ARGUMENTS...: cmake -B BUILD_DIR ARGUMENTS, for ninja if it
# is there: make does not begin with a program's files before its library is made.
configure() {
  if command -v ninja >/dev/null; then
    export CMAKE_GENERATOR="${CMAKE_GENERATOR:-Ninja}"
  fi
  say "configuring $1"
  with_progress configure cmake -B "$@" || show_failure "the configuration"
}

# build_with_progress BUILD_DIR [TARGETS...]
build_with_progress() {
  say "building in $1"
  built_dir=$1
  shift
  with_progress build cmake --build "$built_dir" -j "$jobs" \
    ${1:+--target "$@"} || show_failure "the build"
}
