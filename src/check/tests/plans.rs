//! What plans promise: every unit once, in any order, of a known cost, in moderate numbers.

use proptest::prelude::*;

use super::{Kernel, Method, Plan, size, solutions};

#[test]
fn unit_costs_add_up_to_one() {
    for n in [1, 2, 3, 5, 8, 12, 13, 15, 16, 17, 18, 19, 20] {
        for method in Method::ALL {
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
fn plans_have_a_sensible_number_of_units() {
    for n in 1..=24 {
        for method in [Method::Cross, Method::Rows] {
            let plan = Plan::standard(size(n), method);
            assert!((1..=200_000).contains(&plan.units()), "N = {n}, {method}: {} units", plan.units());
        }
    }
    for n in 1..=24 {
        let units = Plan::standard(size(n), Method::Halves).units();
        assert!((1..=200_000).contains(&units), "N = {n}, halves: {units} units");
    }
    assert!(Plan::standard(size(20), Method::Cross).units() >= 5_000);
    assert!(Plan::standard(size(24), Method::Cross).units() >= 100_000);
}

#[test]
fn plan_hashes_are_stable_and_distinct() {
    let plans = [
        Plan::new(size(12), Method::Cross, 4),
        Plan::new(size(12), Method::Cross, 5),
        Plan::new(size(13), Method::Cross, 4),
        Plan::new(size(12), Method::Rows, 4),
        Plan::new(size(12), Method::Halves, 4),
        Plan::new(size(12), Method::Halves, 3),
        Plan::new(size(13), Method::Halves, 4),
    ]
    .map(Result::unwrap);
    let mut hashes: Vec<&str> = plans.iter().map(Plan::hash).collect();
    assert_eq!(Plan::new(size(12), Method::Cross, 4).unwrap().hash(), hashes[0]);
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), plans.len());
}

#[test]
fn rejects_an_invalid_depth() {
    for depth in [0, Plan::MAX_DEPTH + 1] {
        let error = Plan::new(size(8), Method::Cross, depth).unwrap_err().to_string();
        assert!(error.contains("from 1 to 10"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_order_of_units_gives_the_same_total(n in 8_usize..=11, depth in 1..=7_usize, seed in any::<u64>()) {
        let plan = Plan::new(size(n), Method::Cross, depth).unwrap();
        prop_assert_eq!(shuffled(&plan, seed), solutions(&plan, Kernel::Scalar, 0..plan.units()));
    }

    #[test]
    fn any_order_of_units_of_halves_gives_the_same_total(n in 8_usize..=13, seed in any::<u64>()) {
        let plan = Plan::standard(size(n), Method::Halves);
        prop_assert_eq!(shuffled(&plan, seed), solutions(&plan, Kernel::Portable, 0..plan.units()));
    }
}

/// The solutions in the units of a plan, counted in another order by the fastest kernel.
fn shuffled(plan: &Plan, seed: u64) -> u128 {
    let mut units: Vec<u64> = (0..plan.units()).collect();
    units.sort_by_key(|&unit| (unit ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    solutions(plan, plan.method().available()[0], units)
}
