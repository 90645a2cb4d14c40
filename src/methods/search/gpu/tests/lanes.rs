//! Parts of large boards, on the lanes of a device.

use super::{DEVICE, with};
use crate::board::{BoardSize, Occupancy, Square, bits};
use crate::methods::search::gpu::lanes::{Lanes, PartSums};
use crate::methods::search::gpu::stream::Stream;
use crate::methods::search::kernels::scalar;
use crate::methods::search::units::PrefixPart;
use crate::methods::search::{Placement, RemainingRows};

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

/// A part on the device.
struct Open {
    index: usize,
    slot: u32,
    sent: u32,
    /// The placements still to be sent.
    stream: Stream,
    whole: bool,
}

impl Open {
    fn new(lanes: &mut Lanes, index: usize, part: &PrefixPart, most_rows: usize) -> Self {
        let end = part.rows.len.saturating_sub(most_rows);
        let slot = lanes.open(&part.rows).unwrap();
        Self { index, slot, sent: 0, stream: Stream::new(part.clone(), end), whole: false }
    }

    /// Sends as much as there is room for.
    fn send(&mut self, lanes: &mut Lanes) {
        while !self.whole && lanes.room() > 0 {
            match self.stream.next() {
                Some(words) => {
                    lanes.add(self.slot, self.stream.row(), words);
                    self.sent += 1;
                }
                None => self.whole = true,
            }
        }
    }
}

/// Counts parts on lanes, many at a time, from the row where `most_rows` are left.
fn count(lanes: &mut Lanes, parts: &[PrefixPart], most_rows: usize) -> Vec<PartSums> {
    let mut open: Vec<Open> = Vec::new();
    let mut left = parts.iter().enumerate();
    let mut found = vec![PartSums::default(); parts.len()];
    for slices in 0.. {
        open.iter_mut().for_each(|part| part.send(lanes));
        while lanes.room() > 0 {
            let Some((index, part)) = left.next() else { break };
            let mut part = Open::new(lanes, index, part, most_rows);
            part.send(lanes);
            open.push(part);
        }
        if open.is_empty() {
            break;
        }
        lanes.slice().unwrap();
        open.retain(|part| {
            found[part.index] = lanes.sums(part.slot);
            let done = part.whole && found[part.index].placements == part.sent;
            if done {
                lanes.close(part.slot);
            }
            !done
        });
        assert!(slices < 100_000, "{} parts never end", open.len());
    }
    found
}

#[test]
fn parts_of_large_boards_agree_with_the_scalar_kernel() {
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
fn ring_and_tickets_wrap_around() {
    let gpu = with(|settings| settings.groups = 1);
    let size = BoardSize::new(17).unwrap();
    let mut rng = fastrand::Rng::with_seed(3);
    let parts: Vec<_> = (0..60).map(|_| random_part(size, 9, &mut rng)).collect();
    let placements: usize =
        parts.iter().map(|part| Stream::new(part.clone(), part.rows.len - 4).count()).sum();
    assert!(placements > 3 * 512, "{placements} placements, of which the ring has 512");
    let mut lanes = Lanes::new(&gpu, size).unwrap();
    let found = count(&mut lanes, &parts, 4);
    let found: u64 = found.iter().map(|sums| sums.solutions).sum();
    let expected: u64 =
        parts.iter().map(|part| scalar::count(&part.rows, 0, &part.placements).solutions).sum();
    assert!(expected > 0);
    assert_eq!(found, expected);
}
