//! Tests the progress and the end of a single kernel's recount, without counting.

use super::*;
use crate::methods::estimated_value::EstimatedValue;

/// Simulates a unit that would take hours.
#[test]
fn drops_a_unit_that_takes_long_after_the_time() {
    let limit = Duration::from_millis(1);
    for (elapsed_s, is_ended) in [(4, false), (6, true)] {
        let [ended, drain, stop] = [(); 3].map(|()| AtomicBool::default());
        let mut recount = KernelRecount {
            entries: &BTreeMap::new(),
            cost: 1.0,
            is_last: true,
            findings: &mut Findings::default(),
            before: WorkDoneBefore { units: 1, cost: 1.0, ..WorkDoneBefore::default() },
            limit: (Some(limit), &drain),
            end: (Some(latest_end(limit)), &ended),
            stop: &stop,
            observer: &mut (),
        };
        recount.progress(&Progress {
            units_done: 0,
            units: 1,
            share_done: 0.5,
            solutions: 0,
            solutions_this_session: 0,
            elapsed: Duration::from_secs(elapsed_s),
            remaining_s: None,
        });
        assert!(drain.into_inner(), "no unit is started after the time");
        assert_eq!(ended.into_inner(), is_ended, "after {elapsed_s} s");
    }
}

/// Another kernel may take many times as long for the remaining units.
#[test]
fn time_left_is_unknown_until_the_last_kernel() {
    for is_last in [false, true] {
        let [ended, drain, stop] = [(); 3].map(|()| AtomicBool::default());
        let mut watching = LastProgress(None);
        let mut recount = KernelRecount {
            entries: &BTreeMap::new(),
            cost: 0.5,
            is_last,
            findings: &mut Findings::default(),
            before: WorkDoneBefore { units: 2, cost: 1.0, ..WorkDoneBefore::default() },
            limit: (None, &drain),
            end: (None, &ended),
            stop: &stop,
            observer: &mut watching,
        };
        recount.progress(&Progress {
            units_done: 1,
            units: 1,
            share_done: 0.5,
            solutions: 0,
            solutions_this_session: 0,
            elapsed: Duration::from_secs(4),
            remaining_s: Some(EstimatedValue { mean: 4.0, standard_error: 0.5 }),
        });
        let left = watching.0.unwrap().remaining_s;
        assert_eq!(left.map(|left| left.mean), is_last.then_some(4.0));
    }
}
