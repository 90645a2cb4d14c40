#!/usr/bin/env bash
# Publishes sample records, made on the spot, and looks at the page and the charts in headless
# Chromium, at desktop and phone width, in light and dark, with and without JavaScript. Then does
# the same with the records of this repository, and makes sure that results/ is what `queens
# publish` makes of them.
#
#   scripts/check-pages.sh [FOLDER]     FOLDER: where screenshots go, if wanted
#
# Takes about half a minute. QUEENS names the binary; without it a release build is made.
pictures=${1:+$(realpath -m "$1")}
. "$(dirname "$0")/common.sh"
need "chromium chromium-driver fonts-dejavu-core python3-selenium" chromium chromedriver "$SELENIUM"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

look() { timeout --kill-after=10 180 /usr/bin/python3 -B scripts/check_pages.py "$1" ${pictures:+"$pictures/$2"}; }

sample=$work/sample
for kernel in $("$QUEENS" --version | sed -n 's/.*kernels: \(.*\))/\1/p' | tr -d ,); do
    for threads in 1 2; do
        for n in 12 13 14; do
            "$QUEENS" count "$n" --kernel "$kernel" --threads "$threads" --no-checkpoint --record "$sample/records" --quiet
        done
    done
done >/dev/null
"$QUEENS" ladder 6 --json >"$sample/ladder.json"
"$QUEENS" estimate 13..16 --time 0.1 --json >"$sample/estimate.json"
# Programs beside it: some near each other, some that end early, on this machine.
host=$("$QUEENS" count 1 --json --no-checkpoint --quiet | sed 's/.*"host":\({[^}]*}\).*/\1/')
mkdir "$sample/rivals"
factor=3
for program in nearest near "N-Queens with a long name" far farther textbook; do
    cat >"$sample/rivals/$program.json" <<END
{"format": 1, "program": "$program", "version": "1", "source": null, "method": "row by row", "compiler": "cc",
 "command": "./$program {n}", "threads": 1, "host": $host, "cores": $(nproc), "started": "2026-01-02T03:04:05Z",
 "queens": {"version": "0.1.0", "commit": "abc", "command": "queens count {n}"}, "boards": [
 {"n": 12, "solutions": "14200", "seconds": [$((factor * 5)).5], "queens_seconds": [5]},
 {"n": 14, "solutions": "365596", "seconds": [$((factor * 40))], "queens_seconds": [40]}]}
END
    factor=$((factor + factor / 3))
done
"$QUEENS" publish --records "$sample/records" --rivals "$sample/rivals" --output "$sample" --quiet
look "$sample" sample

committed=results again=$work/again
mkdir "$again"
cp -r $committed/{records,rivals,ladder.json,estimate.json} "$again"
cp README.md "$work"
"$QUEENS" publish --records "$again/records" --rivals "$again/rivals" --output "$again" --readme "$work/README.md" --quiet
others=(--exclude=records --exclude=rivals --exclude="ratios*.md" --exclude="soak-*.md" --exclude=n24 --exclude=n28)
if ! diff -r "${others[@]}" "$committed" "$again" >"$work/differences"; then
    head -20 "$work/differences" >&2
    die "results/ is not what \`queens publish\` makes of results/records: run it and commit"
fi
look "$again" committed
