//! Literals that saved runs rely on: a plan's units and hash, the counts of a unit, and the queens
//! that a kernel places. A change that breaks one of these tests orphans the runs and plans of
//! users.

use super::{Kernel, Method, Plan, count, size};
use crate::check::known;

/// Board, method, depth; units and hash of the plan. Each board at the depth that `queens count`
/// uses.
const STANDARD_PLANS: [(usize, Method, usize, u64, &str); 64] = [
    (1, Method::Cross, 4, 1, "0db43c94fcadda9daf37efcb07d4f1dd"),
    (2, Method::Cross, 4, 1, "501ce8f98c2f9cfb89131b1188a9cb0e"),
    (3, Method::Cross, 4, 1, "1418b42207b436d97dac4947479ffeba"),
    (4, Method::Cross, 4, 1, "300c72cbac94c00dd6c2cff6eb9ab5f8"),
    (5, Method::Cross, 4, 2, "3d39dc05635941f737a0e66d83cb29fe"),
    (6, Method::Cross, 4, 4, "1b129347b74b5d5504a5657b39a46212"),
    (7, Method::Cross, 4, 8, "f1c2046af067161e7279b663c85522b5"),
    (8, Method::Cross, 4, 8, "c87611e3cbc84396d6551b4da0f51b39"),
    (9, Method::Cross, 4, 11, "3ffa73bb5c5a55d20523da9e3a638959"),
    (10, Method::Cross, 4, 11, "0bde363864a372d0be9768826f4589a4"),
    (11, Method::Cross, 4, 13, "1a8c3880d75511251ade4cf0646aaf63"),
    (12, Method::Cross, 4, 12, "a9813ace20f4d8f6ccd95d7c3e13abf3"),
    (13, Method::Cross, 4, 71, "20d819084d7b842be9f49e1694baa313"),
    (14, Method::Cross, 5, 69, "b24bd541f68d1bbae01c0a2fed4d025a"),
    (15, Method::Cross, 4, 444, "09f0ce4309b3b2c5cff495fc8b6fd403"),
    (16, Method::Cross, 5, 580, "5adc2c88c3818a240809c82a8a79ac8d"),
    (17, Method::Cross, 4, 1763, "8b631c63a8acbbf771aeab412d9a3470"),
    (18, Method::Cross, 5, 2405, "dd227e9509887caf8341002a11f6ff8e"),
    (19, Method::Cross, 5, 4733, "33915a25464c0309e1d62e37cf879af4"),
    (20, Method::Cross, 6, 13352, "222197d58f7fa4ee312503dafd8419a7"),
    (21, Method::Cross, 6, 25204, "d2b7265f62711ea8da4c98a598b97395"),
    (22, Method::Cross, 6, 54970, "b29024039c13ac2deee930ea1fbba969"),
    (23, Method::Cross, 6, 97566, "7297cdb0dff6dbf3316e80afd8995238"),
    (24, Method::Cross, 6, 181310, "2400e63b8a2cb6c30a88146fd88e1ccd"),
    (25, Method::Cross, 6, 179446, "22c39e19c5ca3228b691cda8966259e3"),
    (26, Method::Cross, 6, 189869, "3fe402c0e8e7b37473fd81c6ba6929f3"),
    (27, Method::Cross, 6, 178150, "d3965a41db27ffc8091dadbd42813a2d"),
    (28, Method::Cross, 6, 198465, "6c3398552bff1508bf06af3f218bc8a2"),
    (29, Method::Cross, 6, 179614, "409b989b11b5f7ce066f9f127c8e7011"),
    (30, Method::Cross, 6, 198768, "06bffa43cfac49f93422286374b8e11f"),
    (31, Method::Cross, 6, 179631, "1d0439ca2df24472330c97c145420d0f"),
    (32, Method::Cross, 6, 210547, "6ad73bd8912b4fabf072c26a4975e9bf"),
    (1, Method::Rows, 3, 1, "2ef3327ef88ce0d71583cbc5ef789969"),
    (2, Method::Rows, 3, 1, "29aa39e71c42fefede2865795e54327d"),
    (3, Method::Rows, 3, 1, "b333c6de4501ad8143af756c2bbfd5b8"),
    (4, Method::Rows, 3, 1, "03001da2467c174a936be294cb00d9a9"),
    (5, Method::Rows, 3, 4, "79bb6b9ff4c8614b4446a2c22e61f041"),
    (6, Method::Rows, 3, 7, "0ea593a1655c76735ff057dbba64308e"),
    (7, Method::Rows, 3, 8, "1f413c6d4b5bbf32b72ed5417ef2eda9"),
    (8, Method::Rows, 3, 9, "799fb11cae2a3e171beed0cb310b60cb"),
    (9, Method::Rows, 3, 11, "bb35d289516e010925b058874549f141"),
    (10, Method::Rows, 3, 11, "c5b153e77ffde85fd3bbc51fe3893e74"),
    (11, Method::Rows, 3, 13, "8cf460696a18f3da7b3a52955bfa6817"),
    (12, Method::Rows, 3, 14, "b995f6a486196b8c543f82151733aded"),
    (13, Method::Rows, 4, 67, "18f078c3b6434e171928d95faca47ea5"),
    (14, Method::Rows, 4, 67, "e659bde5c42de9618ccdbe914abb5a42"),
    (15, Method::Rows, 4, 498, "edb3a85dd1377a22d0c36144079c38f7"),
    (16, Method::Rows, 4, 496, "e3e5ef071b509695673e982c78c7cb80"),
    (17, Method::Rows, 4, 1788, "4abb62dad94ad9b76fec85e57843c1b1"),
    (18, Method::Rows, 4, 1817, "71d36786d486491ce56c16498da053ea"),
    (19, Method::Rows, 4, 4184, "a99627c68c5b835f51aa02776aebd33d"),
    (20, Method::Rows, 5, 9920, "47273413bacaaa07f7927036a37eb092"),
    (21, Method::Rows, 5, 24865, "5442d4f0bc94e4f48ec9d481a3fa53bc"),
    (22, Method::Rows, 5, 47090, "3a2e25e1d30ff18f0bce19a3580c5429"),
    (23, Method::Rows, 5, 94426, "bbef488d54768c81c4cc40a7dfe9f1ca"),
    (24, Method::Rows, 5, 178458, "ab728e0249be39a670be0a9fc125ac16"),
    (25, Method::Rows, 5, 160042, "f2892c4d1932fa8d32cab74b882ca9f8"),
    (26, Method::Rows, 5, 177391, "3d469219408316f9ae16360b8e3b5cdc"),
    (27, Method::Rows, 5, 178824, "dabf3c43566a1aeca4ab3d780ddf2b09"),
    (28, Method::Rows, 5, 175597, "63dbf7e88f07ccb31e30a6e6523fe8fa"),
    (29, Method::Rows, 5, 171529, "146ea6f09266dadd9c72408f8c841015"),
    (30, Method::Rows, 5, 178539, "b375b7d335de387855f099778d70c1ba"),
    (31, Method::Rows, 5, 179731, "3c776b9601b6044e36246be2908250a1"),
    (32, Method::Rows, 5, 175789, "f18a448746468c818473cec3f0821523"),
];

/// The same at other depths.
const OTHER_PLANS: [(usize, Method, usize, u64, &str); 14] = [
    (8, Method::Cross, 1, 1, "ac3b03c8c0801b964632fb96a2d59f32"),
    (8, Method::Cross, 10, 13, "5dd735a71732898e3b480d2231ae1713"),
    (16, Method::Cross, 6, 4789, "48eaf75f89dfbdfe226c197b8f417037"),
    (16, Method::Cross, 4, 65, "dc456f3d49fac0434f094fffd09159cb"),
    (24, Method::Cross, 4, 2803, "8676f016968ca685341f4dd49d67f6aa"),
    (32, Method::Cross, 4, 2834, "2e6b758a92c2fe4e37c81478d3f79161"),
    (32, Method::Cross, 5, 24493, "b120f26a6f1f13c7f26e382133807927"),
    (29, Method::Cross, 4, 2815, "fea9655ddedc47adf05c9fcd06fb98ff"),
    (29, Method::Cross, 5, 22106, "f1782960e795e86e54cd3f948a513134"),
    (29, Method::Rows, 3, 2283, "eac7f76a5c5cf7508c18f24390e6ee81"),
    (31, Method::Rows, 4, 21727, "053cd309ba4055021c6f1d5692b3f3ff"),
    (16, Method::Rows, 2, 8, "6bcea363fe20d4645f1cf40bc6609717"),
    (16, Method::Rows, 5, 3943, "b82ecc97a9073e0a4dcf9235b8339798"),
    (32, Method::Rows, 4, 22499, "8b6eb556ae5d5be3e8ce9169beaae2e5"),
];

/// Board, method; solutions of the first, the middle and the last unit of its standard plan.
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
8 4 16 24
9 12 56 96
10 76 96 134
11 32 220 522
12 640 1076 1426
13 2080 2588 4156
14 7824 18900 16628
15 71868 90524 127554
16 310444 701972 492746
17 97884 631480 282900
18 291568 531484 339842
19 24720 4177836 684718
20 81980 1375912 11612
";

/// Pairs of halves that the joins decide on the board of 13 rows, and queens that the plain
/// recursion places there.
const PAIRS_OF_JOINS: u64 = 18_642;
const NODES_OF_PLAIN: u64 = 2_012_033;

#[test]
fn plans_of_halves_have_the_units_and_hashes_that_runs_were_saved_with() {
    let described = |n: usize| {
        let plan = Plan::standard(size(n), Method::Halves);
        assert_eq!(plan.depth(), 4);
        format!("{n} {} {}\n", plan.units(), plan.hash())
    };
    let plans: String = (1..=32).map(described).collect();
    assert!(plans == PLANS_OF_HALVES, "the plans are now\n{plans}");
    let fine = Plan::new(size(27), Method::Halves, 5).unwrap();
    assert_eq!((fine.units(), fine.hash()), (32_000_000, "HASH27"));
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
