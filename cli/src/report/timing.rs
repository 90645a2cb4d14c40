//! Prints the timing table of several boards: aligned on a terminal, otherwise as Markdown or CSV.
//! Most of this chooses columns, which the crates `comfy-table` and `tabled` do not.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

use console::Term;
use queens::board::BoardSize;
use queens::run::Total;
use queens_format::median;
use queens_format::{counted, cpu_time, duration, grouped, threads};

use super::result::{MORE_THREADS, slowed};

/// Prints the table on stdout, a line per board. No field has a comma or a quote in it.
pub fn print(boards: &BTreeMap<BoardSize, Vec<Total>>, as_csv: bool) -> io::Result<()> {
    let boards: Vec<_> = boards.values().map(Vec::as_slice).collect();
    super::to_stdout(|out| match Term::stdout().size_checked() {
        _ if as_csv => csv(out, &boards),
        _ if !io::stdout().is_terminal() => markdown(out, &boards),
        size => out.write_all(aligned(&boards, size.map_or(80, |(_, width)| width.into())).as_bytes()),
    })
}

fn csv(out: &mut dyn Write, boards: &[&[Total]]) -> io::Result<()> {
    writeln!(
        out,
        "n,solutions,method,kernel,threads,runs,median_wall_s,least_wall_s,greatest_wall_s,median_cpu_s,machine_was_busy"
    )?;
    boards.iter().try_for_each(|runs| {
        let Total { n, method, kernel, .. } = &runs[0];
        let solutions = runs[0].solutions();
        let threads = runs[0].threads().unwrap_or_default();
        let [median, least, greatest, cpu] = figures(runs);
        let busy = slowed_down(runs).is_some();
        let runs = runs.len();
        writeln!(
            out,
            "{n},{solutions},{method},{kernel},{threads},{runs},{median},{least},{greatest},{cpu},{busy}"
        )
    })
}

fn markdown(out: &mut dyn Write, boards: &[&[Total]]) -> io::Result<()> {
    let mut heads = HEADS.map(str::to_owned);
    heads[MEDIAN] = if are_single(boards) { "wall time" } else { "wall time, median" }.to_owned();
    heads[MARK] = "machine".to_owned();
    let line = ["---:", "---:", "---", "---", "---:", "---:", "---:", "---:", "---:", "---"];
    let rows = [heads, line.map(str::to_owned)].into_iter().chain(boards.iter().map(|runs| cells(runs)));
    rows.into_iter().try_for_each(|row| {
        let shown = row.iter().enumerate().filter(|(at, _)| !(are_single(boards) && OF_SEVERAL.contains(at)));
        writeln!(out, "| {} |", shown.map(|(_, cell)| cell.as_str()).collect::<Vec<_>>().join(" | "))
    })
}

/// Whether every board was counted once.
fn are_single(boards: &[&[Total]]) -> bool {
    boards.iter().all(|runs| runs.len() == 1)
}

/// What took cores from the threads in any run of a board.
fn slowed_down(runs: &[Total]) -> Option<&'static str> {
    runs.iter().find_map(slowed)
}

/// The cells of a board, the last of which marks it if something took cores from the threads.
fn cells(runs: &[Total]) -> [String; 10] {
    let Total { n, method, kernel, .. } = &runs[0];
    let [median, least, greatest, cpu_s] = figures(runs);
    let [median, least, greatest] = [median, least, greatest].map(duration);
    let [threads, times] = [runs[0].threads().unwrap_or_default(), runs.len()].map(|count| count.to_string());
    let range = format!("{least} … {greatest}");
    let cpu = cpu_time(cpu_s);
    [
        n.to_string(),
        grouped(runs[0].solutions()),
        method.to_string(),
        kernel.clone(),
        threads,
        times,
        median,
        range,
        cpu,
        slowed_down(runs).map_or("", |why| if why == MORE_THREADS { why } else { "busy" }).to_owned(),
    ]
}

#[rustfmt::skip]
const HEADS: [&str; 10] = [
    "N", "solutions", "method", "kernel", "threads", "runs", "median", "least … greatest", "CPU time", "",
];

// The places of the columns with rules of their own.
const SOLUTIONS: usize = 1;
const METHOD: usize = 2;
const KERNEL: usize = 3;
const THREADS: usize = 4;
const RUNS: usize = 5;
const MEDIAN: usize = 6;
const RANGE: usize = 7;
const CPU_TIME: usize = 8;
const MARK: usize = 9;

/// What one run of each board does without.
const OF_SEVERAL: [usize; 2] = [RUNS, RANGE];

/// What stands above the table of a terminal if it is the same for all boards.
const COMMON: [usize; 4] = [METHOD, KERNEL, THREADS, RUNS];

/// The columns that stand at the left, as words do.
const WORDS: [usize; 3] = [METHOD, KERNEL, MARK];

/// The columns that a narrow terminal lacks, the first of them first.
const DISPENSABLE: [usize; 7] = [CPU_TIME, RUNS, SOLUTIONS, RANGE, THREADS, KERNEL, METHOD];

/// The table for a terminal of `width` columns. What is the same for all boards stands above it.
fn aligned(boards: &[&[Total]], width: usize) -> String {
    let mut rows: Vec<_> =
        std::iter::once(HEADS.map(str::to_owned)).chain(boards.iter().map(|runs| cells(runs))).collect();
    // The line above the table says it for all boards, in less room.
    let is_crowded = rows.iter().any(|row| row[MARK] == MORE_THREADS);
    for row in &mut rows {
        row[MARK] = std::mem::take(&mut row[MARK]).replace(MORE_THREADS, "");
    }
    if are_single(boards) {
        rows[0][MEDIAN] = "wall time".to_owned();
    }
    let is_same = |at: usize| rows[1..].iter().all(|row| row[at] == rows[1][at]);
    let Total { method, kernel, .. } = &boards[0][0];
    let more = if is_crowded { " (more than cores)" } else { "" };
    let count = threads(boards[0][0].threads().unwrap_or_default()) + more;
    let runs = counted(boards[0].len(), "run") + " each";
    let common = COMMON.into_iter().zip([method.to_string(), kernel.clone(), count, runs]);
    let same = common.filter(|(at, _)| is_same(*at));
    let mut text = same.fold("wall time".to_owned(), |text, (_, same)| text + ", " + &same) + "\n";
    let is_shown = |&at: &usize| match at {
        METHOD | KERNEL | THREADS | RUNS => !is_same(at),
        RANGE => !are_single(boards),
        MARK => rows[1..].iter().any(|row| !row[MARK].is_empty()),
        _ => true,
    };
    let wide = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or_default();
    let mut shown: Vec<_> = (0..HEADS.len()).filter(is_shown).collect();
    let all = shown.len();
    let mut dispensable = DISPENSABLE.into_iter();
    while shown.iter().map(|at| wide(*at) + 2).sum::<usize>() > width + 2 {
        let Some(next) = dispensable.next() else { break };
        shown.retain(|at| *at != next);
    }
    for row in &rows {
        let cells = shown.iter().map(|&at| {
            if WORDS.contains(&at) {
                format!("{:1$}", row[at], wide(at))
            } else {
                format!("{:>1$}", row[at], wide(at))
            }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    if shown.len() < all {
        text += "(--csv has all columns)\n";
    }
    text
}

/// Median, least and greatest wall time, and the median CPU time in units, in seconds.
fn figures(runs: &[Total]) -> [f64; 4] {
    let wall_s: Vec<f64> = runs.iter().map(|run| run.wall_s().unwrap_or_default()).collect();
    let cpu_s: Vec<f64> = runs.iter().map(|run| run.sums.cpu_s()).collect();
    let least = wall_s.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = wall_s.iter().copied().fold(0.0, f64::max);
    [median(&wall_s), least, greatest, median(&cpu_s)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::count::{Count, Silent};
    use queens::methods::Method;
    use queens::run::Counted;

    /// A board with `solutions` that took these times in one thread.
    fn runs(n: usize, solutions: u128, wall_s: [f64; 2], cpu_s: f64) -> Vec<Total> {
        let count = Count::new(4).unwrap().prepare().unwrap().run(&mut Silent).unwrap();
        let mut total = count.total.unwrap();
        total.n = BoardSize::new(n).unwrap();
        total.sums.solutions = solutions;
        total.method = Method::Cross;
        total.kernel = "avx2".to_owned();
        let ms = |seconds: f64| (1e3 * seconds) as u128;
        let host = total.host().unwrap().clone();
        let run = |wall_s| {
            let mut total = total.clone();
            (total.sums.wall_ms, total.sums.cpu_ms) = (ms(wall_s), ms(cpu_s));
            let host = host.clone();
            total.counted =
                Counted::Machine { threads: 1, wall_s, resumed: 0, host: Some(host), devices: Vec::new() };
            total
        };
        wall_s.map(run).to_vec()
    }

    #[test]
    fn marks_a_busy_machine_in_every_form() {
        let quiet = runs(9, 352, [0.1, 0.1], 0.1);
        let busy = runs(10, 724, [0.139, 0.06], 0.054);
        let written = |form: fn(&mut dyn Write, &[&[Total]]) -> io::Result<()>| {
            let mut text = Vec::new();
            form(&mut text, &[&quiet, &busy]).unwrap();
            String::from_utf8(text).unwrap()
        };
        let marks = |text: &str, busy: &str, quiet: &str| {
            let mut rows = text.lines().rev();
            rows.next().unwrap().ends_with(busy) && rows.next().unwrap().ends_with(quiet)
        };
        assert!(marks(&written(csv), ",true", ",false"));
        assert!(marks(&written(markdown), " ms | busy |", " ms |  |"));
        assert!(marks(&aligned(&[&quiet, &busy], 80), " ms  busy", " ms"));
    }

    #[test]
    fn says_once_that_there_are_more_threads_than_cores() {
        let mut crowded = runs(10, 724, [0.139, 0.139], 0.054);
        for run in &mut crowded {
            if let Counted::Machine { threads, host, .. } = &mut run.counted {
                *threads = 1024;
                *host = Some(queens::run::Host::this());
            }
        }
        let mut text = Vec::new();
        markdown(&mut text, &[&crowded]).unwrap();
        assert!(String::from_utf8(text).unwrap().ends_with(" | more threads than cores |\n"));
        let expected = "wall time, cross, avx2, 1,024 threads (more than cores), 2 runs each\n \
                        N  solutions  median   least … greatest  CPU time\n\
                        10        724  139 ms  139 ms … 139 ms     54 ms\n";
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&aligned(&[&crowded], 80)), words(expected));
        let once = aligned(&[&crowded[..1]], 80);
        assert!(once.contains("solutions  wall time  CPU time\n") && !once.contains('…'), "{once}");
    }

    #[test]
    fn aligns_columns_on_a_terminal() {
        let quick = runs(9, 352, [0.001, 0.003], 0.002);
        let slow = runs(20, 39_029_188_884, [325.0, 335.0], 290.0);
        let table = |width| aligned(&[&quick, &slow], width);
        assert_eq!(
            table(80),
            "wall time, cross, avx2, one thread, 2 runs each\n \
             N       solutions      median         least … greatest    CPU time\n \
             9             352        2 ms              1 ms … 3 ms        2 ms\n\
             20  39,029,188,884  5 min 30 s  5 min 25 s … 5 min 35 s  4 min 50 s  busy\n"
        );
        for width in [30, 40, 60] {
            let table = table(width);
            assert!(table.lines().skip(1).all(|line| line.chars().count() <= width), "{width}: {table}");
            assert!(table.contains("5 min 30 s") && table.ends_with("(--csv has all columns)\n"), "{table}");
        }
        let mut other = slow.clone();
        other.iter_mut().for_each(|run| run.kernel = "scalar".to_owned());
        let two = aligned(&[&quick, &other], 100);
        assert!(
            two.starts_with("wall time, cross, one thread, 2 runs each\n N ") && two.contains("scalar"),
            "{two}"
        );
    }
}
