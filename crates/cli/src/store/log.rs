//! `asq log` checks that the records are unchanged, and copies them.
//!
//! - `verify` reads every record; a head that somebody noted earlier must still be in the log.
//! - `head` prints what to note: a position, and the chain's link there.
//! - `export` writes a new file that only the person can read, or writes to standard output. `import` reads it into an
//!   empty store; a file that isn't a log, and a store with records, are refused.

use crate::error::{CommandError, ErrorClass};
use crate::exit::Exit;
use crate::output;
use crate::session::progress;
use asq_core::inbox::Position;
use asq_core::text::{hex, unhex};
use asq_files::plain_io;
use asq_store::{Head, Store, StoreError};
use serde_json::json;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, BufWriter};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

/// Prints what the check found; problems exit with 74.
pub(super) fn verify(noted: Option<&str>, as_json: bool, store: &dyn Store) -> Result<Exit, CommandError> {
    let noted = noted.map(parse).transpose()?;
    let found = store.verify(noted)?;
    let sound = found.problems.is_empty();
    let problems = found.problems.iter();
    if as_json {
        let problems: Vec<_> = problems
            .map(|problem| json!({"position": problem.position.map(|at| at.0), "problem": problem.what}))
            .collect();
        let object = json!({
            "sound": sound, "records": found.records, "erased": found.erased,
            "head": shown(&found.head), "problems": problems,
        });
        output::print(&output::json(&object))?;
    } else {
        let mut text = format!(
            "{} records, {} with erased text, head {}\n",
            found.records,
            found.erased,
            shown(&found.head)
        );
        for problem in problems {
            let _ = match problem.position {
                Some(at) => writeln!(text, "record {at}: {}", crate::error::one_line(&problem.what)),
                None => writeln!(text, "{}", crate::error::one_line(&problem.what)),
            };
        }
        text.push_str(if sound { "sound: nothing was changed or left out\n" } else { "NOT sound\n" });
        output::print(&text)?;
    }
    Ok(if sound { Exit::DONE } else { Exit::Output })
}

/// Prints where the log ends.
pub(super) fn head(as_json: bool, store: &dyn Store) -> Result<(), CommandError> {
    let head = store.head()?;
    let text = shown(&head);
    output::print(&if as_json {
        output::json(&json!({ "position": head.position.0, "head": text }))
    } else {
        text + "\n"
    })
}

/// `12:3fa9…`
pub(super) fn shown(head: &Head) -> String {
    format!("{}:{}", head.position, hex(&head.link))
}

fn parse(text: &str) -> Result<Head, CommandError> {
    let text = text.trim();
    let head = || {
        let (position, link) = text.split_once(':')?;
        Some(Head { position: Position(position.parse().ok()?), link: unhex(link)?.try_into().ok()? })
    };
    head().ok_or_else(|| {
        CommandError::new(
            ErrorClass::Usage,
            format!("--head expects what asq log head printed, got '{text}'"),
        )
        .hint("that is a position, a colon, 64 hex digits")
    })
}

pub(super) fn export(file: Option<&Path>, store: &dyn Store) -> Result<(), CommandError> {
    let Some(path) = file.filter(|path| *path != Path::new("-")) else {
        let mut out = output::Stdout;
        store.export(&mut out)?;
        return Ok(());
    };
    let failed = |e: io::Error| {
        let failure = CommandError::new(
            ErrorClass::Output,
            format!("can't write '{}': {}", path.display(), plain_io(&e)),
        );
        match e.kind() {
            io::ErrorKind::AlreadyExists => failure.hint("an export never replaces a file"),
            _ => failure,
        }
    };
    #[expect(clippy::disallowed_methods, reason = "a file that the person names")]
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(failed)?;
    let mut out = BufWriter::new(made);
    let records = store.export(&mut out)?;
    let file = out.into_inner().map_err(|e| failed(e.into_error()))?;
    file.sync_all().map_err(failed)?;
    output::say(&format!("asq: {records} records written"));
    Ok(())
}

/// Reads an exported log into an empty store.
pub(super) fn import(
    file: &Path,
    open: impl Fn() -> Result<Arc<dyn Store>, CommandError>,
) -> Result<(), CommandError> {
    let stdin = file == Path::new("-");
    let named = if stdin { "standard input".to_owned() } else { format!("'{}'", file.display()) };
    let unreadable =
        |e: io::Error| CommandError::new(ErrorClass::Usage, format!("can't read {named}: {}", plain_io(&e)));
    let mut from: Box<dyn BufRead> = if stdin {
        Box::new(io::stdin().lock())
    } else {
        #[expect(clippy::disallowed_methods, reason = "a file that the person names")]
        let opened = std::fs::File::open(file).map_err(unreadable)?;
        Box::new(BufReader::new(opened))
    };
    let store = open()?;
    progress::shown(&*store);
    let records = store.import(&mut from).map_err(|fault| not_imported(&named, fault))?;
    output::say(&format!("asq: {records} records read"));
    Ok(())
}

/// Why a log wasn't imported. The log's own faults, and a store that can't take one, are the caller's.
fn not_imported(named: &str, fault: StoreError) -> CommandError {
    let misfit = |why: &dyn std::fmt::Display| {
        CommandError::new(ErrorClass::Misfit, format!("can't import {named}: {why}"))
    };
    match &fault {
        StoreError::Log(why) => misfit(why),
        StoreError::Filled => {
            misfit(&fault).hint("ASQ_STORE=NEW.db asq log import FILE reads it into a new store")
        }
        StoreError::Busy(_)
        | StoreError::Full(_)
        | StoreError::ReadOnly { .. }
        | StoreError::Disk { .. }
        | StoreError::Unreadable { .. }
        | StoreError::Changed(_)
        | StoreError::Newer { .. }
        | StoreError::FileSystem { .. }
        | StoreError::OldSqlite(_)
        | StoreError::Foreign { .. }
        | StoreError::NotAFile { .. }
        | StoreError::NotAStore(_)
        | StoreError::Exposed { .. }
        | StoreError::Damaged { .. }
        | StoreError::Unreachable(_)
        | StoreError::Unknown(_)
        | StoreError::Failed(_) => fault.into(),
    }
}
