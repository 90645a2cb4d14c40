//! Pins the values that saved runs rely on: the units and hashes of plans, the counts of units, and the nodes
//! of kernels. A change that breaks one of these tests makes saved runs and plans unusable.

use super::{Kernel, Method, Plan, STANDARD_PLANS, count, size};

/// For each method, the CRC-32 over a list of its standard plans. The list has one line per board, with the
/// number of units and the hash.
const CRCS_OF_STANDARD_PLANS: [(Method, u32); 3] =
    [(Method::Colours, 3621362336), (Method::Cross, 3570441442), (Method::Rows, 2802020811)];

/// Board sizes and depths of other cross plans, and the CRC-32 over their list.
const OTHER_PLANS_OF_CROSS: ([(usize, usize); 9], u32) =
    ([(8, 1), (8, 10), (16, 6), (16, 4), (24, 4), (32, 4), (32, 5), (29, 4), (29, 5)], 2321990802);

/// Like [`OTHER_PLANS_OF_CROSS`], but for rows.
const OTHER_PLANS_OF_ROWS: ([(usize, usize); 5], u32) =
    ([(29, 3), (31, 4), (16, 2), (16, 5), (32, 4)], 1617516212);

/// For each N, the solutions in the standard plan's first, middle and last unit, for cross and for rows.
const UNITS: [(usize, [[u128; 3]; 2]); 13] = [
    (8, [[12, 0, 8], [2, 6, 24]]),
    (9, [[88, 40, 0], [14, 48, 27]]),
    (10, [[104, 16, 40], [36, 78, 98]]),
    (11, [[360, 296, 20], [62, 208, 175]]),
    (12, [[1688, 480, 1568], [318, 1198, 1706]]),
    (13, [[2544, 1256, 104], [484, 1328, 878]]),
    (14, [[11048, 4008, 7112], [2084, 6122, 8160]]),
    (15, [[12976, 6968, 800], [1634, 5152, 3406]]),
    (16, [[52792, 21032, 35464], [12542, 34470, 40514]]),
    (17, [[185456, 88584, 5672], [30720, 60374, 39540]]),
    (18, [[711024, 177432, 594920], [132178, 414024, 476406]]),
    (19, [[2021504, 871256, 753544], [628702, 960442, 833163]]),
    (20, [[8184680, 4537064, 9844280], [1588252, 4273544, 5439786]]),
];

/// For each N, the solutions in four units of the standard plan for colours, at an eighth, a quarter, a third
/// and half of the plan.
const UNITS_OF_COLOURS: [(usize, [u128; 4]); 13] = [
    (8, [32, 60, 60, 0]),
    (9, [0, 0, 16, 0]),
    (10, [8, 40, 60, 216]),
    (11, [0, 0, 8, 240]),
    (12, [676, 2602, 0, 56]),
    (13, [0, 32, 784, 16]),
    (14, [528, 6348, 11592, 28876]),
    (15, [0, 1984, 232, 51184]),
    (16, [431536, 304668, 0, 31872]),
    (17, [1384, 180328, 326396, 372752]),
    (18, [294380, 4549008, 3167492, 1962964]),
    (19, [1278800, 209824, 1611808, 12538048]),
    (20, [94778092, 56895416, 42492, 26326600]),
];

/// For each method, the number of nodes for N = 13 with `scalar`, and with every other kernel.
const NODES: [(Method, u64, u64); 3] = [
    // Here, `scalar` counts the queens placed by the plain recursion. The other kernels count compatible
    // pairs of placements.
    (Method::Colours, 1_082_279, 114_141),
    (Method::Cross, 390_742, 309_699),
    (Method::Rows, 1_886_097, 1_535_546),
];

#[test]
fn plans_keep_their_units_and_hashes() {
    for (method, crc) in CRCS_OF_STANDARD_PLANS {
        check_plans(STANDARD_PLANS.iter().filter(|plan| plan.method() == method), crc);
    }
    let plan = |method| move |(n, depth)| Plan::new(size(n), method, depth).unwrap();
    let (boards, crc) = OTHER_PLANS_OF_CROSS;
    check_plans(&boards.map(plan(Method::Cross)), crc);
    let (boards, crc) = OTHER_PLANS_OF_ROWS;
    check_plans(&boards.map(plan(Method::Rows)), crc);
}

fn check_plans<'a>(plans: impl IntoIterator<Item = &'a Plan>, crc: u32) {
    let line = |plan: &Plan| {
        let (n, method, depth) = (plan.size(), plan.method(), plan.depth());
        format!("N = {n}, {method}, depth {depth}: {} units, {}\n", plan.units(), plan.hash())
    };
    let lines: String = plans.into_iter().map(line).collect();
    // To see what changed, print the same lines with an earlier version.
    assert_eq!(crc32fast::hash(lines.as_bytes()), crc, "{lines}");
}

#[test]
fn units_keep_their_counts() {
    for (n, by_method) in UNITS {
        for (method, solutions) in [Method::Cross, Method::Rows].into_iter().zip(by_method) {
            check_units(n, method, |units| vec![0, units / 2, units - 1], &solutions);
        }
    }
    for (n, solutions) in UNITS_OF_COLOURS {
        check_units(n, Method::Colours, |units| [8, 4, 3, 2].map(|part| units / part).to_vec(), &solutions);
    }
}

fn check_units(n: usize, method: Method, units: fn(u64) -> Vec<u64>, solutions: &[u128]) {
    let plan = Plan::standard(size(n), method);
    let units = units(plan.units());
    let counted = count(&plan, method.available()[0], units.iter().copied());
    let counted: Vec<u128> = counted.iter().map(|unit| unit.solutions).collect();
    assert_eq!(counted, solutions, "N = {n}, {method}, units {units:?}");
}

#[test]
fn kernels_keep_their_nodes() {
    for (method, scalar, others) in NODES {
        let plan = Plan::standard(size(13), method);
        for kernel in method.available() {
            let expected = if kernel == Kernel::Scalar { scalar } else { others };
            let nodes: u64 = count(&plan, kernel, 0..plan.units()).iter().map(|unit| unit.nodes).sum();
            assert_eq!(nodes, expected, "{method}, {kernel}");
        }
    }
}
