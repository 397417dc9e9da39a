//! The watcher's remaining work and its times, without a process or a clock.
//!
//! - The notification is due once, after its delay, unless the form has closed.
//! - The payload file's removal is due when the command has ended, or a minute after its start.
//! - It waits for each process, but at most a minute.
//! - No deadline means no work is left.

use super::super::job::Job;
use asq_core::time::Timestamp;

/// The longest life of a payload file, and the longest wait for a process, in milliseconds.
const MINUTE: u64 = 60_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DueTask {
    /// Show the notification.
    Notify,
    /// Remove the payload file.
    Forget,
}

/// The remaining work. Time counts from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    notify: Option<Timestamp>,
    forget: Option<Timestamp>,
    running: usize,
    /// When to give up running processes.
    patience: Timestamp,
}

impl Round {
    pub(super) fn new(job: &Job) -> Round {
        let notify = (!job.notify.is_empty()).then_some(Timestamp(job.notify_after_ms));
        Round { notify, forget: None, running: 0, patience: Timestamp(0) }
    }

    /// Notes that the command runs and its file exists.
    pub(super) fn command_started(&mut self, now: Timestamp) {
        self.forget = Some(now.plus(MINUTE));
        self.started(now);
    }

    pub(super) fn started(&mut self, now: Timestamp) {
        self.running += 1;
        self.patience = now.plus(MINUTE);
    }

    pub(super) fn command_ended(&mut self, now: Timestamp) {
        self.forget = self.forget.map(|_| now);
        self.ended();
    }

    pub(super) fn ended(&mut self) {
        self.running = self.running.saturating_sub(1);
    }

    /// Cancels the notification: the form has closed.
    pub(super) fn form_closed(&mut self) {
        self.notify = None;
    }

    /// When to call [`Round::tick`] at the latest; `None`: no work is left.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        let patience = (self.running > 0).then_some(self.patience);
        [self.notify, self.forget, patience].into_iter().flatten().min()
    }

    pub(super) fn tick(&mut self, now: Timestamp) -> Vec<DueTask> {
        let mut due = Vec::new();
        if self.forget.is_some_and(|at| at <= now) {
            self.forget = None;
            due.push(DueTask::Forget);
        }
        if self.notify.is_some_and(|at| at <= now) {
            self.notify = None;
            due.push(DueTask::Notify);
        }
        if self.patience <= now {
            self.running = 0;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::{DueTask, Job, Round};
    use asq_core::time::Timestamp;

    fn at(ms: u64) -> Timestamp {
        Timestamp(ms)
    }

    fn notifying(after_ms: u64) -> Round {
        Round::new(&Job { notify: vec!["n".into()], notify_after_ms: after_ms, ..Job::default() })
    }

    #[test]
    fn a_job_without_anything_is_over() {
        let mut round = Round::new(&Job::default());
        assert_eq!((round.tick(at(0)), round.deadline()), (vec![], None));
    }

    #[test]
    fn a_notification_comes_once_after_its_delay() {
        let mut round = notifying(30_000);
        assert_eq!((round.tick(at(29_999)), round.deadline()), (vec![], Some(at(30_000))));
        assert_eq!(round.tick(at(30_000)), [DueTask::Notify]);
        round.started(at(30_000));
        assert_eq!((round.tick(at(30_001)), round.deadline()), (vec![], Some(at(90_000))));
        round.ended();
        assert_eq!(round.deadline(), None);
    }

    #[test]
    fn at_once_is_at_once_and_a_closed_form_calls_the_rest_off() {
        assert_eq!(notifying(0).tick(at(0)), [DueTask::Notify]);
        let mut round = notifying(5);
        round.form_closed();
        assert_eq!((round.tick(at(9)), round.deadline()), (vec![], None));
    }

    #[test]
    fn the_file_goes_when_the_command_ends_also_after_the_form() {
        let mut round = Round::new(&Job::default());
        round.command_started(at(10));
        round.form_closed();
        assert_eq!((round.tick(at(5000)), round.deadline()), (vec![], Some(at(60_010))));
        round.command_ended(at(6000));
        assert_eq!((round.tick(at(6000)), round.deadline()), (vec![DueTask::Forget], None));
    }

    #[test]
    fn the_file_goes_after_a_minute_and_a_command_that_hangs_is_left_alone() {
        let mut round = Round::new(&Job::default());
        round.command_started(at(10));
        assert_eq!((round.tick(at(60_010)), round.deadline()), (vec![DueTask::Forget], None));
        round.command_ended(at(70_000));
        assert_eq!((round.tick(at(70_000)), round.deadline()), (vec![], None));
    }
}
