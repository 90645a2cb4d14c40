//! Prints the ladder, either as JSON or as a table whose rows appear as they are measured.

use queens::run::Host;
use queens_explore::ladder::{Measurement, RungComparison, RungOutcome, RungReport};
use queens_format::wire::natural::Natural;
use queens_format::{duration, factor, grouped, metric, rounded_as_shown};
use serde::Serialize;

use crate::report::json::numbered_json_line;
use crate::report::to_stdout;

/// What `queens ladder --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LadderObject {
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::HostFields"))]
    host: Host,
    /// The rungs, from the bottom up.
    rungs: Vec<RungObject>,
}

/// A rung of the ladder.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct RungObject {
    /// The rung's number, from the bottom.
    rung: usize,
    name: &'static str,
    /// The idea it adds.
    idea: &'static str,
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::BoardRows"))]
    n: usize,
    #[serde(flatten)]
    outcome: OutcomeObject,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "outcome")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
enum OutcomeObject {
    /// The rung counted the board.
    Measured {
        solutions: Natural,
        /// Boards, nodes or pairs examined.
        examined: Natural,
        /// `boards`, `nodes` or `pairs`.
        unit: &'static str,
        /// Whether it found the known number of solutions.
        correct: Option<bool>,
        wall_s: f64,
        solutions_per_s: f64,
        compared: Option<ComparisonObject>,
    },
    /// The board is too large for the rung.
    Refused {
        /// The largest board that this rung counts.
        #[cfg_attr(test, schemars(with = "queens_format::wire::schema::BoardRows"))]
        largest_n: usize,
    },
}

/// The times of this rung and the rung below, on the same board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct ComparisonObject {
    #[cfg_attr(test, schemars(with = "queens_format::wire::schema::BoardRows"))]
    n: usize,
    wall_s: f64,
    rung_below_wall_s: f64,
}

impl From<&RungReport> for RungObject {
    fn from(&RungReport { rung, name, idea, n, outcome }: &RungReport) -> Self {
        let outcome = match outcome {
            RungOutcome::Measured(measured) => {
                let Measurement { unit, correct, wall_s, solutions_per_s, compared, .. } = measured;
                let [solutions, examined] =
                    [measured.solutions, measured.examined].map(|count| Natural(count.into()));
                let compared = compared.map(|RungComparison { n, wall_s, rung_below_wall_s }| {
                    ComparisonObject { n, wall_s, rung_below_wall_s }
                });
                OutcomeObject::Measured {
                    solutions,
                    examined,
                    unit,
                    correct,
                    wall_s,
                    solutions_per_s,
                    compared,
                }
            }
            RungOutcome::Refused { largest_n } => OutcomeObject::Refused { largest_n },
        };
        Self { rung, name, idea, n, outcome }
    }
}

/// Prints the ladder and this machine as JSON.
pub fn json(rungs: &[RungReport]) {
    let ladder = LadderObject { host: Host::this(), rungs: rungs.iter().map(Into::into).collect() };
    to_stdout(|out| numbered_json_line(out, &ladder));
}

fn print(row: &str) {
    to_stdout(|out| writeln!(out, "{row}"));
}

pub fn head() {
    let (name, n, solutions, examined, time) = ("rung", "N", "solutions", "examined", "time");
    print(&format!("{name:<23}{n:>3}{solutions:>15}{examined:>13}{time:>12}  speed-up"));
}

/// Rungs are compared only if the lower one takes at least this long. On a smaller board, the comparison
/// would mostly measure the time to start threads, which only the upper rungs use.
const MIN_COMPARED_S: f64 = 0.01;

/// Formats a rung's speed-up over the rung below, and the compared board unless it has `n` rows. Returns an
/// empty string if the board is too small for a comparison.
fn compared(comparison: RungComparison, n: usize) -> String {
    if comparison.rung_below_wall_s < MIN_COMPARED_S {
        return String::new();
    }
    let [below, this] = [comparison.rung_below_wall_s, comparison.wall_s].map(rounded_as_shown);
    let ratio = factor(below / this);
    if comparison.n == n { ratio } else { format!("{ratio}, N = {}", comparison.n) }
}

pub fn row(rung: &RungReport) {
    print(&text(rung));
}

/// Formats a rung's row. It fits in 80 columns unless it is marked WRONG.
fn text(rung: &RungReport) -> String {
    let name = format!("{:>2} {}", rung.rung, rung.name);
    let n = rung.n;
    match rung.outcome {
        RungOutcome::Measured(Measurement {
            solutions,
            examined,
            unit,
            correct,
            wall_s,
            compared: ratio,
            ..
        }) => {
            let solutions = grouped(solutions);
            let examined = match examined {
                ..1_000 => format!("{examined} {unit}"),
                _ => format!("{}{unit}", metric(examined as f64)),
            };
            let time = duration(wall_s);
            let ratio = ratio.map_or(String::new(), |ratio| compared(ratio, n));
            let mark = if correct == Some(false) { "  WRONG" } else { "" };
            let row = format!("{name:<23}{n:>3}{solutions:>15}{examined:>13}{time:>12}  {ratio}{mark}");
            row.trim_end().to_owned()
        }
        RungOutcome::Refused { largest_n } => {
            format!("{name:<23}{n:>3}  not run: limited to N = {largest_n}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_explore::ladder::RUNGS;

    /// Formats every rung at its widest, with its largest board and more nodes than it ever examines.
    #[test]
    fn columns_fit_a_terminal_and_never_run_together() {
        for (number, rung) in (1..).zip(RUNGS) {
            let n = rung.largest;
            let measured = Measurement {
                solutions: 39_029_188_884,
                examined: 99_900_000_000_000,
                unit: rung.unit,
                correct: None,
                wall_s: 637.0,
                solutions_per_s: 1.0,
                compared: None,
            };
            let row = |correct, rung_below_wall_s| {
                let compared = Some(RungComparison { n: 12, wall_s: 1.0, rung_below_wall_s });
                let outcome = RungOutcome::Measured(Measurement { correct, compared, ..measured });
                text(&RungReport { rung: number, name: rung.name, idea: rung.idea, n, outcome })
            };
            let right = row(Some(true), 999.0);
            assert!(right.chars().count() <= 80, "{right}");
            let ratio = if n == 12 { "999×" } else { "999×, N = 12" };
            let columns = format!(" {n} 39,029,188,884 99.9 T{} 10 min 37 s {ratio}", rung.unit);
            let words: Vec<_> = right.split_whitespace().collect();
            assert!(words.join(" ").ends_with(&columns), "{right}");
            assert_eq!(row(Some(false), 999.0), right.clone() + "  WRONG");
            let few = RungOutcome::Measured(Measurement { examined: 17, ..measured });
            let few = text(&RungReport { rung: number, name: rung.name, idea: rung.idea, n, outcome: few });
            assert!(few.contains(&format!("  17 {} ", rung.unit)), "{few}");
            // On too small a board, the row shows no speed-up.
            assert_eq!(row(Some(true), 0.009), right.split("  999").next().unwrap());
        }
    }
}
