//! The extensions for pi, one file per contract.
//!
//! - Installs one contract, named by its id, its tools or its file. Without a name it updates the installed ones, or
//!   else asks the person on a terminal.
//! - Warns in advance of a tool name that another extension of pi holds.
//! - `--global`, the default, is pi's agent folder (`PI_CODING_AGENT_DIR`, else `~/.pi/agent`).
//! - `--project` is `.pi/extensions` in this folder; pi loads it once the project is trusted.
//! - `--path DIR` is `DIR/.pi/agent/extensions`, for a folder that is HOME or is linked into it.
//! - Each file works alone: what all have in common, then its own part. It imports only modules of node's and pi's.
//! - It starts the asq that installed it, unless ASQ_BIN names another.

use super::conflicts::PiPlaces;
use super::file::{FilePlan, Planned};
use super::spot::InstallFolder;
use crate::args::PlaceArgs;
use crate::env::Env;
use crate::error::nearest;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::{ask, input, output};
use serde_json::json;
use std::path::{Path, PathBuf};

struct Extension {
    dialect: &'static str,
    file: &'static str,
    tools: &'static [&'static str],
    /// Its purpose, and the tokens that it adds to every request.
    about: &'static str,
    recommended: bool,
    /// What comes after [`SHARED`].
    part: &'static str,
}

const EXTENSIONS: &[Extension] = &[
    Extension {
        dialect: "questionnaire",
        file: "AskUserQuestion.ts",
        tools: &["AskUserQuestion"],
        about: "lists, numbers and texts, typed confirmations, notes and a review; about 1,150 tokens a request",
        recommended: true,
        part: include_str!("../../../../integrations/pi/parts/AskUserQuestion.ts"),
    },
    Extension {
        dialect: "question",
        file: "question.ts",
        tools: &["question"],
        about: "lists and own words; the smallest, about 500 tokens",
        recommended: false,
        part: include_str!("../../../../integrations/pi/parts/question.ts"),
    },
    Extension {
        dialect: "ask_user_question",
        file: "ask_user_question.ts",
        tools: &["ask_user_question"],
        about: "lists with previews to compare, notes; about 650 tokens",
        recommended: false,
        part: include_str!("../../../../integrations/pi/parts/ask_user_question.ts"),
    },
    Extension {
        dialect: "spec",
        file: "spec.ts",
        tools: &["ask_question", "ask_multi_select", "resume_structured"],
        about: "one question at a time, or talk it over first; three tools, about 950 tokens",
        recommended: false,
        part: include_str!("../../../../integrations/pi/parts/spec.ts"),
    },
];

/// What every extension begins with.
const SHARED: &str = include_str!("../../../../integrations/pi/parts/shared.ts");

/// In [`SHARED`]; the path of the installing asq replaces it.
const INSTALLED: &str = "var INSTALLED = \"\";";

/// The contracts that pi can get.
pub(crate) fn dialects() -> impl Iterator<Item = &'static str> {
    EXTENSIONS.iter().map(|it| it.dialect)
}

/// `None` if the person left when asked for a contract.
pub(super) fn install(args: &PlaceArgs, env: &Env) -> Result<Option<Planned>, CommandError> {
    let folder = folder(args, env)?;
    let asq = std::env::current_exe()
        .map_err(|e| CommandError::new(ErrorClass::Fault, format!("can't tell where this asq is: {e}")))?;
    let names: Vec<&'static str> = EXTENSIONS.iter().flat_map(|it| it.tools).copied().collect();
    let places = PiPlaces { agent: agent_folder(env), project: PathBuf::from(".pi") };
    let held = places.holders(&names);
    let Some(chosen) = chosen(args, &folder, &held.names, env)? else { return Ok(None) };
    for left_out in &held.left_out {
        output::say(&escaped(&format!("asq: looking for tools of the same name: {left_out}")));
    }
    for (name, holder) in
        held.names.iter().filter(|(name, _)| chosen.iter().any(|it| it.tools.contains(name)))
    {
        output::say(&escaped(&format!(
            "asq: the tool {name} seems to be in '{holder}' already: while it is, pi keeps that one and asq does not offer its own"
        )));
    }
    let plans = chosen
        .into_iter()
        .map(|extension| {
            let plan = FilePlan::write(folder.file(extension.file), &body(extension, &asq)?)?;
            Ok((extension.dialect, plan))
        })
        .collect::<Result<_, CommandError>>()?;
    Ok(Some(Planned { plans, after: after(args) }))
}

pub(super) fn uninstall(args: &PlaceArgs, env: &Env) -> Result<Planned, CommandError> {
    let folder = folder(args, env)?;
    let chosen = named(args)?;
    let all = || EXTENSIONS.iter().collect();
    let plans = if chosen.is_empty() { all() } else { chosen }
        .into_iter()
        .map(|extension| Ok((extension.dialect, FilePlan::remove(folder.file(extension.file))?)))
        .collect::<Result<_, CommandError>>()?;
    Ok(Planned { plans, after: String::new() })
}

/// The extensions that asq wrote for the person and for the project in this folder.
pub(super) fn installed(env: &Env) -> Vec<PathBuf> {
    let own = agent_folder(env).map(|agent| InstallFolder::own(agent.join("extensions")));
    let project = InstallFolder::project(".".into(), &[".pi", "extensions"]);
    let files = own
        .into_iter()
        .chain([project])
        .flat_map(|folder| EXTENSIONS.iter().map(move |extension| folder.file(extension.file)));
    // What can't be read isn't known to be asq's.
    let plans = files.filter_map(|file| FilePlan::remove(file).ok()).filter(FilePlan::is_ours);
    plans.map(|plan| plan.path()).collect()
}

/// Finds the extensions that the arguments name: by the dialect's id, a tool or the file.
fn named(args: &PlaceArgs) -> Result<Vec<&'static Extension>, CommandError> {
    let mut chosen: Vec<&Extension> = Vec::new();
    for name in &args.dialect {
        let is_it = |it: &&Extension| {
            it.dialect == name
                || it.tools.contains(&name.as_str())
                || it.file.trim_end_matches(".ts") == name.trim_end_matches(".ts")
        };
        let Some(extension) = EXTENSIONS.iter().find(is_it) else { return Err(unknown(name)) };
        if !chosen.iter().any(|it| it.dialect == extension.dialect) {
            chosen.push(extension);
        }
    }
    Ok(chosen)
}

fn unknown(name: &str) -> CommandError {
    let ids: Vec<&str> = EXTENSIONS.iter().map(|it| it.dialect).collect();
    let failure = CommandError::new(ErrorClass::Usage, format!("pi has no contract '{name}'"));
    let failure = match nearest(name, &ids) {
        Some(near) => failure.hint(format!("did you mean '{near}'?")),
        None => failure,
    };
    let all = EXTENSIONS.iter().map(|it| format!("{} ({})", it.dialect, it.tools.join(", ")));
    failure.hint(format!(
        "--dialect takes one of these, or a tool's name: {}",
        all.collect::<Vec<_>>().join("; ")
    ))
}

/// The extensions to install; `None` if the person left.
fn chosen(
    args: &PlaceArgs,
    folder: &InstallFolder,
    held: &[(&'static str, String)],
    env: &Env,
) -> Result<Option<Vec<&'static Extension>>, CommandError> {
    let chosen = named(args)?;
    if !chosen.is_empty() {
        return Ok(Some(chosen));
    }
    let mut there = Vec::new();
    for extension in EXTENSIONS {
        if FilePlan::remove(folder.file(extension.file))?.is_ours() {
            there.push(extension);
        }
    }
    if !there.is_empty() {
        return Ok(Some(there));
    }
    if !input::is_terminal() {
        return Err(CommandError::new(ErrorClass::Usage, "--dialect has to say which contract pi gets")
            .hint("--dialect AskUserQuestion is recommended; asq help install shows the others")
            .hint("on a terminal asq asks"));
    }
    let options: Vec<_> = EXTENSIONS
        .iter()
        .map(|it| {
            let by = held.iter().find(|(name, _)| it.tools.contains(name));
            let held = by.map_or_else(String::new, |(_, by)| format!(" (its name is in {by} already)"));
            json!({
                "label": it.tools[0], "value": it.dialect, "description": format!("{}{held}", it.about),
                "recommended": it.recommended,
            })
        })
        .collect();
    let question = "Which question tool does pi's agent get?";
    let picked = ask::choose(&json!({"header": "Tool", "question": question, "options": options}), env)?;
    Ok(picked.map(|id| EXTENSIONS.iter().filter(|it| it.dialect == id).collect()))
}

fn folder(args: &PlaceArgs, env: &Env) -> Result<InstallFolder, CommandError> {
    if args.project {
        return Ok(InstallFolder::project(".".into(), &[".pi", "extensions"]));
    }
    if let Some(dir) = &args.path {
        return Ok(InstallFolder::own(dir.join(".pi/agent/extensions")));
    }
    agent_folder(env).map(|agent| InstallFolder::own(agent.join("extensions"))).ok_or_else(|| {
        CommandError::new(ErrorClass::Usage, "neither PI_CODING_AGENT_DIR nor HOME names a folder")
            .hint("--path DIR names one")
    })
}

fn agent_folder(env: &Env) -> Option<PathBuf> {
    let agent = env.get("PI_CODING_AGENT_DIR").map(PathBuf::from);
    agent.or_else(|| env.get("HOME").map(|home| PathBuf::from(home).join(".pi/agent")))
}

fn body(extension: &Extension, asq: &Path) -> Result<String, CommandError> {
    let path = asq.to_str().ok_or_else(|| {
        CommandError::new(ErrorClass::Usage, format!("this asq's path isn't UTF-8: '{}'", asq.display()))
    })?;
    let named = format!("var INSTALLED = {};", serde_json::Value::from(path));
    Ok(SHARED.replacen(INSTALLED, &named, 1) + extension.part)
}

fn after(args: &PlaceArgs) -> String {
    let mut text = "Start pi, or type /reload in one that runs.\n".to_owned();
    if args.project {
        text.push_str("pi loads a project's extensions once the project is trusted: it asks, or start it with --approve.\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{EXTENSIONS, INSTALLED, SHARED};

    #[test]
    fn every_extension_has_one_place_for_the_path_of_asq() {
        assert_eq!(SHARED.matches(INSTALLED).count(), 1);
        for extension in EXTENSIONS {
            assert_eq!(extension.part.matches("INSTALLED").count(), 0, "{}", extension.file);
        }
    }
}
