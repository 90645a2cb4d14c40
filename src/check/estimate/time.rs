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
    Ok(predict(&measure(engine, seed, time)?, engine.threads(), work.amount()))
}

/// What was measured.
struct Measured {
    /// Threads that were asked to measure, at most one a core.
    threads: usize,
    /// What those that did measure have counted: the threads, or devices, which are as many as
    /// there are.
    pieces: Vec<Vec<Piece>>,
    /// The share of the time for which each of them had a core.
    on_a_core: Vec<f64>,
    /// CPU time of what a count makes once, in seconds.
    once_s: f64,
}

fn measure(engine: &Engine<'_>, seed: u64, time: Duration) -> Result<Measured, schedule::Error> {
    let threads = engine.threads().min(choice::cores());
    let mut timings = engine.plan().method_units().timings(engine.kernel(), threads)?;
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
    let once_s = timings.iter().map(|timing| timing.once().as_secs_f64()).sum();
    Ok(Measured { threads, pieces, on_a_core, once_s })
}

/// How long `threads` threads take for `amount` of work.
fn predict(measured: &Measured, threads: usize, amount: Estimated) -> Time {
    let Measured { threads: measuring, pieces, on_a_core, once_s } = measured;
    // Threads of devices wait, and do not become faster by their number.
    let (modelled, speed) = match pieces.len() == *measuring {
        true => {
            let without_core = 1.0 - on_a_core.iter().sum::<f64>() / *measuring as f64;
            (threads as f64 / *measuring as f64, SPEED.hypot(BUSY * without_core))
        }
        false => (1.0, SPEED),
    };
    // A board without work takes no time at any speed.
    if amount.mean <= 0.0 {
        return Time { work_per_second: 0.0, wall_s: Estimated { mean: 0.0, standard_error: 0.0 } };
    }
    let work_per_second = modelled * pieces.iter().map(|pieces| 1.0 / seconds_per_work(pieces)).sum::<f64>();
    let mean = amount.mean / work_per_second + once_s / threads as f64;
    let error = (amount.standard_error / amount.mean).hypot(relative_error(&pieces.concat())).hypot(speed);
    Time { work_per_second, wall_s: Estimated { mean, standard_error: mean * error } }
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

    /// Two threads, one twice as fast as the other: a piece takes 10 ms or 20 ms.
    fn measured(on_a_core: [f64; 2]) -> Measured {
        let pieces = vec![pieces(&[(1.0, 10); 2]), pieces(&[(1.0, 20); 2])];
        Measured { threads: 2, pieces, on_a_core: on_a_core.to_vec(), once_s: 3.0 }
    }

    fn exactly(mean: f64) -> Estimated {
        Estimated { mean, standard_error: 0.0 }
    }

    fn assert_close(found: [f64; 3], expected: [f64; 3]) {
        let close = |(found, expected): (f64, f64)| (found / expected - 1.0).abs() < 1e-9;
        assert!(found.into_iter().zip(expected).all(close), "{found:?} instead of {expected:?}");
    }

    /// Work a second, wall time, and its error as a share of it.
    fn figures(time: Time) -> [f64; 3] {
        [time.work_per_second, time.wall_s.mean, time.wall_s.standard_error / time.wall_s.mean]
    }

    #[test]
    fn threads_share_the_work_and_what_is_made_once_by_their_speeds() {
        // One and a half pieces in 10 ms; the times of the pieces are off by a fifth of their mean.
        let pieces = relative_error(&measured([1.0; 2]).pieces.concat());
        assert!((0.19..0.2).contains(&pieces), "{pieces}");
        let two = predict(&measured([1.0; 2]), 2, exactly(1500.0));
        assert_close(figures(two), [150.0, 10.0 + 1.5, pieces.hypot(SPEED)]);
        let six = predict(&measured([1.0; 2]), 6, exactly(1500.0));
        assert_close(figures(six), [450.0, 10.0 / 3.0 + 0.5, pieces.hypot(SPEED)]);
        // Two devices and twelve threads on six cores, which do not make them faster.
        let devices = Measured { threads: 6, ..measured([0.0; 2]) };
        assert_close(figures(predict(&devices, 12, exactly(1500.0))), [150.0, 10.25, pieces.hypot(SPEED)]);
    }

    #[test]
    fn the_error_is_that_of_the_pieces_the_work_and_the_machine() {
        let even = |on_a_core| Measured { pieces: vec![pieces(&[(1.0, 10); 2]); 2], ..measured(on_a_core) };
        let [free, half, busy] =
            [[1.0; 2], [0.4, 0.6], [0.0; 2]].map(|cores| figures(predict(&even(cores), 2, exactly(1.0)))[2]);
        assert_close([free, half, busy], [SPEED, SPEED.hypot(BUSY / 2.0), SPEED.hypot(BUSY)]);
        let guessed = predict(&even([1.0; 2]), 2, Estimated { mean: 50.0, standard_error: 15.0 });
        assert_close(figures(guessed), [200.0, 0.25 + 1.5, SPEED.hypot(0.3)]);
    }

    #[test]
    fn a_board_without_work_takes_no_time() {
        let time = predict(&measured([1.0; 2]), 2, exactly(0.0));
        assert_eq!(time, Time { work_per_second: 0.0, wall_s: exactly(0.0) });
    }
}
