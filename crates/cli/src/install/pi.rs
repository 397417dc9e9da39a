//! The extensions for pi, one file a contract.
//!
//! - `--global` is pi's agent folder (`PI_CODING_AGENT_DIR`, else `~/.pi/agent`); the default.
//! - `--project` is `.pi/extensions` of this folder: pi loads it once the project is trusted.
//! - `--path DIR` is `DIR/.pi/agent/extensions`: a folder that is HOME, or is linked into it.
//! - Each file stands alone and starts the asq that installed it, unless ASQ_BIN names another.

use super::file::{Plan, Planned};
use crate::args::InstallArgs;
use crate::env::Env;
use crate::error::{Failure, Kind};
use std::path::{Path, PathBuf};

/// A contract's extension.
struct Extension {
    dialect: &'static str,
    file: &'static str,
    body: &'static str,
}

const EXTENSIONS: &[Extension] = &[
    Extension {
        dialect: "question",
        file: "question.ts",
        body: include_str!("../../../../integrations/pi/standalone/question.ts"),
    },
    Extension {
        dialect: "questionnaire",
        file: "AskUserQuestion.ts",
        body: include_str!("../../../../integrations/pi/standalone/AskUserQuestion.ts"),
    },
    Extension {
        dialect: "spec",
        file: "spec.ts",
        body: include_str!("../../../../integrations/pi/standalone/spec.ts"),
    },
    Extension {
        dialect: "ask_user_question",
        file: "ask_user_question.ts",
        body: include_str!("../../../../integrations/pi/standalone/ask_user_question.ts"),
    },
];

/// Where the installing asq's path goes.
const INSTALLED: &str = "var INSTALLED = \"\";";

pub(super) fn install(args: &InstallArgs, env: &Env) -> Result<Planned, Failure> {
    let folder = folder(args, env)?;
    let asq = std::env::current_exe()
        .map_err(|e| Failure::new(Kind::Fault, format!("can't tell where this asq is: {e}")))?;
    let plans = chosen(args)?
        .into_iter()
        .map(|extension| Plan::write(folder.join(extension.file), &body(extension, &asq)?))
        .collect::<Result<_, _>>()?;
    Ok(Planned { plans, after: after(args) })
}

pub(super) fn uninstall(args: &InstallArgs, env: &Env) -> Result<Planned, Failure> {
    let folder = folder(args, env)?;
    let plans = chosen(args)?
        .into_iter()
        .map(|extension| Plan::remove(folder.join(extension.file)))
        .collect::<Result<_, _>>()?;
    Ok(Planned { plans, after: String::new() })
}

fn chosen(args: &InstallArgs) -> Result<Vec<&'static Extension>, Failure> {
    if args.dialect.is_empty() {
        return Ok(EXTENSIONS.iter().collect());
    }
    let known = || EXTENSIONS.iter().map(|e| e.dialect);
    args.dialect
        .iter()
        .map(|id| {
            EXTENSIONS.iter().find(|e| e.dialect == id).ok_or_else(|| Failure::unknown_dialect(id, known()))
        })
        .collect()
}

fn folder(args: &InstallArgs, env: &Env) -> Result<PathBuf, Failure> {
    if args.project {
        return Ok(PathBuf::from(".pi/extensions"));
    }
    if let Some(dir) = &args.path {
        return Ok(dir.join(".pi/agent/extensions"));
    }
    let agent = env.get("PI_CODING_AGENT_DIR").map(PathBuf::from);
    agent
        .or_else(|| env.get("HOME").map(|home| PathBuf::from(home).join(".pi/agent")))
        .map(|agent| agent.join("extensions"))
        .ok_or_else(|| {
            Failure::new(Kind::Usage, "neither PI_CODING_AGENT_DIR nor HOME names a folder")
                .hint("--path DIR names one")
        })
}

fn body(extension: &Extension, asq: &Path) -> Result<String, Failure> {
    let path = asq.to_str().ok_or_else(|| {
        Failure::new(Kind::Usage, format!("this asq's path is no UTF-8: '{}'", asq.display()))
    })?;
    let named = format!("var INSTALLED = {};", serde_json::Value::from(path));
    Ok(extension.body.replacen(INSTALLED, &named, 1))
}

fn after(args: &InstallArgs) -> String {
    let mut text = "Start pi, or type /reload in one that runs.\n".to_owned();
    if args.project {
        text.push_str("pi loads a project's extensions once the project is trusted: it asks, or start it with --approve.\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{EXTENSIONS, INSTALLED};

    #[test]
    fn every_extension_has_one_place_for_the_path_of_asq() {
        for extension in EXTENSIONS {
            assert_eq!(extension.body.matches(INSTALLED).count(), 1, "{}", extension.file);
        }
    }
}
