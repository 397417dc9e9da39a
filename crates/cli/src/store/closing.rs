//! `asq answer`, `decline`, `cancel` and `withdraw`: close a request from the command line.
//!
//! - Text typed so far on any surface goes with a decline or a cancel.
//! - Accepts a secret on the command line, and then hints at the way that shows it to nobody.
//! - Repeating one's own answer succeeds and changes nothing.
//! - Tells a loser who was faster, and exits with 9.
//! - If the output fails after the answer was stored, it says that the answer stands.
//! - If the asker isn't waiting, it says when the answer will be delivered.

use super::{answers, answers_file};
use crate::args::answer_flags::AnswerFlags;
use crate::args::store::{AnswerArgs, CancelArgs, DeclineArgs, OneArgs};
use crate::clock::local_zone;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::output;
use crate::session::user;
use crate::session::{OpenBackend, ids, refused};
use asq_core::life::{Asked, Closing, IdempotencyKey, Refusal, RequestId};
use asq_core::model::{Answers, Draft, Request};
use asq_core::text::Untrusted;
use asq_tui::SecretHold;
use asq_wire::public::ClosedReply;
use asq_wire::stored;
use std::ffi::OsStr;

/// A request that is about to be closed.
struct AtHand<'a> {
    opened: &'a OpenBackend,
    env: &'a Env,
    one: &'a OneArgs,
    id: RequestId,
    /// Whether the asker waits. Read before closing, since the asker goes away as soon as it has the ending.
    waits: bool,
}

pub(super) fn answer(args: &AnswerArgs, opened: &OpenBackend, env: &Env) -> Result<(), CommandError> {
    let closing = AtHand::new(&args.one, opened, env)?;
    let asked = closing.asked()?;
    let answers = match &args.answers {
        Some(file) => answers_file::read(file)?,
        None => typed(&args.flags, &asked.request)?,
    };
    let key = closing.key(args.by.name.as_deref(), &answers)?;
    closing.close(Closing::Answer { answers, seen: asked.digest.clone() }, Some(key))?;
    if is_secret(&asked.request) && args.flags.shows_text() {
        output::say(
            "asq: other programs can read what stands on a command line; --text - takes a secret from standard input",
        );
    }
    Ok(())
}

pub(super) fn decline(args: &DeclineArgs, opened: &OpenBackend, env: &Env) -> Result<(), CommandError> {
    let closing = AtHand::new(&args.one, opened, env)?;
    closing.asked()?;
    let reason = args.reason.as_ref().map(|text| Untrusted::from(text.to_string_lossy().into_owned()));
    let draft = closing.draft();
    closing.close(Closing::Decline { reason, draft }, None)
}

pub(super) fn cancel(args: &CancelArgs, opened: &OpenBackend, env: &Env) -> Result<(), CommandError> {
    let closing = AtHand::new(&args.one, opened, env)?;
    closing.asked()?;
    let draft = closing.draft();
    closing.close(Closing::Cancel { draft }, None)
}

pub(super) fn withdraw(args: &OneArgs, opened: &OpenBackend, env: &Env) -> Result<(), CommandError> {
    let closing = AtHand::new(args, opened, env)?;
    closing.asked()?;
    closing.close(Closing::Withdraw, None)
}

impl<'a> AtHand<'a> {
    fn new(one: &'a OneArgs, opened: &'a OpenBackend, env: &'a Env) -> Result<AtHand<'a>, CommandError> {
        let id = ids::find(&*opened.backend, &one.id)?;
        let waits = opened.backend.asker_waits(id);
        Ok(AtHand { opened, env, one, id, waits })
    }

    /// The request as it was asked. Applies its time limit first.
    fn asked(&self) -> Result<Asked, CommandError> {
        let stored = self.opened.backend.get(self.id).map_err(|failure| self.failure(&failure))?;
        match stored.asked() {
            Some(asked) => Ok(asked.clone()),
            None => Err(refused::failure(&Refusal::Erased, &local_zone(self.env))
                .naming(&short(self.opened, self.id))),
        }
    }

    /// The text typed so far on any surface; the store keeps it with the ending. An unreadable draft doesn't keep a
    /// request open.
    fn draft(&self) -> Draft {
        self.opened.backend.drafts(self.id).unwrap_or_default()
    }

    /// Names an answer by its person and content, so that repeating it changes nothing.
    fn key(&self, name: Option<&OsStr>, answers: &Answers) -> Result<IdempotencyKey, CommandError> {
        let bytes = stored::answers_to_bytes(answers)
            .map_err(|error| CommandError::new(ErrorClass::Misfit, format!("that is no answer: {error}")))?;
        let said = String::from_utf8_lossy(&bytes);
        let name = name.map_or_else(user, |name| name.to_string_lossy().into_owned());
        Ok(IdempotencyKey(stored::name_of(&["asq answer", &name, &self.id.to_string(), &said])))
    }

    fn failure(&self, failure: &asq_backend::Failure) -> CommandError {
        refused::of(failure, &local_zone(self.env)).naming(&short(self.opened, self.id))
    }

    /// Closes the request, and reports the result.
    fn close(&self, closing: Closing, key: Option<IdempotencyKey>) -> Result<(), CommandError> {
        let done = self.opened.backend.close(self.id, closing, key);
        let anew = done.map_err(|failure| self.failure(&failure))?;
        let stands = || format!("it was stored, and stands: asq show {} shows it", self.id);
        self.say(anew).map_err(|failure| failure.hint(stands()))
    }

    fn say(&self, anew: bool) -> Result<(), CommandError> {
        say(self.opened, self.id, anew, self.waits, self.one.json)
    }
}

/// The id's shortest form, or all of it if the store can't be read.
pub(super) fn short(opened: &OpenBackend, id: RequestId) -> String {
    opened.backend.short_id(id).unwrap_or_else(|_| id.to_string())
}

/// Prints how a request was closed from here, and when a gone asker gets the answer.
pub(super) fn say(
    opened: &OpenBackend,
    id: RequestId,
    anew: bool,
    waits: bool,
    json: bool,
) -> Result<(), CommandError> {
    let life = opened.backend.read(id)?.life;
    let Some((outcome, by, at)) = life.closed() else { return Ok(()) };
    if json {
        let reply = ClosedReply {
            id,
            outcome: outcome.name().to_owned(),
            at_ms: at.wall_ms,
            by: by.clone(),
            repeated: !anew,
            asker_waits: waits,
        };
        return output::print(&output::json(&reply.to_json()));
    }
    let short = opened.backend.short_id(id)?;
    let again = if anew { "" } else { " before, by the same answer" };
    let called = life.request().is_some_and(|request| request.from.call_id.is_some());
    let how = if called { "with the same call id" } else { "the same" };
    let what = if outcome.name() == "answered" { "the answer" } else { "this ending" };
    let asked = life.asked();
    let returns = asked.is_some_and(|asked| asked.returns);
    let script = asked.is_some_and(|asked| asked.request.from.script);
    let later = match (returns, script) {
        (false, true) => format!("The script that asked is over; only asq wait {short} gets {what}."),
        (false, false) => {
            format!("The asker is gone. It gets {what} when it asks {how} again, or with asq wait {short}.")
        }
        (true, _) => {
            format!(
                "The asker isn't waiting. It gets {what} when it asks {how} again, or with asq wait {short}."
            )
        }
    };
    let gone = !waits && life.delivered().is_none() && outcome.name() != "withdrawn";
    let later = if gone { later + "\n" } else { String::new() };
    output::print(&format!("{short} {}{again}\n{later}", outcome.name()))
}

/// The answers from the flags, or from standard input.
fn typed(flags: &AnswerFlags, request: &Request) -> Result<Answers, CommandError> {
    let secret = is_secret(request);
    if secret {
        SecretHold::forever();
    }
    answers::answers(&flags.read(secret)?, request).map_err(|problems| {
        let failure =
            CommandError::new(ErrorClass::Misfit, "that doesn't answer it, so the request stays open");
        problems.into_iter().fold(failure, CommandError::hint)
    })
}

fn is_secret(request: &Request) -> bool {
    request.questions.iter().any(|question| question.sensitive)
}
