"""Files that were cut, damaged or lost while nobody counted: the documented exit code, nothing lost, and a repair that
leads to the right total. What must happen to a damaged ledger is foretold by reading it with `Ledger`."""

import re
import shutil
import zlib

from tools import ENTRY, TOTALS, Failure, Ledger, expect, most_solutions, seed, unsealed

BOARD = "14"
MOST = most_solutions(int(BOARD))
FILES = ("manifest.json", "ledger.jsonl", "result.json")


def flip_bit(rng, data):
    place = rng.randrange(len(data))
    data[place] ^= 1 << rng.randrange(8)


def cut(rng, data):
    del data[rng.randrange(len(data)):]


def zero(rng, data):
    """NUL bytes, as a file system leaves them that had not written the data yet."""
    start = rng.randrange(len(data))
    end = len(data) if rng.random() < 0.5 else min(len(data), start + rng.randint(1, 4096))
    data[start:end] = bytes(end - start)


def remove_range(rng, data):
    start = rng.randrange(len(data))
    del data[start:start + rng.randint(1, 300)]


def repeat_range(rng, data):
    start = rng.randrange(len(data))
    piece = data[start:start + rng.randint(1, 300)]
    place = rng.randrange(len(data))
    data[place:place] = piece


def repeat_lines(rng, data):
    lines = data.splitlines(keepends=True)
    data += b"".join(rng.sample(lines, min(3, len(lines))))


def append_garbage(rng, data):
    data += rng.randbytes(rng.randint(1, 300)) + (b"\n" if rng.random() < 0.5 else b"")


def absurd(line, solutions, crc_seed):
    """A ledger line that says `solutions`, with the checksum of what it says."""
    body = re.sub(rb'"solutions":"\d+"', b'"solutions":"%d"' % solutions, ENTRY.fullmatch(line.rstrip(b"\n"))[1])
    return b'%s,"crc":"%08x"}\n' % (body, zlib.crc32(body, crc_seed))


DAMAGES = [flip_bit, flip_bit, cut, cut, zero, remove_range, repeat_range, repeat_lines, append_garbage]


def contents(directory):
    """The files that matter; the lock's text changes with every holder."""
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.name != "lock"}


def rejects(program, directory, *, status=4):
    """Asserts that a count is refused with exit 4 and touches nothing."""
    before = contents(directory)
    program.run("count", BOARD, "--run", directory).expect(4, "is corrupt")
    program.run("status", directory).expect(status)
    expect(contents(directory) == before, f"a refused count changed {directory}")


def damage_ledger(program, rng, directory):
    """Damages a ledger of a run half-way; returns how the program took it."""
    ledger = directory / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    rng.shuffle(lines)
    crc_seed = seed(unsealed(directory / "manifest.json"))
    kept = lines[:rng.randint(1, len(lines))]
    if rng.random() < 0.3:
        # One line of a right checksum, with a count that cannot be.
        place = rng.randrange(len(kept))
        kept[place] = absurd(kept[place], rng.choice([MOST + 1, 2**64, 2**128 - 1]), crc_seed)
    data = bytearray(b"".join(kept))
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        if data:
            rng.choice(DAMAGES)(rng, data)
    ledger.write_bytes(data)
    (directory / "result.json").unlink()
    foretold = Ledger(bytes(data), len(lines), crc_seed, MOST)
    if foretold.bad:
        rejects(program, directory)
        bad = [foretold.lines[number - 1] for number in foretold.bad]
        program.run("count", BOARD, "--run", directory, "--repair").expect(0, f"line {foretold.bad[0]}")
        rejected = (directory / "ledger.rejected").read_bytes()
        expect(all(line in rejected for line in bad), f"a bad line is lost from {directory}")
        kind = "repaired"
    else:
        says = ["is incomplete"] if foretold.torn else []
        says += ["that repeat a unit"] if foretold.repeated else []
        if foretold.units and len(foretold.units) < len(lines):
            says.append(f"resuming with {len(foretold.units)} of")
        program.run("count", BOARD, "--run", directory).expect(0, *says)
        kind = "torn" if foretold.torn else "taken"
    after = Ledger(ledger.read_bytes(), len(lines), crc_seed, MOST)
    expect(set(foretold.entries) - set(after.entries) <= conflicts(foretold, crc_seed), f"a good line is lost from {directory}")
    expect(len(after.units) == len(lines) and after.solutions == TOTALS[int(BOARD)] and not after.bad,
           f"the ledger of {directory} is not whole")
    expect(kind != "repaired" or not after.repeated, f"a repair left repeated lines in {directory}")
    return kind


def conflicts(ledger, crc_seed):
    """Entries that a repair may take out although they are well formed: another line contradicts them or repeats them."""
    lines = {}
    for entry in ledger.entries:
        lines.setdefault(entry[0], []).append(entry)
    bad = {Ledger.entry(ledger.lines[number - 1], 2**64, crc_seed, MOST) for number in ledger.bad} - {None}
    contradicted = {entry[0] for entry in bad}
    return {entry for unit, entries in lines.items() for entry in entries
            if unit in contradicted or len(entries) > 1}


def damage_sealed(program, rng, directory, name):
    """Damages manifest or result of a finished run."""
    path = directory / name
    data = bytearray(path.read_bytes())
    rng.choice([flip_bit, flip_bit, flip_bit, cut, zero, append_garbage])(rng, data)
    if bytes(data) == path.read_bytes():
        return "taken"
    path.write_bytes(data)
    rejects(program, directory)
    ended = program.run("count", BOARD, "--run", directory, "--repair")
    if ended.code == 4 and name == "manifest.json":
        # Its plan_hash is not whole: nothing says any longer that the ledger is of this run.
        whole = any(b'"plan_hash"' in line for line in bytes(data).split(b"\n")[:-1])
        expect(not whole or unrecognisable(program, directory, bytes(data)), f"not repaired: {ended}")
        program.run("count", BOARD, "--run", directory, "--fresh").expect(0, "aside")
        return "fresh"
    ended.expect(0)
    return "repaired"


def unrecognisable(program, directory, data):
    """Whether the line of the plan's hash is damaged, by a manifest of the same command."""
    sound = directory.parent / "sound"
    program.run("count", BOARD, "--run", sound).expect(0)
    line = next(line for line in (sound / "manifest.json").read_bytes().splitlines() if b"plan_hash" in line)
    return line not in data.splitlines()


def lose_file(program, rng, directory, name):
    (directory / name).unlink()
    if name == "manifest.json":
        rejects(program, directory, status=1)
        program.run("count", BOARD, "--run", directory, "--repair").expect(4, "put the manifest back")
        program.run("count", BOARD, "--run", directory, "--fresh").expect(0, "aside")
    elif name == "ledger.jsonl":
        rejects(program, directory)
        program.run("count", BOARD, "--run", directory, "--repair").expect(0)
    else:
        program.run("count", BOARD, "--run", directory).expect(0)
    return "lost"


def random_damage(program, rounds, rng_of, folder):
    program.finish(folder / "base", BOARD)
    outcomes = {}
    for number in rounds(12):
        rng, directory = rng_of(number), folder / "damaged"
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(folder / "base", directory)
        what = rng.choice(["ledger"] * 5 + ["manifest.json", "result.json", "lose"])
        try:
            if what == "ledger":
                outcome = damage_ledger(program, rng, directory)
            elif what == "lose":
                outcome = lose_file(program, rng, directory, rng.choice(FILES))
            else:
                outcome = damage_sealed(program, rng, directory, what)
            ended = program.run("count", BOARD, "--run", directory).expect(0, "this run was already finished")
            expect(ended.out.strip() == str(TOTALS[int(BOARD)]), f"a wrong total: {ended}")
        except Failure as failure:
            raise Failure(f"round {number}, {what}: {failure}") from None
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
