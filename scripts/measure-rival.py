#!/usr/bin/env python3
"""Measures another program beside `queens`, on the same cores, in turn, and keeps a record for `queens publish`.

  scripts/measure-rival.py --name NAME --version TEXT --compiler TEXT --command 'COMMAND' --boards N,N,...
                           [--count REGEX] [--time REGEX] [--source URL] [--method TEXT] [--threads 1]
                           [--runs 5] [--budget 3600] [--output results/rivals]

  --command 'COMMAND'  what counts a board; {n} stands for N and {threads} for the number of threads
  --count REGEX        finds the count in what the command prints, as group 1; without it the last whole number there
  --time REGEX         finds the seconds that the program says it took, as group 1; `queens` is taken at its word as well then.
                       Without it both are timed from start to end: processor time of one thread, time by the clock of more
  --runs COUNT         pairs of runs of each board; three at most of a board that takes over 10 s, one over 100 s
  --budget SECONDS     leave out a board that will probably take longer: ten times the board before it

A count that differs from that of `queens`, which must agree with the known value, is an error. Both programs are kept on
as many cores as they have threads, which needs Linux. Build the program as its author says and run this on a quiet
machine. QUEENS names the binary; without it a release build is made.

  scripts/measure-rival.py --name "textbook recursion" --version "rung 8 of the ladder" --compiler "that of queens" \\
      --method "a recursion on three words, mirrored" --boards 14,15,16 --command "target/release/queens ladder {n} --json" \\
      --count '"mirror halving"[^}]*"solutions":"([0-9]+)"' --time '"mirror halving"[^}]*"elapsed_s":([0-9.e-]+)'
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import time

LAST_NUMBER = r"(?s).*?([0-9][0-9,']*)[^0-9]*\Z"

# A board takes up to this many times as long as the one before.
GROWTH = 10


def fail(message):
    sys.exit(f"measure-rival.py: {message}")


def run(command, cores):
    """What a command prints, and its seconds on these cores: processor time on one, time by the clock on more."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, text=True, errors="replace",
                              preexec_fn=lambda: os.sched_setaffinity(0, cores))
    except OSError as error:
        fail(f"'{command}' does not start: {error}")
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if len(cores) == 1:
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode != 0:
        fail(f"'{command}' failed with exit code {done.returncode}: {done.stderr.strip()[-300:]}")
    return done.stdout + done.stderr, seconds


def found(pattern, text, command):
    match = re.search(pattern, text)
    if not match:
        fail(f"'{command}' prints nothing that fits {pattern}: {text.strip()[-300:]}")
    return match[1]


class Pair:
    """Both programs on one board."""

    def __init__(self, options, queens, n):
        fill = {"{n}": str(n), "{threads}": str(options.threads)}
        self.command = re.sub(r"\{(n|threads)\}", lambda match: fill[match[0]], options.command)
        self.queens = queens.replace("{n}", str(n))
        self.options, self.cores = options, options.cores
        self.seconds, self.queens_seconds = [], []
        self.solutions = None

    def run_queens(self):
        text, seconds = run(self.queens, self.cores)
        result = json.loads(text.splitlines()[0])
        if result["check"] != "oeis":
            fail(f"no value is known to check the counts of N = {result['n']} against")
        self.solutions = result["solutions"]
        self.queens_seconds.append(result["elapsed_s"] if self.options.time else seconds)

    def run_rival(self):
        text, seconds = run(self.command, self.cores)
        count = re.sub("[,']", "", found(self.options.count, text, self.command))
        if self.solutions is not None and count != self.solutions:
            fail(f"'{self.command}' counts {count} instead of {self.solutions}")
        self.seconds.append(float(found(self.options.time, text, self.command)) if self.options.time else seconds)

    def measure(self):
        self.run_queens()
        self.queens_seconds.clear()
        runs = self.options.runs
        while len(self.seconds) < runs:
            first, second = (self.run_rival, self.run_queens) if len(self.seconds) % 2 == 0 else (self.run_queens, self.run_rival)
            first()
            second()
            slowest = max(self.seconds + self.queens_seconds)
            runs = min(runs, 1 if slowest > 100 else 3 if slowest > 10 else runs)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("name", "version", "compiler", "command", "boards"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--count", default=LAST_NUMBER)
    parser.add_argument("--time")
    parser.add_argument("--source")
    parser.add_argument("--method", default="")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--budget", type=float, default=3600)
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("results/rivals"))
    options = parser.parse_args()
    if not hasattr(os, "sched_setaffinity"):
        fail("this system cannot keep programs on chosen cores: run it on Linux")
    cores = sorted(os.sched_getaffinity(0))
    if not 1 <= options.threads <= len(cores):
        fail(f"--threads {options.threads}: this machine has {len(cores)} cores")
    options.all_cores, options.cores = len(cores), cores[-options.threads:]
    return options


def main():
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    options = arguments()
    binary = os.environ.get("QUEENS", "target/release/queens")
    if "QUEENS" not in os.environ:
        subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], check=True,
                       env={**os.environ, "CARGO_TARGET_DIR": "target"})
    counting = f"count {{n}} --threads {options.threads} --no-checkpoint --json --quiet"
    started = datetime.datetime.now(datetime.timezone.utc)
    about = json.loads(run(f"{binary} count 8 --json --no-checkpoint --quiet", options.cores)[0].splitlines()[0])
    boards, longest = [], 0
    for n in sorted(int(board) for board in options.boards.split(",")):
        if boards and longest * GROWTH ** (n - boards[-1]["n"]) > options.budget:
            print(f"N = {n}: left out, would take up to {longest * GROWTH ** (n - boards[-1]['n']):.0f} s (--budget {options.budget:.0f})")
            break
        pair = Pair(options, f"{binary} {counting}", n)
        pair.measure()
        longest = max(pair.seconds)
        boards.append({"n": n, "solutions": pair.solutions, "seconds": pair.seconds, "queens_seconds": pair.queens_seconds})
        middle = [sorted(runs)[len(runs) // 2] for runs in (pair.seconds, pair.queens_seconds)]
        print(f"N = {n}: {middle[0]:.4g} s, queens {middle[1]:.4g} s, {middle[0] / middle[1]:.3g} times", flush=True)
    record = {
        "format": 1, "program": options.name, "version": options.version, "source": options.source, "method": options.method,
        "compiler": options.compiler, "command": options.command, "threads": options.threads, "host": about["host"],
        "cores": options.all_cores, "started": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "queens": {"version": about["version"], "commit": about["commit"], "command": f"queens {counting}"},
        "boards": boards,
    }
    slug = re.sub("[^a-z0-9]+", "-", options.name.lower()).strip("-")
    path = options.output / f"{slug}-{options.threads}t-{started.strftime('%Y%m%dT%H%M%SZ')}.json"
    options.output.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(json.dumps(record, indent=2) + "\n")
    print(path)


if __name__ == "__main__":
    main()
