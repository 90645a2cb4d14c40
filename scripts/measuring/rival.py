"""Compares another program with this one, and writes a record for `queens publish`."""

import argparse
import contextlib
import datetime
import json
import os
import re
import shlex

from .runs import CORES, GROWTH, ROOT, Run, about, add_options, alternate, count_command, fail, numbers, this_program

LAST_NUMBER = r"(?s).*?([0-9][0-9,']*)[^0-9]*\Z"


def group(pattern, text, command):
    match = pattern.search(text)
    if not match:
        fail(f"'{command}' prints nothing that fits {pattern.pattern}: {text.strip()[-300:]}")
    return match[1]


def utf8(text):
    """Decodes an option as UTF-8, whatever the locale: a record is UTF-8."""
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeDecodeError:
        raise argparse.ArgumentTypeError(f"{ascii(text)} is not UTF-8") from None


def pattern(text):
    try:
        found = re.compile(utf8(text))
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a regular expression: {error}") from None
    if found.groups < 1:
        raise argparse.ArgumentTypeError(f"{text!r} has no group: put the number in parentheses")
    return found


def command_line(text):
    try:
        words = shlex.split(utf8(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a command: {error}") from None
    if not words:
        raise argparse.ArgumentTypeError("it is empty")
    return utf8(text)


@contextlib.contextmanager
def new_file(path):
    """Creates a file before anything is measured, and removes it if nothing gets written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("x", encoding="utf-8")
    except OSError as error:
        fail(f"cannot write the record: {error}")
    try:
        with file:
            yield file
    finally:
        if path.stat().st_size == 0:
            path.unlink()


class Rivalry:
    """Both programs on one board."""

    def __init__(self, options, queens, n):
        fill = {"{n}": str(n), "{threads}": str(options.threads)}
        command = re.sub(r"\{(n|threads)\}", lambda match: fill[match[0]], options.command)
        self.command = shlex.split(command)
        self.queens = count_command(queens, n, "auto", "auto", options.threads)
        self.options, self.n, self.solutions = options, n, None

    def seconds(self, run, own):
        """Returns the time that the program itself reports, if --time is set; otherwise, the whole command's time."""
        if self.options.time:
            return own()
        return run.cpu_s if self.options.threads == 1 else run.wall_s

    def run_queens(self, _=None):
        run = Run(self.queens, self.options.threads)
        result = run.json()
        if not any(check["name"] == "oeis" for check in result["checks"]):
            fail(f"no value is known to check the counts of N = {self.n} against")
        self.solutions = result["solutions"]
        return self.seconds(run, lambda: result["wall_s"])

    def run_rival(self, _=None):
        run = Run(self.command, self.options.threads)
        count = re.sub("[,']", "", group(self.options.count, run.text, run.command))
        if count != self.solutions:
            fail(f"'{run.command}' counts {count} instead of {self.solutions}")
        return self.seconds(run, lambda: float(group(self.options.time, run.text, run.command)))

    def measure(self):
        """Returns pairs of times in seconds, the rival's first."""
        self.run_queens()
        pairs = alternate(self.run_rival, self.run_queens, 1)
        most = 1 if max(pairs[0]) > 1000 else 3 if max(pairs[0]) > 10 else self.options.pairs
        return pairs + alternate(self.run_rival, self.run_queens, min(self.options.pairs, most) - 1)


def measure_rival(options):
    if not 1 <= options.threads <= len(CORES):
        fail(f"--threads {options.threads}: this machine has {len(CORES)} cores")
    started = datetime.datetime.now(datetime.timezone.utc)
    slug = re.sub("[^a-z0-9]+", "-", options.name.lower()).strip("-") or "program"
    path = options.output / f"{slug}-{options.threads}t-{started.strftime('%Y%m%dT%H%M%SZ')}.json"
    with new_file(path) as file:
        file.write(json.dumps(compared(options, started), indent=2) + "\n")
    print(path)


def compared(options, started):
    """Measures all boards, and returns the record."""
    queens, boards, longest = this_program(), [], 0
    for n in options.boards:
        predicted = longest * GROWTH ** (n - boards[-1]["n"]) if boards else 0
        if predicted > options.budget:
            print(f"N = {n}: skipped, would take up to {predicted:.0f} s (--budget {options.budget:.0f})")
            break
        rivalry = Rivalry(options, queens, n)
        pairs = rivalry.measure()
        theirs, ours = (list(side) for side in zip(*pairs))
        longest = max(theirs)
        boards.append({"n": n, "solutions": rivalry.solutions, "seconds": theirs, "queens_seconds": ours})
        a, b = min(theirs), min(ours)
        print(f"N = {n}: {a:.4g} s, queens {b:.4g} s, {a / b:.3g} times", flush=True)
    own = about(queens)
    of_queens = " ".join(map(str, count_command("queens", "{n}", "auto", "auto", options.threads)))
    return {
        "format": 1, "program": options.name, "version": options.version, "source": options.source,
        "method": options.method, "compiler": options.compiler,
        # The binary's path on this machine means nothing elsewhere.
        "command": re.sub(r"(?<!\S)/\S*/", "", options.command),
        "threads": options.threads, "host": own["host"], "cores": len(CORES),
        "started": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "queens": {"version": own["version"], "commit": own["commit"], "command": of_queens},
        "boards": boards,
    }


RIVAL = """Another program, alternating with queens on the same cores. Both must find the known value. Build the program as its
author says and run this on a quiet machine.

  scripts/measure.py rival --name "textbook recursion" --version "rung 8 of the ladder" --compiler "that of queens" \\
      --method "a recursion on three words, mirrored" --boards 14-16 --command "target/release/queens ladder {n} --json" \\
      --count '"mirror halving"[^}]*"solutions":"([0-9]+)"' --time '"mirror halving"[^}]*"wall_s":([0-9.e-]+)'"""


def add_to(command):
    rival = command("rival", measure_rival, RIVAL)
    for name, text in (
        ("name", "name of the other program in the tables"),
        ("version", "its version, or its commit"),
        ("compiler", "its compiler, with the options that matter"),
    ):
        rival.add_argument(f"--{name}", required=True, type=utf8, metavar="TEXT", help=text)
    counts = "counts a board; {n} stands for N, {threads} for the number of threads"
    rival.add_argument("--command", required=True, type=command_line, help=counts)
    rival.add_argument("--boards", type=numbers, required=True, metavar="LIST", help="as in 12,16,18-20")
    total = "finds the count in what the command prints, as group 1; default: the last whole number"
    rival.add_argument("--count", type=pattern, default=LAST_NUMBER, metavar="REGEX", help=total)
    time = (
        "finds the seconds that the program says it took, as group 1; the time of queens is then also the one it reports. By default, both are "
        "timed from start to end: CPU time of one thread, wall time of several"
    )
    rival.add_argument("--time", type=pattern, metavar="REGEX", help=time)
    rival.add_argument("--source", type=utf8, metavar="URL", help="its web page")
    rival.add_argument("--method", type=utf8, default="", metavar="TEXT", help="how it counts, in a few words")
    add_options(
        rival,
        ("--threads", 1, "COUNT", "of each program"),
        ("--pairs", 5, "COUNT", "of runs of each board; three at most of one that takes over 10 s, one over 1000 s"),
        ("--budget", 3600.0, "SECONDS", "skip a board that probably takes longer: ten times the one before it"),
        ("--output", ROOT / "results" / "rivals", "FOLDER", "where the record is written"),
    )
