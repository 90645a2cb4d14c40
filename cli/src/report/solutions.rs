//! Writes solutions as text: columns, boards and JSON.

use std::io::{self, Write};

use crate::output::SolutionForm;

/// Writes solutions one after the other, each in one piece.
pub struct SolutionWriter {
    /// JSON without one.
    form: Option<SolutionForm>,
    /// The text of one solution, kept for the next.
    text: Vec<u8>,
    first: bool,
}

impl SolutionWriter {
    /// A writer of solutions in this form, or as JSON.
    pub fn new(form: SolutionForm, as_json: bool) -> Self {
        Self { form: Some(form).filter(|_| !as_json), text: Vec::new(), first: true }
    }

    /// Writes a solution, given as the column (from 0) of the queen in each row, and the size of
    /// its class if given.
    pub fn write<C: Copy + Into<u64>>(
        &mut self,
        out: &mut dyn Write,
        columns: &[C],
        class_size: Option<u8>,
    ) -> io::Result<()> {
        let columns = || columns.iter().map(|&column| column.into());
        self.text.clear();
        match self.form {
            Some(SolutionForm::Digits) => {
                let separator = if columns().len() > 9 { " " } else { "" };
                columns_from_one(&mut self.text, columns(), separator.as_bytes());
            }
            Some(SolutionForm::Board) => {
                if !self.first {
                    self.text.push(b'\n');
                }
                board(&mut self.text, columns());
            }
            None => json(&mut self.text, columns(), class_size),
        }
        match (class_size, self.form) {
            (None, _) | (_, None) => {}
            (Some(size), Some(SolutionForm::Board)) => write!(self.text, "\nclass of {size}")?,
            (Some(size), Some(SolutionForm::Digits)) => write!(self.text, "\t{size}")?,
        }
        self.text.push(b'\n');
        self.first = false;
        out.write_all(&self.text)
    }
}

/// The JSON answer if there is no solution.
pub fn no_solution(out: &mut dyn Write, rows: usize) -> io::Result<()> {
    writeln!(out, r#"{{"n":{rows},"columns":null}}"#)
}

/// The columns, numbered from 1.
fn columns_from_one(text: &mut Vec<u8>, columns: impl Iterator<Item = u64>, separator: &[u8]) {
    for (row, column) in columns.enumerate() {
        if row > 0 {
            text.extend_from_slice(separator);
        }
        number(text, column + 1);
    }
}

fn board(text: &mut Vec<u8>, columns: impl ExactSizeIterator<Item = u64>) {
    let n = columns.len();
    for (row, queen) in columns.enumerate() {
        if row > 0 {
            text.push(b'\n');
        }
        for column in 0..n {
            if column > 0 {
                text.push(b' ');
            }
            text.push(if column as u64 == queen { b'Q' } else { b'.' });
        }
    }
}

fn json(text: &mut Vec<u8>, columns: impl ExactSizeIterator<Item = u64>, class_size: Option<u8>) {
    text.extend_from_slice(br#"{"n":"#);
    number(text, columns.len() as u64);
    text.extend_from_slice(br#","columns":["#);
    columns_from_one(text, columns, b",");
    text.push(b']');
    if let Some(size) = class_size {
        text.extend_from_slice(br#","class_size":"#);
        number(text, u64::from(size));
    }
    text.push(b'}');
}

/// A number in decimal. Formatting through `write!` would take most of the time of a long list.
fn number(text: &mut Vec<u8>, number: u64) {
    if number >= 10 {
        self::number(text, number / 10);
    }
    text.push(b'0' + (number % 10) as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_size_of_a_class() {
        let written = |form, columns: &[u8]| {
            let mut out = Vec::new();
            SolutionWriter::new(form, false).write(&mut out, columns, Some(2)).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(SolutionForm::Digits, &[1, 3, 0, 2]), "2413\t2\n");
        let sixteen = [8, 10, 12, 2, 6, 1, 11, 0, 15, 4, 14, 9, 13, 3, 5, 7];
        assert_eq!(written(SolutionForm::Digits, &sixteen), "9 11 13 3 7 2 12 1 16 5 15 10 14 4 6 8\t2\n");
        assert_eq!(written(SolutionForm::Board, &[0]), "Q\nclass of 2\n");
    }
}
