"""A clock that jumps, by libfaketime: the wall clock alone, as a machine's clock that is set right, and all clocks."""

import glob
import json
import os
import time

from tools import check_complete, expect, read_ledger, unsealed

LIBRARY = "/usr/lib/*/faketime/libfaketimeMT.so.1"
DAY = 86400


BOARD = ("16", "--kernel", "portable", "--threads", "2")


class Clock:
    """A clock that differs from the machine's by an offset in seconds, which changes while the program runs."""

    def __init__(self, library, folder, only_wall):
        self.offset, self.jumps = folder / "offset", 0
        self.environment = {
            "LD_PRELOAD": library, "FAKETIME_NO_CACHE": "1", "FAKETIME_TIMESTAMP_FILE": str(self.offset),
            "FAKETIME_DONT_FAKE_MONOTONIC": str(int(only_wall)),
        }

    def jump_to(self, seconds):
        following = self.offset.with_suffix(".next")
        following.write_text(f"{seconds:+d}\n")
        os.replace(following, self.offset)
        self.jumps += 1

    def jump(self, rng):
        self.jump_to(rng.choice([-1, 1]) * rng.choice([1, 5, 3600, 30 * DAY, 2000 * DAY]))


def sit_through(program, rng, clock, run, patience_s):
    """One session while the clock jumps; returns whether it finished the run."""
    clock.jump(rng)
    running = program.start("count", *BOARD, "--run", run, "--progress", "json", "--interval", "0.1",
                            env=clock.environment)
    stop = time.monotonic() + rng.uniform(0.2, patience_s)
    while running.alive():
        time.sleep(rng.uniform(0.01, 0.05))
        clock.jump(rng)
        if time.monotonic() > stop:
            running.signal(rng.choice(["TERM", "KILL"]))
            break
    ended = running.end().expect((0, 3, -9, -15))
    for line in ended.err.splitlines():
        if line.startswith("{"):
            times = [value for name, value in json.loads(line).items() if name.endswith("_s") and value is not None]
            expect(min(times, default=0) >= 0, f"a negative time: {line}")
    return ended.code == 0


def jumps(program, rounds, rng_of, folder):
    libraries = glob.glob(LIBRARY)
    if not libraries:
        return "SKIPPED: libfaketime is missing"
    clock = Clock(libraries[0], folder, only_wall=True)
    clock.jump_to(-20_000 * DAY)
    program.run("count", "8", "--run", folder / "past", env=clock.environment).expect(0)
    started = unsealed(folder / "past" / "manifest.json")["started"]
    expect(started.startswith("19"), f"libfaketime has no effect: it is {started}")
    # No clock has a date before 1970 or after 9999 that can be written down; that is no reason not to count.
    for name, days, nearest in (("before", -40_000, "1970-01-01T00:00:00Z"), ("after", 3_000_000, "9999-12-31T23:59:59Z")):
        clock.jump_to(days * DAY)
        run, records = folder / name, folder / f"records-{name}"
        program.run("count", "8", "--run", run, "--record", records, env=clock.environment).expect(0)
        started = unsealed(run / "manifest.json")["started"]
        expect(started == nearest, f"a run {name} all dates began at {started}")

    jumped = sessions = 0
    for number in rounds(4):
        rng, run, only_wall = rng_of(number), folder / f"run-{number}", number % 2 == 0
        clock = Clock(libraries[0], folder, only_wall)
        began, patience_s = time.monotonic(), 1
        while not sit_through(program, rng, clock, run, patience_s):
            sessions += 1
            patience_s += 1
        check_complete(run, 16)
        if only_wall:
            # No jump of the wall clock ends up in the times that are recorded.
            spent_ms = sum(entry[2] for entry in read_ledger(run).entries)
            most_ms = 2 * 1000 * (time.monotonic() - began)
            expect(spent_ms <= most_ms, f"{spent_ms} ms are said to be spent on units, {most_ms:.0f} ms is the most")
        program.finish(run, *BOARD)
        sessions, jumped = sessions + 1, jumped + clock.jumps
    return f"{jumped} jumps in {sessions} sessions"
