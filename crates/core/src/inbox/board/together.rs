//! One answer for several requests that ask in the same way.
//!
//! - A key marks a request that was looked at: all of it was in sight, here, as it is now.
//! - What is dangerous or secret, what has several questions or an answer begun, is never marked.
//! - All marked requests offer the same; an answer to one of them goes to all, to each with its own digest and key.
//! - They are held back together, and taken back together.
//! - News of a request takes its mark away.

use super::effect::BoardEffect;
use super::machine::{Board, Up};
use super::rows::{InboxRow, RowState};
use crate::inbox::Command;
use crate::life::{Closing, RequestId};
use crate::model::{AnswerRules, Answers, Draft, Question, QuestionOption, Request};
use crate::text::Untrusted;
use crate::time::Timestamp;

/// The latest requests that were looked at; of the others it is forgotten.
const LOOKED: usize = 200;

const NOT_SEEN: &str = "Look at it first: all of it has to be in sight.";
const GUARDED: &str = "It is answered by itself: it is dangerous or asks for a secret.";
const SEVERAL: &str = "It is answered by itself: it has several questions.";
const BEGUN: &str = "It is answered by itself: you began an answer.";
const OTHER: &str = "It asks for something else than the marked ones.";

/// What a person looked at, without the words that differ from request to request.
#[derive(Debug)]
pub(super) struct Looked {
    id: RequestId,
    digest: String,
    shape: OfferShape,
}

#[derive(Debug, PartialEq)]
struct OfferShape {
    question: Question,
    rules: AnswerRules,
}

impl Looked {
    pub(super) fn is_of(&self, id: RequestId) -> bool {
        self.id == id
    }
}

impl Board {
    /// Marks the focused request, or takes its mark away.
    pub(super) fn mark(&mut self) {
        let Some(id) = self.focused() else { return };
        if let Some(at) = self.marked.iter().position(|marked| *marked == id) {
            self.marked.remove(at);
            return;
        }
        match self.unmarkable(id) {
            Some(why) => self.failed(why),
            None => self.marked.push(id),
        }
    }

    fn unmarkable(&self, id: RequestId) -> Option<&'static str> {
        let row = self.rows.of(id)?;
        let summary = &row.pending.summary;
        if !row.waits() {
            return Some("It doesn't wait.");
        }
        if summary.danger || summary.sensitive {
            return Some(GUARDED);
        }
        if summary.questions != 1 {
            return Some(SEVERAL);
        }
        if self.has_draft(id) {
            return Some(BEGUN);
        }
        let Some(shape) = self.shape_of(id) else { return Some(NOT_SEEN) };
        let other = self.marked.first().and_then(|first| self.shape_of(*first));
        (other.is_some_and(|other| other != shape)).then_some(OTHER)
    }

    fn shape_of(&self, id: RequestId) -> Option<&OfferShape> {
        self.looked.iter().find(|looked| looked.id == id).map(|looked| &looked.shape)
    }

    /// Notes that all of a request was in sight.
    pub(super) fn looked_at(&mut self, id: RequestId) {
        let Some(open) = self.known(id).filter(|open| open.over.is_none() && open.form.spot().is_place())
        else {
            return;
        };
        if self.looked.iter().any(|looked| looked.id == id && looked.digest == open.digest) {
            return;
        }
        let Some(shape) = shape(open.form.request()) else { return };
        let digest = open.digest.clone();
        self.looked.retain(|looked| looked.id != id);
        self.looked.push(Looked { id, digest, shape });
        if self.looked.len() > LOOKED
            && let Some(oldest) = self.looked.iter().position(|looked| !self.marked.contains(&looked.id))
        {
            self.looked.remove(oldest);
        }
    }

    /// Takes the mark of a request away, because there is news of it.
    pub(super) fn unmark(&mut self, id: RequestId) {
        self.marked.retain(|marked| *marked != id);
    }

    /// Whether an answer to the request goes to others, too; and how many there are in all.
    pub(super) fn together(&self, id: RequestId) -> Option<usize> {
        (self.marked.len() > 1 && self.marked.contains(&id)).then_some(self.marked.len())
    }

    /// Holds the answer to a marked request back for the other marked ones, too.
    pub(super) fn answer_marked(&mut self, id: RequestId, closing: &Closing, effects: &mut Vec<BoardEffect>) {
        if !self.marked.contains(&id) {
            return;
        }
        let Closing::Answer { answers, .. } = closing else { return };
        let said = self.said_here(id, closing);
        for other in std::mem::take(&mut self.marked) {
            let looked = self.looked.iter().find(|looked| looked.id == other);
            let same = looked.filter(|looked| Some(&looked.shape) == self.shape_of(id));
            let seen = same.map(|looked| looked.digest.clone());
            // What was begun there since isn't overwritten.
            let free =
                other != id && self.rows.of(other).is_some_and(InboxRow::waits) && !self.has_draft(other);
            let Some(seen) = seen.filter(|_| free) else { continue };
            self.hold(other, Closing::Answer { answers: answers.clone(), seen }, effects);
            if self.setup.hold_ms > 0 {
                // Until it is sent it is a draft on disk.
                let draft = Draft { answers: answers.clone(), ..Draft::default() };
                effects.push(BoardEffect::Command(Command::Draft { id: other, draft }));
            }
            if let Some(row) = self.rows.of_mut(other) {
                row.said.clone_from(&said);
            }
        }
    }

    /// The requests whose answers are held back since then.
    pub(super) fn held_with(&self, since: Timestamp) -> Vec<RequestId> {
        let held = |state: &RowState| matches!(state, RowState::Held { since: at, .. } if *at == since);
        self.rows.held().filter(|row| held(&row.state)).map(|row| row.pending.id).collect()
    }

    /// Takes back all answers that were held back together with this one; they are marked again.
    pub(super) fn undo_with(&mut self, id: RequestId, since: Timestamp, effects: &mut Vec<BoardEffect>) {
        let all = self.held_with(since);
        if all.len() > 1 {
            self.marked.clone_from(&all);
            for other in all.into_iter().filter(|other| *other != id) {
                self.undo(other, effects);
                self.up = Up::List;
                let draft = Draft { answers: Answers::none(1), ..Draft::default() };
                effects.push(BoardEffect::Command(Command::Draft { id: other, draft }));
            }
        }
        self.undo(id, effects);
    }
}

/// How a request asks; `None` if it is answered by itself.
fn shape(request: &Request) -> Option<OfferShape> {
    let [question] = request.questions.as_slice() else { return None };
    if question.sensitive || question.danger.is_some() {
        return None;
    }
    let nothing = || Untrusted::from("");
    let option = |option: &QuestionOption| QuestionOption {
        label: option.label.clone(),
        value: option.value.clone(),
        description: None,
        preview: None,
        recommended: false,
    };
    let question = Question {
        id: nothing(),
        header: nothing(),
        text: nothing(),
        description: None,
        context: None,
        default: None,
        options: question.options.iter().map(option).collect(),
        custom_row: question.custom_row.as_ref().map(option),
        ..question.clone()
    };
    Some(OfferShape { question, rules: request.rules })
}
