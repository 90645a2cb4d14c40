"""Whether the errors of `queens estimate` are true, and how much memory a count takes beside what it was told to."""

import os
import signal
import subprocess
import tempfile
import time

from .runs import CORES, Run, count_command, numbers, this_program

BUSY = "while :; do :; done"


def estimates(options):
    """For every board, method, number of threads and load: estimates, then a whole count, and how far they are apart."""
    queens, distances = this_program(), []
    print("| N | method | threads | beside it | CPU time estimated | measured | standard errors apart |")
    print("| ---: | --- | ---: | --- | ---: | ---: | ---: |")
    for n in numbers(options.boards):
        for method in options.methods.split(","):
            for threads in numbers(options.threads):
                for busy in range(2 if options.busy else 1):
                    distances += rows(queens, n, method, threads, busy, options)
    within = sum(distance <= 2 for distance in distances)
    print(f"\n{within} of {len(distances)} estimates within two standard errors; the worst is {max(distances):.1f} off.")


def rows(queens, n, method, threads, busy, options):
    """Prints a row for every estimate; returns how many standard errors each was off."""
    other = ["taskset", "-c", str(CORES[-1]), "bash", "-c", BUSY]
    neighbours = [subprocess.Popen(other) for _ in range(busy)]
    try:
        how = f"--method {method} --threads {threads} --json --quiet".split()
        found = [
            Run([queens, "estimate", n, *how, "--seed", seed + 1], threads).json()
            for seed in range(options.estimates)
        ]
        measured = Run(count_command(queens, n, method, "auto", threads), threads).json()["cpu_s"]
    finally:
        for neighbour in neighbours:
            neighbour.send_signal(signal.SIGKILL)
            neighbour.wait()
    distances = []
    for one in found:
        error = one["cpu_standard_error_s"]
        # An estimate without an error was a count. It is off by what two counts differ.
        distance = abs(one["cpu_s"] - measured) / error if error else 0.0
        off = f"{distance:.1f}" if error else "counted whole"
        beside = "a busy process" if busy else "nothing"
        times = f"{one['cpu_s']:.3g} ± {error:.2g} s | {measured:.3g} s"
        print(f"| {n} | {method} | {threads} | {beside} | {times} | {off} |", flush=True)
        distances.append(distance)
    return distances


def memory(options):
    """For every board and number of threads: what a count says that it needs, and what it had taken after some units."""
    queens = this_program()
    print("| N | threads | told | seen | told / seen | units |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for n in numbers(options.boards):
        for threads in numbers(options.threads):
            how = f"--method halves --threads {threads} --time 0.1 --json --quiet".split()
            told = Run([queens, "estimate", n, *how]).json()["memory_bytes"] / 1e6
            seen, units = resident(queens, n, threads, options)
            print(f"| {n} | {threads} | {told:.0f} MB | {seen:.0f} MB | {told / seen:.2f} | {units} |", flush=True)


def resident(queens, n, threads, options):
    """Peak resident memory, in MB, of a count of `n` until so many units are saved, or the time is up."""
    with tempfile.TemporaryDirectory() as folder:
        run = os.path.join(folder, "run")
        command = [str(queens), "count", str(n), "--method", "halves", "--threads", str(threads), "--run", run, "--quiet"]
        process, began = subprocess.Popen(command), time.monotonic()
        peak, units = 0, 0
        while process.poll() is None and units < options.units and time.monotonic() - began < options.limit:
            time.sleep(0.1)
            try:
                with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
                    lines = dict(line.split(":", 1) for line in status if ":" in line)
                peak = int(lines.get("VmHWM", "0 kB").split()[0]) / 1000
                with open(os.path.join(run, "ledger.jsonl"), encoding="utf-8") as ledger:
                    units = sum(1 for _ in ledger)
            except FileNotFoundError:
                pass
        process.kill()
        process.wait()
        return peak, units


def add_to(command):
    check = command("samples", estimates, estimates.__doc__)
    check.add_argument("--boards", default="17-21", metavar="LIST", help="default: %(default)s")
    check.add_argument("--methods", default="halves,cross", metavar="LIST", help="default: %(default)s")
    check.add_argument("--threads", default="1,2", metavar="LIST", help="default: %(default)s")
    check.add_argument("--estimates", type=int, default=1, metavar="COUNT", help="before each count; default: %(default)s")
    check.add_argument("--no-busy", dest="busy", action="store_false", help="only without a busy process beside it")
    told = command("memory", memory, memory.__doc__)
    told.add_argument("--boards", default="20,22,24,26-28", metavar="LIST", help="default: %(default)s")
    told.add_argument("--threads", default="1,2", metavar="LIST", help="default: %(default)s")
    told.add_argument("--units", type=int, default=50, metavar="COUNT", help="default: %(default)s")
    told.add_argument("--limit", type=float, default=600, metavar="SECONDS", help="of a count; default: %(default)s")
