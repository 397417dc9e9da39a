//! A log as lines of JSON.
//!
//! - The first line describes the file, the start of the log and its end; then each record is a line, in order.
//! - Nothing is omitted: reading the lines and writing them again gives the same bytes. No byte acts on a terminal.
//! - A line that isn't a valid row is rejected with its number.

use crate::row::{Hash, LogRow, Salt};
use crate::{Head, StoreError};
use asq_core::inbox::Position;
use asq_core::text::{hex, unhex};
use asq_files::plain_io;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireFirst {
    asq_log: u32,
    position: u64,
    link: String,
    /// An older asq didn't write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<WireEnd>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireEnd {
    position: u64,
    link: String,
}

/// The record before a log's first one, and its last one.
#[derive(Clone, Copy)]
pub(crate) struct LogBounds {
    pub(crate) genesis: Head,
    /// Unknown if an older asq wrote the log.
    pub(crate) end: Option<Head>,
}

impl LogBounds {
    /// Whether a log that was read up to here is complete.
    pub(crate) fn reached(&self, at: Head) -> Result<(), StoreError> {
        match self.end.filter(|end| *end != at) {
            None => Ok(()),
            Some(end) => Err(StoreError::Log(format!(
                "the log ends at position {}, its first line says {}: a part of it is missing",
                at.position, end.position
            ))),
        }
    }
}

// With unknown fields allowed, a misspelt body would look like an erased one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireLine {
    position: u64,
    request: String,
    seq: u64,
    at: u64,
    digest: String,
    link: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    salt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

pub(crate) fn begin(genesis: Head, end: Head, to: &mut dyn Write) -> Result<(), StoreError> {
    let first = WireFirst {
        asq_log: VERSION,
        position: genesis.position.0,
        link: hex(&genesis.link),
        end: Some(WireEnd { position: end.position.0, link: hex(&end.link) }),
    };
    put(&first, to)
}

pub(crate) fn write(row: &LogRow, to: &mut dyn Write) -> Result<(), StoreError> {
    let body = match &row.body {
        Some(body) => {
            Some(String::from_utf8(body.clone()).map_err(|_| row.damaged("its body is not UTF-8"))?)
        }
        None => None,
    };
    let line = WireLine {
        position: row.position.0,
        request: row.request.to_string(),
        seq: row.seq,
        at: row.at,
        digest: hex(&row.digest),
        link: hex(&row.link),
        salt: row.salt.as_ref().map(|salt| hex(salt)),
        body,
        seal: row.seal.as_ref().map(|seal| hex(seal)),
        secret: row.secret.as_deref().map(hex),
    };
    put(&line, to)
}

/// Reads a log: its bounds, then its rows.
pub(crate) fn read(
    from: &mut dyn BufRead,
) -> Result<(LogBounds, impl Iterator<Item = Result<LogRow, StoreError>>), StoreError> {
    let mut lines = from.lines().enumerate().map(|(at, line)| match line {
        Ok(line) => Ok((at + 1, line)),
        Err(fault) => Err(StoreError::Log(format!("line {} can't be read: {}", at + 1, plain_io(&fault)))),
    });
    let (_, first) = lines.next().ok_or_else(|| StoreError::Log("it is empty".to_owned()))??;
    let first: WireFirst = serde_json::from_str(&first).map_err(|_| invalid(1))?;
    // Read before the rows: rows of a newer format would only look damaged.
    if first.asq_log > VERSION {
        let why = format!("the log is of version {}, this asq knows {VERSION}: update asq", first.asq_log);
        return Err(StoreError::Log(why));
    }
    let head = |position, link: &str| {
        exact(link).map(|link| Head { position: Position(position), link }).ok_or_else(|| invalid(1))
    };
    let genesis = head(first.position, &first.link)?;
    let end = first.end.map(|end| head(end.position, &end.link)).transpose()?;
    Ok((
        LogBounds { genesis, end },
        lines.map(|line| line.and_then(|(at, text)| row(&text).ok_or_else(|| invalid(at)))),
    ))
}

fn row(text: &str) -> Option<LogRow> {
    let line: WireLine = serde_json::from_str(text).ok()?;
    let maybe = |text: Option<String>| text.map(|t| exact::<32>(&t).ok_or(())).transpose().ok();
    let salt: Option<Salt> = line.salt.map(|t| exact(&t).ok_or(())).transpose().ok()?;
    Some(LogRow {
        position: Position(line.position),
        request: line.request.parse().ok()?,
        seq: line.seq,
        at: line.at,
        digest: exact::<{ size_of::<Hash>() }>(&line.digest)?,
        link: exact(&line.link)?,
        salt,
        body: line.body.map(String::into_bytes),
        seal: maybe(line.seal)?,
        secret: line.secret.map(|t| unhex(&t).ok_or(())).transpose().ok()?,
    })
}

fn put(line: &impl Serialize, to: &mut dyn Write) -> Result<(), StoreError> {
    let fault = |e: &dyn std::fmt::Display| StoreError::Failed(format!("the log can't be written out: {e}"));
    let text = asq_wire::inert(serde_json::to_string(line).map_err(|e| fault(&e))?) + "\n";
    to.write_all(text.as_bytes()).map_err(|e| fault(&e))
}

fn invalid(line: usize) -> StoreError {
    let what = if line == 1 { "the beginning" } else { "a record" };
    StoreError::Log(format!("line {line} isn't {what} of an exported log"))
}

fn exact<const N: usize>(text: &str) -> Option<[u8; N]> {
    unhex(text)?.try_into().ok()
}

/// The same fault, but of the log that is imported.
pub(crate) fn of_log(fault: StoreError) -> StoreError {
    match fault {
        StoreError::Damaged { position: Some(at), what } => {
            StoreError::Log(format!("its record at position {at} is damaged: {what}"))
        }
        other => other,
    }
}

/// Checks that a row is sound and links to the one before it.
pub(crate) fn follows(before: Head, row: &LogRow) -> Result<(), StoreError> {
    if row.position.0 != before.position.0 + 1
        || crate::row::link(&before.link, row.position, &row.digest) != row.link
    {
        return Err(row.damaged("it does not link to the record before it"));
    }
    row.sound().map(|_| ())
}
