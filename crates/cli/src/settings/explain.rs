//! `asq settings explain` describes settings: what they do, what fits, and where they may be set.
//!
//! - Without a name it describes the layers first, then every setting with its default.
//! - With names it describes these, in their order; for an unknown name it suggests the nearest.

use super::change::unknown;
use super::wrapped::{WIDTH, wrapped};
use crate::error::{CommandError, ErrorClass};
use asq_settings::{ALL, AllowedLayers, Setting};
use std::fmt::Write;

/// The description of these settings.
pub(crate) fn text(names: &[String]) -> Result<String, CommandError> {
    if names.is_empty() {
        let all = ALL.iter().map(|setting| format!("\n{}", about(setting)));
        return Ok(all.fold(LAYERS.to_owned(), |text, each| text + &each));
    }
    let mut texts = Vec::new();
    for name in names {
        let setting = Setting::named(name);
        texts.push(about(setting.ok_or_else(|| CommandError::new(ErrorClass::Usage, unknown(name)))?));
    }
    Ok(texts.join("\n"))
}

fn about(setting: &Setting) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} = {}", setting.name, setting.default());
    text.push_str(&wrapped("    ", setting.about, WIDTH));
    let places = match setting.layers {
        AllowedLayers::Anywhere => "any file",
        AllowedLayers::Guarded => "any file, a folder's only where you trust it; no variable, no flag",
        AllowedLayers::Own | AllowedLayers::ConfigOnly => "config.toml",
    };
    let variable = setting.variable().map(|name| format!(", {name}")).unwrap_or_default();
    text.push_str(&wrapped("    ", &format!("{}; in {places}{variable}", setting.shape), WIDTH));
    if let Some(note) = setting.note {
        text.push_str(&wrapped("    ", &format!("({note})"), WIDTH));
    }
    text
}

const LAYERS: &str = "\
All settings, with their defaults. asq reads them for each question; a later
layer overrides an earlier one:

  default
  config    $XDG_CONFIG_HOME/asq/config.toml (~/.config/asq/config.toml)
  global    ask-user-question.json in $PI_CODING_AGENT_DIR (~/.pi/agent)
  project   .pi/ask-user-question.json in the current folder, not those above it
  variables that begin with ASQ_
  flags     --inline, --fullscreen, --accessible

asq ignores a setting that is unknown or doesn't fit, and says so; the rest of
the file counts. A project's file can set a guarded setting only if you trust it
(asq trust). asq settings --origins shows where each value comes from; asq
settings set and asq settings edit change them.
";
