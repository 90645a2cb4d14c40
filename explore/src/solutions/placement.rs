//! A partial placement: queens in some of the rows of a board.

use std::str::FromStr;

use queens::board::BoardSize;

/// A board with queens in some of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialPlacement {
    pub(super) size: BoardSize,
    /// The column of the queen in each row, from 0.
    pub(super) columns: Vec<Option<u8>>,
}

/// The reason why a text is not a partial placement, or why the placement has no completion. The
/// messages say what to write.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum PlacementError {
    /// The number of entries is not a board size.
    #[error("a placement has one entry per row, so 1 to {max} entries, not {given}", max = BoardSize::MAX)]
    Rows { given: usize },
    /// Another number of rows than the entries stands before them.
    #[error("the number of rows before the colon is '{given}', but the number of entries is {rows}")]
    OtherRows { given: String, rows: usize },
    /// An entry that is neither a column nor `-`.
    #[error("row {row}: '{given}' is neither a column from 1 to {rows} nor '-' for a row without a queen")]
    Column { row: usize, given: String, rows: usize },
    /// Two of the queens given attack each other; rows count from 1.
    #[error("no solution exists: the queens in rows {first} and {second} attack each other")]
    Attack { first: usize, second: usize },
    /// The search tried all completions.
    #[error("no solution on {rows} rows has queens on all these squares")]
    Exhausted { rows: usize },
}

impl PartialPlacement {
    /// The side of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Two rows whose queens attack each other, from 0.
    pub(super) fn attack(&self) -> Option<(usize, usize)> {
        let queens: Vec<_> =
            self.columns.iter().enumerate().filter_map(|(row, &c)| Some((row, usize::from(c?)))).collect();
        queens.iter().enumerate().find_map(|(i, &(row, column))| {
            let attacker =
                queens[..i].iter().find(|&&(r, c)| c == column || c.abs_diff(column) == r.abs_diff(row))?;
            Some((attacker.0, row))
        })
    }
}

/// A column from 1 for each row, or `-` for a row without a queen: separated by commas or spaces,
/// `1,-,-,3,-`, or run together on boards of up to 9 rows, `1--3-`. The number of rows and a colon
/// may stand before it, as in `5:1--3-`.
impl FromStr for PartialPlacement {
    type Err = PlacementError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (given, list) =
            text.split_once(':').map_or((None, text), |(rows, list)| (Some(rows.trim()), list));
        let list = list.trim();
        let entries: Vec<_> = if list.contains(',') {
            list.split(',').map(str::trim).collect()
        } else if list.contains(' ') {
            list.split_whitespace().collect()
        } else {
            list.split_inclusive(|_: char| true).collect()
        };
        let rows = entries.len();
        let size = BoardSize::new(rows).map_err(|_| PlacementError::Rows { given: rows })?;
        if let Some(given) = given.filter(|given| given.parse() != Ok(rows)) {
            return Err(PlacementError::OtherRows { given: given.into(), rows });
        }
        let column = |(index, entry): (usize, &&str)| match *entry {
            "-" => Ok(None),
            entry => match entry.parse() {
                Ok(column @ 1..) if usize::from(column) <= rows => Ok(Some(column - 1)),
                _ => Err(PlacementError::Column { row: index + 1, given: entry.into(), rows }),
            },
        };
        Ok(Self { size, columns: entries.iter().enumerate().map(column).collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_errors_name_the_entry() {
        let read: PartialPlacement = "2, -,-,3".parse().unwrap();
        assert_eq!(read.columns, [Some(1), None, None, Some(2)]);
        for same in ["2--3", "4:2--3", "2 - - 3", " 4: 2,-,-,3 "] {
            assert_eq!(same.parse(), Ok(read.clone()), "{same}");
        }
        for (wrong, part) in [
            ("1,0,-", "row 2: '0'"),
            ("1,4,-", "1 to 3"),
            ("1,x", "'x'"),
            ("", "not 0"),
            ("9:1--3-", "'9', but the number of entries is 5"),
        ] {
            let message = wrong.parse::<PartialPlacement>().unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
        let long = ["-"; 33].join(",");
        assert!(long.parse::<PartialPlacement>().unwrap_err().to_string().contains("not 33"));
    }
}
