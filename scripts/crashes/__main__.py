"""The crash suite: scripts/check-crashes.sh says what it does and starts it."""

import argparse
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

import clock
import damage
import kill
import medium
import neighbours
import signals
from tools import Failure, Program, Rounds, clean_up_on_sigterm

# Name, phase, and its share of the time. A share of 0: the phase has a fixed length.
PHASES = [
    ("random kills", kill.random_kills, 0.4),
    ("damaged files", damage.random_damage, 0.2),
    ("a full file system", medium.full_file_system, 0),
    ("files of limited size", medium.limited_files, 0.07),
    ("a read-only file system", medium.read_only, 0),
    ("stdout and stderr that are full", medium.full_streams, 0),
    ("two processes at once", neighbours.two_processes, 0),
    ("a race for one directory", neighbours.race, 0.05),
    ("stopping signals", signals.stopping, 0.13),
    ("a second signal", signals.leaving_at_once, 0),
    ("signals during the final write", signals.final_write, 0.1),
    ("short runs interrupted", signals.short_runs, 0),
    ("a clock that jumps", clock.jumps, 0.05),
]


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-crashes.sh")
    parser.add_argument("--minutes", type=float, default=1, help="about how long it takes (%(default)s)")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6, help="repeats the random choices of a run")
    parser.add_argument("--only", default="", metavar="WORDS", help="only phases with these words in their names")
    parser.add_argument("--mounts", action="store_true", help="mounting is possible and leaves nothing behind")
    parser.add_argument("program", help="the binary")
    options = parser.parse_args()
    clean_up_on_sigterm()
    medium.MOUNTS = options.mounts
    folder = pathlib.Path(tempfile.mkdtemp(prefix="queens-crashes-"))
    program = Program(options.program)
    print(f"crash suite: seed {options.seed}, kernels {', '.join(program.kernels)}", flush=True)
    failed = None
    try:
        for name, phase, share in PHASES:
            if options.only not in name:
                continue
            began = time.monotonic()
            place = folder / phase.__name__
            place.mkdir()
            rounds = Rounds(share * options.minutes * 60)
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
