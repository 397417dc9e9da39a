//! The steps of one question on its way through the bridge.
//!
//! - Each reply to something that the machine asked for leads to the next step, if the question still waits for it.
//! - A look at the part decides whether a question is shown, stays shown, or is over.
//! - An ending from here goes out; if OpenCode had another one, the person learns it.
//! - An ending from there is recorded here; if a person was faster, both endings are compared.

use super::heard::PartState;
use super::machine::{Carried, OpenCodeBridge, Sending, Stage};
use super::news::{BridgeNews, EndedThere};
use super::steps::{EndedHere, PartLook, PostReply, RecordReply, SendReply, Todo};
use asq_core::life::RequestId;

impl OpenCodeBridge {
    pub(super) fn record(&mut self, id: &str, request: RequestId, there: EndedThere, bare: bool) {
        let Some(carried) = self.questions.get_mut(id) else { return };
        carried.at = Stage::Recording { request, there: there.clone(), bare };
        let question = carried.question.clone();
        let there = Some(there).filter(|_| !bare);
        self.todo(Todo::Record { question, request, there, soon: false });
    }

    /// The store failed: the ending is recorded a moment later. The person learns it once.
    fn record_again(&mut self, id: &str, why: String) {
        let Some(Carried {
            question, told_not_stored, at: Stage::Recording { request, there, bare }, ..
        }) = self.questions.get_mut(id)
        else {
            return;
        };
        let (question, id, there) = (question.clone(), *request, Some(there.clone()).filter(|_| !*bare));
        let first = !std::mem::replace(told_not_stored, true);
        self.todos.extend(first.then_some(Todo::Tell(BridgeNews::NotStored { id, why })));
        self.todo(Todo::Record { question, request: id, there, soon: true });
    }

    /// A question ended here, and there: with the same ending, or with another one.
    pub(super) fn judge(&mut self, id: &str, request: RequestId, here: &EndedHere, there: EndedThere) {
        let header = self.header(id);
        if is_same(here, &there) {
            self.todo(Todo::Deliver(request));
            self.todo(Todo::Tell(BridgeNews::Delivered { header, id: request }));
        } else {
            self.todo(Todo::Tell(BridgeNews::Lost { header, id: request, there }));
        }
        self.over(id, request);
    }

    pub(super) fn looked(&mut self, id: &str, look: PartLook) {
        let Some(carried) = self.questions.get_mut(id) else { return };
        match &mut carried.at {
            Stage::Looking => match look.state {
                PartState::Waits => {
                    carried.at = Stage::Posting(None);
                    let question = carried.question.clone();
                    self.todo(Todo::Post { question, look });
                }
                PartState::Answered(_) | PartState::Dismissed | PartState::Over => self.forget(id),
            },
            Stage::Checking { request, listed } => {
                let (request, listed) = (*request, *listed);
                match ended(look.state, missing(listed)) {
                    None if listed => carried.at = Stage::Open(request),
                    // After a restart the part stays as it was, and nobody waits for an answer.
                    None => self.record(id, request, EndedThere::Dropped, false),
                    Some(there) => self.record(id, request, there, false),
                }
            }
            Stage::Ended { request, ending, sending: sending @ Sending::Checks { .. } } => {
                let (request, ending) = (*request, ending.clone());
                let listed = matches!(sending, Sending::Checks { listed: true });
                match ended(look.state, missing(listed)) {
                    None if listed => {
                        *sending = Sending::Sends;
                        let question = carried.question.clone();
                        self.todo(Todo::Send { question, ending });
                    }
                    None => self.judge(id, request, &ending, EndedThere::Dropped),
                    Some(there) => self.judge(id, request, &ending, there),
                }
            }
            Stage::Ended { sending: Sending::Waits | Sending::Sends, .. }
            | Stage::Posting(_)
            | Stage::Open(_)
            | Stage::Recording { .. } => {}
        }
    }

    pub(super) fn posted(&mut self, id: &str, posted: PostReply) {
        let header = self.header(id);
        let Some(Carried { question, at, told_not_posted, .. }) = self.questions.get_mut(id) else { return };
        let Stage::Posting(over) = at else { return };
        let (question, over) = (question.clone(), over.take());
        match (posted, over) {
            (PostReply::Open(request), None) => {
                *at = Stage::Open(request);
                self.todo(Todo::Watch { question, request });
                self.todo(Todo::Tell(BridgeNews::Asked { header, id: request }));
            }
            (PostReply::Open(request), Some(there)) => self.record(id, request, there, false),
            (PostReply::Ended(request, ending), None) => self.send(id, request, ending),
            (PostReply::Ended(request, ending), Some(there)) => self.judge(id, request, &ending, there),
            (PostReply::Over, _) | (PostReply::Unfit(_) | PostReply::Failed(_), Some(_)) => self.forget(id),
            (PostReply::Unfit(why), None) => {
                self.todo(Todo::Tell(BridgeNews::NotShown { header, why }));
                self.forget(id);
            }
            (PostReply::Failed(why), None) => {
                let news = BridgeNews::NotPosted { header, why };
                self.todos.extend((!std::mem::replace(told_not_posted, true)).then_some(Todo::Tell(news)));
                if self.connected {
                    *at = Stage::Looking;
                    self.todo(Todo::PartLook { question, soon: true });
                } else {
                    self.questions.remove(id);
                }
            }
        }
    }

    /// A person ended it here.
    pub(super) fn closed_here(&mut self, id: &str, ending: Option<EndedHere>) {
        let Some(carried) = self.questions.get(id) else { return };
        let (request, checked) = match carried.at {
            Stage::Open(request) => (request, None),
            Stage::Checking { request, listed } => (request, Some(listed)),
            Stage::Looking | Stage::Posting(_) | Stage::Ended { .. } | Stage::Recording { .. } => return,
        };
        match (ending, checked) {
            // Somebody took it back here; it goes on waiting there.
            (None, _) => self.over(id, request),
            (Some(ending), None) => self.send(id, request, ending),
            (Some(ending), Some(listed)) => {
                let sending = Sending::Checks { listed };
                self.stage(id, Stage::Ended { request, ending, sending });
            }
        }
    }

    fn send(&mut self, id: &str, request: RequestId, ending: EndedHere) {
        let sending = if self.connected { Sending::Sends } else { Sending::Waits };
        self.stage(id, Stage::Ended { request, ending: ending.clone(), sending });
        if let Some(carried) = self.questions.get(id).filter(|_| self.connected) {
            let question = carried.question.clone();
            self.todo(Todo::Send { question, ending });
        }
    }

    pub(super) fn sent(&mut self, id: &str, sent: SendReply) {
        let header = self.header(id);
        let Some(Carried { question, at, .. }) = self.questions.get_mut(id) else { return };
        let Stage::Ended { request, sending: sending @ Sending::Sends, .. } = at else { return };
        let (question, request) = (question.clone(), *request);
        match sent {
            SendReply::Taken => {
                self.todo(Todo::Deliver(request));
                self.todo(Todo::Tell(BridgeNews::Delivered { header, id: request }));
                self.over(id, request);
            }
            SendReply::Refused(why) => {
                self.todo(Todo::Tell(BridgeNews::Refused { header, id: request, why }));
                self.over(id, request);
            }
            SendReply::Gone | SendReply::Away if !self.connected => *sending = Sending::Waits,
            SendReply::Gone => {
                // The event with the ending that counts is on its way; the part shows it a little later.
                *sending = Sending::Checks { listed: false };
                self.todo(Todo::PartLook { question, soon: true });
            }
            SendReply::Away => {
                *sending = Sending::Checks { listed: true };
                self.todo(Todo::PartLook { question, soon: true });
            }
        }
    }

    pub(super) fn recorded(&mut self, id: &str, recorded: RecordReply) {
        let header = self.header(id);
        let Some(carried) = self.questions.get(id) else { return };
        let Stage::Recording { request, there, bare } = &carried.at else { return };
        let (request, there, bare) = (*request, there.clone(), *bare);
        match recorded {
            RecordReply::Done => {
                if is_persons(&there) && !bare {
                    self.todo(Todo::Deliver(request));
                }
                self.todo(Todo::Tell(BridgeNews::Ended { header, id: request, there }));
            }
            RecordReply::Beaten(Some(here)) => return self.judge(id, request, &here, there),
            RecordReply::Beaten(None) => {}
            // It may be no answer by asq's rules: then it is taken back.
            RecordReply::Refused if !bare => return self.record(id, request, there, true),
            RecordReply::Refused => {}
            RecordReply::Failed(why) => return self.record_again(id, why),
        }
        self.over(id, request);
    }
}

/// The ending of a part in this state; `None` while it waits. `other`: how one ended that nobody answered.
pub(super) fn ended(state: PartState, other: EndedThere) -> Option<EndedThere> {
    match state {
        PartState::Waits => None,
        PartState::Answered(labels) => Some(EndedThere::Answered(labels)),
        PartState::Dismissed => Some(EndedThere::Rejected),
        PartState::Over => Some(other),
    }
}

fn missing(listed: bool) -> EndedThere {
    if listed { EndedThere::Aborted } else { EndedThere::Dropped }
}

/// Whether a person gave this ending.
fn is_persons(there: &EndedThere) -> bool {
    match there {
        EndedThere::Answered(_) | EndedThere::Rejected => true,
        EndedThere::Aborted | EndedThere::Deleted | EndedThere::Dropped => false,
    }
}

fn is_same(here: &EndedHere, there: &EndedThere) -> bool {
    match here {
        EndedHere::Reply(labels) => matches!(there, EndedThere::Answered(others) if others == labels),
        EndedHere::Reject(_) => *there == EndedThere::Rejected,
    }
}
