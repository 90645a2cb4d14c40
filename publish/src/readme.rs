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
use crate::records::record::Record;
use crate::records::rival::{Pair, Rival};

/// The largest number of counted boards in the table.
const ROWS: usize = 9;

/// The board whose time most readers want to know.
const LARGE: usize = 24;

/// The name of the kernel that has a column of its own.
const AVX2: &str = "avx2";

/// An estimate of every board, by N.
type Estimates<'a> = BTreeMap<usize, &'a EstimateRecord>;

/// The figures of the table, by N.
struct Figures<'a> {
    choice: &'a Choice<'a>,
    /// The cores of the middle column.
    cores: usize,
    /// The best times in one thread, those with AVX2, which more processors have than the kernels before it,
    /// and those in as many threads as the middle column has cores.
    one: Best<'a>,
    avx2: Best<'a>,
    all: Best<'a>,
    /// The program that came nearest to ours.
    next: BTreeMap<usize, (&'a Rival, &'a Pair)>,
    estimated: Estimates<'a>,
    estimated_avx2: Estimates<'a>,
}

impl<'a> Figures<'a> {
    fn of(choice: &'a Choice<'a>) -> Self {
        let machine = choice.machines.first();
        let best =
            |wanted: &dyn Fn(&Record) -> bool| machine.map_or_else(Best::new, |machine| machine.best(wanted));
        // The nearest comes first, and replaces those that were collected before it.
        let beside = compared(choice.beside.iter().copied()).into_iter().rev();
        let largest = best(&|_| true).pop_last();
        let estimates = estimates(choice, largest.map(|(n, _)| n));
        let estimated = fastest(estimates.iter().copied());
        let most = machine.and_then(|machine| machine.threads().pop_last());
        let cores = most.or(estimated.values().next().map(|estimate| estimate.threads)).unwrap_or(1);
        Self {
            choice,
            cores,
            one: best(&|record| record.threads() == 1),
            avx2: best(&|record| record.threads() == 1 && record.result.total.kernel == AVX2),
            all: best(&|record| record.threads() == cores),
            next: beside.map(|(n, rival, pair)| (n, (rival, pair))).collect(),
            estimated,
            estimated_avx2: fastest(estimates.into_iter().filter(|estimate| estimate.kernel == AVX2)),
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

    /// Returns whether times by another kernel stand beside those with AVX2.
    fn has_other_kernels(&self) -> bool {
        let is_other = |record: &&Record| record.result.total.kernel != AVX2;
        let counted = !self.avx2.is_empty() && self.one.values().any(is_other);
        let is_faster = |estimate: &&EstimateRecord| estimate.kernel != AVX2;
        counted || !self.estimated_avx2.is_empty() && self.estimated.values().any(is_faster)
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
        let avx2 = match self.estimated_avx2.get(&n) {
            Some(estimate) => context! { text => estimate.time(1) },
            None => measured(&self.avx2),
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
            shards => merge.map(|record| record.shards().shards), one, avx2, all, many, next,
            is_estimate => estimate.is_some(),
        }
    }
}

/// The estimates of boards above the `largest` that has a time, on one machine: that of the times, or else
/// the one that needs the least time for the smallest of them.
pub fn estimates<'a>(choice: &Choice<'a>, largest: Option<usize>) -> Vec<&'a EstimateRecord> {
    let host = choice.machines.first().map(|machine| machine.site.host);
    let larger = || choice.published.estimates.iter().filter(|estimate| Some(estimate.n) > largest);
    let best = larger().min_by(|a, b| {
        let elsewhere = |estimate: &EstimateRecord| Some(&estimate.host) != host;
        let place = |estimate: &EstimateRecord| (elsewhere(estimate), estimate.n);
        place(a).cmp(&place(b)).then(seconds(a).total_cmp(&seconds(b)))
    });
    let is_here = |estimate: &&EstimateRecord| {
        best.is_some_and(|best| estimate.host == best.host && estimate.threads == best.threads)
    };
    larger().filter(is_here).collect()
}

/// The estimate of every board with the least time.
pub fn fastest<'a>(estimates: impl IntoIterator<Item = &'a EstimateRecord>) -> Estimates<'a> {
    let mut fastest = BTreeMap::new();
    for estimate in estimates {
        let one = fastest.entry(estimate.n).or_insert(estimate);
        if seconds(estimate) < seconds(one) {
            *one = estimate;
        }
    }
    fastest
}

fn seconds(estimate: &EstimateRecord) -> f64 {
    estimate.wall().map_or(f64::INFINITY, |wall| wall.mean)
}

/// The blocks by the name of their marks, as Markdown.
pub fn blocks(choice: &Choice<'_>) -> Result<[(&'static str, String); 2], Error> {
    let figures = Figures::of(choice);
    let estimated_on = figures.estimated.values().next().map(|estimate| cpu_name(&estimate.host));
    let boards = figures.boards();
    let largest = figures.all.keys().chain(figures.one.keys()).max();
    let rows: Vec<_> = boards.iter().map(|n| figures.row(*n)).collect();
    let values = context! {
        cores => figures.cores, many_cores => MANY_CORES, estimated_on,
        machine => choice.machines.first().map(|machine| machine.site.name()),
        largest => largest.map(|n| figures.row(*n)),
        compared => figures.next.keys().next_back().map(|n| figures.row(*n)),
        large => boards.contains(&LARGE).then(|| figures.row(LARGE)),
        has_bounds => figures.estimated.values().any(|estimate| estimate.machine_was_busy),
        has_avx2 => figures.has_other_kernels(), rows,
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
