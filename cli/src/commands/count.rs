//! `queens count`: counts all solutions of a board, or resumes an interrupted count.

use queens::methods::devices;

use super::board_count::BoardCount;
use super::{Exit, Failure, counting, table};
use crate::choice::When;
use crate::options::CountSettings;
use crate::output::Output;
use crate::report::{self, result};
use crate::signals::Signals;

pub fn run(mut settings: CountSettings, output: &Output) -> Result<Exit, Failure> {
    let signals = Signals::install()?;
    settings.how.device = devices::open(&settings.processor)?;
    if let Some(table) = &settings.table {
        return table::run(&settings, *table, &signals, output);
    }
    if let (Some(path), When::Long { .. }) = (&settings.save.path, settings.save.when) {
        counting::check_folder(path.parent().unwrap_or(path))?;
    }
    signals.stop_after(settings.max_time)?;
    let mut first = BoardCount::of(&settings, settings.boards[0], &signals, output)?;
    // Before the first count, not the second: the command that resumes after a stop has no --fresh.
    if settings.double_check && settings.save.fresh && !first.move_both_aside()? {
        return Ok(Exit::Stopped);
    }
    let Some(mut finished) = first.run(settings.fundamental)? else { return Ok(Exit::Stopped) };
    if settings.double_check && finished.result.failed_checks().next().is_none() {
        let second = first.second(finished.result.method);
        let text = format!("counting again by {}{}", finished.result.method.checked_by(), first.on_cpu());
        report::say(output, &text);
        let Some(second) = second.run(false)? else { return Ok(Exit::Stopped) };
        result::add_double_check(&mut finished.result, second.result);
        result::agreement(&finished.result).iter().for_each(|text| report::say(output, text));
    }
    result::print(&finished.result, output)?;
    Ok(match counting::verdict(&finished.result) {
        // Not an error of the command: stdout has its object already.
        Exit::Done => {
            first.record(&finished).map_or_else(|failure| report::failed(&failure), |()| Exit::Done)
        }
        verdict => verdict,
    })
}
