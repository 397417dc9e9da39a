//! Which contract a call belongs to.
//!
//! - `--dialect` and `--tool` decide first, then the name in the call, then its shape.
//! - Tool names that several contracts share are told apart by their questions' keys.
//! - A shape alone decides only where the call then fits that contract; else asq's own reads it where it can,
//!   and the reading says which contract it resembles and what did not fit.
//! - A call of no contract is a misuse that lists those that there are.

use crate::questionnaire::{TYPES, is_old};
use crate::{ALL, Dialect, Misuse, Note, Problem, Reading, ToolCall, asq};
use asq_core::model::Prefs;
use asq_wire::quoted;
use serde_json::Value;

/// The dialect of this id, if it can be read.
pub fn by_id(id: &str) -> Option<&'static Dialect> {
    ALL.iter().find(|dialect| dialect.id == id)
}

/// The dialect of a call. `dialect` and `tool` are what the command line says, where it does.
///
/// # Errors
/// The call belongs to no dialect that can be read, or only its shape resembles one that refuses it, and
/// asq's own does as well.
pub fn recognise(
    call: &ToolCall,
    dialect: Option<&str>,
    tool: Option<&str>,
) -> Result<&'static Dialect, Misuse> {
    find(call, dialect, tool, Prefs::default()).map(|found| found.dialect)
}

/// The dialect of a call, and the call read by it. Where the shape resembles another contract, the first
/// notes say so.
///
/// # Errors
/// As [`recognise`], then without a dialect; or the dialect and what it finds wrong.
pub fn understand(
    call: &ToolCall,
    dialect: Option<&str>,
    tool: Option<&str>,
    prefs: &Prefs,
) -> Result<(&'static Dialect, Reading), (Option<&'static Dialect>, Misuse)> {
    let Found { dialect, read, notes } =
        find(call, dialect, tool, *prefs).map_err(|misuse| (None, misuse))?;
    let mut reading = match read {
        Some(reading) => reading,
        None => (dialect.read)(call, prefs).map_err(|misuse| (Some(dialect), misuse))?,
    };
    reading.notes.splice(0..0, notes);
    Ok((dialect, reading))
}

/// What a call belongs to.
struct Found {
    dialect: &'static Dialect,
    /// Where it had to be read to be sure: no call is read twice, some are long.
    read: Option<Reading>,
    /// What is to be told about the choice.
    notes: Vec<Note>,
}

impl From<&'static Dialect> for Found {
    fn from(dialect: &'static Dialect) -> Found {
        Found { dialect, read: None, notes: Vec::new() }
    }
}

fn find(call: &ToolCall, dialect: Option<&str>, tool: Option<&str>, prefs: Prefs) -> Result<Found, Misuse> {
    let named = |id: Option<&str>, path: &str| {
        id.map(|id| by_id(id).map(Found::from).ok_or_else(|| absent(path, id)))
    };
    if let Some(found) = named(dialect, "--dialect") {
        return found;
    }
    if let Some(name) = tool {
        let found = named(by_name(name, &call.arguments), "--tool");
        return found.unwrap_or_else(|| Err(unknown("--tool", name)));
    }
    let by_name = call.name.as_deref().and_then(|name| by_name(name, &call.arguments));
    if let Some(found) = named(by_name, "name") {
        return found;
    }
    let id = by_shape(&call.arguments);
    let found = by_id(id).unwrap_or(&asq::DIALECT);
    let refused = match (found.read)(call, &prefs) {
        Ok(reading) => return Ok(Found { read: Some(reading), ..found.into() }),
        Err(refused) => refused,
    };
    if found.id != asq::DIALECT.id {
        return match (asq::DIALECT.read)(call, &prefs) {
            Ok(reading) => {
                let notes = resembles(id, &refused);
                Ok(Found { dialect: &asq::DIALECT, read: Some(reading), notes })
            }
            Err(_) => Err(refused.hint(format!(
                "The call names no tool that is known here; by its keys it was taken for {id}. {}",
                hint()
            ))),
        };
    }
    match &call.name {
        Some(name) => Err(unknown("name", name)),
        None => Ok(found.into()),
    }
}

/// Says which contract a call resembles, and why that one would not take it.
fn resembles(id: &str, refused: &Misuse) -> Vec<Note> {
    let first =
        format!("looks like a call of {id}, which would refuse it; read by asq's own contract instead");
    let why = |p: &Problem| {
        let text = match p.came.as_str() {
            // A whole sentence says itself what came.
            "" => format!("for {id}: {}", p.wanted),
            came => format!("for {id} this {}, but {came}", p.wanted),
        };
        Note { path: p.path.clone(), text }
    };
    std::iter::once(Note::mended("input", first)).chain(refused.problems.iter().take(8).map(why)).collect()
}

/// The contract that has a tool of this name.
fn by_name(name: &str, arguments: &Value) -> Option<&'static str> {
    Some(match name {
        "ask_user_question" => "ask_user_question",
        "ask_question" | "ask_multi_select" | "resume_structured" => "spec",
        "ask" => "asq",
        // A call without a question tells the two apart by nothing; only `question` has words for it.
        "question" if any_question(arguments, "prompt") || !has_questions(arguments) => "question",
        "question" => "opencode",
        "AskUserQuestion" if any_question(arguments, "type") || version_one(arguments) => "questionnaire",
        "AskUserQuestion" => "asq",
        "ask_user" if version_one(arguments) => "questionnaire",
        "ask_user" => "asq",
        _ => return None,
    })
}

/// The contract whose shape the arguments have.
fn by_shape(arguments: &Value) -> &'static str {
    let valued = |q: &Value| list(q, "options").iter().any(|o| o.get("value").is_some());
    let kind =
        |q: &Value| q.get("kind").and_then(Value::as_str).is_some_and(|kind| asq::KINDS.contains(&kind));
    if questions(arguments).iter().any(kind) || kind(arguments) {
        "asq"
    } else if questions(arguments).iter().any(|q| q.get("prompt").is_some() && valued(q)) {
        "question"
    } else if any_question(arguments, "multiple") || any_question(arguments, "custom") {
        "opencode"
    } else if any_question(arguments, "multiSelect") {
        "ask_user_question"
    } else if questions(arguments)
        .iter()
        .any(|q| q.get("type").and_then(Value::as_str).is_some_and(|t| TYPES.contains(&t)))
    {
        "questionnaire"
    } else if (arguments.get("question").is_some() && arguments.get("options").is_some())
        || (arguments.get("summary").is_some() && arguments.as_object().is_some_and(|o| o.len() == 1))
    {
        "spec"
    } else {
        "asq"
    }
}

/// Whether anything of the first version of `AskUserQuestion` is there.
fn version_one(arguments: &Value) -> bool {
    questions(arguments).iter().any(is_old)
}

fn questions(arguments: &Value) -> &[Value] {
    list(arguments, "questions")
}

fn has_questions(arguments: &Value) -> bool {
    !questions(arguments).is_empty()
}

fn any_question(arguments: &Value, key: &str) -> bool {
    questions(arguments).iter().any(|question| question.get(key).is_some())
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
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

fn unknown(path: &str, name: &str) -> Misuse {
    let wanted = format!("must be a tool of one of the dialects {}", present());
    Misuse::one(Problem::new(path, wanted, format!("is {}", quoted(name)))).hint(hint())
}
