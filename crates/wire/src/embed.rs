//! The lines that `asq embed` and its host exchange, version 1; docs/embed.md explains them.
//!
//! - One JSON object a line, told apart by `type`; keys that are not known are ignored.
//! - [`FromHost`] is read strictly: a line that is none is refused with what is wrong, and nothing else happens.
//! - [`ToHost`] is written on one line, keys always in the same order.
//! - A number that names the version stands in the first line of each side.

use crate::{Ended, Misuse, Problem, ToolReply, inert, read_json};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of these lines.
pub const VERSION: u64 = 1;

/// How the host can show something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// Lines of text at a size, and keys.
    Form,
    /// One simple dialog after the other: select, input, editor.
    Steps,
    /// Not at all: nobody can be asked.
    None,
}

/// Opens a form.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Open {
    /// The host's name for this form, in every line about it.
    pub id: String,
    /// The version that the host speaks.
    pub v: u64,
    /// The tool call, as an agent sent it: `{"name", "arguments"}` or bare arguments.
    pub call: Value,
    /// Judges the call strictly by this dialect.
    #[serde(default)]
    pub dialect: Option<String>,
    /// The asker's folder: settings of that project hold.
    #[serde(default)]
    pub cwd: Option<String>,
    /// The agent's name.
    #[serde(default)]
    pub agent: Option<String>,
    /// Its session.
    #[serde(default)]
    pub session: Option<String>,
    /// The id of its tool call.
    #[serde(default)]
    pub call_id: Option<String>,
    /// How the host can show it.
    pub surface: Surface,
    /// Columns.
    #[serde(default = "columns")]
    pub width: u16,
    /// The most rows.
    #[serde(default = "rows")]
    pub height: u16,
    /// What to put before and after text of a tone (docs/embed.md lists the names).
    #[serde(default)]
    pub tones: BTreeMap<String, (String, String)>,
    /// Whether more than ASCII can be shown.
    #[serde(default = "yes")]
    pub unicode: bool,
    /// Keys for actions, over those that asq starts from: action name to key names.
    #[serde(default)]
    pub keys: BTreeMap<String, Vec<String>>,
    /// Milliseconds in which keys that would commit are ignored after a page appears.
    #[serde(default)]
    pub guard_ms: Option<u64>,
    /// Whether the host follows [`ToHost::Waiting`]: it can be waited for an answer without a form.
    #[serde(default)]
    pub waits: bool,
    /// Keys that the host itself acts on, each with what it does: for the help page.
    #[serde(default)]
    pub host_keys: Vec<(String, String)>,
    /// Whether the asker is the host itself, so that the form need not say who asks.
    #[serde(default)]
    pub own: bool,
}

const fn columns() -> u16 {
    80
}

const fn rows() -> u16 {
    24
}

const fn yes() -> bool {
    true
}

/// A line from the host.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromHost {
    /// Opens a form.
    Open(Box<Open>),
    /// A key or a paste, as the host got it: one whole sequence or several.
    Input {
        /// Which form.
        id: String,
        /// What the terminal sent.
        data: String,
    },
    /// Another size.
    Resize {
        /// Which form.
        id: String,
        /// Columns.
        width: u16,
        /// The most rows.
        height: u16,
    },
    /// The host's keys go to the form, or no longer.
    Focus {
        /// Which form.
        id: String,
        /// Whether they do.
        focused: bool,
    },
    /// A form that was put aside comes back, at this size.
    Show {
        /// Which form.
        id: String,
        /// Columns.
        width: u16,
        /// The most rows.
        height: u16,
    },
    /// The asker takes the request back.
    Abort {
        /// Which form.
        id: String,
    },
    /// What the person's editor left, after the signal `edit`; without a text, why there is none.
    Edited {
        /// Which form.
        id: String,
        /// The whole text.
        #[serde(default)]
        text: Option<String>,
        /// Why there is none.
        #[serde(default)]
        error: Option<String>,
    },
    /// Other prefixes and suffixes from now on, as after a change of the host's colours.
    Tones {
        /// Which form.
        id: String,
        /// As in [`Open::tones`].
        tones: BTreeMap<String, (String, String)>,
    },
    /// Asks whether asq is still there.
    Ping {
        /// Which form; none need be open.
        id: String,
    },
    /// What a person said to a step; without a value they left its dialog.
    Answer {
        /// Which form.
        id: String,
        /// The step's number.
        step: u64,
        /// The chosen option or the text.
        #[serde(default)]
        value: Option<String>,
    },
}

impl FromHost {
    /// Reads one line. Bytes that are given away become its longest text, without a copy.
    ///
    /// # Errors
    /// No JSON, over 4 MiB, or no line that a host may send; the message names what is wrong.
    pub fn read(line: impl Into<Vec<u8>>) -> Result<FromHost, Misuse> {
        let value = read_json(line)?.value;
        serde_json::from_value(value).map_err(|e| {
            Misuse::one(Problem::new(
                "line",
                "must be a line of version 1 of the embed protocol",
                e.to_string(),
            ))
        })
    }

    /// Which form it is about.
    pub fn id(&self) -> &str {
        match self {
            FromHost::Open(open) => &open.id,
            FromHost::Input { id, .. }
            | FromHost::Resize { id, .. }
            | FromHost::Focus { id, .. }
            | FromHost::Show { id, .. }
            | FromHost::Abort { id }
            | FromHost::Edited { id, .. }
            | FromHost::Tones { id, .. }
            | FromHost::Ping { id }
            | FromHost::Answer { id, .. } => id,
        }
    }
}

/// What a host should raise by its own means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The bell, once.
    Bell,
    /// The window's title; `None`: as it was before.
    Title(Option<String>),
    /// A sign of life to the agent's own model provider, every so many milliseconds while the form is open.
    Heartbeat(u64),
    /// Opens the person's editor on this text; the host answers with a line `edited`.
    Edit(String),
}

/// One simple dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Pick one.
    Select {
        /// What is asked, with its context; several lines.
        title: String,
        /// Never two alike; the answer is one of them.
        options: Vec<String>,
    },
    /// One line of text.
    Input {
        /// What is asked.
        title: String,
        /// Shown while empty.
        placeholder: String,
    },
    /// Several lines of text.
    Editor {
        /// What is asked.
        title: String,
        /// The text to begin with.
        prefill: String,
    },
}

/// A line to the host.
#[derive(Clone, Debug, PartialEq)]
pub enum ToHost {
    /// The first line.
    Hello {
        /// asq's version.
        version: String,
    },
    /// What the form shows now.
    Frame {
        /// Which form.
        id: String,
        /// The size that it was made for.
        width: u16,
        /// The most rows that it was made for.
        height: u16,
        /// At most `height`, none wider than `width`, with the host's prefixes and suffixes in them.
        lines: Vec<String>,
        /// Row and column of the caret, from 0.
        caret: Option<(u16, u16)>,
    },
    /// Something to raise.
    Signal {
        /// Which form.
        id: String,
        /// What.
        signal: Signal,
    },
    /// The answer to a ping.
    Pong {
        /// The ping's.
        id: String,
    },
    /// A dialog to show.
    Step {
        /// Which form.
        id: String,
        /// Its number, from 1.
        step: u64,
        /// What to show.
        asks: Asks,
    },
    /// The form goes, or there never was one; the request waits for an answer from elsewhere, and `done` follows.
    Waiting {
        /// Which form.
        id: String,
        /// Where it can be answered, for the person.
        text: String,
    },
    /// The form is over.
    Done {
        /// Which form.
        id: String,
        /// How it ended.
        ended: Ended,
        /// What the dialect wrote.
        reply: ToolReply,
        /// What the reading dropped or mended, and what could not be kept.
        notes: Vec<String>,
        /// What the person should be told where the form stood: that it was answered elsewhere, and by whom.
        told: Option<String>,
    },
    /// A line that could not be followed; nothing else happened.
    Error {
        /// Which form, where that is known.
        id: Option<String>,
        /// What is wrong.
        message: String,
    },
}

impl ToHost {
    /// The object on one line, without a line break at its end.
    pub fn line(&self) -> String {
        let line = match self {
            ToHost::Hello { version } => json!({"type": "hello", "v": VERSION, "version": version}),
            ToHost::Frame { id, width, height, lines, caret } => json!({
                "type": "frame", "id": id, "width": width, "height": height, "lines": lines,
                "caret": caret.map(|(row, column)| [row, column]),
            }),
            ToHost::Signal { id, signal } => {
                let mut line = json!({"type": "signal", "id": id});
                let (name, more) = match signal {
                    Signal::Bell => ("bell", None),
                    Signal::Title(title) => ("title", Some(("title", json!(title)))),
                    Signal::Heartbeat(ms) => ("heartbeat", Some(("every_ms", json!(ms)))),
                    Signal::Edit(text) => ("edit", Some(("text", json!(text)))),
                };
                line["signal"] = json!(name);
                if let Some((key, value)) = more {
                    line[key] = value;
                }
                line
            }
            ToHost::Step { id, step, asks } => match asks {
                Asks::Select { title, options } => json!({
                    "type": "step", "id": id, "step": step, "ask": "select", "title": title, "options": options,
                }),
                Asks::Input { title, placeholder } => json!({
                    "type": "step", "id": id, "step": step, "ask": "input", "title": title,
                    "placeholder": placeholder,
                }),
                Asks::Editor { title, prefill } => json!({
                    "type": "step", "id": id, "step": step, "ask": "editor", "title": title, "prefill": prefill,
                }),
            },
            ToHost::Pong { id } => json!({"type": "pong", "id": id}),
            ToHost::Waiting { id, text } => json!({"type": "waiting", "id": id, "text": text}),
            ToHost::Done { id, ended, reply, notes, told } => {
                let mut line = json!({
                    "type": "done", "id": id, "outcome": ended.name(), "content": reply.content,
                    "details": reply.details, "is_error": reply.is_error, "notes": notes,
                });
                if let Some(told) = told {
                    line["told"] = json!(told);
                }
                line
            }
            ToHost::Error { id, message } => json!({"type": "error", "id": id, "message": message}),
        };
        inert(line.to_string())
    }
}
