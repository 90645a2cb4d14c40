//! Every board with one queen per row, the columns counted up like the wheels of an odometer, and
//! every pair of queens compared. The definition of the problem, with no idea added: N^N boards.

use super::RungResult;

/// Counts the solutions of a board of `n` rows.
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

#[cfg(test)]
mod tests {
    #[test]
    fn visits_every_board_once() {
        let mut columns = [0; 3];
        let mut boards = vec![columns];
        while super::advance(&mut columns) {
            boards.push(columns);
        }
        assert_eq!(boards.len(), 27);
        assert!(boards.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(columns, [0; 3]);
    }
}
