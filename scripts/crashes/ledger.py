"""Reads a run directory without the program, by docs/internals/run-directory.md and with the CRC of zlib."""

import json
import pathlib
import re
import zlib

ENTRY = re.compile(
    rb'(\{"unit":(0|[1-9]\d*),"solutions":"(0|[1-9]\d*)","nodes":"(?:0|[1-9]\d*)","wall_ms":(?:0|[1-9]\d*),"cpu_ms":(?:0|[1-9]\d*),'
    rb'"kernel":"[a-z0-9_-]{1,32}"),"crc":"([0-9a-f]{8})"\}'
)


class Failure(Exception):
    """The program did not do what it promises."""


def expect(holds, what):
    if not holds:
        raise Failure(what)


def unsealed(path):
    """The object in a sealed file; None when there is none."""
    if not path.exists():
        return None
    match = re.fullmatch(rb'(.*),\n  "crc": "([0-9a-f]{8})"\n\}\n', contents := path.read_bytes(), re.S)
    expect(match and f"{zlib.crc32(match[1]):08x}".encode() == match[2], f"the seal of {path} is broken")
    return json.loads(contents)


class Ledger:
    """The ledger of a run: the `solutions` of its units, and the bytes after the last line end."""

    def __init__(self, directory):
        self.directory, self.solutions = directory, {}
        manifest = unsealed(directory / "manifest.json")
        expect(manifest["format"] == 4, f"a new run is of format {manifest['format']}")
        self.units, seed = manifest["units"], zlib.crc32(manifest["plan_hash"].encode())
        *lines, self.torn = (directory / "ledger.jsonl").read_bytes().split(b"\n")
        for number, line in enumerate(lines, 1):
            match, where = ENTRY.fullmatch(line), f"line {number} of the ledger in {directory}"
            expect(match and f"{zlib.crc32(match[1], seed):08x}".encode() == match[4], f"{where} is bad: {line}")
            unit, solutions = int(match[2]), int(match[3])
            expect(unit < self.units and unit not in self.solutions, f"{where} has unit {unit} of {self.units}, or again")
            self.solutions[unit] = solutions


def read(directory):
    """The ledger of a run directory; None while there is no manifest, and so no unit."""
    directory = pathlib.Path(directory)
    return Ledger(directory) if (directory / "manifest.json").exists() else None


def units(directory):
    """The finished units of a run directory."""
    ledger = read(directory)
    return set(ledger.solutions) if ledger else set()


def check_complete(directory, total):
    """Asserts that a run is finished, with the right total and each unit in the ledger exactly once."""
    ledger, result = Ledger(pathlib.Path(directory)), unsealed(pathlib.Path(directory) / "result.json")
    expect(result is not None, f"no result in {directory}")
    expect(not ledger.torn and len(ledger.solutions) == ledger.units, f"the ledger of {directory} is not whole")
    found = (sum(ledger.solutions.values()), int(result["solutions"]))
    expect(found == (total, total), f"ledger and result of {directory} have {found} solutions instead of {total}")
    expect(min(result["wall_s"], result["cpu_s"], result["thread_wall_s"]) >= 0, f"a negative time: {result}")
