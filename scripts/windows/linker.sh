#!/usr/bin/env bash
# The linker for reproducible Windows programs: mingw's linker, but with numbers instead of the names of
# Rust's libraries, because ld sorts the imported functions by the paths of the libraries that import them.
set -euo pipefail
names=$(mktemp -d)
trap 'rm -rf "$names"' EXIT
arguments=()
for argument; do
    if [[ $argument == *.rlib ]]; then
        # Relative paths, which are sorted after all absolute ones.
        printf -v name 'lib%04d.rlib' ${#arguments[@]}
        ln -s "$argument" "$names/$name"
        argument=$name
    fi
    arguments+=("$argument")
done
cd "$names"
x86_64-w64-mingw32-gcc "${arguments[@]}"
