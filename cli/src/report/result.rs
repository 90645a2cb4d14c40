//! The total of a count, with what the program has found out about it, and how it is printed: one
//! number (two with `--fundamental`), or one JSON object.

use std::io::{self, Write};
use std::path::PathBuf;

use queens::check::known;
use queens::check::plausibility::Check;
use queens::run::{Host, Total};
use queens_format::{CheckedTotal, cpu_time, duration, grouped};
use serde::Serialize;

use crate::output::Output;

/// A total with every check that was made of it, and the second count.
#[derive(Clone, Debug)]
pub struct CountReport {
    pub total: Total,
    pub checks: Vec<Check>,
    /// Solutions up to rotation and reflection, if requested.
    fundamental: Option<u128>,
    /// The second count by another method, if there was one.
    second: Option<Box<Self>>,
    /// True if a second count was asked for, but did not come to its end.
    pub not_checked_again: bool,
    /// The run directory, where one was kept.
    pub directory: Option<PathBuf>,
}

/// Says what took cores from the threads of a count, if anything did.
pub fn slowed(total: &Total) -> Option<&'static str> {
    if !total.machine_was_busy() {
        return None;
    }
    let is_this = total.merged.is_none() && total.host.as_ref().is_none_or(|host| *host == Host::this());
    let threads = total.threads.filter(|_| is_this);
    let is_crowded = threads.is_some_and(|threads| threads > Host::cores());
    Some(if is_crowded { MORE_THREADS } else { "the machine was busy" })
}

/// The cause that lies with the user.
pub const MORE_THREADS: &str = "more threads than cores";

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

    /// Adds a check, in place of an earlier one of the same name.
    pub fn add(&mut self, check: Check) {
        self.checks.retain(|other| other.name() != check.name());
        self.checks.push(check);
    }

    /// Adds the solutions up to rotation and reflection, and the symmetric ones from which they follow.
    pub fn add_fundamental(&mut self) {
        self.fundamental = known::fundamental(self.total.n, self.total.solutions);
    }

    pub fn add_second(&mut self, second: Self) {
        let both = [&self.total, &second.total];
        self.add(Check::DoubleCheck {
            methods: both.map(|total| total.method.clone()),
            solutions: both.map(|total| total.solutions),
        });
        self.second = Some(Box::new(second));
    }

    /// The checks that were not passed.
    pub fn failed_checks(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.passed())
    }

    /// The message when a second count agrees.
    pub fn agreement(&self) -> Option<String> {
        let second = self.second.as_deref()?;
        let [first_took, second_took] =
            [&self.total, &second.total].map(|total| format!("{} took {}", total.method, times(total)));
        let agree = self.total.solutions == second.total.solutions;
        agree.then(|| format!("both methods agree: {first_took}; {second_took}"))
    }

    /// The object that `--json` prints and a record keeps.
    pub fn object(&self) -> CheckedTotal {
        let mut total = self.total.clone();
        if total.merged.is_none() {
            total.host.get_or_insert_with(Host::this);
        }
        let turns =
            self.fundamental.map(|_| known::unchanged_by_turns(total.n).map(|count| count.to_string()));
        let [half_turn, quarter_turn] = turns.map_or([None, None], |turns| turns.map(Some));
        CheckedTotal {
            total,
            fundamental: self.fundamental.map(|count| count.to_string()),
            half_turn,
            quarter_turn,
            checks: self.checks.iter().map(Into::into).collect(),
            double_check: self.second.as_ref().map(|second| Box::new(second.object())),
            not_checked_again: self.not_checked_again,
        }
    }

    /// Prints the total on stdout. A number that failed a check is never printed alone, as if it
    /// were a result.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return json_line(out, self.object(), &self.total);
            }
            if self.failed_checks().next().is_some() {
                return Ok(());
            }
            writeln!(out, "{}", self.total.solutions)?;
            self.fundamental.iter().try_for_each(|fundamental| writeln!(out, "{fundamental}"))
        })
    }
}

/// Says how the total compares with the known value.
pub fn known_value(checks: &[Check]) -> &'static str {
    let is_total = |check: &&Check| matches!(check, Check::Known { .. });
    match checks.iter().find(is_total) {
        Some(check) if check.passed() => "matches A000170",
        Some(_) => "is not A000170",
        None => "no known value to compare with",
    }
}

/// The wall time of a count in one session, and the CPU time of all sessions.
fn times(total: &Total) -> String {
    let wall_s = total.wall_s.filter(|_| total.resumed == Some(0));
    let wall = wall_s.map(|seconds| format!("{} wall time", duration(seconds)));
    let cpu = format!("{} CPU time", cpu_time(total.cpu_s.unwrap_or_default()));
    wall.into_iter().chain([cpu]).collect::<Vec<_>>().join(", ")
}

/// A total as one line of JSON, with what follows from its times.
fn json_line(out: &mut dyn Write, object: impl Serialize, total: &Total) -> io::Result<()> {
    #[derive(Serialize)]
    struct Printed<T> {
        #[serde(flatten)]
        object: T,
        machine_was_busy: bool,
    }
    super::json_line(out, &Printed { object, machine_was_busy: total.machine_was_busy() })
}

/// Prints the total of a shard on stdout. Its solutions compare with nothing that is known.
pub fn print_shard(total: &Total, output: &Output) -> io::Result<()> {
    super::to_stdout(|out| {
        if output.json {
            return json_line(out, total, total);
        }
        let [solutions, of] = [total.solutions, total.shard.of.into()].map(grouped);
        writeln!(out, "shard {} of {of}: {solutions} solutions, {}", total.shard.number, times(total))
    })
}

#[cfg(test)]
mod tests {
    use queens::Count;

    use super::*;

    #[test]
    fn second_count_must_agree() {
        let counted = |n| {
            let outcome = Count::new(n).unwrap().prepare().unwrap().run(&mut ()).unwrap();
            CountReport::new(outcome.total.unwrap(), None)
        };
        for (second, agrees) in [(6, true), (7, false)] {
            let mut first = counted(6);
            first.add_second(counted(second));
            assert_eq!(first.agreement().is_some(), agrees);
            assert_eq!(first.failed_checks().next().is_none(), agrees);
        }
    }
}
