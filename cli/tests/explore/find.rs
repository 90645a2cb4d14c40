//! Tests `queens find`, and the seed that reproduces its solution.

use crate::support::{Finished, run};

fn find(words: &str) -> Finished {
    run(".", &format!("find {words}"))
}

#[test]
fn prints_a_seed_that_reproduces_the_solution() {
    let given = find("50 --seed 7");
    assert_eq!(given.stderr(), "");
    find("50 --seed 7").prints(&given.stdout());
    assert_ne!(given.printed(), find("50 --seed 8").printed());
    let drawn = find("50");
    let notice = drawn.stderr();
    let seed = notice.strip_prefix("to find this solution again, use ").unwrap().trim_end();
    find(&format!("50 {seed}")).prints(&drawn.stdout());
    assert_eq!(find("50 --quiet").stderr(), "");
    assert_eq!(find("1000000 --seed 5").printed().split(' ').count(), 1_000_000);
}
