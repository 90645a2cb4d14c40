//! Prints the ladder: a table, row by row as measured, or JSON.

use std::io::{self, IsTerminal};

use crate::ladder::{Compared, Measured, Refused, RungOutcome, RungReport};
use console::Term;
use queens::run::Host;
use queens_format::{as_shown, duration, grouped, times};
use serde::Serialize;

use crate::wrap::wrapped;

/// The ladder as JSON, with the machine that it was measured on.
pub fn json(rungs: &[RungReport]) -> io::Result<()> {
    #[derive(Serialize)]
    struct Ladder<'a> {
        host: Host,
        rungs: &'a [RungReport],
    }
    let ladder = Ladder { host: Host::this(), rungs };
    super::to_stdout(|out| super::numbered_json_line(out, &ladder))
}

/// Prints a row, on a terminal in lines that fit: those after the first begin below the solutions.
fn print(row: &str) -> io::Result<()> {
    const INDENT: usize = 27;
    let size = Term::stdout().size_checked().filter(|_| io::stdout().is_terminal());
    let width = size.map_or(usize::MAX, |(_, columns)| columns.into());
    super::to_stdout(|out| writeln!(out, "{}", wrapped(row.trim_end(), width, INDENT.min(width / 2))))
}

pub fn head() -> io::Result<()> {
    let name = "rung";
    let n = "N";
    let (solutions, examined, time, speed) = ("solutions", "boards, nodes, pairs", "time", "solutions/s");
    print(&format!(
        "{name:<23}{n:>3}{solutions:>12}{examined:>22}{time:>10}{speed:>14}  times the rung below"
    ))
}

/// Says how many times as fast a rung is as the one below, with both times.
fn compared(Compared { n, wall_s, rung_below_wall_s }: Compared) -> String {
    let ratio = times(as_shown(rung_below_wall_s) / as_shown(wall_s));
    format!("{ratio} ({} / {} at N = {n})", duration(rung_below_wall_s), duration(wall_s))
}

pub fn row(rung: &RungReport) -> io::Result<()> {
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
            ))
        }
        RungOutcome::Refused(Refused { largest_n, estimated_s }) => {
            let time = duration(estimated_s);
            print(&format!(
                "{name:<23}{n:>3}  not run: limited to N = {largest_n}; this would take about {time}"
            ))
        }
    }
}
