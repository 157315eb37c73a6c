//! The time.

use parlour::now::Clock;

/// Milliseconds since 1970.
pub fn now() -> i64 {
    Clock::Wall.now().0
}
