"""The crash suite, which scripts/check-crashes.sh describes and starts."""

import argparse
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib

# Every method, with few units and with many.
BOARDS = [(17, "colours"), (15, "colours"), (16, "cross"), (13, "rows")]
# Longer than any step here takes on a busy machine.
HANGS_S = 180
ENTRY = re.compile(rb'(\{"unit":(\d+),"solutions":"(\d+)",.*),"crc":"([0-9a-f]{8})"\}')


def expect(holds, what):
    if not holds:
        sys.exit(f"crash suite: {what}")


def unsealed(path):
    """Reads a sealed file as docs/internals/run-directory-format.md specifies, with zlib's CRC. Returns its object."""
    match = re.fullmatch(rb'(.*),\n  "crc": "([0-9a-f]{8})"\n\}\n', contents := path.read_bytes(), re.S)
    expect(match and f"{zlib.crc32(match[1]):08x}".encode() == match[2], f"the seal of {path} is broken")
    return json.loads(contents)


def solutions(run):
    """Returns each unit's solutions from a run's ledger. Skips partial lines, left by a kill or a full disk."""
    if not (run / "manifest.json").exists():
        return {}
    seed, found = zlib.crc32(unsealed(run / "manifest.json")["plan_hash"].encode()), {}
    for line in (run / "ledger.jsonl").read_bytes().split(b"\n")[:-1]:
        match = ENTRY.fullmatch(line)
        if not match or f"{zlib.crc32(match[1], seed):08x}".encode() != match[4]:
            continue
        expect(match[2] not in found, f"unit {match[2]} is twice in the ledger of {run}")
        found[match[2]] = int(match[3])
    return found


def is_complete(run, total):
    """Asserts that a run is finished, with the correct total and each unit in the ledger exactly once."""
    found, units = solutions(run), unsealed(run / "manifest.json")["units"]
    expect((len(found), sum(found.values())) == (units, total), f"the ledger of {run} is not whole, or wrong")
    expect(int(unsealed(run / "result.json")["solutions"]) == total, f"a wrong result in {run}")


class Program:
    def __init__(self, path):
        self.path = path
        version = self.run("--version", codes=[0]).stdout_text
        self.kernels = ["auto", *version.strip().removesuffix(")").split("kernels: ")[1].split(", ")]

    def start(self, *arguments):
        pipes = dict(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return subprocess.Popen([self.path, *map(str, arguments)], **pipes)

    def ended(self, running, codes):
        running.stdout_text, running.stderr = running.communicate(timeout=HANGS_S)
        said = f"`{' '.join(running.args)}` exited {running.returncode}: {running.stdout_text}{running.stderr}"
        expect(running.returncode in codes and "panicked" not in running.stderr, said)
        return running

    def run(self, *arguments, codes):
        return self.ended(self.start(*arguments), codes)

    def total(self, n):
        return int(self.run("count", n, "--no-checkpoint", codes=[0]).stdout_text)


def kills(program, folder, rng, minutes):
    """Kills or stops each run at random moments until it finishes, each time with a random kernel and threads."""
    number, sessions, end = 0, 0, time.monotonic() + 60 * minutes
    while number < len(BOARDS) or time.monotonic() < end:
        n, method = BOARDS[number % len(BOARDS)]
        run, total, saved, patience_s, code = folder / f"run-{number}", program.total(n), {}, 0.12, None
        while code != 0:
            how = ["--threads", rng.randint(1, 4), "--kernel", rng.choice(program.kernels), "--quiet"]
            running = program.start("count", n, "--method", method, "--run", run, *how)
            time.sleep(rng.uniform(0, patience_s))
            first = rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
            running.send_signal(first)
            if rng.random() < 0.3:
                running.send_signal(rng.choice([signal.SIGINT, signal.SIGTERM]))
            # SIGKILL has its own exit code, and so does a signal that arrives before the program handles it.
            code = program.ended(running, [0, 3, 130, -9, -2, -15]).returncode
            now = solutions(run)
            expect(saved.items() <= now.items(), f"units of {run} were lost or changed")
            # Wait longer each time, so that the run ends even on a busy machine.
            saved, patience_s, sessions = now, patience_s * 1.2, sessions + 1
        is_complete(run, total)
        number += 1
    print(f"  {number} runs, killed or stopped {sessions - number} times")


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-crashes.sh")
    parser.add_argument("--minutes", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument("program")
    options = parser.parse_args()
    # Background jobs of a script ignore SIGINT, and the program would inherit this.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder, program = pathlib.Path(tempfile.mkdtemp(prefix="queens-crashes-")), Program(options.program)
    print(f"crash suite: seed {options.seed}, files in {folder}", flush=True)
    kills(program, folder, random.Random(options.seed), options.minutes)
    shutil.rmtree(folder)


main()
