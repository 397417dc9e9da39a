//! The initial text of a new config.toml.
//!
//! - It lists every setting, its use and its range as comments, so it sets nothing until a line is uncommented.
//! - An uncommented line sets the default.

use crate::given::Given;
use crate::setting::Setting;
use crate::table::ALL;
use serde_json::Value;
use std::fmt::Write;

/// The text of a new config.toml.
pub fn template() -> String {
    let mut text = String::from(
        "# Settings of asq. Remove the # from a line to change it.\n# asq settings --origins shows each value and where it comes from.\n",
    );
    let (outer, tables): (Vec<&Setting>, Vec<&Setting>) = ALL.iter().partition(|s| !s.name.contains('.'));
    for setting in outer {
        let _ = write!(text, "\n{}", commented(setting, setting.name));
    }
    let mut within = "";
    for setting in tables {
        let Some((table, name)) = setting.name.split_once('.') else { continue };
        if table != within {
            let _ = write!(text, "\n[{table}]\n");
            within = table;
        }
        text.push_str(&commented(setting, name));
    }
    text
}

fn commented(setting: &Setting, name: &str) -> String {
    let note = setting.note.map(|note| format!("# ({note})\n")).unwrap_or_default();
    let literal = match setting.default() {
        Given::Word(word) => Value::from(word).to_string(),
        other @ (Given::Flag(_)
        | Given::Integer(_)
        | Given::Number(_)
        | Given::Text(_)
        | Given::Bindings(_)) => other.to_string(),
    };
    format!("# {}\n{note}# {name} = {literal}  # {}\n", setting.about, setting.shape)
}
