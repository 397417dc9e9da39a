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

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireKind {
    One,
    Many,
    Text,
    Number,
    Confirm,
}

impl WireKind {
    fn of(kind: SummaryKind) -> WireKind {
        match kind {
            SummaryKind::One => WireKind::One,
            SummaryKind::Many => WireKind::Many,
            SummaryKind::Text => WireKind::Text,
            SummaryKind::Number => WireKind::Number,
            SummaryKind::Confirm => WireKind::Confirm,
        }
    }

    fn back(self) -> SummaryKind {
        match self {
            WireKind::One => SummaryKind::One,
            WireKind::Many => SummaryKind::Many,
            WireKind::Text => SummaryKind::Text,
            WireKind::Number => SummaryKind::Number,
            WireKind::Confirm => SummaryKind::Confirm,
        }
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
            kind: WireKind::of(*kind),
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
            kind: wire.kind.back(),
            returns: wire.returns,
            origin: wire.origin.back(wire.pane),
        }
    }
}
