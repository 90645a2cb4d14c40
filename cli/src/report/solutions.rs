//! Solutions as text: columns, boards and JSON.

use std::fmt::Write;
use std::io;

use crate::output::SolutionForm;

/// A solution with a line end, given as the column (from 0) of the queen in each row, and the size of its
/// class if given: in this form, or as JSON.
pub fn solution(columns: &[u32], class_size: Option<u8>, form: SolutionForm, as_json: bool) -> String {
    let from_one = |separator: &str| {
        let mut text = String::new();
        for (row, column) in columns.iter().enumerate() {
            let before = if row > 0 { separator } else { "" };
            let _ = write!(text, "{before}{}", column + 1);
        }
        text
    };
    let class = |before: &str| class_size.map_or_else(String::new, |size| format!("{before}{size}"));
    match form {
        _ if as_json => {
            let n = columns.len();
            format!("{{\"n\":{n},\"columns\":[{}]{}}}\n", from_one(","), class(",\"class_size\":"))
        }
        SolutionForm::Digits => {
            let separator = if columns.len() > 9 { " " } else { "" };
            format!("{}{}\n", from_one(separator), class("\t"))
        }
        SolutionForm::Board => {
            let square = |queen: u32, column| if column == queen as usize { "Q" } else { "." };
            let row =
                |&queen: &u32| (0..columns.len()).map(|column| square(queen, column)).collect::<Vec<_>>();
            let rows: Vec<_> = columns.iter().map(|queen| row(queen).join(" ")).collect();
            format!("{}{}\n", rows.join("\n"), class("\nclass of "))
        }
    }
}

/// Prints the JSON answer if there is no solution.
pub fn print_none(rows: usize) -> io::Result<()> {
    super::to_stdout(|out| writeln!(out, r#"{{"n":{rows},"columns":null}}"#))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_size_of_a_class() {
        let written = |form, columns: &[u32]| solution(columns, Some(2), form, false);
        assert_eq!(written(SolutionForm::Digits, &[1, 3, 0, 2]), "2413\t2\n");
        let sixteen = [8, 10, 12, 2, 6, 1, 11, 0, 15, 4, 14, 9, 13, 3, 5, 7];
        assert_eq!(written(SolutionForm::Digits, &sixteen), "9 11 13 3 7 2 12 1 16 5 15 10 14 4 6 8\t2\n");
        assert_eq!(written(SolutionForm::Board, &[0]), "Q\nclass of 2\n");
    }
}
