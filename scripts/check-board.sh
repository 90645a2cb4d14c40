#!/usr/bin/env bash
# Drives the page of `queens board` in headless Chromium, at desktop and phone width, in light and dark: queens are
# placed, conflicts seen, boards solved, undone and shared, by click, touch and keys.
#
#   scripts/check-board.sh [FOLDER]     FOLDER: where screenshots go, if wanted
#
# Takes about half a minute. QUEENS names the binary; without it the page comes from `cargo run`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

code=0
"$here/ensure-browser.sh" || code=$?
if [[ $code == 77 ]]; then
    echo "SKIPPED: the board page was not tested, for chromium, chromedriver or python3 is missing" >&2
    exit 0
elif [[ $code != 0 ]]; then
    exit "$code"
fi

page=$(mktemp -d)
trap 'rm -rf "$page"' EXIT
if [[ -n ${QUEENS:-} ]]; then
    "$QUEENS" board -o "$page/board.html"
else
    (cd "$here/.." && cargo run --quiet -- board -o "$page/board.html")
fi
timeout --foreground --kill-after=10 180 python3 "$here/check_board.py" "$page/board.html" "$@"
