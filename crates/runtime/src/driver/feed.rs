//! A surface's line to the store: notices one way, commands the other, plain data both.
//!
//! - A new surface gets the known state at once, and news as it comes. A descriptor is readable while notices wait.
//! - Sending a command never blocks.
//! - Dropping the feed writes the typed text, and leaves.
//! - A surface that follows the list counts as an inbox in use, as long as its feed is held.

use super::command_queue::CommandQueue;
use super::commands::Commands;
use super::failure::failed;
use super::mailbox::Mailbox;
use super::waiters::SurfaceEntry;
use super::{Driver, Identity, Inner, command_thread, watch_thread};
use asq_backend::{Failure, Feed, Follow, Wake};
use asq_core::inbox::{Command, Notice};
use asq_store::LockGuard;
use rustix::fd::BorrowedFd;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A follower: what it follows, and how it learns of news.
pub struct Surface {
    /// All open requests, as an inbox does, or only the ones it opens, as a single form does.
    pub follow: Follow,
    /// How it learns that there are notices.
    pub wake: Wake,
    /// The actor at the surface, for each asker.
    pub identity: Arc<dyn Identity>,
}

/// A surface's line to the driver. Dropping it keeps the typed text, and leaves.
pub struct DriverFeed {
    inner: Arc<Inner>,
    number: u64,
    mailbox: Arc<Mailbox>,
    commands: Arc<CommandQueue>,
    _in_use: Option<Box<dyn LockGuard>>,
}

impl Driver {
    /// Follows open requests.
    ///
    /// # Errors
    /// The store can't show that an inbox is in use.
    pub fn follow(&self, surface: Surface) -> Result<DriverFeed, Failure> {
        self.alive()?;
        let Surface { follow, wake, identity } = surface;
        let all = match follow {
            Follow::Inbox => true,
            Follow::Opened => false,
        };
        // Before it follows: an ask from now on is posted, and this feed hears of it.
        let in_use = if all { Some(self.0.store.hold_inbox().map_err(failed)?) } else { None };
        let number = self.0.names.next() as u64;
        let mailbox = Arc::new(Mailbox::new(wake)?);
        let seat = SurfaceEntry { mailbox: mailbox.clone(), all, opened: BTreeMap::new() };
        self.0.waiters.join(number, seat);
        watch_thread::wake(&self.0);
        let commands = Commands::new(self.0.clone(), number, mailbox.clone(), identity);
        let commands = Arc::new(CommandQueue::new(commands));
        Ok(DriverFeed { inner: self.0.clone(), number, mailbox, commands, _in_use: in_use })
    }
}

impl Feed for DriverFeed {
    fn notices(&self) -> Vec<Notice> {
        self.mailbox.take()
    }

    fn send(&self, command: Command) {
        self.commands.push(command);
        if let Err(error) = command_thread::wake(&self.inner, &self.commands) {
            let what = format!("no thread could be started: {error}");
            self.mailbox.post([Notice::Trouble(Some(what))]);
        }
    }

    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.mailbox.fd()
    }
}

impl Drop for DriverFeed {
    fn drop(&mut self) {
        self.commands.finish();
        command_thread::look_again(&self.inner);
        self.inner.waiters.leave(self.number);
    }
}
