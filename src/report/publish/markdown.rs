//! `README.md` of the published results.

use std::fmt::Write as _;

use super::sections::Section;

/// The whole file, without what is folded on the page.
pub fn readme(sections: &[Section]) -> String {
    let mut text = String::from(
        "# Results\n\n\
         `queens publish` makes this file from the records in [`records/`](records) and overwrites every change. The page \
         [`index.html`](index.html) has the same tables, to be sorted; [`records.csv`](records.csv) has all figures in full.\n",
    );
    for Section { title, charts, tables, notes, .. } in sections.iter().filter(|section| !section.folded) {
        let _ = write!(text, "\n## {title}\n");
        for (file, chart) in charts {
            let _ = write!(text, "\n![{}]({file})\n", chart.title);
        }
        for table in tables {
            let _ = write!(text, "\n### {}\n\n{}", table.caption, table.markdown());
        }
        for (index, note) in notes.iter().enumerate() {
            let _ = writeln!(text, "{}- {note}", if index == 0 { "\n" } else { "" });
        }
    }
    text
}
