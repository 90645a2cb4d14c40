//! Counts the search's units with a kernel, and polls the stop flag before each kernel call. Also implements
//! `Units`, the interface to the rest of the program.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use super::kernels::{self, Batch, CountBatch, count_batch_with};
use super::remaining_rows::{AlignedPlacement, extend};
use super::units::{PrefixPart, SearchUnits};
use crate::board::BoardSize;
use crate::methods::counter::{Counts, UnitCounter};
use crate::methods::{Kernel, Units};
use crate::stop;

fn count_part(
    count_batch: &mut CountBatch,
    part: &PrefixPart,
    grain: Grain,
    stop: &AtomicBool,
) -> Option<Counts> {
    let row = (part.row + grain.rows).min(part.rows.len);
    let mut counts = Counts::default();
    let mut batch = Vec::with_capacity(grain.placements);
    let mut flush = |batch: &mut Vec<AlignedPlacement>| {
        if stop::is_set(stop) {
            return ControlFlow::Break(());
        }
        counts += count_batch(Batch { row, placements: batch, ..part.batch() });
        batch.clear();
        ControlFlow::Continue(())
    };
    for &placement in &part.placements {
        let flow = extend(&part.rows, part.row, row, placement, &mut |placement| {
            batch.push(placement);
            if batch.len() == grain.placements { flush(&mut batch) } else { ControlFlow::Continue(()) }
        });
        if flow.is_break() {
            return None;
        }
    }
    flush(&mut batch).is_continue().then_some(counts)
}

/// The amount of work per kernel call. It must be large enough to fill the kernel's lanes, but small enough
/// that the stop flag is polled in time. Up to N = 20, a call counts a whole part, which takes milliseconds.
/// On larger boards, each row filled in advance divides a call's time by about ten, and each further board
/// row multiplies it by about eight. With these values, every kernel returns within a second.
#[derive(Clone, Copy)]
struct Grain {
    /// The number of rows filled before the kernel takes over.
    rows: usize,
    placements: usize,
}

impl Grain {
    fn of(size: BoardSize) -> Self {
        match size.get() {
            ..=20 => Self { rows: 0, placements: 1024 },
            n => Self { rows: n.saturating_sub(21), placements: 16 },
        }
    }
}

impl Units for SearchUnits {
    fn count(&self) -> u64 {
        self.count
    }

    /// The cost is proportional to the number of placements.
    fn cost(&self, unit: u64) -> f64 {
        self.cost_in(self.group_of(unit))
    }

    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        Box::new((0..self.groups.len()).map(|group| {
            let first = self.groups[group].first_unit;
            (first..first + self.units_in(group), self.cost_in(group))
        }))
    }

    fn describe(&self, write: &mut dyn FnMut(u64)) {
        write(self.placements);
        for prefix in &self.prefixes {
            let lines = &prefix.occupancy;
            let words = [lines.rows.into(), lines.columns.into(), lines.diagonals, lines.antidiagonals];
            words.into_iter().for_each(&mut *write);
            write(u64::from(prefix.weight));
        }
        for group in &self.groups {
            write(group.first_prefix.into());
            write(group.first_unit);
        }
    }

    fn counter(&self, kernel: Kernel) -> Option<UnitCounter<'_>> {
        let mut count_batch = count_batch_with(kernel)?;
        let grain = Grain::of(self.size);
        Some(Box::new(move |unit, stop| {
            let mut total = Counts::default();
            for part in self.parts(unit) {
                total += count_part(&mut count_batch, &part, grain, stop)?.times(part.weight);
            }
            Some(total)
        }))
    }

    fn is_whole(&self, unit: u64) -> bool {
        self.units_in(self.group_of(unit)) == 1
    }

    /// Includes only the kernel's buffers. A unit's placements are negligible, because there are only a few
    /// dozen, at 12 bytes each.
    fn thread_memory(&self, kernel: Kernel) -> u64 {
        kernels::memory(kernel, self.size.get()) as u64
    }

    fn shared_memory(&self) -> u64 {
        (size_of_val(&*self.prefixes) + size_of_val(&*self.groups)) as u64
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::methods::search::kernels::tests::with_random_queens;
    use crate::methods::search::remaining_rows::count_extensions;
    use crate::methods::search::{Prefix, Prefixes};
    use crate::stop::polls::whole_or_nothing;

    /// Returns units that take the code paths of a large board, but can be counted in an instant. They extend
    /// prefixes of every weight, with random queens added until few rows remain.
    pub fn small_units(size: BoardSize, kind: Prefixes) -> SearchUnits {
        let rows_left = (size.get() - 17).max(13);
        let all = kind.of(size);
        // Nearly all prefixes have the maximum weight, so also find one prefix of each other weight.
        let of_weight = |weight| all.iter().find(|prefix| prefix.weight == weight);
        let some = all.iter().step_by(all.len() / 8).chain((1..8).filter_map(of_weight)).zip(0..);
        let some = some.map(|(&Prefix { occupancy, weight }, seed)| Prefix {
            occupancy: with_random_queens(occupancy, size, rows_left, seed),
            weight,
        });
        SearchUnits::below(some.collect(), size, size.get() - rows_left + 2, 4).unwrap()
    }

    /// Returns the number of placements that the kernel gets for `part`.
    fn given(part: &PrefixPart, grain: Grain) -> usize {
        let row = (part.row + grain.rows).min(part.rows.len);
        let below = |&placement| count_extensions(&part.rows, part.row, row, placement, u64::MAX);
        part.placements.iter().map(below).sum::<u64>() as usize
    }

    #[test]
    fn a_stop_at_any_poll_gives_the_whole_unit_or_nothing() {
        for n in [21, 23, 27, 32] {
            for kind in [Prefixes::Cross, Prefixes::Rows] {
                let units = small_units(BoardSize::new(n).unwrap(), kind);
                let largest = (0..units.count()).max_by_key(|&unit| units.parts(unit).len()).unwrap();
                for kernel in kernels::available() {
                    let mut counter = units.counter(kernel).unwrap();
                    let what = format!("N = {n}, {kind:?}, {}", kernel.name());
                    let polls = whole_or_nothing(&what, |stop| counter(largest, stop));
                    assert!(polls > 1, "{what}: {polls} polls");
                }
            }
        }
    }

    #[test]
    fn batches_add_up_to_their_unit() {
        let never = AtomicBool::new(false);
        let check = |size, kind, kernel: Kernel| {
            let units = small_units(size, kind);
            let grain = Grain::of(size);
            let mut count_unit = units.counter(kernel).unwrap();
            let mut count_batch = count_batch_with(kernel).unwrap();
            let mut solutions = 0;
            let mut uneven = 0;
            for unit in 0..units.count() {
                let mut whole = 0;
                for part in units.parts(unit) {
                    whole += u128::from(part.weight) * count_batch(part.batch()).solutions;
                    let given = given(&part, grain);
                    uneven += u32::from(given > grain.placements && !given.is_multiple_of(grain.placements));
                }
                let what = format!("N = {size}, {kind:?}, {}, unit {unit}", kernel.name());
                assert_eq!(count_unit(unit, &never).unwrap().solutions, whole, "{what}");
                solutions += whole;
            }
            assert!(solutions > 0 && uneven > 0, "N = {size}, {kind:?}: no batch was split");
        };
        // A board's batches do not depend on the kernel, so one kernel per board is enough.
        let mut kernels = kernels::available().collect::<Vec<_>>().into_iter().cycle();
        for size in BoardSize::all().skip(20) {
            for kind in [Prefixes::Cross, Prefixes::Rows] {
                check(size, kind, kernels.next().unwrap());
            }
        }
    }
}
