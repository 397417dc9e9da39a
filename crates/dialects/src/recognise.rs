//! Which contract a call belongs to.
//!
//! - `--dialect` and `--tool` decide first, then the name in the call, then its keys.
//! - Each contract claims calls for itself; the strongest claim wins.
//! - Keys alone decide only if the call then fits that contract. Otherwise asq's own contract reads it if it can,
//!   and the reading says which contract the call resembles and what did not fit.
//! - The same holds if that contract would drop a key that says something and asq's own contract reads: nothing that an
//!   agent wrote, a danger least of all, is lost to a guess (S1-19).
//! - A call that no contract claims is a misuse that lists the contracts.

use crate::blank::is_blank;
use crate::{ALL, Claim, Dialect, FALLBACK, Misuse, Note, Problem, Reading, ToolCall};
use asq_core::model::Prefs;
use asq_wire::quoted;
use serde_json::Value;
use std::collections::BTreeSet;

/// The dialect with this id.
pub fn by_id(id: &str) -> Option<&'static Dialect> {
    ALL.iter().find(|dialect| dialect.id == id)
}

/// The dialect of a call. `dialect` and `tool` come from the command line.
///
/// # Errors
/// The call belongs to no dialect, or only its keys resemble one that refuses it, and asq's own refuses it,
/// too.
pub fn recognise(
    call: &ToolCall,
    dialect: Option<&str>,
    tool: Option<&str>,
) -> Result<&'static Dialect, Misuse> {
    find(call, dialect, tool, Prefs::default()).map(|found| found.dialect)
}

/// The dialect of a call, and the call read by it. If only the keys resemble another contract, the first
/// notes say so.
///
/// # Errors
/// As [`recognise`], then without a dialect; or the dialect and the problems it finds.
pub fn understand(
    call: &ToolCall,
    dialect: Option<&str>,
    tool: Option<&str>,
    prefs: &Prefs,
) -> Result<(&'static Dialect, Reading), (Option<&'static Dialect>, Misuse)> {
    let FoundDialect { dialect, read, notes } =
        find(call, dialect, tool, *prefs).map_err(|misuse| (None, misuse))?;
    let mut reading = match read {
        Some(reading) => reading,
        None => (dialect.read)(call, prefs).map_err(|misuse| (Some(dialect), misuse))?,
    };
    reading.notes.splice(0..0, notes);
    Ok((dialect, reading))
}

/// The dialect of a call.
struct FoundDialect {
    dialect: &'static Dialect,
    /// Set if choosing required reading: no call is read twice, because some are long.
    read: Option<Reading>,
    notes: Vec<Note>,
}

impl From<&'static Dialect> for FoundDialect {
    fn from(dialect: &'static Dialect) -> FoundDialect {
        FoundDialect { dialect, read: None, notes: Vec::new() }
    }
}

fn find(
    call: &ToolCall,
    dialect: Option<&str>,
    tool: Option<&str>,
    prefs: Prefs,
) -> Result<FoundDialect, Misuse> {
    if let Some(id) = dialect {
        return by_id(id).map(FoundDialect::from).ok_or_else(|| absent("--dialect", id));
    }
    let (found, claim) = strongest(tool.or(call.name.as_deref()), &call.arguments);
    match (claim, tool) {
        (Claim::Name | Claim::NameAndKeys, _) => return Ok(found.into()),
        (Claim::No | Claim::Rest | Claim::Keys(_), Some(tool)) => return Err(no_tool(tool)),
        (Claim::No | Claim::Rest | Claim::Keys(_), None) => {}
    }
    let refused = match (found.read)(call, &prefs) {
        Ok(reading) => return Ok(with_all_keys(found, reading, call, prefs)),
        Err(refused) => refused,
    };
    // A guess by keys must not turn away a call that asq's own contract can read.
    if found.id != FALLBACK.id {
        return match (FALLBACK.read)(call, &prefs) {
            Ok(reading) => {
                let notes = resembles(found.id, &refused);
                Ok(FoundDialect { dialect: &FALLBACK, read: Some(reading), notes })
            }
            Err(_) => Err(refused.hint(format!(
                "The call names no tool that is known here; by its keys it was taken for {}. {}",
                found.id,
                hint()
            ))),
        };
    }
    match &call.name {
        Some(name) => Err(unknown("name", name)),
        None => Ok(found.into()),
    }
}

/// The reading by the contract that the keys look like; or by asq's own, if that takes all that the other takes and
/// keys that the other drops.
fn with_all_keys(found: &'static Dialect, reading: Reading, call: &ToolCall, prefs: Prefs) -> FoundDialect {
    let lost = lost_keys(&reading, &call.arguments);
    // Without a loss no call is read twice, because some are long.
    if found.id != FALLBACK.id
        && !lost.is_empty()
        && let Ok(own) = (FALLBACK.read)(call, &prefs)
    {
        let lost_too = lost_keys(&own, &call.arguments);
        let kept: Vec<&str> = lost.difference(&lost_too).map(String::as_str).collect();
        if lost_too.is_subset(&lost) && !kept.is_empty() {
            let text = format!(
                "looks like a call of {}, which does not know {}; read by asq's own contract instead",
                found.id,
                kept[..kept.len().min(8)].join(", ")
            );
            let notes = vec![Note::mended("input", text)];
            return FoundDialect { dialect: &FALLBACK, read: Some(own), notes };
        }
    }
    FoundDialect { read: Some(reading), ..found.into() }
}

/// The paths of keys that say something and that a reading dropped.
fn lost_keys(reading: &Reading, arguments: &Value) -> BTreeSet<String> {
    let dropped = reading.notes.iter().filter(|note| note.is_dropped());
    let says = |note: &&Note| !value_at(arguments, &note.path).is_some_and(is_blank);
    dropped.filter(says).map(|note| note.path.clone()).collect()
}

/// The value at a path as notes write it, `questions[0].danger`.
fn value_at<'a>(arguments: &'a Value, path: &str) -> Option<&'a Value> {
    path.split(['.', '[']).try_fold(arguments, |value, step| match step.strip_suffix(']') {
        Some(index) => value.get(index.parse::<usize>().ok()?),
        None => value.get(step),
    })
}

/// The dialect that claims a call most strongly; the first of equals.
fn strongest(name: Option<&str>, arguments: &Value) -> (&'static Dialect, Claim) {
    let claims = ALL.iter().map(|dialect| (dialect, (dialect.claims)(name, arguments)));
    claims.fold((&FALLBACK, Claim::No), |best, next| if next.1 > best.1 { next } else { best })
}

/// Notes which contract a call resembles, and why that contract refuses it.
fn resembles(id: &str, refused: &Misuse) -> Vec<Note> {
    let first =
        format!("looks like a call of {id}, which would refuse it; read by asq's own contract instead");
    let why = |p: &Problem| {
        let text = match p.came.as_str() {
            // A whole sentence already says what came.
            "" => format!("for {id}: {}", p.wanted),
            came => format!("for {id} this {}, but {came}", p.wanted),
        };
        Note { path: p.path.clone(), text }
    };
    std::iter::once(Note::mended("input", first)).chain(refused.problems.iter().take(8).map(why)).collect()
}

fn present() -> String {
    ALL.iter().map(|dialect| dialect.id).collect::<Vec<_>>().join(", ")
}

fn hint() -> String {
    format!(
        "This version reads the dialects {}. Name the tool, as in {{\"name\": \"ask_user_question\", \
         \"arguments\": {{\"questions\": [{{\"question\": \"…?\", \"header\": \"…\", \"options\": \
         [{{\"label\": \"…\", \"description\": \"…\"}}, …]}}]}}}}; `asq schema ID` prints each tool's schema.",
        present()
    )
}

fn absent(path: &str, id: &str) -> Misuse {
    let came = format!("is {}", quoted(id));
    Misuse::one(Problem::new(path, format!("must be one of the dialects {}", present()), came)).hint(hint())
}

/// Reports the name of a tool on the command line, and lists the tools there are.
fn no_tool(name: &str) -> Misuse {
    let mut known: Vec<String> = Vec::new();
    for tool in ALL.iter().flat_map(|dialect| (dialect.tools)(&Prefs::default())) {
        if !known.iter().any(|name| *name == tool.name) {
            known.push(tool.name.to_string());
        }
    }
    let wanted = format!("must be one of the tools {}", known.join(", "));
    Misuse::one(Problem::new("--tool", wanted, format!("is {}", quoted(name))))
}

fn unknown(path: &str, name: &str) -> Misuse {
    let wanted = format!("must be a tool of one of the dialects {}", present());
    Misuse::one(Problem::new(path, wanted, format!("is {}", quoted(name)))).hint(hint())
}
