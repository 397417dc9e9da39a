//! What is left to do, and when; without a process or a clock.
//!
//! - The notification is due after its delay, once, and not when the form has closed.
//! - The payload file is due to go when the command has ended, or a minute after it began.
//! - Processes are waited for, but none for more than a minute.
//! - Without a deadline nothing is left to be done.

use super::super::job::Job;
use asq_core::time::Timestamp;

/// Longest that the payload file lies there and that a process is waited for, in milliseconds.
const MINUTE: u64 = 60_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Show the notification.
    Notify,
    /// Remove the payload file.
    Forget,
}

/// What is left to be done. Time counts from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    notify: Option<Timestamp>,
    forget: Option<Timestamp>,
    running: usize,
    /// When running processes are given up.
    patience: Timestamp,
}

impl Round {
    pub(super) fn new(job: &Job) -> Round {
        let notify = (!job.notify.is_empty()).then_some(Timestamp(job.notify_after_ms));
        Round { notify, forget: None, running: 0, patience: Timestamp(0) }
    }

    /// The command runs, its file is there.
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

    /// The notification is no longer needed.
    pub(super) fn form_closed(&mut self) {
        self.notify = None;
    }

    /// When to call [`Round::tick`] at the latest; `None`: nothing is left to be done.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        let patience = (self.running > 0).then_some(self.patience);
        [self.notify, self.forget, patience].into_iter().flatten().min()
    }

    pub(super) fn tick(&mut self, now: Timestamp) -> Vec<Due> {
        let mut due = Vec::new();
        if self.forget.is_some_and(|at| at <= now) {
            self.forget = None;
            due.push(Due::Forget);
        }
        if self.notify.is_some_and(|at| at <= now) {
            self.notify = None;
            due.push(Due::Notify);
        }
        if self.patience <= now {
            self.running = 0;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::{Due, Job, Round};
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
        assert_eq!(round.tick(at(30_000)), [Due::Notify]);
        round.started(at(30_000));
        assert_eq!((round.tick(at(30_001)), round.deadline()), (vec![], Some(at(90_000))));
        round.ended();
        assert_eq!(round.deadline(), None);
    }

    #[test]
    fn at_once_is_at_once_and_a_closed_form_calls_the_rest_off() {
        assert_eq!(notifying(0).tick(at(0)), [Due::Notify]);
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
        assert_eq!((round.tick(at(6000)), round.deadline()), (vec![Due::Forget], None));
    }

    #[test]
    fn the_file_goes_after_a_minute_and_a_command_that_hangs_is_left_alone() {
        let mut round = Round::new(&Job::default());
        round.command_started(at(10));
        assert_eq!((round.tick(at(60_010)), round.deadline()), (vec![Due::Forget], None));
        round.command_ended(at(70_000));
        assert_eq!((round.tick(at(70_000)), round.deadline()), (vec![], None));
    }
}
