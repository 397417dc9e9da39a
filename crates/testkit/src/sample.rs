//! Requests that tests are about something else than.
//!
//! - One that asks for texts, some of them secret.
//! - One that is open, as an inbox lists it.

use asq_core::inbox::{Pending, Position, Summary};
use asq_core::life::{Moment, Origin, RequestId};
use asq_core::model::{AnswerRules, Complete, DangerRule, Kind, Order, Question, Request};

/// A request for texts: each question, and whether its answer is a secret.
pub fn texts(questions: &[(&str, bool)]) -> Request {
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: true,
        notes: true,
        danger: DangerRule::Unknown,
    };
    let kind = Kind::Text { multiline: false, placeholder: None };
    let question = |(text, sensitive): &(&str, bool)| Question {
        sensitive: *sensitive,
        ..Question::new(*text, kind.clone())
    };
    Request::new(questions.iter().map(question).collect(), rules)
}

/// An open request of this number.
pub fn pending(n: u64) -> Pending {
    Pending {
        id: RequestId(n.into()),
        position: Position(n),
        at: Moment { wall_ms: 1, boot: None },
        due: None,
        summary: Summary {
            dialect: "asq".into(),
            agent: Some("builder".into()),
            session: None,
            header: "Go on?".into(),
            text: "Go on?".into(),
            questions: 1,
            danger: false,
            sensitive: false,
            origin: Origin { folder: Some("/srv".into()), ..Origin::default() },
        },
    }
}
