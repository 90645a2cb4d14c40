//! Parses lists of boards on the command line, which are written like shard lists.

use queens::board::BoardSize;
use queens::cluster::ShardList;

/// Parses a board or a list, as in `8..18,20`. Ranges may use Rust's syntax, and a board may be written
/// `N=20`, as in messages.
pub fn boards(text: &str) -> Result<ShardList, String> {
    let number = text.strip_prefix(['N', 'n']).and_then(|rest| rest.strip_prefix('='));
    let text = number.unwrap_or(text).trim_end_matches(',').replace("..=", "..").replace("...", "..");
    let list: ShardList = text.parse().map_err(|_| BOARD_LIST_ERROR.to_owned())?;
    let are_boards = list.iter().next() > Some(0) && list.last() <= Some(BoardSize::MAX as u64);
    if are_boards { Ok(list) } else { Err(BOARD_LIST_ERROR.to_owned()) }
}

const BOARD_LIST_ERROR: &str = "use a whole number from 1 to 32, or several, as in 8..18 20";

/// Returns the listed boards in ascending order, without duplicates.
pub fn all_boards(lists: &[ShardList]) -> Vec<BoardSize> {
    let is_listed = |size: &BoardSize| lists.iter().any(|list| list.iter().any(|n| n == size.get() as u64));
    BoardSize::all().filter(is_listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_boards_and_inclusive_ranges() {
        let sizes = |text: &str| {
            let sizes = all_boards(&[boards(text)?]).into_iter();
            Ok::<Vec<_>, String>(sizes.map(BoardSize::get).collect())
        };
        for text in ["8", "8,", "N=8", "n=8"] {
            assert_eq!(sizes(text), Ok(vec![8]), "{text}");
        }
        for text in ["20..23", "20-23", "20..=23", "20...23", "23..20", "23,20 21, 22", "21..20 23-22"] {
            assert_eq!(sizes(text), Ok(vec![20, 21, 22, 23]), "{text}");
        }
        assert_eq!(sizes("32..32"), Ok(vec![32]));
        for wrong in [
            "",
            "..",
            "20..",
            "..8",
            "0..3",
            "30..33",
            "1..2..3",
            "x",
            "-5",
            "8,,9",
            "0-18446744073709551615",
        ] {
            assert!(sizes(wrong).unwrap_err().contains("from 1 to 32"), "{wrong}");
        }
    }
}
