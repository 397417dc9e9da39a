//! The first steps of the walk: the agent's settings, and asq's entry in them.
//!
//! - The person's own file and the project's are both read; an entry in the project's counts before the other. Before both
//!   counts what Claude Code keeps for a folder in the person's own.
//! - A file that can't be read or is broken is named with the place of the fault.
//! - An entry for a server elsewhere, one that is switched off and one that the agent can't use are named.

use super::entry_look::{self, EntryLook};
use super::walk_report::WalkStep;
use super::{AgentWalk, WalkStopped};
use crate::args::Harness;
use crate::install::client::{ConfigSyntax, ENTRY};
use crate::install::config_entry::EntryFound;
use crate::install::config_file::ConfigFile;
use serde_json::Value;
use std::path::PathBuf;

/// Settings in one of the agent's files.
pub(super) struct SettingsFile {
    pub(super) path: PathBuf,
    settings: Value,
    pub(super) is_project: bool,
    /// What leads to them in the file.
    within: &'static str,
}

pub(super) struct CountedEntry {
    pub(super) file: SettingsFile,
    pub(super) value: Value,
    pub(super) look: EntryLook,
}

impl AgentWalk<'_> {
    /// The files that are there, the one that counts first.
    pub(super) fn settings(&mut self) -> Result<Vec<SettingsFile>, WalkStopped> {
        let own = match self.client.own_file(self.env) {
            Ok(own) => own,
            Err(failure) => {
                let fix = "set that variable right, or HOME";
                return self.stop(WalkStep::failed("settings", failure.message(), fix));
            }
        };
        let project = self.folder.as_deref().map(|folder| self.client.project_file(folder));
        // In the home both may be one.
        let project = project.filter(|project| project.path != own.path);
        let mut files = Vec::new();
        let mut missing = Vec::new();
        for (file, is_project) in project.iter().map(|file| (file, true)).chain([(&own, false)]) {
            match self.file(file) {
                Ok(Some(settings)) => {
                    let path = file.path.clone();
                    files.push(SettingsFile { path, settings, is_project, within: "" });
                }
                Ok(None) => missing.push(format!("'{}'", file.path.display())),
                Err(step) => return self.stop(step),
            }
        }
        if files.is_empty() {
            // The person's own is named first: an install makes it.
            missing.reverse();
            let verb = if missing.len() == 1 { "isn't" } else { "aren't" };
            let text = format!("{} {verb} there", missing.join(" and "));
            return self.stop(WalkStep::failed("settings", text, self.install.clone()));
        }
        let there: Vec<String> = files.iter().map(|file| file.path.display().to_string()).collect();
        self.fine(WalkStep::fine("settings", there.join(" and ")));
        let folders = files.iter().find_map(|file| self.of_folder(file));
        Ok(folders.into_iter().chain(files).collect())
    }

    /// What the person's own file holds for this folder alone, if asq has an entry there.
    fn of_folder(&self, own: &SettingsFile) -> Option<SettingsFile> {
        let folder = self.folder.as_deref().filter(|_| self.harness == Harness::ClaudeCode)?.to_str()?;
        let settings = own.settings.get("projects")?.get(folder).filter(|_| !own.is_project)?;
        settings.get(self.client.container)?.get(ENTRY)?;
        let within = "projects.(this folder).";
        Some(SettingsFile { path: own.path.clone(), settings: settings.clone(), is_project: false, within })
    }

    fn file(&self, file: &ConfigFile) -> Result<Option<Value>, WalkStep> {
        let path = file.path.display();
        let text = match file.read() {
            Ok(found) => found.text,
            Err(failure) => {
                let why = failure.message();
                let why = why.strip_prefix("nothing was changed: ").unwrap_or(why);
                let fix = format!("make '{path}' a file that you can read");
                return Err(WalkStep::failed("settings", why, fix));
            }
        };
        let Some(text) = text else { return Ok(None) };
        let language = match self.client.syntax {
            ConfigSyntax::Json => "JSON",
            ConfigSyntax::Toml => "TOML",
        };
        match self.client.settings(&text) {
            Ok(settings) => Ok(Some(settings)),
            Err(fault) => {
                let why = format!("'{path}' isn't valid {language}: {fault}");
                let fix = if fault.line > text.lines().count() {
                    format!("complete '{path}': it ends too early")
                } else {
                    format!("correct line {} of '{path}'", fault.line)
                };
                Err(WalkStep::failed("settings", why, fix))
            }
        }
    }

    pub(super) fn entry(&mut self, files: Vec<SettingsFile>) -> Result<CountedEntry, WalkStopped> {
        let asq = std::env::current_exe().unwrap_or_default().to_string_lossy().into_owned();
        let own = files.iter().find(|file| !file.is_project && file.within.is_empty());
        let own = own.map(|own| own.settings.clone()).unwrap_or_default();
        let mut counted: Option<(SettingsFile, EntryFound)> = None;
        let mut without = Vec::new();
        let mut notes = Vec::new();
        for file in files {
            let path = file.path.display().to_string();
            match self.client.found_in(&file.settings, &asq) {
                EntryFound::Nothing => without.push(format!("'{path}'")),
                EntryFound::Ours(_) | EntryFound::Foreign(_) if counted.is_some() => {
                    notes.push(format!(
                        "{}.{ENTRY} in {path} doesn't count in this folder",
                        self.client.container
                    ));
                }
                found @ (EntryFound::Ours(_) | EntryFound::Foreign(_)) => counted = Some((file, found)),
            }
        }
        let Some((file, found)) = counted else {
            let text = format!("{} has no entry {}.{ENTRY}", without.join(" or "), self.client.container);
            return self.stop(WalkStep::failed("entry", text, self.install.clone()));
        };
        let path = file.path.display().to_string();
        let place = format!("{}{}.{ENTRY}", file.within, self.client.container);
        if file.is_project {
            self.install.push_str(" --project");
        }
        let again = format!("take that entry out of '{path}', then {}", self.install);
        let settings = &file.settings;
        let value = settings.get(self.client.container).and_then(|outer| outer.get(ENTRY)).cloned();
        let value = value.unwrap_or_default();
        let look = EntryLook::read(&value);
        match (&found, entry_look::server(&value)) {
            (EntryFound::Ours(_) | EntryFound::Nothing, _) => {}
            (EntryFound::Foreign(_), Some(server)) => {
                let text = format!("{place} in '{path}' is for the server {server}, which isn't tested here");
                return self.stop(WalkStep::failed("entry", text, again));
            }
            (EntryFound::Foreign(why), None) => {
                let why = match &look {
                    Ok(_) => why.clone(),
                    Err(fault) => format!("has an entry {place} that {fault}"),
                };
                let for_folder = if file.within.is_empty() { "" } else { " for this folder" };
                return self.stop(WalkStep::failed("entry", format!("'{path}'{for_folder} {why}"), again));
            }
        }
        let look = match look {
            Ok(look) => look,
            Err(fault) => {
                let text = format!("{place} in '{path}' {fault}");
                return self.stop(WalkStep::failed("entry", text, again));
            }
        };
        let off = entry_look::switched_off(self.harness, &value, settings, &own, self.folder.as_deref());
        if let Some(off) = off {
            let text = format!("{place} in '{path}' is switched off: {off}");
            return self.stop(WalkStep::failed("entry", text, "switch it on there, or in the agent"));
        }
        if let Some(short) = entry_look::short_of(self.client, &value, &asq) {
            notes.push(format!("{short}; {} sets it", self.install));
        }
        notes.extend(self.client.conditions(file.is_project).map(str::to_owned));
        self.fine(WalkStep::fine("entry", format!("{place} in {path}")).noting(notes));
        Ok(CountedEntry { file, value, look })
    }
}
