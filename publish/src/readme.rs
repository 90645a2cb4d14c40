//! Makes the two blocks of a README: a summary of the speed, and a table of the largest boards that
//! were counted and of those that were estimated; and puts them between their marks. A time that was
//! measured, marked where the machine was busy, comes before one that is computed from others.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::{Error, Value, context, value::Serde};
use queens::board::BoardSize;
use queens::check::known::Sequence;
use queens_format::duration;

use super::choose::{Best, Choice, MANY_CORES, compared};
use super::document::without_unused_marks;
use super::read::EstimateRecord;
use super::template;
use crate::records::host::cpu_name;
use crate::records::record::Record;
use crate::records::rival::Pair;

/// The largest number of counted boards in the table.
const ROWS: usize = 12;

/// The board whose time strangers ask for.
const LARGE: usize = 24;

/// The shortest time of one core, in seconds, that says anything about many cores.
const LONG_S: f64 = 600.0;

/// A time in seconds, whether exactly this was measured, and whether the machine was busy then.
#[derive(Clone, Copy)]
struct Time {
    seconds: f64,
    is_measured: bool,
    was_busy: bool,
}

impl Time {
    fn measured(record: &Record) -> Self {
        Self { seconds: record.seconds(), is_measured: true, was_busy: record.machine_was_busy() }
    }

    /// The time of `queens` that was measured alternating with another program.
    fn beside(pair: &Pair) -> Self {
        Self { seconds: pair.ours, is_measured: true, was_busy: false }
    }

    /// The same work on `cores` times as many cores.
    fn on(self, cores: f64) -> Self {
        Self { seconds: self.seconds / cores, is_measured: false, ..self }
    }

    fn text(self) -> String {
        let about = if self.is_measured { "" } else { "about " };
        let busy = if self.was_busy { "‡" } else { "" };
        format!("{about}{}{busy}", duration(self.seconds))
    }
}

/// The estimates of boards above the `largest` that has a time, by N: those with the least time on
/// the machine that needs the least time for the smallest of them.
fn estimates(all: &[EstimateRecord], largest: Option<usize>) -> BTreeMap<usize, &EstimateRecord> {
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
    let machine = choice.machines.first();
    // For each board, the program that came nearest to ours.
    let beside = compared(choice.beside.iter().copied()).into_iter().rev();
    let next: BTreeMap<_, _> = beside.map(|(n, rival, pair)| (n, (rival, pair))).collect();
    let cores = machine.and_then(|machine| machine.threads().pop_last());
    let with_threads = |count: usize| machine.map_or_else(Best::new, |machine| machine.with_threads(count));
    let any = machine.map_or_else(Best::new, |machine| machine.best(|_| true));
    let alone = with_threads(1);
    let full = cores.map_or_else(Best::new, with_threads);
    let timed: BTreeSet<_> = any.keys().chain(next.keys()).copied().collect();
    let estimated = estimates(&choice.published.estimates, timed.last().copied());
    let estimated_on = estimated.values().next();
    let cores = cores.or(estimated_on.map(|estimate| estimate.threads)).unwrap_or(1);
    let measured = |record: &&Record| Time::measured(record);
    let one_core = |n: usize| {
        let own = alone.get(&n).map(measured);
        let beside = next.get(&n).map(|(_, pair)| Time::beside(pair));
        // A time measured alternately with another program is that of an idle machine, and may be
        // less.
        let measured_least = match (own, beside) {
            (Some(own), Some(beside)) if own.was_busy && beside.seconds < own.seconds => Some(beside),
            _ => own.or(beside),
        };
        measured_least
            .or_else(|| any.get(&n).map(|record| measured(record).on(1.0 / record.threads() as f64)))
    };
    let all_cores = |n: usize| full.get(&n).map(measured).or_else(|| Some(one_core(n)?.on(cores as f64)));
    let row = |n: usize| {
        let estimate = estimated.get(&n);
        let one = one_core(n);
        let many = one.filter(|time| time.seconds >= LONG_S).map(|time| time.on(MANY_CORES as f64));
        let [one, all, many] = match estimate {
            Some(estimate) => [1, cores, MANY_CORES].map(|cores| estimate.time(cores)),
            None => [one, all_cores(n), many].map(|time| time.map(Time::text)),
        };
        let next = next.get(&n).map(|(rival, pair)| {
            context! { ..Value::from(Serde(pair)), ..Value::from(Serde(rival)) }
        });
        let merge = choice.merges.get(&n);
        let known = BoardSize::new(n).ok().and_then(|size| Sequence::Solutions.known(size));
        let solutions = known.or(merge.map(|record| record.result.solutions));
        let shards = merge.map(|record| record.shards().shards);
        let merged = merge.map(|record| record.result.method);
        let counted = any.get(&n).map(|record| record.result.method).or(merged);
        let method = counted.map(|method| method.to_string()).or(estimate.map(|it| it.method.clone()));
        context! { n, solutions, method, shards, one, all, many, next, is_estimate => estimate.is_some() }
    };
    let largest = next.keys().next_back();
    let largest_alone = alone.iter().max_by_key(|(n, record)| (!record.machine_was_busy(), **n));
    let counted: BTreeSet<_> = timed.iter().chain(choice.merges.keys()).copied().collect();
    let shown = counted.iter().skip(counted.len().saturating_sub(ROWS)).chain(estimated.keys());
    let boards: BTreeSet<_> = shown.copied().collect();
    let values = context! {
        cores, many_cores => MANY_CORES, machine => machine.map(|machine| machine.site.name()), has_next => largest.is_some(),
        fastest => largest.or(largest_alone.map(|(n, _)| n)).copied().map(row),
        large => boards.get(&LARGE).copied().map(row),
        estimated_on => estimated_on.map(|estimate| cpu_name(&estimate.host)),
        has_bounds => estimated.values().any(|estimate| estimate.machine_was_busy),
        rows => boards.into_iter().map(row).collect::<Value>(),
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
