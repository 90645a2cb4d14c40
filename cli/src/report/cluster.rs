//! Prints a plan, and the list of its missing shards.

use std::io;
use std::path::Path;

use queens::cluster::{PlanFile, ShardedPlan, Survey};
use queens::plan::Identity;
use queens_format::{counted, grouped, printable};
use serde::Serialize;

use super::print::{line, titled};
use crate::output::{ListForm, Output};

/// The object that `queens plan --json` prints, in the format of the plan file.
#[derive(Serialize)]
struct Written<'a> {
    #[serde(flatten)]
    plan: &'a PlanFile,
    file: String,
}

/// Prints what `queens plan` wrote to `path`.
pub fn print_plan(plan: &PlanFile, path: &Path, output: &Output) -> io::Result<()> {
    super::to_stdout(|out| {
        if output.json {
            return super::json_line(out, &Written { plan, file: path.display().to_string() });
        }
        let Identity { units, plan_hash, .. } = &plan.sharded.identity;
        let shards = &plan.sharded.shards;
        let expected = &plan.expected;
        let fewest = units / shards;
        let most = units.div_ceil(*shards);
        let per_shard = match counted(most as usize, "unit") {
            units if fewest == most => units,
            units => format!("{} or {units}", grouped(fewest.into())),
        };
        let [smallest, largest] = [expected.smallest, expected.largest].map(|share| share * *shards as f64);
        let [units, all] = [*units, *shards].map(|count| grouped(count.into()));
        let lines = [
            line("units", format!("{units}, plan hash {plan_hash}")),
            line("shards", format!("{all}, numbered 0 to {}, {per_shard} each", shards - 1)),
            line(
                "work",
                format!("smallest shard {smallest:.3}, largest {largest:.3} of the mean (expected)"),
            ),
        ];
        write!(out, "{}", titled(&printable(title(path, &plan.sharded.identity)), &lines))
    })
}

#[derive(Serialize)]
struct Missing<'a> {
    n: usize,
    plan_hash: &'a str,
    shards: u64,
    shards_missing: u64,
    units: u64,
    units_done: u64,
    /// The numbers of the missing shards, as in `3,7,10-20`.
    missing: String,
}

pub fn print_missing(of: &ShardedPlan, survey: &Survey, format: ListForm, output: &Output) -> io::Result<()> {
    let Identity { n, plan_hash, units, .. } = &of.identity;
    let missing = &survey.missing;
    let text = match format {
        ListForm::Lines => missing.iter().map(|number| format!("{number}\n")).collect(),
        ListForm::Slurm if missing.is_empty() => String::new(),
        ListForm::Slurm => format!("{missing}\n"),
    };
    let report = Missing {
        n: n.get(),
        plan_hash,
        shards: of.shards,
        shards_missing: missing.len(),
        units: *units,
        units_done: survey.sums.units,
        missing: missing.to_string(),
    };
    super::print_as(&report, text, output)
}

/// The title of a report on the file or directory at `path`, which belongs to a plan.
pub fn title(path: &Path, Identity { n, method, depth, .. }: &Identity) -> String {
    format!("{}: N = {n}, {method}, depth {depth}", path.display())
}

/// A list of shards for a message, shortened if it is long.
pub fn in_short(list: &impl ToString) -> String {
    const LONGEST: usize = 200;
    let text = list.to_string();
    match text.char_indices().nth(LONGEST) {
        // The list is ASCII; it is cut at the last comma within the limit.
        Some((limit, _)) => format!("{}, …", &text[..text[..limit].rfind(',').unwrap_or(limit)]),
        None => text,
    }
}
