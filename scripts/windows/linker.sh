#!/usr/bin/env bash
# Links reproducible Windows programs with mingw. ld sorts imported functions by the paths of the libraries
# that import them, so we give Rust's libraries numbers as names.
set -euo pipefail
names=$(mktemp -d)
trap 'rm -rf "$names"' EXIT
arguments=()
for argument; do
    if [[ $argument == *.rlib ]]; then
        # These are relative paths, which sort after all absolute paths.
        printf -v name 'lib%04d.rlib' ${#arguments[@]}
        ln -s "$argument" "$names/$name"
        argument=$name
    fi
    arguments+=("$argument")
done
cd "$names"
x86_64-w64-mingw32-gcc "${arguments[@]}"
