//! The step of the program that the entry starts.
//!
//! - Another asq fails, with its version; the walk goes on with it, since the agent would start it.
//! - A program that a project's file names starts only if a person agrees, unless it is this one without variables.

use super::entry_program::{self, EntryProgram};
use super::settings_steps::CountedEntry;
use super::walk_report::WalkStep;
use super::{AgentWalk, WalkStopped};
use crate::env::Env;
use crate::error::CommandError;
use crate::grant::{self, GrantPage};
use crate::input;
use crate::install::agents::id;
use crate::settings::person::OwnSettings;
use std::path::{Path, PathBuf};

impl AgentWalk<'_> {
    /// The program to start. Another asq fails, but the walk goes on with it.
    pub(super) fn program(&mut self, entry: &CountedEntry, env: &Env) -> Result<PathBuf, WalkStopped> {
        if entry.look.is_filled_in() {
            let text = format!("{} fills in a part of the entry, so only it can start it", self.client.name);
            let fix = "write the values out, or have the agent ask a question";
            return self.stop(WalkStep::failed("program", text, fix));
        }
        match EntryProgram::find(&entry.look.program, env, self.folder.as_deref()) {
            EntryProgram::Missing(why) => {
                let fix = self.install.clone();
                self.stop(WalkStep::failed("program", why, fix))
            }
            EntryProgram::This(path) => {
                // Its arguments are those of asq mcp, which harm nobody.
                if entry.file.is_project && !entry.look.variables.is_empty() {
                    self.allowed(entry, &path)?;
                }
                self.fine(WalkStep::fine("program", format!("{}, this one", path.display())));
                Ok(path)
            }
            EntryProgram::Other(path) => {
                if entry.file.is_project {
                    self.allowed(entry, &path)?;
                }
                let this = std::env::current_exe().unwrap_or_default();
                let (found, this) = (path.display(), this.display());
                let text = match entry_program::version(&path) {
                    Some(version) => format!(
                        "{found} is another asq, {version}; this one, {}, is {this}",
                        env!("CARGO_PKG_VERSION")
                    ),
                    None => format!("{found} is another program; this one is {this}"),
                };
                self.steps.push(WalkStep::failed("program", text, self.install.clone()));
                Ok(path)
            }
        }
    }

    /// Goes on only if a person agrees to start what a project's file names.
    fn allowed(&mut self, entry: &CountedEntry, path: &Path) -> Result<(), WalkStopped> {
        let text = "a project's file names it, and nobody agreed to start it";
        if self.args.yes {
            return Ok(());
        }
        if input::is_terminal() {
            match agreed(entry, path) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(failure) => {
                    let fix = "run it yourself in a terminal";
                    return self.stop(WalkStep::failed("program", failure.message(), fix));
                }
            }
        }
        let fix =
            format!("look at '{}', then asq doctor {} --yes", entry.file.path.display(), id(self.harness));
        self.stop(WalkStep::failed("program", text, fix))
    }
}

/// Whether the person agrees, after all that starts was on the screen.
fn agreed(entry: &CountedEntry, path: &Path) -> Result<bool, CommandError> {
    let file = entry.file.path.to_string_lossy();
    let command = [path.to_string_lossy().into_owned()].into_iter().chain(entry.look.args.iter().cloned());
    let command: Vec<String> = command.collect();
    let variables: Vec<&str> = entry.look.variables.iter().map(|(name, _)| name.as_str()).collect();
    let page = GrantPage::default()
        .own("This project's file names a program:")
        .theirs([file.as_ref()])
        .own("asq doctor starts it as the agent would, with all that you may do:")
        .theirs([command.join(" ").as_str()]);
    let page = if variables.is_empty() {
        page
    } else {
        page.own("It gets these variables from that file:").theirs(variables)
    };
    let mut person = OwnSettings::here("you are asked first")?;
    grant::ask(&mut person, &page, "Start it? [y/N]")
}
