"""Whether the errors of `queens estimate` are true."""

import signal
import subprocess

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
        if one["machine_was_busy"]:
            # Only an upper bound: two standard errors above.
            distance = max(0.0, measured - one["cpu_s"]) / error if error else 0.0
        off = f"{distance:.1f}" if error else "counted whole"
        beside = "a busy process" if busy else "nothing"
        times = f"{one['cpu_s']:.3g} ± {error:.2g} s | {measured:.3g} s"
        print(f"| {n} | {method} | {threads} | {beside} | {times} | {off} |", flush=True)
        distances.append(distance)
    return distances


def add_to(command):
    check = command("samples", estimates, estimates.__doc__)
    check.add_argument("--boards", default="17-21", metavar="LIST", help="default: %(default)s")
    check.add_argument("--methods", default="colours,halves,cross", metavar="LIST", help="default: %(default)s")
    check.add_argument("--threads", default="1,2", metavar="LIST", help="default: %(default)s")
    check.add_argument("--estimates", type=int, default=1, metavar="COUNT", help="before each count; default: %(default)s")
    check.add_argument("--no-busy", dest="busy", action="store_false", help="only without a busy process beside it")
