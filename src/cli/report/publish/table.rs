//! A table of Markdown. Its cells are made of text that is escaped and of numbers.

use super::escape;
use crate::cli::report::text::{duration, grouped};

/// Rows under headings.
pub struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// What stands in a row, in a column.
#[derive(Clone, Default)]
pub struct Cell {
    text: String,
    link: Option<String>,
    is_number: bool,
}

impl Cell {
    /// Words.
    pub fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A number, as it is read. A column with numbers is flush right.
    pub fn number(text: impl Into<String>) -> Self {
        Self { is_number: true, ..Self::words(text) }
    }

    /// How many there are.
    pub fn count(count: impl Into<u128>) -> Self {
        Self::number(grouped(count.into()))
    }

    /// A time.
    pub fn time(seconds: f64) -> Self {
        Self::number(duration(seconds))
    }

    /// With a link.
    pub fn link(self, address: Option<impl Into<String>>) -> Self {
        Self { link: address.map(Into::into), ..self }
    }

    fn markdown(&self) -> String {
        match &self.link {
            Some(address) => escape::link(&self.text, address),
            None => escape::markdown(&self.text),
        }
    }
}

impl Table {
    /// The table with these headings and rows.
    pub fn new(
        heads: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        Self { heads: heads.into_iter().map(Into::into).collect(), rows: rows.into_iter().collect() }
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = |column: usize| {
            let is_number = self.rows.iter().any(|row| row[column].is_number);
            if is_number { "---:" } else { "---" }.to_owned()
        };
        let mut text = line(self.heads.iter().map(|head| escape::markdown(head)).collect());
        text += &line((0..self.heads.len()).map(rule).collect());
        text.extend(self.rows.iter().map(|row| line(row.iter().map(Cell::markdown).collect())));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_their_columns() {
        let rows = [
            vec![Cell::words("a|b").link(Some("records/x?a&b")), Cell::time(1.5)],
            vec![Cell::words("<c>"), Cell::default()],
        ];
        let text = Table::new(["what", "time"], rows).markdown();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "| what | time |",
                "| --- | ---: |",
                "| [a&#124;b](records/x?a&b) | 1.5 s |",
                "| &#60;c&#62; |  |"
            ]
        );
    }
}
