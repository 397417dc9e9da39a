//! The lines that `asq embed` and its host exchange, version 1; docs/embed.md explains them.
//!
//! - One JSON object a line, told apart by `type`; unknown keys are ignored.
//! - [`FromHost`] is read strictly: an invalid line is refused with the reason, and has no other effect.
//! - [`ToHost`] is written on one line, its keys always in the same order.
//! - The first line of each side carries the version number.

use crate::stored::about::StoredAbout;
use crate::{Ended, Misuse, Problem, ToolReply, inert, read_json};
use asq_core::life::About;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The version of these lines.
pub const VERSION: u64 = 1;

/// How the host can display something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostSurface {
    /// Lines of text at a size, and keys.
    Form,
    /// One simple dialog after another: select, input, editor.
    Steps,
    /// Not at all: nobody can be asked.
    None,
}

/// The state of an editor that the host lends a form's keys from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostEditor {
    /// Nobody types in it.
    Idle,
    /// Somebody types in it now, so the form opens aside.
    Typing,
}

/// Opens a form.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Open {
    /// The host's name for this form, in every line about it.
    pub id: String,
    /// The version that the host speaks.
    pub v: u64,
    /// The tool call, as an agent sent it: `{"name", "arguments"}`, or bare arguments.
    pub call: Value,
    /// Judges the call strictly by this dialect.
    #[serde(default)]
    pub dialect: Option<String>,
    /// The asker's folder, whose project settings apply.
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
    /// How the host can display the form.
    pub surface: HostSurface,
    /// Columns.
    #[serde(default = "columns")]
    pub width: u16,
    /// The most rows.
    #[serde(default = "rows")]
    pub height: u16,
    /// What to write before and after text of a tone (docs/embed.md lists the names).
    #[serde(default)]
    pub tones: BTreeMap<String, (String, String)>,
    /// Whether more than ASCII can be shown.
    #[serde(default = "yes")]
    pub unicode: bool,
    /// Keys for actions, on top of asq's own: action name to key names.
    #[serde(default)]
    pub keys: BTreeMap<String, Vec<String>>,
    /// Milliseconds for which keys that would commit are ignored after a page appears.
    #[serde(default)]
    pub guard_ms: Option<u64>,
    /// Whether the host understands [`ToHost::Waiting`], so that asq can wait for an answer without a form.
    #[serde(default)]
    pub waits: bool,
    /// Keys that the host itself acts on, each with its effect, for the help page.
    #[serde(default)]
    pub host_keys: Vec<(String, String)>,
    /// Whether the asker is the host itself, so that the form need not name it.
    #[serde(default)]
    pub own: bool,
    /// The host's own editor, where keys go while no form is shown; text that was meant for it goes back there. Needs
    /// [`Open::waits`].
    #[serde(default)]
    pub editor: Option<HostEditor>,
    /// What the agent was doing, of any size; absent, null and empty are the same.
    #[serde(default, deserialize_with = "about")]
    pub about: Option<Box<About>>,
}

impl Open {
    /// Whether its form waits aside until the host shows it.
    pub fn opens_aside(&self) -> bool {
        self.waits && self.surface == HostSurface::Form && self.editor == Some(HostEditor::Typing)
    }
}

fn about<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Box<About>>, D::Error> {
    // Read as a struct, a list would do as well.
    let Some(given) = Option::<Map<String, Value>>::deserialize(from)? else { return Ok(None) };
    let given: StoredAbout = serde_json::from_value(given.into()).map_err(Error::custom)?;
    Ok(given.filled().back())
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
    /// A key or a paste as the host received it: one whole sequence or several.
    Input { id: String, data: String },
    /// The form's new size.
    Resize {
        id: String,
        /// Columns.
        width: u16,
        /// The most rows.
        height: u16,
    },
    /// Whether the form gets the host's keys from now on.
    Focus { id: String, focused: bool },
    /// Brings back a form that was put aside, at this size.
    Show {
        id: String,
        /// Columns.
        width: u16,
        /// The most rows.
        height: u16,
    },
    /// The asker withdraws the request.
    Abort {
        id: String,
        /// The host may be ending: a posted request stays open until a second abort.
        #[serde(default)]
        unsure: bool,
    },
    /// The person's text from the editor that a signal `edit` opened, or why the edit failed.
    Edited {
        id: String,
        #[serde(default)]
        text: Option<String>,
        #[serde(default)]
        error: Option<String>,
    },
    /// New prefixes and suffixes, for example after a change of the host's colours.
    Tones {
        id: String,
        /// As in [`Open::tones`].
        tones: BTreeMap<String, (String, String)>,
    },
    /// Asks whether asq is still alive.
    Ping {
        /// Which form; it need not be open.
        id: String,
    },
    /// The person's reply to a step; without a value they closed its dialog.
    Answer {
        id: String,
        step: u64,
        /// The chosen option or the text.
        #[serde(default)]
        value: Option<String>,
    },
}

impl FromHost {
    /// Reads one line. An owned vector becomes the line's longest text without a copy.
    ///
    /// # Errors
    /// Not JSON, over 4 MiB, or not a line that a host may send; the message says what is wrong.
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

    /// Which form the line is about.
    pub fn id(&self) -> &str {
        match self {
            FromHost::Open(open) => &open.id,
            FromHost::Input { id, .. }
            | FromHost::Resize { id, .. }
            | FromHost::Focus { id, .. }
            | FromHost::Show { id, .. }
            | FromHost::Abort { id, .. }
            | FromHost::Edited { id, .. }
            | FromHost::Tones { id, .. }
            | FromHost::Ping { id }
            | FromHost::Answer { id, .. } => id,
        }
    }
}

/// Something for the host to raise by its own means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostSignal {
    /// Rings the bell once.
    Bell,
    /// The window's title; `None` restores the earlier one.
    Title(Option<String>),
    /// A heartbeat for the agent's model provider, at this interval in milliseconds while the form is open.
    Heartbeat(u64),
    /// Opens the person's editor with this text; the host replies with a line `edited`.
    Edit(String),
}

/// One simple dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Pick one.
    Select {
        /// What is asked, with its context; several lines.
        title: String,
        /// All different; the answer is one of them.
        options: Vec<String>,
    },
    /// One line of text.
    Input {
        title: String,
        /// Shown while the field is empty.
        placeholder: String,
    },
    /// Several lines of text.
    Editor { title: String, prefill: String },
}

/// A line to the host.
#[derive(Clone, Debug, PartialEq)]
pub enum ToHost {
    /// The first line.
    Hello { version: String },
    /// What the form shows from now on.
    Frame {
        id: String,
        /// The width that it was drawn for.
        width: u16,
        /// The most rows that it was drawn for.
        height: u16,
        /// At most `height` lines, none wider than `width`, including the host's prefixes and suffixes.
        lines: Vec<String>,
        /// Row and column of the caret, from 0.
        caret: Option<(u16, u16)>,
    },
    /// Something for the host to raise.
    Signal { id: String, signal: HostSignal },
    /// The answer to a ping.
    Pong {
        /// The id of the ping.
        id: String,
    },
    /// A dialog to show.
    Step {
        id: String,
        /// Its number, from 1.
        step: u64,
        asks: Asks,
    },
    /// The form closes, or never opened; the request waits for an answer from elsewhere, and `done` follows.
    Waiting {
        id: String,
        /// Where the person can answer it.
        text: String,
        /// Text that the person typed for the host's editor.
        typed: Option<String>,
    },
    /// The form is closed.
    Done {
        id: String,
        ended: Ended,
        reply: ToolReply,
        /// What reading dropped or mended, and what couldn't be kept.
        notes: Vec<String>,
        /// A message for the person in place of the form: that somebody answered elsewhere, and who.
        told: Option<String>,
        /// The request stays open, until a second abort.
        open: bool,
    },
    /// Reports a line that had no effect.
    Error {
        /// Which form, if known.
        id: Option<String>,
        message: String,
    },
}

impl ToHost {
    /// The object on one line, without a final line break.
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
                    HostSignal::Bell => ("bell", None),
                    HostSignal::Title(title) => ("title", Some(("title", json!(title)))),
                    HostSignal::Heartbeat(ms) => ("heartbeat", Some(("every_ms", json!(ms)))),
                    HostSignal::Edit(text) => ("edit", Some(("text", json!(text)))),
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
            ToHost::Waiting { id, text, typed } => {
                let mut line = json!({"type": "waiting", "id": id, "text": text});
                if let Some(typed) = typed {
                    line["typed"] = json!(typed);
                }
                line
            }
            ToHost::Done { id, ended, reply, notes, told, open } => {
                let mut line = json!({
                    "type": "done", "id": id, "outcome": ended.name(), "content": reply.content,
                    "details": reply.details, "is_error": reply.is_error, "notes": notes,
                });
                if let Some(told) = told {
                    line["told"] = json!(told);
                }
                if *open {
                    line["open"] = json!(true);
                }
                line
            }
            ToHost::Error { id, message } => json!({"type": "error", "id": id, "message": message}),
        };
        inert(line.to_string())
    }
}
