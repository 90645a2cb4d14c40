use queens::board::BoardSize;
use queens::check::known;

use super::*;

#[test]
fn every_rung_agrees_with_the_known_values() {
    for rung in RUNGS {
        let largest = if rung.largest == 8 { 7 } else { 10 };
        for n in 1..=largest.min(rung.largest) {
            let expected = known::solutions(BoardSize::new(n).unwrap()).unwrap();
            assert_eq!(u128::from((rung.count)(n).unwrap().solutions), expected, "{}, N = {n}", rung.name);
        }
    }
}

#[test]
fn enumerating_rungs_visit_every_board() {
    for rung in RUNGS.iter().filter(|rung| rung.unit == "boards") {
        let boards = if rung.name == "permutations" { 720 } else { 46_656 };
        assert_eq!((rung.count)(6).unwrap().examined, boards, "{}", rung.name);
    }
}

#[test]
fn backtracking_rungs_visit_the_same_nodes() {
    let nodes =
        |name: &str| (RUNGS.iter().find(|rung| rung.name == name).unwrap().count)(8).unwrap().examined;
    assert_eq!(nodes("free lists"), 2_057);
    assert_eq!(nodes("shifted masks"), 2_057);
    assert_eq!(nodes("mirror halving"), 1_029);
}

#[test]
fn boards_never_shrink_up_the_ladder() {
    assert!(RUNGS.iter().all(|rung| rung.usual <= rung.largest && rung.largest <= BoardSize::MAX));
    assert!(RUNGS.windows(2).all(|pair| pair[0].usual <= pair[1].usual));
}

#[test]
fn climb_compares_each_rung_with_the_one_below() {
    let rungs: Vec<_> = climb(BoardSize::new(6).ok()).map(Result::unwrap).collect();
    assert_eq!(rungs.len(), RUNGS.len());
    for (index, rung) in rungs.iter().enumerate() {
        assert_eq!((rung.rung, rung.n), (index + 1, 6));
        let RungOutcome::Measured(measured) = rung.outcome else { panic!("{} is refused", rung.name) };
        assert_eq!((measured.solutions, measured.correct), (4, Some(true)), "{}", rung.name);
        let compared = measured.compared.map(|both| (both.n, both.wall_s == measured.wall_s));
        assert_eq!(compared, (index > 0).then_some((6, true)), "{}", rung.name);
    }
}
