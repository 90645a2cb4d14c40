//! Prints a plan, and the list of its missing shards.

use std::fmt::Display;
use std::path::Path;

use queens::cluster::{ShardedPlan, Survey};
use queens::plan::PlanIdentity;
use queens_format::{grouped, printable};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::json::{Fields, JSON_FORMAT};
use super::printing::{line, with_title};
use crate::output::Output;

/// Prints what `queens plan` wrote to `path`.
pub fn print_plan(plan: &ShardedPlan, path: &Path, output: &Output) {
    super::to_stdout(|out| {
        if output.json {
            return super::json_line(out, &PlanObject(plan));
        }
        let PlanIdentity { units, plan_hash, .. } = plan.identity();
        let [units, shards] = [*units, plan.shards()].map(|count| grouped(count.into()));
        let lines = [
            line("units", format!("{units}, plan hash {plan_hash}")),
            line("shards", format!("{shards}, numbered 0 to {}", plan.shards() - 1)),
        ];
        write!(out, "{}", with_title(&printable(title(path.display(), plan.identity())), &lines))
    });
}

/// The fields of a plan's file, but with the format of what is printed.
struct PlanObject<'a>(&'a ShardedPlan);

impl Serialize for PlanObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Value::Object(file) = serde_json::to_value(self.0).map_err(S::Error::custom)? else {
            return Err(S::Error::custom("a plan is an object"));
        };
        let mut fields = Fields::of(serializer)?;
        fields.put("format", JSON_FORMAT)?;
        const PLAN_FIELDS: [&str; 9] =
            ["program_version", "n", "method", "depth", "units", "plan_hash", "shards", "deal", "expected"];
        PLAN_FIELDS.into_iter().try_for_each(|field| fields.put(field, &file[field]))?;
        fields.end()
    }
}

/// Prints the unfinished shards in a line, as `queens work --shards` takes them; nothing if there are none.
pub fn print_missing(survey: &Survey) {
    super::to_stdout(
        |out| if survey.missing.is_empty() { Ok(()) } else { writeln!(out, "{}", survey.missing) },
    );
}

/// The title of a report on a file or directories, which belong to a plan.
pub fn title(place: impl Display, PlanIdentity { n, method, depth, .. }: &PlanIdentity) -> String {
    format!("{place}: N = {n}, {method}, depth {depth}")
}

/// A list of shards for a message, shortened if it is long.
pub fn shortened_list(list: &impl ToString) -> String {
    const MAX_LIST_CHARS: usize = 200;
    let text = list.to_string();
    match text.char_indices().nth(MAX_LIST_CHARS) {
        // The list is ASCII. It is cut at the last comma within the limit.
        Some((limit, _)) => format!("{}, …", &text[..text[..limit].rfind(',').unwrap_or(limit)]),
        None => text,
    }
}
