//! The promises of a plan: units of a known cost, counted whole or not at all.

use super::{Method, Plan, size};

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
