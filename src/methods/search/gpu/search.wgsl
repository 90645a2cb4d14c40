// The search below placements, for a GPU: see mod.rs for the idea.
//
// An invocation is a lane. In a slice it does at most `control.steps` steps; a step puts one queen on
// the board. When its placement is done it takes the next one from the ring. At the end of a slice it
// saves itself, and puts a part of its work into the ring if there is too little.

override GROUP: u32;   // lanes of a workgroup
override LEVELS: u32;  // stack entries of a lane

struct Control {
    head: atomic<u32>,    // ticket of the next placement; tickets wrap around
    end: u32,             // the first ticket that has no placement yet
    ring: u32,            // placements of the ring - 1
    steps: u32,
    columns: u32,         // all columns of the board
    faults: atomic<u32>,  // lanes whose stack was not moved whole
    wanted: u32,          // placements that lanes with more than one row to try are to give away
    given: atomic<u32>,   // lanes that gave one away, or would have
}

// The sums of a part: one prefix, many placements.
struct Slot {
    solutions: array<atomic<u32>, 2>,  // low word, high word
    nodes: array<atomic<u32>, 2>,
    placements: atomic<u32>,           // done so far, minus those given away
}

@group(0) @binding(0) var<storage, read_write> control: Control;
// 32 remaining rows a slot: the squares open in the next row and in the one after it; the distance to
// the next row; the distance from there to the one after it, with the rows left to fill << 8.
@group(0) @binding(1) var<storage, read> rows: array<vec4<u32>>;
// Untried squares, columns, antidiagonals, diagonals.
@group(0) @binding(2) var<storage, read_write> placements: array<vec4<u32>>;
// Entry of `rows` minus the columns used, slot.
@group(0) @binding(3) var<storage, read_write> owners: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> slots: array<Slot>;
// By word, then lane, so that neighbours write side by side.
@group(0) @binding(5) var<storage, read_write> saved: array<vec4<u32>>;

// By level, then lane. Whatever level each lane is at, eight neighbours hit each of 32 banks once.
var<workgroup> stack: array<vec4<u32>, GROUP * LEVELS>;

// The addition that wraps the low word carries, whichever lane makes it.
fn add(slot: u32, found: u32, nodes: u32) {
    var before = atomicAdd(&slots[slot].solutions[0], found);
    if (before + found < before) { atomicAdd(&slots[slot].solutions[1], 1u); }
    before = atomicAdd(&slots[slot].nodes[0], nodes);
    if (before + nodes < before) { atomicAdd(&slots[slot].nodes[1], 1u); }
}

@compute @workgroup_size(GROUP)
fn search(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let lanes = groups.x * GROUP;
    let lane = id.x;
    var now = saved[lane];    // untried squares, columns, antidiagonals, diagonals of the current row
    let more = saved[lanes + lane];
    var base = more.x;        // entry of `rows` minus the columns used
    var depth = more.y;       // stack entries
    var slot = more.z;        // 0: the lane has no placement
    var moved = 0u;
    for (var i = 0u; i < depth; i++) {
        stack[i * GROUP + local] = saved[(2u + i) * lanes + lane];
        moved += 1u;
    }
    if (moved != depth) { atomicAdd(&control.faults, 1u); }

    var found = 0u;           // two a step at most, so that 32 bits last for a slice
    var nodes = 0u;
    let steps = control.steps;
    for (var step = 0u; step < steps; step++) {
        if (now.x == 0u) {
            if (depth != 0u) {
                depth -= 1u;
                now = stack[depth * GROUP + local];
            } else {
                if (slot != 0u) {
                    add(slot, found, nodes);
                    atomicAdd(&slots[slot].placements, 1u);
                    found = 0u;
                    nodes = 0u;
                    slot = 0u;
                }
                let ticket = atomicAdd(&control.head, 1u);
                if (bitcast<i32>(ticket - control.end) >= 0) { break; }
                now = placements[ticket & control.ring];
                let owner = owners[ticket & control.ring];
                base = owner.x;
                slot = owner.y;
            }
        }
        // No branches from here on: neighbours are at different rows, and would wait for each other.
        nodes += 1u;
        let row = rows[base + countOneBits(now.y)];
        let queen = now.x & (0u - now.x);
        let rest = now.x ^ queen;
        let columns = now.y | queen;
        let antidiagonals = (now.z | queen) << row.z;
        let diagonals = (now.w | queen) >> row.z;
        let beyond = row.w & 31u;
        let first = row.x & ~(columns | antidiagonals | diagonals);
        let second = row.y & ~(columns | (antidiagonals << beyond) | (diagonals >> beyond));
        // Two rows and two columns left: two ways to fill them, unless the squares share a diagonal.
        // `high` has the higher column and not the lower one.
        let last = (row.w >> 8u) == 3u;
        let unused = control.columns & ~columns;
        let high = unused - 1u;
        let straight = (high & second) | (first & ~high);
        let crossed = (high & first) | (second & ~high);
        let apart = last & ((unused & (unused << beyond)) == 0u);
        found += select(0u, 1u, apart & ((unused & ~straight) == 0u));
        found += select(0u, 1u, apart & ((unused & ~crossed) == 0u));
        let alive = !last & (first != 0u) & (second != 0u);
        if (alive & (rest != 0u)) {
            stack[depth * GROUP + local] = vec4<u32>(rest, now.yzw);
            depth += 1u;
        }
        now = select(vec4<u32>(rest, now.yzw), vec4<u32>(first, columns, antidiagonals, diagonals), alive);
    }

    if (slot != 0u) { add(slot, found, nodes); }
    // The lowest entry has the most work below it, and is a placement like any other. Nobody takes it
    // before the next slice.
    var given = 0u;
    if (control.wanted != 0u && depth != 0u) {
        let gift = atomicAdd(&control.given, 1u);
        if (gift < control.wanted) {
            let at = (control.end + gift) & control.ring;
            placements[at] = stack[local];
            owners[at] = vec2<u32>(base, slot);
            atomicSub(&slots[slot].placements, 1u);
            given = 1u;
        }
    }
    saved[lane] = now;
    saved[lanes + lane] = vec4<u32>(base, depth - given, slot, 0u);
    moved = 0u;
    for (var i = given; i < depth; i++) {
        saved[(2u + i - given) * lanes + lane] = stack[i * GROUP + local];
        moved += 1u;
    }
    // A software device may end loops early without a word.
    if (moved != depth - given) { atomicAdd(&control.faults, 1u); }
}
