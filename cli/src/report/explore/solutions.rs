//! Prints solutions as columns, boards or JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::options::SolutionFormat;
use crate::report::to_stdout;

/// A line of `queens list --json`, or what `queens find --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SolutionObject {
    /// Rows of the board.
    n: usize,
    /// The column of each row's queen, from 1; null if there is no solution.
    columns: Option<Vec<u32>>,
    /// With --fundamental: the number of distinct solutions obtained from it by rotation and reflection.
    #[serde(skip_serializing_if = "Option::is_none")]
    class_size: Option<u8>,
}

impl SolutionObject {
    fn line(&self) -> String {
        serde_json::to_string(self).expect("a solution is plain data") + "\n"
    }
}

/// Formats a solution with a final newline. `columns` contains the column of each row's queen, starting from
/// 0.
pub fn solution_text(columns: &[u32], class_size: Option<u8>, format: SolutionFormat) -> String {
    let class = |before: &str| class_size.map_or_else(String::new, |size| format!("{before}{size}"));
    match format {
        SolutionFormat::Json => {
            let columns: Vec<u32> = columns.iter().map(|column| column + 1).collect();
            SolutionObject { n: columns.len(), columns: Some(columns), class_size }.line()
        }
        SolutionFormat::Digits => {
            let separator = if columns.len() > 9 { " " } else { "" };
            let mut text = String::new();
            for (row, column) in columns.iter().enumerate() {
                let before = if row > 0 { separator } else { "" };
                let _ = write!(text, "{before}{}", column + 1);
            }
            format!("{text}{}\n", class("\t"))
        }
        SolutionFormat::Board => {
            let square = |queen: u32, column| if column == queen as usize { "Q" } else { "." };
            let row =
                |&queen: &u32| (0..columns.len()).map(|column| square(queen, column)).collect::<Vec<_>>();
            let rows: Vec<_> = columns.iter().map(|queen| row(queen).join(" ")).collect();
            format!("{}{}\n", rows.join("\n"), class("\nclass of "))
        }
    }
}

/// Prints as JSON that there is no solution.
pub fn print_none(n: usize) {
    let none = SolutionObject { n, columns: None, class_size: None };
    to_stdout(|out| out.write_all(none.line().as_bytes()));
}
