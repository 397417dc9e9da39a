//! What a list shows of a request, as JSON: the fields that `asq list` and `asq history` share.

use super::origin::WireOrigin;
use crate::stored::{raw, raw_option, untrusted};
use asq_core::inbox::Summary;
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
    origin: WireOrigin,
}

impl From<&Summary> for WireSummary {
    fn from(summary: &Summary) -> WireSummary {
        let Summary { dialect, agent, session, header, text, questions, danger, sensitive, origin } = summary;
        WireSummary {
            dialect: dialect.clone(),
            agent: raw_option(agent.as_ref()),
            session: raw_option(session.as_ref()),
            pane: raw_option(origin.pane.as_ref()),
            header: raw(header),
            question: raw(text),
            questions: *questions,
            danger: *danger,
            sensitive: *sensitive,
            origin: WireOrigin::from(origin),
        }
    }
}

impl From<WireSummary> for Summary {
    fn from(wire: WireSummary) -> Summary {
        Summary {
            dialect: wire.dialect,
            agent: untrusted(wire.agent),
            session: untrusted(wire.session),
            header: wire.header.into(),
            text: wire.question.into(),
            questions: wire.questions,
            danger: wire.danger,
            sensitive: wire.sensitive,
            origin: wire.origin.back(wire.pane),
        }
    }
}
