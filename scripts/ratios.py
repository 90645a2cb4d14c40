#!/usr/bin/env python3
"""Measures the ratios that this program promises and writes them to results/ratios.md.

Two commands are run in turn, A B then B A, and every pair gives a ratio; the table has the median and the extremes.
Processor time of the whole command, start-up and split included, except where threads are compared: wall time there.
Run it on a quiet machine, from a commit without changes.

  scripts/ratios.py [--pairs 7] [--foreign FILE.cpp] [--threads-only] [--output results/ratios.md]

  --foreign FILE.cpp   a C++ program that counts N given as its argument, on one thread, to compare with
  --threads-only       measures the rows about threads again and leaves the others of the file as they are: they alone
                       are spoilt by anything else that runs
"""

import argparse
import datetime
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time

QUEENS = "target/release/queens"


def seconds(command, wall=False, environment=None):
    """Processor or wall seconds that a command takes."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **(environment or {})})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if wall:
        return time.monotonic() - began
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def count(n, *options, kernel="avx512", threads=1):
    return [QUEENS, "count", str(n), "--threads", str(threads), "--kernel", kernel, "--no-checkpoint", *options]


def ratios(slow, fast, pairs, wall=False):
    """B / A for every pair, A the one that is expected to be faster; both are run once before."""
    seconds(fast, wall)
    seconds(slow, wall)
    found = []
    for i in range(pairs):
        first, second = (fast, slow) if i % 2 == 0 else (slow, fast)
        times = {id(first): seconds(first, wall), id(second): seconds(second, wall)}
        found.append(times[id(slow)] / times[id(fast)])
    return found


def rungs(n, cpu):
    """Seconds of every rung of the ladder that runs at this size, by name; `cpu` plays a processor."""
    out = subprocess.run([QUEENS, "ladder", str(n), "--json", "--quiet"], check=True, capture_output=True,
                         env={**os.environ, "QUEENS_CPU": cpu})
    report = json.loads(out.stdout)
    return {rung["name"]: rung["elapsed_s"] for rung in report["rungs"] if "elapsed_s" in rung}


def kernels(row, few, pairs):
    """The kernels against the textbook and against each other."""
    for n in (14, 16):
        repeats = [(rungs(n, "scalar"), rungs(n, "avx512")) for _ in range(few)]
        for rung, name, side in (("central cross", "`scalar`", 0), ("batches", "`portable`", 0), ("batches", "`avx512`", 1)):
            values = [pair[side]["mirror halving"] / pair[side][rung] for pair in repeats]
            cpu = ("scalar", "avx512")[side]
            row(f"textbook recursion / {name}, N = {n}", values, f"QUEENS_CPU={cpu} queens ladder {n}")

    for n in (16, 18):
        values = ratios(count(n, kernel="avx2"), count(n), pairs)
        row(f"`avx512` time / `avx2` time, N = {n}", [1 / value for value in values],
            f"queens count {n} --threads 1 --kernel avx2")


def against(source, row, pairs):
    """The fastest kernel against a foreign program."""
    with tempfile.TemporaryDirectory() as folder:
        foreign = os.path.join(folder, "foreign")
        subprocess.run(["g++", "-O3", "-march=native", source, "-o", foreign], check=True)
        for n in (16, 17, 18, 19):
            values = ratios([foreign, str(n)], count(n), pairs if n < 19 else 2)
            row(f"research program / `avx512`, N = {n}", values, f"queens count {n} --threads 1 --kernel avx512")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--foreign")
    parser.add_argument("--threads-only", action="store_true")
    parser.add_argument("--output", default="results/ratios.md")
    options = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], check=True)
    rows = []

    def row(what, values, command):
        low, high = min(values), max(values)
        rows.append(f"| {what} | **{statistics.median(values):.2f}** | {low:.2f} to {high:.2f} | `{command}` |")
        print(rows[-1], flush=True)

    if options.threads_only:
        with open(options.output, encoding="utf-8") as old:
            rows = [line.rstrip() for line in old if line.startswith("| ") and "**" in line and "wall time" not in line]
    else:
        kernels(row, max(3, options.pairs // 2), options.pairs)
        if options.foreign:
            against(options.foreign, row, options.pairs)
    for n in (17, 18):
        row(f"one thread / two threads, wall time, N = {n}", ratios(count(n), count(n, threads=2), options.pairs, wall=True),
            f"queens count {n} --threads 2")

    about = json.loads(subprocess.run([QUEENS, "count", "8", "--json"], check=True, capture_output=True).stdout)
    version = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    with open(options.output, "w", encoding="utf-8") as out:
        out.write("# Ratios\n\n"
                  f"Made by `scripts/ratios.py` on {datetime.date.today()}: {about['host']['cpu']}, {os.cpu_count()} cores, "
                  f"commit {about['commit']}, {version}.\n"
                  "Each is the median of pairs of runs made in turn, A B then B A, with the least and the greatest pair. "
                  "Processor time of the whole command, split included, unless it says wall time. The textbook recursion is "
                  "shifted bit masks with mirror halving, one thread. The research program is the AVX-512 prototype that the "
                  "batched kernel started from, built by `g++ -O3 -march=native`.\n\n"
                  "| ratio | median | spread | command |\n|---|---|---|---|\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
