//! Prints the timing table of several boards, as Markdown or CSV.

use std::io::{self, Write};

use super::result::CountReport;
use super::text::{cpu_time, duration, grouped};

/// The runs of a board.
pub struct Timing {
    /// Of its first run.
    report: CountReport,
    /// Wall time of every run, in seconds.
    wall_s: Vec<f64>,
    /// CPU time of the counting threads in every run, in seconds.
    cpu_s: Vec<f64>,
}

impl Timing {
    /// The timing of a board that was counted once.
    pub fn of(report: &CountReport) -> Self {
        Self { report: report.clone(), wall_s: vec![report.wall_s], cpu_s: vec![cpu_s(report)] }
    }

    /// Adds another run.
    pub fn add(&mut self, report: &CountReport) {
        self.wall_s.push(report.wall_s);
        self.cpu_s.push(cpu_s(report));
    }

    /// Median, least and greatest wall time, and the median CPU time.
    fn figures(&self) -> [f64; 4] {
        let least = self.wall_s.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = self.wall_s.iter().copied().fold(0.0, f64::max);
        [median(&self.wall_s), least, greatest, median(&self.cpu_s)]
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let CountReport { n, split, kernel, threads, .. } = &self.report;
        let (solutions, runs) = (grouped(self.report.total()), self.wall_s.len());
        let [median, least, greatest, cpu_s] = self.figures();
        let ([median, least, greatest], cpu) = ([median, least, greatest].map(duration), cpu_time(cpu_s));
        writeln!(
            out,
            "| {n} | {solutions} | {split} | {kernel} | {threads} | {runs} | {median} | {least} … {greatest} | {cpu} |"
        )
    }

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let CountReport { n, solutions, split, kernel, threads, .. } = &self.report;
        let runs = self.wall_s.len();
        let [median, least, greatest, cpu] = self.figures();
        writeln!(out, "{n},{solutions},{split},{kernel},{threads},{runs},{median},{least},{greatest},{cpu}")
    }
}

/// Prints the table on stdout. No field has a comma or a quote in it.
pub fn print(timings: &[Timing], as_csv: bool) -> io::Result<()> {
    super::to_stdout(|out| {
        if as_csv {
            writeln!(
                out,
                "n,solutions,split,kernel,threads,runs,median_wall_s,least_wall_s,greatest_wall_s,median_cpu_s"
            )?;
            return timings.iter().try_for_each(|timing| timing.csv(out));
        }
        writeln!(
            out,
            "| N | solutions | split | kernel | threads | runs | wall time, median | least … greatest | CPU time |"
        )?;
        writeln!(out, "| ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: |")?;
        timings.iter().try_for_each(|timing| timing.markdown(out))
    })
}

/// CPU time in the units of a count that this version made.
fn cpu_s(report: &CountReport) -> f64 {
    report.cpu_s.unwrap_or_default()
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
