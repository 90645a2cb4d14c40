//! Prints a count's total as one number (two with `--fundamental`), or the total and its checks as one JSON
//! object.

use std::path::PathBuf;

use queens::check::known;
use queens::check::plausibility::Check;
use queens::run::{Host, Total};
use queens_format::wire::total::CheckedTotal;
use queens_format::{cpu_time, duration, grouped, metric};
use serde::Serialize;

use super::total_objects::{CountObject, MergeObject, ShardObject};
use crate::output::Output;

/// A total, its checks, and the second count.
#[derive(Clone, Debug)]
pub struct CountReport {
    pub total: Total,
    pub checks: Vec<Check>,
    /// Solutions up to rotation and reflection, if requested.
    pub(super) fundamental: Option<u128>,
    /// The second count, by a different method.
    pub(super) second: Option<Box<Self>>,
    /// Whether a second count was requested but not completed.
    pub not_checked_again: bool,
    /// The run directory, if the count was saved.
    pub directory: Option<PathBuf>,
}

impl CountReport {
    pub fn new(total: Total, directory: Option<PathBuf>) -> Self {
        Self {
            total,
            checks: Vec::new(),
            fundamental: None,
            second: None,
            not_checked_again: false,
            directory,
        }
    }

    /// Adds the solutions up to rotation and reflection.
    pub fn add_fundamental(&mut self) {
        self.fundamental = known::fundamental(self.total.n, self.total.solutions);
    }

    pub fn add_second(&mut self, second: Self) {
        let both = [&self.total, &second.total];
        self.checks.push(Check::DoubleCheck {
            methods: both.map(|total| total.method.clone()),
            solutions: both.map(|total| total.solutions),
        });
        self.second = Some(Box::new(second));
    }

    /// Returns whether a check on the total failed.
    pub fn is_wrong(&self) -> bool {
        !self.checks.iter().all(Check::passed)
    }

    /// Summarizes the finished count. `found` is the number of solutions found in the last session, if known.
    pub fn summary(&self, found: Option<u128>) -> String {
        let Total { n, wall_s, cpu_s, resumed, .. } = self.total;
        let [last, all] = match resumed.unwrap_or_default() {
            0 => [""; 2],
            _ => [" in the last session", " in all sessions"],
        };
        let mut figures =
            Vec::from_iter(wall_s.map(|wall_s| format!("{} wall time{last}", duration(wall_s))));
        figures.extend(cpu_s.map(|cpu_s| format!("{} CPU time{all}", cpu_time(cpu_s))));
        let speed = found.zip(wall_s).map(|(found, wall_s)| found as f64 / wall_s.max(1e-9));
        let speed = speed.filter(|speed| *speed > 0.0);
        figures.extend(speed.map(|speed| format!("{}solutions/s", metric(speed))));
        figures.push(known_value(&self.checks).to_owned());
        let busy = if self.total.machine_was_busy() { "; the machine was busy" } else { "" };
        format!("N = {n}: {}{busy}", figures.join(", "))
    }

    /// Returns the object that a record stores.
    pub fn object(&self) -> CheckedTotal {
        let mut total = self.total.clone();
        if total.merged.is_none() {
            total.host.get_or_insert_with(Host::this);
        }
        CheckedTotal {
            total,
            fundamental: self.fundamental.map(|count| count.to_string()),
            checks: self.checks.iter().map(Into::into).collect(),
            double_check: self.second.as_ref().map(|second| Box::new(second.object())),
            not_checked_again: self.not_checked_again,
        }
    }

    /// Prints the total on stdout. Returns false if the write failed. A total that failed a check is never
    /// printed as a bare number, because it could be mistaken for a result.
    pub fn print(&self, output: &Output) -> bool {
        self.print_with(&CountObject::from(self), output)
    }

    /// Prints the total of `queens merge`.
    pub fn print_merge(&self, output: &Output) -> bool {
        self.print_with(&MergeObject::from(self), output)
    }

    fn print_with(&self, object: &impl Serialize, output: &Output) -> bool {
        super::to_stdout(|out| {
            if output.json {
                return super::json_line(out, object);
            }
            if self.is_wrong() {
                return Ok(());
            }
            writeln!(out, "{}", self.total.solutions)?;
            self.fundamental.iter().try_for_each(|fundamental| writeln!(out, "{fundamental}"))
        })
    }
}

/// Describes how the total compares with the known value.
pub fn known_value(checks: &[Check]) -> &'static str {
    let is_total = |check: &&Check| matches!(check, Check::KnownTotal { .. });
    match checks.iter().find(is_total) {
        Some(check) if check.passed() => "matches A000170",
        Some(_) => "is not A000170",
        None => "no known value to compare with",
    }
}

/// Describes the CPU time of all sessions and, if there was only one, its wall time.
fn times(total: &Total) -> String {
    let wall_s = total.wall_s.filter(|_| total.resumed == Some(0));
    let wall = wall_s.map(|seconds| format!("{} wall time", duration(seconds)));
    let cpu = format!("{} CPU time", cpu_time(total.cpu_s.unwrap_or_default()));
    wall.into_iter().chain([cpu]).collect::<Vec<_>>().join(", ")
}

/// Prints a shard's total on stdout. If `was_finished`, an earlier command counted it. There is no known
/// value to compare it with.
pub fn print_shard(total: &Total, was_finished: bool, output: &Output) {
    super::to_stdout(|out| {
        if output.json {
            return super::json_line(out, &ShardObject::from(total));
        }
        let [solutions, of] = [total.solutions, total.shard.of.into()].map(grouped);
        let plural = if total.solutions == 1 { "" } else { "s" };
        let already = if was_finished { "already finished: " } else { "" };
        let (number, times) = (total.shard.number, times(total));
        writeln!(out, "shard {number} of {of}: {already}{solutions} solution{plural}, {times}")
    });
}

#[cfg(test)]
mod tests {
    use queens::Count;

    use super::*;

    fn counted(n: usize) -> CountReport {
        let outcome = Count::new(n).unwrap().prepare().unwrap().run(&mut ()).unwrap();
        CountReport::new(outcome.total.unwrap(), None)
    }

    #[test]
    fn summary_gives_time_speed_and_match() {
        let mut count = counted(8);
        count.checks = Check::of_total(count.total.n, count.total.solutions);
        let total = &mut count.total;
        (total.wall_s, total.cpu_s, total.thread_wall_s) = (Some(39.4), Some(78.2), Some(157.6));
        let begin = "N = 8: 39.4 s wall time";
        let busy = "; the machine was busy";
        let all = format!("{begin}, 1 min 18 s CPU time, 990 Msolutions/s, matches A000170{busy}");
        assert_eq!(count.summary(Some(39_006_000_000)), all);
        (count.total.resumed, count.total.thread_wall_s) = (Some(7), Some(78.2));
        let repeated = " in the last session, 1 min 18 s CPU time in all sessions, matches A000170";
        assert_eq!(count.summary(None), format!("{begin}{repeated}"));
        (count.total.cpu_s, count.checks) = (None, Vec::new());
        let unknown = " in the last session, 990 Msolutions/s, no known value to compare with";
        assert_eq!(count.summary(Some(39_006_000_000)), format!("{begin}{unknown}"));
    }

    #[test]
    fn second_count_must_agree() {
        for (second, agrees) in [(6, true), (7, false)] {
            let mut first = counted(6);
            first.add_second(counted(second));
            assert_eq!(!first.is_wrong(), agrees);
        }
    }
}
