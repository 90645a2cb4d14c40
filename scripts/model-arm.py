#!/usr/bin/env python3
"""Says what llvm-mca makes of the inner loops of the ARM program: cycles on cores that nobody has at hand.

    scripts/model-arm.py PROGRAM [CPU...]     a program for aarch64 with symbols; needs llvm-19

A model, not a measurement: every load finds its data in the first-level cache, every branch is predicted. The innermost loops of the
kernels are taken from the program's disassembly: of the join, cycles for 512 pairs of a north and a completion; of the search,
cycles for a step of eight placements, from the cheapest row to the dearest.
"""

import re
import subprocess
import sys

CPUS = ["apple-m1", "neoverse-n1", "neoverse-n2", "neoverse-v2"]


def functions(program):
    """The name of each function, and its instructions with their addresses."""
    command = ["llvm-objdump-19", "--disassemble", "--demangle", "--no-show-raw-insn", program]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for name, body in re.findall(r"^[0-9a-f]+ <(.*)>:\n((?:.+\n)+)", text, re.M):
        lines = re.findall(r"^ *([0-9a-f]+):\s+(.*)$", body, re.M)
        yield name, [(int(address, 16), " ".join(code.split("//")[0].split())) for address, code in lines]


BRANCH = re.compile(r"^(?:b|b\.\w+|cbn?z|tbn?z)\b.*?(0x[0-9a-f]+)")


def innermost_loops(code):
    """The instructions of every loop that has no loop inside."""
    loops = []
    for address, text in code:
        if (jump := BRANCH.match(text)) and code[0][0] <= int(jump[1], 16) <= address:
            loops.append((int(jump[1], 16), address))
    for first, last in sorted(set(loops)):
        if not any((a, b) != (first, last) and first <= a and b <= last for a, b in loops):
            yield [text for address, text in code if first <= address <= last]


def cycles(loop, cpu):
    """Cycles for one turn."""
    jumps = (re.sub(r"0x[0-9a-f]+ <.*", ".L0", text) if BRANCH.match(text) else re.sub(r" <.*", "", text) for text in loop)
    command = ["llvm-mca-19", "-march=aarch64", f"-mcpu={cpu}", "-iterations=100"]
    assembly = ".L0:\n" + "\n".join(jumps) + "\n"
    report = subprocess.run(command, input=assembly, capture_output=True, text=True, check=True).stdout
    return int(re.search(r"Total Cycles:\s+(\d+)", report)[1]) / 100


def described(name, loop):
    """What a loop is, and how many turns make up what it is measured by; nothing for a loop of no interest."""
    kernel = re.search(r"kernels(?:::|\.\.)(portable|neon)\b", name)
    norths = sum(128 if ".16b" in text else 64 for text in loop if text.startswith("cnt "))
    if kernel is None:
        return None
    if "halves" in name and norths >= 128 and len(loop) < 90:
        return f"{kernel[1]}: {norths} norths with a completion, for 512", 512 / norths
    if "search" in name and any(text.startswith("ushl ") for text in loop):
        return f"{kernel[1]}: a step of 8 placements", 1
    return None


def main():
    program, cpus = sys.argv[1], sys.argv[2:] or CPUS
    found = {}
    for name, code in functions(program):
        for loop in innermost_loops(code):
            if (description := described(name, loop)) is not None:
                what, scale = description
                figures = [len(loop), *(scale * cycles(loop, cpu) for cpu in cpus)]
                found.setdefault(what, []).append(figures)
    print("| loop | instructions |", " | ".join(cpus), "|")
    print("|---|---:|" + "---:|" * len(cpus))
    for what, loops in sorted(found.items()):
        columns = (sorted({f"{figure:.3g}": figure for figure in column}.items(), key=lambda pair: pair[1]) for column in zip(*loops))
        ranges = (column[0][0] if len(column) == 1 else f"{column[0][0]} to {column[-1][0]}" for column in columns)
        print(f"| {what} |", " | ".join(ranges), "|")


if __name__ == "__main__":
    main()
