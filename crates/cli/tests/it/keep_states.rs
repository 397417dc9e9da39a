//! What a person can have done in an inbox without having sent it: the states of the stories in `keep_story`.
//!
//! - Each state has its question, the keys that lead to it, what is on disk then, and what shows it again.

use crate::terminal::Session;

/// A state, from the list with its request in focus.
pub(crate) struct State {
    pub(crate) name: &'static str,
    /// The questions of the call, as JSON.
    pub(crate) questions: &'static str,
    /// The keys, each with a text that is on the screen after it; `{text}` types, other keys have tmux's names.
    pub(crate) keys: &'static [(&'static str, &'static str)],
    /// Parts of what the store keeps.
    pub(crate) disk: &'static [&'static str],
    /// What the list says in any other inbox.
    pub(crate) row: &'static str,
    /// The key that shows it from the list.
    pub(crate) opens: &'static str,
    /// The key that shows it in a form; empty if the form shows it at once.
    pub(crate) in_form: &'static str,
    /// What shows it.
    pub(crate) shows: &'static [&'static str],
    pub(crate) is: Is,
    /// Whether Esc goes back to its first page before it leads out.
    pub(crate) goes_back: bool,
}

/// What kind of state it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    /// Something that isn't sent.
    Draft,
    /// Something that its inbox sends by itself; so the asker gets it, with this text in its ending.
    Held(&'static str),
    /// Put off.
    PutOff,
    /// Announced.
    Seen,
    /// Text for a request that somebody else has answered meanwhile.
    Late,
}

const SHIP: &str = r#"{"question":"Ship it?","kind":"select_one","options":["Yes","No"]}"#;
/// The beginning of what the strip above a form of an inbox says: list, or leave if there is no list.
pub(crate) const IN_FORM: &str = "Ctrl+] l";
pub(crate) const ASKS_REASON: &str = "Why do you decline?";

const OPEN: (&str, &str) = ("Enter", "put aside");

pub(crate) const STATES: [State; 13] = [
    State {
        name: "an answer that is held back",
        questions: SHIP,
        keys: &[OPEN, ("{2}", "sending in")],
        disk: &[r#""held":{"how":"answer""#, r#""option":1"#],
        row: " sent",
        opens: "Enter",
        in_form: "",
        shows: &["❯ 2. No"],
        is: Is::Held("No"),
        goes_back: false,
    },
    State {
        name: "a decline that is held back",
        questions: SHIP,
        keys: &[("{d}", ASKS_REASON), ("{too early}", "too early"), ("Enter", "declining in")],
        disk: &[r#""held":{"how":"decline""#, r#""reason":"too early""#],
        row: " sent",
        opens: "{d}",
        in_form: "C-x",
        shows: &["too early"],
        is: Is::Held("too early"),
        goes_back: false,
    },
    State {
        name: "several ticks",
        questions: r#"{"question":"Which?","kind":"select_many","options":["x","y","z"]}"#,
        keys: &[OPEN, ("{1}", "1. [x] x"), ("{3}", "3. [x] z")],
        disk: &[r#"{"option":0},{"option":2}"#],
        row: "draft",
        opens: "Enter",
        in_form: "",
        shows: &["1. [x] x", "2. [ ] y", "3. [x] z"],
        is: Is::Draft,
        goes_back: false,
    },
    State {
        name: "three of four questions answered",
        questions: r#"{"question":"Ship it?","kind":"select_one","options":["Yes","No"]},{"question":"How many?","kind":"number"},{"question":"Which?","kind":"select_many","options":["x","y"]},{"question":"And last?","kind":"select_one","options":["a","b"]}"#,
        keys: &[
            OPEN,
            ("{2}", "How many?"),
            ("{7}", "7"),
            ("Enter", "Which?"),
            ("{1}", "1. [x] x"),
            ("Tab", "And last?"),
        ],
        disk: &[r#""option":1"#, "7", r#""option":0"#, r#""page":3"#],
        row: "draft",
        opens: "Enter",
        in_form: "",
        shows: &["And last?"],
        is: Is::Draft,
        goes_back: true,
    },
    State {
        name: "a number",
        questions: r#"{"question":"How many?","kind":"number"}"#,
        keys: &[OPEN, ("{42}", "42")],
        disk: &["42"],
        row: "draft",
        opens: "Enter",
        in_form: "",
        shows: &["42"],
        is: Is::Draft,
        goes_back: false,
    },
    State {
        name: "a text",
        questions: r#"{"question":"Why?","kind":"text"}"#,
        keys: &[OPEN, ("{my words}", "my words")],
        disk: &["my words"],
        row: "draft",
        opens: "Enter",
        in_form: "",
        shows: &["my words"],
        is: Is::Draft,
        goes_back: false,
    },
    State {
        name: "a note",
        questions: SHIP,
        keys: &[OPEN, ("{n}", "ote"), ("{a remark}", "a remark"), ("Enter", "a remark")],
        disk: &["a remark"],
        row: "draft",
        opens: "Enter",
        in_form: "",
        shows: &["a remark"],
        is: Is::Draft,
        goes_back: false,
    },
    State {
        name: "own words",
        questions: SHIP,
        keys: &[OPEN, ("Down", "❯ 2. No"), ("Down", "❯ 3."), ("{after lunch}", "after lunch")],
        disk: &["after lunch"],
        row: "draft",
        opens: "Enter",
        in_form: "",
        shows: &["after lunch"],
        is: Is::Draft,
        goes_back: false,
    },
    State {
        name: "a reason for declining, from the list",
        questions: SHIP,
        keys: &[("{d}", ASKS_REASON), ("{too early}", "too early")],
        disk: &[r#""reason":"too early""#],
        row: "draft",
        opens: "{d}",
        in_form: "C-x",
        shows: &["too early"],
        is: Is::Draft,
        goes_back: false,
    },
    State {
        name: "a reason for declining, from the form",
        questions: SHIP,
        keys: &[OPEN, ("C-x", "ecline"), ("{too early}", "too early")],
        disk: &[r#""reason":"too early""#],
        row: "draft",
        opens: "{d}",
        in_form: "C-x",
        shows: &["too early"],
        is: Is::Draft,
        goes_back: false,
    },
    State {
        name: "put off",
        questions: SHIP,
        keys: &[("{s}", "Put off until"), ("{2}", "→"), ("Enter", "0 waiting · 1 put off")],
        disk: &["put off"],
        row: "0 waiting · 1 put off",
        opens: "{S}",
        in_form: "",
        shows: &["Ship it?"],
        is: Is::PutOff,
        goes_back: false,
    },
    State {
        name: "seen",
        questions: SHIP,
        keys: &[],
        disk: &[],
        row: "1 waiting",
        opens: "",
        in_form: "",
        shows: &["Ship it?"],
        is: Is::Seen,
        goes_back: false,
    },
    State {
        name: "a text that came too late",
        questions: SHIP,
        keys: &[OPEN, ("Down", "❯ 2. No"), ("Down", "❯ 3."), ("{after lunch}", "after lunch")],
        disk: &["after lunch"],
        row: "1 late text, D shows it",
        opens: "{D}",
        in_form: "",
        shows: &["Came too late", "your text │ after lunch"],
        is: Is::Late,
        goes_back: false,
    },
];

/// Presses a key or types `{text}`.
pub(crate) fn press(inbox: &Session<'_>, key: &str) {
    match key.strip_prefix('{').and_then(|key| key.strip_suffix('}')) {
        Some(text) => inbox.tmux.text(text),
        None => inbox.tmux.keys(&[key]),
    }
}
