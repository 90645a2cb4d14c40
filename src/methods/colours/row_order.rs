//! The order in which the search fills a quarter's rows, and the order of its row sets.

/// Returns a quarter's rows in search order: from the middle outwards.
pub fn search_order(rows: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..rows).map(move |place| {
        let (middle, distance) = ((rows - 1) / 2, place.div_ceil(2));
        if (rows + place) % 2 == 1 { middle + distance } else { middle - distance }
    })
}

/// Decodes a row set. The highest of `code`'s `rows` bits is the first row in search order, so sets with
/// close codes share their first rows.
pub fn from_code(rows: usize, code: u32) -> u32 {
    let in_code = search_order(rows).rev().enumerate().filter(|(bit, _)| code >> bit & 1 == 1);
    in_code.fold(0, |set, (_, row)| set | 1 << row)
}
