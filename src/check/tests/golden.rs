//! Literals that saved runs rely on: a plan's units and hash, the counts of a unit, and the queens
//! that a kernel places. A change that breaks one of these tests orphans the runs and plans of
//! users.

use super::{Kernel, Method, Plan, count, size};

/// Board, method, depth; units and hash of the plan. Each board at its standard depth.
const STANDARD_PLANS: [(usize, Method, usize, u64, &str); 96] = [
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
    (1, Method::Colours, 4, 1, "fc7ab7970c270b51242bb8168faaec2d"),
    (2, Method::Colours, 4, 1, "dd879734f4f8a0dfd9cfbb287bca2bd3"),
    (3, Method::Colours, 4, 2, "6d7ef5959981d1b82abccbdca8deadd3"),
    (4, Method::Colours, 4, 2, "c207734f1a39cfd8658351addf2f18b3"),
    (5, Method::Colours, 4, 5, "f13253f10b615b027f6912706c814a8c"),
    (6, Method::Colours, 4, 4, "36d7047c2e1636b537c04bb03d6fbcdd"),
    (7, Method::Colours, 4, 9, "23dc09d68508a9358f28348fde55a7bb"),
    (8, Method::Colours, 4, 8, "5f084b3ed9b47cb6241422cbca6ba05f"),
    (9, Method::Colours, 4, 19, "3f841610230db642746305fd4b53c12f"),
    (10, Method::Colours, 4, 16, "2e2a39cc515980246b8397caa650abfa"),
    (11, Method::Colours, 4, 35, "880d5432b773eeeda644ffdfdbd9b855"),
    (12, Method::Colours, 4, 32, "5c301b85ecb59d6351b9d00b680f517d"),
    (13, Method::Colours, 4, 71, "818153f2d3f1d55760eb8574ab106513"),
    (14, Method::Colours, 4, 65, "d05d962ff5a21dadcd96209c7714c310"),
    (15, Method::Colours, 4, 135, "a4b4a241f9876c2d158d707fe5e7ae91"),
    (16, Method::Colours, 4, 191, "7b227b5b743cf88e405b028692e7abd8"),
    (17, Method::Colours, 4, 353, "a7df8f9820c04ceadde1908e260a3b6f"),
    (18, Method::Colours, 4, 549, "ec5b5b73675df58c70077957d9535a10"),
    (19, Method::Colours, 4, 1016, "3be44b5669b28528e010be0c718371b1"),
    (20, Method::Colours, 4, 1758, "bbb0256fe7281575e931a382fe103ee8"),
    (21, Method::Colours, 4, 3318, "0407c7e8a1f37f1cf23117f7a3f7a062"),
    (22, Method::Colours, 4, 6033, "47c520ab9720f11d5b50b1ec5efcbf27"),
    (23, Method::Colours, 4, 11598, "3982ce7c984f875c8f15073cdcbeb057"),
    (24, Method::Colours, 4, 41795, "760b2d74966f7ac6383abb8dd72d4965"),
    (25, Method::Colours, 4, 82174, "0d9c0ec3837079a122509301d1a3db9d"),
    (26, Method::Colours, 4, 158220, "f39c387ef9f712d309223b3c99cf999e"),
    (27, Method::Colours, 4, 606992, "e568b3505b1c33f6043345f15541a55a"),
    (28, Method::Colours, 4, 2312115, "6ea4dc220d635dbd7f9533d3bcb763c4"),
    (29, Method::Colours, 4, 37471953, "bbea16827f2232a83a44b91b204589a9"),
    (30, Method::Colours, 4, 142681117, "0d6d7b6c477771691b216b97e434123c"),
    (31, Method::Colours, 4, 216919887, "e8d143473003e0ad2dff8d7fcefd8185"),
    (32, Method::Colours, 4, 207107424, "6cb71c831face2b0f2d77498952a6c9c"),
];

/// Plans of other depths.
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

/// Board; solutions of the first, the middle and the last unit of its standard plan by cross and rows.
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

/// Board; solutions of the units after an eighth, a quarter, a third and half of its standard plan by
/// colours.
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

/// Nodes of the whole board of 13 rows: by the kernel `scalar`, and by every other.
const NODES: [(Method, u64, u64); 3] = [
    // Queens that the plain recursion places, and pairs of placements of a colour that fit.
    (Method::Colours, 1_082_279, 114_141),
    (Method::Cross, 390_742, 309_699),
    (Method::Rows, 1_886_097, 1_535_546),
];

#[test]
fn plans_keep_their_units_and_hashes() {
    for &(n, method, depth, units, hash) in STANDARD_PLANS.iter().chain(&OTHER_PLANS) {
        let plan = Plan::new(size(n), method, depth).unwrap();
        assert_eq!((plan.units(), plan.hash()), (units, hash), "N = {n}, {method}, depth {depth}");
    }
    for (n, method, depth, ..) in STANDARD_PLANS {
        assert_eq!(method.standard_depth(size(n)), depth, "N = {n}, {method}");
    }
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
