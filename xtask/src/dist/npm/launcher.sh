#!/bin/sh
# Starts asq from the npm package of this platform.
#
# It is a shell script and not JavaScript, because a shell can become another program: asq then has the process id,
# the terminal and the parent that it has without npm. asq knows its asker by its parents; node as one of them would
# hide the agent. It also saves the 40 ms that node takes to start.
set -eu

case $(uname -s) in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    *) os=$(uname -s) ;;
esac
case $(uname -m) in
    x86_64 | amd64) cpu=x64 ;;
    aarch64 | arm64) cpu=arm64 ;;
    *) cpu=$(uname -m) ;;
esac
package=@NAME@/$os-$cpu

# npm starts this through links.
self=$0
while [ -L "$self" ]; do
    to=$(readlink "$self")
    case $to in
        /*) self=$to ;;
        *) self=$(dirname "$self")/$to ;;
    esac
done

# Packages are in this package, or next to one of the folders above it.
folder=$(cd "$(dirname "$self")/.." && pwd -P)
while :; do
    program=$folder/node_modules/$package/bin/asq
    [ ! -x "$program" ] || exec "$program" "$@"
    [ "$folder" != / ] || break
    folder=$(dirname "$folder")
done
echo "asq: the package $package is missing." >&2
echo "Install again without --omit=optional. If it is missing then, asq is not made for this platform." >&2
exit 69
