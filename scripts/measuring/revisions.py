"""Compares this program with another revision: whole counts, or units of boards too large to count."""

import contextlib
import math
import os
import pathlib
import random
import statistics
import subprocess
import tempfile

from .runs import ROOT, Run, about, add_options, alternate, build, count_command, fail, numbers, this_program


def ratio_cells(pairs):
    """Returns the table cells for pairs of seconds (A, B): both medians, then the median and the extremes of B / A."""
    ratios = [b / a for a, b in pairs]
    a, b = (f"{statistics.median(side):.4g}" for side in zip(*pairs))
    return [a, b, f"**{statistics.median(ratios):.3f}**", f"{min(ratios):.3f} to {max(ratios):.3f}"]


def print_row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


@contextlib.contextmanager
def program_of(revision):
    """Yields a revision's binary, built in a directory of its own. A path to a binary yields that binary."""
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


def compare(options):
    now = this_program()
    with program_of(options.revision) as base:
        old, new = about(base), about(now)
        print(
            f"\nNow {new['version']} ({new['commit']}), base {old['version']} ({old['commit']}), {new['host']['cpu']}, "
            f"{options.threads} thread(s), processor seconds; above 1 the program of now is faster.\n"
        )
        print_row("N", "method", "kernel", "units", "now, s", "base, s", "base / now", "pairs")
        print_row(*["---:"] * 8)
        for method in options.methods.split(","):
            for n in options.boards:
                options.compare(now, base, n, method, options)


def compare_counts(now, base, n, method, options):
    def count(program):
        return Run(count_command(program, n, method, options.kernel, options.threads), options.threads)

    first, other = count(now), count(base)
    for field in ("solutions", "kernel"):
        if first.json()[field] != other.json()[field]:
            fail(f"N = {n}, {method}: {field} {first.json()[field]} now, {other.json()[field]} in the base")
    # Count a board that takes milliseconds several times. Otherwise, this would mostly measure the program's
    # start.
    repeats = min(50, max(1, math.ceil(options.least / max(first.cpu_s, 0.001))))

    def seconds(program):
        return lambda _: sum(count(program).cpu_s for _ in range(repeats)) / repeats

    pairs = alternate(seconds(now), seconds(base), options.pairs)
    print_row(n, method, first.json()["kernel"], first.json()["units"], *ratio_cells(pairs))


class Sampled:
    """A plan whose shards are samples of the board, each taking at least as long as the options ask."""

    def __init__(self, program, n, method, options, folder):
        self.program, self.n, self.method, self.kernel = program, n, method, options.kernel
        self.plan, self.results = folder / "plan", folder / "shards"
        units = self.deal(1)["units"]
        self.deal(min(units, 1_000_000))
        # Try fewer and larger shards until a shard takes this long.
        while (took := self.run(program, self.shards // 2).cpu_s) < options.seconds and self.shards > 1:
            self.deal(max(1, int(self.shards / min(16, max(1.5, options.seconds / took)))))

    def deal(self, shards):
        self.shards = shards
        self.plan.unlink(missing_ok=True)
        how = f"--method {self.method} --shards {shards} --json --output".split()
        return Run([self.program, "plan", self.n, *how, self.plan]).json()

    def run(self, program, shard):
        how = f"--shards {shard} --fresh --threads 1 --kernel {self.kernel} --json --quiet --dir".split()
        return Run([program, "work", self.plan, *how, self.results])


def compare_units(now, base, n, method, options):
    with tempfile.TemporaryDirectory(prefix="queens-units-") as folder:
        sample = Sampled(base, n, method, options, pathlib.Path(folder))
        chance = random.Random(f"{options.seed} {n} {method}")
        shards = [chance.randrange(sample.shards) for _ in range(options.pairs)]

        def run(program):
            return lambda pair: sample.run(program, shards[pair])

        pairs = alternate(run(now), run(base), options.pairs)
    for shard, (a, b) in zip(shards, pairs):
        for field in ("solutions", "units"):
            if a.json()[field] != b.json()[field]:
                which = f"N = {n}, {method}, shard {shard} of {sample.shards}"
                fail(f"{which}: {field} are {a.json()[field]} now and {b.json()[field]} in the base")
    kernels = " and ".join(sorted({one.json()["kernel"] for pair in pairs for one in pair}))
    print_row(n, method, kernels, pairs[0][0].json()["units"], *ratio_cells([(a.cpu_s, b.cpu_s) for a, b in pairs]))


UNITS = """The same units of both programs, for boards too large to count: shards of a plan with very many, chosen at random;
their counts must agree."""


def add_to(command):
    base = command("base", compare, "Whole counts, against another revision.")
    base.set_defaults(compare=compare_counts)
    units = command("units", compare, UNITS)
    units.set_defaults(compare=compare_units, threads=1)
    for sub, boards in ((base, "12,16,18"), (units, "20,22,24")):
        sub.add_argument("revision", metavar="REV", help="a revision, or a binary")
        sub.add_argument("--boards", type=numbers, default=boards, metavar="LIST", help="default: %(default)s")
        add_options(
            sub,
            ("--methods", "cross,colours", "LIST", ""),
            ("--kernel", "auto", "NAME", ""),
            ("--pairs", 8, "COUNT", ""),
        )
    add_options(base, ("--threads", 1, "COUNT", ""), ("--least", 0.3, "SECONDS", "repeat a count that takes less"))
    add_options(
        units,
        ("--seconds", 2.0, "SECONDS", "how long a shard takes at least"),
        ("--seed", 1, "NUMBER", "of the choice of shards"),
    )
