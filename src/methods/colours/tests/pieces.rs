//! Checks that every kernel counts pieces like the plain recursion.

use super::super::piece::{Piece, WeightedColumnSets};
use super::super::product::Product;
use super::super::reach::{self, Size};
use super::super::table::{TableEntry, Tables};
use super::*;
use crate::methods::cpu::Portable;

/// Returns a random piece with one set of even rows and five sets of odd rows. It has most of the possible
/// column sets, with random weights.
fn random_piece(rng: &mut Rng, n: usize, queens: usize) -> Piece {
    let split = QueenSplit { n, queens };
    let [even, odd] = split.sides();
    let columns = |rng: &mut Rng, side: usize, queens: usize| {
        let mut sets: Vec<u32> = subsets(side, queens).filter(|_| rng.u8(..4) > 0).collect();
        rng.shuffle(&mut sets);
        let weight = |_: &u32| ColumnWeight { orbit: rng.u8(1..=2), has_row_rank: rng.bool() };
        let weights = sets.iter().map(weight).collect();
        WeightedColumnSets { sets, weights }
    };
    let odd_rows = [(); 5].map(|()| (choose(rng, odd, split.odd_queens()), rng.u64(1..=4)));
    Piece {
        even_rows: choose(rng, even, queens),
        odd_rows: odd_rows.to_vec(),
        even_columns: columns(rng, even, queens),
        odd_columns: columns(rng, odd, split.odd_queens()),
    }
}

#[test]
fn random_pieces_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(81);
    for n in 1..=15_usize {
        let [even, odd] = [n.div_ceil(2), n / 2];
        let mut products = products(n);
        let mut plain = piece_counter(Kernel::Scalar, n).unwrap();
        let mut solutions = 0;
        // Some of these numbers of queens occur only in upside-down pieces, and never in a plan.
        for queens in even - odd..=even {
            let piece = random_piece(&mut rng, n, queens);
            let expected = plain.count(&piece, &NEVER_STOP).unwrap().solutions;
            solutions += expected;
            let mut nodes = None;
            for (kernel, product) in &mut products {
                let found = product.count(&piece, &NEVER_STOP).unwrap();
                assert_eq!(found.solutions, expected, "N = {n}, {queens} queens, {kernel}, {piece:?}");
                assert_eq!(*nodes.get_or_insert(found.nodes), found.nodes, "N = {n}, {kernel}: pairs");
            }
        }
        assert!(n < 9 || solutions > 0, "N = {n}: nothing was compared");
    }
}

/// Checks that counts stay the same if lists and tables are cut into ranges, as they are on large boards.
fn check_limits<V: PlacementVector>(v: V, rng: &mut Rng) {
    let mut solutions = 0;
    for n in 6..=13 {
        let mut plain = piece_counter(Kernel::Scalar, n).unwrap();
        let mut whole = Product::<_>::new(v, n, Limits::of(n));
        for queens in n.div_ceil(4)..=n.div_ceil(4) + 1 {
            let piece = random_piece(rng, n, queens);
            let expected = plain.count(&piece, &NEVER_STOP).unwrap().solutions;
            let nodes = whole.count(&piece, &NEVER_STOP).unwrap().nodes;
            solutions += expected;
            for limits in [
                Limits { placements: 1, entries: 1, ..small_limits(n) },
                Limits { placements: rng.u32(5..60), ..small_limits(n) },
                Limits { entries: rng.usize(3..90), ..Limits::of(n) },
                Limits { placements: rng.u32(5..60), entries: rng.usize(3..90), ..small_limits(n) },
            ] {
                let found = Product::<_>::new(v, n, limits).count(&piece, &NEVER_STOP).unwrap();
                let what = format!("N = {n}, {queens} queens, {limits:?}");
                assert_eq!((found.solutions, found.nodes), (expected, nodes), "{what}");
            }
        }
    }
    assert!(solutions > 0, "nothing was compared");
}

#[test]
fn ranges_of_lists_and_tables_add_up_to_the_whole() {
    let mut rng = Rng::with_seed(83);
    with_every_vector!(check_limits(&mut rng));
}

/// One-byte entries overflow even on small boards.
impl TableEntry for u8 {
    fn truncated(number: u32) -> Self {
        number as Self
    }
}

/// An entry may overflow while hits are counted, or when it is weighted.
#[test]
fn overflowing_tables_are_counted_again() {
    let mut rng = Rng::with_seed(84);
    let mut entries = 0;
    for n in [14, 15, 16] {
        let piece = random_piece(&mut rng, n, 4);
        let [narrow, wide] = [
            Product::<_, u8>::new(Portable, n, Limits::of(n)).count(&piece, &NEVER_STOP),
            Product::<_, u32>::new(Portable, n, Limits::of(n)).count(&piece, &NEVER_STOP),
        ];
        assert_eq!(narrow, wide, "N = {n}");
        entries += wide.unwrap().solutions;
    }
    assert!(entries > 0, "nothing was compared");
    let weight = |orbit| ColumnWeight { orbit, has_row_rank: false };
    for (added, orbit, fits) in
        [(255, 1, false), (127, 1, true), (128, 1, false), (64, 2, false), (63, 2, true)]
    {
        let [mut counted, mut weighted] = [Tables::<u8>::default(), Tables::default()];
        counted.clear(3, 2, 1);
        // The large entry is in the middle table.
        counted.add(0, 0, &[0]);
        (0..added).for_each(|_| counted.add(1, 1, &[0]));
        let found = weighted.weigh_transposed(&counted, added + 1, &[weight(1)], &[weight(1), weight(orbit)]);
        assert_eq!(found.is_some(), fits, "{added} times weight {orbit}");
        if fits {
            let entry = |table, key| weighted.sum(table, 0, &[key]);
            assert_eq!([entry(1, 1), entry(1, 0), entry(2, 1)], [2 * u64::from(orbit) * added, 0, 0]);
        }
    }
    // In a byte, 256 and 512 become 0.
    for added in [256, 512] {
        let [mut counted, mut weighted] = [Tables::<u8>::default(), Tables::default()];
        counted.clear(1, 1, 1);
        (0..added).for_each(|_| counted.add(0, 0, &[0]));
        assert!(weighted.weigh_transposed(&counted, added, &[weight(1)], &[weight(1)]).is_none());
    }
}

/// The largest boards have the most rows, lines and keys. Here, a piece has only one set of even columns and
/// one or two sets of odd columns, so the plain recursion takes a fraction of a second.
#[test]
fn short_pieces_of_the_largest_boards_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(82);
    for n in 24..=32_usize {
        let mut products = products(n);
        let mut plain = piece_counter(Kernel::Scalar, n).unwrap();
        let mut solutions = 0;
        for _ in 0..3 {
            let piece = short_piece(&mut rng, QueenSplit { n, queens: n.div_ceil(4) });
            let expected = plain.count(&piece, &NEVER_STOP).unwrap().solutions;
            solutions += expected;
            for (kernel, product) in &mut products {
                let found = product.count(&piece, &NEVER_STOP).unwrap().solutions;
                assert_eq!(found, expected, "N = {n}, {kernel}, {piece:?}");
            }
        }
        assert!(solutions > 0, "N = {n}: nothing was compared");
    }
}

/// In each of these two terms for N = 32, a 16-bit entry overflows. In the first term, the light colour has
/// 69,166 placements, and the entry overflows during counting. In the second, the light colour has 46,948
/// placements, and the entry overflows when it is weighted. A whole unit with such a term takes a minute or
/// more.
#[test]
fn overflowing_terms_of_the_largest_board_agree_with_the_oracle() {
    let columns = |set| WeightedColumnSets {
        sets: vec![set],
        weights: vec![ColumnWeight { orbit: 1, has_row_rank: false }],
    };
    for ([even_rows, odd_rows, even_columns, odd_columns], overflow, light) in [
        ([4_066, 6_120, 13_676, 14_926], Size::CountOverflows, 69_166),
        ([45_628, 7_625, 20_432, 2_033], Size::WeightOverflows, 46_948),
    ] {
        let piece = Piece {
            even_rows,
            odd_rows: vec![(odd_rows, 1)],
            even_columns: columns(even_columns),
            odd_columns: columns(odd_columns),
        };
        // The heavy colour has two placements, and the columns' weight is 2.
        let expected = 2 * 2 * light;
        let plain = piece_counter(Kernel::Scalar, 32).unwrap().count(&piece, &NEVER_STOP).unwrap();
        assert_eq!(plain.solutions, expected);
        for (kernel, mut product) in products(32) {
            let mut found = None;
            reach::missed(Vec::new(), |stop| found = product.count(&piece, stop));
            assert_eq!(reach::largest(overflow), 1, "{kernel}, {overflow:?}");
            let found = found.unwrap();
            assert_eq!(
                (found.solutions, found.nodes),
                (expected, light as u64 + 2),
                "{kernel}, {overflow:?}"
            );
        }
    }
}

/// Returns a piece with one row pair and one or two column pairs.
fn short_piece(rng: &mut Rng, split: QueenSplit) -> Piece {
    let [even, odd] = split.sides();
    let set = choose(rng, odd, split.odd_queens());
    // The same set, with one column moved to the next.
    let other = (0..odd - 1).find(|i| set >> i & 3 == 1).map(|i| set ^ 3 << i);
    let weight = ColumnWeight { orbit: 1, has_row_rank: false };
    let columns = |sets: Vec<u32>| WeightedColumnSets { weights: vec![weight; sets.len()], sets };
    Piece {
        even_rows: choose(rng, even, split.queens),
        odd_rows: vec![(choose(rng, odd, split.odd_queens()), 1)],
        even_columns: columns(vec![choose(rng, even, split.queens)]),
        odd_columns: columns(std::iter::once(set).chain(other.filter(|_| split.n < 29)).collect()),
    }
}
