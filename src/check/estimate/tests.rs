use super::*;
use crate::check::known;

fn of(n: usize, goal: Goal) -> Estimate {
    let prepared = Count::new(n).unwrap().threads(2).prepare().unwrap();
    let mut told = 0;
    let mut follow = |_: &Sample, elapsed| {
        assert!(elapsed < Duration::from_secs(600));
        told += 1;
    };
    let estimate = Estimate::of(&prepared, goal.error, goal.time, goal.is_limit, 1, &mut follow).unwrap();
    assert!(told > 0);
    estimate
}

fn known(n: usize) -> f64 {
    known::solutions(BoardSize::new(n).unwrap()).unwrap() as f64
}

fn goal(error: f64, ms: u64) -> Goal {
    Goal { error, time: Duration::from_millis(ms), is_limit: true }
}

#[test]
fn estimates_small_boards_exactly() {
    for n in [1, 3, 8, 13] {
        let estimate = of(n, goal(0.5, 60_000));
        assert!(estimate.sample.is_complete());
        assert_eq!(estimate.solutions, EstimatedValue::exact(known(n)));
        assert_eq!(estimate.cpu_s.unwrap().standard_error, 0.0);
    }
}

#[test]
fn sample_ends_when_its_time_is_up() {
    // These units take milliseconds, so even a busy machine finishes some.
    let sample = of(19, goal(1e-9, 200)).sample;
    assert!(!sample.is_complete() && sample.counted() > 0);
}
