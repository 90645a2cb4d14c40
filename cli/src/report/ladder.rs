//! Prints the ladder: a table, row by row as measured, or JSON.

use crate::ladder::{Measurement, RungComparison, RungOutcome, RungReport};
use queens::run::Host;
use queens_format::{duration, factor, grouped, rounded_as_shown};
use serde::Serialize;

/// The ladder as JSON, with the machine that it was measured on.
pub fn json(rungs: &[RungReport]) {
    #[derive(Serialize)]
    struct LadderObject<'a> {
        host: Host,
        rungs: &'a [RungReport],
    }
    let ladder = LadderObject { host: Host::this(), rungs };
    super::to_stdout(|out| super::numbered_json_line(out, &ladder));
}

fn print(row: &str) {
    super::to_stdout(|out| writeln!(out, "{row}"));
}

pub fn head() {
    let name = "rung";
    let n = "N";
    let (solutions, examined, time, speed) = ("solutions", "boards, nodes, pairs", "time", "solutions/s");
    print(&format!(
        "{name:<23}{n:>3}{solutions:>16}{examined:>25}{time:>10}{speed:>14}  times the rung below"
    ));
}

/// Says how many times as fast a rung is as the one below, with both times.
fn compared(RungComparison { n, wall_s, rung_below_wall_s }: RungComparison) -> String {
    let ratio = factor(rounded_as_shown(rung_below_wall_s) / rounded_as_shown(wall_s));
    format!("{ratio} ({} / {} at N = {n})", duration(rung_below_wall_s), duration(wall_s))
}

pub fn row(rung: &RungReport) {
    print(&text(rung));
}

/// The row of a rung.
fn text(rung: &RungReport) -> String {
    let name = format!("{:>2} {}", rung.rung, rung.name);
    let n = rung.n;
    match rung.outcome {
        RungOutcome::Measured(measured) => {
            let Measurement { unit, wall_s, .. } = measured;
            let [solutions, examined] =
                [measured.solutions, measured.examined].map(|count| grouped(count.into()));
            let speed = grouped(measured.solutions_per_s.round() as u128);
            let time = duration(wall_s);
            let ratio = measured.compared.map_or(String::new(), compared);
            let mark = if measured.correct == Some(false) { "  WRONG" } else { "" };
            let row = format!(
                "{name:<23}{n:>3}{solutions:>16}{examined:>18} {unit:<6}{time:>10}{speed:>14}  {ratio}{mark}"
            );
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
    use crate::ladder::RUNGS;

    /// The longest name, the largest board of each rung, and more than is examined there.
    #[test]
    fn columns_never_run_together() {
        for (number, rung) in (1..).zip(RUNGS) {
            let outcome = RungOutcome::Measured(Measurement {
                solutions: 39_029_188_884,
                examined: 9_999_999_999_999,
                unit: rung.unit,
                correct: Some(false),
                wall_s: 60.0 * 59.0,
                solutions_per_s: 9_999_999_999.0,
                compared: None,
            });
            let report =
                RungReport { rung: number, name: rung.name, idea: rung.idea, n: rung.largest, outcome };
            let text = text(&report);
            let words: Vec<_> = text.split_whitespace().skip(1 + rung.name.split(' ').count()).collect();
            let n = rung.largest.to_string();
            let expected = [&*n, "39,029,188,884", "9,999,999,999,999", rung.unit];
            assert_eq!(words[..4], expected, "{text}");
            assert_eq!(words[words.len() - 2..], ["9,999,999,999", "WRONG"], "{text}");
        }
    }
}
