"""The crash suite: scripts/check-crashes.sh says what it does and starts it."""

import argparse
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time
from itertools import count, takewhile

import clock
import kill
import medium
from ledger import Failure
from program import Program

# Name, phase, and its share of the time. A share of 0: the phase has a fixed length.
PHASES = [
    ("kills and signals at random moments", kill.interrupted, 0.7),
    ("signals during the final write", kill.final_write, 0.2),
    ("a full file system", medium.full, 0),
    ("a read-only file system", medium.read_only, 0),
    ("a clock that jumps", clock.jumps, 0.1),
]


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-crashes.sh")
    parser.add_argument("--minutes", type=float, default=0.5, help="about how long it takes (%(default)s)")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6, help="repeats the random choices of a run")
    parser.add_argument("--only", default="", metavar="WORDS", help="only phases with these words in their names")
    parser.add_argument("--mounts", action="store_true", help="mounting is possible and leaves nothing behind")
    parser.add_argument("program", help="the binary")
    options = parser.parse_args()
    # A background job of a script ignores SIGINT, and so would the program.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # So that what was started is stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))
    medium.MOUNTS = options.mounts
    folder, program, failed = pathlib.Path(tempfile.mkdtemp(prefix="queens-crashes-")), Program(options.program), None
    print(f"crash suite: seed {options.seed}", flush=True)
    try:
        for name, phase, share in PHASES:
            if options.only not in name:
                continue
            began, place = time.monotonic(), folder / phase.__name__
            place.mkdir()
            end = began + share * options.minutes * 60
            # As many rounds as a phase wants at least, then more until its time is over, each with its random choices.
            rounds = lambda least: takewhile(lambda number: number < least or time.monotonic() < end, count())
            said = phase(program, rounds, lambda number: random.Random(f"{options.seed} {name} {number}"), place)
            if said.startswith("SKIPPED") and os.environ.get("CI"):
                raise Failure(f"{said}; nothing may be skipped where CI is set")
            print(f"  {name}: {said} ({time.monotonic() - began:.0f} s)", flush=True)
            shutil.rmtree(place)
    except Failure as failure:
        failed = f"crash suite, {name}: {failure}\nseed {options.seed}; the files are in {folder}"
    finally:
        program.stop_all()
        if failed is None:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(failed)


main()
