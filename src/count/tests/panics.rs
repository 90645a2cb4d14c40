//! Tests counters and observers that panic.

use super::*;

/// Panics at its third progress report, its third unit or its first notice, depending on the first field.
struct PanickingObserver(&'static str, u64);

impl PanickingObserver {
    fn call(&mut self, what: &str, max: u64) {
        self.1 += u64::from(self.0 == what);
        assert!(self.1 < max, "over {what}");
    }
}

impl Observer for PanickingObserver {
    fn progress(&mut self, _: &Progress) {
        self.call("progress", 3);
    }

    fn notice(&mut self, _: &Notice) {
        self.call("notice", 1);
    }

    fn finished(&mut self, _: &FinishedUnit) {
        self.call("unit", 3);
    }
}

#[test]
fn panic_ends_the_count_and_loses_no_unit() {
    for place in ["counter", "progress", "unit", "notice"] {
        let session = Session::when_long(whole(20), Duration::MAX);
        // Test both ways of saving: from the start, and once the count proves to be long.
        let sink = match place {
            "notice" => session.waiting(),
            _ => session.open(),
        };
        // These counters wait for three minutes unless they are stopped. Their units are long enough for the
        // count to be saved.
        let (waits_after, pause) = (Some((9, None)), 4 * PAUSE);
        let counter = || FakeCounter { waits_after, pause, ..session.counter() }.boxed();
        let mut counters = vec![counter(), counter()];
        if place == "counter" {
            // This counter panics at its first unit, after the other counters have finished some.
            let handed_over = &session.handed_over;
            counters.push(Box::new(|unit, _| {
                fake::wait_until(&|| handed_over.load(Ordering::SeqCst) >= 9);
                panic!("over unit {unit}");
            }));
        }
        let run = || session.run(counters, sink, &mut PanickingObserver(place, 0));
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
        let says = panic.downcast_ref::<String>().unwrap();
        assert!(says.starts_with("over ") && (place == "counter" || says.ends_with(place)), "{says}");
        let (_, saved) = session.open();
        assert_eq!(saved.finished().len(), session.handed_over(), "{place}");
        assert_eq!(saved.sums().solutions, sum(saved.finished()), "{place}");
    }
    assert_eq!(count(8).unwrap(), 92, "other counts go on");
}
