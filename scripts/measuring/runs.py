"""Runs programs, times them, and alternates between them."""

import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORES = sorted(os.sched_getaffinity(0))

# A board takes at most this many times as long as the board with one row fewer.
GROWTH = 10


def fail(message):
    sys.exit(f"measure.py: {message}")


class Run:
    """A finished command: its output, and the CPU and wall seconds that it took."""

    def __init__(self, command, threads=1):
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        try:
            done = subprocess.run(
                [str(part).encode("utf-8", "surrogateescape") for part in command],
                capture_output=True,
                text=True,
                errors="replace",
                preexec_fn=lambda: os.sched_setaffinity(0, CORES[-threads:]),
            )
        except OSError as error:
            fail(f"'{command[0]}' does not start: {error.strerror}")
        self.wall_s, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.stdout, self.command = done.stdout, " ".join(str(part) for part in command)
        self.text = done.stdout + done.stderr
        if done.returncode != 0:
            fail(f"'{self.command}' failed with exit code {done.returncode}: {done.stderr.strip()[-300:]}")

    def json(self):
        return json.loads(self.stdout.splitlines()[0])


def alternate(first, second, pairs):
    """Calls both in turn, A B then B A, with the pair's number. Returns their results, pair by pair."""
    found = []
    for pair in range(pairs):
        if pair % 2 == 0:
            a = first(pair)
            found.append((a, second(pair)))
        else:
            b = second(pair)
            found.append((first(pair), b))
    return found


def numbers(text):
    """Parses a list such as 12,16,18-20, and returns it sorted."""
    if not re.fullmatch(r"\d+(-\d+)?(,\d+(-\d+)?)*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of boards as in 12,16,18-20")
    parts = [part.split("-") for part in text.split(",")]
    found = sorted({n for part in parts for n in range(int(part[0]), int(part[-1]) + 1)})
    if not found or found[0] < 1 or found[-1] > 32:
        raise argparse.ArgumentTypeError(f"{text!r} has boards other than 1 to 32, or none")
    return found


def add_options(command, *options):
    """Adds options, each given by its name, default, placeholder and help text."""
    for name, default, metavar, text in options:
        text = f"{text}; default: %(default)s" if text else "default: %(default)s"
        kind = pathlib.Path if isinstance(default, pathlib.Path) else type(default)
        command.add_argument(name, type=kind, default=default, metavar=metavar, help=text)


def build(tree, target):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
    print(f"measure.py: building {tree}, which may take minutes", file=sys.stderr, flush=True)
    subprocess.run("cargo build --release --locked --quiet".split(), check=True, cwd=tree, env=environment)
    return target / "release/queens"


def this_program():
    return pathlib.Path(os.environ["QUEENS"]).resolve() if "QUEENS" in os.environ else build(ROOT, ROOT / "target")


def about(program):
    return Run([program, "count", 8, "--json", "--no-checkpoint", "--quiet"]).json()


def count_command(program, n, method="cross", kernel="auto", threads=1, more="--no-checkpoint --json --quiet"):
    how = f"--method {method} --kernel {kernel} --threads {threads} {more}"
    return [program, "count", n, *how.split()]
