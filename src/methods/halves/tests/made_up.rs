//! Longer lists than tests can count, through the whole join: made-up norths, and the longest tails,
//! against a loop over both.

use super::footprints::tested;
use super::*;
use crate::methods::halves::TAIL;
use crate::methods::halves::flip::{SIDES, column_digit, digit, side};
use crate::methods::halves::join::Join;
use crate::methods::vectors::vector::Vector;

/// A piece with a single placement in the near rows of its south.
struct MadeUp {
    shape: Shape,
    set: ColumnSet,
    given: Given,
    /// Different norths.
    pool: Vec<u64>,
    /// The norths as indices into the pool, by the sides of their queens.
    norths: Vec<Vec<usize>>,
}

impl MadeUp {
    /// Makes up a piece on a board of `n` rows, with `near` queens in the south's near rows and
    /// `tail` columns for the others.
    fn new(n: usize, near: &[usize], tail: u32) -> Self {
        let south = near.len() + TAIL;
        let (centre, given) = near.split_at(n % 2);
        let shape = Shape { north: n - south, south, far: 6, digits: given.len(), ..shape(n) };
        let columns = near.iter().fold(tail, |columns, column| columns | 1 << column);
        let mut every = FirstQueens::every(columns, given.len());
        let south = every.find(|first| first.given().eq(given.iter().copied())).unwrap();
        let set =
            ColumnSet { columns: shape.row_mask() & !columns, centre: centre.first().map(|&it| it as u8) };
        let mut rng = Rng::with_seed(67);
        let pool: Vec<_> = (0..1000).map(|_| rng.u64(..) & rng.u64(..) & rng.u64(..) & rng.u64(..)).collect();
        let norths = (0..SIDES.pow(shape.digits as u32))
            .map(|list| (0..400_003 - 77 * list).map(|_| rng.usize(..pool.len())).collect())
            .collect();
        Self { shape, set, given: Given { north: FirstQueens::ANY, south }, pool, norths }
    }

    /// The weight of the norths of a list, by the digits of the flip.
    fn weight(&self, list: usize, near: &[usize]) -> u64 {
        let digits = 0..self.shape.digits;
        let row_digit = |k: usize| {
            let south = near[self.shape.n % 2 + k];
            digit(list / SIDES.pow(k as u32) % SIDES, side(&self.shape, south))
        };
        let columns = digits.clone().map(|k| column_digit(&self.shape, &self.set, k));
        match digits.map(row_digit).cmp(columns) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }
}

/// Counts the piece, and compares.
fn check<V: Vector>(v: V, piece: &MadeUp, expected: Counts) {
    let list = |norths: &Vec<usize>| {
        let norths: Vec<_> = norths.iter().map(|&north| piece.pool[north]).collect();
        let mut list = list_of(&norths, 0, &every_byte());
        list.segments.push(0..norths.len());
        list
    };
    let mut join = Join::new(v, &piece.shape);
    join.pretend(&piece.set, piece.given, piece.norths.iter().map(list).collect());
    let found = join.count_piece(far_lists(6), &piece.set, piece.given, &NEVER).unwrap();
    assert_eq!(found, expected, "{:?}", piece.shape);
}

#[test]
fn joins_long_lists_with_the_longest_tails() {
    // The columns of the tail are far apart, so that few of its queens attack each other.
    let wide = |columns: [usize; TAIL]| columns.into_iter().fold(0, |set, column| set | 1 << column);
    for (n, near, tail, completions) in [
        (32, &[][..], wide([0, 4, 9, 13, 18, 22, 27, 31]), 16_000),
        (32, &[3, 30], wide([0, 4, 8, 13, 16, 21, 25, 31]), 8_000),
        (31, &[15, 1, 27], wide([0, 4, 9, 13, 18, 22, 26, 30]), 5_000),
    ] {
        let piece = MadeUp::new(n, near, tail);
        let of_queen = |(row, column): (usize, &usize)| tested(&piece.shape, row, *column);
        let of_near = near.iter().enumerate().map(of_queen).fold(0, |lines, queen| lines | queen);
        let is_free = |row: usize, column: usize| {
            near.iter().enumerate().all(|(above, other)| near.len() + row - above != column.abs_diff(*other))
        };
        let of_tail = |queens: &Vec<usize>| {
            let row = |row| near.len() + row;
            queens.iter().enumerate().fold(0, |lines, (i, queen)| lines | of_queen((row(i), queen)))
        };
        let tails: Vec<u64> = fillings(TAIL, tail, &is_free).iter().map(of_tail).collect();
        assert!(tails.len() > completions, "{} completions", tails.len());
        let fitting = |north: &u64| tails.iter().filter(|&tail| north & tail == 0).count() as u64;
        let fits = |north: &u64| (north & of_near == 0).then(|| fitting(north));
        let fits: Vec<Option<u64>> = piece.pool.iter().map(fits).collect();
        let mut expected = Counts::default();
        let mut by_weight = [0; 3];
        for (list, norths) in piece.norths.iter().enumerate() {
            let weight = piece.weight(list, near);
            let fitting = norths.iter().filter_map(|&north| fits[north]);
            by_weight[weight as usize] += fitting.clone().count() as u64;
            expected.solutions += u128::from(weight * fitting.sum::<u64>());
        }
        let [_, once, twice] = by_weight;
        assert!(once > 1 << 18 && (twice > 1 << 18 || near.is_empty()), "{by_weight:?} norths by weight");
        expected.nodes = (once + twice) * tails.len() as u64;
        with_every_vector!(check(&piece, expected));
    }
}
