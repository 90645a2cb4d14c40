//! A range of boards, as it is typed.

use std::str::FromStr;

use queens::board::{BoardError, BoardSize};

/// Some boards, as `8` or `20..27`, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRange {
    first: BoardSize,
    last: BoardSize,
}

impl BoardRange {
    /// The boards, the smallest first.
    pub fn sizes(self) -> impl Iterator<Item = BoardSize> {
        BoardSize::all().skip(self.first.get() - 1).take(self.last.get() - self.first.get() + 1)
    }
}

impl FromStr for BoardRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let [first, last] =
            [first, last].map(|end| end.parse().map_err(|error: BoardError| error.to_string()));
        let range = Self { first: first?, last: last? };
        let backwards = || format!("the range {text} runs backwards: write the smaller board first");
        (range.first <= range.last).then_some(range).ok_or_else(backwards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_one_board_or_an_inclusive_range() {
        let sizes =
            |text: &str| text.parse::<BoardRange>().map(|range| range.sizes().map(BoardSize::get).collect());
        assert_eq!(sizes("8"), Ok(vec![8]));
        assert_eq!(sizes("20..23"), Ok(vec![20, 21, 22, 23]));
        assert_eq!(sizes("32..32"), Ok(vec![32]));
        for wrong in ["", "..", "20..", "..8", "0..3", "30..33", "9..8", "1..2..3", "20...23"] {
            assert!(sizes(wrong).is_err(), "{wrong}");
        }
        assert!(sizes("9..8").unwrap_err().contains("9..8 runs backwards"));
    }
}
