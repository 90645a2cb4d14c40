//! Literals that saved runs rely on: a plan's units and hash, the counts of a unit, and the queens
//! that a kernel places. A change that breaks one of these tests orphans the runs and plans of
//! users.

use std::sync::atomic::AtomicBool;

use queens::board::BoardSize;
use queens::check::known;
use queens::methods::Method;
use queens::methods::counter::{Claims, Finished};
use queens::methods::kernel::Kernel;
use queens::plan::Plan;

fn size(n: usize) -> BoardSize {
    BoardSize::new(n).unwrap()
}

/// Counts `units` of a plan, in order.
fn count(plan: &Plan, kernel: Kernel, units: impl IntoIterator<Item = u64>) -> Vec<Finished> {
    let (never, mut units, mut counted) = (AtomicBool::new(false), units.into_iter(), Vec::new());
    let mut take = || units.next();
    let mut counter = plan.method_units().counters(kernel, 1).unwrap().remove(0);
    counter.run(&mut Claims::new(&mut take, &never), &mut |unit| counted.push(unit)).unwrap();
    counted
}

/// Board, method, depth; units and hash of the plan. Each board at the depth that `queens count`
/// uses.
const STANDARD_PLANS: [(usize, Method, usize, u64, &str); 64] = [
    (1, Method::Cross, 4, 1, "eebd10c6fb9ad567f46641b10fd016f3"),
    (2, Method::Cross, 4, 1, "f3d34a0e73951ac4e0b8764a08e3b81b"),
    (3, Method::Cross, 4, 1, "da807c0a4f51f61f51152dc283c6370a"),
    (4, Method::Cross, 4, 1, "4fbc5fe68965becc1b9aec1ab6d6a57e"),
    (5, Method::Cross, 4, 2, "fa5382a2b3c35a1b24a9833dcafcd286"),
    (6, Method::Cross, 4, 4, "6322f2397a4f8586ef20809731bdbf51"),
    (7, Method::Cross, 4, 8, "c49bd2425d53aa50805c6cedbc8ad21d"),
    (8, Method::Cross, 4, 8, "075299588531835b36571b44583d1c46"),
    (9, Method::Cross, 4, 11, "d7afd3140eaf6b66d0dc74c9dc422f45"),
    (10, Method::Cross, 4, 11, "08e5ac42067fec5381339f0f4b2d8976"),
    (11, Method::Cross, 4, 13, "db4f033dfc04306cc654ba514db2fd70"),
    (12, Method::Cross, 4, 12, "167c2d2ab57978e9501c6a0eff597c2a"),
    (13, Method::Cross, 4, 71, "24eded2a7ef1948e14050e3c549e63a4"),
    (14, Method::Cross, 5, 69, "c1c847e388ffe0c0f91a0fc01beed9a8"),
    (15, Method::Cross, 4, 444, "c9146a4f9ed5127613b11c871435c8ca"),
    (16, Method::Cross, 5, 580, "c7f4e1330e24f6c79df9d5ac381b271f"),
    (17, Method::Cross, 4, 1763, "dc072ad678516478aab2525c794a4232"),
    (18, Method::Cross, 5, 2405, "62f336f2aacdd8239934348eed4eec2b"),
    (19, Method::Cross, 5, 4733, "eeafea68e3e0f5f95807919258afd815"),
    (20, Method::Cross, 6, 13352, "c45ef9e34edeeddf77b5ceaa0acb2a3a"),
    (21, Method::Cross, 6, 25204, "15ee65010136feb58b3f8923bc1c524c"),
    (22, Method::Cross, 6, 54970, "7c7839f7f8b711396c3d8fbbd2b51a51"),
    (23, Method::Cross, 6, 97566, "bdd16af6cf3a45845475100a67880b9d"),
    (24, Method::Cross, 6, 181310, "02904b7c3eb0472f3d62cc7022d0290f"),
    (25, Method::Cross, 6, 179446, "ec689231c2460d6e9b528f1bde50b0ae"),
    (26, Method::Cross, 6, 189869, "43186955f2cf907eff4e3b2c0c2b42bc"),
    (27, Method::Cross, 6, 178150, "0b79c01c1f4a640f99869a293abafdad"),
    (28, Method::Cross, 6, 198465, "5362b3195d34f16f6406eed4658ad580"),
    (29, Method::Cross, 6, 179614, "8e652ddfd3a279516b00f30fb958561d"),
    (30, Method::Cross, 6, 198768, "312ac123001a1592c586393ff1c5feb2"),
    (31, Method::Cross, 6, 179631, "b6b6009ded7076cbf8a5f9185f182cef"),
    (32, Method::Cross, 6, 210547, "04095820be327c700c7ad0a64bb7728c"),
    (1, Method::Rows, 3, 1, "f2f1a69f9bc84cb0db20b7bea5bdf52f"),
    (2, Method::Rows, 3, 1, "3e9c6b30bb8a3cf6c6e962762195564d"),
    (3, Method::Rows, 3, 1, "4b8d696823169c8b696f0e57eb52280e"),
    (4, Method::Rows, 3, 1, "7d17102e0c25638d71f15d4ec6acdb1b"),
    (5, Method::Rows, 3, 4, "801c23ff6c6cae368cdb544adb70d4a3"),
    (6, Method::Rows, 3, 7, "bf5637f1e90a3dcd0937ace10fd31f97"),
    (7, Method::Rows, 3, 8, "351a465961d5186ced0799f09216ffd1"),
    (8, Method::Rows, 3, 9, "2e3f511a7cdb77d155d199924c201ce2"),
    (9, Method::Rows, 3, 11, "aec23bff3d3eb7f7d76d5b8b9f6eeebc"),
    (10, Method::Rows, 3, 11, "d5f1767941c6b9fbd4a12a8d8ebe9994"),
    (11, Method::Rows, 3, 13, "09af735107377c38da82fb045557d05b"),
    (12, Method::Rows, 3, 14, "74d1ded0e1cbd00dbea57c3aa417f9aa"),
    (13, Method::Rows, 4, 67, "6e77e28c4c80e063b2766efc64d3b946"),
    (14, Method::Rows, 4, 67, "14baf3ffd8e081a51d3fad6fae391321"),
    (15, Method::Rows, 4, 498, "e1ce74605162dc8fe13bebeb34659523"),
    (16, Method::Rows, 4, 496, "278f2d9582dd1739f736647be4a8fdb7"),
    (17, Method::Rows, 4, 1788, "1919710ff7f0b6269bca27e92eff9383"),
    (18, Method::Rows, 4, 1817, "3b0d6455911871e99ebc259a913aa4e9"),
    (19, Method::Rows, 4, 4184, "273d2e55e1b56b159dc21b47586b0906"),
    (20, Method::Rows, 5, 9920, "3548be3ee70905167c489ac936215327"),
    (21, Method::Rows, 5, 24865, "3a1dccec4b81ea2e87f7e3d1a878b778"),
    (22, Method::Rows, 5, 47090, "2eded7ecd7a1b4c96dda155d9e914485"),
    (23, Method::Rows, 5, 94426, "76679f8dd4164ece5911d5fe9440e4d8"),
    (24, Method::Rows, 5, 178458, "09294917d01f6db4741292f75a7f939c"),
    (25, Method::Rows, 5, 160042, "a1b7281dba78391c162b9fb2277dcec8"),
    (26, Method::Rows, 5, 177391, "d58d0e0eb7e9d3f8a53c6d13b8222c8d"),
    (27, Method::Rows, 5, 178824, "5b3dbb091dd93f8b5f03de26c2f8ae26"),
    (28, Method::Rows, 5, 175597, "5be4733807f23d5eb6e95fa3d60a8359"),
    (29, Method::Rows, 5, 171529, "a83999a756b32d40f5417aa0d3b2ccc1"),
    (30, Method::Rows, 5, 178539, "fc79069e162b0f45e64cbaa88692dac1"),
    (31, Method::Rows, 5, 179731, "ede073d6d29a4b5f22d1c11d0158698e"),
    (32, Method::Rows, 5, 175789, "2c2cf88d65128f8e156aa5661a1ca45c"),
];

/// The same at other depths.
const OTHER_PLANS: [(usize, Method, usize, u64, &str); 14] = [
    (8, Method::Cross, 1, 1, "9516ca717a2784c203d5873abab79ec5"),
    (8, Method::Cross, 10, 13, "d804191ec80ecf4c3c2cd6b8f828a891"),
    (16, Method::Cross, 6, 4789, "db5aed56a7aa745be676e551b05bfd57"),
    (16, Method::Cross, 4, 65, "c3890de6cfef135a8eca4cbcdd1ab296"),
    (24, Method::Cross, 4, 2803, "6ed17155eb10c2d95e244ed96082be3e"),
    (32, Method::Cross, 4, 2834, "a36a326f638b889217ed030f027535d0"),
    (32, Method::Cross, 5, 24493, "7cb2a5a6ad586933276a5ed49da2f0c9"),
    (29, Method::Cross, 4, 2815, "93b7f9c1d6d9ae9448c26eb330530040"),
    (29, Method::Cross, 5, 22106, "bebf5cb0ce9cd8bee9858195c9c9017e"),
    (29, Method::Rows, 3, 2283, "25ad939a60096980b0b8a22497127d0b"),
    (31, Method::Rows, 4, 21727, "47f3a9c047c925df621f33a33a955d23"),
    (16, Method::Rows, 2, 8, "b18c74aec7fca143d076b48434795c95"),
    (16, Method::Rows, 5, 3943, "66a019c1d0c358871c952e42fba87f3c"),
    (32, Method::Rows, 4, 22499, "9b3589072a01e8d3195d45ccd759cf9f"),
];

/// Board, method, and the solutions of the first, the middle and the last unit of the standard plan.
const UNITS: [(usize, Method, [u128; 3]); 26] = [
    (8, Method::Cross, [12, 0, 8]),
    (9, Method::Cross, [88, 40, 0]),
    (10, Method::Cross, [104, 16, 40]),
    (11, Method::Cross, [360, 296, 20]),
    (12, Method::Cross, [1688, 480, 1568]),
    (13, Method::Cross, [2544, 1256, 104]),
    (14, Method::Cross, [11048, 4008, 7112]),
    (15, Method::Cross, [12976, 6968, 800]),
    (16, Method::Cross, [52792, 21032, 35464]),
    (17, Method::Cross, [185456, 88584, 5672]),
    (18, Method::Cross, [711024, 177432, 594920]),
    (19, Method::Cross, [2021504, 871256, 753544]),
    (20, Method::Cross, [8184680, 4537064, 9844280]),
    (8, Method::Rows, [2, 6, 24]),
    (9, Method::Rows, [14, 48, 27]),
    (10, Method::Rows, [36, 78, 98]),
    (11, Method::Rows, [62, 208, 175]),
    (12, Method::Rows, [318, 1198, 1706]),
    (13, Method::Rows, [484, 1328, 878]),
    (14, Method::Rows, [2084, 6122, 8160]),
    (15, Method::Rows, [1634, 5152, 3406]),
    (16, Method::Rows, [12542, 34470, 40514]),
    (17, Method::Rows, [30720, 60374, 39540]),
    (18, Method::Rows, [132178, 414024, 476406]),
    (19, Method::Rows, [628702, 960442, 833163]),
    (20, Method::Rows, [1588252, 4273544, 5439786]),
];

/// Queens placed on the whole board of 13 rows: by cross and by rows.
const NODES_OF_BATCHES: [u64; 2] = [309_699, 1_535_546];
const NODES_OF_SCALAR: [u64; 2] = [390_742, 1_886_097];

/// Board, units and hash of the standard plans of halves.
const PLANS_OF_HALVES: &str = "\
1 1 b0cd06a3e44a42ec75eb1099ed9f61b5
2 1 a9973555cf051cc22a2dd297239c77ee
3 2 b2875dcf96744d6123be16fa260fd607
4 3 ca4ee0ec431a10e1d318ce17e73b3edc
5 5 38d37c6cea4cc41dc537271698a55cfd
6 6 f49dd8405589debf1349f9921f179c62
7 7 db2176c6fe45507f785b38008b248f18
8 8 8f025c2b7658334f42471ed54bc2c9ee
9 9 5e00123f402df30fe429a1f9d739800e
10 10 56ed2f33af27af647f50b4eb844d9ca7
11 11 31dc697bd34d9426914d94330e26d4cb
12 12 dc8ca933b43ed56d67b847a54b61bca7
13 24 f988f90485df4ce01519de42acfc7d7a
14 24 5ec0963f2f2a8f06b35d637a535b8cdf
15 24 629492370b2724f67ec52e8b414d52a6
16 32 b424171b998accf2d4e1a8e067e6b575
17 200 dd993aa7aa5cfcd406f0717b8855d115
18 400 f5077ecf537407d102e1fc819a5e2291
19 2000 e84a8c375e9a4f38b965a86d9c8c91fd
20 4000 3ca953d16ea29f670518e7001908b01f
21 20000 76580596900e22c37e14d387ffa86ebd
22 40000 14b3e2d2f1493ed868b188ecd322aa0a
23 80000 1493c47b83d0ed2809cd7e3ff6cecc86
24 150000 ac0f6fca4586baf1ce52c961768752ff
25 500000 ca26c62a0f0e9c166ac5eeb090bde3a2
26 1300000 387c8ddbb999eb5abb17a58424b64457
27 4000000 893455a9fe556b4400a4b0e2cb83020b
28 40136416 016274b4121a2e5653d448e4097f7d8e
29 268435456 f643d2091b6558c0e50f2c8a2e6cd99a
30 268435456 d2a634d1c57282b4688af09cdb323b39
31 268435456 a6fcd22a32245d8c63fe680333e35a65
32 268435456 3bd4c165995991934c3dd9aeb14b3e44
";

/// Board, and the solutions of the first, the middle and the last unit of its standard plan of
/// halves.
const UNITS_OF_HALVES: &str = "\
8 0 24 14
9 8 56 76
10 0 186 108
11 8 224 624
12 28 1970 1460
13 104 4340 4028
14 20 15522 15200
15 1880 108220 122824
16 4458 520298 354852
17 228 701828 149746
18 0 1118152 65146
19 0 4886260 50128
20 0 11995572 342
";

/// Pairs of halves that the joins decide on the board of 13 rows, and queens that the plain
/// recursion places there.
const PAIRS_OF_JOINS: u64 = 18_642;
const NODES_OF_PLAIN: u64 = 1_993_826;

#[test]
fn plans_of_halves_have_the_units_and_hashes_that_runs_were_saved_with() {
    let described = |n: usize| {
        let plan = Plan::standard(size(n), Method::Halves);
        assert_eq!(plan.depth(), 4);
        format!("{n} {} {}\n", plan.units(), plan.hash())
    };
    let plans: String = (1..=32).map(described).collect();
    assert!(plans == PLANS_OF_HALVES, "the plans are now\n{plans}");
    let fine = Plan::new(size(28), Method::Halves, 5).unwrap();
    assert_eq!((fine.units(), fine.hash()), (260_886_704, "5fbd8e0902281a3bd9b274a0565144ca"));
}

#[test]
fn units_of_halves_count_what_they_counted_when_they_were_saved() {
    let described = |n: usize| {
        let plan = Plan::standard(size(n), Method::Halves);
        let units = [0, plan.units() / 2, plan.units() - 1];
        let counted = count(&plan, Method::Halves.available()[0], units);
        let [first, middle, last] = [0, 1, 2].map(|i| counted[i].solutions);
        format!("{n} {first} {middle} {last}\n")
    };
    let units: String = (8..=20).map(described).collect();
    assert!(units == UNITS_OF_HALVES, "the units now have\n{units}");
}

#[test]
fn kernels_of_halves_decide_the_pairs_that_they_decided() {
    let plan = Plan::standard(size(13), Method::Halves);
    for kernel in Method::Halves.available() {
        let expected = if kernel == Kernel::Scalar { NODES_OF_PLAIN } else { PAIRS_OF_JOINS };
        let nodes: u64 = count(&plan, kernel, 0..plan.units()).iter().map(|unit| unit.nodes).sum();
        assert_eq!(nodes, expected, "{kernel}");
    }
}

#[test]
fn standard_plans_have_the_units_and_hashes_that_runs_were_saved_with() {
    for (n, method, depth, units, hash) in STANDARD_PLANS {
        let plan = Plan::standard(size(n), method);
        assert_eq!((plan.depth(), plan.units(), plan.hash()), (depth, units, hash), "N = {n}, {method}");
    }
}

#[test]
fn plans_of_other_depths_have_the_units_and_hashes_that_runs_were_saved_with() {
    for (n, method, depth, units, hash) in OTHER_PLANS {
        let plan = Plan::new(size(n), method, depth).unwrap();
        assert_eq!((plan.units(), plan.hash()), (units, hash), "N = {n}, {method}, depth {depth}");
    }
}

#[test]
fn units_count_what_they_counted_when_they_were_saved() {
    for (n, method, solutions) in UNITS {
        let plan = Plan::standard(size(n), method);
        let units = [0, plan.units() / 2, plan.units() - 1];
        let counted: Vec<u128> =
            count(&plan, method.available()[0], units).iter().map(|unit| unit.solutions).collect();
        assert_eq!(counted, solutions, "N = {n}, {method}, units {units:?}");
    }
}

#[test]
fn the_smallest_boards_are_counted_unit_by_unit() {
    let expected: [(usize, &[u128], &[u128]); 7] = [
        (1, &[1], &[1]),
        (2, &[0], &[0]),
        (3, &[0], &[0]),
        (4, &[2], &[2]),
        (5, &[8, 2], &[4, 4, 0, 2]),
        (6, &[4, 0, 0, 0], &[0, 0, 0, 0, 2, 0, 2]),
        (7, &[16, 8, 0, 8, 0, 4, 4, 0], &[4, 4, 6, 8, 4, 8, 3, 3]),
    ];
    for (n, cross, rows) in expected {
        for (method, expected) in [(Method::Cross, cross), (Method::Rows, rows)] {
            let plan = Plan::standard(size(n), method);
            for kernel in method.available() {
                let counted = count(&plan, kernel, 0..plan.units());
                let counted: Vec<u128> = counted.iter().map(|unit| unit.solutions).collect();
                assert_eq!(counted, expected, "N = {n}, {method}, {kernel}");
                assert_eq!(Some(counted.iter().sum()), known::solutions(size(n)), "N = {n}, {method}");
            }
        }
    }
}

#[test]
fn kernels_place_the_queens_that_they_placed() {
    for (i, method) in [Method::Cross, Method::Rows].into_iter().enumerate() {
        for kernel in method.available() {
            let expected = if kernel == Kernel::Scalar { NODES_OF_SCALAR } else { NODES_OF_BATCHES };
            let plan = Plan::standard(size(13), method);
            let nodes: u64 = count(&plan, kernel, 0..plan.units()).iter().map(|unit| unit.nodes).sum();
            assert_eq!(nodes, expected[i], "{method}, {kernel}");
        }
    }
}
