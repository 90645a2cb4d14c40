//! Column sets by number, one of each class under the two flips: the order for boards of 29 rows
//! and more, which have too many sets to list.
//!
//! # Idea
//!
//! Take an even board and pair column `i` with its mirror image, column `n - 1 - i`. The north has
//! one queen in a *split* pair, two in a *full* pair and none in an *empty* pair.
//! Then
//!
//! * the flip from left to right exchanges the two columns of every split pair, and nothing else;
//! * after that one, the flip from top to bottom exchanges full and empty pairs, and nothing else.
//!
//! So a class has exactly one set whose first split pair has its queen on the left and whose first
//! other pair is empty. Of `h = n / 2` pairs, `s` split ones can be chosen in C(h, s) ways, have
//! 2^(s - 1) directions, and leave as many full pairs as empty ones: C(h - s, (h - s) / 2) / 2
//! choices. These three numbers are the digits of the number of a set.
//!
//! On an odd board the flip from left to right moves the central queen unless it stands in the
//! central column. Sets with the queen left of that column have classes of four, of which one with
//! the queen there lacks the last column; those with the queen in it are the sets of an even board
//! around it.
//!
//! A number becomes a set in less than a microsecond, and the sum over all of them is a sum of at
//! most `h` products.

use super::sets::ColumnSet;
use crate::board::{binomial, bits};

/// How many classes of column sets a board of `n` columns has.
pub fn count(n: usize) -> u64 {
    let pairs = n / 2;
    beside_the_centre(n) * (pairs as u64) * (n % 2) as u64 + splits(pairs).map(Splits::sets).sum::<u64>()
}

/// The set with this number, below [`count`], and how many sets are in its class.
pub fn set(n: usize, number: u64) -> (ColumnSet, u8) {
    let pairs = n / 2;
    if n.is_multiple_of(2) {
        let (columns, weight) = around_the_centre(pairs, number);
        return (ColumnSet { columns, centre: None }, weight);
    }
    let each = beside_the_centre(n);
    let (centre, columns, weight) = match number / each {
        centre if centre < pairs as u64 => (centre as usize, combination(pairs, number % each), 4),
        _ => {
            let (columns, weight) = around_the_centre(pairs, number - each * pairs as u64);
            (pairs, columns, weight)
        }
    };
    // The column of the central queen is put between the others.
    let lower = (1 << centre) - 1;
    let columns = columns & lower | (columns & !lower) << 1;
    (ColumnSet { columns, centre: Some(centre as u8) }, weight)
}

/// On an odd board: the sets whose central queen is in one given column left of the centre.
fn beside_the_centre(n: usize) -> u64 {
    let pairs = n as u32 / 2;
    binomial((2 * pairs).saturating_sub(1), pairs)
}

/// The sets of an even board that have `split` of `pairs` pairs split.
#[derive(Clone, Copy)]
struct Splits {
    pairs: usize,
    split: usize,
}

/// From the least number of split pairs on.
fn splits(pairs: usize) -> impl Iterator<Item = Splits> {
    (pairs % 2..=pairs).step_by(2).map(move |split| Splits { pairs, split })
}

impl Splits {
    fn others(self) -> usize {
        self.pairs - self.split
    }

    fn directions(self) -> u64 {
        1 << self.split.saturating_sub(1)
    }

    /// Choices of the full ones among the pairs that are not split, of which the first is empty.
    fn fillings(self) -> u64 {
        let others = self.others() as u32;
        binomial(others.saturating_sub(1), others / 2)
    }

    fn sets(self) -> u64 {
        binomial(self.pairs as u32, self.split as u32) * self.directions() * self.fillings()
    }

    fn set(self, number: u64) -> (u32, u8) {
        let (fillings, directions) = (self.fillings(), self.directions());
        let split = combination(self.split, number / fillings / directions);
        let directions = number / fillings % directions;
        let full = combination(self.others() / 2, number % fillings);
        let mut columns = 0;
        let last = (2 * self.pairs).saturating_sub(1);
        for (i, pair) in bits(split).enumerate() {
            let right = i > 0 && directions >> (i - 1) & 1 == 1;
            columns |= 1 << if right { last - pair } else { pair };
        }
        let others = bits(!split).take(self.others()).enumerate();
        for (_, pair) in others.filter(|(i, _)| *i > 0 && full >> (i - 1) & 1 == 1) {
            columns |= 1 << pair | 1 << (last - pair);
        }
        let weight = [self.split, self.others()].iter().map(|&pairs| if pairs > 0 { 2 } else { 1 }).product();
        (columns, weight)
    }
}

/// The set with this number on an even board of `pairs` pairs.
fn around_the_centre(pairs: usize, mut number: u64) -> (u32, u8) {
    for splits in splits(pairs) {
        match number.checked_sub(splits.sets()) {
            Some(behind) => number = behind,
            None => return splits.set(number),
        }
    }
    panic!("a board of {pairs} pairs has no column set with this number")
}

/// The combination of `chosen` bits with this number, in ascending order.
///
/// Source: D. E. Knuth, "The Art of Computer Programming", volume 4A, section 7.2.1.3, theorem L.
fn combination(chosen: usize, mut number: u64) -> u32 {
    let mut combination = 0;
    for left in (1..=chosen as u32).rev() {
        let bit = (left - 1..32).take_while(|&bit| binomial(bit, left) <= number).last().unwrap_or(left - 1);
        number -= binomial(bit, left);
        combination |= 1 << bit;
    }
    combination
}
