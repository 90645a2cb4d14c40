//! The promises of a plan: units of a known cost, counted whole or not at all.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Claims, Method, Plan, size};

#[test]
fn unit_costs_add_up_to_one() {
    for n in [1, 2, 3, 5, 8, 12, 13, 15, 16, 17, 18, 19, 20] {
        for &method in Method::ALL {
            let plan = Plan::standard(size(n), method);
            let single: f64 = (0..plan.units()).map(|unit| plan.cost(unit)).sum();
            let stretches = plan.method_units().costs();
            let whole: f64 = stretches.map(|(units, cost)| (units.end - units.start) as f64 * cost).sum();
            for sum in [single, whole] {
                assert!((sum - 1.0).abs() < 1e-6, "N = {n}, {method}: {sum}");
            }
        }
    }
}

#[test]
fn stopped_unit_has_no_count() {
    for (n, method) in
        [12, 13, 24].into_iter().flat_map(|n| Method::ALL.iter().map(move |&method| (n, method)))
    {
        let plan = Plan::standard(size(n), method);
        for kernel in method.available() {
            let mut counter = plan.method_units().counters(kernel, 1).unwrap().remove(0);
            for unit in 0..plan.units().min(24) {
                // The stop comes when the unit has been claimed.
                let stop = AtomicBool::new(false);
                let mut take = || (!stop.fetch_or(true, Ordering::Relaxed)).then_some(unit);
                let mut done = |_| panic!("N = {n}, {method}, {kernel}: unit {unit} was reported");
                counter.run(&mut Claims::new(&mut take, &stop), &mut done).unwrap();
            }
        }
    }
}
