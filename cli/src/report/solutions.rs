//! Solutions as text: columns, boards and JSON.

use std::fmt::Write;

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
pub fn print_none(rows: usize) {
    super::to_stdout(|out| writeln!(out, r#"{{"n":{rows},"columns":null}}"#));
}
