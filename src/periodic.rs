//! Tasks that run at an interval, and at once on request.
//!
//! A task owns the [`TaskSchedule`], all others have the [`TaskTrigger`]. [`TaskTrigger::run`] waits for a complete
//! run, so tests can check that a run did nothing, instead of waiting for several intervals.

use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Requests runs of a periodic task.
#[derive(Debug, Default)]
pub struct TaskTrigger {
    wake: Notify,
    started: watch::Sender<u64>,
    finished: watch::Sender<u64>,
}

/// The schedule of a periodic task, owned by the task itself.
#[derive(Debug)]
pub struct TaskSchedule<'a> {
    trigger: &'a TaskTrigger,
    ticks: Interval,
    stopping: watch::Receiver<bool>,
}

/// One run of a task, which is finished when this is dropped.
#[derive(Debug)]
pub struct TaskRun<'a>(&'a TaskTrigger);

impl TaskTrigger {
    /// Requests a run, without waiting for it.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Waits for a run of the task that began after this call. Returns at once if the task has ended.
    pub async fn run(&self) {
        // A run in progress may have read its data before this call.
        let next = *self.started.borrow() + 1;
        let mut finished = self.finished.subscribe();
        self.wake();
        let _ = finished.wait_for(|run| *run >= next).await;
    }

    /// A schedule with a run now and then one every `interval`, until `stopping` is true.
    pub fn schedule(&self, every: Duration, stopping: watch::Receiver<bool>) -> TaskSchedule<'_> {
        let mut ticks = interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        TaskSchedule { trigger: self, ticks, stopping }
    }
}

impl<'a> TaskSchedule<'a> {
    /// Waits for the next run; `None` once the site stops.
    pub async fn next(&mut self) -> Option<TaskRun<'a>> {
        if *self.stopping.borrow() {
            return None;
        }
        tokio::select! {
            _ = self.stopping.changed() => return None,
            _ = self.ticks.tick() => {}
            () = self.trigger.wake.notified() => {}
        }
        self.trigger.started.send_modify(|run| *run += 1);
        Some(TaskRun(self.trigger))
    }
}

impl Drop for TaskSchedule<'_> {
    /// Releases those who wait for a run.
    fn drop(&mut self) {
        self.trigger.finished.send_replace(u64::MAX);
    }
}

impl Drop for TaskRun<'_> {
    fn drop(&mut self) {
        self.0.finished.send_if_modified(|finished| {
            let run = *self.0.started.borrow();
            let is_newer = *finished < run;
            *finished = run.max(*finished);
            is_newer
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    const NEVER: Duration = Duration::from_secs(3600);

    #[tokio::test]
    async fn a_run_is_complete_when_it_has_been_waited_for() {
        let (stop, stopping) = watch::channel(false);
        let (trigger, done) = (Arc::new(TaskTrigger::default()), Arc::new(AtomicU32::new(0)));
        let (tasks, counted) = (Arc::clone(&trigger), Arc::clone(&done));
        let task = tokio::spawn(async move {
            let mut schedule = tasks.schedule(NEVER, stopping);
            while let Some(_run) = schedule.next().await {
                tokio::task::yield_now().await;
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        for _ in 0..3 {
            let before = done.load(Ordering::SeqCst);
            trigger.run().await;
            assert!(done.load(Ordering::SeqCst) > before);
        }
        stop.send_replace(true);
        task.await.unwrap();
    }

    #[tokio::test]
    async fn nobody_waits_for_a_task_that_has_ended() {
        let (_stop, stopping) = watch::channel(true);
        let trigger = TaskTrigger::default();
        assert!(trigger.schedule(NEVER, stopping).next().await.is_none());
        trigger.run().await;
    }
}
