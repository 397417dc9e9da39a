//! The settings that a request is asked under.
//!
//! - OpenCode's gate: its tool is offered to the clients app, cli (the default) and desktop, and to any where
//!   `OPENCODE_ENABLE_QUESTION_TOOL` is 1 or true.

use crate::env::Env;
use asq_core::model::Prefs;

/// What the environment says.
pub(crate) fn of(env: &Env) -> Prefs {
    Prefs { opencode_offered: opencode_offered(env), ..Prefs::default() }
}

fn opencode_offered(env: &Env) -> bool {
    let client = env.text("OPENCODE_CLIENT").unwrap_or_else(|| "cli".to_owned());
    let enabled = env.text("OPENCODE_ENABLE_QUESTION_TOOL");
    ["app", "cli", "desktop"].contains(&client.as_str())
        || enabled.is_some_and(|flag| ["1", "true"].contains(&flag.as_str()))
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::env::Env;

    #[test]
    fn the_gate() {
        let table: [(&[(&str, &str)], bool); 10] = [
            (&[], true),
            (&[("OPENCODE_CLIENT", "")], true),
            (&[("OPENCODE_CLIENT", "cli")], true),
            (&[("OPENCODE_CLIENT", "app")], true),
            (&[("OPENCODE_CLIENT", "desktop")], true),
            (&[("OPENCODE_CLIENT", "CLI")], false),
            (&[("OPENCODE_CLIENT", "acp")], false),
            (&[("OPENCODE_CLIENT", "acp"), ("OPENCODE_ENABLE_QUESTION_TOOL", "1")], true),
            (&[("OPENCODE_CLIENT", "acp"), ("OPENCODE_ENABLE_QUESTION_TOOL", "true")], true),
            (&[("OPENCODE_CLIENT", "acp"), ("OPENCODE_ENABLE_QUESTION_TOOL", "0")], false),
        ];
        for (vars, offered) in table {
            assert_eq!(of(&Env::of(vars)).opencode_offered, offered, "{vars:?}");
        }
    }
}
