//! asq's entry in an agent's settings: whether it is there, and the settings with it and without it.
//!
//! - An entry named asq that starts another program isn't asq's; it is named.
//! - A broken text is reported with its place.
//! - A new text is checked: it differs from the old one in the entry alone.

use super::client::{ConfigSyntax, ENTRY, McpClient, is_asq, started};
use super::config_file::MOST;
use super::json_text::TextFault;
use super::{json_edit, json_text, toml_entry};
use serde_json::{Map, Value};
use std::path::Path;

/// What an agent's settings hold under asq's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryFound {
    Nothing,
    Ours(Value),
    /// Why asq leaves it alone.
    Foreign(String),
}

/// Why settings can't be changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EntryProblem {
    Broken(TextFault),
    /// asq can't edit it in this form.
    Form,
}

impl From<TextFault> for EntryProblem {
    fn from(fault: TextFault) -> EntryProblem {
        EntryProblem::Broken(fault)
    }
}

impl McpClient {
    /// The whole of this text.
    pub(super) fn settings(&self, text: &str) -> Result<Value, TextFault> {
        match self.syntax {
            ConfigSyntax::Json => {
                let root = json_text::parse(text)?;
                Ok(root.map_or_else(|| Value::Object(Map::new()), |root| root.value()))
            }
            ConfigSyntax::Toml => toml_entry::read(text),
        }
    }

    /// The entry in this text.
    pub(super) fn found(&self, text: &str, asq: &str) -> Result<EntryFound, TextFault> {
        Ok(self.found_in(&self.settings(text)?, asq))
    }

    /// The entry in these settings.
    pub(super) fn found_in(&self, settings: &Value, asq: &str) -> EntryFound {
        if !settings.is_object() {
            return EntryFound::Foreign(format!("is {}, not an object", kind(settings)));
        }
        let Some(outer) = settings.get(self.container) else { return EntryFound::Nothing };
        if !outer.is_object() {
            return EntryFound::Foreign(format!(
                "has {}, but it is {}, not an object",
                self.container,
                kind(outer)
            ));
        }
        let Some(entry) = outer.get(ENTRY) else { return EntryFound::Nothing };
        if is_asq(entry, asq) {
            return EntryFound::Ours(entry.clone());
        }
        let place = format!("{}.{ENTRY}", self.container);
        EntryFound::Foreign(match started(entry) {
            Some((program, Some(first))) => format!("has an entry {place} that starts '{program} {first} …'"),
            Some((program, None)) => format!("has an entry {place} that starts '{program}'"),
            None => match entry.get("url").and_then(Value::as_str) {
                Some(url) => format!("has an entry {place} for the server '{url}'"),
                None => format!("has an entry {place} that starts no asq"),
            },
        })
    }

    /// Whether the file holds an entry of asq's name. A file that can't be read or is broken holds none here; changing it
    /// reports why.
    pub(super) fn has_entry(&self, path: &Path) -> bool {
        let read = asq_files::read(path, MOST).ok().flatten();
        let text = read.and_then(|found| String::from_utf8(found.bytes).ok()).unwrap_or_default();
        let settings = self.settings(&text).unwrap_or_default();
        settings.get(self.container).is_some_and(|outer| outer.get(ENTRY).is_some())
    }

    /// The text with an entry that starts this asq.
    pub(super) fn with_entry(&self, text: &str, asq: &str) -> Result<String, EntryProblem> {
        let there = match self.found(text, asq)? {
            EntryFound::Ours(entry) => Some(entry),
            EntryFound::Nothing | EntryFound::Foreign(_) => None,
        };
        let members = self.members(asq, there.as_ref());
        let after = match self.syntax {
            ConfigSyntax::Json => Some(json_edit::put(text, self.container, &members)?),
            ConfigSyntax::Toml => toml_entry::put(text, self.container, &members)?,
        };
        let after = after.ok_or(EntryProblem::Form)?;
        let mut expected = there.unwrap_or_else(|| Value::Object(Map::new()));
        for (name, value) in members {
            expected[name] = value;
        }
        let entry = self
            .settings(&after)
            .ok()
            .and_then(|all| Some(all.get(self.container)?.get(ENTRY)? == &expected));
        if entry == Some(true) && self.same_otherwise(text, &after) {
            Ok(after)
        } else {
            Err(EntryProblem::Form)
        }
    }

    /// The text without the entry.
    pub(super) fn without_entry(&self, text: &str) -> Result<String, EntryProblem> {
        let after = match self.syntax {
            ConfigSyntax::Json => Some(json_edit::remove(text, self.container)?),
            ConfigSyntax::Toml => toml_entry::remove(text, self.container)?,
        };
        let after = after.ok_or(EntryProblem::Form)?;
        if self.same_otherwise(text, &after) { Ok(after) } else { Err(EntryProblem::Form) }
    }

    /// Whether both texts are the same settings but for the entry.
    fn same_otherwise(&self, one: &str, other: &str) -> bool {
        let rest = |text: &str| {
            let mut settings = self.settings(text).ok()?;
            let root = settings.as_object_mut()?;
            if let Some(outer) = root.get_mut(self.container).and_then(Value::as_object_mut) {
                outer.remove(ENTRY);
                if outer.is_empty() {
                    root.remove(self.container);
                }
            }
            Some(settings)
        };
        rest(one).is_some_and(|one| Some(one) == rest(other))
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod fuzz {
    use super::*;
    use crate::args::Harness;
    use asq_testkit::fuzz;

    const JSON: &[&[u8]] = &[
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"mcpServers\"",
        b"\"asq\"",
        b"\"command\": \"/a/asq\", \"args\": [\"mcp\"]",
        b"\"args\"",
        b":",
        b",",
        b"1",
        b"\"\\u00e9\"",
        b"\xc3\xa9",
        b"// x\n",
        b"/* y */",
        b"\r\n",
        b"\n  ",
        b" ",
        b"\xef\xbb\xbf",
        b"{\"mcpServers\": {",
        b"{\"mcpServers\":{\"asq\":{",
        b"}}}",
        b"}}",
        b"\\",
        b"\"",
    ];

    const TOML: &[&[u8]] = &[
        b"[mcp_servers]\n",
        b"[mcp_servers.asq]\n",
        b"[mcp_servers.asq.env]\n",
        b"[mcp_servers.b]\n",
        b"[[mcp_servers.asq.x]]\n",
        b"command = \"asq\"\nargs = [\"mcp\"]\n",
        b"command = '/x/asq' # c\n",
        b"args = [ 'mcp', # d\n ]\n",
        b"asq = { command = \"asq\", args = [\"mcp\"] }\n",
        b"mcp_servers = { asq = {} }\n",
        b"mcp_servers = { }\n",
        b"mcp_servers.asq.command = \"asq\"\n",
        b"mcp_servers.b.c = 1\n",
        b"env = { A = \"\xc3\xa9\" }\n",
        b"# comment\n",
        b"\n",
        b"\r\n",
        b"\xef\xbb\xbf",
        b"x = \"\"\"\n[mcp_servers.asq]\n\"\"\"\n",
        b"[z]\n",
        b"y = 1",
    ];

    fn judge(client: &McpClient, text: &str) {
        let Ok(EntryFound::Nothing | EntryFound::Ours(_)) = client.found(text, "/new/asq") else { return };
        if let Ok(after) = client.with_entry(text, "/new/asq") {
            assert!(
                matches!(client.found(&after, "/new/asq"), Ok(EntryFound::Ours(_))),
                "{text:?} {after:?}"
            );
            assert_eq!(client.with_entry(&after, "/new/asq").as_ref(), Ok(&after), "{text:?}");
            if client.syntax == ConfigSyntax::Json {
                let without = client.without_entry(&after).unwrap();
                assert_eq!(client.found(&without, "/new/asq"), Ok(EntryFound::Nothing), "{text:?} {after:?}");
            }
        } else {
            assert_eq!(client.syntax, ConfigSyntax::Toml, "{text:?}");
        }
    }

    #[test]
    fn no_settings_panic_and_an_entry_is_there_after_an_install() {
        for (harness, words) in [(Harness::Gemini, JSON), (Harness::Codex, TOML)] {
            let client = McpClient::of(harness).unwrap();
            fuzz::check(64, |bytes| {
                judge(client, &String::from_utf8_lossy(&fuzz::words(bytes, words)));
            });
        }
    }
}
