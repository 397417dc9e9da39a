//! asq's entry in an agent's settings, as the agent reads it.
//!
//! - Program, arguments and variables must be texts; the first that isn't is named.
//! - An entry may be switched off in itself, or next to the entries.
//! - A limit below the one that asq writes is worth a note.
//! - The values of its variables are never shown.

use super::super::client::{ENTRY, McpClient, names};
use crate::args::Harness;
use serde_json::Value;
use std::path::Path;

/// The members that name a server elsewhere.
const ADDRESSES: [&str; 3] = ["url", "httpUrl", "serverUrl"];
/// What agents fill in themselves.
const FILLED_IN: [&str; 3] = ["${", "{env:", "{file:"];
/// Shorter variables aren't secret, and would make holes in every text.
const SECRET: usize = 4;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct EntryLook {
    pub(super) program: String,
    pub(super) args: Vec<String>,
    pub(super) variables: Vec<(String, String)>,
    /// The names of variables that it passes on.
    pub(super) passed: Vec<String>,
}

impl EntryLook {
    /// Reads an entry.
    ///
    /// # Errors
    /// The member that the agent can't use.
    pub(super) fn read(entry: &Value) -> Result<EntryLook, String> {
        let whole = match entry.get("command") {
            Some(Value::Array(_)) => texts(entry, "command")?,
            Some(Value::String(program)) => {
                [program.clone()].into_iter().chain(texts(entry, "args")?).collect()
            }
            Some(_) => return Err("has a command that isn't a text".to_owned()),
            None => return Err("has no command".to_owned()),
        };
        let mut words = whole.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        let program = program.ok_or("has an empty command")?;
        let mut variables = Vec::new();
        for member in ["env", "environment"] {
            match entry.get(member) {
                None | Some(Value::Null) => {}
                Some(Value::Object(all)) => {
                    for (name, value) in all {
                        let value =
                            value.as_str().ok_or(format!("has {member}.{name}, which isn't a text"))?;
                        let usable = !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0');
                        if !usable {
                            return Err(format!("has {member}.{name}, which can't be a variable"));
                        }
                        variables.push((name.clone(), value.to_owned()));
                    }
                }
                Some(_) => return Err(format!("has {member}, which isn't a list of variables")),
            }
        }
        let args: Vec<String> = words.collect();
        if program.contains('\0') || args.iter().any(|one| one.contains('\0')) {
            return Err("has a NUL in its command".to_owned());
        }
        let passed = entry.get("env_vars").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let passed = names(passed).map(str::to_owned).collect();
        Ok(EntryLook { program, args, variables, passed })
    }

    /// Whether the agent fills in a part of it.
    pub(super) fn is_filled_in(&self) -> bool {
        let values = self.variables.iter().map(|(_, value)| value);
        let mut all = [&self.program].into_iter().chain(&self.args).chain(values);
        all.any(|text| FILLED_IN.iter().any(|sign| text.contains(sign)))
    }

    /// The text without the values of its variables.
    pub(super) fn without_values(&self, text: &str) -> String {
        let values = self.variables.iter().map(|(_, value)| value).filter(|value| value.len() >= SECRET);
        values.fold(text.to_owned(), |text, value| text.replace(value.as_str(), "…"))
    }
}

fn texts(entry: &Value, member: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("has {member}, which isn't a list of texts");
    match entry.get(member) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(all)) => {
            all.iter().map(|one| one.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
        }
        Some(_) => Err(wrong()),
    }
}

/// The server elsewhere that an entry names, without anything that may be a secret.
pub(super) fn server(entry: &Value) -> Option<String> {
    let address = ADDRESSES.iter().find_map(|name| entry.get(*name)?.as_str())?;
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    Some(format!("{scheme}://{}", host.rsplit('@').next().unwrap_or_default()))
}

/// How an entry is switched off, if it is: what says so. `settings` are those that hold it, `own` the person's.
pub(super) fn switched_off(
    harness: Harness,
    entry: &Value,
    settings: &Value,
    own: &Value,
    folder: Option<&Path>,
) -> Option<String> {
    for (member, off) in [("enabled", false), ("disabled", true)] {
        if entry.get(member).and_then(Value::as_bool) == Some(off) {
            return Some(format!("{member} is {off} in it"));
        }
    }
    let names =
        |list: &Value| list.as_array().is_some_and(|all| all.iter().any(|name| name.as_str() == Some(ENTRY)));
    match harness {
        Harness::ClaudeCode => {
            let project = own.get("projects")?.get(folder?.to_str()?)?;
            let lists = ["disabledMcpServers", "disabledMcpjsonServers"];
            let list = lists.into_iter().find(|list| project.get(*list).is_some_and(names))?;
            Some(format!("{list} of this folder names it"))
        }
        Harness::Gemini | Harness::Qwen => [settings, own].into_iter().find_map(|settings| {
            let mcp = settings.get("mcp")?;
            if mcp.get("excluded").is_some_and(names) {
                return Some("mcp.excluded names it".to_owned());
            }
            let left_out = mcp.get("allowed").is_some_and(|allowed| allowed.is_array() && !names(allowed));
            left_out.then(|| "mcp.allowed doesn't name it".to_owned())
        }),
        Harness::Pi
        | Harness::Codex
        | Harness::Copilot
        | Harness::Opencode
        | Harness::Cursor
        | Harness::Vscode => None,
    }
}

/// The list of an entry that keeps this tool from the agent.
pub(super) fn hides(entry: &Value, tool: &str) -> Option<&'static str> {
    let lists = [
        ("tools", true),
        ("enabled_tools", true),
        ("includeTools", true),
        ("disabled_tools", false),
        ("excludeTools", false),
    ];
    lists.into_iter().find_map(|(name, shows)| {
        let list = entry.get(name)?.as_array()?;
        let named = list.iter().any(|one| one == tool || (shows && one == "*"));
        (named != shows).then_some(name)
    })
}

/// How the entry is short of the one that asq writes, if calls suffer from it.
pub(super) fn short_of(client: &McpClient, entry: &Value, asq: &str) -> Option<String> {
    let members = client.members(asq, Some(entry));
    let lower = members.iter().find(|(name, value)| {
        let Some(wanted) = value.as_u64() else { return false };
        entry.get(*name).and_then(Value::as_u64).is_none_or(|there| there < wanted)
    });
    if let Some((name, wanted)) = lower {
        return Some(format!("a call may end early: {name} isn't {wanted}"));
    }
    let unlike = members.iter().any(|(name, value)| {
        // The program has a step of its own.
        let rest = |value: Option<&Value>| {
            value.and_then(Value::as_array).and_then(|all| all.get(1..)).map(<[Value]>::to_vec)
        };
        match *name {
            "args" => entry.get("args") != Some(value),
            "command" if value.is_array() => rest(entry.get("command")) != rest(Some(value)),
            _ => false,
        }
    });
    unlike.then(|| "a call may end early: the arguments have no --limit".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{EntryLook, hides, server, switched_off};
    use crate::args::Harness;
    use expect_test::expect;
    use serde_json::{Value, json};
    use std::fmt::Write;
    use std::path::Path;

    #[test]
    fn an_entry_is_read_as_the_agent_reads_it_or_the_fault_is_named() {
        let mut all = String::new();
        for entry in [
            json!({"command": "asq", "args": ["mcp"], "env": {"ASQ_STORE": "/s"}, "env_vars": ["A", {"name": "B"}]}),
            json!({"command": ["/a/asq", "mcp"], "environment": {"B": "c"}}),
            json!({"command": "asq"}),
            json!({}),
            json!("asq"),
            json!({"command": 1}),
            json!({"command": ""}),
            json!({"command": []}),
            json!({"command": [1]}),
            json!({"command": "asq", "args": "mcp"}),
            json!({"command": "asq", "args": ["mcp", 1]}),
            json!({"command": "asq", "env": ["A=b"]}),
            json!({"command": "asq", "env": {"A": 1}}),
            json!({"command": "asq", "env": {"A=": "b"}}),
            json!({"command": "a\u{0}sq"}),
        ] {
            let _ = writeln!(all, "{entry}\n  {:?}", EntryLook::read(&entry));
        }
        expect![[r#"
            {"command":"asq","args":["mcp"],"env":{"ASQ_STORE":"/s"},"env_vars":["A",{"name":"B"}]}
              Ok(EntryLook { program: "asq", args: ["mcp"], variables: [("ASQ_STORE", "/s")], passed: ["A", "B"] })
            {"command":["/a/asq","mcp"],"environment":{"B":"c"}}
              Ok(EntryLook { program: "/a/asq", args: ["mcp"], variables: [("B", "c")], passed: [] })
            {"command":"asq"}
              Ok(EntryLook { program: "asq", args: [], variables: [], passed: [] })
            {}
              Err("has no command")
            "asq"
              Err("has no command")
            {"command":1}
              Err("has a command that isn't a text")
            {"command":""}
              Err("has an empty command")
            {"command":[]}
              Err("has an empty command")
            {"command":[1]}
              Err("has command, which isn't a list of texts")
            {"command":"asq","args":"mcp"}
              Err("has args, which isn't a list of texts")
            {"command":"asq","args":["mcp",1]}
              Err("has args, which isn't a list of texts")
            {"command":"asq","env":["A=b"]}
              Err("has env, which isn't a list of variables")
            {"command":"asq","env":{"A":1}}
              Err("has env.A, which isn't a text")
            {"command":"asq","env":{"A=":"b"}}
              Err("has env.A=, which can't be a variable")
            {"command":"a\u0000sq"}
              Err("has a NUL in its command")
        "#]]
        .assert_eq(&all);
    }

    #[test]
    fn an_address_loses_all_that_may_be_secret() {
        let of = |entry: Value| server(&entry);
        assert_eq!(
            of(json!({"url": "https://me:pw@asq.example:8443/mcp?token=s#t"})).as_deref(),
            Some("https://asq.example:8443")
        );
        assert_eq!(of(json!({"httpUrl": "http://[::1]:1/mcp"})).as_deref(), Some("http://[::1]:1"));
        assert_eq!(of(json!({"url": "secret"})), None);
    }

    #[test]
    fn an_entry_that_is_switched_off_or_hides_the_tool_is_known() {
        let nothing = json!({});
        let off = |harness, entry: &Value, own: &Value| {
            switched_off(harness, entry, &nothing, own, Some(Path::new("/repo")))
        };
        assert_eq!(off(Harness::Opencode, &json!({"enabled": true}), &nothing), None);
        assert_eq!(
            off(Harness::Opencode, &json!({"enabled": false}), &nothing).as_deref(),
            Some("enabled is false in it")
        );
        assert_eq!(
            off(Harness::Cursor, &json!({"disabled": true}), &nothing).as_deref(),
            Some("disabled is true in it")
        );
        let own = json!({"projects": {"/repo": {"disabledMcpServers": ["asq"]}}});
        assert_eq!(
            off(Harness::ClaudeCode, &nothing, &own).as_deref(),
            Some("disabledMcpServers of this folder names it")
        );
        assert_eq!(
            off(Harness::Gemini, &nothing, &json!({"mcp": {"allowed": ["a"]}})).as_deref(),
            Some("mcp.allowed doesn't name it")
        );
        assert_eq!(off(Harness::Qwen, &nothing, &json!({"mcp": {"allowed": ["asq"]}})), None);
        assert_eq!(
            off(Harness::Qwen, &nothing, &json!({"mcp": {"excluded": ["asq"]}})).as_deref(),
            Some("mcp.excluded names it")
        );
        assert_eq!(hides(&json!({"tools": ["*"]}), "ask"), None);
        assert_eq!(hides(&json!({"tools": ["wait"]}), "ask"), Some("tools"));
        assert_eq!(hides(&json!({"disabled_tools": ["ask"]}), "ask"), Some("disabled_tools"));
        assert_eq!(hides(&json!({"excludeTools": ["x"]}), "ask"), None);
    }

    #[test]
    fn values_of_variables_are_never_shown() {
        let look = EntryLook::read(&json!({"command": "asq", "env": {"T": "hunter2", "N": "1"}})).unwrap();
        assert_eq!(look.without_values("no such token: hunter2, line 1"), "no such token: …, line 1");
        assert!(!look.is_filled_in());
        let look = EntryLook::read(&json!({"command": "${HOME}/asq"})).unwrap();
        assert!(look.is_filled_in());
    }
}
