//! `asq wait`: the endings of posted requests, as they close.
//!
//! - Prints a line each, in the order of closing; with --any only the first.
//! - An ending counts as delivered once it is written.
//! - The asker and the holder of its ticket get a secret; others only learn that it was answered.
//! - With a cursor it prints only later endings; each line then has the next cursor.
//! - A request that is still open after the timeout, or on Ctrl+C, is pending and stays open.
//! - The exit code is that of the last line, or 6 if a request is open. A no to a single yes-or-no question exits with
//!   1.

use crate::args::store::WaitArgs;
use crate::clock::local_zone;
use crate::ending_text::EndingText;
use crate::env::Env;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;
use crate::session::{
    EndingWatch, Happened, OpenBackend, TICKET, ThisAsker, ids, refused, say_absence, unseen,
};
use crate::zone::LocalZone;
use asq_backend::{Backend, ClosedRequest};
use asq_core::inbox::Position;
use asq_core::life::{Asked, RequestId};
use asq_core::model::Outcome;
use asq_dialects::Ending;
use asq_tui::SecretHold;
use asq_wire::{Ended, ToolReply};

pub(super) fn run(args: &WaitArgs, opened: &OpenBackend, env: &Env) -> Result<Exit, CommandError> {
    let backend = &*opened.backend;
    let mut named = Vec::new();
    for typed in &args.ids {
        let id = ids::find(backend, typed)?;
        if !named.contains(&id) {
            named.push(id);
        }
    }
    let side = ThisAsker { ticket: args.ticket.as_deref(), ..ThisAsker::of(env) };
    let mut wait = Wait { args, backend, side, zone: local_zone(env), last: Exit::DONE, written: 0 };
    let mut open = Vec::new();
    let mut over = Vec::new();
    for id in named {
        // `get` applies the time limit first.
        let stored = backend.get(id).map_err(|failure| wait.failure(&failure))?;
        match stored.closed_at {
            Some(position) if args.since.is_some_and(|since| position.0 <= since) => {}
            Some(position) => over.push((position, id)),
            None if stored.life.is_erased() => wait.erased(id),
            None => open.push(id),
        }
    }
    over.sort_unstable();
    for (_, id) in over {
        if !wait.wants_more() {
            return Ok(wait.last);
        }
        wait.print_ending(id)?;
    }
    wait.rest(open)
}

struct Wait<'a> {
    args: &'a WaitArgs,
    backend: &'a dyn Backend,
    /// What entitles this process to a secret: its own asking, or a ticket.
    side: ThisAsker<'a>,
    zone: LocalZone,
    last: Exit,
    written: usize,
}

impl Wait<'_> {
    fn failure(&self, failure: &asq_backend::Failure) -> CommandError {
        refused::of(failure, &self.zone)
    }

    fn wants_more(&self) -> bool {
        !self.args.any || self.written == 0
    }

    /// Waits for the requests that are still open.
    fn rest(mut self, mut open: Vec<RequestId>) -> Result<Exit, CommandError> {
        if open.is_empty() || !self.wants_more() {
            return Ok(self.last);
        }
        let mut watch = EndingWatch::new(self.args.timeout)?;
        self.backend.tell_absence(say_absence());
        if let Err(failure) = watch.add(self.backend, &open) {
            output::say(&unseen(&self.failure(&failure)));
        }
        while !open.is_empty() && self.wants_more() {
            match watch.next() {
                Happened::Closed(id, told) => {
                    open.retain(|other| *other != id);
                    told.map_err(|failure| self.failure(&failure))?;
                    self.print_ending(id)?;
                }
                Happened::Late | Happened::Signalled => return self.pending(&open),
                Happened::Unread => return Ok(Exit::Ended(Ended::Pending)),
            }
        }
        Ok(self.last)
    }

    /// Prints an ending, and records its delivery.
    fn print_ending(&mut self, id: RequestId) -> Result<(), CommandError> {
        let stored = self.backend.read(id)?;
        let Some(closed) = ClosedRequest::of(id, &stored.life).filter(|closed| !closed.is_spent()) else {
            self.erased(id);
            return Ok(());
        };
        if asq_asking::ticket::withholds(&closed.asked, &closed.outcome, &self.side) {
            self.end_in_conflict(&format!(
                "asq: {id} was answered with a secret: its asker is told, and whoever has its ticket (--ticket, {TICKET})"
            ));
            return Ok(());
        }
        let (asked, outcome) = (&closed.asked, &closed.outcome);
        let _secret = asq_asking::ticket::is_wanted(&asked.request).then(SecretHold::new);
        let reply = asq_asking::reply(asked, Ending::Closed(outcome));
        if !self.print(id, asked, Ended::from(&**outcome), Some(outcome), reply, stored.closed_at) {
            return Ok(());
        }
        self.backend.delivered(id).map(drop).map_err(|failure| self.failure(&failure))
    }

    /// Prints that these requests are pending.
    fn pending(mut self, open: &[RequestId]) -> Result<Exit, CommandError> {
        let most = if self.args.any { 1 } else { usize::MAX };
        for id in open.iter().take(most) {
            let stored = self.backend.read(*id)?;
            let Some(asked) = stored.asked() else { continue };
            let reply = asq_asking::reply(asked, Ending::Pending(&id.to_string()));
            if !self.print(*id, asked, Ended::Pending, None, reply, None) {
                return Ok(self.last);
            }
        }
        Ok(Exit::Ended(Ended::Pending))
    }

    fn erased(&mut self, id: RequestId) {
        self.end_in_conflict(&format!(
            "asq: {id} is over; it was delivered before, and its words have been erased"
        ));
    }

    fn end_in_conflict(&mut self, why: &str) {
        output::say(why);
        self.last = Exit::Ended(Ended::Conflict);
        self.written += 1;
    }

    /// Returns whether the line was written.
    fn print(
        &mut self,
        id: RequestId,
        asked: &Asked,
        ended: Ended,
        outcome: Option<&Outcome>,
        reply: ToolReply,
        cursor: Option<Position>,
    ) -> bool {
        let values = outcome.map_or_else(String::new, |it| asq_asking::values(&asked.request, it));
        let exit = Exit::of(ended, confirms(asked), &values);
        let cursor = self.args.since.and(cursor);
        let more = cursor.map(|Position(cursor)| ("cursor", cursor.into()));
        let notes = asq_asking::stored_notes(asked).iter().map(ToString::to_string).collect();
        let text = EndingText { id: Some(id), ended, reply, values, notes, more };
        let text = text.printed(self.args.output.or_json());
        self.written += 1;
        match output::deliver(text.as_bytes()) {
            Ok(()) => {
                self.last = exit;
                true
            }
            Err(error) => {
                output::say(&format!(
                    "asq: can't write the ending of {id}: {error}; the ending stays undelivered"
                ));
                self.last = Exit::Output;
                false
            }
        }
    }
}

/// Whether it is a single yes-or-no question whose no is a failure.
fn confirms(asked: &Asked) -> bool {
    let no_fails = asq_dialects::by_id(&asked.dialect).is_some_and(|dialect| dialect.no_fails);
    no_fails && matches!(&asked.request.questions[..], [question] if question.is_yes_or_no())
}
