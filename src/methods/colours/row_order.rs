//! Defines the order in which the search fills a quarter's rows, and how row sets are ordered.

/// Returns a quarter's rows in search order, from the middle outwards.
pub fn search_order(rows: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..rows).map(move |place| {
        let (middle, distance) = ((rows - 1) / 2, place.div_ceil(2));
        if (rows + place) % 2 == 1 { middle + distance } else { middle - distance }
    })
}

/// Returns the row set with this code. A code has a bit for each row, and the highest bit is the first row in
/// search order. So sets with close codes have their first rows in common.
pub fn from_code(rows: usize, code: u32) -> u32 {
    let in_code = search_order(rows).rev().enumerate().filter(|(bit, _)| code >> bit & 1 == 1);
    in_code.fold(0, |set, (_, row)| set | 1 << row)
}
