//! The five types of a question.
//!
//! - Lists have two to seven options besides `Other`; a yes-or-no question has two.
//! - Each type knows the fields that only other types have.

use crate::Problem;
use crate::findings::Findings;
use crate::object::Object;
use serde_json::Value;

pub(super) const TYPES: [&str; 5] = ["select_one", "select_many", "confirm_enum", "number", "free_text"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionType {
    One,
    Many,
    Confirm,
    Number,
    Text,
}

impl QuestionType {
    const ALL: [QuestionType; 5] = [
        QuestionType::One,
        QuestionType::Many,
        QuestionType::Confirm,
        QuestionType::Number,
        QuestionType::Text,
    ];

    pub(super) fn name(self) -> &'static str {
        TYPES[self as usize]
    }

    /// Fewest and most options besides Other.
    pub(super) fn options(self) -> (usize, usize) {
        match self {
            QuestionType::One | QuestionType::Many => (2, 7),
            QuestionType::Confirm => (2, 2),
            QuestionType::Number | QuestionType::Text => (0, 0),
        }
    }

    /// The fields that only other types have.
    pub(super) fn foreign(self) -> &'static [&'static str] {
        match self {
            QuestionType::One | QuestionType::Many | QuestionType::Confirm => {
                &["min", "max", "placeholder", "multiline"]
            }
            QuestionType::Number => &["options", "placeholder", "multiline"],
            QuestionType::Text => &["options", "min", "max"],
        }
    }

    /// Reads the type that a question names.
    pub(super) fn read(object: &Object<'_>, log: &mut Findings) -> Option<QuestionType> {
        let given = object.given("type", log);
        if given.is_none() && object.excused("type") {
            return None;
        }
        let name = given.and_then(Value::as_str);
        let found = QuestionType::ALL.into_iter().find(|kind| Some(kind.name()) == name);
        if found.is_none() {
            let names = TYPES.map(|name| format!("\"{name}\"")).join(", ");
            let came = given.map_or_else(|| "is missing".to_owned(), asq_wire::kind);
            log.problem(Problem::new(object.path.key("type"), format!("must be one of {names}"), came));
        }
        found
    }
}
