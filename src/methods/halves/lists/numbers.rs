//! The number of a far list: the place of its columns, in ascending order, among all sets of as
//! many columns that include column 0.

use crate::board::{binomials, next_combination};

/// `columns` or their mirror image, shifted to column 0: the lower one as a number, and whether it
/// is the mirror image.
#[inline]
pub fn least(columns: u32) -> (u32, bool) {
    let shifted = columns.checked_shr(columns.trailing_zeros()).unwrap_or(0);
    let mirrored = columns.reverse_bits().checked_shr(columns.leading_zeros()).unwrap_or(0);
    (shifted.min(mirrored), mirrored < shifted)
}

/// The number of the list of `columns`, which include column 0.
#[inline]
pub fn number_of(columns: u32) -> usize {
    let mut others = columns & !1;
    let mut number = 0;
    let mut chosen = 0;
    while others != 0 {
        chosen += 1;
        number += BINOMIALS[others.trailing_zeros() as usize - 1][chosen];
        others &= others - 1;
    }
    number as usize
}

/// The set of `rows` columns whose list has the number `number`.
pub fn columns_of(number: usize, rows: usize) -> u32 {
    let mut columns = u32::from(rows > 0);
    let mut rest = number as u32;
    for chosen in (1..rows).rev() {
        let column = (0..31).rev().find(|&column| BINOMIALS[column][chosen] <= rest).unwrap_or(0);
        rest -= BINOMIALS[column][chosen];
        columns |= 1 << (column + 1);
    }
    columns
}

/// The set after `columns`, in ascending order, with as many columns including column 0; 0 behind
/// the last one of 32 columns.
pub fn next(columns: u32) -> u32 {
    let next = next_combination(u64::from(columns >> 1)).and_then(|next| u32::try_from(next << 1 | 1).ok());
    next.unwrap_or(0)
}

static BINOMIALS: [[u32; 7]; 32] = binomials();

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{binomial, bits};

    #[test]
    fn numbers_ascend_without_a_gap() {
        // The widest boards with lists of so many rows.
        for (n, rows) in [(32, 1), (32, 2), (32, 3), (32, 4), (32, 5), (32, 6), (21, 7)] {
            let mut columns: u32 = (1 << rows) - 1;
            let sets = binomial(n - 1, rows as u32 - 1) as usize;
            for number in 0..sets {
                assert_eq!((number_of(columns), columns_of(number, rows)), (number, columns));
                assert!(columns & 1 == 1 && columns.count_ones() as usize == rows);
                // Shifted as far as the board reaches.
                let (least, mirrored) = least(columns << columns.leading_zeros());
                let image =
                    bits(columns).fold(0, |image, column| image | 1 << (columns.ilog2() as usize - column));
                assert_eq!((least, mirrored), (columns.min(image), image < columns), "{columns:#b}");
                columns = next(columns);
            }
        }
        assert_eq!(next(0b1111_1000_0000_0000_0000_0000_0000_0001), 0);
    }
}
