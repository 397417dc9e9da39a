//! The step of the approval: whether the agent asks its person before it lets asq ask.
//!
//! - Claude Code goes by rules: those of the organisation, the person's own, the project's, and the person's in the project.
//! - A rule that denies asq's tools fails; one that asks first, or none at all, can be mended.
//! - Gemini and Qwen go by `trust` in the entry.
//! - The other agents don't ask before a call of asq, or have never been run.

use super::AgentWalk;
use super::settings_steps::CountedEntry;
use super::walk_report::WalkStep;
use crate::args::Harness;
use crate::install::allow_rule::{self, RULE};
use crate::install::config_file::MOST;
use serde_json::Value;
use std::path::{Path, PathBuf};

const STEP: &str = "approval";

/// The settings of an organisation.
const MANAGED: &str = if cfg!(target_os = "macos") {
    "/Library/Application Support/ClaudeCode/managed-settings.json"
} else {
    "/etc/claude-code/managed-settings.json"
};
/// With it, no other rule counts.
const ALONE: &str = "allowManagedPermissionRulesOnly";

/// Whether this agent may ask before a call of asq.
pub(super) fn may_ask(harness: Harness) -> bool {
    match harness {
        Harness::ClaudeCode | Harness::Gemini | Harness::Qwen => true,
        Harness::Pi
        | Harness::Codex
        | Harness::Copilot
        | Harness::Opencode
        | Harness::Cursor
        | Harness::Vscode => false,
    }
}

impl AgentWalk<'_> {
    pub(super) fn approval(&mut self, entry: &CountedEntry) {
        let step = match self.harness {
            Harness::ClaudeCode => self.by_rules(),
            Harness::Gemini | Harness::Qwen => self.by_trust(entry),
            Harness::Pi
            | Harness::Codex
            | Harness::Copilot
            | Harness::Opencode
            | Harness::Cursor
            | Harness::Vscode => return,
        };
        self.fine(step);
    }

    fn by_trust(&self, entry: &CountedEntry) -> WalkStep {
        match entry.value.get("trust") {
            Some(Value::Bool(true)) => WalkStep::fine(STEP, "none needed: trust is true in the entry"),
            Some(_) => {
                let fix = format!("set trust to true in '{}'", entry.file.path.display());
                WalkStep::open(STEP, self.asks_first("trust isn't true in the entry"), fix)
            }
            None => WalkStep::open(STEP, self.asks_first("the entry has no trust"), self.install.clone()),
        }
    }

    fn by_rules(&self) -> WalkStep {
        let all = self.rules();
        let against = |list: &str| {
            all.iter().find_map(|(path, settings)| {
                let found = allow_rule::against(settings).filter(|it| it.list == list)?;
                Some((path.display(), found.list, found.rule))
            })
        };
        if let Some((path, list, rule)) = against("deny") {
            let fix = format!("take {rule} out of permissions.{list} in '{path}'");
            return WalkStep::failed(STEP, format!("'{path}' denies {rule}"), fix);
        }
        if let Some((path, list, rule)) = against("ask") {
            let fix = format!("take {rule} out of permissions.{list} in '{path}'");
            return WalkStep::open(STEP, self.asks_first(&format!("'{path}' wants that for {rule}")), fix);
        }
        let alone = all.iter().any(|(path, settings)| path == Path::new(MANAGED) && settings[ALONE] == true);
        let counts = |path: &Path| !alone || path == Path::new(MANAGED);
        let mut allowed = all.iter().filter(|(path, _)| counts(path));
        let allowed = allowed.find_map(|(path, settings)| Some((path, allow_rule::allowed(settings)?)));
        match allowed {
            Some((path, rule)) => {
                WalkStep::fine(STEP, format!("none needed: {rule} is allowed in {}", path.display()))
            }
            None if alone => {
                let fix = format!("have {RULE} allowed in '{MANAGED}'");
                WalkStep::open(STEP, self.asks_first("only the rules of your organisation count"), fix)
            }
            None => {
                WalkStep::open(STEP, self.asks_first(&format!("no rule allows {RULE}")), self.install.clone())
            }
        }
    }

    fn asks_first(&self, why: &str) -> String {
        format!("{} asks you before each call of asq: {why}", self.client.name)
    }

    /// Every file with rules that is there. One that can't be read, or is broken, has none here; an install names it.
    fn rules(&self) -> Vec<(PathBuf, Value)> {
        let own = allow_rule::own_path(self.client, self.env);
        let project = self.folder.iter().flat_map(|folder| {
            ["settings.json", "settings.local.json"].map(|name| folder.join(".claude").join(name))
        });
        let mut paths: Vec<PathBuf> = Vec::new();
        for path in [PathBuf::from(MANAGED)].into_iter().chain(own).chain(project) {
            // In the home, the project's may be the person's own.
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        let read = |path: PathBuf| {
            let found = asq_files::read(&path, MOST).ok().flatten()?;
            let text = String::from_utf8(found.bytes).ok()?;
            Some((path, allow_rule::read(&text).ok()?))
        };
        paths.into_iter().filter_map(read).collect()
    }
}
