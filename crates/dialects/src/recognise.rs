//! Which contract a call belongs to.
//!
//! - `--dialect` and `--tool` decide first, then the name in the call, then its shape.
//! - Tool names that several contracts share are told apart by their questions' keys.
//! - A shape alone decides only where the call then fits that contract.
//! - A call of a contract that can't be read yet, or of none, is a misuse that lists those that can.

use crate::questionnaire::{TYPES, is_old};
use crate::{ALL, Dialect, Misuse, Problem, ToolCall};
use asq_core::model::Prefs;
use asq_wire::quoted;
use serde_json::Value;

/// The contracts that this version only knows by name.
const LATER: &[&str] = &["asq"];

/// The dialect of this id, if it can be read.
pub fn by_id(id: &str) -> Option<&'static Dialect> {
    ALL.iter().find(|dialect| dialect.id == id)
}

/// The dialect of a call. `dialect` and `tool` are what the command line says, where it does.
///
/// # Errors
/// The call belongs to no dialect that can be read, or only its shape resembles one that refuses it.
pub fn recognise(
    call: &ToolCall,
    dialect: Option<&str>,
    tool: Option<&str>,
) -> Result<&'static Dialect, Misuse> {
    if let Some(id) = dialect {
        return by_id(id).ok_or_else(|| absent("--dialect", id));
    }
    if let Some(name) = tool {
        let id = by_name(name, &call.arguments);
        return id.map_or_else(
            || Err(unknown("--tool", name)),
            |id| by_id(id).ok_or_else(|| absent("--tool", id)),
        );
    }
    if let Some(id) = call.name.as_deref().and_then(|name| by_name(name, &call.arguments)) {
        return by_id(id).ok_or_else(|| absent("name", id));
    }
    let id = by_shape(&call.arguments);
    let Some(found) = by_id(id) else {
        return Err(match &call.name {
            Some(name) if id == "asq" => unknown("name", name),
            _ => nearest(call, absent("input", id)),
        });
    };
    match (found.read)(call, &Prefs::default()) {
        Ok(_) => Ok(found),
        Err(misuse) => Err(misuse.hint(format!(
            "The call names no tool that is known here; by its keys it was taken for {id}. {}",
            hint()
        ))),
    }
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
    if questions(arguments).iter().any(|q| q.get("prompt").is_some() && valued(q)) {
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

/// Adds what the call would need for the dialect that it fits best.
fn nearest(call: &ToolCall, misuse: Misuse) -> Misuse {
    // A call that names no tool says nothing to a contract of several tools.
    let told_by_shape = ALL.iter().filter(|dialect| (dialect.tools)(&Prefs::default()).len() == 1);
    let reads = told_by_shape.map(|dialect| (dialect, (dialect.read)(call, &Prefs::default()).err()));
    let problems = |ill: &Option<Misuse>| ill.as_ref().map_or(0, |m| m.problems.len());
    match reads.min_by_key(|(_, ill)| problems(ill)) {
        Some((Dialect { id, tools, .. }, None)) => {
            let tool = tools(&Prefs::default()).first().map_or(*id, |tool| tool.name);
            misuse.hint(format!(
                "It would fit {id}: name its tool, as in {{\"name\": \"{tool}\", \"arguments\": {{…}}}}, or pass --dialect {id}."
            ))
        }
        Some((Dialect { id, .. }, Some(ill))) if has_questions(&call.arguments) => {
            let hint = format!("To be a call of {id} it would need this:\n{ill}\n{}", hint());
            misuse.hint(hint)
        }
        _ => misuse,
    }
}

fn absent(path: &str, id: &str) -> Misuse {
    let came = match (path, LATER.contains(&id)) {
        ("input", true) if id == "asq" => "it names no tool, and its keys don't tell which".to_owned(),
        ("input", true) => format!("by its keys it is a call of {id}, which this version does not read yet"),
        (_, true) => format!("that is {id}, which this version does not read yet"),
        (_, false) => format!("{} is none", quoted(id)),
    };
    Misuse::one(Problem::new(path, format!("must be one of the dialects {}", present()), came)).hint(hint())
}

fn unknown(path: &str, name: &str) -> Misuse {
    let wanted = format!("must be a tool of one of the dialects {}", present());
    Misuse::one(Problem::new(path, wanted, format!("{} is none", quoted(name)))).hint(hint())
}
