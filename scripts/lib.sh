# The other scripts source this: it changes to the repository and finds a working cargo.
# shellcheck shell=bash
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 70

say() { printf '\n== %s\n' "$*" >&2; }

# The oldest Rust that builds asq, as Cargo.toml says: 1.95. Bash alone reads it, for a PATH that has nothing.
needed_rust() {
    local line
    while IFS= read -r line; do
        case $line in 'rust-version = "'*) line=${line#*\"} && printf '%s\n' "${line%%\"*}" && return ;; esac
    done <Cargo.toml
}

# Sets `cargo_problem`: why no cargo here can build asq, in two lines, the second with the way out. Empty if one can.
# rustup looks for its toolchains below HOME. With another or an empty HOME it finds none, although PATH has cargo;
# then we look for them next to that cargo.
look_for_cargo() {
    local cargo bin home needed version
    cargo_problem=
    needed=$(needed_rust)
    if ! cargo=$(command -v cargo); then
        if [ -x "${CARGO_HOME:-${HOME:-}/.cargo}/bin/cargo" ]; then
            cargo_problem="cargo, Rust $needed or newer: ${CARGO_HOME:-$HOME/.cargo}/bin isn't on PATH
. \"${CARGO_HOME:-$HOME/.cargo}/env\""
        else
            cargo_problem="cargo, Rust $needed or newer
https://rustup.rs installs it, on every system"
        fi
        return
    fi
    if ! version=$(cargo --version 2>/dev/null); then
        bin=$(cd "${cargo%/*}" && pwd)
        for home in "$bin/../../.rustup" "$bin/../../rustup" "$bin/../.rustup"; do
            if [ -d "$home/toolchains" ]; then
                RUSTUP_HOME=$(cd "$home" && pwd)
                export RUSTUP_HOME
                version=$(cargo --version 2>/dev/null) && break
            fi
        done
    fi
    version=${version#cargo }
    version=${version%% *}
    if [ -z "$version" ]; then
        cargo_problem="cargo, Rust $needed or newer: $cargo has no toolchain that works
rustup default stable (or set RUSTUP_HOME)"
    elif is_older "$version" "$needed"; then
        cargo_problem="cargo, Rust $needed or newer: $cargo is $version
rustup update stable; without rustup: https://rustup.rs installs a newer one"
    fi
}

# Whether the version $1 (1.63.0) is older than $2 (1.95).
is_older() {
    local major minor
    major=${1%%.*} minor=${1#*.} minor=${minor%%[!0-9]*}
    [ "$major" -lt "${2%%.*}" ] || { [ "$major" -eq "${2%%.*}" ] && [ "$minor" -lt "${2#*.}" ]; }
}

find_cargo() {
    look_for_cargo
    [ -z "$cargo_problem" ] && return
    printf 'This is missing: %s\n' "$cargo_problem" >&2
    exit 69
}

# Whether a C compiler is here, with the headers of the C library.
compiles_c() {
    # On macOS there is always a cc, which only offers to install one.
    if [ "${OSTYPE#darwin}" != "$OSTYPE" ]; then xcode-select -p >/dev/null 2>&1 || return; fi
    cc -E -x c - >/dev/null 2>&1 <<<'#include <stdlib.h>'
}

# Stops with all that a build lacks, and how to get it, before anything is downloaded. $1: what needs it.
need_build_tools() {
    look_for_cargo
    local missing=
    if [ -n "$cargo_problem" ]; then
        missing="
  ${cargo_problem//$'\n'/$'\n'      }
"
    fi
    compiles_c || missing+="
  a C compiler (cc), with the headers of the C library
      Debian, Ubuntu   sudo apt install gcc libc6-dev
      Fedora           sudo dnf install gcc
      Arch             sudo pacman -S gcc
      macOS            xcode-select --install
"
    [ -z "$missing" ] && return
    printf '%s builds asq, and this is missing:\n%s\nNothing was downloaded or changed.\n' "$1" "$missing" >&2
    exit 69
}
