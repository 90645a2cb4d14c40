"""What the phases of the crash suite share: starting and stopping the program, and reading a run directory without it.

Nothing here uses the program's own code: the ledger is read by docs/run-directory.md, with the CRC of zlib.
"""

import contextlib
import json
import math
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import threading
import time
import zlib

# OEIS A000170.
TOTALS = {
    12: 14200, 13: 73712, 14: 365596, 15: 2279184, 16: 14772512, 17: 95815104, 18: 666090624, 19: 4968057848,
    20: 39029188884, 21: 314666222712, 22: 2691008701644,
}

# Longer than anything here takes on a busy machine: what takes longer hangs.
HANGS_S = 180


class Failure(Exception):
    """The program did not do what it promises."""


def expect(holds, what):
    if not holds:
        raise Failure(what)


def clean_up_on_sigterm():
    """Makes SIGTERM an exception, so that what was started is stopped."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))


class Ended:
    """How a run of the program ended: exit code (negative: the signal that killed it) and what it printed."""

    def __init__(self, arguments, code, out, err):
        self.arguments, self.code, self.out, self.err = arguments, code, out, err
        expect("panicked" not in err and code != 101, f"a panic: {self}")

    def __str__(self):
        return f"`queens {' '.join(self.arguments)}` exited {self.code}, stdout {self.out!r}, stderr {self.err!r}"

    def expect(self, codes, *says):
        """Asserts one of these exit codes, and that stderr says all of this."""
        codes = codes if isinstance(codes, tuple) else (codes,)
        expect(self.code in codes, f"not exit {' or '.join(map(str, codes))}: {self}")
        for words in says:
            expect(words in self.err, f"stderr lacks {words!r}: {self}")
        return self


class Running:
    """A run of the program that was started."""

    def __init__(self, arguments, process, terminal, hangs_s):
        self.arguments, self.process, self.terminal, self.hangs_s = arguments, process, terminal, hangs_s
        self.pid = process.pid

    def signal(self, *names):
        with contextlib.suppress(ProcessLookupError):
            for name in names:
                self.process.send_signal(signal.Signals["SIG" + name])

    def alive(self):
        return self.process.poll() is None

    def wait_until(self, what, condition, limit_s=60):
        """Waits until `condition` holds or the process ends; returns whether it holds."""
        end = time.monotonic() + limit_s
        while not condition():
            if not self.alive():
                return condition()
            expect(time.monotonic() < end, f"{limit_s} s went by without {what}: {self.arguments}")
            time.sleep(0.002)
        return True

    def wait_for_handlers(self):
        """Waits until a SIGINT would be handled, or the process has ended."""
        def caught():
            with contextlib.suppress(OSError):
                status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
                return int(re.search(r"^SigCgt:\s*(\w+)", status, re.M)[1], 16) & 1 << signal.SIGTERM - 1 != 0
            return False
        return self.wait_until("signal handlers", caught)

    def end(self):
        """Waits for the end."""
        try:
            out, err = self.process.communicate(timeout=self.hangs_s)
        except subprocess.TimeoutExpired:
            raise Failure(f"it hangs: queens {' '.join(self.arguments)}") from None
        if self.terminal:
            self.terminal.join()
            err = self.terminal.text
        return Ended(self.arguments, self.process.returncode, out or "", err or "")


class Terminal(threading.Thread):
    """The other side of a terminal that the program shows its progress on."""

    def __init__(self, descriptor):
        super().__init__(daemon=True)
        self.descriptor, self.text = descriptor, ""

    def run(self):
        # On Linux the end of the last process on a terminal is an error for its reader.
        with contextlib.suppress(OSError):
            while more := os.read(self.descriptor, 4096):
                self.text += more.decode(errors="replace")
        os.close(self.descriptor)


class Program:
    """The program under test, and every process of it that runs."""

    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())
        self.running = []
        unknown = self.run("count", "8", "--kernel", "none-of-them").expect(2, "this machine has auto, ")
        self.kernels = unknown.err.split("this machine has auto, ")[1].splitlines()[0].split(", ")

    def start(self, *arguments, terminal=False, env=None, hangs_s=HANGS_S, **popen):
        """Starts it; `terminal` gives it one as stderr, `hangs_s` is longer than it takes."""
        arguments = [str(argument) for argument in arguments]
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        side = None
        if terminal:
            ours, theirs = pty.openpty()
            options["stderr"] = theirs
            side = Terminal(ours)
        process = subprocess.Popen([self.path, *arguments], env={**os.environ, **(env or {})}, **{**options, **popen})
        if terminal:
            os.close(theirs)
            side.start()
        running = Running(arguments, process, side, hangs_s)
        self.running = [other for other in self.running if other.alive()] + [running]
        return running

    def run(self, *arguments, **options):
        return self.start(*arguments, **options).end()

    def stop_all(self):
        """Ends whatever still runs."""
        for running in self.running:
            if running.alive():
                running.process.kill()
                running.process.wait()

    def finish(self, directory, *arguments, **options):
        """Runs a count of `directory` to its end and checks everything."""
        ended = self.run("count", *arguments, "--run", directory, **options).expect(0)
        check_complete(directory, int(arguments[0]))
        expect(ended.out.strip() == str(TOTALS[int(arguments[0])]), f"a wrong total: {ended}")
        return ended


ENTRY = re.compile(
    rb'(\{"unit":(0|[1-9]\d*),"solutions":"(0|[1-9]\d*)","nodes":"(0|[1-9]\d*)","wall_ms":(0|[1-9]\d*),"cpu_ms":(0|[1-9]\d*),'
    rb'"kernel":"[a-z0-9_-]{1,32}"),"crc":"([0-9a-f]{8})"\}'
)


class Ledger:
    """What a ledger says by the documented format: `entries` as (unit, solutions, wall_ms), in order, without the bad lines."""

    def __init__(self, contents, units, seed, most):
        *lines, torn = contents.split(b"\n")
        self.torn = len(torn)
        self.bad, self.entries, self.lines = [], [], lines
        solutions_of = {}
        for number, line in enumerate(lines, 1):
            entry = self.entry(line, units, seed, most)
            if entry is None or solutions_of.setdefault(entry[0], entry[1]) != entry[1]:
                self.bad.append(number)
            else:
                self.entries.append(entry)
        self.units = set(solutions_of)
        self.repeated = len(self.entries) - len(self.units)
        self.solutions = sum(solutions_of.values())

    @staticmethod
    def entry(line, units, seed, most):
        match = ENTRY.fullmatch(line)
        if not match or len(line) > 255 or f"{zlib.crc32(match[1], seed):08x}".encode() != match[7]:
            return None
        unit, solutions, nodes, wall_ms, cpu_ms = (int(match[i]) for i in range(2, 7))
        fits = unit < units and solutions <= most and max(nodes, wall_ms, cpu_ms) < 2**64
        return (unit, solutions, wall_ms) if fits else None


def unsealed(path):
    """The object in a sealed file; None when there is none."""
    try:
        contents = path.read_bytes()
    except FileNotFoundError:
        return None
    match = re.fullmatch(rb'(.*),\n  "crc": "([0-9a-f]{8})"\n\}\n', contents, re.S)
    expect(match and f"{zlib.crc32(match[1]):08x}".encode() == match[2], f"the seal of {path} is broken")
    return json.loads(contents)


def seed(manifest):
    """What the checksums of a run's ledger begin with."""
    expect(manifest["format"] == 4, f"a new run is of format {manifest['format']}")
    return zlib.crc32(manifest["plan_hash"].encode())


def most_solutions(n):
    """More solutions than a board of N = `n` has, and so any of its units."""
    return math.factorial(n) if n <= 8 else n**n // 4**n


def read_ledger(directory):
    """The ledger of a run directory; None while there is no manifest, and so no unit."""
    directory = pathlib.Path(directory)
    manifest = unsealed(directory / "manifest.json")
    if manifest is None:
        return None
    contents = (directory / "ledger.jsonl").read_bytes()
    return Ledger(contents, manifest["units"], seed(manifest), most_solutions(manifest["n"]))


def check_complete(directory, n):
    """Asserts that a run is finished, with the right total and each unit in the ledger exactly once."""
    directory = pathlib.Path(directory)
    ledger, result = read_ledger(directory), unsealed(directory / "result.json")
    expect(result is not None, f"no result in {directory}")
    units = unsealed(directory / "manifest.json")["units"]
    expect(not (ledger.torn or ledger.bad or ledger.repeated), f"bad, torn or repeated lines in the ledger of {directory}")
    expect(len(ledger.units) == units, f"{len(ledger.units)} of {units} units in the ledger of {directory}")
    expect(ledger.solutions == TOTALS[n], f"the ledger of {directory} sums to {ledger.solutions}")
    expect(result["solutions"] == str(TOTALS[n]), f"the result in {directory} is {result['solutions']}")
    expect(min(result["wall_s"], result["cpu_s"], result["thread_wall_s"]) >= 0, f"a negative time in {directory}: {result}")


class Rounds:
    """How often a phase repeats: at least so many times, then until its time is over."""

    def __init__(self, seconds):
        self.seconds = seconds

    def __call__(self, least):
        end, number = time.monotonic() + self.seconds, 0
        while number < least or time.monotonic() < end:
            yield number
            number += 1
