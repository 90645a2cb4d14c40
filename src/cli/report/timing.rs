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
        let (walls, cpus) = (sorted(&self.wall_s), sorted(&self.cpu_s));
        [median(&walls), walls[0], walls[walls.len() - 1], median(&cpus)]
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

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

/// The middle one of sorted values, or the mean of the two in the middle.
pub fn median(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!([median(&[1.0, 2.0, 9.0]), median(&[1.0, 2.0, 3.0, 9.0])], [2.0, 2.5]);
    }
}
