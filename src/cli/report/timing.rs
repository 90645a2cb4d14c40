//! Prints the timing table of several boards, as Markdown or CSV.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::board::BoardSize;

use super::text::{cpu_time, duration, grouped};
use crate::run::RunResult;

/// Prints the table on stdout, a line per board. No field has a comma or a quote in it.
pub fn print(boards: &BTreeMap<BoardSize, Vec<RunResult>>, as_csv: bool) -> io::Result<()> {
    super::to_stdout(|out| {
        if as_csv {
            writeln!(
                out,
                "n,solutions,method,kernel,threads,runs,median_wall_s,least_wall_s,greatest_wall_s,median_cpu_s"
            )?;
            return boards.values().try_for_each(|runs| csv(out, runs));
        }
        writeln!(
            out,
            "| N | solutions | method | kernel | threads | runs | wall time, median | least … greatest | CPU time |"
        )?;
        writeln!(out, "| ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |")?;
        boards.values().try_for_each(|runs| markdown(out, runs))
    })
}

fn csv(out: &mut dyn Write, runs: &[RunResult]) -> io::Result<()> {
    let RunResult { n, solutions, method, kernel, .. } = &runs[0];
    let threads = runs[0].threads.unwrap_or_default();
    let ([median, least, greatest, cpu], runs) = (figures(runs), runs.len());
    writeln!(out, "{n},{solutions},{method},{kernel},{threads},{runs},{median},{least},{greatest},{cpu}")
}

fn markdown(out: &mut dyn Write, runs: &[RunResult]) -> io::Result<()> {
    let RunResult { n, method, kernel, .. } = &runs[0];
    let threads = runs[0].threads.unwrap_or_default();
    let (solutions, [median, least, greatest, cpu_s]) = (grouped(runs[0].solutions), figures(runs));
    let ([median, least, greatest], cpu) = ([median, least, greatest].map(duration), cpu_time(cpu_s));
    let runs = runs.len();
    writeln!(
        out,
        "| {n} | {solutions} | {method} | {kernel} | {threads} | {runs} | {median} | {least} … {greatest} | {cpu} |"
    )
}

/// Median, least and greatest wall time, and the median CPU time in units, in seconds.
fn figures(runs: &[RunResult]) -> [f64; 4] {
    let wall_s: Vec<f64> = runs.iter().map(|run| run.wall_s.unwrap_or_default()).collect();
    let cpu_s: Vec<f64> = runs.iter().map(|run| run.cpu_s.unwrap_or_default()).collect();
    let least = wall_s.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = wall_s.iter().copied().fold(0.0, f64::max);
    [median(&wall_s), least, greatest, median(&cpu_s)]
}

/// The middle one of some values, or the mean of the two in the middle; there is one at least.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!([median(&[9.0, 1.0, 2.0]), median(&[9.0, 1.0, 3.0, 2.0])], [2.0, 2.5]);
    }
}
