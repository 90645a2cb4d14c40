//! Literals that saved runs rely on: a plan's units and hash, the counts of a unit, and the queens
//! that a kernel places. A change that breaks one of these tests orphans the runs and plans of
//! users.

use std::sync::atomic::AtomicBool;

use queens::board::BoardSize;
use queens::check::known;
use queens::methods::counter::{Claims, Finished};
use queens::methods::kernel::Kernel;
use queens::methods::split::Split;
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

/// Board, split, depth; units and hash of the plan. Each board at the depth that `queens count`
/// uses.
const STANDARD_PLANS: [(usize, Split, usize, u64, &str); 64] = [
    (1, Split::CROSS, 4, 1, "eebd10c6fb9ad567f46641b10fd016f3"),
    (2, Split::CROSS, 4, 1, "f3d34a0e73951ac4e0b8764a08e3b81b"),
    (3, Split::CROSS, 4, 1, "da807c0a4f51f61f51152dc283c6370a"),
    (4, Split::CROSS, 4, 1, "4fbc5fe68965becc1b9aec1ab6d6a57e"),
    (5, Split::CROSS, 4, 2, "fa5382a2b3c35a1b24a9833dcafcd286"),
    (6, Split::CROSS, 4, 4, "6322f2397a4f8586ef20809731bdbf51"),
    (7, Split::CROSS, 4, 8, "c49bd2425d53aa50805c6cedbc8ad21d"),
    (8, Split::CROSS, 4, 8, "075299588531835b36571b44583d1c46"),
    (9, Split::CROSS, 4, 11, "d7afd3140eaf6b66d0dc74c9dc422f45"),
    (10, Split::CROSS, 4, 11, "08e5ac42067fec5381339f0f4b2d8976"),
    (11, Split::CROSS, 4, 13, "db4f033dfc04306cc654ba514db2fd70"),
    (12, Split::CROSS, 4, 12, "167c2d2ab57978e9501c6a0eff597c2a"),
    (13, Split::CROSS, 4, 71, "24eded2a7ef1948e14050e3c549e63a4"),
    (14, Split::CROSS, 5, 69, "c1c847e388ffe0c0f91a0fc01beed9a8"),
    (15, Split::CROSS, 4, 444, "c9146a4f9ed5127613b11c871435c8ca"),
    (16, Split::CROSS, 5, 580, "c7f4e1330e24f6c79df9d5ac381b271f"),
    (17, Split::CROSS, 4, 1763, "dc072ad678516478aab2525c794a4232"),
    (18, Split::CROSS, 5, 2405, "62f336f2aacdd8239934348eed4eec2b"),
    (19, Split::CROSS, 5, 4733, "eeafea68e3e0f5f95807919258afd815"),
    (20, Split::CROSS, 6, 13352, "c45ef9e34edeeddf77b5ceaa0acb2a3a"),
    (21, Split::CROSS, 6, 25204, "15ee65010136feb58b3f8923bc1c524c"),
    (22, Split::CROSS, 6, 54970, "7c7839f7f8b711396c3d8fbbd2b51a51"),
    (23, Split::CROSS, 6, 97566, "bdd16af6cf3a45845475100a67880b9d"),
    (24, Split::CROSS, 6, 181310, "02904b7c3eb0472f3d62cc7022d0290f"),
    (25, Split::CROSS, 6, 179446, "ec689231c2460d6e9b528f1bde50b0ae"),
    (26, Split::CROSS, 6, 189869, "43186955f2cf907eff4e3b2c0c2b42bc"),
    (27, Split::CROSS, 6, 178150, "0b79c01c1f4a640f99869a293abafdad"),
    (28, Split::CROSS, 6, 198465, "5362b3195d34f16f6406eed4658ad580"),
    (29, Split::CROSS, 6, 179614, "8e652ddfd3a279516b00f30fb958561d"),
    (30, Split::CROSS, 6, 198768, "312ac123001a1592c586393ff1c5feb2"),
    (31, Split::CROSS, 6, 179631, "b6b6009ded7076cbf8a5f9185f182cef"),
    (32, Split::CROSS, 6, 210547, "04095820be327c700c7ad0a64bb7728c"),
    (1, Split::ROWS, 3, 1, "f2f1a69f9bc84cb0db20b7bea5bdf52f"),
    (2, Split::ROWS, 3, 1, "3e9c6b30bb8a3cf6c6e962762195564d"),
    (3, Split::ROWS, 3, 1, "4b8d696823169c8b696f0e57eb52280e"),
    (4, Split::ROWS, 3, 1, "7d17102e0c25638d71f15d4ec6acdb1b"),
    (5, Split::ROWS, 3, 4, "801c23ff6c6cae368cdb544adb70d4a3"),
    (6, Split::ROWS, 3, 7, "bf5637f1e90a3dcd0937ace10fd31f97"),
    (7, Split::ROWS, 3, 8, "351a465961d5186ced0799f09216ffd1"),
    (8, Split::ROWS, 3, 9, "2e3f511a7cdb77d155d199924c201ce2"),
    (9, Split::ROWS, 3, 11, "aec23bff3d3eb7f7d76d5b8b9f6eeebc"),
    (10, Split::ROWS, 3, 11, "d5f1767941c6b9fbd4a12a8d8ebe9994"),
    (11, Split::ROWS, 3, 13, "09af735107377c38da82fb045557d05b"),
    (12, Split::ROWS, 3, 14, "74d1ded0e1cbd00dbea57c3aa417f9aa"),
    (13, Split::ROWS, 4, 67, "6e77e28c4c80e063b2766efc64d3b946"),
    (14, Split::ROWS, 4, 67, "14baf3ffd8e081a51d3fad6fae391321"),
    (15, Split::ROWS, 4, 498, "e1ce74605162dc8fe13bebeb34659523"),
    (16, Split::ROWS, 4, 496, "278f2d9582dd1739f736647be4a8fdb7"),
    (17, Split::ROWS, 4, 1788, "1919710ff7f0b6269bca27e92eff9383"),
    (18, Split::ROWS, 4, 1817, "3b0d6455911871e99ebc259a913aa4e9"),
    (19, Split::ROWS, 4, 4184, "273d2e55e1b56b159dc21b47586b0906"),
    (20, Split::ROWS, 5, 9920, "3548be3ee70905167c489ac936215327"),
    (21, Split::ROWS, 5, 24865, "3a1dccec4b81ea2e87f7e3d1a878b778"),
    (22, Split::ROWS, 5, 47090, "2eded7ecd7a1b4c96dda155d9e914485"),
    (23, Split::ROWS, 5, 94426, "76679f8dd4164ece5911d5fe9440e4d8"),
    (24, Split::ROWS, 5, 178458, "09294917d01f6db4741292f75a7f939c"),
    (25, Split::ROWS, 5, 160042, "a1b7281dba78391c162b9fb2277dcec8"),
    (26, Split::ROWS, 5, 177391, "d58d0e0eb7e9d3f8a53c6d13b8222c8d"),
    (27, Split::ROWS, 5, 178824, "5b3dbb091dd93f8b5f03de26c2f8ae26"),
    (28, Split::ROWS, 5, 175597, "5be4733807f23d5eb6e95fa3d60a8359"),
    (29, Split::ROWS, 5, 171529, "a83999a756b32d40f5417aa0d3b2ccc1"),
    (30, Split::ROWS, 5, 178539, "fc79069e162b0f45e64cbaa88692dac1"),
    (31, Split::ROWS, 5, 179731, "ede073d6d29a4b5f22d1c11d0158698e"),
    (32, Split::ROWS, 5, 175789, "2c2cf88d65128f8e156aa5661a1ca45c"),
];

/// The same at other depths.
const OTHER_PLANS: [(usize, Split, usize, u64, &str); 14] = [
    (8, Split::CROSS, 1, 1, "9516ca717a2784c203d5873abab79ec5"),
    (8, Split::CROSS, 10, 13, "d804191ec80ecf4c3c2cd6b8f828a891"),
    (16, Split::CROSS, 6, 4789, "db5aed56a7aa745be676e551b05bfd57"),
    (16, Split::CROSS, 4, 65, "c3890de6cfef135a8eca4cbcdd1ab296"),
    (24, Split::CROSS, 4, 2803, "6ed17155eb10c2d95e244ed96082be3e"),
    (32, Split::CROSS, 4, 2834, "a36a326f638b889217ed030f027535d0"),
    (32, Split::CROSS, 5, 24493, "7cb2a5a6ad586933276a5ed49da2f0c9"),
    (29, Split::CROSS, 4, 2815, "93b7f9c1d6d9ae9448c26eb330530040"),
    (29, Split::CROSS, 5, 22106, "bebf5cb0ce9cd8bee9858195c9c9017e"),
    (29, Split::ROWS, 3, 2283, "25ad939a60096980b0b8a22497127d0b"),
    (31, Split::ROWS, 4, 21727, "47f3a9c047c925df621f33a33a955d23"),
    (16, Split::ROWS, 2, 8, "b18c74aec7fca143d076b48434795c95"),
    (16, Split::ROWS, 5, 3943, "66a019c1d0c358871c952e42fba87f3c"),
    (32, Split::ROWS, 4, 22499, "9b3589072a01e8d3195d45ccd759cf9f"),
];

/// Board, split, and the solutions of the first, the middle and the last unit of the standard plan.
const UNITS: [(usize, Split, [u128; 3]); 26] = [
    (8, Split::CROSS, [12, 0, 8]),
    (9, Split::CROSS, [88, 40, 0]),
    (10, Split::CROSS, [104, 16, 40]),
    (11, Split::CROSS, [360, 296, 20]),
    (12, Split::CROSS, [1688, 480, 1568]),
    (13, Split::CROSS, [2544, 1256, 104]),
    (14, Split::CROSS, [11048, 4008, 7112]),
    (15, Split::CROSS, [12976, 6968, 800]),
    (16, Split::CROSS, [52792, 21032, 35464]),
    (17, Split::CROSS, [185456, 88584, 5672]),
    (18, Split::CROSS, [711024, 177432, 594920]),
    (19, Split::CROSS, [2021504, 871256, 753544]),
    (20, Split::CROSS, [8184680, 4537064, 9844280]),
    (8, Split::ROWS, [2, 6, 24]),
    (9, Split::ROWS, [14, 48, 27]),
    (10, Split::ROWS, [36, 78, 98]),
    (11, Split::ROWS, [62, 208, 175]),
    (12, Split::ROWS, [318, 1198, 1706]),
    (13, Split::ROWS, [484, 1328, 878]),
    (14, Split::ROWS, [2084, 6122, 8160]),
    (15, Split::ROWS, [1634, 5152, 3406]),
    (16, Split::ROWS, [12542, 34470, 40514]),
    (17, Split::ROWS, [30720, 60374, 39540]),
    (18, Split::ROWS, [132178, 414024, 476406]),
    (19, Split::ROWS, [628702, 960442, 833163]),
    (20, Split::ROWS, [1588252, 4273544, 5439786]),
];

/// Queens placed on the whole board of 13 rows: by cross and by rows.
const NODES_OF_BATCHES: [u64; 2] = [309_699, 1_535_546];
const NODES_OF_SCALAR: [u64; 2] = [390_742, 1_886_097];

/// Board, units and hash of the standard plans of halves.
const PLANS_OF_HALVES: &str = "\
1 1 6c3b975ddf3d561de6caacb99b1ae917
2 1 f2bd6dfbc887316bbee7eebd50d049a2
3 2 08a8370a61fb4a8edd8a186409aa3eed
4 3 cd8b0ae6758476f69133602775af5e34
5 5 b23efb3327997cb2c6e4a8eaea23719f
6 6 99ed526c1e5f3a8c728c8d2ec4e93a95
7 7 1deb50c2181180cfcdbb91d13c245ac2
8 8 7b1bf6935a124fa256edac50f981b983
9 9 6e83f9d76d1a1cafdc50441dee788d9e
10 10 08c2f150b8cc0ac707e1710d5ef15b65
11 11 0fb480dfd6fd8608e2a5343cab870042
12 12 49878bce3a705d1fa65aa71092b27987
13 24 9bd9945160b2b7292eba1817bf0a81f0
14 24 ab6238f97d2fea5f53e4b1c96e36ac5f
15 24 139d5fbda9122c85793c54bb00aad42e
16 32 488a3484308a52bad90e60256a9a954f
17 200 8e9a05b4a7597750c2c439e602f514b9
18 400 38ef061f758542867ef823620a510da3
19 2000 a4ecaeb5a5f5ae4b9e4ea3f12dddb93c
20 4000 6246eef5b51cb9a5b02bbaabec7de6c5
21 20000 8f182cac09890e15f95af754f19f4b39
22 40000 fe24405cfe9f766b4a12ccf759bd553a
23 80000 4f3500a877e8cc93913538a97f0c758e
24 150000 2c38c708a48961584e3cbe17cb7d2d0f
25 500000 fe1184914e46acc26896311b1eea4639
26 1300000 e274ca7b4ad975ec496386298b491354
27 4000000 68a7014274b07bafd2cb66e4882fad46
28 40000000 29132c29ce615456b373394fb8a4aecf
29 268435456 fbe7ec302d04e2f8fc03215abc6d25ab
30 268435456 ae67d42baf264ab25baac5a7f91ec51b
31 268435456 65c4775065103d8ef663ff2dfa76b021
32 268435456 72ec3b97af27398ef6966d3287405664
";

/// Board, and the solutions of the first, the middle and the last unit of its standard plan of
/// halves.
const UNITS_OF_HALVES: &str = "\
8 4 16 24
9 32 8 124
10 76 96 134
11 304 296 462
12 640 1076 1426
13 3004 3108 3968
14 7824 18900 16628
15 83108 101332 116642
16 310444 701972 492746
17 178112 508180 291176
18 291568 531484 339842
19 257968 3720676 163620
20 81980 1375912 11612
";

/// Pairs of halves that the joins decide on the board of 13 rows, and queens that the plain
/// recursion places there.
const PAIRS_OF_JOINS: u64 = 18_642;
const NODES_OF_PLAIN: u64 = 2_656_644;

#[test]
fn plans_of_halves_have_the_units_and_hashes_that_runs_were_saved_with() {
    let described = |n: usize| {
        let plan = Plan::standard(size(n), Split::HALVES);
        assert_eq!(plan.depth(), 4);
        format!("{n} {} {}\n", plan.units(), plan.hash())
    };
    let plans: String = (1..=32).map(described).collect();
    assert!(plans == PLANS_OF_HALVES, "the plans are now\n{plans}");
    let fine = Plan::new(size(27), Split::HALVES, 5).unwrap();
    assert_eq!((fine.units(), fine.hash()), (32_000_000, "5cfc5ea0926b980f6e16b70124324795"));
}

#[test]
fn units_of_halves_count_what_they_counted_when_they_were_saved() {
    let described = |n: usize| {
        let plan = Plan::standard(size(n), Split::HALVES);
        let units = [0, plan.units() / 2, plan.units() - 1];
        let counted = count(&plan, Split::HALVES.available()[0], units);
        let [first, middle, last] = [0, 1, 2].map(|i| counted[i].solutions);
        format!("{n} {first} {middle} {last}\n")
    };
    let units: String = (8..=20).map(described).collect();
    assert!(units == UNITS_OF_HALVES, "the units now have\n{units}");
}

#[test]
fn kernels_of_halves_decide_the_pairs_that_they_decided() {
    let plan = Plan::standard(size(13), Split::HALVES);
    for kernel in Split::HALVES.available() {
        let expected = if kernel == Kernel::SCALAR { NODES_OF_PLAIN } else { PAIRS_OF_JOINS };
        let nodes: u64 = count(&plan, kernel, 0..plan.units()).iter().map(|unit| unit.nodes).sum();
        assert_eq!(nodes, expected, "{kernel}");
    }
}

#[test]
fn standard_plans_have_the_units_and_hashes_that_runs_were_saved_with() {
    for (n, split, depth, units, hash) in STANDARD_PLANS {
        let plan = Plan::standard(size(n), split);
        assert_eq!((plan.depth(), plan.units(), plan.hash()), (depth, units, hash), "N = {n}, {split}");
    }
}

#[test]
fn plans_of_other_depths_have_the_units_and_hashes_that_runs_were_saved_with() {
    for (n, split, depth, units, hash) in OTHER_PLANS {
        let plan = Plan::new(size(n), split, depth).unwrap();
        assert_eq!((plan.units(), plan.hash()), (units, hash), "N = {n}, {split}, depth {depth}");
    }
}

#[test]
fn units_count_what_they_counted_when_they_were_saved() {
    for (n, split, solutions) in UNITS {
        let plan = Plan::standard(size(n), split);
        let units = [0, plan.units() / 2, plan.units() - 1];
        let counted: Vec<u128> =
            count(&plan, split.available()[0], units).iter().map(|unit| unit.solutions).collect();
        assert_eq!(counted, solutions, "N = {n}, {split}, units {units:?}");
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
        for (split, expected) in [(Split::CROSS, cross), (Split::ROWS, rows)] {
            let plan = Plan::standard(size(n), split);
            for kernel in split.available() {
                let counted = count(&plan, kernel, 0..plan.units());
                let counted: Vec<u128> = counted.iter().map(|unit| unit.solutions).collect();
                assert_eq!(counted, expected, "N = {n}, {split}, {kernel}");
                assert_eq!(Some(counted.iter().sum()), known::solutions(size(n)), "N = {n}, {split}");
            }
        }
    }
}

#[test]
fn kernels_place_the_queens_that_they_placed() {
    for (i, split) in [Split::CROSS, Split::ROWS].into_iter().enumerate() {
        for kernel in split.available() {
            let expected = if kernel == Kernel::SCALAR { NODES_OF_SCALAR } else { NODES_OF_BATCHES };
            let plan = Plan::standard(size(13), split);
            let nodes: u64 = count(&plan, kernel, 0..plan.units()).iter().map(|unit| unit.nodes).sum();
            assert_eq!(nodes, expected[i], "{split}, {kernel}");
        }
    }
}
