//! What is published under which heading, as a web page and as Markdown. The page is one file that
//! needs nothing else, with or without JavaScript.

use std::fmt::Write as _;

use super::chart::{Chart, Form};
use super::study::Machine;
use super::table::{Table, escape_html, slug};

/// A heading and what stands below it.
pub struct Section {
    pub title: &'static str,
    pub chart: Option<Chart>,
    pub tables: Vec<Table>,
    /// Paragraphs, without markup.
    pub notes: &'static [&'static str],
}

impl Section {
    fn html(&self) -> String {
        let mut text = String::new();
        if let Some(chart) = &self.chart {
            let _ = write!(text, "<figure>\n{}{}</figure>\n", chart.svg(Form::Wide), chart.svg(Form::Narrow));
        }
        for table in &self.tables {
            text += &table.html();
        }
        for note in self.notes {
            let _ = writeln!(text, "<p>{}</p>", escape_html(note));
        }
        text
    }

    fn markdown(&self) -> String {
        let mut text = format!("\n## {}\n", self.title);
        if let Some(Chart { file, title, .. }) = &self.chart {
            let _ = write!(text, "\n![{title}]({file})\n");
        }
        for table in &self.tables {
            let _ = write!(text, "\n### {}\n\n{}", table.caption, table.markdown());
        }
        for (index, note) in self.notes.iter().enumerate() {
            let _ = writeln!(text, "{}- {note}", if index == 0 { "\n" } else { "" });
        }
        text
    }
}

/// The web page. The first section begins with the table of all boards.
pub fn html(machines: &[Machine<'_>], sections: &[Section]) -> String {
    let (mut links, mut bodies) = (String::new(), String::new());
    for section in sections {
        let (title, id) = (section.title, slug(section.title) + "-section");
        let _ = writeln!(links, "<a href=\"#{id}\">{title}</a>");
        let _ = writeln!(bodies, "<section id=\"{id}\">\n<h2>{title}</h2>\n{}</section>", section.html());
    }
    let largest = sections.first().and_then(|section| section.tables.first()?.rows.last());
    let cell = |index: usize| largest.map_or("", |row| row[index].text.as_str());
    let machines: Vec<_> = machines.iter().map(|machine| machine.site.name()).collect();
    include_str!("page.html")
        .replace("/* page.css */", include_str!("page.css"))
        .replace("// page.js", include_str!("page.js"))
        .replace("{n}", cell(0))
        .replace("{solutions}", cell(1))
        .replace("{machines}", &escape_html(&machines.join("; ")))
        .replace("{links}", &links)
        .replace("{sections}", &bodies)
}

/// The same as Markdown.
pub fn markdown(sections: &[Section]) -> String {
    let sections: String = sections.iter().map(Section::markdown).collect();
    "# Results\n\n\
     `queens publish` makes this file from the records in [`records/`](records) and overwrites every change. The page \
     [`index.html`](index.html) has the same tables, to be sorted; [`records.csv`](records.csv) has all figures in full.\n"
        .to_owned()
        + &sections
}
