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
# Whatever takes long says how far it is every four seconds; what it prints
# itself goes to a log, whose end is shown if it fails. JOBS: how many
# compilers at a time, default: as many as there are processors.

# All that semilin needs on Debian 12 and 13, under the names that both know: to
# be built, and to be tested.
# liblinear-tools: the solver that ours is compared with; groff-base: reads the
# manual page; doxygen: checks the comments of the public headers; Open MPI: for
# semilin train under mpirun; cpp-httplib: for semilin label --serve; the command
# is built without them as well.
# shellcheck disable=SC2034  # for those that source this
build_packages="g++ make ninja-build cmake zlib1g-dev libutf8proc-dev \
libstemmer-dev libeigen3-dev nlohmann-json3-dev libcli11-dev \
pkg-config libcpp-httplib-dev"
# shellcheck disable=SC2034  # for those that source this
test_packages="doctest-dev liblinear-tools groff-base doxygen \
libopenmpi-dev openmpi-bin"
# shellcheck disable=SC2034
sanitizer_packages="clang libclang-rt-dev libomp-dev"
# shellcheck disable=SC2034
python_packages="python3-dev pybind11-dev python3-sklearn python3-pandas \
python3-matplotlib python3-pytest python3-pip python3-setuptools \
python3-wheel"
# shellcheck disable=SC2034
packaging_packages="dpkg-dev lintian"

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

# --- how long each part took ----------------------------------------------------

parts="" part_name="" part_start=0

end_part() {
  [ -z "$part_name" ] || parts="$parts$part_name	$(($(date +%s) - part_start))
"
  part_name=""
}

# part NAME: ends the part before and starts this one.
part() {
  end_part
  part_name=$*
  part_start=$(date +%s)
}

print_parts() {
  end_part
  printf '%s' "$parts" | awk -F '\t' '
    { printf "%6d s  %s\n", $2, $1; sum += $2 }
    END { printf "%6d s  in all\n", sum }'
}

# --- long commands ----------------------------------------------------------------

# with_progress LOG SHOW COMMAND...: COMMAND's output goes to LOG; every four
# seconds what the function SHOW prints of it is said. Returns COMMAND's status.
with_progress() {
  progress_log=$1 progress_show=$2
  shift 2
  : >"$progress_log"
  (
    while sleep 4 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
      say "$($progress_show "$progress_log")"
    done
  ) &
  ticker=$!
  progress_status=0
  "$@" >"$progress_log" 2>&1 </dev/null || progress_status=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  return "$progress_status"
}

# The errors in a log, and its end.
show_failure() {
  grep -E '(error|Error|undefined reference)' "$1" | head -n 20 >&2 || true
  echo "... and the end of $1:" >&2
  tail -n 30 "$1" >&2
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

# --- packages -----------------------------------------------------------------------

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@" </dev/null
  elif command -v sudo >/dev/null; then
    sudo "$@" </dev/null
  else
    return 1
  fi
}

installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Debian keeps the catalogue in lists that a fresh machine does not have.
catalogue_is_empty() {
  [ -z "$(apt-cache dumpavail 2>/dev/null | head -n 1)" ]
}

update_lists() {
  say "fetching the package lists (apt-get update)"
  as_root apt-get -qq update || say "apt-get update failed, going on"
}

show_last_line() {
  echo "working: $(tail -n 1 "$1" | cut -c -60)"
}

# install_missing PACKAGE...: installs those that are not there.
install_missing() {
  if ! command -v dpkg-query >/dev/null; then
    say "not a Debian system, taking these as installed: $*"
    return 0
  fi
  missing=
  for package; do
    installed "$package" || missing="$missing $package"
  done
  if [ -z "$missing" ]; then
    say "all packages needed are installed"
    return 0
  fi
  ! catalogue_is_empty || update_lists
  say "installing$missing"
  # shellcheck disable=SC2086  # a list of words
  set -- with_progress "$logs/install.log" show_last_line as_root \
    env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -y --no-install-recommends install $missing
  "$@" || { # lists may be out of date
    update_lists
    "$@"
  } || give_up "cannot install$missing (root or sudo is needed; see \
$logs/install.log)"
}

# --- configuring and building -----------------------------------------------------

# configure BUILD_DIR ARGUMENTS...: cmake -B BUILD_DIR ARGUMENTS, for ninja if it
# is there: make does not begin with a program's files before its library is made.
configure() {
  if command -v ninja >/dev/null; then
    export CMAKE_GENERATOR="${CMAKE_GENERATOR:-Ninja}"
  fi
  configured_dir=$1
  shift
  say "configuring $configured_dir"
  cmake -B "$configured_dir" "$@" >"$logs/configure.log" 2>&1 </dev/null || {
    show_failure "$logs/configure.log"
    give_up "the configuration failed, see $logs/configure.log"
  }
}

# How many files a log of `make` or `ninja` says were compiled.
count_compiled() {
  grep -c 'Building CXX object' "$1" || true
}

# What a build would compile, asked of make or ninja (which name a library anew
# for each program that needs it; where all is to be made CMake knows).
count_to_compile() {
  if [ $# -eq 2 ] && [ -f "$2/compile_commands.json" ] &&
    [ -z "$(find "$2" -name '*.o' | head -n 1)" ]; then
    grep -c '"file":' "$2/compile_commands.json"
  else
    dry_run=-n
    [ ! -f "$2/Makefile" ] || dry_run=-nk
    cmake "$@" -- $dry_run 2>/dev/null |
      sed -n 's/.*Building CXX object //p' | sort -u | wc -l
  fi
}

show_compiled() {
  compiled=$(count_compiled "$1")
  [ "$compiled" -lt "$to_compile" ] || to_compile=$compiled
  echo "compiled $compiled of $to_compile"
}

# build_with_progress BUILD_DIR [TARGETS...]
build_with_progress() {
  built_dir=$1
  shift
  set -- --build "$built_dir" ${1:+--target "$@"}
  to_compile=$(count_to_compile "$@")
  say "building in $built_dir: $to_compile files to compile, $jobs at a time"
  with_progress "$logs/build.log" show_compiled cmake "$@" -j "$jobs" || {
    show_failure "$logs/build.log"
    give_up "the build failed, see $logs/build.log"
  }
  say "compiled $(count_compiled "$logs/build.log"), all is built"
}
