//! Predicts how long a count takes, from the speed of this machine.
//!
//! All threads count random pieces of the plan for a while. The method knows the amount of work in
//! a piece and in the whole plan.

use std::time::{Duration, Instant};

use super::Estimated;
use crate::count::choice::{self, Engine};
use crate::count::schedule;
use crate::methods::counter::thread_time;
use crate::methods::work::{Piece, Work, rng};

/// The speed of a count if every thread has its own core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    /// Work done in a second by all threads together, in the measure of the method; 0 on a board
    /// without any.
    pub work_per_second: f64,
    /// Wall time of the whole count, in seconds. Its error is that of the pieces and of the work;
    /// what else the machine does later is not in it.
    pub wall_s: Estimated,
}

/// How much the speed of a free machine differs from one time to another, and how much slower its
/// caches may make it when the threads have a core for none of the time: standard deviations, as
/// shares of the time. With them the error covers what was off (docs/checking.md).
const SPEED: f64 = 0.05;
const BUSY: f64 = 0.5;

/// Measures the combined speed of the threads of `engine` for about `time`, and predicts how long
/// they take for `work`. Starts no more threads than there are cores and assumes that the others
/// are as fast.
///
/// The time is looked at after every piece, and the last one counts: to leave it out would leave
/// out long pieces more often than short ones.
///
/// # Errors
/// If the threads or their counters cannot be started.
pub fn time(engine: &Engine<'_>, work: &Work, seed: u64, time: Duration) -> Result<Time, schedule::Error> {
    let started = engine.threads().min(choice::cores());
    let mut timings = engine.plan().method_units().timings(engine.kernel(), started)?;
    let mut pieces: Vec<Vec<Piece>> = vec![Vec::new(); timings.len()];
    let mut on_a_core = vec![1.0; timings.len()];
    schedule::pool(timings.len())?.in_place_scope(|scope| {
        let places = timings.iter_mut().zip(&mut pieces).zip(&mut on_a_core);
        for (((timing, pieces), on_a_core), stream) in places.zip(0..) {
            scope.spawn(move |_| {
                let mut rng = rng(seed, stream);
                timing.prepare(&mut rng);
                let (began, busy) = (Instant::now(), thread_time());
                while began.elapsed() < time {
                    pieces.push(timing.piece(&mut rng));
                }
                let busy = thread_time().saturating_sub(busy);
                *on_a_core = (busy.as_secs_f64() / began.elapsed().as_secs_f64()).min(1.0);
            });
        }
    });
    // Devices are as many as there are, whatever the number of threads, and their threads wait.
    let (modelled, speed) = match timings.len() == started {
        true => {
            let without_core = 1.0 - on_a_core.iter().sum::<f64>() / started as f64;
            (engine.threads() as f64 / started as f64, SPEED.hypot(BUSY * without_core))
        }
        false => (1.0, SPEED),
    };
    let work_per_second = modelled * pieces.iter().map(|pieces| 1.0 / seconds_per_work(pieces)).sum::<f64>();
    let amount = work.amount();
    // A board without work takes no time at any speed.
    if amount.mean <= 0.0 {
        return Ok(Time { work_per_second: 0.0, wall_s: Estimated { mean: 0.0, standard_error: 0.0 } });
    }
    let once: f64 = timings.iter().map(|timing| timing.once().as_secs_f64()).sum();
    let mean = amount.mean / work_per_second + once / engine.threads() as f64;
    let error = (amount.standard_error / amount.mean).hypot(relative_error(&pieces.concat())).hypot(speed);
    Ok(Time { work_per_second, wall_s: Estimated { mean, standard_error: mean * error } })
}

/// Time that work takes, from some pieces of it.
fn seconds_per_work(pieces: &[Piece]) -> f64 {
    seconds(pieces).max(1e-9) / pieces.iter().map(|piece| piece.work).sum::<f64>()
}

fn seconds(pieces: &[Piece]) -> f64 {
    pieces.iter().map(|piece| piece.elapsed.as_secs_f64()).sum()
}

/// The relative standard error of [`seconds_per_work`], from how far the time of each piece is from
/// the time that its work predicts. A single piece could be off by its whole time.
///
/// Source: W. G. Cochran, "Sampling Techniques", 1977, section 6.4 (the ratio of two sums).
fn relative_error(pieces: &[Piece]) -> f64 {
    let (count, expected) = (pieces.len() as f64, seconds_per_work(pieces));
    if pieces.len() < 2 {
        return 1.0;
    }
    let off = |piece: &Piece| piece.elapsed.as_secs_f64() - expected * piece.work;
    let scatter: f64 = pieces.iter().map(|piece| off(piece).powi(2)).sum();
    (scatter * count / (count - 1.0)).sqrt() / seconds(pieces).max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(of: &[(f64, u64)]) -> Vec<Piece> {
        of.iter().map(|&(work, ms)| Piece { work, elapsed: Duration::from_millis(ms) }).collect()
    }

    #[test]
    fn pieces_that_take_what_their_work_makes_expect_leave_no_error() {
        let even = pieces(&[(1.0, 20), (3.0, 60), (2.0, 40)]);
        assert!((seconds_per_work(&even) - 0.02).abs() < 1e-12);
        assert!(relative_error(&even) < 1e-12);
    }

    #[test]
    fn the_error_is_that_of_the_mean_and_shrinks_as_pieces_are_added() {
        // The mean of 10 and 30 is 20; their standard deviation is 14.14, that of the mean 10.
        let two = pieces(&[(1.0, 10), (1.0, 30)]);
        assert!((relative_error(&two) - 0.5).abs() < 1e-12);
        assert!((relative_error(&two.repeat(50)) - 0.05).abs() < 1e-3);
        assert_eq!(relative_error(&pieces(&[(1.0, 10)])), 1.0);
    }
}
