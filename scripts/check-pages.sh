#!/usr/bin/env bash
# Opens the page written by `queens board` in a headless browser, and solves a board.
#
# Takes ten seconds. QUEENS is the program's path. If it is not set, a release build is made.
. "$(dirname "$0")/common.sh"
need "chromium fonts-dejavu-core" chromium

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shown PAGE FRAGMENT SCRIPT: prints the page's elements after running the script. A script error fails the
# check.
shown() {
    local page=${1%.html}-used.html
    # Most containers cannot create the browser's sandbox. We do not need it, because we open only our own
    # pages.
    local browser=(chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/browser"
        --virtual-time-budget=10000 --enable-logging=stderr --dump-dom)
    { cat "$1" && echo "<script>$3</script>"; } >"$page"
    timeout --kill-after=10 120 "${browser[@]}" "file://$page#$2" 2>"$work/log" || { cat "$work/log" >&2; die "no $page"; }
    ! grep CONSOLE "$work/log" >&2 || die "${1##*/} has an error"
}

# contains TEXT PART...
contains() {
    local part
    for part in "${@:2}"; do grep -qF -- "$part" <<<"$1" || die "a page lacks '$part'"; done
}

"$QUEENS" board -o "$work/board.html"
board=$(shown "$work/board.html" "1-------" 'document.querySelector("#solve").click()')
contains "$board" "Solved: all 8 queens are safe." "A solution with these queens" 'aria-label="row 1, column 1: queen"'
expect 7 "$(grep -o ': queen, found"' <<<"$board" | wc -l)" "queens found"
