"""This program against another revision of itself: whole counts, and units of boards too large to count."""

import contextlib
import math
import os
import pathlib
import random
import statistics
import subprocess
import tempfile

from .runs import ROOT, Run, about, add_options, build, count_command, fail, in_turn, numbers, this_program


def ratio_cells(pairs):
    """The cells of a table for (seconds of A, seconds of B): both medians, the median of B / A, its extremes."""
    ratios = [b / a for a, b in pairs]
    a, b = (f"{statistics.median(side):.4g}" for side in zip(*pairs))
    return [a, b, f"**{statistics.median(ratios):.3f}**", f"{min(ratios):.3f} to {max(ratios):.3f}"]


def print_row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def print_head(*cells):
    print_row(*cells)
    print_row(*["---:"] * len(cells))


@contextlib.contextmanager
def program_of(revision):
    """The binary of a revision, built in a place of its own; a path to a binary is that binary."""
    if os.path.isfile(revision):
        yield pathlib.Path(revision).resolve()
        return
    with tempfile.TemporaryDirectory(prefix="queens-base-") as folder:
        tree = pathlib.Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), revision], check=True)
        try:
            yield build(tree, pathlib.Path(folder) / "target")
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=False)


def print_both(base, now, threads):
    old, new = about(base), about(now)
    print(
        f"\nNow {new['version']} ({new['commit']}), base {old['version']} ({old['commit']}), {new['host']['cpu']}, "
        f"{threads} thread(s), processor seconds; above 1 the program of now is faster.\n"
    )


def compare_counts(options):
    now = this_program()
    with program_of(options.revision) as base:
        print_both(base, now, options.threads)
        print_head("N", "method", "kernel", "now, s", "base, s", "base / now", "pairs")
        for method in options.methods.split(","):
            for n in options.boards:
                compare_count(base, now, n, method, options)


def compare_count(base, now, n, method, options):
    def command(program):
        return count_command(program, n, method, options.kernel, options.threads)

    first, other = Run(command(now), options.threads), Run(command(base), options.threads)
    for field in ("solutions", "kernel"):
        if first.json()[field] != other.json()[field]:
            fail(f"N = {n}, {method}: {field} {first.json()[field]} now, {other.json()[field]} in the base")
    # A board of milliseconds is counted several times, or the start of the program is all that is seen.
    repeats = min(50, max(1, math.ceil(options.least / max(first.cpu_s, 0.001))))

    def seconds(program):
        return lambda _: sum(Run(command(program), options.threads).cpu_s for _ in range(repeats)) / repeats

    pairs = in_turn(seconds(now), seconds(base), options.pairs)
    print_row(n, method, first.json()["kernel"], *ratio_cells(pairs))


def compare_units(options):
    now, chance = this_program(), random.Random(options.seed)
    with program_of(options.revision) as base, tempfile.TemporaryDirectory(prefix="queens-units-") as folder:
        print_both(base, now, 1)
        print_head("N", "method", "kernel", "units a shard", "now, s", "base, s", "base / now", "shards")
        for method in options.methods.split(","):
            for n in options.boards:
                compare_shards(base, now, Sampled(base, n, method, pathlib.Path(folder)), chance, options)


class Sampled:
    """A plan with so many shards that one of them is a sample of the board."""

    def __init__(self, program, n, method, folder):
        self.program, self.n, self.method = program, n, method
        self.plan, self.shards_folder = folder / f"{n}-{method}.plan", folder / "shards"
        self.shards = 1
        self.units = self.deal(1)["units"]
        self.deal(min(self.units, 1_000_000))

    def deal(self, shards):
        self.shards = shards
        self.plan.unlink(missing_ok=True)
        how = f"--method {self.method} --shards {shards} --json --output".split()
        return Run([self.program, "plan", self.n, *how, self.plan]).json()

    def run(self, program, shard, kernel):
        how = f"--shards {shard} --fresh --threads 1 --kernel {kernel} --json --quiet --dir".split()
        return Run([program, "work", self.plan, *how, self.shards_folder])

    def deal_shards_of(self, seconds, kernel):
        """Deals fewer, larger shards until one takes this long."""
        while (took := self.run(self.program, self.shards // 2, kernel).cpu_s) < seconds and self.shards > 1:
            self.deal(max(1, int(self.shards / min(16, max(1.5, seconds / took)))))


def compare_shards(base, now, sample, chance, options):
    sample.deal_shards_of(options.seconds, options.kernel)
    shards = [chance.randrange(sample.shards) for _ in range(options.pairs)]
    kernels = set()

    def run(program, pair):
        done = sample.run(program, shards[pair], options.kernel)
        found = done.json()
        kernels.add(found["kernel"])
        return (done.cpu_s, found["solutions"], found["units"])

    pairs = in_turn(lambda pair: run(now, pair), lambda pair: run(base, pair), options.pairs)
    for shard, (a, b) in zip(shards, pairs):
        if a[1:] != b[1:]:
            which = f"N = {sample.n}, {sample.method}, shard {shard} of {sample.shards}"
            fail(f"{which}: (solutions, units) are {a[1:]} now and {b[1:]} in the base")
    kernel = " and ".join(sorted(kernels))
    print_row(sample.n, sample.method, kernel, pairs[0][0][2], *ratio_cells([(a[0], b[0]) for a, b in pairs]))


UNITS = """The same units of both programs, for boards too large to count: shards of a plan with very many, chosen at random;
their counts must agree."""


def add_to(command):
    base = command("base", compare_counts, "Whole counts, against another revision.")
    units = command("units", compare_units, UNITS)
    for sub, boards in ((base, "12,16,18"), (units, "20,22,24")):
        sub.add_argument("revision", metavar="REV", help="a revision, or a binary")
        sub.add_argument("--boards", type=numbers, default=boards, metavar="LIST", help="default: %(default)s")
        add_options(
            sub,
            ("--methods", "cross,halves", "LIST", ""),
            ("--kernel", "auto", "NAME", ""),
            ("--pairs", 8, "COUNT", ""),
        )
    add_options(base, ("--threads", 1, "COUNT", ""), ("--least", 0.3, "SECONDS", "repeat a count that takes less"))
    add_options(
        units,
        ("--seconds", 2.0, "SECONDS", "how long a shard takes at least"),
        ("--seed", 1, "NUMBER", "of the choice of shards"),
    )
