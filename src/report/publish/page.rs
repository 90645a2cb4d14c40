//! The web page: one file that needs nothing else, with or without JavaScript.

use super::Contents;
use super::chart::Form;
use super::ink;
use super::markdown::{comparison_note, how_made};
use super::study::Machine;
use super::table::{Table, escape_html};

/// The whole page.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn page(contents: &Contents<'_>) -> anyhow::Result<String> {
    let chart = |name: &str| -> anyhow::Result<String> {
        match contents.charts.iter().find(|(file, _)| *file == name) {
            Some((_, chart)) => {
                Ok(format!("<figure>\n{}{}</figure>\n", chart.svg(Form::Wide)?, chart.svg(Form::Narrow)?))
            }
            None => Ok(String::new()),
        }
    };
    let times: String = contents.times.iter().map(|(times, speeds)| times.html() + &speeds.html()).collect();
    let kernels = format!("{}{}", chart("kernels.svg")?, chart("threads.svg")?);
    let ladder = chart("ladder.svg")? + &contents.ladder.as_ref().map_or_else(String::new, Table::html);
    let records = format!(
        "<details>\n<summary>{} records</summary>\n{}</details>\n",
        contents.records.rows.len(),
        contents.records.html()
    );
    let note = format!("<p>{}</p>\n", escape_html(&comparison_note(contents)));
    let notes: String =
        how_made(contents).iter().map(|note| format!("<p>{}</p>\n", escape_html(note))).collect();
    let sections = [
        ("counts-section", "Counts", chart("time.svg")? + &contents.counts.html()),
        ("times-section", "Times", times),
        ("kernels-section", "Kernels and threads", kernels),
        ("others-section", "Other programs", note + &contents.comparison.html() + &contents.methods.html()),
        ("ladder-section", "The ladder", ladder),
        ("made-section", "How the numbers were made", notes),
        ("records-section", "Records", records),
    ];
    let sections = sections.into_iter().filter(|(_, _, body)| !body.is_empty());
    let (mut links, mut bodies) = (String::new(), String::new());
    for (id, title, body) in sections {
        links += &format!("<a href=\"#{id}\">{title}</a>\n");
        bodies += &format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{body}</section>\n");
    }
    let largest = contents.counts.rows.last().map(|row| (&row[0].text, &row[1].text));
    let (n, solutions) =
        largest.map_or_else(Default::default, |(n, solutions)| (n.clone(), solutions.clone()));
    let machines: Vec<_> = contents.machines.iter().map(Machine::name).collect();
    Ok(include_str!("page.html")
        .replace("/* page.css */", include_str!("page.css"))
        .replace("/* inks */", &ink::style())
        .replace("// page.js", include_str!("page.js"))
        .replace("{n}", &n)
        .replace("{solutions}", &solutions)
        .replace("{machines}", &escape_html(&machines.join("; ")))
        .replace("{links}", &links)
        .replace("{sections}", &bodies))
}
