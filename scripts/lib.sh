# Shared by the scripts: the project's root, finding Python and Node, Debian packages, and stamps of finished steps.
# Sourced, never run.

set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV=$ROOT/.venv
cd "$ROOT"
# Each of the many processes would compile the sources anew.
unset PYTHONDONTWRITEBYTECODE

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# stamp_of FILE...: one hash over names and contents
stamp_of() { cat <(printf '%s\n' "$@") "$@" | sha256sum | cut -c1-32; }

# fresh STAMP_FILE HASH: true when the step that wrote the stamp need not run again
fresh() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# has_library NAME: whether the linker knows it; not a pipe, since grep -q would break it off, and ldconfig is on root's PATH only
has_library() { [[ "$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null)" == *"$1"* ]]; }

# need_debian COMMAND_OR_LIBRARY PACKAGE...: install with apt-get when root, else say what to type
need_debian() {
  local probe=$1
  shift
  if command -v "$probe" >/dev/null 2>&1 || has_library "$probe" || { [ "${probe#/}" != "$probe" ] && compgen -G "$probe" >/dev/null; }; then
    return 0
  fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Installing $* (Debian packages)"
    if ! DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >/dev/null 2>&1; then
      apt-get update -q >/dev/null
      DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >/dev/null
    fi
  else
    die "$probe is missing. Install it with: sudo apt-get install $*"
  fi
}

# need_containers: what builds the images on a base of this machine's own and starts them, without a daemon
need_containers() {
  [ "$(id -u)" = 0 ] || die "Building the images on a base of this machine's own needs root. Run it with: sudo $0 $*"
  need_debian podman podman
  need_debian runc runc
  need_debian /usr/lib/podman/netavark netavark
  need_debian iptables iptables
  need_debian debootstrap debootstrap
}

find_python() {
  local candidate
  for candidate in python3.11 python3 python3.12 python3.13; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
  die "Python 3.11 or later with venv is needed. On Debian: sudo apt-get install python3 python3-venv"
}

# pip_settings: what pip on this machine is told in its settings, a line for each
pip_settings() {
  local pip
  for pip in "$VENV/bin/pip" pip pip3; do
    if command -v "$pip" >/dev/null; then
      "$pip" config list 2>/dev/null
      return
    fi
  done
}

# pip_setting NAME: one of them, on one line; PIP_SETTINGS may have them all
pip_setting() {
  sed -n "s/^[a-z:]*\.$1='\(.*\)'\$/\1/p" <<<"${PIP_SETTINGS-$(pip_settings)}" | head -1 | sed 's/\\n/ /g; s/^ *//'
}

# Put a Node of version 20 or later on PATH: the machine's own, else the one from PyPI inside .venv
use_node() {
  if command -v npm >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null; then
    return
  fi
  export PATH="$VENV/bin:$PATH"
  if ! command -v "$VENV/bin/node" >/dev/null; then
    say "Installing Node.js from PyPI"
    "$VENV/bin/pip" install -q --require-hashes -r "$ROOT/scripts/requirements-node.lock"
  fi
}
