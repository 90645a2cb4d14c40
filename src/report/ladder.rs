//! Prints the table of the ladder, a row as soon as it is measured.

use std::io;

use queens::ladder::{Measured, Outcome, Refused, RungReport};

/// The head of the table.
pub fn head() -> io::Result<()> {
    super::to_stdout(|out| {
        let (name, n) = ("rung", "N");
        let (solutions, examined, time, speed) = ("solutions", "boards, nodes, pairs", "time", "solutions/s");
        writeln!(
            out,
            "{name:<23}{n:>3}{solutions:>12}{examined:>22}{time:>10}{speed:>14}  times the rung below"
        )
    })
}

/// A row of the table.
pub fn row(rung: &RungReport) -> io::Result<()> {
    let name = format!("{:>2} {}", rung.rung, rung.name);
    super::to_stdout(|out| match rung.outcome {
        Outcome::Measured(measured) => {
            let Measured { solutions, examined, unit, elapsed_s, solutions_per_s, .. } = measured;
            let (time, ratio) = (duration(elapsed_s), measured.times_rung_below.map_or(String::new(), times));
            let mark = if measured.correct == Some(false) { "  WRONG" } else { "" };
            writeln!(
                out,
                "{name:<23}{n:>3}{solutions:>12}{examined:>15} {unit}{time:>10}{solutions_per_s:>14.0}  {ratio}{mark}",
                n = rung.n
            )
        }
        Outcome::Refused(Refused { largest_n, estimated_s }) => {
            let time = duration(estimated_s);
            writeln!(
                out,
                "{name:<23}{n:>3}  not run: up to N = {largest_n}; this would take about {time}",
                n = rung.n
            )
        }
    })
}

/// A ratio with two figures or so.
fn times(ratio: f64) -> String {
    match ratio {
        ..10.0 => format!("{ratio:.1}x"),
        _ => format!("{ratio:.0}x"),
    }
}

/// Seconds in the unit that suits them, from microseconds to years.
fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 7] = [
        (1e-6, "us"),
        (1e-3, "ms"),
        (1.0, "s"),
        (60.0, "min"),
        (3600.0, "h"),
        (86_400.0, "days"),
        (31_556_952.0, "years"),
    ];
    let (size, unit) = UNITS.iter().rev().find(|(size, _)| seconds >= *size).unwrap_or(&UNITS[0]);
    match seconds / size {
        count @ ..10.0 => format!("{count:.1} {unit}"),
        count @ ..1e6 => format!("{count:.0} {unit}"),
        count => format!("{count:.0e} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_given_in_the_unit_that_suits_them() {
        for (seconds, text) in [
            (0.0, "0.0 us"),
            (0.000_004_2, "4.2 us"),
            (0.25, "250 ms"),
            (4.0, "4.0 s"),
            (90.0, "1.5 min"),
            (86_400.0 * 12.0, "12 days"),
            (31_556_952.0 * 3e9, "3e9 years"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }

    #[test]
    fn ratios_keep_two_figures() {
        assert_eq!((times(0.75), times(9.94), times(153.2)), ("0.8x".into(), "9.9x".into(), "153x".into()));
    }
}
