//! A table, before it is written as Markdown or HTML.

use std::fmt::Write as _;

use crate::cli::report::text::{duration, grouped};

/// A longer text may be broken into lines.
const LONG: usize = 30;

/// Rows under headings. The first column names the row; all cells of a column with numbers are
/// flush right.
pub struct Table {
    /// What it shows; empty where that is said beside it.
    pub caption: String,
    /// The headings. A line break is a comma where there is only one line.
    pub heads: Vec<String>,
    /// The rows, each with a cell per heading.
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in a row, in a column.
#[derive(Clone, Default)]
pub struct Cell {
    /// As it is read.
    pub text: String,
    /// The number by which it is sorted, where it is one.
    key: Option<f64>,
    /// What is to be known of it, in small letters.
    note: String,
    /// Where it leads to.
    link: Option<String>,
}

impl Cell {
    /// Words.
    pub fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A number, as it is read and as it is.
    pub fn number(text: impl Into<String>, key: f64) -> Self {
        Self { text: text.into(), key: Some(key), ..Self::default() }
    }

    /// How many there are.
    pub fn count(count: u128) -> Self {
        Self::number(grouped(count), count as f64)
    }

    /// A time.
    pub fn time(seconds: f64) -> Self {
        Self::number(duration(seconds), seconds)
    }

    /// With a note.
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// With a link.
    pub fn link(self, link: Option<impl Into<String>>) -> Self {
        Self { link: link.map(Into::into), ..self }
    }

    fn markdown(&self) -> String {
        let mut text = escape_markdown(&self.text);
        if let Some(link) = &self.link {
            text = format!("[{text}]({link})");
        }
        if self.note.is_empty() { text } else { format!("{text}; {}", escape_markdown(&self.note)) }
    }

    fn html(&self) -> String {
        let mut text = escape_html(&self.text);
        if let Some(link) = &self.link {
            text = format!("<a href=\"{}\">{text}</a>", escape_html(link));
        }
        if !self.note.is_empty() {
            text += &format!("<br><small>{}</small>", escape_html(&self.note));
        }
        text
    }
}

impl Table {
    /// The table with this caption, these headings and these rows.
    pub fn new(
        caption: impl Into<String>,
        heads: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        let heads = heads.into_iter().map(Into::into).collect();
        Self { caption: caption.into(), heads, rows: rows.into_iter().collect() }
    }

    /// The class of a column in the style sheet, by what stands in it.
    fn class(&self, column: usize) -> &'static str {
        let has = |what: &dyn Fn(&Cell) -> bool| self.rows.iter().any(|row| what(&row[column]));
        if has(&|cell| cell.key.is_some()) {
            "number"
        } else if has(&|cell| [&cell.text, &cell.note].iter().any(|text| text.chars().count() > LONG)) {
            "prose"
        } else {
            "words"
        }
    }

    /// As Markdown, without the caption.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = |column| if self.class(column) == "number" { "---:" } else { "---" }.to_owned();
        let mut text =
            line(self.heads.iter().map(|head| escape_markdown(&head.replace('\n', ", "))).collect());
        text += &line((0..self.heads.len()).map(rule).collect());
        for row in &self.rows {
            text += &line(row.iter().map(Cell::markdown).collect());
        }
        text
    }

    /// As HTML: a heading, and a frame that scrolls sideways where the screen is narrow.
    pub fn html(&self) -> String {
        let mut text = format!(
            "<h3 id=\"{id}\">{}</h3>\n\
             <div class=\"table\" role=\"region\" aria-labelledby=\"{id}\" tabindex=\"0\">\n\
             <table aria-labelledby=\"{id}\">\n<thead><tr>",
            escape_html(&self.caption),
            id = slug(&self.caption)
        );
        let classes: Vec<_> = (0..self.heads.len()).map(|column| self.class(column)).collect();
        for (head, class) in self.heads.iter().zip(&classes) {
            let head = escape_html(head).replace('\n', "<br>");
            let _ = write!(text, "<th scope=\"col\" class=\"{class}\">{head}</th>");
        }
        text.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            text.push_str("<tr>");
            for (index, (cell, class)) in row.iter().zip(&classes).enumerate() {
                let (tag, scope) = if index == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
                let key = cell.key.map_or_else(String::new, |key| format!(" data-key=\"{key}\""));
                let _ = write!(text, "<{tag}{scope} class=\"{class}\"{key}>{}</{tag}>", cell.html());
            }
            text.push_str("</tr>\n");
        }
        text + "</tbody>\n</table>\n</div>\n"
    }
}

/// An identifier on the page, made of a heading.
pub fn slug(heading: &str) -> String {
    let words = heading.to_lowercase();
    words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Text for HTML, attributes included.
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text for a cell of a Markdown table.
fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => escaped.push(' '),
            '|' | '*' | '_' | '<' | '>' | '[' | ']' | '`' | '\\' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let rows = [
            vec![Cell::words("a|b").link(Some("x?a&b")), Cell::number("1.5 s", 1.5)],
            vec![Cell::words("<c>"), Cell::default().note("n/a")],
        ];
        Table::new("Times & more", ["what", "time\nin s"], rows)
    }

    #[test]
    fn markdown_cells_keep_their_columns() {
        let text = table().markdown();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines,
            ["| what | time, in s |", "| --- | ---: |", r"| [a\|b](x?a&b) | 1.5 s |", r"| \<c\> | ; n/a |"]
        );
    }

    #[test]
    fn html_is_escaped_and_carries_what_it_is_sorted_by() {
        let html = table().html();
        for part in [
            "<h3 id=\"times-more\">Times &amp; more</h3>",
            "<th scope=\"row\" class=\"words\"><a href=\"x?a&amp;b\">a|b</a></th>",
            "<td class=\"number\" data-key=\"1.5\">1.5 s</td>",
            "<th scope=\"row\" class=\"words\">&lt;c&gt;</th><td class=\"number\"><br><small>n/a</small></td></tr>",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
    }
}
