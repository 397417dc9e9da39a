//! The last steps of the walk: the server speaks, a question reaches the store, and its end comes back.
//!
//! - A server that doesn't speak is reported in words without the values of its variables.
//! - The store of the question has to be the one that this shell's inbox shows.
//! - The end has to count as delivered.

use super::mcp_probe::{McpProbe, ProbeFailure, ServerCommand};
use super::probe_question::{DoctorQuestion, TakenBack};
use super::settings_steps::CountedEntry;
use super::walk_report::WalkStep;
use super::{AgentStart, AgentWalk, WalkStopped, entry_look, probe_call};
use crate::env::Env;
use crate::install::agents::id;
use crate::session::place;
use serde_json::Value;

/// A server that speaks, and its tools.
type SpokenProbe = (McpProbe, Vec<(String, Value)>);

impl AgentWalk<'_> {
    pub(super) fn start(
        &mut self,
        entry: &CountedEntry,
        server: &ServerCommand<'_>,
        client: &str,
    ) -> Result<SpokenProbe, WalkStopped> {
        let spoken = McpProbe::start(server).and_then(|mut probe| {
            let version = probe.initialize(client)?;
            let tools = probe.tools()?;
            Ok((probe, version, tools))
        });
        let (probe, version, tools) = match spoken {
            Ok(spoken) => spoken,
            Err(failure) => return self.stop(self.unspoken("start", entry, &failure)),
        };
        let names: Vec<&str> = tools.iter().map(|(name, _)| name.as_str()).collect();
        let names = names.join(", ");
        let Some((tool, _)) = probe_call::of(&tools) else {
            let text = format!("speaks MCP {version}, but no tool asks a question: {names}");
            return self.stop(WalkStep::failed("start", text, self.install.clone()));
        };
        if let Some(list) = entry_look::hides(&entry.value, tool) {
            let text = format!("the entry's list {list} hides the tool {tool}");
            let fix = format!("change {list} in '{}'", entry.file.path.display());
            return self.stop(WalkStep::failed("start", text, fix));
        }
        self.fine(WalkStep::fine("start", format!("speaks MCP {version}; its tools: {names}")));
        Ok((probe, tools))
    }

    fn unspoken(&self, step: &'static str, entry: &CountedEntry, failure: &ProbeFailure) -> WalkStep {
        let fix = match failure {
            ProbeFailure::Ended(_) | ProbeFailure::Refused { .. } => {
                "start it in a terminal with the entry's arguments; it may say more there".to_owned()
            }
            ProbeFailure::NoStart(_) | ProbeFailure::Silent | ProbeFailure::Garbage(_) => {
                self.install.clone()
            }
        };
        WalkStep::failed(step, entry.look.without_values(&failure.to_string()), fix)
    }

    pub(super) fn question(
        &mut self,
        entry: &CountedEntry,
        probe: &mut McpProbe,
        tools: &[(String, Value)],
        client: &str,
        env: Env,
    ) -> Result<(), WalkStopped> {
        let Some((tool, arguments)) = probe_call::of(tools) else { return Err(WalkStopped) };
        let theirs = place::of(&env, self.folder.as_deref());
        let ours = place::of(self.env, self.folder.as_deref());
        let mut question = DoctorQuestion::new(client, env);
        let asked = question.ask(probe, tool, &arguments);
        let result = match asked {
            Ok(result) => result,
            Err(failure) => return self.stop(self.unspoken("question", entry, &failure)),
        };
        let text = result.as_ref().map(told).unwrap_or_default();
        let text = entry.look.without_values(&text);
        let there = match &theirs {
            Ok(place) => place.at.to_string(),
            Err(failure) => failure.message().to_owned(),
        };
        if question.id.is_none() {
            let why = match (&question.trouble, text.is_empty()) {
                (_, false) => format!("not in the store ({there}); the agent got '{text}'"),
                (Some(trouble), true) => format!("nobody can see it in the store ({there}): {trouble}"),
                (None, true) => format!("not in the store ({there}) within 10 s"),
            };
            return self.stop(WalkStep::failed("question", why, "asq doctor says how the store is"));
        }
        let same = matches!((&theirs, &ours), (Ok(theirs), Ok(ours)) if theirs.at == ours.at);
        if same {
            self.fine(WalkStep::fine("question", format!("in the store {there}")));
        } else {
            let here = match &ours {
                Ok(place) => place.at.to_string(),
                Err(failure) => failure.message().to_owned(),
            };
            let text = format!("in the store {there}; asq inbox in this shell shows {here}");
            let fix = if AgentStart::of(self.harness).keeps(place::VARIABLE, &entry.look.passed) {
                format!("{} also passes on what this shell says of the store", self.install)
            } else {
                let path = entry.file.path.display();
                format!("give the entry in '{path}' and this shell the same {}", place::VARIABLE)
            };
            self.steps.push(WalkStep::failed("question", text, fix));
        }
        self.answer(&mut question, result.as_ref(), &text)
    }

    fn answer(
        &mut self,
        question: &mut DoctorQuestion,
        result: Option<&Value>,
        text: &str,
    ) -> Result<(), WalkStopped> {
        let again = || format!("asq doctor {}", id(self.harness));
        let Some(result) = result else {
            let text = match &question.trouble {
                Some(trouble) => format!("nothing came back within 10 s: {trouble}"),
                None => "nothing came back within 10 s".to_owned(),
            };
            let fix = again();
            return self.stop(WalkStep::failed("answer", text, fix));
        };
        let came = match question.taken_back {
            None if text.contains(probe_call::ANSWER) => "came back",
            Some(TakenBack::InboxOpen) => {
                "an inbox is open, so the doctor took the question back; that came back"
            }
            Some(TakenBack::NoForm) => "no form came, so the doctor took the question back; that came back",
            None => {
                let fix = again();
                let what = if result["isError"] == true { "an error" } else { "another end" };
                let text = format!("{what} came back: '{text}'");
                return self.stop(WalkStep::failed("answer", text, fix));
            }
        };
        if !question.is_delivered() {
            let fix = again();
            let text = format!("{came}, but it doesn't count as delivered");
            return self.stop(WalkStep::failed("answer", text, fix));
        }
        self.fine(WalkStep::fine("answer", format!("{came}, and counts as delivered")));
        Ok(())
    }
}

/// The text of a result.
fn told(result: &Value) -> String {
    let parts = result.get("content").and_then(Value::as_array);
    let texts = parts.into_iter().flatten().filter_map(|part| part.get("text")?.as_str());
    texts.collect::<Vec<_>>().join(" ")
}
