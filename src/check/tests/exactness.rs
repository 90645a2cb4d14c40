//! The oracle chain: naive reference = every kernel of every method at every depth, in any order of
//! units.

use proptest::prelude::*;

use super::{Method, Plan, size, solutions};
use crate::check::{known, reference};
use crate::methods::search::Prefixes;
use crate::methods::search::kernels::scalar;
use crate::methods::search::units::{PrefixPart, SearchUnits};

/// The methods of the search.
const SEARCHES: [Method; 2] = [Method::Cross, Method::Rows];

/// The units of a plan by cross or by rows.
fn searched(plan: &Plan) -> SearchUnits {
    let prefixes = if plan.method() == Method::Rows { Prefixes::Rows } else { Prefixes::Cross };
    SearchUnits::new(plan.size(), prefixes, plan.depth()).unwrap()
}

fn count_part(part: &PrefixPart) -> u128 {
    let counts = scalar::count(&part.rows, part.row, &part.placements);
    u128::from(part.weight) * u128::from(counts.solutions)
}

fn count_unit(units: &SearchUnits, unit: u64) -> u128 {
    units.parts(unit).iter().map(count_part).sum()
}

fn count(plan: &Plan) -> u128 {
    let units = searched(plan);
    (0..plan.units()).map(|unit| count_unit(&units, unit)).sum()
}

#[test]
fn the_reference_agrees_with_halves() {
    for n in 1..=10 {
        let expected = u128::from(reference::count(n));
        // A plan that would have more units than the board has sets is refused.
        let plans = (1..=Plan::MAX_DEPTH).map_while(|depth| Plan::new(size(n), Method::Halves, depth).ok());
        let plans: Vec<Plan> = plans.collect();
        assert!(plans.len() >= 4, "N = {n}: {} depths", plans.len());
        for plan in plans {
            for kernel in Method::Halves.available() {
                let found = solutions(&plan, kernel, 0..plan.units());
                assert_eq!(found, expected, "N = {n}, depth {}, {kernel}", plan.depth());
            }
        }
    }
}

#[test]
fn every_kernel_counts_the_known_values() {
    for method in Method::ALL {
        for kernel in method.available() {
            for n in 1..=15 {
                let plan = Plan::standard(size(n), method);
                let total = solutions(&plan, kernel, 0..plan.units());
                assert_eq!(Some(total), known::solutions(size(n)), "N = {n}, {method}, {kernel}");
            }
        }
    }
}

#[test]
fn the_reference_agrees_with_both_searches() {
    for n in 1..=10 {
        let expected = u128::from(reference::count(n));
        for method in SEARCHES {
            for depth in 1..=Plan::MAX_DEPTH {
                let plan = Plan::new(size(n), method, depth).unwrap();
                assert_eq!(count(&plan), expected, "N = {n}, {method}, depth {depth}");
            }
        }
    }
}

#[test]
fn both_searches_count_the_known_values() {
    for n in 11..=14 {
        for method in SEARCHES {
            let plan = Plan::standard(size(n), method);
            assert_eq!(Some(count(&plan)), known::solutions(size(n)), "N = {n}, {method}");
        }
    }
}

#[test]
fn the_costs_of_all_units_add_up_to_the_whole() {
    for n in [1, 3, 8, 13, 18] {
        for method in Method::ALL {
            let plan = Plan::standard(size(n), method);
            let sum: f64 = (0..plan.units()).map(|unit| plan.cost(unit)).sum();
            assert!((sum - 1.0).abs() < 1e-6, "N = {n}, {method}: {sum}");
        }
    }
}

#[test]
fn plans_cut_large_boards_into_200_000_units_at_most() {
    for n in 1..=24 {
        for method in SEARCHES {
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
fn every_plan_has_its_own_hash_every_time() {
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
fn invalid_depths_are_refused() {
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
        let mut units: Vec<u64> = (0..plan.units()).collect();
        units.sort_by_key(|&unit| (unit ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let total: u128 = units.iter().map(|&unit| count_unit(&searched(&plan), unit)).sum();
        prop_assert_eq!(Some(total), known::solutions(size(n)));
    }

    #[test]
    fn any_order_of_units_of_halves_gives_the_same_total(n in 8_usize..=13, seed in any::<u64>()) {
        let plan = Plan::standard(size(n), Method::Halves);
        let mut units: Vec<u64> = (0..plan.units()).collect();
        units.sort_by_key(|&unit| (unit ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let kernel = Method::Halves.available()[0];
        prop_assert_eq!(Some(solutions(&plan, kernel, units)), known::solutions(size(n)));
    }
}
