//! asq as an MCP server in an agent's settings.
//!
//! - The entry starts this very program, by its whole path.
//! - For Claude Code a rule goes with it: it may call asq without asking first.
//! - An entry of that name for another program stays, and is named.
//! - A broken file is reported with its place, and nothing is written.

use super::allow_rule::{AllowRule, RULE};
use super::client::{ConfigSyntax, McpClient};
use super::config_entry::{EntryFound, EntryProblem};
use super::edited_file::{self, EditedFile, FileEdit, FilePart};
use crate::args::PlaceArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::exit::Exit;
use crate::grant::GrantPage;
use crate::output;
use std::path::PathBuf;

/// asq's entry in this agent's file.
struct McpEntry {
    client: &'static McpClient,
    path: PathBuf,
    project: bool,
    asq: String,
    /// Whether it is to go.
    goes: bool,
}

pub(super) fn install(client: &'static McpClient, args: &PlaceArgs, env: &Env) -> Result<Exit, CommandError> {
    if !cfg!(feature = "mcp") {
        return Err(CommandError::new(ErrorClass::Usage, "this asq was built without asq mcp"));
    }
    let (entry, file) = McpEntry::of(client, args, env)?;
    let rule = AllowRule::of(client, args.project, env)?;
    edited_file::install(&edits(file, &entry, rule.as_ref(), env), args)
}

pub(super) fn uninstall(
    client: &'static McpClient,
    args: &PlaceArgs,
    env: &Env,
) -> Result<Exit, CommandError> {
    let (entry, file) = McpEntry::of(client, args, env)?;
    let (entry, rule) = (McpEntry { goes: true, ..entry }, AllowRule::of(client, args.project, env)?);
    edited_file::uninstall(&edits(file, &entry, rule.as_ref(), env), args)
}

/// The entry, and the rule that goes with it. A file of rules that asq may not touch leaves the entry alone.
fn edits<'a>(
    file: EditedFile,
    entry: &'a McpEntry,
    rule: Option<&'a AllowRule>,
    env: &Env,
) -> Vec<FileEdit<'a>> {
    let mut edits = vec![FileEdit { file, part: entry }];
    if let Some(rule) = rule {
        match EditedFile::of(rule.file.clone(), env) {
            Ok(file) => edits.push(FileEdit { file, part: rule }),
            Err(_) if entry.goes => {}
            Err(failure) => {
                let why = failure.message();
                let why = why.strip_prefix("nothing was changed: ").unwrap_or(why);
                let name = entry.client.name;
                output::say(&escaped(&format!(
                    "asq: {why}\n  without the rule {RULE} there, {name} asks you before each call of asq"
                )));
            }
        }
    }
    edits
}

impl McpEntry {
    fn of(
        client: &'static McpClient,
        args: &PlaceArgs,
        env: &Env,
    ) -> Result<(McpEntry, EditedFile), CommandError> {
        for (given, flag) in [(!args.dialect.is_empty(), "--dialect"), (args.path.is_some(), "--path")] {
            if given {
                let what = format!("{flag} is for pi alone; {} gets one entry for asq mcp", client.name);
                return Err(CommandError::new(ErrorClass::Usage, what));
            }
        }
        let asq = std::env::current_exe().map_err(|e| {
            CommandError::new(ErrorClass::Fault, format!("can't tell where this asq is: {e}"))
        })?;
        let asq = asq.into_os_string().into_string().map_err(|path| {
            let what = format!("this asq's path isn't UTF-8: '{}'", path.display());
            CommandError::new(ErrorClass::Usage, what)
        })?;
        let file = if args.project {
            let cwd = env.folder().map_err(|e| {
                CommandError::new(ErrorClass::Usage, format!("can't tell the current folder: {e}"))
            })?;
            client.project_file(&cwd)
        } else {
            client.own_file(env)?
        };
        let entry = McpEntry { client, path: file.path.clone(), project: args.project, asq, goes: false };
        Ok((entry, EditedFile::of(file, env)?))
    }

    /// What this text holds. An entry for another program is an error.
    fn found(&self, text: &str) -> Result<EntryFound, CommandError> {
        match self.client.found(text, &self.asq) {
            Ok(EntryFound::Foreign(why)) => {
                let what = format!("nothing was changed: '{}' {why}", self.path.display());
                Err(CommandError::new(ErrorClass::Usage, what).hint(if self.goes {
                    "asq didn't write that entry, and leaves it there"
                } else {
                    "change that yourself first, or choose another place with --project or --global"
                }))
            }
            Ok(found) => Ok(found),
            Err(fault) => self.edited(Err(fault.into())),
        }
    }

    fn edited<T>(&self, edited: Result<T, EntryProblem>) -> Result<T, CommandError> {
        let language = match self.client.syntax {
            ConfigSyntax::Json => "JSON",
            ConfigSyntax::Toml => "TOML",
        };
        edited.map_err(|problem| {
            let path = self.path.display();
            let what = match problem {
                EntryProblem::Broken(fault) => format!("'{path}' isn't valid {language}: {fault}"),
                EntryProblem::Form => {
                    format!("'{path}' has {}.asq in a form that asq can't edit", self.client.container)
                }
            };
            CommandError::new(ErrorClass::Usage, format!("nothing was changed: {what}"))
        })
    }
}

impl FilePart for McpEntry {
    fn is_in(&self, text: &str) -> Result<bool, CommandError> {
        Ok(matches!(self.found(text)?, EntryFound::Ours(_)))
    }

    fn with(&self, text: &str) -> Result<String, CommandError> {
        self.found(text)?;
        self.edited(self.client.with_entry(text, &self.asq))
    }

    fn without(&self, text: &str, _: &str) -> Result<String, CommandError> {
        self.edited(self.client.without_entry(text))
    }

    fn grants(&self, page: GrantPage, path: &str, after: &str) -> Result<GrantPage, CommandError> {
        let EntryFound::Ours(entry) = self.found(after)? else {
            return Err(CommandError::fault("the new entry can't be found"));
        };
        let members = entry.as_object().into_iter().flatten();
        let members: Vec<String> = members.map(|(name, value)| format!("{name}: {value}")).collect();
        Ok(page
            .own(format!(
                "{} reads this file, and starts what it names with all that you may do:",
                self.client.name
            ))
            .theirs([path])
            .own("It gets an entry asq there, which starts this program when the agent starts:")
            .theirs(members.iter().map(String::as_str)))
    }

    fn after(&self) -> String {
        self.client.after(self.project)
    }

    fn gone(&self) -> String {
        format!("Removed asq from '{}': {} no longer starts it.", self.path.display(), self.client.name)
    }
}
