//! `queens count 8..20 --runs 3`: a timing table of several boards.
//!
//! The smallest board is counted once to warm up. Then each round counts all boards one after
//! another, so that no board has all its runs in one busy minute. Run directories are neither read
//! nor written, because the time of an earlier run is not this machine's time now.

use std::collections::BTreeMap;

use queens::board::BoardSize;
use queens::methods::Estimated;
use queens::run::Total;
use queens_format::median;

use super::counting::{self, Session};
use super::{Exit, Failure, one_board};
use crate::options::{CountSettings, Table};
use crate::output::Output;
use crate::records;
use crate::report::result::CountReport;
use crate::report::series::Series;
use crate::report::timing;

/// Counts every board and prints the table; with `--json`, an object per count.
pub fn run(settings: &CountSettings, table: Table, session: Session<'_>) -> Result<Exit, Failure> {
    let output = session.output;
    // Before the first count, which may take hours.
    settings.record.as_deref().map(records::count::start).transpose()?;
    let warm_up = CountSettings { record: None, ..settings.clone() };
    let quiet = Output { quiet: true, ..output.clone() };
    let (mut exit, warm) = once(&warm_up, settings.boards[0], None, Session { output: &quiet, ..session })?;
    if exit == Exit::Stopped {
        session.say("stopped while warming up: nothing was measured");
    }
    let mut boards: BTreeMap<BoardSize, Vec<Total>> = BTreeMap::new();
    let mut seen: BTreeMap<BoardSize, Vec<f64>> = BTreeMap::new();
    let mut spent_s = 0.0;
    seen.extend(warm.map(|count| (count.total.n, Vec::from_iter(count.total.wall_s))));
    for (round, n) in (1..=table.runs).flat_map(|round| settings.boards.iter().map(move |&n| (round, n))) {
        if exit != Exit::Done {
            break;
        }
        let place = format!("N = {n}, round {round} of {}", table.runs);
        let rounds_left = f64::from(table.runs - round);
        let all = settings
            .boards
            .iter()
            .map(|&size| (size, if size > n { rounds_left + 1.0 } else { rounds_left }));
        let afterwards_s = all.map(|(size, times)| expected_s(size, &seen).times(times));
        let afterwards_s = afterwards_s.fold(Estimated::exact(0.0), Estimated::plus);
        let expected_s = expected_s(n, &seen).mean;
        let series = Series::Rounds { place: place.clone(), spent_s, expected_s, afterwards_s };
        let counted;
        (exit, counted) = once(settings, n, Some(series), session)?;
        if let Some(counted) = counted.filter(|_| exit == Exit::Done) {
            if output.json {
                counted.print(output)?;
            }
            spent_s += counted.total.wall_s.unwrap_or_default();
            seen.entry(n).or_default().extend(counted.total.wall_s);
            boards.entry(n).or_default().push(counted.total);
        } else if exit == Exit::Stopped {
            session.say(&format!("stopped at {place}"));
        }
    }
    if !output.json && !boards.is_empty() {
        timing::print(&boards, table.csv)?;
    }
    if let Some(folder) = settings.record.as_ref().filter(|_| !boards.is_empty()) {
        session.say(&format!("every count is recorded in {}", folder.display()));
    }
    Ok(exit)
}

/// The expected wall time of a count of `n`: the median of its earlier counts. Without one, the
/// median of the largest board counted, times the growth of the solutions: 0.39 N for each row.
fn expected_s(n: BoardSize, seen: &BTreeMap<BoardSize, Vec<f64>>) -> Estimated {
    match (seen.get(&n), seen.last_key_value()) {
        (Some(times), _) => Estimated::exact(median(times)),
        (None, Some((largest, times))) => {
            let growth: f64 = (largest.get() + 1..=n.get()).map(|n| 0.39 * n as f64).product();
            let mean = median(times) * growth;
            Estimated { mean, standard_error: mean / 2.0 }
        }
        (None, None) => Estimated::exact(0.0),
    }
}

/// One count of `n`, with a record if one was requested; without a result if it was stopped.
fn once(
    settings: &CountSettings,
    n: BoardSize,
    series: Option<Series>,
    session: Session<'_>,
) -> Result<(Exit, Option<CountReport>), Failure> {
    let recorder = settings.record.as_deref().map(records::count::start).transpose()?;
    let Some((counted, spent)) = one_board::count(n, settings, series, session)? else {
        return Ok((Exit::Stopped, None));
    };
    let exit = counting::verdict(&counted);
    if let Some(recorder) = recorder.filter(|_| exit == Exit::Done) {
        let quiet = Output { quiet: true, ..session.output.clone() };
        one_board::record(&recorder, &counted, spent.as_ref(), &quiet)?;
    }
    Ok((exit, Some(counted)))
}
