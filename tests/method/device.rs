//! A method only for tests: a slow search on a fictitious device.
//!
//! A unit is the columns of the first `depth` queens, as the digits of its number to the base N.
//! The device holds a thousand units, finishes the latest first, and divides its time among them.
//! It can be made to fail.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use queens::board::BoardSize;
use queens::methods::counter::{
    Claims, Counter, CounterError, Finished, UnitCounts, one_by_one, thread_time,
};
use queens::methods::kernel::Kernel;
use queens::methods::work::{Piece, Timing, Work};
use queens::methods::{DepthError, Method};
use queens::methods::{Method, Units};

/// The kernel of the device.
pub const DEVICE: Kernel = Kernel::named("device");

/// A recursion on the CPU, one unit at a time.
pub const PLAIN: Kernel = Kernel::named("plain");

/// Units that the device holds at a time.
pub const HOLDS: usize = 1000;

/// Units that the device finishes together.
const ROUND: usize = 50;

/// What is wrong with the device.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fault {
    #[default]
    None,
    /// It does not open, the next time.
    Shut,
    /// It is lost after so many units, the next time it opens.
    LostAfter(u64),
    /// Each round takes so long.
    Slow(Duration),
}

thread_local! {
    static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
}

/// Breaks the device for the counters that this thread asks for next.
pub fn break_device(fault: Fault) {
    FAULT.set(fault);
}

pub struct Device;

impl Method for Device {
    fn name(&self) -> &'static str {
        "first-rows"
    }

    fn number(&self) -> u64 {
        1 << 40
    }

    fn first_plan_format(&self) -> u32 {
        2
    }

    fn checked_by(&self) -> Method {
        Method::Cross
    }

    fn kernels(&self) -> &'static [Kernel] {
        &[DEVICE, PLAIN]
    }

    fn available(&self) -> Vec<Kernel> {
        self.kernels().to_vec()
    }

    fn auto_from(&self, _: Kernel) -> Option<usize> {
        None
    }

    fn standard_depth(&self, size: BoardSize) -> usize {
        size.get().min(4)
    }

    fn units(&self, size: BoardSize, depth: usize) -> Result<Arc<dyn Units>, DepthError> {
        let n = size.get();
        if depth > n {
            return Err(DepthError::OutOfRange { depth, max: n });
        }
        Ok(Arc::new(FirstRows { n, depth, count: (n as u64).pow(depth as u32) }))
    }
}

#[derive(Debug)]
struct FirstRows {
    n: usize,
    depth: usize,
    count: u64,
}

impl FirstRows {
    fn solve(&self, unit: u64) -> UnitCounts {
        assert!(unit < self.count, "unit {unit} of {}", self.count);
        let (mut columns, mut rest) = (Vec::new(), unit);
        for _ in 0..self.depth {
            columns.push((rest % self.n as u64) as usize);
            rest /= self.n as u64;
        }
        let possible = (1..self.depth).all(|row| is_free(&columns[..row], columns[row]));
        let mut counts = UnitCounts::default();
        if possible {
            complete(self.n, &mut columns, &mut counts);
        }
        counts
    }
}

/// Whether no queen in the rows above attacks this column of the next row.
fn is_free(columns: &[usize], column: usize) -> bool {
    let mut rows_up = columns.iter().rev().zip(1..);
    rows_up.all(|(&other, distance)| other != column && other.abs_diff(column) != distance)
}

fn complete(n: usize, columns: &mut Vec<usize>, counts: &mut UnitCounts) {
    counts.nodes += 1;
    if columns.len() == n {
        counts.solutions += 1;
        return;
    }
    for column in 0..n {
        if is_free(columns, column) {
            columns.push(column);
            complete(n, columns, counts);
            columns.pop();
        }
    }
}

impl Units for FirstRows {
    fn count(&self) -> u64 {
        self.count
    }

    fn cost(&self, _: u64) -> f64 {
        1.0 / self.count as f64
    }

    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_> {
        Box::new(std::iter::once((0..self.count, self.cost(0))))
    }

    fn describe(&self, write: &mut dyn FnMut(u64)) {
        write(self.n as u64);
    }

    /// One device, however many threads there are.
    fn counters(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Counter + '_>>, CounterError> {
        if kernel == PLAIN {
            return Ok((0..threads).map(|_| Box::new(Plain(self)) as Box<dyn Counter>).collect());
        }
        let fault = FAULT.take();
        match kernel == DEVICE && fault != Fault::Shut {
            true => Ok(vec![Box::new(Queue { units: self, fault, held: Vec::new() })]),
            false => Err(CounterError::Start { kernel, reason: "the device does not open".to_owned() }),
        }
    }

    fn checking_kernel(&self, _: u64, counted_by: &str, _: Duration) -> Kernel {
        if counted_by == PLAIN.name() { DEVICE } else { PLAIN }
    }

    fn work(&self, _: Kernel, _: u64) -> Work {
        Work::Shares
    }

    fn timings(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Timing + '_>>, CounterError> {
        let count = if kernel == PLAIN { threads } else { 1 };
        Ok((0..count)
            .map(|_| Box::new(Pieces { units: self, kernel, is_prepared: false }) as Box<dyn Timing>)
            .collect())
    }

    fn memory(&self, _: Kernel, threads: usize) -> u64 {
        (threads * HOLDS) as u64
    }
}

struct Plain<'a>(&'a FirstRows);

impl Counter for Plain<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), CounterError> {
        one_by_one(PLAIN, claims, done, &mut |unit, _| Some(self.0.solve(unit)));
        Ok(())
    }
}

/// The device with the units in it.
struct Queue<'a> {
    units: &'a FirstRows,
    fault: Fault,
    held: Vec<u64>,
}

impl Counter for Queue<'_> {
    fn run(&mut self, claims: &mut Claims<'_>, done: &mut dyn FnMut(Finished)) -> Result<(), CounterError> {
        let mut finished = 0;
        loop {
            self.held.extend(claims.by_ref().take(HOLDS - self.held.len()));
            if self.held.is_empty() || claims.stop().load(Ordering::Relaxed) {
                return Ok(());
            }
            if let Fault::LostAfter(units) = self.fault
                && finished >= units
            {
                return Err(CounterError::Failed {
                    kernel: DEVICE,
                    reason: "the device was lost".to_owned(),
                });
            }
            if let Fault::Slow(time) = self.fault {
                std::thread::sleep(time);
            }
            let (began, cpu_before) = (Instant::now(), thread_time());
            let round = self.held.split_off(self.held.len().saturating_sub(ROUND));
            let found: Vec<UnitCounts> = round.iter().map(|&unit| self.units.solve(unit)).collect();
            let units = round.len() as u32;
            let (wall, cpu) = (began.elapsed() / units, (thread_time() - cpu_before) / units);
            for (unit, UnitCounts { solutions, nodes }) in round.into_iter().zip(found).rev() {
                finished += 1;
                done(Finished { unit, solutions, nodes, wall, cpu, kernel: DEVICE });
            }
        }
    }

    fn holds(&self) -> u64 {
        HOLDS as u64
    }
}

/// What a unit takes of the device, and of a thread, which also makes something once.
pub const DEVICE_UNIT: Duration = Duration::from_millis(2);
pub const PLAIN_UNIT: Duration = Duration::from_millis(3);
pub const PLAIN_ONCE: Duration = Duration::from_millis(400);

/// The first random numbers of all that measured.
pub static DRAWN: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

struct Pieces<'a> {
    units: &'a FirstRows,
    kernel: Kernel,
    is_prepared: bool,
}

impl Timing for Pieces<'_> {
    /// Takes CPU time that must not count for the pieces.
    fn prepare(&mut self, rng: &mut Rng) {
        self.is_prepared = true;
        DRAWN.lock().unwrap().insert(rng.u64(..));
        let (began, worked) = (thread_time(), Instant::now());
        let pause = Duration::from_millis(20);
        while thread_time() - began < pause && worked.elapsed() < 100 * pause {}
    }

    /// Waits, as for a device or for a core.
    fn piece(&mut self, rng: &mut Rng) -> Piece {
        assert!(self.is_prepared);
        std::thread::sleep(Duration::from_millis(1));
        let work = self.units.cost(rng.u64(..self.units.count));
        Piece { work, elapsed: if self.kernel == PLAIN { PLAIN_UNIT } else { DEVICE_UNIT } }
    }

    fn once(&self) -> Duration {
        if self.kernel == PLAIN { PLAIN_ONCE } else { Duration::ZERO }
    }
}
