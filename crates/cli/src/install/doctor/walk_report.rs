//! What `asq doctor AGENT` found, step by step.
//!
//! - A step is ok or failed; one that depends on a failed one wasn't tried.
//! - A failed step has its fix: what to type, or what to change.
//! - Nothing from a settings file or from a program acts on the terminal.
//! - On a terminal a text stays in its column; on a narrow one it gets lines of its own.

use crate::error::one_line;
use crate::settings::wrapped::in_column;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepState {
    Fine,
    Failed,
    /// It says nothing for or against the rest.
    Unknown,
    Untried,
}

impl StepState {
    fn word(self) -> &'static str {
        match self {
            StepState::Fine => "ok",
            StepState::Failed => "failed",
            StepState::Unknown => "?",
            StepState::Untried => "-",
        }
    }

    fn json(self) -> &'static str {
        match self {
            StepState::Fine | StepState::Failed => self.word(),
            StepState::Unknown => "unknown",
            StepState::Untried => "not tried",
        }
    }
}

#[derive(Debug)]
pub(super) struct WalkStep {
    name: &'static str,
    state: StepState,
    text: String,
    notes: Vec<String>,
    fix: Option<String>,
}

impl WalkStep {
    fn new(name: &'static str, state: StepState, text: impl Into<String>) -> WalkStep {
        WalkStep { name, state, text: text.into(), notes: Vec::new(), fix: None }
    }

    pub(super) fn fine(name: &'static str, text: impl Into<String>) -> WalkStep {
        WalkStep::new(name, StepState::Fine, text)
    }

    pub(super) fn unknown(name: &'static str, text: impl Into<String>) -> WalkStep {
        WalkStep::new(name, StepState::Unknown, text)
    }

    pub(super) fn failed(name: &'static str, text: impl Into<String>, fix: impl Into<String>) -> WalkStep {
        WalkStep { fix: Some(fix.into()), ..WalkStep::new(name, StepState::Failed, text) }
    }

    /// One that says nothing for or against the rest, but can be mended.
    pub(super) fn open(name: &'static str, text: impl Into<String>, fix: impl Into<String>) -> WalkStep {
        WalkStep { fix: Some(fix.into()), ..WalkStep::unknown(name, text) }
    }

    pub(super) fn noting(mut self, notes: impl IntoIterator<Item = String>) -> WalkStep {
        self.notes.extend(notes);
        self
    }
}

/// The steps, in the order of the walk.
pub(super) struct WalkReport {
    /// The agent as people call it.
    pub(super) title: &'static str,
    /// Its name on the command line.
    pub(super) agent: String,
    pub(super) steps: Vec<WalkStep>,
}

impl WalkReport {
    pub(super) fn holds(&self) -> bool {
        self.steps.iter().all(|step| matches!(step.state, StepState::Fine | StepState::Unknown))
    }

    /// Adds the steps of these names that are missing, as not tried.
    pub(super) fn complete(&mut self, names: &[&'static str]) {
        for name in names {
            if self.steps.iter().all(|step| step.name != *name) {
                self.steps.push(WalkStep::new(name, StepState::Untried, "not tried"));
            }
        }
    }

    /// As rows; in this width, if it goes to a terminal.
    pub(super) fn text(&self, width: Option<usize>) -> String {
        let mut text = format!("{}\n", self.title);
        for step in &self.steps {
            text += &row(step.name, step.state.word(), &step.text, width);
            for note in &step.notes {
                text += &row("", "note", note, width);
            }
            if let Some(fix) = &step.fix {
                text += &row("", "fix", fix, width);
            }
        }
        text
    }

    pub(super) fn to_json(&self) -> Value {
        let steps = self.steps.iter().map(|step| {
            let WalkStep { name, state, text, notes, fix } = step;
            json!({ "step": name, "state": state.json(), "text": text, "notes": notes, "fix": fix })
        });
        json!({ "agent": self.agent, "ok": self.holds(), "steps": steps.collect::<Vec<_>>() })
    }
}

fn row(name: &str, state: &str, text: &str, width: Option<usize>) -> String {
    in_column(&format!("  {name:8}  {state:6}  "), &one_line(text), width)
}

#[cfg(test)]
mod tests {
    use super::{WalkReport, WalkStep};
    use expect_test::expect;

    #[test]
    fn a_text_stays_in_its_column_and_on_a_narrow_terminal_below_it() {
        let fine = WalkStep::fine("agent", "2.1.330, /home/ann/bin/claude");
        let failed = WalkStep::failed(
            "entry",
            "'/home/ann/.claude.json' has an entry mcpServers.asq that starts '\u{1b}[2Jnpx -y'",
            "asq install claude-code",
        );
        let failed = failed.noting(["it asks you before it starts a project's servers".to_owned()]);
        let steps = vec![fine, failed];
        let mut report = WalkReport { title: "Claude Code", agent: "claude-code".to_owned(), steps };
        report.complete(&["entry", "program"]);
        let pictures = [None, Some(80), Some(46)].map(|width| report.text(width)).join("\n");
        expect![[r#"
            Claude Code
              agent     ok      2.1.330, /home/ann/bin/claude
              entry     failed  '/home/ann/.claude.json' has an entry mcpServers.asq that starts '<U+001B>[2Jnpx -y'
                        note    it asks you before it starts a project's servers
                        fix     asq install claude-code
              program   -       not tried

            Claude Code
              agent     ok      2.1.330, /home/ann/bin/claude
              entry     failed  '/home/ann/.claude.json' has an entry mcpServers.asq that
                                starts '<U+001B>[2Jnpx -y'
                        note    it asks you before it starts a project's servers
                        fix     asq install claude-code
              program   -       not tried

            Claude Code
              agent     ok
                2.1.330, /home/ann/bin/claude
              entry     failed
                '/home/ann/.claude.json' has an entry
                mcpServers.asq that starts '<U+001B>[2Jnpx
                -y'
              note
                it asks you before it starts a project's
                servers
                        fix     asq install claude-code
              program   -       not tried
        "#]].assert_eq(&pictures);
        assert!(!report.holds());
    }
}
