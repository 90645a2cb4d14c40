//! The words for what a count tells its user.

use queens::count::Notice;
use queens_format::{duration, grouped};

/// A notice in words.
pub fn text(notice: &Notice) -> String {
    match notice {
        Notice::Directory(notice) => notice.to_string(),
        Notice::Resumed { units_done, units } => {
            let [done, units] = [*units_done, *units].map(|units| grouped(units.into()));
            format!("resuming with {done} of {units} units finished")
        }
        Notice::AlreadyFinished => "this run was already finished; printing its result again".to_owned(),
        Notice::Saving { path } => {
            format!("this is a long count: saving progress in {}", path.display())
        }
        Notice::UnusualDepth { depth, units, standard, overhead_s } => {
            let reason = match overhead_s {
                Some(seconds) => {
                    format!("handling the units alone takes at least {} of CPU time", duration(*seconds))
                }
                None => {
                    "threads without a unit wait at the end, and a stop loses more unfinished work".to_owned()
                }
            };
            let [units, standard] = [units, standard].map(|count| grouped((*count).into()));
            format!("depth {depth} makes {units} units instead of {standard}, which is slow: {reason}")
        }
    }
}
