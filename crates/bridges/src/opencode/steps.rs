//! What goes into the bridge's machine, and what comes out.
//!
//! - In: the stream of events and its loss, lists, looks at parts, and the results of what was sent.
//! - Out: requests to post, endings to record here, endings to send there, and lines for the person.
//! - Nothing here waits, reads a clock or touches a connection, so that a test can play any order.

use super::heard::{HeardEvent, Labels, PartState};
use super::news::{BridgeNews, EndedThere};
use super::question::OpenCodeQuestion;
use crate::calls::SocketEnds;
use asq_core::life::RequestId;
use asq_core::text::Untrusted;
use std::sync::Arc;

/// An ending that a person gave here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EndedHere {
    /// An answer, as lists of labels.
    Reply(Labels),
    /// Declined, cancelled, or to be discussed first.
    Reject(Option<Untrusted>),
}

#[derive(Debug)]
pub(crate) enum BridgeInput {
    /// The stream of events is open.
    Connected { ends: SocketEnds, version: Untrusted },
    /// The stream broke, or couldn't be opened.
    Lost(BridgeNews),
    /// The open requests that an earlier bridge to this server posted.
    Recalled(Vec<(RequestId, OpenCodeQuestion)>),
    /// The directories that may have questions.
    Folders(Vec<String>),
    /// The questions of a directory, asked for as the list with this number.
    Listed { folder: String, number: u64, questions: Vec<OpenCodeQuestion> },
    /// An event of the stream.
    HeardEvent(HeardEvent),
    /// A question's part, with what its session says.
    Looked { question: String, look: PartLook },
    /// The result of posting a question.
    Posted { question: String, posted: PostReply },
    /// A posted request closed here; `None`: without an ending that a person gave.
    ClosedHere { question: String, ending: Option<EndedHere> },
    /// The result of sending an ending.
    Sent { question: String, sent: SendReply },
    /// The result of closing a request here.
    Recorded { question: String, recorded: RecordReply },
}

/// What OpenCode says about a question's part and its session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartLook {
    pub(crate) state: PartState,
    pub(crate) title: Option<String>,
    /// The text before the question, in the same message.
    pub(crate) says: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PostReply {
    /// It is open.
    Open(RequestId),
    /// It was closed before, and OpenCode doesn't have the ending yet.
    Ended(RequestId, EndedHere),
    /// It was closed before, and there is nothing to send.
    Over,
    /// It can't be asked here.
    Unfit(Untrusted),
    /// The store failed.
    Failed(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SendReply {
    /// OpenCode took it.
    Taken,
    /// OpenCode doesn't have the question any more.
    Gone,
    /// OpenCode refused it.
    Refused(Untrusted),
    /// There was no reply.
    Away,
}

/// The result of closing a request here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RecordReply {
    /// It is recorded.
    Done,
    /// A person was first: with this ending, if it is one for OpenCode.
    Beaten(Option<EndedHere>),
    /// The ending is refused here.
    Refused,
    /// The store failed.
    Failed(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Todo {
    /// Find the open requests of an earlier bridge to this server.
    Recall,
    /// Find the directories that may have questions.
    FindFolders,
    /// List the questions of this directory.
    List { folder: String, number: u64 },
    /// PartLook at a question's part; `soon`: after a moment, because something failed.
    PartLook { question: Arc<OpenCodeQuestion>, soon: bool },
    /// Post it.
    Post { question: Arc<OpenCodeQuestion>, look: PartLook },
    /// Wait for the end of a request, and show that its asker waits.
    Watch { question: Arc<OpenCodeQuestion>, request: RequestId },
    /// Stop waiting for it.
    Unwatch(RequestId),
    /// Send an ending to OpenCode.
    Send { question: Arc<OpenCodeQuestion>, ending: EndedHere },
    /// Close a request here, as it ended there; `None`: as withdrawn. `soon`: after a moment, because the store failed.
    Record { question: Arc<OpenCodeQuestion>, request: RequestId, there: Option<EndedThere>, soon: bool },
    /// Record that OpenCode has the ending.
    Deliver(RequestId),
    /// Tell the person.
    Tell(BridgeNews),
}
