//! Tries all N^N boards with one queen per row, and compares every pair of queens. This is the bare
//! definition of the problem. The columns advance like the wheels of an odometer.

use super::RungResult;

pub fn count(n: usize) -> RungResult {
    count_boards(n, no_two_attack)
}

/// Counts the boards with `n` rows that `is_solution` accepts.
pub(super) fn count_boards(n: usize, mut is_solution: impl FnMut(&[usize]) -> bool) -> RungResult {
    let mut columns = vec![0; n];
    let mut result = RungResult::default();
    loop {
        result.examined += 1;
        result.solutions += u64::from(is_solution(&columns));
        if !advance(&mut columns) {
            return result;
        }
    }
}

/// Advances to the next board. Turns the last wheel by one. When a wheel returns to 0, also turns the wheel
/// before it. Returns false once all wheels have returned to 0.
fn advance(columns: &mut [usize]) -> bool {
    let n = columns.len();
    for wheel in columns.iter_mut().rev() {
        *wheel += 1;
        if *wheel < n {
            return true;
        }
        *wheel = 0;
    }
    false
}

fn no_two_attack(columns: &[usize]) -> bool {
    (1..columns.len()).all(|row| {
        (0..row).all(|above| {
            let across = columns[row].abs_diff(columns[above]);
            across != 0 && across != row - above
        })
    })
}
