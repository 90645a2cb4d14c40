#!/usr/bin/env -S python3 -B
"""Measures the program. All comparisons alternate two programs, A B then B A, on as many cores as they have threads,
and report the median, minimum and maximum of the pairs' ratios. Times are CPU times of whole commands, including their
start, unless wall time is stated: on a shared machine, wall time also measures other users' programs.

    scripts/measure.py base REV      compares whole counts with another revision
    scripts/measure.py units REV     compares units of boards too large to count with another revision
    scripts/measure.py rival         compares another program with this one, and writes a record for `queens publish`
    scripts/measure.py record        records every board, method and kernel, estimates, then runs `queens publish`
    scripts/measure.py estimate      replaces this machine's estimates, then runs `queens publish`

Run a command with --help to see its options. REV is a revision, which is built, or a binary. QUEENS is this tree's
binary; by default, a release build is made, which takes minutes. Boards are a list such as 12,16,18-20. All paths, even
in other programs' commands, are relative to the current directory. Needs Linux.
"""

import argparse

from measuring import record, revisions, rival


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name, run, text):
        sub = commands.add_parser(
            name, description=text, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        sub.set_defaults(run=run)
        return sub

    for module in (revisions, rival, record):
        module.add_to(command)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
