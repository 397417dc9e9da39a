//! A question of OpenCode as a request of a backend.
//!
//! - It is posted as a call of the dialect `opencode`, by the agent `opencode`, in its session, with its call id.
//! - Its origin is OpenCode's server, and its folder is the session's directory.
//! - The stored call holds the whole question, so that a later bridge finds it again.
//! - Models repeat call ids within a session: a call id that belongs to another question gets the question's id, too.
//! - An answer from there is recorded if it is one by asq's rules.

use super::attach::AttachSide;
use super::heard::Labels;
use super::news::EndedThere;
use super::question::OpenCodeQuestion;
use super::steps::{EndedHere, PartLook, PostReply, RecordReply};
use crate::calls::SocketEnds;
use asq_asking::{ReadCall, read_json_call};
use asq_backend::{AskReply, Backend, ClosedRequest, Failure, NewRequest};
use asq_core::life::{About, Asked, Closing, Origin, PeerAddress, Refusal, RequestId};
use asq_core::model::{Draft, Outcome, Provenance, Request};
use asq_core::text::Untrusted;
use asq_dialects::{What, opencode};
use serde_json::{Value, json};
use std::path::Path;

/// The agent's name, and its dialect's.
const OPENCODE: &str = "opencode";

/// How one server's questions are stored.
pub(super) struct ServerStore<'a> {
    pub(super) backend: &'a dyn Backend,
    pub(super) side: &'a dyn AttachSide,
    /// The server's address, as it is recorded.
    pub(super) address: &'a str,
    pub(super) ends: Option<SocketEnds>,
}

impl ServerStore<'_> {
    /// Posts a question, or attaches to it.
    pub(super) fn post(&self, question: &OpenCodeQuestion, look: &PartLook) -> PostReply {
        let request = match self.request(question) {
            Ok(request) => request,
            Err(why) => return PostReply::Unfit(why),
        };
        let call = question.part.as_ref().map_or(&question.id, |part| &part.call);
        let mut new = self.new_request(question, request, look);
        for call_id in [call.clone(), format!("{call} {}", question.id)] {
            new.request.from.call_id = Some(call_id.into());
            match self.backend.ask(new.clone()) {
                Ok(AskReply::Open { id, again: false }) => return PostReply::Open(id),
                Ok(AskReply::Open { id, again: true }) if self.is_this(id, question) => {
                    return PostReply::Open(id);
                }
                Ok(AskReply::Closed(closed)) if is_of(&closed.asked, question) => {
                    return match ended_here(&closed) {
                        Some(ending) => PostReply::Ended(closed.id, ending),
                        None => PostReply::Over,
                    };
                }
                // Another question had this call id.
                Ok(
                    AskReply::Open { again: true, .. }
                    | AskReply::Closed(_)
                    | AskReply::Erased(_)
                    | AskReply::Conflict { .. },
                ) => {}
                Err(failure) => return PostReply::Failed(text(&failure)),
            }
        }
        PostReply::Over
    }

    /// What was dropped or mended while it was read.
    pub(super) fn notes(&self, question: &OpenCodeQuestion) -> Vec<Untrusted> {
        match self.read(question) {
            ReadCall::Call(call) => call.reading.notes.iter().map(|note| note.to_string().into()).collect(),
            ReadCall::Misuse(..) => Vec::new(),
        }
    }

    fn read(&self, question: &OpenCodeQuestion) -> ReadCall {
        let call = json!({"name": "question", "arguments": {"questions": question.whole["questions"]}});
        let prefs = self.side.prefs(self.ends, Path::new(&question.folder));
        read_json_call(call, (Some(OPENCODE), None), prefs)
    }

    fn request(&self, question: &OpenCodeQuestion) -> Result<Request, Untrusted> {
        match self.read(question) {
            ReadCall::Call(call) => match call.reading.what {
                What::Ask { request, .. } => Ok(request),
                What::Reply(_) => Err("it asks nothing".into()),
            },
            ReadCall::Misuse(misuse, _) => Err(misuse.lines().collect::<Vec<_>>().join("; ").into()),
        }
    }

    fn new_request(&self, question: &OpenCodeQuestion, mut request: Request, look: &PartLook) -> NewRequest {
        request.from = Provenance {
            agent: Some(OPENCODE.into()),
            session: Some(question.session.as_str().into()),
            call_id: None,
            script: false,
        };
        let known =
            |text: &Option<String>| text.as_deref().filter(|it| !it.trim().is_empty()).map(Untrusted::from);
        let about = About { says: known(&look.says), task: known(&look.title), ..About::default() };
        NewRequest {
            request,
            dialect: OPENCODE.to_owned(),
            call: json!({"name": "question", "arguments": question.whole}).to_string(),
            origin: self.origin(question),
            ticket: None,
            about: about.cut().known(),
            returns: false,
        }
    }

    fn origin(&self, question: &OpenCodeQuestion) -> Origin {
        let mut origin = self.side.origin(self.ends);
        let peer = origin.via.peer.take();
        let place = peer.map(|peer| peer.place).unwrap_or_default();
        origin.via.peer = Some(Box::new(PeerAddress { address: self.address.into(), place }));
        Origin { folder: Some(question.folder.as_str().into()), ..origin }
    }

    /// Whether a stored request is this question: one under the same call id may be an earlier one.
    fn is_this(&self, id: RequestId, question: &OpenCodeQuestion) -> bool {
        self.backend.read(id).is_ok_and(|stored| stored.asked().is_some_and(|asked| is_of(asked, question)))
    }

    /// The open requests that an earlier bridge to this server posted.
    pub(super) fn recall(&self) -> Vec<(RequestId, OpenCodeQuestion)> {
        // What can't be read now is found again when its question is listed.
        let open = self.backend.list(0).unwrap_or_default();
        let ours = open.into_iter().filter(|pending| {
            let summary = &pending.summary;
            summary.dialect.raw() == OPENCODE
                && summary.agent.as_ref().is_some_and(|agent| agent.raw() == OPENCODE)
                && summary.origin.via.peer.as_ref().is_some_and(|peer| peer.address.raw() == self.address)
        });
        let question = |id| {
            let stored = self.backend.read(id).ok()?;
            let asked = stored.asked()?;
            let folder = asked.origin.folder.as_ref()?.raw();
            Some((id, OpenCodeQuestion::read(arguments(asked)?, folder)?))
        };
        ours.filter_map(|pending| question(pending.id)).collect()
    }

    /// Closes a request as it ended there; `None`: as withdrawn.
    pub(super) fn record(&self, id: RequestId, there: Option<&EndedThere>) -> RecordReply {
        let closing = match there {
            Some(EndedThere::Answered(labels)) => match self.answer(id, labels) {
                Ok(Some(closing)) => closing,
                Ok(None) => return RecordReply::Refused,
                Err(failure) => return RecordReply::Failed(text(&failure)),
            },
            Some(EndedThere::Rejected) => Closing::Cancel { draft: Draft::default() },
            Some(EndedThere::Aborted | EndedThere::Deleted | EndedThere::Dropped) | None => Closing::Withdraw,
        };
        match self.backend.close(id, closing, None) {
            Ok(_) => RecordReply::Done,
            Err(Failure::Refused(why)) => match *why {
                Refusal::Closed { outcome, .. } => RecordReply::Beaten(self.beaten(id, &outcome)),
                Refusal::Erased | Refusal::Overdue => RecordReply::Beaten(None),
                Refusal::NotAsked
                | Refusal::AskedBefore { .. }
                | Refusal::Misfit(_)
                | Refusal::Changed { .. }
                | Refusal::Right { .. }
                | Refusal::Danger(_)
                | Refusal::OwnTree
                | Refusal::UnknownTree(_)
                | Refusal::UnknownDanger(_)
                | Refusal::NotDue(_)
                | Refusal::LongKey(_)
                | Refusal::Open
                | Refusal::DeliveredBefore(_) => RecordReply::Refused,
            },
            Err(failure) => RecordReply::Failed(text(&failure)),
        }
    }

    fn answer(&self, id: RequestId, labels: &Labels) -> Result<Option<Closing>, Failure> {
        let stored = self.backend.read(id)?;
        Ok(stored.asked().and_then(|asked| {
            let answers = opencode::answers(&asked.request, labels).ok()?;
            Some(Closing::Answer { answers, seen: asked.digest.clone() })
        }))
    }

    fn beaten(&self, id: RequestId, outcome: &Outcome) -> Option<EndedHere> {
        let stored = self.backend.read(id).ok()?;
        ending(&stored.asked()?.request, outcome)
    }
}

/// The ending for OpenCode that a person gave; `None` if it is still open, or OpenCode has it.
pub(super) fn ended_here(closed: &ClosedRequest) -> Option<EndedHere> {
    ending(&closed.asked.request, &closed.outcome).filter(|_| closed.delivered.is_none())
}

fn ending(request: &Request, outcome: &Outcome) -> Option<EndedHere> {
    match outcome {
        Outcome::Answered(answers) => Some(EndedHere::Reply(opencode::labels(request, answers))),
        Outcome::Declined { reason, .. } => Some(EndedHere::Reject(reason.clone())),
        Outcome::Cancelled(_) | Outcome::Discuss(_) => Some(EndedHere::Reject(None)),
        Outcome::Withdrawn(_) | Outcome::Expired(_) => None,
    }
}

/// Whether this question was asked.
fn is_of(asked: &Asked, question: &OpenCodeQuestion) -> bool {
    arguments(asked).is_some_and(|it| it["id"] == question.id.as_str())
}

/// The arguments of a stored call.
fn arguments(asked: &Asked) -> Option<Value> {
    serde_json::from_str::<Value>(&asked.call).ok().map(|mut call| call["arguments"].take())
}

/// A failure for the person.
pub(super) fn text(failure: &Failure) -> String {
    match failure {
        Failure::NoSuch(_) => "there is no such request".to_owned(),
        Failure::Refused(why) => why.to_string(),
        Failure::Store(fault) => fault.to_string(),
    }
}
