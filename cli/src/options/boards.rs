//! Boards and ranges of boards, as they are typed.

use std::ops::RangeInclusive;

use queens::board::{BoardError, BoardSize};

/// Some boards, as in `8` or `20..27`, both ends included.
pub type BoardRange = RangeInclusive<BoardSize>;

/// Parses one board or a range of them. An error shows how to write what was probably meant.
pub fn boards(text: &str) -> Result<BoardRange, String> {
    range(text).map_err(|error: String| {
        let are_boards = |words: &[&str]| words.iter().all(|word| range(word).is_ok());
        let list: Vec<_> = text.split(',').map(str::trim).collect();
        let ends: Vec<_> =
            text.split(['-', '–', ':', '.', '=']).map(str::trim).filter(|end| !end.is_empty()).collect();
        let range = ends.join("..");
        match ends.len().max(list.len()) {
            2.. if are_boards(&list) => format!("write these boards as {}", list.join(" ")),
            2 if are_boards(&[&range]) => format!("write this range as {range}"),
            _ => error,
        }
    })
}

fn range(text: &str) -> Result<BoardRange, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let [first, last] = [first, last].map(|end| end.parse().map_err(|error: BoardError| error.to_string()));
    let range = first?..=last?;
    if range.is_empty() {
        return Err(format!("the range {text} runs backwards: write the smaller board first"));
    }
    Ok(range)
}

/// The boards in these ranges, each once, the smallest first.
pub fn all_boards(ranges: &[BoardRange]) -> Vec<BoardSize> {
    BoardSize::all().filter(|size| ranges.iter().any(|range| range.contains(size))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_one_board_or_an_inclusive_range() {
        let sizes = |text: &str| {
            let sizes = all_boards(&[boards(text)?]).into_iter();
            Ok::<Vec<_>, String>(sizes.map(BoardSize::get).collect())
        };
        assert_eq!(sizes("8"), Ok(vec![8]));
        assert_eq!(sizes("20..23"), Ok(vec![20, 21, 22, 23]));
        assert_eq!(sizes("32..32"), Ok(vec![32]));
        for wrong in ["", "..", "20..", "..8", "0..3", "30..33", "9..8", "1..2..3", "20...23"] {
            assert!(sizes(wrong).is_err(), "{wrong}");
        }
        assert!(sizes("9..8").unwrap_err().contains("9..8 runs backwards"));
    }

    #[test]
    fn shows_how_to_write_a_list_of_boards() {
        let tip = |text: &str| boards(text).unwrap_err();
        assert_eq!(tip("8,12"), "write these boards as 8 12");
        assert_eq!(tip("8,10..12"), "write these boards as 8 10..12");
        for range in ["8-12", "8–12", "8:12", "8..=12", "8...12", "8 .. 12"] {
            assert_eq!(tip(range), "write this range as 8..12");
        }
        for wrong in ["x", "-5", "8,33", "8,", "12-8", "1e1", "8x8", "8.5.2"] {
            assert!(tip(wrong).contains("whole number from 1 to 32"), "{wrong}");
        }
    }
}
