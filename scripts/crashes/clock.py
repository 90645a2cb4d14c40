"""A clock that jumps, by libfaketime: the wall clock alone, as when it is set right, and all clocks."""

import glob
import json
import os
import time

import ledger
from ledger import expect

LIBRARY = "/usr/lib/*/faketime/libfaketimeMT.so.1"
DAY = 86400


class Clock:
    """A clock that differs from the machine's by an offset in seconds, which changes while the program runs."""

    def __init__(self, library, folder, only_wall):
        self.offset = folder / "offset"
        self.environment = {
            "LD_PRELOAD": library, "FAKETIME_NO_CACHE": "1", "FAKETIME_TIMESTAMP_FILE": str(self.offset),
            "FAKETIME_DONT_FAKE_MONOTONIC": str(int(only_wall)),
        }

    def jump_to(self, seconds):
        following = self.offset.with_suffix(".next")
        following.write_text(f"{seconds:+d}\n")
        os.replace(following, self.offset)

    def jump(self, rng):
        self.jump_to(rng.choice([-1, 1]) * rng.choice([1, 5, 3600, 30 * DAY, 2000 * DAY]))


def jumps(program, rounds, rng_of, folder):
    libraries = glob.glob(LIBRARY)
    if not libraries:
        return "SKIPPED: libfaketime is missing"
    # No clock has a date before 1970 or after 9999 that can be written down; that is no reason not to count.
    clock = Clock(libraries[0], folder, only_wall=True)
    for days, wanted in ((-20_000, "19"), (-40_000, "1970-01-01T00:00:00Z"), (3_000_000, "9999-12-30T22:00:00Z")):
        clock.jump_to(days * DAY)
        run, records = folder / f"run{days}", folder / f"records{days}"
        program.run("count", "8", "--run", run, "--record", records, environment=clock.environment).expect(0)
        started = ledger.unsealed(run / "manifest.json")["started"]
        expect(started.startswith(wanted), f"at {days} days from now a run began at {started}")
    sessions = 0
    for number in rounds(4):
        rng, run, only_wall = rng_of(number), folder / f"run-{number}", number % 2 == 0
        clock, began = Clock(libraries[0], folder, only_wall), time.monotonic()
        while session(program, rng, clock, run, 1 + sessions) != 0:
            sessions += 1
        ledger.check_complete(run, program.total(16))
        # No jump of the wall clock ends up in the times that are recorded.
        spent_s, most_s = ledger.read(run).wall_ms / 1000, 2 * (time.monotonic() - began)
        expect(not only_wall or spent_s <= most_s, f"{spent_s} s are said to be spent on units, {most_s:.0f} s is the most")
    return f"{sessions} sessions were stopped"


def session(program, rng, clock, run, patience_s):
    """One session while the clock jumps; returns the exit code."""
    clock.jump(rng)
    count = ("count", "16", "--kernel", "portable", "--threads", "2", "--run", run)
    running = program.start(*count, "--progress", "json", "--interval", "0.1", environment=clock.environment)
    stop = time.monotonic() + rng.uniform(0.2, patience_s)
    while running.lasts(rng.uniform(0.01, 0.05)) and time.monotonic() < stop:
        clock.jump(rng)
    running.signals(rng.choice(["TERM", "KILL"]))
    ended = running.end().expect((0, 3, -9, -15))
    for line in ended.err.splitlines():
        if line.startswith("{"):
            times = [value for name, value in json.loads(line).items() if name.endswith("_s") and value is not None]
            expect(min(times, default=0) >= 0, f"a negative time: {line}")
    return ended.code
