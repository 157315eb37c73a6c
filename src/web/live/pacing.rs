//! The pace at which the steps of moves are sent.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// The speeds, each with how much it is enough for. Nothing is shown so fast that it cannot be followed: readers who do not want
/// to wait can skip the rest.
const SPEEDS: [(Duration, u32); 2] = [(Duration::from_secs(4), 1), (Duration::from_secs(16), 2)];
/// The speed for all that is more.
const FASTEST: u32 = 4;

/// The pace of a stream. It is faster while much is queued, and stays so until the last queued step.
#[derive(Debug)]
pub(super) struct Pace {
    /// How many times as fast as usual steps are sent.
    speed: u32,
    /// When the animation of the last step has ended.
    shown: Instant,
}

impl Pace {
    pub fn new() -> Self {
        Self { speed: 1, shown: Instant::now() }
    }

    /// Waits until the animation of the last step has ended.
    pub async fn until_shown(&self) {
        sleep_until(self.shown).await;
    }

    /// Shows a step for as long as its animation takes. `queued` is how long the steps after it would usually take. Returns
    /// the speed if it has changed.
    pub fn show(&mut self, hold: Duration, queued: Duration, is_last: bool) -> Option<u32> {
        let changed = self.adapt(hold + queued, is_last);
        self.shown = Instant::now() + hold / self.speed;
        changed
    }

    fn adapt(&mut self, behind: Duration, is_last: bool) -> Option<u32> {
        let least = if is_last { 1 } else { self.speed };
        let enough = SPEEDS.iter().find(|(most, _)| behind <= *most).map_or(FASTEST, |(_, speed)| *speed);
        let speed = enough.max(least);
        let changed = speed != self.speed;
        self.speed = speed;
        changed.then_some(speed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long each of a number of steps is shown.
    fn holds(steps: u32, hold: Duration) -> Vec<Duration> {
        let mut pace = Pace::new();
        let hold = |left: u32| {
            pace.adapt(hold * left, left == 1);
            hold / pace.speed
        };
        (1..=steps).rev().map(hold).collect()
    }

    #[test]
    fn a_single_long_animation_plays_at_full_length() {
        let hop = Duration::from_millis(300);
        assert_eq!(holds(12, hop), [hop; 12]);
    }

    #[test]
    fn a_burst_plays_at_double_speed_to_its_last_step() {
        let hop = Duration::from_millis(300);
        let (last, others) =
            holds(20, hop).split_last().map(|(last, others)| (*last, others.to_vec())).unwrap();
        assert_eq!((others, last), (vec![hop / 2; 19], hop));
    }

    #[test]
    fn the_speed_is_said_once_at_the_beginning_and_once_at_the_end() {
        let (mut pace, step) = (Pace::new(), Duration::from_millis(300));
        let said: Vec<_> = (1..=20).rev().map(|left| pace.adapt(step * left, left == 1)).collect();
        assert_eq!((said[0], said[19]), (Some(2), Some(1)));
        assert!(said[1..19].iter().all(Option::is_none), "{said:?}");
    }

    #[test]
    fn a_long_burst_is_faster_and_stays_so() {
        let hop = Duration::from_millis(300);
        let shown = holds(100, hop);
        assert_eq!(shown[..99], [hop / 4; 99]);
    }
}
