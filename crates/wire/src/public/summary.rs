//! What a list shows of a request, as JSON: the fields that `asq list` and `asq history` share.
//!
//! - Has the agent, its session and pane, as they were claimed.
//! - Has the first question, what answers it, and how many questions there are.
//! - Says whether one is dangerous or asks for a secret, and whether the asker comes back.

use super::origin::WireOrigin;
use crate::stored::{raw, raw_option, untrusted};
use asq_core::inbox::{Summary, SummaryKind};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct WireSummary {
    dialect: String,
    agent: Option<String>,
    session: Option<String>,
    pane: Option<String>,
    header: String,
    question: String,
    questions: u32,
    danger: bool,
    sensitive: bool,
    kind: WireKind,
    returns: bool,
    origin: WireOrigin,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct WireKind(SummaryKind);

impl From<WireKind> for String {
    fn from(kind: WireKind) -> String {
        kind.0.name().to_owned()
    }
}

impl TryFrom<String> for WireKind {
    type Error = String;

    fn try_from(name: String) -> Result<WireKind, String> {
        SummaryKind::from_name(&name)
            .map(WireKind)
            .ok_or_else(|| format!("{name:?} isn't a kind of question"))
    }
}

impl From<&Summary> for WireSummary {
    fn from(summary: &Summary) -> WireSummary {
        let Summary {
            dialect,
            agent,
            session,
            header,
            text,
            questions,
            danger,
            sensitive,
            kind,
            returns,
            origin,
        } = summary;
        WireSummary {
            dialect: raw(dialect),
            agent: raw_option(agent.as_ref()),
            session: raw_option(session.as_ref()),
            pane: raw_option(origin.pane.as_ref()),
            header: raw(header),
            question: raw(text),
            questions: *questions,
            danger: *danger,
            sensitive: *sensitive,
            kind: WireKind(*kind),
            returns: *returns,
            origin: WireOrigin::from(origin),
        }
    }
}

impl From<WireSummary> for Summary {
    fn from(wire: WireSummary) -> Summary {
        Summary {
            dialect: wire.dialect.into(),
            agent: untrusted(wire.agent),
            session: untrusted(wire.session),
            header: wire.header.into(),
            text: wire.question.into(),
            questions: wire.questions,
            danger: wire.danger,
            sensitive: wire.sensitive,
            kind: wire.kind.0,
            returns: wire.returns,
            origin: wire.origin.back(wire.pane),
        }
    }
}
