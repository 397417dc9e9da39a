# The other scripts source this: it changes to the repository and finds a working cargo.
# shellcheck shell=bash
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 70

say() { printf '\n== %s\n' "$*" >&2; }

# rustup looks for its toolchains below HOME. With another or an empty HOME it finds none, although PATH has cargo;
# then we look for them next to that cargo.
find_cargo() {
    local cargo bin home
    if ! cargo=$(command -v cargo); then
        echo "asq needs cargo, Rust 1.95 or newer, on PATH; rustup installs it." >&2
        exit 69
    fi
    cargo --version >/dev/null 2>&1 && return
    bin=$(cd "$(dirname "$cargo")" && pwd)
    for home in "$bin/../../.rustup" "$bin/../../rustup" "$bin/../.rustup"; do
        if [ -d "$home/toolchains" ]; then
            RUSTUP_HOME=$(cd "$home" && pwd)
            export RUSTUP_HOME
            cargo --version >/dev/null 2>&1 && return
        fi
    done
    echo "cargo is on PATH but has no toolchain that works; set RUSTUP_HOME, or run: rustup default stable" >&2
    exit 69
}
