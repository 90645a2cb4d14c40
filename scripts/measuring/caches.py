"""What a thread asks of memory: the misses of modelled caches, over the time that the same units take in the real ones."""

import pathlib
import re
import statistics
import tempfile

from .revisions import Sampled, print_head, print_row
from .runs import about, add_options, fail, numbers, this_program

LINE = 64
MODELLED = ("1 MB", "4 MB")
# The last level is asked only for what the first one lacks, as in a CPU.
VALGRIND = f"valgrind --tool=cachegrind --cachegrind-out-file=/dev/null --D1={1 << 20},16,{LINE} --LL={4 << 20},16,{LINE}".split()


def bytes_beyond(text, level):
    """Bytes that a modelled level read from the next and wrote to it, of cachegrind's summary."""
    found = re.search(rf"{level} +misses: +[\d,]+ +\( *([\d,]+) rd +\+ +([\d,]+) wr\)", text)
    if not found:
        fail(f"cachegrind tells no misses of {level}: {text[-300:]}")
    read, written = (int(number.replace(",", "")) for number in found.groups())
    # A line that is written is read before and written back later.
    return LINE * (read + 2 * written)


def measure(options):
    program = this_program()
    found = about(program)
    print(f"\n{found['version']} ({found['commit']}), {found['host']['cpu']}, one thread\n")
    print_head("N", "units", "kernel", "s", *(f"GB/s beyond {size}: least, median, most" for size in MODELLED))
    for n in options.boards:
        with tempfile.TemporaryDirectory(prefix="queens-caches-") as folder:
            measure_board(program, Sampled(program, n, options.method, pathlib.Path(folder)), options)


def measure_board(program, sample, options):
    sample.deal_shards_of(options.seconds, "auto")
    shards = [(2 * i + 1) * sample.shards // (2 * options.samples) for i in range(options.samples)]
    timed = [sample.run([program], shard, "auto") for shard in shards]
    rates = []
    for shard, real in zip(shards, timed):
        # It knows no AVX-512.
        modelled = sample.run([*VALGRIND, program], shard, "avx2").text
        rates.append([bytes_beyond(modelled, level) / real.cpu_s / 1e9 for level in ("D1", "LLd")])
    cells = (f"{min(rate):.2f}, {statistics.median(rate):.2f}, {max(rate):.2f}" for rate in zip(*rates))
    units, kernel = (timed[0].json()[name] for name in ("units", "kernel"))
    seconds = statistics.median(real.cpu_s for real in timed)
    print_row(sample.n, f"{len(shards)} × {units}", kernel, f"{seconds:.2f}", *cells)


def add_to(command):
    sub = command("caches", measure, __doc__ + " Needs valgrind.")
    sub.add_argument("--boards", type=numbers, default="20,22,24-26", metavar="LIST", help="default: %(default)s")
    sub.add_argument("--method", default="colours", help="default: %(default)s")
    add_options(
        sub,
        ("--samples", 8, "COUNT", "shards of a board, spread evenly"),
        ("--seconds", 0.5, "SECONDS", "how long a shard takes at least"),
    )
