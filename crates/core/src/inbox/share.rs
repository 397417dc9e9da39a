//! Answers and texts of one request that several surfaces write.
//!
//! - An answer or a text from another surface replaces this one's, unless the person has changed this one's since the
//!   surfaces last agreed.
//! - Otherwise both are kept, and a key switches between them.
//! - After two seconds without a change, the other surfaces have this one's text, and changes of theirs replace it.

use crate::form::Form;
use crate::model::{Answer, Draft, Pick, Typed};
use crate::text::Untrusted;
use crate::time::Timestamp;

/// The time after the last key, in milliseconds, until other surfaces have the text.
const SETTLED: u64 = 2000;

const ANOTHER_TEXT: &str = "another text was typed elsewhere · Ctrl+T takes it, yours is kept";
const ANOTHER_PICK: &str = "another answer was picked elsewhere · Ctrl+T takes it, yours is kept";

/// An answer to the question with this index; `None` if it is open.
type AnswerAt = (usize, Option<Answer>);

/// The answers and texts of other surfaces that this one knows.
#[derive(Debug, Default)]
pub struct Share {
    /// The last texts that all surfaces agreed on.
    agreed: Vec<Typed>,
    /// The last answers that all surfaces agreed on, by question.
    agreed_answers: Vec<Option<Answer>>,
    /// The time of the last change here.
    typed_at: Option<Timestamp>,
    /// Texts of other surfaces that differ from this one's.
    pub others: Vec<Typed>,
    /// Picks of other surfaces that differ from this one's.
    pub other_picks: Vec<AnswerAt>,
}

impl Share {
    /// A share that begins with the texts of this draft, as every surface does.
    pub fn new(draft: &Draft) -> Share {
        Share { agreed: draft.texts(), agreed_answers: answers(draft), ..Share::default() }
    }

    /// Whether another surface has something else.
    pub fn differs(&self) -> bool {
        !self.others.is_empty() || !self.other_picks.is_empty()
    }

    /// What to tell the person about other surfaces.
    pub fn banner(&self) -> Option<&'static str> {
        match (self.others.is_empty(), self.other_picks.is_empty()) {
            (false, _) => Some(ANOTHER_TEXT),
            (true, false) => Some(ANOTHER_PICK),
            (true, true) => None,
        }
    }

    /// Notes that an answer or a text was changed here.
    pub fn changed_here(&mut self, now: Timestamp) {
        self.typed_at = Some(now);
    }

    /// Takes the answers and texts of another surface, unless the person has changed this one's.
    pub fn take_draft(&mut self, now: Timestamp, form: &mut Form, theirs: &Draft) {
        let draft = form.draft();
        if self.typed_at.is_none_or(|at| at.plus(SETTLED) <= now) {
            self.agreed = draft.texts();
            self.agreed_answers = answers(&draft);
        }
        self.take_texts(form, &theirs.texts(), &draft.texts());
        self.take_answers(form, theirs, &answers(&draft));
    }

    /// Takes answers; their texts are in their rows by now.
    fn take_answers(&mut self, form: &mut Form, theirs: &Draft, mine: &[Option<Answer>]) {
        let mut took = false;
        for (at, wanted) in answers(theirs).into_iter().enumerate() {
            let here = mine.get(at).and_then(Option::as_ref);
            let before = self.agreed_answers.get(at).and_then(Option::as_ref);
            if wanted.as_ref() == here {
                self.other_picks.retain(|(other, _)| *other != at);
                continue;
            }
            let answer = theirs.answers.entries[at].answer.clone();
            if here == before {
                form.take_answer(at, answer.as_ref());
                self.other_picks.retain(|(other, _)| *other != at);
                took = true;
            } else if wanted.as_ref() != before {
                self.keep_picks(at, answer);
            }
        }
        if took {
            self.agreed_answers = answers(&form.draft());
        }
    }

    /// Keeps what another surface picked; a typed answer is kept as a text.
    fn keep_picks(&mut self, at: usize, answer: Option<Answer>) {
        self.other_picks.retain(|(other, _)| *other != at);
        if let Some(Answer::Picks(_)) = answer {
            self.other_picks.push((at, answer));
        }
    }

    fn take_texts(&mut self, form: &mut Form, theirs: &[Typed], mine: &[Typed]) {
        let mut places: Vec<&Typed> = Vec::new();
        for typed in theirs.iter().chain(&self.agreed) {
            if !places.iter().any(|p| same_place(p, typed)) {
                places.push(typed);
            }
        }
        let mut others = Vec::new();
        let mut take = Vec::new();
        for place in places {
            let of = |texts: &[Typed]| texts.iter().find(|t| same_place(t, place)).map(|t| t.text.clone());
            let (wanted, here, before) = (of(theirs), of(mine), of(&self.agreed));
            if wanted == here {
                continue;
            }
            let text = wanted.unwrap_or_else(|| Untrusted::from(""));
            let typed = Typed { text, ..place.clone() };
            if here == before {
                take.push(typed);
            } else if !typed.text.raw().is_empty() {
                others.push(typed);
            }
        }
        for typed in &take {
            form.take_text(typed);
        }
        self.others.retain(|other| !take.iter().any(|t| same_place(t, other)));
        for other in others {
            self.others.retain(|o| !same_place(o, &other));
            self.others.push(other);
        }
        if !take.is_empty() {
            self.agreed = form.draft().texts();
        }
    }

    /// Keeps the texts that another surface wrote at the same time, except those that this one's texts contain.
    pub fn keep_clash(&mut self, form: &Form, theirs: &Draft) {
        let mine = form.draft().texts();
        for other in theirs.texts() {
            let goes_on = |t: &Typed| same_place(t, &other) && t.text.raw().contains(other.text.raw());
            let same = mine.iter().any(goes_on);
            self.others.retain(|o| !same_place(o, &other));
            if !same && !other.text.raw().is_empty() {
                self.others.push(other);
            }
        }
        let mine = answers(&form.draft());
        for (at, wanted) in answers(theirs).iter().enumerate() {
            if wanted.is_some() && wanted.as_ref() != mine.get(at).and_then(Option::as_ref) {
                self.keep_picks(at, theirs.answers.entries[at].answer.clone());
            }
        }
    }

    /// Swaps this surface's answers and texts with the others'; `false` if the others have nothing.
    pub fn swap(&mut self, now: Timestamp, form: &mut Form) -> bool {
        let differs = self.differs();
        let draft = form.draft();
        let mine = draft.texts();
        let others = std::mem::take(&mut self.others);
        for other in &others {
            let here = mine.iter().find(|t| same_place(t, other));
            form.take_text(other);
            self.others.extend(here.cloned());
        }
        for (at, theirs) in &mut self.other_picks {
            form.take_answer(*at, theirs.as_ref());
            *theirs = draft.answers.entries.get(*at).and_then(|entry| entry.answer.clone());
        }
        self.typed_at = Some(now);
        differs
    }
}

/// The answers by question, without their own words: those are compared as texts.
fn answers(draft: &Draft) -> Vec<Option<Answer>> {
    let pick = |pick: &Pick| match pick {
        Pick::Option(at) => Pick::Option(*at),
        Pick::Custom(_) => Pick::Custom("".into()),
    };
    let answer = |answer: &Answer| match answer {
        Answer::Picks(picks) => Answer::Picks(picks.iter().map(pick).collect()),
        Answer::Number(_) | Answer::Text(_) => answer.clone(),
    };
    draft.answers.entries.iter().map(|entry| entry.answer.as_ref().map(answer)).collect()
}

fn same_place(one: &Typed, other: &Typed) -> bool {
    (one.question, one.place) == (other.question, other.place)
}
