#!/usr/bin/env bash
# Asks bash, zsh and fish themselves: types the beginnings of commands and compares what the shell
# offers. A shell that is not installed is skipped.
#
# Takes a few seconds. QUEENS names the binary; without it a release build is made.
. "$(dirname "$0")/common.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/here/queens-9.run" "$work/here/shards"
touch "$work/here/plan.json"
asker=$PWD/scripts/check_completions.py
cd "$work/here"

# offers SHELL TEXT VALUES: that SHELL completes `queens TEXT` to VALUES.
offers() {
    local asked=(timeout 60 python3 -B "$asker" "$1" "$work/$1" "$2")
    [ "$1" != fish ] || asked=(timeout 60 fish --no-config -c "source $work/fish; complete --do-complete 'queens $2' | cut -f 1")
    expect "$3" "$("${asked[@]}" | sed 's|/$||; s/.*=//' | sort | paste -sd ' ')" "$1: what it offers for 'queens $2'"
}

ask() {
    local shell=$1 directories="queens-9.run shards"
    "$QUEENS" completions "$shell" >"$work/$shell"
    offers "$shell" "sta" "status"
    offers "$shell" "count --method " "auto colours cross rows"
    offers "$shell" "count 20 --method c" "colours cross"
    offers "$shell" "verify --kernel " "auto avx2 avx512 neon portable scalar"
    offers "$shell" "verify q" "queens-9.run"
    offers "$shell" "count 20 --run " "$directories"
    offers "$shell" "merge plan.json --dir " "$directories"
    # Bash offers files, too.
    [ "$shell" != bash ] || offers bash "verify " "plan.json $directories"
    offers "$shell" "work p" "plan.json"
    echo "check-completions: $shell completes commands, values, directories and plans"
}

for shell in bash zsh fish; do
    # What is skipped leaves this subshell only.
    (
        need "$shell" "$shell"
        ask "$shell"
    )
done
