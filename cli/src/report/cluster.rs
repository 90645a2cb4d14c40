//! Prints a plan, and the list of its missing shards.

use std::fmt::Display;
use std::path::Path;

use queens::board::BoardSize;
use queens::cluster::{ShardedPlan, Survey};
use queens::plan::PlanIdentity;
use queens_format::{grouped, printable};
use serde::{Deserialize, Serialize};

use super::json::JSON_FORMAT;
use super::printing::{line, with_title};
use crate::output::Output;
use crate::suggested_commands::MAX_LIST_CHARS;

/// Prints the plan that `queens plan` wrote to `path`.
pub fn print_plan(plan: &ShardedPlan, path: &Path, output: &Output) {
    super::to_stdout(|out| {
        if output.json {
            let file = serde_json::to_value(plan)?;
            let object = PlanObject { format: JSON_FORMAT, ..serde_json::from_value(file)? };
            return super::json_line(out, &object);
        }
        let PlanIdentity { units, plan_hash, .. } = plan.identity();
        let [units, shards] = [*units, plan.shards()].map(grouped);
        let lines = [
            line("units", format!("{units}, plan hash {plan_hash}")),
            line("shards", format!("{shards}, numbered 0 to {}", plan.shards() - 1)),
        ];
        write!(out, "{}", with_title(&printable(title(path.display(), plan.identity())), &lines))
    });
}

/// What `queens plan --json` prints: the fields of the plan file, with this interface's `format`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlanObject {
    /// The version of this interface.
    #[cfg_attr(test, schemars(extend("const" = JSON_FORMAT)))]
    format: u32,
    /// The version of the program.
    program_version: String,
    /// Rows of the board.
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::BoardRows"))]
    n: BoardSize,
    /// The counting method.
    method: String,
    /// The depth at which the board is cut into units.
    depth: u32,
    /// Units of the plan.
    units: u64,
    /// 32 hexadecimal digits. Equal hashes mean the same work in every unit.
    plan_hash: String,
    /// The plan's shards.
    shards: u64,
    /// The rule that assigns units to shards: `unit % shards`.
    deal: String,
    expected: ExpectedFields,
}

/// A shard's share of the work.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct ExpectedFields {
    smallest: f64,
    mean: f64,
    largest: f64,
}

/// Prints the unfinished shards on one line, in the form that `queens work --shards` accepts. Prints nothing
/// if all shards are finished.
pub fn print_missing(survey: &Survey) {
    super::to_stdout(
        |out| if survey.missing.is_empty() { Ok(()) } else { writeln!(out, "{}", survey.missing) },
    );
}

/// Returns the title of a report on a plan or its directories.
pub fn title(place: impl Display, PlanIdentity { n, method, depth, .. }: &PlanIdentity) -> String {
    format!("{place}: N = {n}, {method}, depth {depth}")
}

/// Returns the list for a message, shortened if it is long.
pub fn shortened_list(list: &impl ToString) -> String {
    let text = list.to_string();
    match text.char_indices().nth(MAX_LIST_CHARS) {
        // The list is ASCII. Cut it at the last comma within the limit.
        Some((limit, _)) => format!("{}, …", &text[..text[..limit].rfind(',').unwrap_or(limit)]),
        None => text,
    }
}
