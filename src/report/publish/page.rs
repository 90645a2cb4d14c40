//! The web page: one file that needs nothing else, with or without JavaScript.

use super::drawing::Form;
use super::sections::Section;
use super::study::Machine;
use super::table::{Table, escape_html};

/// The whole page.
pub fn page(machines: &[Machine<'_>], sections: &[Section]) -> String {
    let (mut links, mut bodies) = (String::new(), String::new());
    for section in sections {
        let title = section.title;
        let id = format!("{}-section", title.to_lowercase().replace(' ', "-"));
        links += &format!("<a href=\"#{id}\">{title}</a>\n");
        bodies += &format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{}</section>\n", body(section));
    }
    let counts = sections.first().and_then(|section| section.tables.first()?.rows.last());
    let cell = |index: usize| counts.map_or("", |row| row[index].text.as_str());
    let machines: Vec<_> = machines.iter().map(Machine::name).collect();
    include_str!("page.html")
        .replace("/* page.css */", include_str!("page.css"))
        .replace("// page.js", include_str!("page.js"))
        .replace("{n}", cell(0))
        .replace("{solutions}", cell(1))
        .replace("{machines}", &escape_html(&machines.join("; ")))
        .replace("{links}", &links)
        .replace("{sections}", &bodies)
}

fn body(section: &Section) -> String {
    let chart = |(_, chart): &(_, super::chart::Chart)| {
        format!("<figure>\n{}{}</figure>\n", chart.svg(Form::Wide), chart.svg(Form::Narrow))
    };
    let charts: String = section.charts.iter().map(chart).collect();
    let tables: String = section.tables.iter().map(Table::html).collect();
    let notes: String = section.notes.iter().map(|note| format!("<p>{}</p>\n", escape_html(note))).collect();
    match section.tables.as_slice() {
        [table] if section.folded => {
            format!("<details>\n<summary>{} records</summary>\n{tables}</details>\n", table.rows.len())
        }
        _ => charts + &tables + &notes,
    }
}
