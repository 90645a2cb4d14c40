//! Prints the ladder: a table, row by row as measured, or JSON.

use crate::ladder::{Measurement, RungComparison, RungOutcome, RungReport};
use queens::run::Host;
use queens_format::{duration, factor, grouped, metric, rounded_as_shown};
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
    let (name, n, examined, time, speed) = ("rung", "N", "examined", "time", "solutions/s");
    print(&format!("{name:<23}{n:>3}{examined:>14}{time:>11}{speed:>12}  speed-up"));
}

/// Says how many times as fast a rung is as the one below.
fn compared(RungComparison { n, wall_s, rung_below_wall_s }: RungComparison) -> String {
    let ratio = factor(rounded_as_shown(rung_below_wall_s) / rounded_as_shown(wall_s));
    format!("{ratio} at N = {n}")
}

pub fn row(rung: &RungReport) {
    print(&text(rung));
}

/// The row of a rung, which fits into 80 columns if its board has the right number of solutions.
fn text(rung: &RungReport) -> String {
    let name = format!("{:>2} {}", rung.rung, rung.name);
    let n = rung.n;
    match rung.outcome {
        RungOutcome::Measured(measured) => {
            let Measurement { solutions, examined, unit, correct, wall_s, solutions_per_s, .. } = measured;
            let examined = format!("{}{unit}", metric(examined as f64));
            let time = duration(wall_s);
            let speed = metric(solutions_per_s);
            let speed = speed.trim_end();
            let ratio = measured.compared.map_or(String::new(), compared);
            let mark = match correct {
                Some(false) => format!("  WRONG: {} solutions", grouped(solutions.into())),
                _ => String::new(),
            };
            let row = format!("{name:<23}{n:>3}{examined:>14}{time:>11}{speed:>12}  {ratio}{mark}");
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
    fn columns_fit_a_terminal_and_never_run_together() {
        for (number, rung) in (1..).zip(RUNGS) {
            let n = rung.largest;
            let measured = Measurement {
                solutions: 39_029_188_884,
                examined: 9_999_999_999_999,
                unit: rung.unit,
                correct: None,
                wall_s: 60.0 * 59.0,
                solutions_per_s: 999_499_999_999.0,
                compared: Some(RungComparison { n, wall_s: 1.0, rung_below_wall_s: 1234.0 }),
            };
            let row = |correct| {
                let outcome = RungOutcome::Measured(Measurement { correct, ..measured });
                text(&RungReport { rung: number, name: rung.name, idea: rung.idea, n, outcome })
            };
            let fits = row(Some(true));
            assert!(fits.chars().count() <= 80, "{fits}");
            let words = |text: &str| text.split("  ").map(|word| word.trim().to_owned()).collect::<Vec<_>>();
            let columns: Vec<_> = words(&fits).into_iter().filter(|word| !word.is_empty()).collect();
            let examined = format!("10.0 T{}", rung.unit);
            let ratio = format!("1234× at N = {n}");
            assert!(columns[0].ends_with(&format!(" {n}")) || columns[1] == n.to_string(), "{fits}");
            let last = &columns[columns.len() - 4..];
            assert_eq!(last, [&*examined, "59 min", "999 G", &ratio], "{fits}");
            assert!(row(Some(false)).ends_with("  WRONG: 39,029,188,884 solutions"));
        }
    }
}
