//! The totals that `count`, `merge` and `work` print with `--json`.

use queens::plan::Shard;
use queens::run::{Host, MergeSources, Total};
use queens_format::wire::natural::Natural;
use queens_format::wire::program::ProgramFields;
use queens_format::wire::total::CheckObject;
use serde::Serialize;

use super::json::{BoardFields, JSON_FORMAT};
use super::result::CountReport;

/// Fields of every total.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TotalFields {
    /// The version of this interface; 4 in merge records, and in records from before version 2.0.
    #[cfg_attr(test, schemars(extend("enum" = [4, 5])))]
    format: u32,
    #[serde(flatten)]
    program: ProgramFields,
    #[serde(flatten)]
    board: BoardFields,
    /// All solutions of the board (OEIS A000170). With `work`, only the part found by the shard's units.
    solutions: Natural,
    /// The last session's kernels or, for a merge, those of all shards, joined by `+`.
    kernel: String,
    /// Units of the plan, or with `work` of the shard.
    units: u64,
    /// Queens placed by the search; with colours, compatible pairs of placements.
    nodes: Natural,
    /// CPU time spent in units by all threads of all sessions; null if unknown.
    cpu_s: Option<f64>,
    /// Wall time spent in units, added up over all threads of all sessions; null if unknown. It includes each
    /// thread's wait for a core before its first unit.
    thread_wall_s: Option<f64>,
    /// Whether `cpu_s` is less than 90% of `thread_wall_s` or, for a count in one session, of `wall_s` times
    /// `threads` after the first milliseconds. Absent in records.
    #[serde(skip_serializing_if = "Option::is_none")]
    machine_was_busy: Option<bool>,
}

impl From<&Total> for TotalFields {
    fn from(total: &Total) -> Self {
        Self {
            format: JSON_FORMAT,
            program: ProgramFields {
                name: total.program.clone(),
                version: total.version.clone(),
                commit: total.commit.clone(),
            },
            board: BoardFields { n: total.n, method: total.method.clone(), depth: total.depth },
            solutions: Natural(total.solutions),
            kernel: total.kernel.clone(),
            units: total.units,
            nodes: Natural(total.nodes),
            cpu_s: total.cpu_s,
            thread_wall_s: total.thread_wall_s,
            machine_was_busy: Some(total.machine_was_busy()),
        }
    }
}

/// Fields of a count on one machine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SessionFields {
    /// Threads of the last session; null for a merged run, like `wall_s`, `resumed` and `host`.
    threads: Option<usize>,
    /// Wall time of the last session.
    wall_s: Option<f64>,
    /// Units counted in earlier sessions.
    resumed: Option<u64>,
    /// The machine of the last session.
    #[cfg_attr(test, schemars(with = "Option<queens_format::wire::schema::HostFields>"))]
    host: Option<Host>,
}

impl From<&Total> for SessionFields {
    fn from(Total { threads, wall_s, resumed, host, merged, .. }: &Total) -> Self {
        let host = host.clone().or_else(|| merged.is_none().then(Host::this));
        Self { threads: *threads, wall_s: *wall_s, resumed: *resumed, host }
    }
}

/// What `queens count --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "count"))]
pub struct CountObject {
    #[serde(flatten)]
    total: TotalFields,
    #[serde(flatten)]
    session: SessionFields,
    /// Solutions up to rotation and reflection (OEIS A002562), with --fundamental.
    #[serde(skip_serializing_if = "Option::is_none")]
    fundamental: Option<Natural>,
    checks: Vec<CheckObject>,
    /// The second count, by a different method, with --double-check.
    #[serde(skip_serializing_if = "Option::is_none")]
    double_check: Option<Box<Self>>,
    /// True if the second count of --double-check was stopped or failed; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    not_checked_again: bool,
    /// The shards of a merged run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::MergedFields"))]
    merged: Option<MergeSources>,
}

impl From<&CountReport> for CountObject {
    fn from(count: &CountReport) -> Self {
        Self {
            total: (&count.total).into(),
            session: (&count.total).into(),
            fundamental: count.fundamental.map(Natural),
            checks: count.checks.iter().map(Into::into).collect(),
            double_check: count.second.as_deref().map(|second| Box::new(second.into())),
            not_checked_again: count.not_checked_again,
            merged: count.total.merged.clone(),
        }
    }
}

/// What `queens merge --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "merge"))]
pub struct MergeObject {
    #[serde(flatten)]
    total: TotalFields,
    checks: Vec<CheckObject>,
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::MergedFields"))]
    merged: Option<MergeSources>,
}

impl From<&CountReport> for MergeObject {
    fn from(CountReport { total, checks, .. }: &CountReport) -> Self {
        let checks = checks.iter().map(Into::into).collect();
        Self { total: total.into(), checks, merged: total.merged.clone() }
    }
}

/// What `queens work --json` prints for each shard, on a line of its own.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "work"))]
pub struct ShardObject {
    #[serde(flatten)]
    total: TotalFields,
    #[serde(flatten)]
    session: SessionFields,
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::ShardFields"))]
    shard: Shard,
}

impl From<&Total> for ShardObject {
    fn from(total: &Total) -> Self {
        Self { total: total.into(), session: total.into(), shard: total.shard }
    }
}
