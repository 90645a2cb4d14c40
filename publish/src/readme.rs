//! Makes the two blocks of a README: a summary of the speed, and a table of the largest boards; and puts them
//! between their marks. Each time was measured or is an estimate with its error, on the cores of its column.

use minijinja::{Error, Value, context};

use crate::compared::ComparedTimes;
use crate::document::{compared, rows, time, without_unused_notes};
use crate::processor::computer_name;
use crate::tables::{ComputerTable, TableRow, TableTime};
use crate::{Selection, template};

/// The maximum number of counted boards in the table.
const MAX_ROWS: usize = 9;

/// The blocks by the name of their marks, as Markdown.
pub fn blocks(selection: &Selection<'_>) -> Result<[(&'static str, String); 2], Error> {
    let values = match selection.first_table() {
        Some(table) => of_table(selection, table),
        None => context! { is_empty => true },
    };
    let filled = |name, template| template::render(name, template, values.clone());
    let [summary, table] =
        [filled("summary.md", include_str!("summary.md"))?, filled("table.md", include_str!("table.md"))?];
    Ok([("summary", without_unused_notes(&summary)), ("table", without_unused_notes(&table))])
}

/// The values of both templates.
fn of_table(selection: &Selection<'_>, table: &ComputerTable<'_>) -> Value {
    let mut boards: Vec<_> = table.measured().rev().take(MAX_ROWS).map(|(n, _)| n).collect();
    let largest = table.measured().next_back();
    boards.extend(table.rows.keys().filter(|n| largest.is_none_or(|(largest, _)| **n > largest)));
    boards.sort_unstable();
    let next = largest.and_then(|(n, _)| table.rows.range(n + 1..).next());
    let of_row = |(n, row): (usize, &TableRow<'_>)| {
        let best = row.best();
        context! { n, time => time(best).get_attr("text").ok(), threads => best.map(TableTime::threads) }
    };
    // For every board, the program that comes nearest.
    let here = selection.compared.iter().filter(|times| times.is_on_one_core_of(table.computer));
    let mut nearest: Vec<&ComparedTimes<'_>> = here.collect();
    nearest.dedup_by_key(|times| times.n);
    let runs = || nearest.iter().map(|times| times.runs);
    context! {
        is_empty => false, computer => computer_name(table.computer), release => table.release.to_string(),
        largest => largest.map(of_row), next => next.map(|(n, row)| of_row((*n, row))),
        other => nearest.last().map(|times| compared(times)),
        compared => nearest.iter().map(|times| compared(times)).collect::<Value>(),
        fewest_runs => runs().min(), most_runs => runs().max(),
        ..rows(table, boards.into_iter())
    }
}

/// A README after its blocks were filled.
pub struct Filled {
    /// The text of the README.
    pub text: String,
    /// The names of the blocks whose marks it has.
    pub found: Vec<&'static str>,
    /// The names of the blocks whose marks it lacks.
    pub missing: Vec<&'static str>,
}

/// `text` with each of `blocks`, which have names, between the two lines that mark its place.
pub fn with_blocks(text: &str, blocks: &[(&'static str, String)]) -> Filled {
    let mut filled = Filled { text: text.to_owned(), found: Vec::new(), missing: Vec::new() };
    for (name, block) in blocks {
        match with_block(&filled.text, name, block) {
            Some(text) => {
                filled.text = text;
                filled.found.push(name);
            }
            None => filled.missing.push(name),
        }
    }
    filled
}

/// `text` with `block` between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->`, or nothing if it
/// lacks them. A mark that is only a part of a line does not count. The block gets the line endings of the
/// marks.
fn with_block(text: &str, name: &str, block: &str) -> Option<String> {
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let find = |mark: &str| {
        let mark = format!("<!-- {name}:{mark} -->");
        lines.iter().position(|line| line.trim_start_matches('\u{feff}').trim() == mark)
    };
    let begin = find("begin")?;
    let end = find("end")?;
    (begin < end).then(|| {
        let block = format!("\n{}\n\n", block.trim_end());
        let block = if lines[begin].ends_with("\r\n") { block.replace('\n', "\r\n") } else { block };
        lines[..=begin].concat() + &block + &lines[end..].concat()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_both_marks_on_their_own_lines() {
        assert_eq!(with_block("<!-- table:end -->\n<!-- table:begin -->\n", "table", ""), None);
        assert_eq!(with_block("<!-- table:begin -->\n<!-- table:end -->\n", "summary", ""), None);
        assert_eq!(with_block("see <!-- table:begin -->\n<!-- table:end -->\n", "table", ""), None);
        let text = "<!-- table:begin -->\nold <!-- table:end --> old\n<!-- table:end -->\n";
        let once = "<!-- table:begin -->\n\nnew\n\n<!-- table:end -->\n";
        assert_eq!(with_block(text, "table", "new").unwrap(), once);
    }

    #[test]
    fn keeps_line_endings_and_finds_marks_behind_a_byte_order_mark() {
        let text = "\u{feff}<!-- table:begin -->\r\nold\r\n<!-- table:end -->\r\nend\r\n";
        let once = "\u{feff}<!-- table:begin -->\r\n\r\na\r\nb\r\n\r\n<!-- table:end -->\r\nend\r\n";
        assert_eq!(with_block(text, "table", "a\nb\n").unwrap(), once);
        assert_eq!(with_block(once, "table", "a\nb\n").unwrap(), once);
    }
}
