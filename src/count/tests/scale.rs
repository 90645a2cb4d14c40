//! Many counters that finish a unit every millisecond, as a large machine has them.

use super::*;

/// Runs `counters` counters for `time`, and on until they have finished more units than they are,
/// and checks that the ledger has every unit once.
fn load(counters: usize, time: Duration) -> String {
    let session = Session::of(whole(24));
    let Session { stop, handed_over, .. } = &session;
    let pause = Duration::from_millis(1);
    let many = (0..counters).map(|_| FakeCounter { holds: 1, pause, ..session.counter() }.boxed()).collect();
    let began = Instant::now();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(time);
            fake::wait_until(&|| handed_over.load(Ordering::SeqCst) > counters as u64);
            stop.store(true, Ordering::Relaxed);
        });
        session.run(many, session.open(), &mut Silent).unwrap()
    });
    let elapsed = began.elapsed().as_secs_f64();
    let units = outcome.tally.finished().len();
    assert_eq!(units, session.handed_over());
    let again = Instant::now();
    let (_, saved) = session.open();
    assert_eq!((saved.finished(), saved.solutions()), (outcome.tally.finished(), sum(saved.finished())));
    let rate = units as f64 / elapsed;
    let read = again.elapsed().as_secs_f64();
    format!(
        "{counters} counters: {units} units in {elapsed:.1} s, {rate:.0} a second, read again in {read:.2} s"
    )
}

#[test]
fn hundred_counters_lose_no_unit() {
    load(100, Duration::from_millis(300));
}

/// `cargo test --release --lib -- --ignored --nocapture thousand_counters`
#[test]
#[ignore = "takes ten seconds and says how many units a second are saved"]
#[expect(clippy::print_stdout, reason = "its figures are for whoever runs it")]
fn thousand_counters_lose_no_unit() {
    println!("{}", load(1_024, Duration::from_secs(10)));
}
