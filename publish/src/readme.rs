//! Makes the two blocks of a README: a summary of the speed, and a table of the largest boards that
//! were counted and of those that were estimated; and puts them between their marks. Every time was
//! measured as it stands or is an estimate with its error: none is computed from others.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::{Error, Value, context, value::Serde};
use queens::board::BoardSize;
use queens::check::known;
use queens_format::duration;

use super::choose::{Best, Choice, MANY_CORES, compared};
use super::document::{time, without_unused_marks};
use super::read::EstimateRecord;
use super::template;
use crate::records::host::cpu_name;
use crate::records::rival::{Pair, Rival};

/// The largest number of counted boards in the table.
const ROWS: usize = 9;

/// The board whose time most readers want to know.
const LARGE: usize = 24;

/// The figures of the table, by N.
struct Figures<'a> {
    choice: &'a Choice<'a>,
    /// The cores of the middle column.
    cores: usize,
    /// The best times in one thread, and in as many as the middle column has cores.
    one: Best<'a>,
    all: Best<'a>,
    /// The program that came nearest to ours.
    next: BTreeMap<usize, (&'a Rival, &'a Pair)>,
    estimated: BTreeMap<usize, &'a EstimateRecord>,
}

impl<'a> Figures<'a> {
    fn of(choice: &'a Choice<'a>) -> Self {
        let machine = choice.machines.first();
        let with_threads =
            |count: usize| machine.map_or_else(Best::new, |machine| machine.with_threads(count));
        // The nearest comes first, and replaces those that were collected before it.
        let beside = compared(choice.beside.iter().copied()).into_iter().rev();
        let largest = machine.and_then(|machine| machine.best(|_| true).pop_last());
        let estimated = estimates(&choice.published.estimates, largest.map(|(n, _)| n));
        let most = machine.and_then(|machine| machine.threads().pop_last());
        let cores = most.or(estimated.values().next().map(|estimate| estimate.threads)).unwrap_or(1);
        Self {
            choice,
            cores,
            one: with_threads(1),
            all: with_threads(cores),
            next: beside.map(|(n, rival, pair)| (n, (rival, pair))).collect(),
            estimated,
        }
    }

    /// The boards in the table: the largest that were counted, and those that were estimated.
    fn boards(&self) -> BTreeSet<usize> {
        let Choice { merges, resumed, .. } = self.choice;
        let measured = self.one.keys().chain(self.all.keys()).chain(self.next.keys());
        let counted: BTreeSet<_> = measured.chain(merges.keys()).chain(resumed.keys()).copied().collect();
        let largest = counted.iter().rev().take(ROWS);
        largest.chain(self.estimated.keys()).copied().collect()
    }

    /// A row of the table.
    fn row(&self, n: usize) -> Value {
        let Choice { merges, resumed, .. } = self.choice;
        let estimate = self.estimated.get(&n);
        let next = self.next.get(&n);
        let measured = |best: &Best<'_>| time(best.get(&n).copied());
        // Without a record, the time that was measured beside the other program.
        let beside = next.filter(|_| !self.one.contains_key(&n)).map(|(_, pair)| duration(pair.ours));
        let one_core = beside.map_or_else(|| measured(&self.one), |text| context! { text });
        let [one, all, many] = match estimate {
            Some(estimate) => {
                [1, self.cores, MANY_CORES].map(|cores| context! { text => estimate.time(cores) })
            }
            None => [one_core, measured(&self.all), context! { text => () }],
        };
        let next = next.map(|(rival, pair)| {
            context! { ..Value::from(Serde(pair)), ..Value::from(Serde(rival)) }
        });
        let merge = merges.get(&n);
        let count = self.all.get(&n).or(self.one.get(&n)).or(resumed.get(&n));
        let result = count.map(|record| &record.result.total).or(merge.map(|record| &record.result.total));
        let known = BoardSize::new(n).ok().and_then(known::solutions);
        let method = result.map(|result| result.method.clone());
        context! {
            n, solutions => known.or(result.map(|result| result.solutions)),
            method => method.or(estimate.map(|estimate| estimate.method.clone())),
            shards => merge.map(|record| record.shards().shards), one, all, many, next, is_estimate => estimate.is_some(),
        }
    }
}

/// The estimates of boards above the `largest` that has a time, by N: those with the least time on
/// the machine that needs the least time for the smallest of them.
pub fn estimates(all: &[EstimateRecord], largest: Option<usize>) -> BTreeMap<usize, &EstimateRecord> {
    let larger = || all.iter().filter(|estimate| Some(estimate.n) > largest);
    let time = |estimate: &EstimateRecord| estimate.wall().map_or(f64::INFINITY, |wall| wall.mean);
    let best = larger().min_by(|a, b| a.n.cmp(&b.n).then(time(a).total_cmp(&time(b))));
    let is_here = |estimate: &&EstimateRecord| {
        best.is_some_and(|best| estimate.host == best.host && estimate.threads == best.threads)
    };
    let mut fastest = BTreeMap::new();
    for estimate in larger().filter(is_here) {
        let one = fastest.entry(estimate.n).or_insert(estimate);
        if time(estimate) < time(one) {
            *one = estimate;
        }
    }
    fastest
}

/// The blocks by the name of their marks, as Markdown.
pub fn blocks(choice: &Choice<'_>) -> Result<[(&'static str, String); 2], Error> {
    let figures = Figures::of(choice);
    let estimated_on = figures.estimated.values().next().map(|estimate| cpu_name(&estimate.host));
    let boards = figures.boards();
    let largest = figures.all.keys().chain(figures.one.keys()).max();
    let rows: Vec<_> = boards.iter().map(|n| figures.row(*n)).collect();
    let is_halves =
        |row: &Value| row.get_attr("method").is_ok_and(|method| method.as_str() == Some("halves"));
    let values = context! {
        cores => figures.cores, many_cores => MANY_CORES, estimated_on,
        machine => choice.machines.first().map(|machine| machine.site.name()),
        largest => largest.map(|n| figures.row(*n)),
        compared => figures.next.keys().next_back().map(|n| figures.row(*n)),
        large => boards.contains(&LARGE).then(|| figures.row(LARGE)),
        has_bounds => figures.estimated.values().any(|estimate| estimate.machine_was_busy),
        has_halves => rows.iter().any(is_halves), rows,
    };
    let filled = |name, template| template::render(name, template, values.clone());
    let [summary, table] =
        [filled("summary.md", include_str!("summary.md"))?, filled("table.md", include_str!("table.md"))?];
    Ok([("summary", without_unused_marks(&summary)), ("table", without_unused_marks(&table))])
}

/// `text` with each of `blocks`, which have names, between the two lines that mark its place, or
/// nothing where no block has a place.
pub fn with_blocks(text: &str, blocks: &[(&str, String)]) -> Option<String> {
    blocks.iter().fold(None, |found, (name, block)| {
        with_block(found.as_deref().unwrap_or(text), name, block).or(found)
    })
}

/// `text` with `block` between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->`, or nothing
/// where they are not. A mark that is part of a line is none.
fn with_block(text: &str, name: &str, block: &str) -> Option<String> {
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let find = |mark: &str| lines.iter().position(|line| line.trim() == format!("<!-- {name}:{mark} -->"));
    let begin = find("begin")?;
    let end = find("end")?;
    (begin < end).then(|| {
        let before = lines[..=begin].concat();
        let after = lines[end..].concat();
        format!("{before}\n{}\n\n{after}", block.trim_end())
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
}
