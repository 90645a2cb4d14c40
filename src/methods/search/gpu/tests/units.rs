//! Units of a device against the scalar kernel.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{DEVICE, units, with};
use crate::board::BoardSize;
use crate::check::known::Sequence;
use crate::methods::counter::{Claims, Counter, Finished};
use crate::methods::search::counter::tests::small_units;
use crate::methods::search::gpu::lanes::Lanes;
use crate::methods::search::gpu::{GpuCounter, Settings};
use crate::methods::search::remaining::count_extensions;
use crate::methods::search::{Placement, Prefixes, RemainingRows, SearchUnits};
use crate::methods::{Kernel, Runner, Units};

/// The counts of every unit by a counter; each must come once.
fn count(counter: &mut dyn Counter, units: &SearchUnits) -> BTreeMap<u64, Finished> {
    let never = AtomicBool::new(false);
    let mut next = 0..units.count();
    let mut found = BTreeMap::new();
    let mut done = |unit: Finished| assert!(found.insert(unit.unit, unit).is_none(), "{unit:?} came twice");
    counter.run(&mut Claims::new(&mut || next.next(), &never), &mut done).unwrap();
    assert_eq!(found.len() as u64, units.count());
    found
}

/// The counts by the device with these settings, and two threads of the host.
fn by(settings: Settings, units: &SearchUnits) -> BTreeMap<u64, Finished> {
    count(&mut GpuCounter::new(units, &DEVICE, 2, settings).unwrap(), units)
}

/// The counts by the scalar kernel.
fn by_scalar(units: &SearchUnits) -> BTreeMap<u64, Finished> {
    let runner = Runner::Cpu { kernel: Kernel::Scalar, threads: 1 };
    count(&mut *units.counters(&runner).unwrap().remove(0), units)
}

#[test]
fn every_device_gets_a_counter() {
    let devices = vec![DEVICE.clone(); 3];
    let runner = Runner::Devices { devices, threads: 2 };
    assert_eq!(units(8, Prefixes::Cross).counters(&runner).unwrap().len(), 3);
}

#[test]
fn units_of_small_boards_agree_with_the_scalar_kernel() {
    let boards = (1..=14).flat_map(|n| [(n, Prefixes::Cross), (n, Prefixes::Rows)]);
    for (n, kind) in boards.chain([(15, Prefixes::Cross)]) {
        let units = units(n, kind);
        let found = by(with(|_| ()), &units);
        let expected = by_scalar(&units);
        for (found, expected) in found.values().zip(expected.values()) {
            assert_eq!(found.solutions, expected.solutions, "N = {n}, {kind:?}, unit {}", found.unit);
            assert_eq!(found.kernel, Kernel::Gpu);
        }
    }
}

#[test]
fn units_of_large_boards_agree_with_the_scalar_kernel() {
    for most_rows in [16, 9, 3] {
        let settings = with(|settings| settings.most_rows = most_rows);
        for size in BoardSize::all().skip(16) {
            let units = small_units(size, Prefixes::Cross);
            let found = by(settings, &units);
            let expected = by_scalar(&units);
            let solutions = |units: &BTreeMap<u64, Finished>| -> Vec<u128> {
                units.values().map(|unit| unit.solutions).collect()
            };
            assert_eq!(solutions(&found), solutions(&expected), "N = {size}, {most_rows} rows left");
            assert!(solutions(&expected).iter().any(|&solutions| solutions > 0), "N = {size}");
        }
    }
}

#[test]
fn slices_lanes_and_threads_do_not_change_the_counts() {
    let units = units(13, Prefixes::Cross);
    let found = |settings| -> Vec<_> {
        by(settings, &units).values().map(|unit| (unit.solutions, unit.nodes)).collect()
    };
    let usual = found(with(|_| ()));
    let short = with(|settings| (settings.first_steps, settings.most_steps) = (64, 64));
    assert_eq!(found(short), usual);
    // A ring of 512 placements, and slices as long as they may be.
    let narrow = with(|settings| (settings.groups, settings.first_steps) = (1, 32_768));
    assert_eq!(found(narrow), usual);
    for threads in [1, 5] {
        let mut counter = GpuCounter::new(&units, &DEVICE, threads, with(|_| ())).unwrap();
        let found = count(&mut counter, &units);
        assert!(found.values().map(|unit| (unit.solutions, unit.nodes)).eq(usual.iter().copied()));
    }
}

/// A placement with 16 rows left would keep one lane busy for long, and the others would wait.
#[test]
fn lanes_share_one_placement() {
    let size = BoardSize::new(17).unwrap();
    let prefix = Prefixes::Rows.of(size)[3];
    let rows = RemainingRows::below(size, &prefix.occupancy);
    let settings = with(|settings| {
        (settings.groups, settings.first_steps, settings.most_steps) = (1, 4096, 4096);
    });
    let mut lanes = Lanes::new(&DEVICE.gpu, settings, size).unwrap();
    let slot = lanes.open(&rows).unwrap();
    let root = Placement::root(prefix.occupancy.columns);
    lanes.add(slot, 0, &[[root.free(&rows, 0), root.columns, 0, 0]]);
    let mut slices = 0;
    while lanes.sums(slot).placements != 1 && slices < 100 {
        lanes.slice().unwrap();
        slices += 1;
    }
    let steps = lanes.sums(slot).nodes;
    let lanes_at_work = steps / (4096 * slices);
    assert!(lanes_at_work > 48, "{lanes_at_work} of 64 lanes in {slices} slices");
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn panic_of_a_host_thread_ends_the_count() {
    let units = units(13, Prefixes::Cross);
    let mut next = 0..units.count() + 1;
    let never = AtomicBool::new(false);
    let mut counter = GpuCounter::new(&units, &DEVICE, 1, with(|_| ())).unwrap();
    let _ = counter.run(&mut Claims::new(&mut || next.next(), &never), &mut |_| ());
}

#[test]
fn sends_large_units_in_several_rounds() {
    let units = units(13, Prefixes::Rows);
    let expected = by_scalar(&units);
    for most_rows in [3, 5, 8] {
        let settings = with(|settings| (settings.groups, settings.most_rows) = (1, most_rows));
        let mut most = 0;
        for (unit, found) in by(settings, &units) {
            assert_eq!(found.solutions, expected[&unit].solutions, "unit {unit}, {most_rows} rows left");
            for part in units.parts(unit) {
                let end = 13 - 1 - most_rows;
                let below = |&start| count_extensions(&part.rows, part.row, end, start, u64::MAX);
                most = most.max(part.placements.iter().map(below).sum());
            }
        }
        // The ring has 512 placements; with 3 rows left a part has thousands.
        assert!(most > 512 || most_rows > 5, "{most_rows} rows left: {most} placements at most");
    }
}

#[test]
fn counts_correctly_after_a_stop() {
    let units = units(13, Prefixes::Cross);
    let narrow = with(|settings| settings.groups = 1);
    let mut counter = GpuCounter::new(&units, &DEVICE, 2, narrow).unwrap();
    let stop = AtomicBool::new(false);
    let mut next = 0..units.count();
    // By then many placements are on the device.
    let mut done = |_| stop.store(true, Ordering::Relaxed);
    counter.run(&mut Claims::new(&mut || next.next(), &stop), &mut done).unwrap();
    assert!(next.start > 0 && next.start < units.count(), "{next:?}");
    let total: u128 = count(&mut counter, &units).values().map(|unit| unit.solutions).sum();
    assert_eq!(Some(total), Sequence::Solutions.known(units.size));
}

#[test]
fn unit_time_is_its_share_of_the_slices() {
    let units = units(14, Prefixes::Cross);
    let began = std::time::Instant::now();
    let found = by(with(|_| ()), &units);
    let wall = began.elapsed();
    let busy = found.values().map(|unit| unit.wall).sum::<std::time::Duration>();
    assert!(busy <= wall && busy > wall / 4, "{busy:?} of {wall:?}");
    let of = |unit: &Finished| (unit.wall.as_secs_f64(), unit.nodes as f64);
    let most = found.values().map(of).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    let least = found.values().map(of).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    assert!(most.0 > least.0, "{most:?} and {least:?}");
}
