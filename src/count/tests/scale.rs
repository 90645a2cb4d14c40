//! Many counters that finish a unit every millisecond, as a large machine has them.

use super::*;

#[test]
fn hundred_counters_lose_no_unit() {
    let session = Session::of(whole(24));
    let Session { stop, handed_over, .. } = &session;
    let pause = Duration::from_millis(1);
    let counter = || FakeCounter { holds: 1, pause, ..session.counter() }.boxed();
    let counters = (0..100).map(|_| counter()).collect();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(300 * pause);
            fake::wait_until(&|| handed_over.load(Ordering::SeqCst) > 100);
            stop.store(true, Ordering::Relaxed);
        });
        session.run(counters, session.open(), &mut Silent).unwrap()
    });
    assert_eq!(outcome.tally.finished().len(), session.handed_over());
    let (_, saved) = session.open();
    assert_eq!((saved.finished(), saved.solutions()), (outcome.tally.finished(), sum(saved.finished())));
}
