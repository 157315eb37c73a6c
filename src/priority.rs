//! The priority of threads.

/// The niceness of backups and checks, so that the site comes first.
pub const BACKGROUND: i32 = 10;

/// Lowers the priority of this thread, and of those that it starts from now on, to a niceness. Only on Linux: elsewhere
/// it would slow the whole process.
pub fn lower_priority(niceness: i32) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};

        let lower = getpriority_process(None).map(|nice| nice.max(niceness));
        if let Err(error) = lower.and_then(|nice| setpriority_process(None, nice)) {
            tracing::warn!(%error, "running at normal priority");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::getpriority_process;

    use super::lower_priority;

    #[test]
    fn only_this_thread_and_those_it_starts_have_the_lower_priority() {
        let own = || getpriority_process(None).unwrap();
        let before = own();
        let lowered = std::thread::spawn(move || {
            lower_priority(before + 3);
            lower_priority(before);
            std::thread::spawn(own).join().unwrap()
        });
        assert_eq!(lowered.join().unwrap(), before + 3);
        assert_eq!(own(), before);
    }
}
