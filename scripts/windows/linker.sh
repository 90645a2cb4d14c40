#!/usr/bin/env bash
# The linker for Windows programs that are the same wherever they are made: mingw's, but with numbers for the
# names of Rust's libraries. ld sorts the imported functions by the paths of the libraries that import them.
set -euo pipefail
names=$(mktemp -d)
trap 'rm -rf "$names"' EXIT
arguments=()
for argument; do
    if [[ $argument == *.rlib ]]; then
        # Relative, and so behind all absolute paths.
        printf -v name 'lib%04d.rlib' ${#arguments[@]}
        ln -s "$argument" "$names/$name"
        argument=$name
    fi
    arguments+=("$argument")
done
cd "$names"
x86_64-w64-mingw32-gcc "${arguments[@]}"
