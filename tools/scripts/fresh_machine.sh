#!/bin/sh
# Does the project work on a machine that has just been installed? Makes the
# system of a Debian release in a folder, clones what is committed here into it,
# and runs ./quickstart and ./check there, as a new user would.
#
#   tools/scripts/fresh_machine.sh [--mirror URL] [--wheel FILE] RELEASE FOLDER
#                                  [COMMAND...]
#
# RELEASE: bookworm, trixie... FOLDER becomes the system; one that is there is
# used again, with the packages that it has, for a new clone. COMMAND: what to
# run, each an argument, instead of "./quickstart" "./check"; with --wheel, which
# names a wheel that this machine made, it is tools/scripts/try_wheel.sh. Packages
# come from URL, default: the first archive that this machine's apt knows. With
# SEMILIN_DATA set, the tests see its folder.
#
# Needs root, debootstrap and git, and 5 GB. Prints each command's last lines
# and what failed; the logs stay in FOLDER/root/semilin. Status 1 if any failed.
set -eu
cd "$(dirname "$0")/../.."

usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' tools/scripts/fresh_machine.sh
  exit "$1"
}

# The archive that this machine's packages come from.
first_mirror() {
  # shellcheck disable=SC2016  # fields of apt's
  apt-get indextargets --format '$(SITE) $(LABEL)' 'Created-By: Packages' |
    awk '$2 == "Debian" { print $1; exit }'
}

# What a system needs to reach the archive as this one does.
share_network() {
  cp /etc/resolv.conf /etc/hosts "$root/etc"
  apt-config dump | grep -i '^Acquire::https\?::Proxy' \
    >"$root/etc/apt/apt.conf.d/90proxy" || true
}

# debootstrap leaves a folder of its name until it is done.
make_system() {
  [ ! -e "$root/etc/debian_version" ] || [ -e "$root/debootstrap" ] || return 0
  echo "making the system of $release in $root"
  mkdir -p "$root"
  debootstrap --variant=minbase --include=ca-certificates "$release" "$root" \
    "${mirror:-$(first_mirror)}" >"$root.log" 2>&1 || {
    tail "$root.log" >&2
    exit 1
  }
}

clone_project() {
  rm -rf "$clone"
  git clone -q --no-hardlinks . "$clone"
}

# run COMMAND: in the system, in a name space of its own, so that what it mounts
# and starts goes with it.
run() {
  # shellcheck disable=SC2016  # $1 to $3 are those of the inner shell
  unshare --mount --pid --fork --kill-child sh -c '
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    mount --rbind /sys "$1/sys"
    [ -z "$3" ] || {
      mkdir -p "$1/data"
      mount --bind "$3" "$1/data"
    }
    exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
      LANG=C.UTF-8 ${JOBS:+JOBS="$JOBS"} ${3:+SEMILIN_DATA=/data} \
      sh -c "cd /root/semilin && $2"
  ' sh "$root" "$1" "${SEMILIN_DATA:-}"
}

mirror="" wheel=""
while [ $# -gt 0 ]; do
  case $1 in
    --mirror)
      [ $# -gt 1 ] || usage 2 >&2
      mirror=$2
      shift
      ;;
    --wheel)
      [ $# -gt 1 ] || usage 2 >&2
      wheel=$2
      shift
      ;;
    -h | --help) usage 0 ;;
    -*) usage 2 >&2 ;;
    *) break ;;
  esac
  shift
done
[ $# -ge 2 ] || usage 2 >&2
release=$1 root=$2
clone=$root/root/semilin
shift 2
[ -z "$wheel" ] || [ $# -gt 0 ] ||
  set -- "tools/scripts/try_wheel.sh $(basename "$wheel")"
[ $# -gt 0 ] || set -- ./quickstart ./check

make_system
share_network
clone_project
[ -z "$wheel" ] || cp "$wheel" "$clone"
failed=""
number=0
for command; do
  number=$((number + 1))
  log=$clone/command-$number.log
  echo "== $release: $command"
  run "$command" >"$log" 2>&1 || failed="$failed
  $command ($log)"
  tail -n 25 "$log"
done
[ -z "$failed" ] || {
  echo "Failed on $release:$failed"
  exit 1
}
# shellcheck disable=SC2016  # a variable of the system's
run '. /etc/os-release && echo "All done on $PRETTY_NAME"'
