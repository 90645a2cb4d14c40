"""Whether the errors of `queens estimate` are true, and how much memory a count takes beside what it was told to."""

import os
import signal
import statistics
import subprocess
import tempfile
import time

from .runs import CORES, Run, count_command, numbers, this_program

BUSY = "while :; do :; done"


def estimates(options):
    """For every board, method, number of threads and load: estimates in turn with whole counts."""
    queens, rows = this_program(), []
    print("| N | method | threads | beside it | CPU time measured | estimates | mean | within 1 / 2 errors | worst |")
    print("| ---: | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for n in numbers(options.boards):
        for method in options.methods.split(","):
            for threads in numbers(options.threads):
                for busy in range(2 if options.busy else 1):
                    rows.append(row(queens, n, method, threads, busy, options))
    wrong = [line for line, within, worst in rows if within < 0.9 * options.estimates or worst > 4]
    print(f"\n{len(rows) - len(wrong)} of {len(rows)} rows have 36 of 40 within two errors and none beyond four.")


def row(queens, n, method, threads, busy, options):
    other = ["taskset", "-c", str(CORES[-1]), "bash", "-c", BUSY]
    neighbours = [subprocess.Popen(other) for _ in range(busy)]
    try:
        counts, found = [count(queens, n, method, threads)], []
        for number in range(options.estimates):
            how = f"--method {method} --threads {threads} --seed {number + 1} --json --quiet".split()
            found.append((len(counts), Run([queens, "estimate", n, *how], threads).json()))
            if (number + 1) % options.between == 0 or number + 1 == options.estimates:
                counts.append(count(queens, n, method, threads))
    finally:
        for neighbour in neighbours:
            neighbour.send_signal(signal.SIGKILL)
            neighbour.wait()
    # Each against the mean of the counts before and after it: the speed of a shared machine drifts.
    measured = [statistics.mean(counts[before - 1 : before + 1]) for before, _ in found]
    pairs = [(f["cpu_s"], f["cpu_standard_error_s"], m) for (_, f), m in zip(found, measured)]
    whole = sum(error == 0 for _, error, _ in pairs)
    off = [abs(cpu - m) / error for cpu, error, m in pairs if error > 0]
    within = [sum(one <= limit for one in off) for limit in (1, 2)]
    mean, worst = statistics.mean(cpu / m for cpu, _, m in pairs), max(off, default=0)
    told = f"{within[0]} / {within[1]} of {len(off)}" if off else "counted whole"
    line = (
        f"| {n} | {method} | {threads} | {'a busy process' if busy else 'nothing'} | {statistics.mean(counts):.3g} s |"
        f" {len(pairs)} | {mean:.2f} of it | {told} | {worst:.1f} |"
    )
    print(line, flush=True)
    return line, whole + within[1], worst


def count(queens, n, method, threads):
    return Run(count_command(queens, n, method, "auto", threads), threads).json()["cpu_s"]


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
    check.add_argument("--estimates", type=int, default=40, metavar="COUNT", help="of every row; default: %(default)s")
    check.add_argument("--between", type=int, default=10, metavar="COUNT", help="of them between two counts; default: %(default)s")
    check.add_argument("--no-busy", dest="busy", action="store_false", help="only without a busy process beside it")
    told = command("memory", memory, memory.__doc__)
    told.add_argument("--boards", default="20,22,24,26-28", metavar="LIST", help="default: %(default)s")
    told.add_argument("--threads", default="1,2", metavar="LIST", help="default: %(default)s")
    told.add_argument("--units", type=int, default=50, metavar="COUNT", help="default: %(default)s")
    told.add_argument("--limit", type=float, default=600, metavar="SECONDS", help="of a count; default: %(default)s")
