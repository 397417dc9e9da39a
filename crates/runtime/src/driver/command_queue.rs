//! A surface's commands, in their order.
//!
//! - Leaving waits for the current command, carries out the rest, and writes all drafts.

use super::commands::Commands;
use asq_core::inbox::Command;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

pub(super) struct CommandQueue {
    waiting: Mutex<VecDeque<Command>>,
    /// The thread that holds this lock carries out commands: the command thread, or the one on which the surface leaves.
    commands: Mutex<Commands>,
}

impl CommandQueue {
    pub(super) fn new(commands: Commands) -> CommandQueue {
        CommandQueue { waiting: Mutex::default(), commands: Mutex::new(commands) }
    }

    pub(super) fn push(&self, command: Command) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push_back(command);
    }

    /// Carries out waiting commands, announces and writes what is due. Returns the milliseconds until something else is
    /// due; `None` if nothing is.
    pub(super) fn work(&self) -> Option<u64> {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        self.carry_out(&mut commands);
        commands.announce().into_iter().chain(commands.write_drafts()).min()
    }

    /// Carries out waiting commands, and writes all drafts.
    pub(super) fn finish(&self) {
        let mut commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        self.carry_out(&mut commands);
        commands.write_all_drafts();
    }

    fn carry_out(&self, commands: &mut Commands) {
        while let Some(command) = self.next() {
            commands.carry_out(command);
        }
    }

    fn next(&self) -> Option<Command> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
