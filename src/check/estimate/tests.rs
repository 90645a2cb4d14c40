use super::*;
use crate::check::known;
use crate::methods::{Kernel, Method};

fn of(n: usize, goal: SampleGoal) -> Estimate {
    let ready = Count::new(n).unwrap().threads(2).prepare().unwrap();
    let mut told = 0;
    let mut follow = |_: &Sample, elapsed, expected| {
        assert!(expected > Duration::ZERO && elapsed < Duration::from_secs(600));
        told += 1;
    };
    let estimate = Estimate::of(&ready, goal, 1, &mut follow).unwrap();
    assert!(told > 0);
    estimate
}

fn known(n: usize) -> f64 {
    known::solutions(BoardSize::new(n).unwrap()).unwrap() as f64
}

fn goal(error: f64, ms: u64) -> SampleGoal {
    SampleGoal { error, time: Duration::from_millis(ms), is_patient: false }
}

#[test]
fn ledger_needs_no_estimate_of_the_time() {
    let ready = Count::new(20).unwrap().method(Method::Colours).threads(1).prepare().unwrap();
    let units = ready.plan().units();
    let bytes = |ms, nodes| {
        let mut sample = Sample::new(units, &[0], 1);
        let wall = Duration::from_millis(ms);
        let cpu = Duration::from_millis(ms);
        sample.add(&Finished { unit: 0, solutions: 1, nodes, wall, cpu, kernel: Kernel::Scalar }, 0.1);
        let solutions = Estimated::exact(4e10);
        let elapsed = Duration::from_secs(1);
        let estimate = Estimate { solutions, cpu_s: None, sample, depth: 4, elapsed, would_do: None };
        estimate.ledger_bytes(&ready)
    };
    assert_eq!(bytes(8_000, 1) - bytes(8, 1), 6 * units, "three digits more of two times");
    assert_eq!(bytes(8, 1_000) - bytes(8, 1), 3 * units, "three digits more of nodes");
    // Before any unit is counted, a line is taken to be as long as in the published estimate of N = 28, which
    // counted 181 units.
    let ready = Count::new(28).unwrap().method(Method::Colours).threads(1).prepare().unwrap();
    let sample = Sample::new(ready.plan().units(), &[0], 1);
    let (solutions, elapsed) = (Estimated::exact(2.55e18), Duration::from_secs(1));
    let estimate = Estimate { solutions, cpu_s: None, sample, depth: 4, elapsed, would_do: None };
    let line = estimate.ledger_bytes(&ready) as f64 / ready.plan().units() as f64;
    assert!((125.0..=135.0).contains(&line), "{line} bytes");
}

#[test]
fn estimates_small_boards_exactly() {
    for n in [1, 3, 8, 13] {
        let estimate = of(n, goal(0.5, 60_000));
        assert!(estimate.sample.is_complete());
        assert_eq!(estimate.solutions, Estimated::exact(known(n)));
        assert_eq!(estimate.cpu_s.unwrap().standard_error, 0.0);
    }
}

#[test]
fn sample_ends_when_its_time_is_up() {
    // Its units take milliseconds, so that even a busy machine finishes some.
    let sample = of(19, goal(1e-9, 200)).sample;
    assert!(!sample.is_complete() && sample.counted() > 0);
}

#[test]
fn samples_a_finer_plan_when_units_are_slow() {
    // The plain kernel takes a third of a second for a unit of N = 18 at depth 4.
    let count = Count::new(18).unwrap().method(crate::methods::Method::Cross).depth(4).threads(1);
    let ready = count.kernel(crate::methods::Kernel::Scalar).prepare().unwrap();
    let estimate = Estimate::of(&ready, goal(0.05, 200), 1, &mut |_, _, _| ());
    assert!((5..=4 + FINER).contains(&estimate.unwrap().depth));
}
