//! The rule by which an agent calls asq's tools without asking its person first.
//!
//! - It goes into the person's own settings; in a project into the file that is meant for them.
//! - A rule that was there before asq's install stays when asq goes.
//! - Everything else stays, byte by byte; a list that was made for the rule goes with it.
//! - A rule that denies asq's tools, or asks first, is named.

use super::client::McpClient;
use super::config_file::ConfigFile;
use super::edited_file::FilePart;
use super::json_edit;
use super::json_text::{self, TextFault};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use crate::grant::GrantPage;
use serde_json::{Map, Value};
use std::path::PathBuf;

/// All tools of the server asq.
pub(super) const RULE: &str = "mcp__asq";
/// Other rules for the same tools.
const WIDER: [&str; 3] = ["mcp__asq__*", "mcp__*", "*"];
/// Rules for one of them.
const NARROWER: [&str; 2] = ["mcp__asq__ask", "mcp__asq__wait"];

const OUTER: &str = "permissions";
const ALLOW: &str = "allow";

/// The files that hold an agent's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RuleFiles {
    /// The person's own, in the folder that the agent's variable names.
    own: &'static str,
    /// The folder of it below the home.
    below_home: &'static str,
    /// In a project, for this person's own settings.
    project: &'static str,
}

pub(super) const CLAUDE_RULES: RuleFiles =
    RuleFiles { own: "settings.json", below_home: ".claude", project: ".claude/settings.local.json" };

/// asq's rule in an agent's settings.
pub(super) struct AllowRule {
    client: &'static McpClient,
    pub(super) file: ConfigFile,
    /// What else these settings say of asq's tools.
    against: Option<RuleAgainst>,
}

/// A rule that keeps asq's tools from being called at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleAgainst {
    /// The list that holds it.
    pub(super) list: &'static str,
    pub(super) rule: String,
}

impl AllowRule {
    /// The rule that goes with an entry; `None` for an agent that asks nobody, or has it in the entry.
    pub(super) fn of(
        client: &'static McpClient,
        project: bool,
        env: &Env,
    ) -> Result<Option<AllowRule>, CommandError> {
        let Some(rules) = client.rules else { return Ok(None) };
        let file = if project {
            let cwd = env.folder().map_err(|e| {
                CommandError::new(ErrorClass::Usage, format!("can't tell the current folder: {e}"))
            })?;
            ConfigFile::project(cwd.join(rules.project), cwd)
        } else {
            own_file(client, rules, env)?
        };
        let settings = file.read().ok().and_then(|found| read(&found.text?).ok());
        let against = settings.as_ref().and_then(against);
        Ok(Some(AllowRule { client, file, against }))
    }

    fn refused(&self, why: impl std::fmt::Display) -> CommandError {
        let what = format!("nothing was changed: '{}' {why}", self.file.path.display());
        CommandError::new(ErrorClass::Usage, what)
    }

    fn read(&self, text: &str) -> Result<Value, CommandError> {
        let settings = read(text).map_err(|fault| self.refused(format!("isn't valid JSON: {fault}")))?;
        let list = settings.get(OUTER).map_or(Some(None), |outer| outer.as_object().map(|it| it.get(ALLOW)));
        let fits = settings.is_object() && list.is_some_and(|list| list.is_none_or(Value::is_array));
        if fits {
            Ok(settings)
        } else {
            Err(self.refused("has permissions.allow in a form that asq can't edit"))
        }
    }

    /// The new text, if it differs from the old one in the rule alone.
    fn checked(&self, text: &str, after: Result<String, TextFault>) -> Result<String, CommandError> {
        let form = || self.refused("has permissions.allow in a form that asq can't edit");
        let after = after.map_err(|_| form())?;
        let rest = |text: &str| self.read(text).map(without_rule);
        if rest(text)? == rest(&after)? { Ok(after) } else { Err(form()) }
    }
}

impl FilePart for AllowRule {
    fn is_in(&self, text: &str) -> Result<bool, CommandError> {
        Ok(has(&self.read(text)?, ALLOW, &[RULE]).is_some())
    }

    fn with(&self, text: &str) -> Result<String, CommandError> {
        if has(&self.read(text)?, ALLOW, &WIDER).is_some() {
            return Ok(text.to_owned());
        }
        self.checked(text, json_edit::put_item(text, OUTER, ALLOW, RULE))
    }

    fn without(&self, text: &str, inserted: &str) -> Result<String, CommandError> {
        let made = |name: &str| inserted.contains(&Value::from(name).to_string());
        self.checked(text, json_edit::remove_item(text, OUTER, ALLOW, RULE, made))
    }

    fn is_anybodys(&self) -> bool {
        true
    }

    fn grants(&self, page: GrantPage, path: &str, _: &str) -> Result<GrantPage, CommandError> {
        Ok(page
            .own(format!("{} goes by the rules in this file:", self.client.name))
            .theirs([path])
            .own("It gets this rule there: asq's tools are called without asking you first. They do nothing but ask you.")
            .theirs([RULE]))
    }

    fn after(&self) -> String {
        let mut text = format!("{} calls asq without asking you first.\n", self.client.name);
        if let Some(RuleAgainst { list, rule }) = &self.against {
            let path = self.file.path.display();
            text =
                format!("But {OUTER}.{list} in '{path}' has {rule}, which counts more. Take it out there.\n");
        }
        crate::error::escaped(text.trim_end()) + "\n"
    }

    fn gone(&self) -> String {
        format!("Removed the rule {RULE} from '{}'.", self.file.path.display())
    }
}

/// The person's own rules; in the same folder as the settings, if a variable names one.
fn own_file(client: &McpClient, rules: RuleFiles, env: &Env) -> Result<ConfigFile, CommandError> {
    let (folder, named) = client.own_folder(env)?;
    let folder = if named.is_some() { folder } else { folder.join(rules.below_home) };
    let inside = [env.home(), named].into_iter().flatten().collect();
    Ok(ConfigFile::own(folder.join(rules.own), inside))
}

/// The person's own file of this agent's rules, if there is a place for it.
pub(super) fn own_path(client: &McpClient, env: &Env) -> Option<PathBuf> {
    own_file(client, client.rules?, env).ok().map(|file| file.path)
}

/// The settings in this text.
pub(super) fn read(text: &str) -> Result<Value, TextFault> {
    Ok(json_text::parse(text)?.map_or_else(|| Value::Object(Map::new()), |root| root.value()))
}

/// The rule by which these settings allow all of asq's tools.
pub(super) fn allowed(settings: &Value) -> Option<String> {
    has(settings, ALLOW, &[RULE]).or_else(|| has(settings, ALLOW, &WIDER))
}

/// The rule of these settings that denies asq's tools, or asks first.
pub(super) fn against(settings: &Value) -> Option<RuleAgainst> {
    let all: Vec<&str> = [RULE].into_iter().chain(WIDER).chain(NARROWER).collect();
    let mut lists = ["deny", "ask"].into_iter();
    lists.find_map(|list| Some(RuleAgainst { list, rule: has(settings, list, &all)? }))
}

/// The first of these rules in a list.
fn has(settings: &Value, list: &str, rules: &[&str]) -> Option<String> {
    let list = settings.get(OUTER)?.get(list)?.as_array()?;
    let mut named = list.iter().filter_map(Value::as_str);
    named.find(|rule| rules.contains(rule)).map(str::to_owned)
}

/// The settings without the rule, and without what is empty then.
fn without_rule(mut settings: Value) -> Value {
    if let Some(outer) = settings.get_mut(OUTER).and_then(Value::as_object_mut) {
        if let Some(list) = outer.get_mut(ALLOW).and_then(Value::as_array_mut) {
            list.retain(|rule| rule != RULE);
            if list.is_empty() {
                outer.remove(ALLOW);
            }
        }
        if outer.is_empty()
            && let Some(root) = settings.as_object_mut()
        {
            root.remove(OUTER);
        }
    }
    settings
}
