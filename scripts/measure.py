#!/usr/bin/env -S python3 -B
"""Measures the program. All comparisons alternate two programs, A B then B A, on as many cores as they have threads,
and report the median, minimum and maximum of the pairs' ratios. Times are CPU times of whole commands, including their
start, unless wall time is stated: on a shared machine, wall time also measures other users' programs.

    scripts/measure.py base REV      whole counts, against another revision
    scripts/measure.py units REV     units of boards too large to count, against another revision
    scripts/measure.py rival         another program against this one; keeps a record that `queens publish` reads
    scripts/measure.py record        records of every board, method and kernel, estimates, then `queens publish`
    scripts/measure.py estimate      results/estimate.json made again, then `queens publish`

Run a command with --help to see its options. REV is a revision, which is built, or a binary. QUEENS names the binary of
this tree; by default, a release build is made, which takes minutes. Boards are a list as in 12,16,18-20. Paths, also in
the commands of other programs, are relative to the folder that you are in. Needs Linux.
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
