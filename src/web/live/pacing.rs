//! The pace at which the steps of a move are sent.

use std::time::Duration;

/// Up to this much is sent at normal pace.
const AT_EASE: Duration = Duration::from_secs(4);

/// How long to wait for a step with this pause, if all queued steps including it would take `behind`. The more is
/// queued, the faster: nothing is left out, and it never takes longer than twice [`AT_EASE`].
pub(super) fn wait(pause: Duration, behind: Duration) -> Duration {
    let share = (AT_EASE.as_secs_f64() / behind.as_secs_f64()).min(1.0);
    pause.mul_f64(share * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a number of steps takes.
    fn total_time(steps: u32, pause: Duration) -> Duration {
        (1..=steps).map(|left| wait(pause, pause * left)).sum()
    }

    #[test]
    fn a_single_long_animation_plays_at_full_length() {
        let hop = Duration::from_millis(300);
        assert_eq!(total_time(12, hop), hop * 12);
        assert_eq!(wait(Duration::ZERO, Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn every_roll_is_shown_in_a_series_of_passed_turns() {
        let hop = Duration::from_millis(300);
        let waits: Vec<_> = (1..=40).rev().map(|left| wait(hop, hop * left)).collect();
        assert!(waits.iter().all(|wait| !wait.is_zero()) && waits.is_sorted(), "{waits:?}");
    }

    #[test]
    fn a_backlog_is_shown_in_at_most_twice_the_usual_time() {
        for steps in [20, 100, 1000] {
            for pause in [140, 300, 600] {
                let taken = total_time(steps, Duration::from_millis(pause));
                assert!(taken <= AT_EASE * 2, "{steps} steps of {pause} ms take {taken:?}");
            }
        }
    }
}
