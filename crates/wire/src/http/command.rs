//! The commands of a surface, `POST /v1/feed/FEED`.
//!
//! - Commands are numbered from 0 in each feed: one that comes twice is carried out once.
//! - An ending of a request is written as in its own route, with its key.
//! - An unknown command is an error: the client must not believe that it was carried out.

use super::closing::ClosingRoute;
use super::list::{ids_of, ids_to_json};
use super::{draft_json, draft_of, field, whole_json, whole_of};
use crate::public::{PublicError, id};
use asq_core::inbox::{AnnouncePace, Command, Hours};
use asq_core::life::{IdempotencyKey, RequestId};
use serde_json::{Map, Value, json};

/// Several commands of one feed, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedCommands {
    /// The number of the first one, counted from 0.
    pub from: u64,
    /// The commands.
    pub commands: Vec<Command>,
}

impl FeedCommands {
    /// The object.
    pub fn to_json(&self) -> Value {
        let commands: Vec<Value> = self.commands.iter().map(command_to_json).collect();
        json!({ "from": self.from, "commands": commands })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape, or a command that this version doesn't know.
    pub fn from_json(value: &Value) -> Result<FeedCommands, PublicError> {
        let commands: Vec<Value> = field(value, "commands")?;
        let commands = commands.iter().map(command_from_json).collect::<Result<_, _>>()?;
        Ok(FeedCommands { from: field(value, "from")?, commands })
    }
}

/// A command as an object.
pub fn command_to_json(command: &Command) -> Value {
    let (name, members) = parts(command);
    let mut object = Map::new();
    object.insert("command".into(), name.into());
    if let Value::Object(members) = members {
        object.extend(members);
    }
    object.into()
}

fn parts(command: &Command) -> (&'static str, Value) {
    let text = RequestId::to_string;
    match command {
        Command::Open(id) => ("open", json!({ "id": text(id) })),
        Command::Shut(id) => ("shut", json!({ "id": text(id) })),
        Command::Close { id, closing, key } => (
            "close",
            json!({
                "id": text(id),
                "as": ClosingRoute::of(closing).path(),
                "body": ClosingRoute::body(closing),
                "key": key.as_ref().map(|IdempotencyKey(key)| key),
            }),
        ),
        Command::Draft { id, draft } => ("draft", json!({ "id": text(id), "draft": draft_json(draft) })),
        Command::Whole { id, whole } => ("whole", json!({ "id": text(id), "whole": whole_json(whole) })),
        Command::Snooze { id, until_ms } => ("snooze", json!({ "id": text(id), "until_ms": until_ms })),
        Command::Done(limit) => ("done", json!({ "limit": limit })),
        Command::Late => ("late", json!({})),
        Command::ForgetLate { id, typed_ms } => {
            ("forget_late", json!({ "id": text(id), "typed_ms": typed_ms }))
        }
        Command::Look(id) => ("look", json!({ "id": text(id) })),
        Command::Propose(id) => ("propose", json!({ "id": text(id) })),
        Command::Jump(id) => ("jump", json!({ "id": text(id) })),
        Command::Announce { ids, pace } => {
            ("announce", json!({ "ids": ids_to_json(ids), "pace": pace_json(*pace) }))
        }
        Command::Typed => ("typed", json!({})),
    }
}

/// Reads a command back.
///
/// # Errors
/// It has another shape, or this version doesn't know it.
pub fn command_from_json(command: &Value) -> Result<Command, PublicError> {
    let name: String = field(command, "command")?;
    let of = || id(&field::<String>(command, "id")?);
    Ok(match name.as_str() {
        "open" => Command::Open(of()?),
        "shut" => Command::Shut(of()?),
        "close" => {
            let way: String = field(command, "as")?;
            let way = ClosingRoute::ALL.into_iter().find(|it| it.path() == way);
            let way = way.ok_or(PublicError::Nonsense("command closes in an unknown way"))?;
            let key: Option<String> = field(command, "key")?;
            let closing = way.read(command.get("body").unwrap_or(&Value::Null))?;
            Command::Close { id: of()?, closing, key: key.map(IdempotencyKey) }
        }
        "draft" => Command::Draft { id: of()?, draft: draft_of(command.get("draft"))? },
        "whole" => Command::Whole { id: of()?, whole: whole_of(command.get("whole"))? },
        "snooze" => Command::Snooze { id: of()?, until_ms: field(command, "until_ms")? },
        "done" => Command::Done(field(command, "limit")?),
        "late" => Command::Late,
        "forget_late" => Command::ForgetLate { id: of()?, typed_ms: field(command, "typed_ms")? },
        "look" => Command::Look(of()?),
        "propose" => Command::Propose(of()?),
        "jump" => Command::Jump(of()?),
        "announce" => {
            let pace = pace_of(command.get("pace").unwrap_or(&Value::Null))?;
            Command::Announce { ids: ids_of(command, "ids")?, pace }
        }
        "typed" => Command::Typed,
        _ => return Err(PublicError::Nonsense("command is one that this asq doesn't know: update asq")),
    })
}

fn pace_json(AnnouncePace { gap_ms, again_ms, quiet }: AnnouncePace) -> Value {
    let quiet = quiet.map(|(hours, offset)| json!({ "hours": hours.to_string(), "offset_ms": offset }));
    json!({ "gap_ms": gap_ms, "again_ms": again_ms, "quiet": quiet })
}

fn pace_of(pace: &Value) -> Result<AnnouncePace, PublicError> {
    let quiet = pace.get("quiet").filter(|quiet| !quiet.is_null());
    let hours = |quiet: &Value| {
        let hours = Hours::read(&field::<String>(quiet, "hours")?);
        let hours = hours.ok_or(PublicError::Nonsense("quiet hours aren't a range"))?;
        Ok::<_, PublicError>((hours, field(quiet, "offset_ms")?))
    };
    Ok(AnnouncePace {
        gap_ms: field(pace, "gap_ms")?,
        again_ms: field(pace, "again_ms")?,
        quiet: quiet.map(hours).transpose()?,
    })
}
