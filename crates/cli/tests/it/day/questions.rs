//! The questions of a day: five agents, each with a contract of its own.

use asq_testkit::faults::Random;
use serde_json::{Value, json};

/// What answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pick,
    Several,
    Text,
    Number,
}

/// The agents, and what their contracts can ask for.
const AGENTS: [(&str, &[Kind]); 5] = [
    ("claude", &[Kind::Pick, Kind::Several, Kind::Text, Kind::Number]),
    ("codex", &[Kind::Pick, Kind::Several]),
    ("opencode", &[Kind::Pick, Kind::Several]),
    ("pi", &[Kind::Pick, Kind::Text]),
    ("nightly", &[Kind::Pick, Kind::Several, Kind::Text, Kind::Number]),
];

/// One question of one agent.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// It is in the question's text: so the person on the screen and the judge know which one it is.
    pub(super) n: usize,
    pub(super) kind: Kind,
    pub(super) agent: &'static str,
    /// Whether its asker doesn't wait, but fetches the answer later.
    pub(super) comes_back: bool,
}

impl Question {
    pub(super) fn drawn(n: usize, random: &mut Random) -> Question {
        let (agent, kinds) = AGENTS[random.below(AGENTS.len() as u64) as usize];
        let kind = kinds[random.below(kinds.len() as u64) as usize];
        Question { n, kind, agent, comes_back: random.below(5) == 0 }
    }

    /// The options of a list. No other question has them.
    pub(super) fn labels(&self) -> [String; 3] {
        ["left", "right", "middle"].map(|way| format!("{way}-{}", self.n))
    }

    /// The call in the agent's own contract.
    pub(super) fn call(&self) -> Value {
        let (text, header) = (format!("Question {}: which way?", self.n), format!("Q{}", self.n));
        let several = self.kind == Kind::Several;
        let options: Vec<Value> =
            self.labels().iter().map(|label| json!({"label": label, "description": "a way"})).collect();
        match self.agent {
            "claude" => {
                let kind = match self.kind {
                    Kind::Pick => "select_one",
                    Kind::Several => "select_many",
                    Kind::Text => "free_text",
                    Kind::Number => "number",
                };
                let mut question = json!({"type": kind, "header": header, "question": text});
                if matches!(self.kind, Kind::Pick | Kind::Several) {
                    question["options"] = options.into();
                }
                json!({"name": "AskUserQuestion", "arguments": {"questions": [question]}})
            }
            "codex" => json!({"name": "ask_user_question", "arguments": {"questions": [
                {"header": header, "question": text, "options": options, "multiSelect": several}]}}),
            "opencode" => json!({"name": "question", "arguments": {"questions": [
                {"header": header, "question": text, "options": options, "multiple": several}]}}),
            "pi" => {
                let values = self.labels().map(|label| json!({"label": label, "value": label}));
                let options = if self.kind == Kind::Pick { values.to_vec() } else { Vec::new() };
                let question = json!({"id": "way", "prompt": text, "options": options});
                json!({"name": "question", "arguments": {"questions": [question]}})
            }
            _ => {
                let kind = match self.kind {
                    Kind::Pick => "select_one",
                    Kind::Several => "select_many",
                    Kind::Text => "text",
                    Kind::Number => "number",
                };
                let mut question = json!({"header": header, "question": text, "kind": kind});
                if matches!(self.kind, Kind::Pick | Kind::Several) {
                    question["options"] = options.into();
                }
                json!({"name": "ask", "arguments": {"questions": [question]}})
            }
        }
    }
}
