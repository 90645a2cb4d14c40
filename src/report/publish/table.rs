//! A table, before it is written as Markdown or HTML.

use std::fmt::Write as _;

/// Rows under headings. The first column names the row.
pub struct Table {
    /// An identifier, unique on the page.
    pub id: String,
    /// What it shows.
    pub caption: String,
    pub columns: Vec<Column>,
    /// The rows, each with a cell per column.
    pub rows: Vec<Vec<Cell>>,
}

/// A heading, and what stands below it. A line break in the heading is a comma where there is only one line.
pub struct Column {
    head: String,
    kind: Kind,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A word or some, in one line.
    Words,
    /// A sentence, in several lines where need be.
    Prose,
    /// Numbers, flush right.
    Numbers,
}

impl Column {
    /// A column of words.
    pub fn words(head: impl Into<String>) -> Self {
        Self { head: head.into(), kind: Kind::Words }
    }

    /// A column of sentences.
    pub fn prose(head: impl Into<String>) -> Self {
        Self { head: head.into(), kind: Kind::Prose }
    }

    /// A column of numbers.
    pub fn numbers(head: impl Into<String>) -> Self {
        Self { head: head.into(), kind: Kind::Numbers }
    }

    /// The attribute that gives it its looks on a page.
    fn class(&self) -> &'static str {
        match self.kind {
            Kind::Words => "",
            Kind::Prose => " class=\"prose\"",
            Kind::Numbers => " class=\"number\"",
        }
    }
}

/// What stands in a row, in a column.
#[derive(Clone, Default)]
pub struct Cell {
    /// As it is read.
    pub text: String,
    /// By which it is sorted, where that is not the text.
    pub key: Option<f64>,
    /// What is to be known of it, in small letters.
    pub note: String,
    /// Where it leads to.
    pub link: Option<String>,
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

    /// The number, or nothing.
    pub fn number_if(value: Option<f64>, text: impl Fn(f64) -> String) -> Self {
        value.map_or_else(Self::default, |value| Self::number(text(value), value))
    }

    /// With a note.
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// With a link.
    pub fn link(self, link: Option<impl Into<String>>) -> Self {
        Self { link: link.map(Into::into), ..self }
    }
}

impl Table {
    /// As Markdown, without the caption.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let heads = self.columns.iter().map(|column| escape_markdown(&column.head.replace('\n', ", ")));
        let rules = self.columns.iter().map(|column| match column.kind {
            Kind::Numbers => "---:".to_owned(),
            _ => "---".to_owned(),
        });
        let mut text = line(heads.collect()) + &line(rules.collect());
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
            id = self.id
        );
        for column in &self.columns {
            let head = escape_html(&column.head).replace('\n', "<br>");
            let _ = write!(text, "<th scope=\"col\"{}>{head}</th>", column.class());
        }
        text.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            text.push_str("<tr>");
            for (index, (cell, column)) in row.iter().zip(&self.columns).enumerate() {
                text.push_str(&cell.html(column.class(), index == 0));
            }
            text.push_str("</tr>\n");
        }
        text.push_str("</tbody>\n</table>\n</div>\n");
        text
    }
}

impl Cell {
    fn markdown(&self) -> String {
        let text = escape_markdown(&self.text);
        let text = match &self.link {
            Some(link) => format!("[{text}]({link})"),
            None => text,
        };
        if self.note.is_empty() { text } else { format!("{text}; {}", escape_markdown(&self.note)) }
    }

    fn html(&self, class: &str, first: bool) -> String {
        let (tag, scope) = if first { ("th", " scope=\"row\"") } else { ("td", "") };
        let key = self.key.map_or_else(String::new, |key| format!(" data-key=\"{key}\""));
        let text = escape_html(&self.text);
        let text = match &self.link {
            Some(link) => format!("<a href=\"{}\">{text}</a>", escape_html(link)),
            None => text,
        };
        let note = match self.note.as_str() {
            "" => String::new(),
            note => format!("<br><small>{}</small>", escape_html(note)),
        };
        format!("<{tag}{scope}{class}{key}>{text}{note}</{tag}>")
    }
}

/// Text for HTML, attributes included.
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text for a cell of a Markdown table.
pub fn escape_markdown(text: &str) -> String {
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
        Table {
            id: "times".to_owned(),
            caption: "Times & more".to_owned(),
            columns: vec![Column::words("what"), Column::numbers("time\nin s")],
            rows: vec![
                vec![Cell::words("a|b").link(Some("x?a&b")), Cell::number("1.5 s", 1.5)],
                vec![Cell::words("<c>"), Cell::default().note("n/a")],
            ],
        }
    }

    #[test]
    fn markdown_cells_keep_their_columns() {
        let lines: Vec<_> = table().markdown().lines().map(str::to_owned).collect();
        assert_eq!(
            lines,
            ["| what | time, in s |", "| --- | ---: |", r"| [a\|b](x?a&b) | 1.5 s |", r"| \<c\> | ; n/a |"]
        );
    }

    #[test]
    fn html_is_escaped_and_carries_what_it_is_sorted_by() {
        let html = table().html();
        assert!(html.contains("<h3 id=\"times\">Times &amp; more</h3>"), "{html}");
        assert!(html.contains("<th scope=\"row\"><a href=\"x?a&amp;b\">a|b</a></th>"), "{html}");
        assert!(html.contains("<td class=\"number\" data-key=\"1.5\">1.5 s</td>"), "{html}");
        assert!(html.contains(
            "<tr><th scope=\"row\">&lt;c&gt;</th><td class=\"number\"><br><small>n/a</small></td></tr>"
        ));
    }
}
