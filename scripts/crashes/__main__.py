"""The crash suite: scripts/check-crashes.sh says what it does and starts it."""

import argparse
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time

import kill
import medium
from ledger import Failure
from program import Program

PHASES = [
    ("kills and signals at random moments", kill.interrupted),
    ("a full file system", medium.full),
    ("a read-only file system", medium.read_only),
]


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-crashes.sh")
    parser.add_argument("--minutes", type=float, default=0.3, help="how long runs are interrupted (%(default)s)")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6, help="repeats the random choices of a run")
    parser.add_argument("--mounts", action="store_true", help="mounting is possible and leaves nothing behind")
    parser.add_argument("program", help="the binary")
    options = parser.parse_args()
    # A background job of a script ignores SIGINT, and so would the program.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # So that what was started is stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))
    folder, program, failed = pathlib.Path(tempfile.mkdtemp(prefix="queens-crashes-")), Program(options.program), None
    print(f"crash suite: seed {options.seed}", flush=True)
    try:
        for name, phase in PHASES:
            began, place = time.monotonic(), folder / phase.__name__
            place.mkdir()
            said = phase(program, options, place)
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
