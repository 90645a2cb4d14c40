//! Parts of large boards, on the lanes of a device.

use std::collections::BTreeMap;

use queens::board::{BoardSize, Occupancy, Square, bits};
use queens::methods::search::gpu::lanes::{Lanes, Sums};
use queens::methods::search::gpu::stream::Stream;
use queens::methods::search::kernels::scalar;
use queens::methods::search::{Placement, PrefixPart, RemainingRows};

use crate::{DEVICE, with};

/// A part below random queens that leave `rows_left` rows, anywhere on the board.
fn random_part(size: BoardSize, rows_left: usize, rng: &mut fastrand::Rng) -> PrefixPart {
    let mut occupancy = Occupancy::default();
    let mut rows: Vec<usize> = (0..size.get()).collect();
    rng.shuffle(&mut rows);
    for row in rows {
        let free: Vec<usize> = bits(occupancy.free_in_row(size, row)).collect();
        if occupancy.rows.count_ones() as usize == size.get() - rows_left {
            break;
        }
        if let Some(&column) = rng.choice(&free) {
            occupancy = occupancy.with(size, Square::new(row, column));
        }
    }
    let rows = RemainingRows::below(size, &occupancy);
    PrefixPart { weight: 1, rows, row: 0, placements: vec![Placement::root(occupancy.columns)] }
}

/// Counts parts on lanes, all at a time, from the row where `most_rows` are left.
fn count(lanes: &mut Lanes, parts: &[PrefixPart], most_rows: usize) -> Vec<Sums> {
    let mut open: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
    let mut found = vec![Sums::default(); parts.len()];
    let mut left = parts.iter().enumerate();
    let mut slices = 0;
    loop {
        while lanes.room() > 600 || open.is_empty() {
            let Some((index, part)) = left.next() else { break };
            let slot = lanes.open(&part.rows).unwrap();
            let end = part.rows.len.saturating_sub(most_rows);
            let sent = Stream::new(part.clone(), end).map(|words| lanes.add(slot, end, words)).count();
            open.insert(index, (slot, sent as u32));
        }
        if open.is_empty() {
            return found;
        }
        lanes.slice().unwrap();
        open.retain(|&index, &mut (slot, sent)| {
            found[index] = lanes.sums(slot);
            let done = found[index].placements == sent;
            if done {
                lanes.close(slot);
            }
            !done
        });
        slices += 1;
        assert!(slices < 100_000, "{} parts never end", open.len());
    }
}

#[test]
fn random_parts_of_all_large_boards_are_what_the_scalar_kernel_counts() {
    let mut rng = fastrand::Rng::with_seed(17);
    for n in 17..=32 {
        let size = BoardSize::new(n).unwrap();
        let parts: Vec<_> = (0..24).map(|i| random_part(size, 5 + i % 10, &mut rng)).collect();
        let mut lanes = Lanes::new(&DEVICE, size).unwrap();
        let mut all = 0;
        for most_rows in [14, 9, 3] {
            let found = count(&mut lanes, &parts, most_rows);
            for (part, found) in parts.iter().zip(found) {
                let expected = scalar::count(&part.rows, part.row, &part.placements).solutions;
                assert_eq!(found.solutions, expected, "N = {n}, {most_rows} rows left: {part:?}");
                all += expected;
            }
        }
        assert!(all > 0, "N = {n}: there is nothing to count");
    }
}

#[test]
fn the_ring_is_gone_around_and_tickets_wrap() {
    let gpu = with(|settings| settings.groups = 1);
    let (size, mut rng) = (BoardSize::new(17).unwrap(), fastrand::Rng::with_seed(3));
    let parts: Vec<_> = (0..60).map(|_| random_part(size, 9, &mut rng)).collect();
    let placements: usize = parts.iter().map(|part| Stream::new(part.clone(), 5).count()).sum();
    assert!(placements > 3 * 512, "{placements} placements, of which the ring has 512");
    let mut lanes = Lanes::new(&gpu, size).unwrap();
    let found = count(&mut lanes, &parts, 4);
    let found: u64 = found.iter().map(|sums| sums.solutions).sum();
    let expected: u64 =
        parts.iter().map(|part| scalar::count(&part.rows, 0, &part.placements).solutions).sum();
    assert!(expected > 0);
    assert_eq!(found, expected);
}
