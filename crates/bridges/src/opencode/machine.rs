//! The bridge to one OpenCode server, as a machine: what happened goes in, what is to be done comes out.
//!
//! - A question is shown only while its part waits; one that was aborted or deleted, but is still listed, is not.
//! - Each connection begins with the stream of events, and then lists every directory again.
//! - An ended question never comes back, however late a list or a look arrives.
//! - The first ending counts. If a person's ending here comes second, a line says which one counts there.
//! - An ending from here is sent until OpenCode has it, through broken connections; then it is recorded as delivered.
//! - What ended there closes here: an answer as that answer, a dismissal as cancelled, everything else as withdrawn.
//! - A question that OpenCode dropped while the bridge was away is found by its absence in a list that began later.

use super::carry::ended;
use super::heard::HeardEvent;
use super::news::{BridgeNews, EndedThere};
use super::question::OpenCodeQuestion;
use super::steps::{BridgeInput, EndedHere, Todo};
use asq_core::life::RequestId;
use asq_core::text::Untrusted;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most ended questions that are remembered. Later ids are greater, so the oldest are forgotten first.
const ENDED: usize = 10_000;

/// The bridge to one server.
#[derive(Default)]
pub(crate) struct OpenCodeBridge {
    pub(super) connected: bool,
    recalled: bool,
    lists: u64,
    folders: BTreeSet<String>,
    pub(super) questions: BTreeMap<String, Carried>,
    ended: BTreeSet<String>,
    /// Why the server can't be reached, as last told.
    away: Option<BridgeNews>,
    pub(super) todos: Vec<Todo>,
}

/// A question on its way.
pub(super) struct Carried {
    pub(super) question: Arc<OpenCodeQuestion>,
    /// How many lists had begun when it was seen.
    seen: u64,
    /// Whether the person knows that it can't be posted.
    pub(super) told_not_posted: bool,
    /// Whether the person knows that its ending can't be stored.
    pub(super) told_not_stored: bool,
    pub(super) at: Stage,
}

impl Carried {
    fn new(question: Arc<OpenCodeQuestion>, seen: u64, at: Stage) -> Carried {
        Carried { question, seen, told_not_posted: false, told_not_stored: false, at }
    }
}

pub(super) enum Stage {
    /// Its part is looked at before it is shown.
    Looking,
    /// It is being posted; it may have ended there meanwhile.
    Posting(Option<EndedThere>),
    /// It waits here.
    Open(RequestId),
    /// It waits here, and its part is looked at again.
    Checking { request: RequestId, listed: bool },
    /// It ended here.
    Ended { request: RequestId, ending: EndedHere, sending: Sending },
    /// It ended there, and is being closed here; `bare`: as withdrawn, whatever it was there.
    Recording { request: RequestId, there: EndedThere, bare: bool },
}

#[derive(Clone, Copy)]
pub(super) enum Sending {
    /// No connection.
    Waits,
    /// Its part is looked at first.
    Checks { listed: bool },
    /// On its way.
    Sends,
}

impl OpenCodeBridge {
    /// Takes in what happened; returns what is to be done.
    pub(crate) fn handle(&mut self, input: BridgeInput) -> Vec<Todo> {
        match input {
            BridgeInput::Connected { ends: _, version } => self.connected(version),
            BridgeInput::Lost(why) => self.lost(why),
            BridgeInput::Recalled(requests) => self.recalled(requests),
            BridgeInput::Folders(found) => self.found(found),
            BridgeInput::Listed { folder, number, questions } => self.listed(&folder, number, questions),
            BridgeInput::HeardEvent(heard) => self.heard(heard),
            BridgeInput::Looked { question, look } => self.looked(&question, look),
            BridgeInput::Posted { question, posted } => self.posted(&question, posted),
            BridgeInput::ClosedHere { question, ending } => self.closed_here(&question, ending),
            BridgeInput::Sent { question, sent } => self.sent(&question, sent),
            BridgeInput::Recorded { question, recorded } => self.recorded(&question, recorded),
        }
        std::mem::take(&mut self.todos)
    }

    pub(super) fn todo(&mut self, todo: Todo) {
        self.todos.push(todo);
    }

    fn connected(&mut self, version: Untrusted) {
        self.connected = true;
        self.away = None;
        self.todo(Todo::Tell(BridgeNews::Connected { version }));
        // What an earlier bridge posted has to be known before the directories are listed.
        let recalls = !std::mem::replace(&mut self.recalled, true);
        self.todo(if recalls { Todo::Recall } else { Todo::FindFolders });
    }

    fn recalled(&mut self, requests: Vec<(RequestId, OpenCodeQuestion)>) {
        for (request, question) in requests {
            self.folders.insert(question.folder.clone());
            let id = question.id.clone();
            if self.questions.contains_key(&id) || self.ended.contains(&id) {
                continue;
            }
            let question = Arc::new(question);
            self.todo(Todo::Watch { question: question.clone(), request });
            self.questions.insert(id, Carried::new(question, self.lists, Stage::Open(request)));
        }
        self.todo(Todo::FindFolders);
    }

    fn lost(&mut self, why: BridgeNews) {
        self.connected = false;
        if self.away.as_ref() != Some(&why) {
            self.away = Some(why.clone());
            self.todo(Todo::Tell(why));
        }
        // Looks and lists broke off with the connection; the next one begins with lists.
        self.questions.retain(|_, carried| !matches!(carried.at, Stage::Looking));
        for carried in self.questions.values_mut() {
            match &mut carried.at {
                Stage::Checking { request, .. } => carried.at = Stage::Open(*request),
                Stage::Ended { sending: sending @ Sending::Checks { .. }, .. } => *sending = Sending::Waits,
                Stage::Ended { sending: Sending::Waits | Sending::Sends, .. }
                | Stage::Looking
                | Stage::Posting(_)
                | Stage::Open(_)
                | Stage::Recording { .. } => {}
            }
        }
    }

    fn found(&mut self, found: Vec<String>) {
        self.folders.extend(found);
        for folder in self.folders.clone() {
            self.list(folder);
        }
    }

    fn list(&mut self, folder: String) {
        self.lists += 1;
        self.todo(Todo::List { folder, number: self.lists });
    }

    fn listed(&mut self, folder: &str, number: u64, questions: Vec<OpenCodeQuestion>) {
        let listed: BTreeSet<String> = questions.iter().map(|question| question.id.clone()).collect();
        for question in questions {
            self.asked(question);
        }
        let ids: Vec<String> = self.questions.keys().cloned().collect();
        for id in ids {
            let Some(carried) = self.questions.get_mut(&id) else { continue };
            if carried.question.folder != folder || carried.seen >= number {
                continue;
            }
            let listed = listed.contains(&id);
            match &mut carried.at {
                Stage::Open(request) => carried.at = Stage::Checking { request: *request, listed },
                Stage::Ended { sending: sending @ Sending::Waits, .. } => {
                    *sending = Sending::Checks { listed }
                }
                Stage::Posting(over) if !listed => {
                    over.get_or_insert(EndedThere::Dropped);
                    continue;
                }
                Stage::Ended { sending: Sending::Checks { .. } | Sending::Sends, .. }
                | Stage::Looking
                | Stage::Posting(_)
                | Stage::Checking { .. }
                | Stage::Recording { .. } => continue,
            }
            let question = carried.question.clone();
            self.todo(Todo::PartLook { question, soon: false });
        }
    }

    /// A question waits in OpenCode.
    fn asked(&mut self, question: OpenCodeQuestion) {
        self.folders.insert(question.folder.clone());
        if self.questions.contains_key(&question.id) || self.ended.contains(&question.id) {
            return;
        }
        let (id, question) = (question.id.clone(), Arc::new(question));
        self.todo(Todo::PartLook { question: question.clone(), soon: false });
        self.questions.insert(id, Carried::new(question, self.lists, Stage::Looking));
    }

    fn heard(&mut self, heard: HeardEvent) {
        let ids = |is: &dyn Fn(&OpenCodeQuestion) -> bool| -> Vec<String> {
            self.questions.values().filter(|it| is(&it.question)).map(|it| it.question.id.clone()).collect()
        };
        let (ids, there) = match heard {
            HeardEvent::Asked(question) => return self.asked(question),
            HeardEvent::Replied { id, labels } => (vec![id], EndedThere::Answered(labels)),
            HeardEvent::Rejected { id } => (vec![id], EndedThere::Rejected),
            HeardEvent::PartOver { session, part, state } => {
                let Some(there) = ended(state, EndedThere::Aborted) else { return };
                (ids(&|question| question.has_part(&session, &part)), there)
            }
            HeardEvent::SessionDeleted(session) => {
                (ids(&|question| question.session == session), EndedThere::Deleted)
            }
            HeardEvent::FolderStopped(folder) => {
                (ids(&|question| question.folder == folder), EndedThere::Dropped)
            }
            HeardEvent::AllStopped => (ids(&|_| true), EndedThere::Dropped),
        };
        for id in ids {
            self.ended_there(&id, there.clone());
        }
    }

    /// A question ended in OpenCode.
    fn ended_there(&mut self, id: &str, there: EndedThere) {
        let Some(carried) = self.questions.get_mut(id) else {
            self.remember(id);
            return;
        };
        match &mut carried.at {
            Stage::Looking => self.forget(id),
            Stage::Posting(over) => drop(over.get_or_insert(there)),
            Stage::Open(request) | Stage::Checking { request, .. } => {
                let request = *request;
                self.record(id, request, there, false);
            }
            Stage::Ended { request, ending, .. } => {
                let (request, ending) = (*request, ending.clone());
                self.judge(id, request, &ending, there);
            }
            Stage::Recording { .. } => {}
        }
    }

    pub(super) fn stage(&mut self, id: &str, at: Stage) {
        if let Some(carried) = self.questions.get_mut(id) {
            carried.at = at;
        }
    }

    pub(super) fn over(&mut self, id: &str, request: RequestId) {
        self.todo(Todo::Unwatch(request));
        self.forget(id);
    }

    pub(super) fn forget(&mut self, id: &str) {
        self.questions.remove(id);
        self.remember(id);
    }

    fn remember(&mut self, id: &str) {
        self.ended.insert(id.to_owned());
        if self.ended.len() > ENDED {
            self.ended.pop_first();
        }
    }

    pub(super) fn header(&self, id: &str) -> Untrusted {
        self.questions.get(id).map(|carried| carried.question.header().into()).unwrap_or_default()
    }
}
