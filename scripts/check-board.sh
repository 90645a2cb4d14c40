#!/usr/bin/env bash
# Drives the page of `queens board` in headless Chromium, at desktop and phone width, in light and
# dark: places queens, sees conflicts, solves, undoes and shares boards, by click, touch and keys.
#
#   scripts/check-board.sh [FOLDER]     FOLDER: where screenshots go, if wanted
#
# Takes about half a minute. QUEENS names the binary; without it a release build is made.
pictures=${1:+$(realpath -m "$1")}
. "$(dirname "$0")/common.sh"
need "chromium chromium-driver fonts-dejavu-core python3-selenium" chromium chromedriver "$SELENIUM"

page=$(mktemp -d)
trap 'rm -rf "$page"' EXIT
"$QUEENS" board -o "$page/board.html"
timeout --foreground --kill-after=10 180 /usr/bin/python3 -B scripts/check_board.py "$page/board.html" ${pictures:+"$pictures"}
