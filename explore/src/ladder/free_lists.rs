//! Places queens only on unattacked squares, and backtracks. All boards that share a bad start are abandoned
//! together. Linked lists contain the free rows, columns, diagonals and antidiagonals. Removing or restoring
//! a line takes two assignments, and only free columns are visited.
//!
//! Source of the lists: H. Hitotumatu and K. Noshita, "A technique for implementing backtrack algorithms and
//! its application", Information Processing Letters 8(4), 1979, pages 174 to 175. A line returns to its place
//! in the list without a search. The authors also apply the technique to the queens.

use super::RungResult;

pub fn count(n: usize) -> RungResult {
    let mut board = FreeLines {
        rows: FreeList::new(n),
        columns: FreeList::new(n),
        diagonals: FreeList::new(2 * n),
        antidiagonals: FreeList::new(2 * n),
    };
    let mut result = RungResult::default();
    fill(&mut board, n, &mut result);
    result
}

struct FreeLines {
    rows: FreeList,
    columns: FreeList,
    diagonals: FreeList,
    antidiagonals: FreeList,
}

fn fill(free: &mut FreeLines, n: usize, result: &mut RungResult) {
    result.examined += 1;
    let Some(row) = free.rows.first() else {
        result.solutions += 1;
        return;
    };
    free.rows.take(row);
    let mut next = free.columns.first();
    while let Some(column) = next {
        let diagonal = row + column;
        let antidiagonal = n + column - row;
        if free.diagonals.contains(diagonal) && free.antidiagonals.contains(antidiagonal) {
            free.columns.take(column);
            free.diagonals.take(diagonal);
            free.antidiagonals.take(antidiagonal);
            fill(free, n, result);
            free.antidiagonals.put_back(antidiagonal);
            free.diagonals.put_back(diagonal);
            free.columns.put_back(column);
        }
        next = free.columns.after(column);
    }
    free.rows.put_back(row);
}

/// A circular linked list of the free numbers, in ascending order. The last index is a sentinel between the
/// end and the beginning of the list.
struct FreeList {
    next: Vec<usize>,
    previous: Vec<usize>,
}

impl FreeList {
    fn new(length: usize) -> Self {
        let ring = length + 1;
        Self {
            next: (0..ring).map(|i| (i + 1) % ring).collect(),
            previous: (0..ring).map(|i| (i + length) % ring).collect(),
        }
    }

    fn end(&self) -> usize {
        self.next.len() - 1
    }

    fn first(&self) -> Option<usize> {
        self.after(self.end())
    }

    /// Returns the next free number after `number`, which must itself be free.
    fn after(&self, number: usize) -> Option<usize> {
        Some(self.next[number]).filter(|&next| next != self.end())
    }

    fn contains(&self, number: usize) -> bool {
        self.next[self.previous[number]] == number
    }

    /// Takes a number out of the list. The number keeps its links, so it can be put back.
    fn take(&mut self, number: usize) {
        let previous = self.previous[number];
        let next = self.next[number];
        self.next[previous] = next;
        self.previous[next] = previous;
    }

    /// Puts back the most recently taken number that is still out.
    fn put_back(&mut self, number: usize) {
        let previous = self.previous[number];
        let next = self.next[number];
        self.next[previous] = number;
        self.previous[next] = number;
    }
}
