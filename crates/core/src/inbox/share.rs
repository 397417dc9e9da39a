//! Texts of one request that several surfaces write.
//!
//! - Text from another surface replaces this one's, unless the person has changed this one's since they last agreed.
//! - Otherwise both are kept, and a key switches between them.
//! - A text that rests for two seconds has reached the other surfaces, which continue from it.

use crate::form::Form;
use crate::model::{Draft, Typed};
use crate::text::Untrusted;
use crate::time::Timestamp;

/// The time after the last key, in milliseconds, until other surfaces have the text.
const SETTLED: u64 = 2000;

/// The texts of other surfaces that this one knows.
#[derive(Debug, Default)]
pub struct Share {
    /// The last texts that all surfaces agreed on.
    agreed: Vec<Typed>,
    /// The time of the last change here.
    typed_at: Option<Timestamp>,
    /// Texts of other surfaces that differ from this one's.
    pub others: Vec<Typed>,
}

impl Share {
    /// A share that begins with the texts of this draft, as every surface does.
    pub fn new(draft: &Draft) -> Share {
        Share { agreed: draft.texts(), ..Share::default() }
    }

    /// Notes that a text was changed here.
    pub fn typed(&mut self, now: Timestamp) {
        self.typed_at = Some(now);
    }

    /// Takes the texts of another surface, unless the person has changed this one's.
    pub fn drafted(&mut self, now: Timestamp, form: &mut Form, theirs: &Draft) {
        let theirs = theirs.texts();
        let mine = form.draft().texts();
        if self.typed_at.is_none_or(|at| at.plus(SETTLED) <= now) {
            self.agreed.clone_from(&mine);
        }
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
            let (wanted, here, before) = (of(&theirs), of(&mine), of(&self.agreed));
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
    pub fn clashed(&mut self, form: &Form, theirs: &Draft) {
        let mine = form.draft().texts();
        for other in theirs.texts() {
            let goes_on = |t: &Typed| same_place(t, &other) && t.text.raw().contains(other.text.raw());
            let same = mine.iter().any(goes_on);
            self.others.retain(|o| !same_place(o, &other));
            if !same && !other.text.raw().is_empty() {
                self.others.push(other);
            }
        }
    }

    /// Switches this surface's texts and the others; `false` if there are no others.
    pub fn change_over(&mut self, now: Timestamp, form: &mut Form) -> bool {
        let mine = form.draft().texts();
        let others = std::mem::take(&mut self.others);
        for other in &others {
            let here = mine.iter().find(|t| same_place(t, other));
            form.take_text(other);
            self.others.extend(here.cloned());
        }
        self.typed_at = Some(now);
        !others.is_empty()
    }
}

fn same_place(one: &Typed, other: &Typed) -> bool {
    (one.question, one.place) == (other.question, other.place)
}
