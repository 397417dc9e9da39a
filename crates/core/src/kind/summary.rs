//! What answers a question, as lists and announcements name it.

use super::Kind;

/// What answers a question, in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SummaryKind {
    /// One pick.
    #[default]
    One,
    /// Several picks.
    Many,
    /// A text.
    Text,
    /// A number.
    Number,
    /// Yes or no.
    Confirm,
}

struct KindNames {
    json: &'static str,
    word: &'static str,
    announced: &'static str,
    sentence: &'static str,
}

impl SummaryKind {
    /// All kinds.
    pub const ALL: [SummaryKind; 5] =
        [SummaryKind::One, SummaryKind::Many, SummaryKind::Text, SummaryKind::Number, SummaryKind::Confirm];

    /// The kind of a question; one pick may be a yes or no.
    pub fn of(kind: &Kind, yes_or_no: bool) -> SummaryKind {
        match kind {
            Kind::One if yes_or_no => SummaryKind::Confirm,
            Kind::One => SummaryKind::One,
            Kind::Many { .. } => SummaryKind::Many,
            Kind::Number { .. } => SummaryKind::Number,
            Kind::Text { .. } => SummaryKind::Text,
        }
    }

    /// The kind with this name in JSON.
    pub fn from_name(name: &str) -> Option<SummaryKind> {
        SummaryKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        self.names().json
    }

    /// Its name in a row of the inbox: `pick`.
    pub fn word(self) -> &'static str {
        self.names().word
    }

    /// Its name in an announcement: `pick one`.
    pub fn announced(self) -> &'static str {
        self.names().announced
    }

    /// What to do, as a sentence: `Pick one.`
    pub fn sentence(self) -> &'static str {
        self.names().sentence
    }

    #[rustfmt::skip]
    fn names(self) -> KindNames {
        let (json, word, announced, sentence) = match self {
            SummaryKind::One     => ("one",     "pick",         "pick one",     "Pick one."),
            SummaryKind::Many    => ("many",    "pick several", "pick several", "Pick several."),
            SummaryKind::Text    => ("text",    "text",         "a text",       "Asks for a text."),
            SummaryKind::Number  => ("number",  "number",       "a number",     "Asks for a number."),
            SummaryKind::Confirm => ("confirm", "yes/no",       "yes or no",    "Yes or no."),
        };
        KindNames { json, word, announced, sentence }
    }
}
