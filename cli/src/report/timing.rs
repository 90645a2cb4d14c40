//! Prints the timing table in Markdown.

use std::collections::BTreeMap;

use queens::board::BoardSize;
use queens::run::Total;
use queens_format::{cpu_time, duration, grouped, median};

/// Prints the table on stdout. No cell may contain a vertical bar.
pub fn print(boards: &BTreeMap<BoardSize, Vec<Total>>) {
    let boards: Vec<_> = boards.values().map(Vec::as_slice).collect();
    super::to_stdout(|out| out.write_all(markdown(&boards).as_bytes()));
}

/// A heading and its cells.
type Column = (&'static str, Vec<String>);

/// Formats a line of common settings and a table with one row per board.
fn markdown(boards: &[&[Total]]) -> String {
    let column = |heading, cell: &dyn Fn(&[Total]) -> String| -> Column {
        (heading, boards.iter().map(|runs| cell(runs)).collect())
    };
    let settings = [
        column("method", &|runs| runs[0].method.clone()),
        column("kernel", &|runs| runs[0].kernel.clone()),
        column("threads", &|runs| runs[0].threads.unwrap_or_default().to_string()),
        column("runs", &|runs| runs.len().to_string()),
    ];
    let (common, own): (Vec<_>, Vec<_>) =
        settings.into_iter().partition(|(_, cells)| cells.iter().all(|cell| *cell == cells[0]));
    let wall_s = |runs: &[Total]| -> Vec<f64> { runs.iter().filter_map(|run| run.wall_s).collect() };
    let cpu_s = |runs: &[Total]| -> Vec<f64> { runs.iter().filter_map(|run| run.cpu_s).collect() };
    let is_busy = |runs: &[Total]| runs.iter().any(Total::machine_was_busy);
    let is_marked = boards.iter().any(|runs| is_busy(runs));
    let mark = |runs: &[Total]| match is_marked {
        true if is_busy(runs) => " ‡",
        true => "  ",
        false => "",
    };
    let is_repeated = boards.iter().any(|runs| runs.len() > 1);
    let mut columns = vec![
        column("N", &|runs| runs[0].n.to_string()),
        column("solutions", &|runs| grouped(runs[0].solutions)),
    ];
    columns.extend(own);
    columns.push(column("wall time", &|runs| duration(median(&wall_s(runs))) + mark(runs)));
    if is_repeated {
        let shortest = |runs: &[Total]| wall_s(runs).into_iter().fold(f64::INFINITY, f64::min);
        columns.push(column("shortest", &|runs| duration(shortest(runs))));
    }
    columns.push(column("CPU time", &|runs| cpu_time(median(&cpu_s(runs)))));
    let common: Vec<_> = common.iter().map(|(heading, cells)| format!("{heading} {}", cells[0])).collect();
    format!(
        "{}{}{}\n\n{}",
        common.join(", "),
        if is_repeated { "; times are medians" } else { "" },
        if is_marked { "; ‡ busy" } else { "" },
        rows(&columns)
    )
}

/// Aligns the columns and returns the table's rows.
fn rows(columns: &[Column]) -> String {
    let aligned = columns.iter().map(|(heading, cells)| {
        let is_text = ["method", "kernel"].contains(heading);
        let all = || cells.iter().map(String::as_str);
        let width = all().chain([*heading]).map(|cell| cell.chars().count()).fold(2, usize::max);
        let pad = |cell: &str| if is_text { format!("{cell:width$}") } else { format!("{cell:>width$}") };
        let line = "-".repeat(width - usize::from(!is_text)) + if is_text { "" } else { ":" };
        [pad(heading), line].into_iter().chain(all().map(pad)).collect::<Vec<_>>()
    });
    let aligned: Vec<Vec<String>> = aligned.collect();
    let row = |row: usize| {
        let cells: Vec<_> = aligned.iter().map(|column| column[row].as_str()).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    (0..columns[0].1.len() + 2).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::count::Count;

    /// Returns runs of a board that took these times on one thread.
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

    #[test]
    fn table_has_columns_for_what_differs_and_fits_a_terminal() {
        let quiet = runs(9, 352, [0.001, 0.003], 0.002);
        let mut busy = runs(22, 2_691_008_701_644, [325.0, 335.0], 290.0);
        let common = "kernel avx2, threads 1, runs 2; times are medians; ‡ busy\n\n";
        busy.iter_mut().for_each(|total| total.method = "colours".to_owned());
        let table = markdown(&[&quiet, &busy]);
        assert_eq!(
            table,
            common.to_owned()
                + "|  N |         solutions | method  |    wall time |   shortest |   CPU time |\n\
                   | -: | ----------------: | ------- | -----------: | ---------: | ---------: |\n\
                   |  9 |               352 | cross   |       2 ms   |       1 ms |       2 ms |\n\
                   | 22 | 2,691,008,701,644 | colours | 5 min 30 s ‡ | 5 min 25 s | 4 min 50 s |\n"
        );
        assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
        assert_eq!(
            markdown(&[&quiet[..1]]),
            "method cross, kernel avx2, threads 1, runs 1\n\n\
             |  N | solutions | wall time | CPU time |\n\
             | -: | --------: | --------: | -------: |\n\
             |  9 |       352 |      1 ms |     2 ms |\n"
        );
        let stopped = markdown(&[&quiet, &quiet[..1]]);
        assert!(stopped.contains("| solutions | runs | wall time |"), "{stopped}");
    }
}
