//! What a bridge to OpenCode tells the person.
//!
//! - Whether it is connected, and why not.
//! - Questions that it can't show, and why; what was dropped or mended of those that it shows.
//! - Endings: what was sent, what came from there, and which answer counted if two were given.
//! - One line each; texts from elsewhere are escaped.

use super::heard::Labels;
use asq_core::life::RequestId;
use asq_core::text::{Shown, Untrusted};
use std::fmt;

/// How a question ended in OpenCode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndedThere {
    /// It was answered with these labels.
    Answered(Labels),
    /// It was dismissed.
    Rejected,
    /// Its session was aborted.
    Aborted,
    /// Its session was deleted.
    Deleted,
    /// OpenCode dropped it, such as by a restart.
    Dropped,
}

/// News of a bridge, for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BridgeNews {
    /// Questions are carried from now on.
    Connected {
        /// The server's version, by its own account.
        version: Untrusted,
    },
    /// The server can't be reached; the bridge tries again.
    Away {
        /// The reason.
        why: String,
    },
    /// The server wants another password, or one at all.
    WrongPassword,
    /// Something else listens there.
    AnotherServer,
    /// A question can't be shown here.
    NotShown {
        /// The first question's header.
        header: Untrusted,
        /// The reason.
        why: Untrusted,
    },
    /// A question can't be stored here; the bridge tries again.
    NotPosted {
        /// The first question's header.
        header: Untrusted,
        /// The reason.
        why: String,
    },
    /// Something of a question that waits here was dropped or mended.
    Noted {
        /// The first question's header.
        header: Untrusted,
        /// What, and where.
        notes: Vec<Untrusted>,
    },
    /// A question waits here.
    Asked {
        /// The first question's header.
        header: Untrusted,
        /// The request.
        id: RequestId,
    },
    /// OpenCode has the ending that a person gave here.
    Delivered {
        /// The first question's header.
        header: Untrusted,
        /// The request.
        id: RequestId,
    },
    /// It ended in OpenCode, and closed here.
    Ended {
        /// The first question's header.
        header: Untrusted,
        /// The request.
        id: RequestId,
        /// How it ended.
        there: EndedThere,
    },
    /// A person ended it here, but OpenCode had another ending by then.
    Lost {
        /// The first question's header.
        header: Untrusted,
        /// The request.
        id: RequestId,
        /// The answer that counts there.
        there: EndedThere,
    },
    /// OpenCode refused the ending that a person gave here.
    Refused {
        /// The first question's header.
        header: Untrusted,
        /// The request.
        id: RequestId,
        /// The reason, by OpenCode's account.
        why: Untrusted,
    },
    /// An ending or a delivery can't be stored here.
    NotStored {
        /// The request.
        id: RequestId,
        /// The reason.
        why: String,
    },
}

impl BridgeNews {
    /// Whether there is no connection, or a useless one.
    pub fn is_trouble(&self) -> bool {
        match self {
            BridgeNews::Away { .. } | BridgeNews::WrongPassword | BridgeNews::AnotherServer => true,
            BridgeNews::Connected { .. }
            | BridgeNews::NotShown { .. }
            | BridgeNews::NotPosted { .. }
            | BridgeNews::Noted { .. }
            | BridgeNews::Asked { .. }
            | BridgeNews::Delivered { .. }
            | BridgeNews::Ended { .. }
            | BridgeNews::Lost { .. }
            | BridgeNews::Refused { .. }
            | BridgeNews::NotStored { .. } => false,
        }
    }
}

impl fmt::Display for BridgeNews {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = Shown::one_line;
        match self {
            BridgeNews::Connected { version } => write!(f, "attached to OpenCode {}", line(version)),
            BridgeNews::Away { why } => write!(f, "not attached ({why}); trying again"),
            BridgeNews::WrongPassword => {
                f.write_str("not attached: it wants its password (--password-file FILE)")
            }
            BridgeNews::AnotherServer => f.write_str("not attached: this is not an OpenCode server"),
            BridgeNews::NotShown { header, why } => {
                write!(
                    f,
                    "{}: waits in OpenCode alone, because asq can't show it: {}",
                    line(header),
                    line(why)
                )
            }
            BridgeNews::NotPosted { header, why } => {
                write!(f, "{}: waits in OpenCode alone: {why}; trying again", line(header))
            }
            BridgeNews::Noted { header, notes } => {
                let notes: Vec<String> = notes.iter().map(|note| line(note).to_string()).collect();
                write!(f, "{}: {}", line(header), notes.join("; "))
            }
            BridgeNews::Asked { header, id } => write!(f, "{}: waits in the inbox ({id})", line(header)),
            BridgeNews::Delivered { header, id } => {
                write!(f, "{}: delivered to OpenCode ({id})", line(header))
            }
            BridgeNews::Ended { header, id, there } => write!(f, "{}: {there} ({id})", line(header)),
            BridgeNews::Lost { header, id, there } => {
                write!(f, "{}: the answer given here came too late: {there} ({id})", line(header))
            }
            BridgeNews::Refused { header, id, why } => {
                write!(f, "{}: OpenCode refused the answer given here: {} ({id})", line(header), line(why))
            }
            BridgeNews::NotStored { id, why } => write!(f, "{id}: {why}"),
        }
    }
}

impl fmt::Display for EndedThere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndedThere::Answered(labels) => {
                let one = |labels: &Vec<String>| match &labels[..] {
                    [] => "nothing".to_owned(),
                    labels => Shown::one_line(&labels.join(", ").into()).to_string(),
                };
                let all: Vec<String> = labels.iter().map(one).collect();
                write!(f, "answered in OpenCode with {}", all.join("; "))
            }
            EndedThere::Rejected => f.write_str("dismissed in OpenCode"),
            EndedThere::Aborted => f.write_str("its session in OpenCode was aborted"),
            EndedThere::Deleted => f.write_str("its session in OpenCode was deleted"),
            EndedThere::Dropped => f.write_str("OpenCode doesn't have it any more, as after a restart"),
        }
    }
}
