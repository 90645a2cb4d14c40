//! Partial placements, which have queens in only some of the rows.

use queens::board::BoardSize;

/// A board with queens in some of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialPlacement {
    pub(super) size: BoardSize,
    /// The column of the queen in each row, counted from 0. Rows without a queen are `None`.
    pub(super) columns: Vec<Option<u8>>,
}

/// An error from parsing or completing a partial placement. The messages say what to write.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum PlacementError {
    /// The board has no rows, or too many of them.
    #[error("a placement has 1 to {max} rows, not {rows}", max = BoardSize::MAX)]
    Rows { rows: usize },
    /// There are more entries than rows.
    #[error("the placement has {given} rows, but the board has {rows}")]
    TooMany { given: usize, rows: usize },
    /// An entry is neither a column nor `-`.
    #[error("row {row}: '{given}' is neither a column from 1 to {rows} nor '-' for a row without a queen")]
    Column { row: usize, given: String, rows: usize },
    /// Two of the given queens attack each other. Rows are counted from 1.
    #[error("no solution exists: the queens in rows {first} and {second} attack each other")]
    Attack { first: usize, second: usize },
    /// No completion exists.
    #[error("no solution on {rows} rows has queens on all these squares")]
    Exhausted { rows: usize },
}

impl PartialPlacement {
    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns two rows whose queens attack each other, if there are any. Rows are counted from 0.
    pub(super) fn attack(&self) -> Option<(usize, usize)> {
        let queens: Vec<_> =
            self.columns.iter().enumerate().filter_map(|(row, &c)| Some((row, usize::from(c?)))).collect();
        queens.iter().enumerate().find_map(|(i, &(row, column))| {
            let attacker =
                queens[..i].iter().find(|&&(r, c)| c == column || c.abs_diff(column) == r.abs_diff(row))?;
            Some((attacker.0, row))
        })
    }

    /// Parses a placement. The text contains one entry per row, starting with the first row. An entry is the
    /// column of the row's queen, counted from 1, or `-`, `.`, `_` or `?` for a row without a queen.
    ///
    /// Commas or spaces separate the entries, as in `1,-,-,3,-`. On boards with up to 9 rows, the separators
    /// may be omitted, as in `1--3-`.
    ///
    /// The board has `rows` rows, or as many as there are entries if `rows` is `None`. Rows without an entry
    /// have no queen.
    ///
    /// # Errors
    /// Fails if the text is not a placement on such a board.
    pub fn read(text: &str, rows: Option<usize>) -> Result<Self, PlacementError> {
        let is_separator = |c: char| c == ',' || c.is_whitespace();
        let text = text.trim().trim_end_matches(',');
        let entries: Vec<_> = if text.contains(',') {
            text.split(',').map(str::trim).collect()
        } else if text.contains(is_separator) || rows.is_some_and(|rows| rows > 9) {
            text.split_whitespace().collect()
        } else {
            text.split_inclusive(|_: char| true).collect()
        };
        let given = entries.len();
        let rows = rows.unwrap_or(given);
        let size = BoardSize::new(rows).map_err(|_| PlacementError::Rows { rows })?;
        if given > rows {
            return Err(PlacementError::TooMany { given, rows });
        }
        let column = |(index, entry): (usize, &str)| match entry {
            "-" | "." | "_" | "?" => Ok(None),
            entry => match entry.parse() {
                Ok(column @ 1..) if usize::from(column) <= rows => Ok(Some(column - 1)),
                _ => Err(PlacementError::Column { row: index + 1, given: entry.into(), rows }),
            },
        };
        let mut columns: Vec<_> = entries.into_iter().enumerate().map(column).collect::<Result<_, _>>()?;
        columns.resize(rows, None);
        Ok(Self { size, columns })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(text: &str, rows: Option<usize>) -> Vec<Option<u8>> {
        PartialPlacement::read(text, rows).unwrap().columns
    }

    #[test]
    fn rows_without_an_entry_are_open() {
        for same in ["2, -,-,3", "2--3", "2 - - 3", " 2,-,-,3, ", "2..3", "2,?,_,3"] {
            for rows in [None, Some(4)] {
                assert_eq!(columns(same, rows), [Some(1), None, None, Some(2)], "{same}");
            }
        }
        assert_eq!(columns("3", Some(5)), [Some(2), None, None, None, None]);
        assert_eq!(columns("31", Some(5))[..3], [Some(2), Some(0), None]);
        assert_eq!(columns("", Some(3)), [None; 3]);
        // With 10 rows or more, a two-digit number is one column.
        assert_eq!(columns("10", Some(10))[..2], [Some(9), None]);
        assert_eq!(columns("10,-,12", Some(12))[..3], [Some(9), None, Some(11)]);
    }

    #[test]
    fn parse_errors_name_the_entry() {
        for (wrong, rows, part) in [
            ("1,0,-", None, "row 2: '0'"),
            ("1,4,-", None, "1 to 3"),
            ("1,x", None, "'x'"),
            ("", None, "1 to 32 rows, not 0"),
            ("8:15863724", None, "row 2: ':'"),
            ("1--3-", Some(4), "5 rows, but the board has 4"),
            ("1", Some(33), "1 to 32 rows, not 33"),
            (&["-"; 33].join(","), None, "not 33"),
        ] {
            let message = PartialPlacement::read(wrong, rows).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
