//! `asq doctor AGENT` tests the route of a question, from the agent's settings to the store and back.
//!
//! - Finds the agent, its settings, asq's entry in them, and the program that the entry starts.
//! - Says whether the agent asks for permission before it asks a question.
//! - Starts it as the agent does, and asks a question through it, which needs nobody to answer.
//! - A step that fails has its fix, and those that depend on it aren't tried.
//! - What a project's file names is started only after a yes, unless it is this program and nothing else.
//! - Exits with 74 if a step failed.

mod agent_start;
mod approval_step;
mod entry_look;
mod entry_program;
mod mcp_probe;
mod probe_call;
mod probe_question;
mod probe_steps;
mod program_step;
mod settings_steps;
mod walk_report;

use super::agent_version;
use super::agents::{AgentProgram, id};
use super::client::McpClient;
use crate::args::Harness;
use crate::args::store::DoctorArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::output;
use agent_start::AgentStart;
use mcp_probe::ServerCommand;
use std::path::PathBuf;
use walk_report::{WalkReport, WalkStep};

/// The steps, in their order. Agents that ask nobody before a call have no approval.
const STEPS: [&str; 8] = ["agent", "settings", "entry", "approval", "program", "start", "question", "answer"];

/// The walk for one agent.
struct AgentWalk<'a> {
    harness: Harness,
    client: &'static McpClient,
    args: &'a DoctorArgs,
    env: &'a Env,
    folder: Option<PathBuf>,
    /// The command that writes the entry.
    install: String,
    steps: Vec<WalkStep>,
}

/// A step failed and is in the report; what depends on it isn't tried.
struct WalkStopped;

/// `asq doctor AGENT`.
pub(crate) fn run(harness: Harness, args: &DoctorArgs, env: &Env) -> Result<Exit, CommandError> {
    if !cfg!(feature = "mcp") {
        return Err(CommandError::new(ErrorClass::Usage, "this asq was built without asq mcp"));
    }
    let Some(client) = McpClient::of(harness) else {
        return Err(CommandError::new(
            ErrorClass::Usage,
            "asq doctor can't test pi, which loads asq's files instead of starting asq mcp",
        )
        .hint("asq install lists those files; asq doctor checks the store"));
    };
    let mut walk = AgentWalk {
        harness,
        client,
        args,
        env,
        folder: env.cwd(),
        install: format!("asq install {}", id(harness)),
        steps: Vec::new(),
    };
    // What stopped it is among the steps.
    let (Ok(()) | Err(WalkStopped)) = walk.through();
    let mut report = WalkReport { title: client.name, agent: id(harness), steps: walk.steps };
    let asks = approval_step::may_ask(harness);
    let steps: Vec<&'static str> = STEPS.into_iter().filter(|step| asks || *step != "approval").collect();
    report.complete(&steps);
    let text = if args.json { output::json(&report.to_json()) } else { report.text(output::width()) };
    output::print(&text)?;
    Ok(if report.holds() { Exit::DONE } else { Exit::Output })
}

impl AgentWalk<'_> {
    fn through(&mut self) -> Result<(), WalkStopped> {
        self.agent();
        let files = self.settings()?;
        let entry = self.entry(files)?;
        self.approval(&entry);
        let start = AgentStart::of(self.harness);
        let env = start.environment(self.env, &entry.look.passed);
        let env = entry.look.variables.iter().fold(env, |env, (name, value)| env.and(name, value));
        let program = self.program(&entry, &env)?;
        let folder = self.folder.clone();
        let server = ServerCommand { program, args: &entry.look.args, env: &env, folder: folder.as_deref() };
        let (mut probe, tools) = self.start(&entry, &server, &start.client())?;
        self.question(&entry, &mut probe, &tools, &start.client(), env.clone())
    }

    fn fine(&mut self, step: WalkStep) {
        self.steps.push(step);
    }

    fn stop<T>(&mut self, step: WalkStep) -> Result<T, WalkStopped> {
        self.steps.push(step);
        Err(WalkStopped)
    }

    fn agent(&mut self) {
        let program = AgentProgram::of(self.harness);
        let step = match program.path(self.env) {
            Some(path) => {
                let version = agent_version::of(&path, program.packages());
                let version = version.unwrap_or_else(|| "no version".to_owned());
                WalkStep::fine("agent", format!("{version}, {}", path.display()))
            }
            None => WalkStep::unknown("agent", "not on the PATH; the other steps don't need it"),
        };
        self.fine(step);
    }
}
