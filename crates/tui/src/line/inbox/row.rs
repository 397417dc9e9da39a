//! A request as one sentence after its number.
//!
//! - Its number comes first, so foreign text never begins a line; names and the question are escaped and clipped.
//! - Then come danger, the kind of the question or the number of questions, and its times.
//! - An asker that is gone is named, and one that comes back for the answer.

use super::super::line_writer::OwnWords;
use super::spoken;
use asq_core::inbox::{Pending, RequestMark, Summary, tilde};
use asq_core::life::{Moment, RequestId};
use asq_core::text::Shown;
use std::sync::Arc;

/// A request of the list.
pub(super) struct LineRow {
    /// From 1, and the same as long as the inbox is open.
    pub(super) number: usize,
    pub(super) pending: Arc<Pending>,
    /// Whether its asker waits, if that is known.
    pub(super) asker: Option<bool>,
    /// Put off until then by the wall clock; 0 if it isn't.
    pub(super) until_ms: u64,
    /// What is kept of an answer.
    pub(super) mark: RequestMark,
    pub(super) over: Option<Shown>,
}

impl LineRow {
    pub(super) fn id(&self) -> RequestId {
        self.pending.id
    }

    pub(super) fn is_put_off(&self, now: Moment) -> bool {
        self.over.is_none() && self.until_ms > now.wall_ms
    }

    pub(super) fn waits(&self, now: Moment) -> bool {
        self.over.is_none() && !self.is_put_off(now)
    }

    /// Whether a person's search means it.
    pub(super) fn matches(&self, wanted: &str) -> bool {
        self.pending.summary.matches(wanted)
    }

    pub(super) fn asker_words(&self, words: OwnWords, home: Option<&str>) -> OwnWords {
        asker_words(&self.pending.summary, words, home)
    }

    pub(super) fn sentence(&self, now: Moment, home: Option<&str>) -> OwnWords {
        let summary = &self.pending.summary;
        let words = self.asker_words(OwnWords::default().number(self.number).and(". "), home);
        let words = question(summary, words.and(": "));
        if let Some(over) = &self.over {
            return words.and(" It was ").shown(over.clone()).and(".");
        }
        let words = if summary.danger { words.and(" Dangerous.") } else { words };
        let words = match (summary.questions, &summary.kind) {
            (0 | 1, _) if summary.sensitive => words.and(" Asks for a secret."),
            (0 | 1, kind) => words.and(" ").and(kind.sentence()),
            (n, _) if summary.sensitive => {
                words.and(" ").number(n as usize).and(" questions, with a secret.")
            }
            (n, _) => words.and(" ").number(n as usize).and(" questions."),
        };
        let words = match self.mark {
            RequestMark::None => words,
            RequestMark::Draft => words.and(" You began an answer."),
            RequestMark::Held { until_ms, .. } if until_ms > now.wall_ms => {
                words.and(" It is being answered.")
            }
            RequestMark::Held { .. } => words.and(" An answer was not sent."),
        };
        self.times(words.and(" "), now)
    }

    /// How long it waits, and when it ends.
    pub(super) fn times(&self, words: OwnWords, now: Moment) -> OwnWords {
        let waits = now.wall_ms.saturating_sub(self.pending.asked_ms);
        let mut words = if self.is_put_off(now) {
            spoken::duration(words.and("Put off for "), self.until_ms - now.wall_ms).and(".")
        } else if waits < 60_000 {
            words.and("New.")
        } else {
            spoken::duration(words.and("Has waited "), waits).and(".")
        };
        if let Some(due) = &self.pending.due {
            words = spoken::duration(words.and(" Expires in "), due.left(now)).and(".");
        }
        match self.asker {
            Some(false) if self.pending.summary.returns => words.and(" Its asker comes back for it."),
            Some(false) => words.and(" Its asker is gone."),
            Some(true) | None => words,
        }
    }
}

/// `claude in ~/shop`
pub(super) fn asker_words(summary: &Summary, words: OwnWords, home: Option<&str>) -> OwnWords {
    let words = match summary.asker() {
        Some(asker) => words.theirs(&asker),
        None => words.and("a program"),
    };
    match &summary.origin.folder {
        // A folder of that name must not pass for the person's home.
        Some(folder) if folder.raw() == "~" => words.and(" in a folder called ").theirs(folder),
        Some(folder) if Some(folder.raw()) == home => words.and(" in your home folder"),
        Some(folder) => words.and(" in ").theirs(&tilde(folder, home)),
        None => words,
    }
}

/// The question as a sentence.
pub(super) fn question(summary: &Summary, words: OwnWords) -> OwnWords {
    let words = words.theirs(&summary.text);
    // More sentences follow, so it has to end like one.
    let ends = summary.text.raw().trim_end().ends_with(['.', '?', '!', '…', '。', '？', '！']);
    if ends { words } else { words.and(".") }
}
