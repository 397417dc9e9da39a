//! asq as an MCP server in an agent's settings.
//!
//! - Shows the change as a diff. On a terminal nothing is written without a yes, unless --yes says it before.
//! - What is there already stays as it is; so does an entry of that name for another program, which is named.
//! - An uninstall restores the file of before, byte by byte. If the file was changed since, it takes out the entry alone.
//! - A broken file is reported with its place, and nothing is written.
//! - A file that asq made goes again.

use super::client::{ConfigSyntax, McpClient};
use super::config_entry::{EntryFound, EntryProblem};
use super::config_file::{ConfigFile, ConfigFound};
use super::install_records::{ChangedSince, InstallRecord, InstallRecords};
use super::line_diff;
use crate::args::PlaceArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::exit::Exit;
use crate::grant::{self, GrantPage};
use crate::settings::person::OwnSettings;
use crate::{input, output};
use asq_wire::Ended;
use std::fmt::Write;

/// This agent's file, and what is known about it.
struct McpInstall {
    client: &'static McpClient,
    file: ConfigFile,
    found: ConfigFound,
    records: InstallRecords,
    record: Option<InstallRecord>,
    asq: String,
}

pub(super) fn install(client: &'static McpClient, args: &PlaceArgs, env: &Env) -> Result<Exit, CommandError> {
    if !cfg!(feature = "mcp") {
        return Err(CommandError::new(ErrorClass::Usage, "this asq was built without asq mcp"));
    }
    let it = McpInstall::of(client, args, env)?;
    let text = it.found.text.as_deref();
    let entry = it.entry()?;
    let there = text.unwrap_or_default();
    // The text to restore at an uninstall.
    let before = match (&it.record, &entry) {
        (Some(record), EntryFound::Ours(_)) => match record.restored(there) {
            Ok(before) => before,
            Err(ChangedSince) => Some(it.edited(client.without_entry(there))?),
        },
        (Some(_) | None, EntryFound::Nothing | EntryFound::Ours(_) | EntryFound::Foreign(_)) => {
            it.found.text.clone()
        }
    };
    let after = it.edited(client.with_entry(there, &it.asq))?;
    if text == Some(after.as_str()) {
        output::print(&it.row("is there already"))?;
        return Ok(Exit::DONE);
    }
    it.file.writable(&it.found)?;
    it.show(if text.is_some() { "update" } else { "create" }, &after)?;
    if args.dry_run {
        return Ok(Exit::DONE);
    }
    if !args.yes && input::is_terminal() && !it.allowed(&after)? {
        output::say("asq: nothing was installed");
        return Ok(Exit::Ended(Ended::Declined));
    }
    let made = ConfigFile::missing_folders(&it.found);
    let made = if made > 0 { made } else { it.record.as_ref().map_or(0, |record| record.folders) };
    let record = InstallRecord::new(before.as_deref(), &after, made);
    // A record without its change does no harm; a change without its record could not be undone.
    it.records.put(&it.found.real, Some(record))?;
    it.file.write(&it.found, Some(&after))?;
    output::print(&client.after(args.project))?;
    Ok(Exit::DONE)
}

pub(super) fn uninstall(
    client: &'static McpClient,
    args: &PlaceArgs,
    env: &Env,
) -> Result<Exit, CommandError> {
    let it = McpInstall::of(client, args, env)?;
    let there = it.found.text.as_deref().unwrap_or_default();
    match it.entry()? {
        EntryFound::Ours(_) => {}
        EntryFound::Nothing | EntryFound::Foreign(_) => {
            output::print(&it.row("is not there"))?;
            return if args.dry_run { Ok(Exit::DONE) } else { it.forget() };
        }
    }
    it.file.writable(&it.found)?;
    let restored = it.record.as_ref().map_or(Err(ChangedSince), |record| record.restored(there));
    let after = match restored {
        Ok(before) => before,
        Err(ChangedSince) => Some(it.edited(client.without_entry(there))?),
    };
    it.show(if after.is_some() { "update" } else { "remove" }, after.as_deref().unwrap_or_default())?;
    if args.dry_run {
        return Ok(Exit::DONE);
    }
    it.file.write(&it.found, after.as_deref())?;
    if after.is_none() {
        ConfigFile::remove_folders(&it.found, it.record.as_ref().map_or(0, |record| record.folders));
    }
    it.forget()
}

impl McpInstall {
    fn of(client: &'static McpClient, args: &PlaceArgs, env: &Env) -> Result<McpInstall, CommandError> {
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
        let found = file.read()?;
        let records = InstallRecords::of(env)?;
        let record = records.get(&found.real)?;
        Ok(McpInstall { client, file, found, records, record, asq })
    }

    /// What the file holds. An entry for another program is an error.
    fn entry(&self) -> Result<EntryFound, CommandError> {
        let text = self.found.text.as_deref().unwrap_or_default();
        match self.client.found(text, &self.asq) {
            Ok(EntryFound::Foreign(why)) => {
                let what = format!("nothing was changed: '{}' {why}", self.file.path.display());
                Err(CommandError::new(ErrorClass::Usage, what)
                    .hint("change that yourself first, or choose another place with --project or --global"))
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
            let path = self.file.path.display();
            let what = match problem {
                EntryProblem::Broken(fault) => format!("'{path}' isn't valid {language}: {fault}"),
                EntryProblem::Form => {
                    format!("'{path}' has {}.asq in a form that asq can't edit", self.client.container)
                }
            };
            CommandError::new(ErrorClass::Usage, format!("nothing was changed: {what}"))
        })
    }

    fn row(&self, word: &str) -> String {
        let path = &self.file.path;
        // The temporary folder of macOS is behind a link, too; only the file's own link is worth a word.
        let link = asq_files::by_name::look(path).is_ok_and(|about| about.is_symlink());
        let leads = if link { format!(", a link to {}", self.found.real.display()) } else { String::new() };
        format!("{}\n", escaped(&format!("{word:<16}  {}{leads}", path.display())))
    }

    fn show(&self, word: &str, after: &str) -> Result<(), CommandError> {
        let mut text = self.row(word);
        for row in line_diff::rows(self.found.text.as_deref().unwrap_or_default(), after) {
            let _ = writeln!(text, "{}", format!("  {}", escaped(&row)).trim_end());
        }
        output::print(&text)
    }

    /// Whether the person says yes, after all that the entry grants was on the screen.
    fn allowed(&self, after: &str) -> Result<bool, CommandError> {
        let path = self.found.real.to_string_lossy();
        let entry = match self.client.found(after, &self.asq) {
            Ok(EntryFound::Ours(entry)) => entry,
            Ok(EntryFound::Nothing | EntryFound::Foreign(_)) | Err(_) => {
                return Err(CommandError::fault("the new entry can't be found"));
            }
        };
        let members = entry.as_object().into_iter().flatten();
        let members: Vec<String> = members.map(|(name, value)| format!("{name}: {value}")).collect();
        let page = GrantPage::default()
            .own(format!(
                "{} reads this file, and starts what it names with all that you may do:",
                self.client.name
            ))
            .theirs([path.as_ref()])
            .own("It gets an entry asq there, which starts this program when the agent starts:")
            .theirs(members.iter().map(String::as_str));
        let mut person = OwnSettings::here("you are asked first")?;
        grant::ask(&mut person, &page, "Write it? asq uninstall removes it again. [y/N]")
    }

    fn forget(&self) -> Result<Exit, CommandError> {
        if self.record.is_some() {
            self.records.put(&self.found.real, None)?;
        }
        Ok(Exit::DONE)
    }
}
