//! Every board with one queen per row, the columns counted up like the wheels of an odometer, and
//! every pair of queens compared. The definition of the problem, with no idea added: N^N boards.

use super::RungResult;

pub fn count(n: usize) -> RungResult {
    count_boards(n, no_two_attack)
}

/// Counts the boards of `n` rows on which `is_solution` says that no queen attacks another.
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

/// Turns to the next board: the last wheel by one, the wheel before it when one comes round to 0.
/// Returns `false` when all have come round.
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
