//! Tests the costs of units in all standard plans.

use super::STANDARD_PLANS;

#[test]
fn costs_of_units_add_up_to_one() {
    for plan in STANDARD_PLANS.iter() {
        let (n, method) = (plan.size(), plan.method());
        let (mut next, mut sum) = (0, 0.0);
        for (units, cost) in plan.method_units().costs() {
            assert!(units.start == next && !units.is_empty(), "N = {n}, {method}");
            for unit in [units.start, units.end - 1] {
                assert!((plan.cost(unit) / cost - 1.0).abs() < 1e-12, "N = {n}, {method}, unit {unit}");
            }
            sum += cost * (units.end - units.start) as f64;
            next = units.end;
        }
        assert_eq!(next, plan.units(), "N = {n}, {method}");
        assert!((sum - 1.0).abs() < 1e-6, "N = {n}, {method}: {sum}");
    }
}
