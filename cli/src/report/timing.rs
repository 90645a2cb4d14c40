//! Prints the timing table of several boards as Markdown or CSV.

use std::collections::BTreeMap;
use std::io::{self, Write};

use queens::board::BoardSize;
use queens::run::Total;
use queens_format::{cpu_time, duration, grouped, median};

use super::result::{MORE_THREADS, slowed};

/// Prints the table on stdout, a line per board. No field has a comma or a quote in it.
pub fn print(boards: &BTreeMap<BoardSize, Vec<Total>>, as_csv: bool) -> io::Result<()> {
    let boards: Vec<_> = boards.values().map(Vec::as_slice).collect();
    super::to_stdout(|out| if as_csv { csv(out, &boards) } else { markdown(out, &boards) })
}

fn csv(out: &mut dyn Write, boards: &[&[Total]]) -> io::Result<()> {
    writeln!(
        out,
        "n,solutions,method,kernel,threads,runs,median_wall_s,least_wall_s,greatest_wall_s,median_cpu_s,machine_was_busy"
    )?;
    boards.iter().try_for_each(|runs| {
        let Total { n, method, kernel, .. } = &runs[0];
        let solutions = runs[0].solutions;
        let threads = runs[0].threads.unwrap_or_default();
        let [median, least, greatest, cpu] = figures(runs);
        let busy = slowed_down(runs).is_some();
        let runs = runs.len();
        writeln!(
            out,
            "{n},{solutions},{method},{kernel},{threads},{runs},{median},{least},{greatest},{cpu},{busy}"
        )
    })
}

/// Writes a Markdown table whose columns are aligned, without those that have only empty cells.
fn markdown(out: &mut dyn Write, boards: &[&[Total]]) -> io::Result<()> {
    let is_single = boards.iter().all(|runs| runs.len() == 1);
    let rows: Vec<_> = boards.iter().map(|runs| cells(runs, is_single)).collect();
    let shown = (0..HEADS.len()).filter(|&at| rows.iter().any(|row| !row[at].is_empty()));
    let columns: Vec<_> = shown
        .map(|at| {
            let is_text = WORDS.contains(&HEADS[at]);
            let head = if is_single { HEADS[at].trim_end_matches(", median") } else { HEADS[at] };
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
const HEADS: [&str; 10] = [
    "N",
    "solutions",
    "method",
    "kernel",
    "threads",
    "runs",
    "wall time, median",
    "least … greatest",
    "CPU time",
    "slowed by",
];

/// The columns of words, which stand at the left; numbers stand at the right.
const WORDS: [&str; 3] = ["method", "kernel", "slowed by"];

/// Says what took cores from the threads in any run of a board.
fn slowed_down(runs: &[Total]) -> Option<&'static str> {
    runs.iter().find_map(slowed)
}

/// The cells of a board. Those about several runs are empty if every board `is_single`, and the last
/// one if nothing took cores from the threads.
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
        slowed_down(runs).map_or("", |why| if why == MORE_THREADS { why } else { "other work" }).to_owned(),
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

    fn written(form: fn(&mut dyn Write, &[&[Total]]) -> io::Result<()>, boards: &[&[Total]]) -> String {
        let mut text = Vec::new();
        form(&mut text, boards).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn aligns_columns_and_marks_a_busy_machine() {
        let quiet = runs(9, 352, [0.001, 0.003], 0.002);
        let busy = runs(20, 39_029_188_884, [325.0, 335.0], 290.0);
        let boards: [&[Total]; 2] = [&quiet, &busy];
        assert_eq!(
            written(markdown, &boards),
            "|  N |      solutions | method | kernel | threads | runs | wall time, median |        least … greatest |   CPU time | slowed by  |\n\
             | -: | -------------: | ------ | ------ | ------: | ---: | ----------------: | ----------------------: | ---------: | ---------- |\n\
             |  9 |            352 | cross  | avx2   |       1 |    2 |              2 ms |             1 ms … 3 ms |       2 ms |            |\n\
             | 20 | 39,029,188,884 | cross  | avx2   |       1 |    2 |        5 min 30 s | 5 min 25 s … 5 min 35 s | 4 min 50 s | other work |\n"
        );
        let rows = written(csv, &boards);
        let marks: Vec<_> = rows.lines().map(|row| row.rsplit(',').next().unwrap()).collect();
        assert_eq!(marks, ["machine_was_busy", "false", "true"]);
        let once = written(markdown, &[&busy[..1]]);
        let heads: Vec<_> = once.lines().next().unwrap().split('|').map(str::trim).collect();
        let shown =
            ["", "N", "solutions", "method", "kernel", "threads", "wall time", "CPU time", "slowed by", ""];
        assert_eq!(heads, shown);
        assert!(!written(markdown, &[&quiet]).contains("slowed by"), "nothing slowed it");
    }

    #[test]
    fn says_that_there_are_more_threads_than_cores() {
        let mut crowded = runs(10, 724, [0.139, 0.139], 0.054);
        for run in &mut crowded {
            run.threads = Some(1024);
        }
        assert!(written(markdown, &[&crowded]).ends_with(" | more threads than cores |\n"));
    }
}
