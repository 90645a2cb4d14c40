"""The soak: scripts/soak.sh says what it does and starts it."""

import argparse
import collections
import datetime
import hashlib
import pathlib
import subprocess
import sys
import tempfile
import time

from tools import TOTALS, Failure, Program, clean_up_on_sigterm, expect, read_ledger, unsealed


def now():
    return datetime.datetime.now(datetime.timezone.utc)


def terminate(running):
    running.signal("TERM")
    return 3


def interrupt(running):
    running.signal("INT")
    return 3


def interrupt_twice(running):
    # Both are waiting when the process goes on, so that the second comes before it could stop in good order.
    running.signal("STOP", "INT", "TERM", "CONT")
    return 130


def kill(running):
    running.signal("KILL")
    return -9


def suspend_and_kill(running):
    running.signal("STOP")
    time.sleep(3)
    running.signal("CONT")
    time.sleep(1)
    running.signal("KILL")
    return -9


# How a session ends, in words, by whom, with which preferred kernel and how many threads.
SESSIONS = [
    ("SIGTERM", terminate, "auto", 2),
    ("SIGKILL", kill, "avx2", 1),
    ("SIGINT", interrupt, "auto", 3),
    ("two signals at once: left without saving anything more", interrupt_twice, "scalar", 2),
    ("suspended for 3 s, continued, then SIGKILL", suspend_and_kill, "auto", 2),
    ("SIGKILL, then the ledger's last line cut in the middle", kill, "portable", 4),
]


class Soak:
    def __init__(self, program, n, run, seconds):
        self.program, self.n, self.run, self.seconds = program, n, run, seconds
        self.rows = []

    def units(self):
        ledger = read_ledger(self.run) if self.run.exists() else None
        return len(ledger.units) if ledger else 0

    def session(self, how, end, kernel, threads):
        """One session; it lasts until `end` ends it, at least until a unit was finished."""
        kernel = kernel if kernel in self.program.kernels else "auto"
        before, started, clock = self.units(), now(), time.monotonic()
        running = self.program.start("count", self.n, "--run", self.run, "--kernel", kernel, "--threads", threads,
                                     "--quiet", hangs_s=86400)
        if end:
            running.wait_until("a unit", lambda: self.units() > before, 3600)
            time.sleep(self.seconds)
            expect(running.alive(), "it was over before it could be interrupted: choose a larger board or fewer seconds")
        code = end(running) if end else 0
        ended = running.end().expect(code)
        if "cut" in how:
            ledger = self.run / "ledger.jsonl"
            contents = ledger.read_bytes()
            ledger.write_bytes(contents[:-40])
        row = (started, f"{kernel}, {threads}", time.monotonic() - clock, before, self.units(), how, code)
        self.rows.append(row)
        print("  {:%H:%M:%S}  {}  {:.1f} s  units {} to {}  {}  exit {}".format(*row), flush=True)
        return ended

    def go(self):
        for session in SESSIONS:
            self.session(*session)
            self.program.run("status", self.run).expect(0)
        ended = self.session("finished", None, "auto", 2)
        self.program.finish(self.run, str(self.n))
        return ended.out.strip()


def described(soak, total, commandline):
    """The report: what was done, what came out, and on what."""
    result = unsealed(soak.run / "result.json")
    contents = (soak.run / "ledger.jsonl").read_bytes()
    kernels = collections.Counter(line.split(b'"kernel":"')[1].split(b'"')[0].decode() for line in contents.splitlines())
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.strip()
    rows = [f"| {started:%Y-%m-%d %H:%M:%S} | {with_what} | {seconds:.1f} s | {before} | {after} | {how} | "
            f"{code if code >= 0 else 'by the signal'} |"
            for started, with_what, seconds, before, after, how, code in soak.rows]
    return "\n".join([
        f"# N = {soak.n}, interrupted {len(soak.rows) - 1} times", "",
        "One run directory, each session begun by the same command with another kernel or other threads.", "",
        "| began (UTC) | kernel, threads | took | units before | after | ended by | exit |",
        "|---|---|---|---|---|---|---|", *rows, "",
        f"* Solutions: **{total}**, the known value (OEIS A000170): {'yes' if int(total) == TOTALS[soak.n] else 'NO'}",
        f"* Each of the {result['units']} units is in the ledger exactly once, read without the program and with every",
        "  checksum computed again.",
        f"* Units by kernel: {', '.join(f'{kernel} {count}' for kernel, count in kernels.most_common())}",
        f"* SHA-256 of the ledger ({len(contents)} bytes): `{hashlib.sha256(contents).hexdigest()}`",
        f"* In units, all threads together: {result['thread_wall_s']} s wall time, the suspension included, and {result['cpu_s']} s CPU time",
        f"* CPU: {result['host']['cpu']}; {result['host']['os']}; {rustc}",
        f"* Program: queens {result['version']}, commit {result['commit']}",
        f"* Date: {now():%Y-%m-%d}; command: `{commandline}`", "",
    ])


def main():
    parser = argparse.ArgumentParser(prog="scripts/soak.sh")
    parser.add_argument("--n", type=int, default=20, choices=sorted(TOTALS), help="the board (%(default)s)")
    parser.add_argument("--seconds", type=float, default=10, help="length of an interrupted session (%(default)s)")
    parser.add_argument("--report", type=pathlib.Path, help="where the report goes (results/soak-N20.md)")
    parser.add_argument("--run", type=pathlib.Path, help="keep the run directory here, which must not exist yet")
    parser.add_argument("program", help="the binary")
    options = parser.parse_args()
    clean_up_on_sigterm()
    report = options.report or pathlib.Path(f"results/soak-N{options.n}.md")
    with tempfile.TemporaryDirectory(prefix="queens-soak-") as folder:
        run = options.run or pathlib.Path(folder) / "run"
        if run.exists():
            sys.exit(f"soak: {run} exists already: name a new directory")
        program = Program(options.program)
        soak = Soak(program, options.n, run, options.seconds)
        try:
            total = soak.go()
            report.parent.mkdir(exist_ok=True)
            report.write_text(described(soak, total, " ".join(["scripts/soak.sh", *sys.argv[1:-1]])))
        except Failure as failure:
            sys.exit(f"soak: {failure}")
        finally:
            program.stop_all()
    print(f"soak: {total}, written to {report}")


main()
