//! A person who types unique words and remembers where they must be.
//!
//! - After each key each word is in the draft; only a key that edits its text, or clears a kept one, may delete
//!   it.
//! - A text that Esc clears may leave the draft; a form that ends without an answer still returns it.
//! - At the end each word is in the reply or in the remaining draft; the reply has what the review showed.

mod calls;
mod speaker;

use asq_core::form::Spot;
use asq_core::form::{Act, Action, Edit, Effect, Form, Label, Page};
use asq_core::model::{Answer, Draft, Outcome, Pick, Request, TypedIn};
use asq_core::text::Shown;
use asq_core::time::Timestamp;
use asq_dialects::{Dialect, Ending, ToolCall, ToolReply};
use asq_frame::{Glyphs, Intercept, Size, View, paint};
use asq_testkit::keys::{Keystroke, parse};
use asq_wire::stored;
pub(crate) use calls::call;
use proptest::prelude::*;
use serde_json::Value;
pub(crate) use speaker::{Says, Speaker, says};
use std::fmt::Write as _;

/// A step of the person's.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Does {
    Key(&'static str),
    /// Types a unique word, letter by letter.
    Type,
    /// Pastes one.
    Paste,
    Size(u16, u16),
}

const KEYS: &[&str] = &[
    "<ret>",
    "<ret>",
    "<ret>",
    "<tab>",
    "<tab>",
    "<s-tab>",
    "<esc>",
    "<esc>",
    "<up>",
    "<down>",
    "<left>",
    "<right>",
    "<a-left>",
    "<a-right>",
    " ",
    "1",
    "2",
    "3",
    "n",
    "n",
    "p",
    "e",
    "/",
    "?",
    "y",
    "<bs>",
    "<c-u>",
    "<c-w>",
    "<c-z>",
    "<c-y>",
    "<c-s>",
    "<c-x>",
    "<c-j>",
    "<home>",
    "<end>",
    "<pgdn>",
    "<pgup>",
];

pub(crate) fn does() -> impl Strategy<Value = Does> {
    prop_oneof![
        12 => proptest::sample::select(KEYS).prop_map(Does::Key),
        4 => Just(Does::Type),
        1 => Just(Does::Paste),
        1 => Just(Does::Key("<c-c>")),
        1 => (1..100u16, 1..30u16).prop_map(|(w, h)| Does::Size(w, h)),
    ]
}

/// A word, and the place where the person typed it.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    question: usize,
    place: TypedIn,
}

pub(crate) struct Person {
    pub(crate) form: Form,
    view: View,
    size: Size,
    now: Timestamp,
    count: usize,
    words: Vec<Word>,
    log: String,
    /// The review's rows at the moment of submitting.
    review: Option<String>,
}

impl Person {
    fn with(mut form: Form, words: Vec<Word>, count: usize, log: String) -> Person {
        form.shown(Timestamp(0));
        let size = Size { width: 80, height: 24 };
        let view = View::new(Glyphs::Unicode);
        let mut person = Person { form, view, size, now: Timestamp(0), count, words, log, review: None };
        person.paint();
        person
    }

    pub(crate) fn new(form: Form, _words: Vec<String>) -> Person {
        Person::with(form, Vec::new(), 0, String::new())
    }

    /// The same call comes again: all words are there.
    pub(crate) fn comes_back(&self, form: Form) -> Person {
        let again = Person::with(form, self.words.clone(), self.count, format!("{} | ", self.log));
        again.has_lost_nothing(&again.left());
        again
    }

    fn paint(&mut self) {
        let frame = paint(&self.form.screen(), &mut self.view, self.size);
        assert!(frame.lines.len() <= usize::from(self.size.height));
        if let Some(page) = self.view.seen() {
            self.form.seen(page);
        }
    }

    /// The draft that remains if the form ends now.
    pub(crate) fn left(&self) -> Draft {
        self.form.last_draft()
    }

    /// Checks that all words are in this draft.
    pub(crate) fn has_lost_nothing(&self, draft: &Draft) {
        for word in &self.words {
            assert!(in_draft(draft, &word.text), "{:?} is lost after {}: {draft:?}", word.text, self.log);
        }
    }

    pub(crate) fn does(&mut self, step: Does) -> Option<Outcome> {
        match step {
            Does::Size(width, height) => {
                self.size = Size { width, height };
                write!(self.log, "<{width}x{height}>").unwrap();
                self.paint();
                None
            }
            Does::Key(key) => {
                self.log.push_str(key);
                self.typed(parse(key).pop().unwrap())
            }
            Does::Type => self.word(|text| text.chars().flat_map(|c| parse(&c.to_string())).collect()),
            Does::Paste => self.word(|text| vec![Keystroke::Paste(text.to_owned())]),
        }
    }

    /// Types a unique word; it counts if all of it arrived in a text that is kept.
    fn word(&mut self, keys: impl Fn(&str) -> Vec<Keystroke>) -> Option<Outcome> {
        self.count += 1;
        // No letter of it is a key of a list.
        let digits = self.count.to_string();
        let letters: String =
            digits.bytes().map(|b| char::from(b"abcdfghkmo"[usize::from(b - b'0')])).collect();
        let text = format!("v{letters}z");
        self.log.push_str(&text);
        let before = (active(&self.form), place(&self.form));
        for key in keys(&text) {
            if let Some(outcome) = self.typed(key) {
                return Some(outcome);
            }
        }
        let (question, place) = (active(&self.form), place(&self.form));
        let draft = self.form.draft();
        let kept = in_draft(&draft, &text);
        let sensitive = self.form.request().questions.get(question).is_some_and(|q| q.sensitive);
        match place {
            // The help, for example, may have taken the first letter.
            Some(place) if !sensitive && before == (question, Some(place)) => {
                assert!(kept, "{text:?} is in no draft after {}: {draft:?}", self.log);
                self.words.push(Word { text, question, place });
            }
            Some(_) | None => {}
        }
        None
    }

    fn typed(&mut self, typed: Keystroke) -> Option<Outcome> {
        self.now = self.now.plus(1000);
        let action = match typed {
            Keystroke::Paste(text) => Some(Action::Paste(text)),
            Keystroke::Key(key) => match self.view.intercept(&self.form.screen(), key) {
                Intercept::Act(action) => Some(action),
                Intercept::Scrolled => None,
                Intercept::Pass => self.form.resolve(key),
            },
        }?;
        let (question, place) = (active(&self.form), place(&self.form));
        let reach = reach(&action);
        let drops = action == Action::Do(Act::Leave) && self.form.spot() == Spot::NotesPage;
        self.review = (self.form.screen().page == Page::Review).then(|| review(&self.form));
        let effects = self.form.handle(self.now, action);
        let end = effects.into_iter().find_map(|effect| match effect {
            Effect::Close(outcome) => Some(outcome),
            Effect::Edit(_) | Effect::Suspend | Effect::Aside | Effect::DraftChanged => None,
        });
        let left = self.left();
        // A paste on a list goes to the next text field.
        let place = place.or_else(|| self::place(&self.form));
        let gone = |word: &Word| {
            let mine = word.question == question
                && match reach {
                    Reach::None => false,
                    Reach::Text => Some(word.place) == place,
                    Reach::Question => true,
                };
            mine && !in_draft(&left, &word.text)
        };
        self.words.retain(|word| !gone(word));
        if drops {
            // "Esc drops the edit since the last save": the saved text is there.
            let saved = |t: &asq_core::model::Typed| (t.question, t.place) == (question, TypedIn::Note);
            let saved = left.texts().into_iter().find(saved).filter(|t| !t.text.is_blank());
            let dropped = |w: &Word| saved.is_some() && w.place == TypedIn::Note && !in_draft(&left, &w.text);
            self.words.retain(|word| word.question != question || !dropped(word));
        }
        self.has_lost_nothing(&left);
        if end.is_none() {
            self.paint();
        }
        end
    }

    /// Checks that the ending holds all words, and what the review showed.
    pub(crate) fn ended(&self, dialect: &Dialect, call: &ToolCall, request: &Request, outcome: &Outcome) {
        let reply = (dialect.write)(call, Some(request), Ending::Closed(outcome));
        match outcome {
            Outcome::Answered(answers) => {
                let said = said(&reply);
                // The rest is what an earlier form left, and what this one leaves.
                let left = self.form.draft();
                for word in &self.words {
                    let loose = left.typed.iter().any(|t| t.text.raw().contains(&word.text));
                    let cleared = !in_draft(&left, &word.text);
                    assert!(
                        loose || cleared || said.contains(&word.text),
                        "{:?} is lost after {}: {reply:?}",
                        word.text,
                        self.log
                    );
                }
                let Some(review) = &self.review else { return };
                for word in review.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| is_word(w)) {
                    assert!(said.contains(word), "{word:?} was shown after {}: {reply:?}", self.log);
                }
                for (entry, question) in answers.entries.iter().zip(&request.questions) {
                    let own = match &entry.answer {
                        Some(Answer::Picks(picks)) => picks.iter().find_map(|p| match p {
                            Pick::Custom(text) => Some(text),
                            Pick::Option(_) => None,
                        }),
                        Some(Answer::Text(text)) => Some(text),
                        Some(Answer::Number(_)) | None => None,
                    };
                    for text in own.into_iter().filter(|_| !question.sensitive).chain(&entry.note) {
                        assert!(
                            review.contains(Shown::one_line(text).as_str()),
                            "{text:?} is not in the review after {}: {review}",
                            self.log
                        );
                    }
                }
            }
            Outcome::Discuss(draft)
            | Outcome::Declined { draft, .. }
            | Outcome::Cancelled(draft)
            | Outcome::Withdrawn(draft)
            | Outcome::Expired(draft) => self.has_lost_nothing(draft),
        }
    }
}

/// The texts that an action may delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    None,
    /// The text with the caret.
    Text,
    /// All texts of the question: a kept draft goes as a whole.
    Question,
}

fn reach(action: &Action) -> Reach {
    match action {
        Action::Insert(_) | Action::Paste(_) | Action::Edited(_) => Reach::Text,
        Action::EditFailed(_) | Action::Focus(_) | Action::CaretTo(_) => Reach::None,
        Action::Do(act) => match act {
            Act::Edit(Edit::KillToStart) => Reach::Question,
            Act::Edit(Edit::Caret(_)) => Reach::None,
            Act::Edit(
                Edit::NewLine
                | Edit::Backspace
                | Edit::Delete
                | Edit::DeleteWordBefore
                | Edit::DeleteWordAfter
                | Edit::KillToEnd
                | Edit::Yank
                | Edit::Undo
                | Edit::Redo,
            ) => Reach::Text,
            // The arrows of a number replace its text.
            Act::Up | Act::Down | Act::PageUp | Act::PageDown => Reach::Text,
            Act::First
            | Act::Last
            | Act::Choose
            | Act::PickOrCommit
            | Act::Number(_)
            | Act::FocusNumber(_)
            | Act::PreviousTab
            | Act::NextTab
            | Act::ToCommit
            | Act::FromCommit
            | Act::Notes
            | Act::Leave
            | Act::Cancel
            | Act::Yes
            | Act::Filter
            | Act::Help
            | Act::Editor
            | Act::Suspend
            | Act::Aside
            | Act::Decline
            | Act::Skip
            | Act::Discuss
            | Act::Expand
            | Act::Raw
            | Act::Read
            | Act::About
            | Act::Nothing => Reach::None,
        },
    }
}

/// The text that the keys write to, if it is kept.
fn place(form: &Form) -> Option<TypedIn> {
    match form.spot() {
        Spot::CustomText => Some(TypedIn::Custom),
        Spot::NotesRow | Spot::NotesPage => Some(TypedIn::Note),
        Spot::Value | Spot::Text => Some(TypedIn::Edit),
        Spot::Option
        | Spot::CompareOption
        | Spot::Custom
        | Spot::Discuss
        | Spot::Commit
        | Spot::Danger
        | Spot::Answer
        | Spot::Submit
        | Spot::CancelRow
        | Spot::Filter
        | Spot::Reason
        | Spot::Asking
        | Spot::Reading
        | Spot::Help => None,
    }
}

/// The question that the keys reach. A lone question's commit row has a tab of its own.
fn active(form: &Form) -> usize {
    let tab = form.screen().tabs.iter().position(|t| t.active).unwrap_or(0);
    if form.spot() == Spot::Commit { tab.min(form.request().questions.len() - 1) } else { tab }
}

/// The rows of the review, a line each.
fn review(form: &Form) -> String {
    let screen = form.screen();
    let rows = screen.rows.iter().filter_map(|row| match &row.label {
        Label::Pair(line) => Some(line.text() + "\n"),
        Label::Own(_) | Label::Theirs(_) | Label::Entry(_) | Label::Exact(_) => None,
    });
    rows.collect()
}

fn is_word(text: &str) -> bool {
    let inner = text.strip_prefix('v').and_then(|t| t.strip_suffix('z'));
    inner.is_some_and(|t| !t.is_empty() && t.bytes().all(|b| b"abcdfghkmo".contains(&b)))
}

pub(crate) fn in_draft(draft: &Draft, word: &str) -> bool {
    draft.texts().iter().any(|t| t.text.raw().contains(word))
}

/// All texts of a reply, in its content and its details.
pub(crate) fn said(reply: &ToolReply) -> String {
    fn strings(value: &Value, out: &mut String) {
        match value {
            Value::String(text) => {
                out.push_str(text);
                out.push('\n');
            }
            Value::Array(all) => all.iter().for_each(|v| strings(v, out)),
            Value::Object(all) => all.values().for_each(|v| strings(v, out)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut out = reply.content.clone();
    strings(&reply.details, &mut out);
    out
}

/// A draft after a round trip through its file.
pub(crate) fn stored(draft: &Draft) -> Draft {
    let bytes = stored::outcome_to_bytes(&Outcome::Cancelled(draft.clone())).unwrap();
    let draft = stored::outcome_from_bytes(&bytes).unwrap().into_draft();
    Draft { kept: Some(Shown::own("14:03")), ..draft }
}
