//! Files that asq changes at one place each, and whose bytes it gives back.
//!
//! - Shows all changes as a diff. On a terminal nothing is written without a yes, unless --yes says it before.
//! - What a person may have written stays at an uninstall, unless a record says that asq added it.
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

    /// The text without it; `inserted` is what asq once added.
    fn without(&self, text: &str, inserted: &str) -> Result<String, CommandError>;

    /// Whether a person may have written the very same, so that only a record says that it is asq's.
    fn is_anybodys(&self) -> bool {
        false
    }

    /// The page with what the person agrees to, for this text of the file with this path.
    fn grants(&self, page: GrantPage, path: &str, after: &str) -> Result<GrantPage, CommandError>;

    /// What to know once it is there.
    fn after(&self) -> String;

    /// What was taken away, in a line.
    fn gone(&self) -> String;
}

/// A file, and asq's part of it.
pub(super) struct FileEdit<'a> {
    pub(super) file: EditedFile,
    pub(super) part: &'a dyn FilePart,
}

/// A change of a file.
struct FileChange {
    /// What an uninstall restores; `None` for a file that asq makes.
    before: Option<String>,
    /// `None` removes the file.
    after: Option<String>,
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

    /// The change that puts the part into the file; `None` if it is there already.
    fn with(&self, part: &dyn FilePart) -> Result<Option<FileChange>, CommandError> {
        let text = self.found.text.as_deref();
        let there = text.unwrap_or_default();
        // The text to restore at an uninstall.
        let before = match &self.record {
            Some(record) if part.is_in(there)? => match record.restored(there) {
                Ok(before) => before,
                Err(ChangedSince) => Some(part.without(there, &record.inserted)?),
            },
            Some(_) | None => self.found.text.clone(),
        };
        let after = part.with(there)?;
        if text == Some(after.as_str()) {
            return Ok(None);
        }
        self.file.writable(&self.found)?;
        Ok(Some(FileChange { before, after: Some(after) }))
    }

    /// The change that takes the part out; `None` if it isn't there, or isn't asq's.
    fn without(&self, part: &dyn FilePart) -> Result<Option<FileChange>, CommandError> {
        let there = self.text();
        // Without a record it isn't asq's, whatever the file holds.
        if (part.is_anybodys() && self.record.is_none()) || !part.is_in(there)? {
            return Ok(None);
        }
        self.file.writable(&self.found)?;
        let restored = self.record.as_ref().map_or(Err(ChangedSince), |record| record.restored(there));
        let after = if let Ok(before) = restored {
            before
        } else {
            let inserted = self.record.as_ref().map(|record| record.inserted.as_str());
            Some(part.without(there, inserted.unwrap_or_default())?)
        };
        Ok(Some(FileChange { before: None, after }))
    }

    fn show(&self, change: Option<&FileChange>, unchanged: &str) -> Result<(), CommandError> {
        let Some(change) = change else { return output::print(&self.row(unchanged)) };
        let word = match (&self.found.text, &change.after) {
            (None, _) => "create",
            (Some(_), Some(_)) => "update",
            (Some(_), None) => "remove",
        };
        let mut text = self.row(word);
        for row in line_diff::rows(self.text(), change.after.as_deref().unwrap_or_default()) {
            let _ = writeln!(text, "{}", format!("  {}", escaped(&row)).trim_end());
        }
        output::print(&text)
    }

    /// Writes the text with the part, and keeps what was there before.
    fn put(&self, change: &FileChange) -> Result<(), CommandError> {
        let made = ConfigFile::missing_folders(&self.found);
        let made = if made > 0 { made } else { self.record.as_ref().map_or(0, |record| record.folders) };
        let after = change.after.as_deref();
        let record = InstallRecord::new(change.before.as_deref(), after.unwrap_or_default(), made);
        // A record without its change does no harm; a change without its record could not be undone.
        self.records.put(&self.found.real, Some(record))?;
        self.file.write(&self.found, after)
    }

    /// Writes the text without the part.
    fn take_out(&self, change: &FileChange) -> Result<(), CommandError> {
        self.file.write(&self.found, change.after.as_deref())?;
        if change.after.is_none() {
            ConfigFile::remove_folders(&self.found, self.record.as_ref().map_or(0, |record| record.folders));
        }
        Ok(())
    }

    /// Its text; empty if the file is missing.
    pub(super) fn text(&self) -> &str {
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

    fn forget(&self) -> Result<(), CommandError> {
        if self.record.is_some() { self.records.put(&self.found.real, None) } else { Ok(()) }
    }
}

/// Puts asq's parts into these files, all or none of them unless a disk fails in between.
pub(super) fn install(edits: &[FileEdit<'_>], args: &PlaceArgs) -> Result<Exit, CommandError> {
    let changes = edits.iter().map(|edit| edit.file.with(edit.part)).collect::<Result<Vec<_>, _>>()?;
    for (edit, change) in edits.iter().zip(&changes) {
        edit.file.show(change.as_ref(), "is there already")?;
    }
    let changes: Vec<(&FileEdit<'_>, FileChange)> =
        edits.iter().zip(changes).filter_map(|(edit, change)| Some((edit, change?))).collect();
    if args.dry_run || changes.is_empty() {
        return Ok(Exit::DONE);
    }
    if !args.yes && input::is_terminal() {
        let mut page = GrantPage::default();
        for (edit, change) in &changes {
            page = edit.part.grants(page, &edit.file.real(), change.after.as_deref().unwrap_or_default())?;
        }
        if !allowed(&page)? {
            output::say("asq: nothing was installed");
            return Ok(Exit::Ended(Ended::Declined));
        }
    }
    for (edit, change) in &changes {
        edit.file.put(change)?;
    }
    for (edit, _) in &changes {
        output::print(&edit.part.after())?;
    }
    Ok(Exit::DONE)
}

/// Takes asq's parts out of these files.
pub(super) fn uninstall(edits: &[FileEdit<'_>], args: &PlaceArgs) -> Result<Exit, CommandError> {
    let changes = edits.iter().map(|edit| edit.file.without(edit.part)).collect::<Result<Vec<_>, _>>()?;
    for (edit, change) in edits.iter().zip(&changes) {
        // A part that is somebody else's, or was never there, is worth a row only in the file that has to have one.
        if change.is_some() || !edit.part.is_anybodys() {
            edit.file.show(change.as_ref(), "is not there")?;
        }
    }
    if args.dry_run {
        return Ok(Exit::DONE);
    }
    let gone: Vec<String> = edits
        .iter()
        .zip(&changes)
        .filter(|(_, change)| change.is_some())
        .map(|(edit, _)| edit.file.real())
        .collect();
    if !gone.is_empty() && !args.yes && input::is_terminal() && !may_go(gone)? {
        output::say("asq: nothing was removed");
        return Ok(Exit::Ended(Ended::Declined));
    }
    // The last one first: the first one made the folder that both may be in.
    for (edit, change) in edits.iter().zip(&changes).rev() {
        if let Some(change) = change {
            edit.file.take_out(change)?;
        }
        edit.file.forget()?;
    }
    for (edit, _) in edits.iter().zip(&changes).filter(|(_, change)| change.is_some()) {
        output::print(&format!("{}\n", escaped(&edit.part.gone())))?;
    }
    Ok(Exit::DONE)
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
