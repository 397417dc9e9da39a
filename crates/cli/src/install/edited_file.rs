//! A file that asq changes at one place, and whose bytes it gives back.
//!
//! - Shows the change as a diff. On a terminal nothing is written without a yes, unless --yes says it before.
//! - What is there already stays as it is.
//! - An uninstall asks in the same way, and says in a line what it took away.
//! - It restores the file of before, byte by byte. If the file was changed since, it takes out asq's part alone.
//! - A file that asq made goes again.

use super::config_file::{ConfigFile, ConfigFound};
use super::install_records::{ChangedSince, InstallRecord, InstallRecords};
use super::line_diff;
use crate::args::PlaceArgs;
use crate::env::Env;
use crate::error::{CommandError, escaped};
use crate::exit::Exit;
use crate::grant::{self, GrantPage};
use crate::settings::person::OwnSettings;
use crate::{input, output};
use asq_wire::Ended;
use std::fmt::Write;

/// asq's part of a file.
pub(super) trait FilePart {
    /// Whether it is in this text. Somebody else's part of that name is an error.
    fn is_in(&self, text: &str) -> Result<bool, CommandError>;

    /// The text with it, as it is now.
    fn with(&self, text: &str) -> Result<String, CommandError>;

    /// The text without it.
    fn without(&self, text: &str) -> Result<String, CommandError>;

    /// What the person agrees to, for this text of the file with this path.
    fn grants(&self, path: &str, after: &str) -> Result<GrantPage, CommandError>;

    /// What to know once it is there.
    fn after(&self) -> String;

    /// What was taken away, in a line.
    fn gone(&self) -> String;
}

/// The file, and what is known about it.
pub(super) struct EditedFile {
    file: ConfigFile,
    found: ConfigFound,
    records: InstallRecords,
    record: Option<InstallRecord>,
}

impl EditedFile {
    pub(super) fn of(file: ConfigFile, env: &Env) -> Result<EditedFile, CommandError> {
        let found = file.read()?;
        let records = InstallRecords::of(env)?;
        let record = records.get(&found.real)?;
        Ok(EditedFile { file, found, records, record })
    }

    pub(super) fn install(&self, part: &dyn FilePart, args: &PlaceArgs) -> Result<Exit, CommandError> {
        let text = self.found.text.as_deref();
        let there = text.unwrap_or_default();
        // The text to restore at an uninstall.
        let before = match &self.record {
            Some(record) if part.is_in(there)? => match record.restored(there) {
                Ok(before) => before,
                Err(ChangedSince) => Some(part.without(there)?),
            },
            Some(_) | None => self.found.text.clone(),
        };
        let after = part.with(there)?;
        if text == Some(after.as_str()) {
            output::print(&self.row("is there already"))?;
            return Ok(Exit::DONE);
        }
        self.file.writable(&self.found)?;
        self.show(if text.is_some() { "update" } else { "create" }, &after)?;
        if args.dry_run {
            return Ok(Exit::DONE);
        }
        if !args.yes && input::is_terminal() && !allowed(&part.grants(&self.real(), &after)?)? {
            output::say("asq: nothing was installed");
            return Ok(Exit::Ended(Ended::Declined));
        }
        let made = ConfigFile::missing_folders(&self.found);
        let made = if made > 0 { made } else { self.record.as_ref().map_or(0, |record| record.folders) };
        let record = InstallRecord::new(before.as_deref(), &after, made);
        // A record without its change does no harm; a change without its record could not be undone.
        self.records.put(&self.found.real, Some(record))?;
        self.file.write(&self.found, Some(&after))?;
        output::print(&part.after())?;
        Ok(Exit::DONE)
    }

    pub(super) fn uninstall(&self, part: &dyn FilePart, args: &PlaceArgs) -> Result<Exit, CommandError> {
        let there = self.text();
        if !part.is_in(there)? {
            output::print(&self.row("is not there"))?;
            return if args.dry_run { Ok(Exit::DONE) } else { self.forget() };
        }
        self.file.writable(&self.found)?;
        let restored = self.record.as_ref().map_or(Err(ChangedSince), |record| record.restored(there));
        let after = match restored {
            Ok(before) => before,
            Err(ChangedSince) => Some(part.without(there)?),
        };
        self.show(if after.is_some() { "update" } else { "remove" }, after.as_deref().unwrap_or_default())?;
        if args.dry_run {
            return Ok(Exit::DONE);
        }
        if !args.yes && input::is_terminal() && !may_go([self.real()])? {
            output::say("asq: nothing was removed");
            return Ok(Exit::Ended(Ended::Declined));
        }
        self.file.write(&self.found, after.as_deref())?;
        if after.is_none() {
            ConfigFile::remove_folders(&self.found, self.record.as_ref().map_or(0, |record| record.folders));
        }
        output::print(&format!("{}\n", escaped(&part.gone())))?;
        self.forget()
    }

    /// Its text; empty if the file is missing.
    fn text(&self) -> &str {
        self.found.text.as_deref().unwrap_or_default()
    }

    fn real(&self) -> String {
        self.found.real.to_string_lossy().into_owned()
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
        for row in line_diff::rows(self.text(), after) {
            let _ = writeln!(text, "{}", format!("  {}", escaped(&row)).trim_end());
        }
        output::print(&text)
    }

    fn forget(&self) -> Result<Exit, CommandError> {
        if self.record.is_some() {
            self.records.put(&self.found.real, None)?;
        }
        Ok(Exit::DONE)
    }
}

/// Whether the person says that asq's part of these files may go, after all of them were on the screen.
pub(super) fn may_go(paths: impl IntoIterator<Item = String>) -> Result<bool, CommandError> {
    let paths: Vec<String> = paths.into_iter().collect();
    let page =
        GrantPage::default().own("What asq wrote goes from here:").theirs(paths.iter().map(String::as_str));
    let mut person = OwnSettings::here("you are asked first")?;
    grant::ask(&mut person, &page, "Remove it? To write it again, type install instead of uninstall. [y/N]")
}

/// Whether the person says yes, after all that it grants was on the screen.
fn allowed(page: &GrantPage) -> Result<bool, CommandError> {
    let mut person = OwnSettings::here("you are asked first")?;
    grant::ask(&mut person, page, "Write it? To remove it later, type uninstall instead of install. [y/N]")
}
