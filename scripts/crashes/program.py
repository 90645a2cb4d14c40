"""Starts, stops and finishes the program."""

import contextlib
import pathlib
import re
import signal
import subprocess

import ledger
from ledger import Failure, expect

# Longer than anything here takes on a busy machine.
HANGS_S = 180


class Ended:
    """How the program ended: its exit code (negative: the signal that killed it) and what it printed."""

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


class Running(subprocess.Popen):
    """The program while it runs."""

    def __init__(self, path, arguments):
        super().__init__([path, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.arguments = arguments

    def signals(self, *names):
        for name in names:
            self.send_signal(signal.Signals["SIG" + name])

    def lasts(self, seconds):
        """Whether it still runs after so long."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(seconds)
        return self.poll() is None

    def handles_signals(self):
        with contextlib.suppress(OSError):
            caught = re.search(r"^SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{self.pid}/status").read_text(), re.M)
            return caught and int(caught[1], 16) & 1 << signal.SIGTERM - 1
        return False

    def end(self):
        try:
            out, err = self.communicate(timeout=HANGS_S)
        except subprocess.TimeoutExpired:
            raise Failure(f"it hangs: queens {' '.join(self.arguments)}") from None
        return Ended(self.arguments, self.returncode, out, err)


class Program:
    """The program, and every process of it that runs."""

    def __init__(self, path):
        self.path, self.running, self.totals = path, [], {}
        unknown = self.run("count", "8", "--kernel", "none-of-them").expect(2, "this machine has ")
        self.kernels = ["auto", *unknown.err.split("this machine has ")[1].split(";")[0].split(", ")]

    def start(self, *arguments):
        started = Running(self.path, [str(argument) for argument in arguments])
        self.running = [other for other in self.running if other.poll() is None] + [started]
        return started

    def run(self, *arguments):
        return self.start(*arguments).end()

    def stop_all(self):
        for running in self.running:
            running.kill()
            running.wait()

    def total(self, n):
        """The solutions of a board, from a count that nothing disturbs."""
        if n not in self.totals:
            self.totals[n] = int(self.run("count", n, "--no-checkpoint").expect(0).out)
        return self.totals[n]

    def finish(self, directory, n, *arguments):
        """Counts a run to its end and reads all that is there."""
        ended = self.run("count", n, *arguments, "--run", directory).expect(0)
        expect(int(ended.out) == self.total(n), f"a wrong total: {ended}")
        ledger.check_complete(directory, self.total(n))
