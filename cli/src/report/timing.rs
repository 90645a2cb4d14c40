//! Prints the timing table of several boards as Markdown.

use std::collections::BTreeMap;
use std::io::{self, Write};

use queens::board::BoardSize;
use queens::run::Total;
use queens_format::{cpu_time, duration, grouped, median};

/// Prints the table on stdout, a line per board. No field has a vertical line in it.
pub fn print(boards: &BTreeMap<BoardSize, Vec<Total>>) {
    let boards: Vec<_> = boards.values().map(Vec::as_slice).collect();
    super::to_stdout(|out| markdown(out, &boards));
}

/// Writes a Markdown table whose columns are aligned, without those that have only empty cells.
fn markdown(out: &mut dyn Write, boards: &[&[Total]]) -> io::Result<()> {
    let is_single = boards.iter().all(|runs| runs.len() == 1);
    let rows: Vec<_> = boards.iter().map(|runs| cells(runs, is_single)).collect();
    let shown = (0..HEADINGS.len()).filter(|&at| rows.iter().any(|row| !row[at].is_empty()));
    let columns: Vec<_> = shown
        .map(|at| {
            let is_text = TEXT_COLUMNS.contains(&HEADINGS[at]);
            let head = if is_single { HEADINGS[at].trim_end_matches(", median") } else { HEADINGS[at] };
            let all = || rows.iter().map(|row| row[at].as_str());
            let width = all().chain([head]).map(|cell| cell.chars().count()).fold(2, usize::max);
            let pad = |cell: &str| if is_text { format!("{cell:width$}") } else { format!("{cell:>width$}") };
            let line = "-".repeat(width - usize::from(!is_text)) + if is_text { "" } else { ":" };
            [pad(head), line].into_iter().chain(all().map(pad)).collect::<Vec<_>>()
        })
        .collect();
    (0..boards.len() + 2).try_for_each(|row| {
        let cells: Vec<_> = columns.iter().map(|column| column[row].as_str()).collect();
        writeln!(out, "| {} |", cells.join(" | "))
    })
}

/// The columns of the table.
const HEADINGS: [&str; 10] = [
    "N",
    "solutions",
    "method",
    "kernel",
    "threads",
    "runs",
    "wall time, median",
    "least … greatest",
    "CPU time",
    "machine",
];

/// The columns of text, which are aligned left. Numbers are aligned right.
const TEXT_COLUMNS: [&str; 3] = ["method", "kernel", "machine"];

/// The cells of a board. The cells about several runs are empty if every board `is_single`, and the last cell
/// is empty unless the machine was busy.
fn cells(runs: &[Total], is_single: bool) -> [String; 10] {
    let Total { n, method, kernel, .. } = &runs[0];
    let [median, least, greatest, cpu_s] = figures(runs);
    let [median, least, greatest] = [median, least, greatest].map(duration);
    let of_several = |cell: String| if is_single { String::new() } else { cell };
    [
        n.to_string(),
        grouped(runs[0].solutions),
        method.to_string(),
        kernel.clone(),
        runs[0].threads.unwrap_or_default().to_string(),
        of_several(runs.len().to_string()),
        median,
        of_several(format!("{least} … {greatest}")),
        cpu_time(cpu_s),
        if runs.iter().any(Total::machine_was_busy) { "busy" } else { "" }.to_owned(),
    ]
}

/// Median, least and greatest wall time, and the median CPU time in units, in seconds.
fn figures(runs: &[Total]) -> [f64; 4] {
    let wall_s: Vec<f64> = runs.iter().map(|run| run.wall_s.unwrap_or_default()).collect();
    let cpu_s: Vec<f64> = runs.iter().map(|run| run.cpu_s.unwrap_or_default()).collect();
    let least = wall_s.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = wall_s.iter().copied().fold(0.0, f64::max);
    [median(&wall_s), least, greatest, median(&cpu_s)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::count::Count;

    /// A board with `solutions` that took these times in one thread.
    fn runs(n: usize, solutions: u128, wall_s: [f64; 2], cpu_s: f64) -> Vec<Total> {
        let count = Count::new(4).unwrap().prepare().unwrap().run(&mut ()).unwrap();
        let mut total = count.total.unwrap();
        total.n = BoardSize::new(n).unwrap();
        total.solutions = solutions;
        total.method = "cross".to_owned();
        total.kernel = "avx2".to_owned();
        total.threads = Some(1);
        total.cpu_s = Some(cpu_s);
        let run = |wall_s| {
            let mut total = total.clone();
            (total.wall_s, total.thread_wall_s) = (Some(wall_s), Some(wall_s));
            total
        };
        wall_s.map(run).to_vec()
    }

    fn written(boards: &[&[Total]]) -> String {
        let mut text = Vec::new();
        markdown(&mut text, boards).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn aligns_columns_and_marks_a_busy_machine() {
        let quiet = runs(9, 352, [0.001, 0.003], 0.002);
        let busy = runs(20, 39_029_188_884, [325.0, 335.0], 290.0);
        let boards: [&[Total]; 2] = [&quiet, &busy];
        assert_eq!(
            written(&boards),
            "|  N |      solutions | method | kernel | threads | runs | wall time, median |        least … greatest |   CPU time | machine |\n\
             | -: | -------------: | ------ | ------ | ------: | ---: | ----------------: | ----------------------: | ---------: | ------- |\n\
             |  9 |            352 | cross  | avx2   |       1 |    2 |              2 ms |             1 ms … 3 ms |       2 ms |         |\n\
             | 20 | 39,029,188,884 | cross  | avx2   |       1 |    2 |        5 min 30 s | 5 min 25 s … 5 min 35 s | 4 min 50 s | busy    |\n"
        );
        let once = written(&[&busy[..1]]);
        let heads: Vec<_> = once.lines().next().unwrap().split('|').map(str::trim).collect();
        let shown =
            ["", "N", "solutions", "method", "kernel", "threads", "wall time", "CPU time", "machine", ""];
        assert_eq!(heads, shown);
        assert!(!written(&[&quiet]).contains("machine"), "it was not busy");
    }
}
