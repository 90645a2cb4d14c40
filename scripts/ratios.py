#!/usr/bin/env python3
"""Measures the ratios that this program promises and writes them to results/ratios.md.

Two commands are run in turn, A B then B A, and every pair gives a ratio; the table has the median and the extremes.
Processor time of the whole command, start-up and split included, except where threads are compared: wall time there.
Run it on a quiet machine, from a commit without changes.

  scripts/ratios.py [--pairs 7] [--up-to 22] [--foreign FILE.cpp] [--halves FILE.cpp] [--threads-only] [--output results/ratios.md]

  --up-to N            leaves out what counts larger boards; N = 20 and 22 take most of the time
  --foreign FILE.cpp   a C++ program that counts N given as its argument, on one thread, to compare the search with
  --halves FILE.cpp    a C++ program that counts even N, given N, 1 and the digits it compares for the flip along a diagonal, to
                       compare halves with
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

QUEENS = os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "release/queens")

# Every K-th unit of N = 22 is the sample of it: about half a minute of the search.
SAMPLE = 200


def seconds(command, wall=False, environment=None):
    """Processor or wall seconds that a command takes."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **(environment or {})})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if wall:
        return time.monotonic() - began
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def count(n, kernel="avx512", threads=1, split="cross"):
    return [QUEENS, "count", str(n), "--threads", str(threads), "--kernel", kernel, "--split", split, "--no-checkpoint"]


def ratios(slow, fast, pairs, wall=False):
    """B / A for every pair, A the one that is expected to be faster; both are run once before. A command may be a function
    that makes the command of a pair from its number."""
    commands = [command if callable(command) else lambda _, same=command: same for command in (slow, fast)]
    for command in commands:
        seconds(command(0), wall)
    found = []
    for i in range(pairs):
        order = commands if i % 2 else commands[::-1]
        times = {command: seconds(command(i), wall) for command in order}
        found.append(times[commands[0]] / times[commands[1]])
    return found


def shown(command):
    """A command as it is typed."""
    return " ".join(["queens", *command[1:]])


def rungs(n, cpu):
    """Seconds of every rung of the ladder that runs at this size, by name; `cpu` plays a processor."""
    out = subprocess.run([QUEENS, "ladder", str(n), "--json", "--quiet"], check=True, capture_output=True,
                         env={**os.environ, "QUEENS_CPU": cpu})
    report = json.loads(out.stdout)
    return {rung["name"]: rung["elapsed_s"] for rung in report["rungs"] if "elapsed_s" in rung}


def kernels(row, few, pairs):
    """The kernels of the search against the textbook and against each other."""
    for n in (14, 16):
        repeats = [(rungs(n, "scalar"), rungs(n, "avx512")) for _ in range(few)]
        for rung, name, side in (("central cross", "`scalar`", 0), ("batches", "`portable`", 0), ("batches", "`avx512`", 1)):
            values = [pair[side]["mirror halving"] / pair[side][rung] for pair in repeats]
            cpu = ("scalar", "avx512")[side]
            row(f"textbook recursion / {name}, N = {n}", values, f"QUEENS_CPU={cpu} queens ladder {n}")

    for n in (16, 18):
        values = ratios(count(n, kernel="avx2"), count(n), pairs)
        row(f"`avx512` time / `avx2` time, N = {n}", [1 / value for value in values],
            shown(count(n, kernel="avx2")))


def against(source, row, pairs):
    """The fastest kernel against a foreign program."""
    with tempfile.TemporaryDirectory() as folder:
        foreign = os.path.join(folder, "foreign")
        subprocess.run(["g++", "-O3", "-march=native", source, "-o", foreign], check=True)
        for n in (16, 17, 18, 19):
            values = ratios([foreign, str(n)], count(n), pairs if n < 19 else 2)
            row(f"research program / `avx512`, N = {n}", values, shown(count(n)))


def methods(row, few, pairs, up_to):
    """The search against halves."""
    for n, kernel in ((18, "avx512"), (19, "avx512"), (20, "avx512"), (20, "avx2")):
        if n <= up_to:
            halves = count(n, kernel, split="halves")
            values = ratios(count(n, kernel), halves, pairs if n < 20 else few)
            row(f"search `{kernel}` / halves `{kernel}`, N = {n}", values, shown(halves))
    if up_to >= 22:
        with tempfile.TemporaryDirectory() as folder:
            work = {}
            for split in ("cross", "halves"):
                plan = os.path.join(folder, f"{split}.json")
                command = [QUEENS, "plan", "22", "--shards", str(SAMPLE), "--split", split, "-o", plan]
                subprocess.run(command, check=True, capture_output=True)
                # Every pair another shard, as pieces of the same size of the whole.
                work[split] = lambda i, plan=plan: [QUEENS, "work", plan, "--shards", str(i), "--threads", "1", "--kernel", "avx512",
                                                    "--dir", plan + ".shards", "--fresh"]
            row(f"search `avx512` / halves `avx512`, N = 22, one shard of {SAMPLE}", ratios(work["cross"], work["halves"], few),
                "queens work n22-halves.json --shards I --threads 1 --kernel avx512 --dir shards")


def against_halves(source, row, pairs, up_to):
    """The prototype of halves against halves."""
    with tempfile.TemporaryDirectory() as folder:
        foreign = os.path.join(folder, "foreign")
        subprocess.run(["g++", "-O3", "-march=native", source, "-o", foreign], check=True)
        for n, digits in ((18, 1), (20, 2)):
            if n <= up_to:
                halves = count(n, split="halves")
                values = ratios([foreign, str(n), "1", str(digits)], halves, pairs)
                row(f"prototype of halves, K = {digits} / halves `avx512`, N = {n}", values, shown(halves))


def automatic(row, few, pairs, up_to):
    """The split that is chosen against the better one of the two, all three in turn."""
    for n in range(8, min(up_to, 20) + 1):
        # A board of milliseconds is counted several times, or the start of the program is all that is seen.
        times = max(1, 10 * (17 - n))
        found = []
        for i in range(pairs if n < 19 else few):
            splits = ["auto", "cross", "halves"]
            splits = splits[i % 3:] + splits[:i % 3]
            spent = {split: sum(seconds(count(n, "auto", split=split)) for _ in range(times)) for split in splits}
            found.append(spent["auto"] / min(spent["cross"], spent["halves"]))
        row(f"`auto` / the better of search and halves, N = {n}", found, shown(count(n, "auto", split="auto")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--up-to", type=int, default=22)
    parser.add_argument("--foreign")
    parser.add_argument("--halves")
    parser.add_argument("--threads-only", action="store_true")
    parser.add_argument("--output", default="results/ratios.md")
    options = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], check=True)
    rows, few = [], max(3, options.pairs // 2)

    def row(what, values, command):
        low, high = min(values), max(values)
        rows.append(f"| {what} | **{statistics.median(values):.2f}** | {low:.2f} to {high:.2f} | `{command}` |")
        print(rows[-1], flush=True)

    if options.threads_only:
        with open(options.output, encoding="utf-8") as old:
            rows = [line.rstrip() for line in old if line.startswith("| ") and "**" in line and "wall time" not in line]
    else:
        kernels(row, few, options.pairs)
        methods(row, few, options.pairs, options.up_to)
        automatic(row, few, options.pairs, options.up_to)
        if options.foreign:
            against(options.foreign, row, options.pairs)
        if options.halves:
            against_halves(options.halves, row, few, options.up_to)
    for n, split in ((17, "cross"), (18, "cross"), (20, "halves")):
        if n <= options.up_to:
            one, two = (count(n, threads=threads, split=split) for threads in (1, 2))
            row(f"one thread / two threads, wall time, {split}, N = {n}", ratios(one, two, options.pairs if n < 20 else few, wall=True),
                shown(two))

    about = json.loads(subprocess.run([QUEENS, "count", "8", "--json"], check=True, capture_output=True).stdout)
    version = subprocess.run(["rustc", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    with open(options.output, "w", encoding="utf-8") as out:
        out.write("# Ratios\n\n"
                  f"Made by `scripts/ratios.py` on {datetime.date.today()}: {about['host']['cpu']}, {os.cpu_count()} cores, "
                  f"commit {about['commit']}, {version}.\n"
                  "Each is the median of pairs of runs made in turn, A B then B A, with the least and the greatest pair. "
                  "Processor time of the whole command, split included, unless it says wall time. The textbook recursion is "
                  "shifted bit masks with mirror halving, one thread. The research program is the AVX-512 prototype that the "
                  "batched kernel started from, the prototype of halves the one that halves started from, both built by "
                  "`g++ -O3 -march=native`.\n\n"
                  "| ratio | median | spread | command |\n|---|---|---|---|\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
