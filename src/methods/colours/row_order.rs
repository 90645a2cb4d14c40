//! The order in which the search fills the rows of a quarter, and in which sets of rows are listed.

/// The rows of a quarter with `rows` rows, in the order of the search: from the middle outwards.
pub fn search_order(rows: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..rows).map(move |place| {
        let (middle, distance) = ((rows - 1) / 2, place.div_ceil(2));
        if (rows + place) % 2 == 1 { middle + distance } else { middle - distance }
    })
}

/// The set of rows whose bit is set in `code`: the highest of `rows` bits stands for the first row of the
/// search, so sets whose codes are close begin alike.
pub fn from_code(rows: usize, code: u32) -> u32 {
    let in_code = search_order(rows).rev().enumerate().filter(|(bit, _)| code >> bit & 1 == 1);
    in_code.fold(0, |set, (_, row)| set | 1 << row)
}
