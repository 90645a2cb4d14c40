//! Pieces by every kernel, against the plain recursion.

use super::super::kernels::Portable;
use super::super::memory::Limits;
use super::super::piece::{Columns, Piece};
use super::super::product::Product;
use super::super::table::Tables;
use super::*;
use crate::board::bits;

/// A piece with one pair of rows, and all column sets of its queens, with weights at random.
fn random_piece(rng: &mut Rng, n: usize, queens: usize) -> Piece {
    let symmetry = Symmetry { n, queens };
    let [even, odd] = symmetry.sides();
    let columns = |rng: &mut Rng, side: usize, queens: usize| {
        let mut sets: Vec<u32> = subsets(side, queens).filter(|_| rng.u8(..4) > 0).collect();
        rng.shuffle(&mut sets);
        let weight = |_: &u32| ColumnWeight { orbit: rng.u8(1..=2), is_level: rng.bool() };
        let weights = sets.iter().map(weight).collect();
        Columns { sets, weights }
    };
    let odd_rows = [(); 5].map(|()| (choose(rng, odd, symmetry.odd_queens()), rng.u64(1..=4)));
    Piece {
        even_rows: choose(rng, even, queens),
        odd_rows: odd_rows.to_vec(),
        even_columns: columns(rng, even, queens),
        odd_columns: columns(rng, odd, symmetry.odd_queens()),
    }
}

#[test]
fn random_pieces_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(81);
    for n in 1..=15_usize {
        let [even, odd] = [n.div_ceil(2), n / 2];
        let mut products = products(n);
        let mut plain = count_piece_with(Kernel::Scalar, n).unwrap();
        let mut solutions = 0;
        // Also numbers of queens of which no plan has a piece: the images of pieces have them.
        for queens in even - odd..=even {
            let piece = random_piece(&mut rng, n, queens);
            let expected = plain(&piece, &NEVER).unwrap().solutions;
            solutions += expected;
            let mut nodes = None;
            for (kernel, count_piece) in &mut products {
                let found = count_piece(&piece, &NEVER).unwrap();
                assert_eq!(found.solutions, expected, "N = {n}, {queens} queens, {kernel}, {piece:?}");
                assert_eq!(*nodes.get_or_insert(found.nodes), found.nodes, "N = {n}, {kernel}: pairs");
            }
        }
        assert!(n < 9 || solutions > 0, "N = {n}: nothing was compared");
    }
}

/// Checks that lists and tables that are cut into ranges, as on large boards, give the same counts.
fn check_limits<V: PlacementVector>(v: V, rng: &mut Rng) {
    let mut solutions = 0;
    for n in 6..=13 {
        let mut plain = count_piece_with(Kernel::Scalar, n).unwrap();
        let mut whole = Product::<_>::new(v, n, Limits::of(n));
        for queens in n.div_ceil(4)..=n.div_ceil(4) + 1 {
            let piece = random_piece(rng, n, queens);
            let expected = plain(&piece, &NEVER).unwrap().solutions;
            let nodes = whole.count_piece(&piece, &NEVER).unwrap().nodes;
            solutions += expected;
            for limits in [
                Limits { placements: 1, entries: 1 },
                Limits { placements: rng.u32(5..60), entries: 1 << 20 },
                Limits { placements: 1 << 20, entries: rng.usize(3..90) },
                Limits { placements: rng.u32(5..60), entries: rng.usize(3..90) },
            ] {
                let found = Product::<_>::new(v, n, limits).count_piece(&piece, &NEVER).unwrap();
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

/// Tables with entries of a byte overflow: in a count, or with a weight.
#[test]
fn overflowing_tables_are_counted_again() {
    let mut rng = Rng::with_seed(84);
    let mut entries = 0;
    for n in [14, 15, 16] {
        let piece = random_piece(&mut rng, n, 4);
        let [narrow, wide] = [
            Product::<_, u8>::new(Portable, n, Limits::of(n)).count_piece(&piece, &NEVER),
            Product::<_, u32>::new(Portable, n, Limits::of(n)).count_piece(&piece, &NEVER),
        ];
        assert_eq!(narrow, wide, "N = {n}");
        entries += wide.unwrap().solutions;
    }
    assert!(entries > 0, "nothing was compared");
    let weight = |orbit| ColumnWeight { orbit, is_level: false };
    for (added, orbit, fits) in
        [(255, 1, false), (127, 1, true), (128, 1, false), (64, 2, false), (63, 2, true)]
    {
        let [mut counted, mut weighted] = [Tables::<u8>::default(), Tables::default()];
        counted.clear(3, 2, 1);
        (0..added).for_each(|_| counted.add(1, 1, &[0]));
        let found = weighted.weigh_transposed(&counted, added, &[weight(1)], &[weight(1), weight(orbit)]);
        assert_eq!(found.is_some(), fits, "{added} times weight {orbit}");
        if fits {
            let entry = |table, key| weighted.sum(table, 0, &[key]);
            assert_eq!([entry(1, 1), entry(1, 0), entry(2, 1)], [2 * u64::from(orbit) * added, 0, 0]);
        }
    }
    // 256 and 512 look like 0.
    for added in [256, 512] {
        let [mut counted, mut weighted] = [Tables::<u8>::default(), Tables::default()];
        counted.clear(1, 1, 1);
        (0..added).for_each(|_| counted.add(0, 0, &[0]));
        assert!(weighted.weigh_transposed(&counted, added, &[weight(1)], &[weight(1)]).is_none());
    }
}

/// Placements of white queens in these rows and columns of the board, none attacking another.
fn white_placements(rows: &[usize], columns: &[usize], queens: &mut Vec<[usize; 2]>) -> u64 {
    let Some((&row, rows)) = rows.split_first() else { return 1 };
    let mut found = 0;
    for &column in columns.iter().filter(|&column| (row + column) % 2 == 0) {
        if queens.iter().all(|&[r, c]| c != column && r.abs_diff(row) != c.abs_diff(column)) {
            queens.push([row, column]);
            found += white_placements(rows, columns, queens);
            queens.pop();
        }
    }
    found
}

/// The entry of a byte in one of several tables overflows: when it is counted, or with its weight of 2.
#[test]
fn an_overflow_of_any_of_several_tables_is_counted_again() {
    let mut rng = Rng::with_seed(98);
    // On this board it takes few tries to find rows of every kind below.
    let symmetry = Symmetry { n: 26, queens: 7 };
    let on_board = |even: u32, odd: u32| -> Vec<usize> {
        let of_even = bits(even).map(|i| 2 * i);
        of_even.chain(bits(odd).map(|i| 2 * i + 1)).collect()
    };
    let mut piece = short_piece(&mut rng, symmetry);
    piece.even_columns.weights[0].orbit = 2;
    let columns = on_board(piece.even_columns.sets[0], piece.odd_columns.sets[0]);
    // Odd rows by their placements: those that fit a byte, those that only do so without the weight, and
    // others.
    let mut rows: [Vec<(u32, u64)>; 3] = Default::default();
    while rows.iter().any(|rows| rows.len() < 2) {
        let odd = choose(&mut rng, 13, 7);
        let entry = white_placements(&on_board(piece.even_rows, odd), &columns, &mut Vec::new());
        rows[usize::from(entry > 127) + usize::from(entry > 255)].push((odd, 1));
    }
    let [fits, weighted, counted] = rows;
    let mut narrow = Product::<_, u8>::new(Portable, symmetry.n, Limits::of(symmetry.n));
    let mut wide = Product::<_, u32>::new(Portable, symmetry.n, Limits::of(symmetry.n));
    let mut plain = count_piece_with(Kernel::Scalar, symmetry.n).unwrap();
    for overflows in [weighted[0], counted[0], counted[1]] {
        piece.odd_rows = vec![overflows];
        let alone = plain(&piece, &NEVER).unwrap().solutions;
        assert!(alone > 0);
        for place in 0..3 {
            piece.odd_rows = vec![fits[0], fits[1]];
            let others = plain(&piece, &NEVER).unwrap().solutions;
            piece.odd_rows.insert(place, overflows);
            let counts = wide.count_piece(&piece, &NEVER).unwrap();
            assert_eq!(counts.solutions, alone + others);
            assert_eq!(narrow.count_piece(&piece, &NEVER), Some(counts), "an overflow in table {place}");
        }
    }
}

/// Pieces of the largest boards with one set of even and one or two of odd columns, which the plain
/// recursion counts in a fraction of a second: the most rows, lines and keys.
#[test]
fn short_pieces_of_the_largest_boards_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(82);
    for n in 24..=32_usize {
        let mut products = products(n);
        let mut plain = count_piece_with(Kernel::Scalar, n).unwrap();
        let mut solutions = 0;
        for _ in 0..3 {
            let piece = short_piece(&mut rng, Symmetry { n, queens: n.div_ceil(4) });
            let expected = plain(&piece, &NEVER).unwrap().solutions;
            solutions += expected;
            for (kernel, count_piece) in &mut products {
                let found = count_piece(&piece, &NEVER).unwrap().solutions;
                assert_eq!(found, expected, "N = {n}, {kernel}, {piece:?}");
            }
        }
        assert!(solutions > 0, "N = {n}: nothing was compared");
    }
}

/// A piece with one row pair and few column pairs.
pub fn short_piece(rng: &mut Rng, symmetry: Symmetry) -> Piece {
    let [even, odd] = symmetry.sides();
    let set = choose(rng, odd, symmetry.odd_queens());
    // One column of the set, and the next one.
    let other = (0..odd - 1).find(|i| set >> i & 3 == 1).map(|i| set ^ 3 << i);
    let weight = ColumnWeight { orbit: 1, is_level: false };
    let columns = |sets: Vec<u32>| Columns { weights: vec![weight; sets.len()], sets };
    Piece {
        even_rows: choose(rng, even, symmetry.queens),
        odd_rows: vec![(choose(rng, odd, symmetry.odd_queens()), 1)],
        even_columns: columns(vec![choose(rng, even, symmetry.queens)]),
        odd_columns: columns(std::iter::once(set).chain(other.filter(|_| symmetry.n < 29)).collect()),
    }
}
