//! The agents on this machine: their versions, and what asq installed for them.
//!
//! - An agent is here if its program is on the PATH, or if it left its folder of settings.
//! - The version comes from the program's package or from the program; all of them have two seconds together.
//! - Relative folders of the PATH don't count: they belong to where one happens to be.
//! - Settings that can't be read are reported in their row.

use super::agent_version;
use super::client::{McpClient, started};
use super::config_entry::EntryFound;
use super::config_file::ConfigFile;
use super::pi;
use crate::args::Harness;
use crate::env::Env;
use crate::error::{CommandError, escaped};
use crate::output;
use asq_runtime::process_origin::agents::{self, KnownAgent};
use clap::ValueEnum;
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// What asq knows of an agent that it installs itself for.
pub(super) struct AgentProgram(&'static KnownAgent);

impl AgentProgram {
    pub(super) fn of(harness: Harness) -> AgentProgram {
        AgentProgram(match harness {
            Harness::Pi => &agents::PI,
            Harness::ClaudeCode => &agents::CLAUDE_CODE,
            Harness::Codex => &agents::CODEX,
            Harness::Copilot => &agents::COPILOT,
            Harness::Gemini => &agents::GEMINI,
            Harness::Qwen => &agents::QWEN,
            Harness::Opencode => &agents::OPENCODE,
            Harness::Cursor => &agents::CURSOR,
            Harness::Vscode => &agents::VSCODE,
        })
    }

    pub(super) fn packages(&self) -> &'static [&'static str] {
        self.0.packages
    }

    /// The program on the PATH.
    pub(super) fn path(&self, env: &Env) -> Option<PathBuf> {
        let folders: Vec<PathBuf> =
            std::env::split_paths(env.get("PATH")?).filter(|dir| dir.is_absolute()).collect();
        let runs = |path: &PathBuf| {
            let about = asq_files::by_name::follow(path);
            about.is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
        };
        self.0.programs.iter().find_map(|name| folders.iter().map(|dir| dir.join(name)).find(runs))
    }
}

/// Lists the agents of this machine.
pub(super) fn list(env: &Env) -> Result<(), CommandError> {
    let here: Vec<(Harness, Option<PathBuf>)> = Harness::value_variants()
        .iter()
        .map(|harness| (*harness, AgentProgram::of(*harness).path(env)))
        .filter(|(harness, program)| program.is_some() || left_traces(*harness, env))
        .collect();
    let versions: Vec<Option<String>> = std::thread::scope(|threads| {
        let asked: Vec<_> = here
            .iter()
            .map(|(harness, program)| {
                threads
                    .spawn(|| agent_version::of(program.as_deref()?, AgentProgram::of(*harness).packages()))
            })
            .collect();
        // A thread that failed knows no version.
        asked.into_iter().map(|thread| thread.join().ok().flatten()).collect()
    });
    let mut text = String::new();
    for ((harness, program), version) in here.iter().zip(versions) {
        let version = version.unwrap_or_else(|| if program.is_some() { "?" } else { "-" }.to_owned());
        let mut rows = installed(*harness, env);
        if rows.is_empty() {
            rows.push("not installed".to_owned());
        }
        for (at, row) in rows.iter().enumerate() {
            let (name, version) =
                if at == 0 { (id(*harness), version.as_str()) } else { (String::new(), "") };
            let _ = writeln!(text, "{}", escaped(&format!("{name:<12} {version:<12} {row}")));
        }
    }
    if here.is_empty() {
        text.push_str("no agent that asq knows is on this machine\n");
    }
    let known: Vec<String> = Harness::value_variants().iter().map(|harness| id(*harness)).collect();
    let _ = writeln!(text, "asq install AGENT puts asq there. It knows:\n  {}", known.join(", "));
    text.push_str("asq install agents-md tells any other agent with a shell how to ask.\n");
    output::print(&text)
}

/// The agents on this machine, each with what asq installed for it; starts none of them.
pub(crate) fn here(env: &Env) -> Vec<(String, Vec<String>)> {
    let known = Harness::value_variants().iter().copied();
    let here = known.filter(|it| AgentProgram::of(*it).path(env).is_some() || left_traces(*it, env));
    here.map(|harness| (id(harness), installed(harness, env))).collect()
}

/// The agent's name on the command line.
pub(super) fn id(harness: Harness) -> String {
    harness.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn left_traces(harness: Harness, env: &Env) -> bool {
    match McpClient::of(harness) {
        Some(client) => client.traces(env).is_some(),
        None => env.pi_dir().is_some_and(|folder| asq_files::by_name::is_there(&folder)),
    }
}

/// What is installed for this agent, for the person and in this folder.
fn installed(harness: Harness, env: &Env) -> Vec<String> {
    let Some(client) = McpClient::of(harness) else {
        return pi::installed(env).into_iter().map(|path| format!("installed: {}", path.display())).collect();
    };
    let asq = std::env::current_exe().unwrap_or_default();
    let asq = asq.to_string_lossy();
    let own = match client.own_file(env) {
        Ok(file) => state(client, &file, &asq),
        Err(failure) => Some(failure.message().to_owned()),
    };
    // Without a current folder there is no project.
    let project = env.cwd().and_then(|cwd| state(client, &client.project_file(&cwd), &asq));
    let mut rows: Vec<String> = own.into_iter().chain(project).collect();
    // In the home, a project's file may be the person's own.
    rows.dedup();
    rows
}

/// What this file says of asq; `None` if nothing.
fn state(client: &McpClient, file: &ConfigFile, asq: &str) -> Option<String> {
    let path = file.path.display();
    let text = match file.read() {
        Ok(found) => found.text?,
        Err(failure) => return Some(failure.message().to_owned()),
    };
    match client.found(&text, asq) {
        Ok(EntryFound::Nothing) => None,
        Ok(EntryFound::Ours(entry)) => match started(&entry) {
            Some((program, _)) if program != asq => {
                Some(format!("installed: {path}, which starts '{program}'"))
            }
            Some(_) | None => Some(format!("installed: {path}")),
        },
        Ok(EntryFound::Foreign(why)) => Some(format!("not installed: '{path}' {why}")),
        Err(fault) => Some(format!("'{path}' is broken: {fault}")),
    }
}
