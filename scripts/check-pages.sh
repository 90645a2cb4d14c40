#!/usr/bin/env bash
# Publishes sample records, made on the spot, and looks at the page and the charts in headless Chromium, at desktop and phone
# width, in light and dark, with and without JavaScript. Then does the same with the records of this repository, and makes
# sure that what is committed in results/ is what `queens publish` makes of them.
#
#   scripts/check-pages.sh [FOLDER]     FOLDER: where screenshots go, if wanted
#
# Takes about half a minute. QUEENS names the binary; without it a release build is made.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(dirname "$here")
pictures=${1:+$(realpath -m "$1")}

code=0
"$here/ensure-browser.sh" || code=$?
if [[ $code == 77 ]]; then
    echo "SKIPPED: the published page was not tested, for chromium, chromedriver or python3 is missing" >&2
    exit 0
elif [[ $code != 0 ]]; then
    exit "$code"
fi

if [[ -n ${QUEENS:-} ]]; then
    queens=$(realpath "$QUEENS")
else
    (cd "$repository" && CARGO_TARGET_DIR=$PWD/target cargo build --release --locked --quiet)
    queens=$repository/target/release/queens
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

look() { timeout --kill-after=10 180 python3 "$here/check_pages.py" "$1" ${pictures:+"$pictures/$2"}; }

sample=$work/sample
for kernel in $("$queens" --version | sed -n 's/.*kernels: \(.*\))/\1/p' | tr -d ,); do
    for threads in 1 2; do
        for n in 12 13 14; do
            "$queens" count "$n" --kernel "$kernel" --threads "$threads" --no-checkpoint --record "$sample/records" --quiet
        done
    done
done >/dev/null
"$queens" ladder 6 --json >"$sample/ladder.json"
"$queens" estimate 13..16 --time 0.1 --json >"$sample/estimate.json"
# Programs beside it: some near each other, some that end early, on this machine.
host=$("$queens" count 1 --json --no-checkpoint --quiet | sed 's/.*"host":\({[^}]*}\).*/\1/')
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
"$queens" publish --records "$sample/records" --rivals "$sample/rivals" --output "$sample" --quiet
look "$sample" sample

committed=$repository/results
if [[ -d $committed/records ]]; then
    again=$work/again
    mkdir "$again"
    for made in ladder.json estimate.json; do
        if [[ -e $committed/$made ]]; then cp "$committed/$made" "$again"; fi
    done
    "$queens" publish --records "$committed/records" --rivals "$committed/rivals" --output "$again" --quiet
    if ! diff -r --exclude=records --exclude=rivals --exclude="ratios*.md" --exclude="soak-*.md" "$committed" "$again" >"$work/differences"; then
        head -20 "$work/differences" >&2
        echo "results/ is not what \`queens publish\` makes of results/records: run it and commit" >&2
        exit 1
    fi
    cp -r "$committed/records" "$again"
    look "$again" committed
fi
