//! Fills two blocks of a README: a speed summary, and a table with the largest boards. Each time was measured
//! on the cores named in its column, or is marked as an estimate for them.

use minijinja::{Error, Value, context};

use crate::compared::ComparedTimes;
use crate::document::{compared, rows, time, without_unused_notes};
use crate::processor::{computer_name, processor_name};
use crate::tables::{ComputerTable, TableRow, TableTime};
use crate::{Selection, template};

/// The maximum number of measured boards in the table.
const MAX_ROWS: usize = 9;

/// Returns the blocks in Markdown, each with the name used in its marks.
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

/// Returns the values for both templates.
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
    // For each board, keep the program closest in speed to `queens`.
    let here = selection.compared.iter().filter(|times| times.is_on_one_core_of(table.computer));
    let mut nearest: Vec<&ComparedTimes<'_>> = here.collect();
    nearest.dedup_by_key(|times| times.n);
    let runs = || nearest.iter().map(|times| times.runs);
    let processor = processor_name(table.computer.host);
    context! {
        is_empty => false, computer => computer_name(table.computer), release => table.release.to_string(),
        article => if processor.starts_with(VOWELS) { "an" } else { "a" }, processor,
        largest => largest.map(of_row), next => next.map(|(n, row)| of_row((*n, row))),
        other => nearest.last().map(|times| compared(times)),
        compared => nearest.iter().map(|times| compared(times)).collect::<Value>(),
        fewest_runs => runs().min(), most_runs => runs().max(), apart => apart(table, &nearest),
        ..rows(table, boards.into_iter())
    }
}

/// Compares the times of `queens` in the comparisons with its times in the table. Returns the board with the
/// largest difference if this difference exceeds 10%.
fn apart(table: &ComputerTable<'_>, compared: &[&ComparedTimes<'_>]) -> Option<Value> {
    let differences = compared.iter().filter_map(|times| {
        let own = table.rows.get(&times.n)?.one_core.filter(|time| time.is_measured())?;
        Some((times.n, times.queens_seconds / own.seconds() - 1.0))
    });
    let (n, most) = differences.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    let percent = (100.0 * most.abs()).round() as u64;
    (most.abs() > 0.1).then(|| context! { n, percent, is_longer => most > 0.0 })
}

/// Words that start with these letters take the article "an".
const VOWELS: [char; 10] = ['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u'];

/// A README with its blocks filled in.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// The README's text.
    pub text: String,
    /// The names of the blocks whose marks were found.
    pub found: Vec<&'static str>,
    /// The names of the blocks without marks.
    pub missing: Vec<&'static str>,
}

/// A mark that lacks its counterpart or is inside another block.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {mark} {reason}")]
pub struct MisplacedMark {
    line: usize,
    mark: String,
    reason: String,
}

/// Replaces the text between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->` with the block of that
/// name, everywhere in `readme`. Ignores marks in code blocks, and marks that share their line with other
/// text. A block gets the line endings of its begin mark.
pub fn with_blocks(readme: &str, blocks: &[(&'static str, String)]) -> Result<Filled, MisplacedMark> {
    let mut filled = Filled::default();
    let mut code = CodeBlocks::default();
    // The name of the block being replaced, and the line of its begin mark.
    let mut open: Option<(&'static str, usize)> = None;
    for (line, number) in readme.split_inclusive('\n').zip(1..) {
        let mark = if code.have(line) { None } else { mark(line, blocks) };
        let misplaced = |reason: String| {
            let mark = line.trim_start_matches('\u{feff}').trim().to_owned();
            Err(MisplacedMark { line: number, mark, reason })
        };
        match (mark, open) {
            (None, Some(_)) => continue,
            (None, None) => {}
            (Some(Mark { name, is_end: true, .. }), Some((opened, _))) if name == opened => open = None,
            (Some(_), Some((opened, begin))) => {
                return misplaced(format!("is inside the {opened} block that begins on line {begin}"));
            }
            (Some(Mark { name, is_end: true, .. }), None) => {
                return misplaced(format!("has no {name}:begin above it"));
            }
            (Some(Mark { name, block, .. }), None) => {
                let block = format!("\n{}\n\n", block.trim_end());
                let has_crlf = line.ends_with("\r\n");
                let block = if has_crlf { block.replace('\n', "\r\n") } else { block };
                filled.text += &(line.to_owned() + &block);
                if !filled.found.contains(&name) {
                    filled.found.push(name);
                }
                open = Some((name, number));
                continue;
            }
        }
        filled.text.push_str(line);
    }
    if let Some((name, line)) = open {
        let [mark, end] = ["begin", "end"].map(|place| format!("<!-- {name}:{place} -->"));
        return Err(MisplacedMark { line, mark, reason: format!("has no {end} below it") });
    }
    filled.missing =
        blocks.iter().map(|(name, _)| *name).filter(|name| !filled.found.contains(name)).collect();
    Ok(filled)
}

/// A line that begins or ends a block.
struct Mark<'a> {
    name: &'static str,
    is_end: bool,
    block: &'a str,
}

/// Parses a line that contains nothing but a mark.
fn mark<'a>(line: &str, blocks: &'a [(&'static str, String)]) -> Option<Mark<'a>> {
    let mark = line.trim_start_matches('\u{feff}').trim().strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (named, place) = mark.split_once(':')?;
    let (name, block) = blocks.iter().find(|(name, _)| *name == named)?;
    ["begin", "end"].contains(&place).then_some(Mark { name, is_end: place == "end", block })
}

/// Tracks Markdown's code blocks from line to line.
#[derive(Default)]
struct CodeBlocks {
    /// The character and length of the fence that began the current block.
    fence: Option<(char, usize)>,
}

impl CodeBlocks {
    /// Takes the next line, and returns true if it belongs to a code block.
    fn have(&mut self, line: &str) -> bool {
        let text = line.trim_start_matches(' ');
        let is_indented = line.len() - text.len() >= 4 || text.starts_with('\t');
        let first = text.chars().next().unwrap_or_default();
        let length = text.chars().take_while(|&character| character == first).count();
        let is_fence = !is_indented && ['`', '~'].contains(&first) && length >= 3;
        match self.fence {
            Some((character, least)) => {
                let is_end =
                    is_fence && first == character && length >= least && text[length..].trim().is_empty();
                if is_end {
                    self.fence = None;
                }
                true
            }
            // Three or more backticks can also begin inline code, which ends on the same line.
            None if is_fence && !(first == '`' && text[length..].contains('`')) => {
                self.fence = Some((first, length));
                true
            }
            None => is_indented,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces the table in `text` with `block`.
    fn filled(text: &str, block: &str) -> Result<Filled, MisplacedMark> {
        with_blocks(text, &[("summary", "summary".to_owned()), ("table", block.to_owned())])
    }

    #[test]
    fn needs_both_marks_on_their_own_lines() {
        for text in ["see <!-- table:begin -->\n", "<!-- tables:begin -->\n<!-- table:start -->\n"] {
            let unchanged =
                Filled { text: text.to_owned(), found: vec![], missing: vec!["summary", "table"] };
            assert_eq!(filled(text, "new").unwrap(), unchanged);
        }
        let text = "<!-- table:begin -->\nold <!-- table:end --> old\n<!-- table:end -->\n";
        let once = "<!-- table:begin -->\n\nnew\n\n<!-- table:end -->\n";
        let found = filled(text, "new").unwrap();
        assert_eq!((&*found.text, found.found, found.missing), (once, vec!["table"], vec!["summary"]));
    }

    #[test]
    fn keeps_line_endings_and_finds_marks_behind_a_byte_order_mark() {
        let text = "\u{feff}<!-- table:begin -->\r\nold\r\n<!-- table:end -->\r\nend\r\n";
        let once = "\u{feff}<!-- table:begin -->\r\n\r\na\r\nb\r\n\r\n<!-- table:end -->\r\nend\r\n";
        assert_eq!(filled(text, "a\nb\n").unwrap().text, once);
        assert_eq!(filled(once, "a\nb\n").unwrap().text, once);
    }

    #[test]
    fn names_the_line_of_a_misplaced_mark() {
        for (text, says) in [
            (
                "\n<!-- table:begin -->\nold",
                "line 2: <!-- table:begin --> has no <!-- table:end --> below it",
            ),
            (
                "<!-- table:end -->\n<!-- table:begin -->\n",
                "line 1: <!-- table:end --> has no table:begin above it",
            ),
            (
                "<!-- table:begin -->\n<!-- summary:begin -->\n",
                "line 2: <!-- summary:begin --> is inside the table block that begins on line 1",
            ),
        ] {
            assert_eq!(filled(text, "new").unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn fills_every_place_but_those_in_code_blocks() {
        const PAIR: &str = "<!-- table:begin -->\n<!-- table:end -->\n";
        const NEW: &str = "<!-- table:begin -->\n\nnew\n\n<!-- table:end -->\n";
        for (start, end) in [
            ("```html\n", "```\n"),
            ("~~~\n```\n", "~~~~\n"),
            ("````\n```\n", "````\n"),
            ("  ```\n", "```\n"),
            ("    <!-- table:begin -->\n\t<!-- table:end -->\n    ```\n```a` b\n```\n", "```\n"),
        ] {
            let code = format!("{start}{PAIR}{end}");
            let found = filled(&format!("{code}{PAIR}{PAIR}"), "new").unwrap();
            assert_eq!((found.text, found.found), (format!("{code}{NEW}{NEW}"), vec!["table"]));
        }
    }
}
