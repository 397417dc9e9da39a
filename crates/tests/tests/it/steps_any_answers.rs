//! Any answers of a host with simple dialogs only: the request always ends.

use asq_core::form::{FormRules, Guard};
use asq_core::inbox::Notice;
use asq_core::model::{Draft, Outcome, Prefs, Request, WholeDraft};
use asq_core::time::Timestamp;
use asq_dialects::{ToolCall, What, understand};
use asq_tui::embed::{Embed, EmbedAsker, EmbedEnding, EmbedForm, EmbedOpening};
use asq_wire::embed::{Asks, Open, ToHost};
use asq_wire::{Ended, ToolReply};
use proptest::prelude::*;
use std::os::fd::OwnedFd;

/// An asker with one request, which remembers the ending.
struct One(Option<(Request, FormRules)>, Option<Outcome>);

impl EmbedAsker for One {
    fn open(&mut self, _: &Open) -> EmbedOpening {
        let (request, rules) = self.0.take().unwrap();
        let (draft, guard) = (Draft::default(), Guard::OFF);
        let (keys, signals) = (Vec::new(), Vec::new());
        EmbedOpening::Ask(Box::new(EmbedForm {
            request,
            rules,
            keys,
            draft,
            whole: WholeDraft::default(),
            guard,
            origin: None,
            signals,
            posted: false,
            at_turn: false,
        }))
    }
    fn keep(&mut self, _: &Draft) {}
    fn keep_whole(&mut self, _: &WholeDraft) {}
    fn close(&mut self, outcome: &Outcome) -> EmbedEnding {
        self.1 = Some(outcome.clone());
        EmbedEnding {
            ended: Ended::from(outcome),
            reply: ToolReply::error(""),
            notes: Vec::new(),
            told: None,
        }
    }
    fn delivered(&mut self) {}
    fn hung_up(&mut self, _: &Draft) {}
    fn put_aside(&mut self, _: &Draft) -> String {
        String::new()
    }
    fn place(&self) -> String {
        String::new()
    }
    fn leave_open(&mut self, _: &Draft) -> Option<EmbedEnding> {
        None
    }
    fn elsewhere(&mut self, _: &Draft) -> EmbedEnding {
        unreachable!("it is posted nowhere")
    }
    fn news(&mut self) -> Option<OwnedFd> {
        None
    }
    fn notices(&mut self) -> Vec<Notice> {
        Vec::new()
    }
}

/// Calls for every kind of question, each with its dialect.
const CALLS: &[(&str, &str)] = &[
    (
        "asq",
        r#"{"questions": [
        {"question": "Which?", "options": ["A", "B", "C"]},
        {"question": "Which two?", "options": ["A", "B", "C"], "min": 2, "max": 2},
        {"question": "Which may stay?", "options": ["A", "B"], "skippable": true},
        {"question": "How many?", "kind": "number", "min": 1, "max": 9},
        {"question": "In a word?", "kind": "text", "multiline": false},
        {"question": "Why?", "kind": "text"},
        {"question": "Wipe it?", "kind": "confirm", "danger": "wipe"}]}"#,
    ),
    (
        "question",
        r#"{"questions": [
        {"id": "a", "prompt": "Which?", "options": [{"value": "x", "label": "X"}, {"value": "y", "label": "Y"}]},
        {"id": "b", "prompt": "Which else?", "options": [{"value": "z", "label": "Z"}]},
        {"id": "c", "prompt": "What?", "options": []}]}"#,
    ),
    (
        "opencode",
        r#"{"questions": [
        {"header": "One", "question": "Which?", "options": [{"label": "A", "description": "a"}]},
        {"header": "Many", "question": "Which ones?", "multiple": true, "options": [{"label": "A", "description": "a"}]}]}"#,
    ),
    (
        "questionnaire",
        r#"{"questions": [
        {"header": "Number", "question": "How many?", "type": "number", "min": 1, "max": 9},
        {"header": "Drop", "question": "Drop it?", "type": "confirm_enum", "is_dangerous": true},
        {"header": "Many", "question": "Which?", "type": "select_many", "options": [{"label": "A"}, {"label": "B"}]}]}"#,
    ),
    (
        "spec",
        r#"{"name": "ask_multi_select", "arguments":
        {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}}"#,
    ),
    (
        "ask_user_question",
        r##"{"questions": [
        {"header": "Look", "question": "Which look?", "options": [
            {"label": "A", "description": "a", "preview": "# a"}, {"label": "B", "description": "b"}]},
        {"header": "Many", "question": "Which ones?", "multiSelect": true, "options": [
            {"label": "A", "description": "a"}, {"label": "B", "description": "b"}]}]}"##,
    ),
];

fn asked(which: usize) -> (Request, FormRules) {
    let (id, call) = CALLS[which];
    let call = ToolCall::from_json(serde_json::from_str(call).unwrap()).unwrap().0;
    let (dialect, reading) = understand(&call, Some(id), None, &Prefs::default()).unwrap();
    match reading.what {
        What::Ask { request, .. } => (request, (dialect.form)(&Prefs::default())),
        What::Reply(reply) => panic!("{reply:?}"),
    }
}

/// A host's answer to a dialog.
#[derive(Clone, Copy, Debug)]
enum Says {
    Leaves,
    /// The row at this place, counted from the end if there are fewer.
    Row(usize),
    Text(&'static str),
}

/// Plays all dialogs; returns the ending and the number of dialogs.
fn walk(which: usize, says: impl Fn(usize) -> Says) -> (Outcome, usize) {
    let mut asker = One(Some(asked(which)), None);
    let mut embed = Embed::new(&mut asker);
    let open = br#"{"type":"open","v":1,"id":"1","call":{},"surface":"steps"}"#;
    let mut said = embed.line(Timestamp(0), open.as_slice());
    let mut dialogs = 0;
    while let Some(ToHost::Step { step, asks, .. }) = said.pop() {
        dialogs += 1;
        assert!(dialogs < 10_000, "it goes on for ever");
        let value = match (says(dialogs - 1), asks) {
            (Says::Leaves, _) => None,
            (Says::Row(n), Asks::Select { options, .. }) => Some(options[n % options.len()].clone()),
            (Says::Row(n), Asks::Input { .. } | Asks::Editor { .. }) => Some(n.to_string()),
            (Says::Text(text), _) => Some(text.to_owned()),
        };
        let line = serde_json::json!({"type": "answer", "id": "1", "step": step, "value": value});
        said = embed.line(Timestamp(0), line.to_string());
    }
    (asker.1.unwrap(), dialogs)
}

fn says() -> impl Strategy<Value = Says> {
    prop_oneof![
        2 => Just(Says::Leaves),
        6 => (0..12_usize).prop_map(Says::Row),
        1 => prop::sample::select(vec!["", " ", "5", "own words", "no row", "\u{1b}[2J"]).prop_map(Says::Text),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whoever_only_leaves_from_some_moment_on_is_out_after_four_dialogs(
        before in prop::collection::vec(says(), 0..60),
        which in 0..CALLS.len(),
    ) {
        let (_, dialogs) = walk(which, |n| before.get(n).copied().unwrap_or(Says::Leaves));
        prop_assert!(dialogs <= before.len() + 4, "{dialogs} dialogs, {} of them before", before.len());
    }

    #[test]
    fn any_answers_for_ever_come_to_an_end(turns in prop::collection::vec(says(), 1..8), which in 0..CALLS.len()) {
        let (outcome, dialogs) = walk(which, |n| turns[n % turns.len()]);
        // A host that never comes to an end isn't a person who cancelled.
        prop_assert!(dialogs < 500 || matches!(outcome, Outcome::Withdrawn(_)), "{outcome:?} after {dialogs}");
    }
}
