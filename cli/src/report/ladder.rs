//! Prints the ladder: a table, row by row as measured, or JSON.

use crate::ladder::{Compared, Measured, RungOutcome, RungReport};
use queens::run::Host;
use queens_format::{as_shown, duration, grouped, times};
use serde::Serialize;

/// The ladder as JSON, with the machine that it was measured on.
pub fn json(rungs: &[RungReport]) {
    #[derive(Serialize)]
    struct Ladder<'a> {
        host: Host,
        rungs: &'a [RungReport],
    }
    let ladder = Ladder { host: Host::this(), rungs };
    super::to_stdout(|out| super::numbered_json_line(out, &ladder));
}

fn print(row: &str) {
    super::to_stdout(|out| writeln!(out, "{}", row.trim_end()));
}

pub fn head() {
    let name = "rung";
    let n = "N";
    let (solutions, examined, time, speed) = ("solutions", "boards, nodes, pairs", "time", "solutions/s");
    print(&format!(
        "{name:<23}{n:>3}{solutions:>12}{examined:>22}{time:>10}{speed:>14}  times the rung below"
    ));
}

/// Says how many times as fast a rung is as the one below, with both times.
fn compared(Compared { n, wall_s, rung_below_wall_s }: Compared) -> String {
    let ratio = times(as_shown(rung_below_wall_s) / as_shown(wall_s));
    format!("{ratio} ({} / {} at N = {n})", duration(rung_below_wall_s), duration(wall_s))
}

pub fn row(rung: &RungReport) {
    let name = format!("{:>2} {}", rung.rung, rung.name);
    let n = rung.n;
    match rung.outcome {
        RungOutcome::Measured(measured) => {
            let Measured { unit, wall_s, .. } = measured;
            let [solutions, examined] =
                [measured.solutions, measured.examined].map(|count| grouped(count.into()));
            let speed = grouped(measured.solutions_per_s.round() as u128);
            let time = duration(wall_s);
            let ratio = measured.compared.map_or(String::new(), compared);
            let mark = if measured.correct == Some(false) { "  WRONG" } else { "" };
            print(&format!(
                "{name:<23}{n:>3}{solutions:>12}{examined:>15} {unit:<6}{time:>10}{speed:>14}  {ratio}{mark}"
            ));
        }
        RungOutcome::Refused { largest_n } => {
            print(&format!("{name:<23}{n:>3}  not run: limited to N = {largest_n}"));
        }
    }
}
