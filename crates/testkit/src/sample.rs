//! Requests that tests are about something else than.
//!
//! - One that asks for texts, some of them secret.
//! - One that is open, as an inbox lists it.
//! - A form with two texts, under rules that say as little as rules can.

use asq_core::form::{
    Called, CommitRow, Ends, EscStep, Form, FormRules, Look, Notes, Numbers, PreviewPlace, Review,
    ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::inbox::{Pending, Position, Summary, SummaryKind};
use asq_core::life::{Origin, RequestId};
use asq_core::model::{AnswerRules, Complete, DangerRule, Draft, Kind, Order, Question, Request};

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
        asked_ms: 1,
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
            kind: SummaryKind::One,
            returns: false,
            origin: Origin { folder: Some("/srv".into()), ..Origin::default() },
        },
    }
}

/// Form rules without a custom row, tabs, a review or a footer.
pub const PLAIN_RULES: FormRules = FormRules {
    called: Called::ASQ,
    keys: &[],
    custom: None,
    discuss: None,
    tabs: Tabs::Never,
    review: Review {
        when: ReviewWhen::Never,
        title: "",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "", zero: Zero::Refuse },
    revisit: Revisit::First,
    ends: Ends::Clamp,
    esc: &[EscStep::Cancel],
    notes: Notes::Never,
    preview: PreviewPlace::Never,
    look: Look {
        focus: ">",
        rules: false,
        numbers: Numbers::All,
        tab_open: " ",
        tab_done: " ",
        submit_tab: "",
        one: "",
        one_many: "",
        several: "",
        review: "",
        danger: "",
        editor: "",
        commit_gap: false,
        filter_over: 0,
    },
    elapsed: false,
};

/// A form that asks for two texts, with [`PLAIN_RULES`].
pub fn two_texts() -> Form {
    let text = || Kind::Text { multiline: true, placeholder: None };
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: false,
        notes: false,
        danger: DangerRule::Unknown,
    };
    let questions = vec![Question::new("a", text()), Question::new("b", text())];
    Form::new(Request::new(questions, rules), PLAIN_RULES, Draft::default())
}
