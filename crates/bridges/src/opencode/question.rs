//! A question as OpenCode lists it.
//!
//! - Ids are letters, digits, `_` and `-`: they become part of paths.
//! - It is kept as it came; only the ids and the tool's part are read here.
//! - A question that isn't from a tool has no part.

use serde_json::Value;

/// The most letters of an id.
const ID: usize = 128;

/// The part of a message that shows the tool call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartName {
    pub(crate) message: String,
    pub(crate) call: String,
}

/// A question that waits in OpenCode.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OpenCodeQuestion {
    pub(crate) id: String,
    pub(crate) session: String,
    pub(crate) part: Option<PartName>,
    /// The directory of its session.
    pub(crate) folder: String,
    /// The whole question, as it came.
    pub(crate) whole: Value,
}

impl OpenCodeQuestion {
    /// Reads a question; `None` if this isn't one.
    pub(crate) fn read(whole: Value, folder: &str) -> Option<OpenCodeQuestion> {
        let part = match &whole["tool"] {
            Value::Null => None,
            tool => {
                Some(PartName { message: id(&tool["messageID"])?, call: tool["callID"].as_str()?.to_owned() })
            }
        };
        Some(OpenCodeQuestion {
            id: id(&whole["id"]).filter(|id| id.starts_with("que"))?,
            session: id(&whole["sessionID"])?,
            part,
            folder: folder.to_owned(),
            whole,
        })
    }

    /// Whether this is its part.
    pub(crate) fn has_part(&self, session: &str, part: &PartName) -> bool {
        self.session == session && self.part.as_ref() == Some(part)
    }

    /// The first question's header, for messages.
    pub(crate) fn header(&self) -> &str {
        self.whole["questions"][0]["header"].as_str().unwrap_or_default()
    }
}

/// An id that may stand in a path.
pub(crate) fn id(value: &Value) -> Option<String> {
    let plain = |text: &&str| {
        (1..=ID).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    };
    value.as_str().filter(plain).map(str::to_owned)
}

/// The lists of labels in this.
pub(crate) fn labels(value: &Value) -> Option<Vec<Vec<String>>> {
    let text = |label: &Value| label.as_str().map(str::to_owned);
    let list = |list: &Value| list.as_array()?.iter().map(text).collect();
    value.as_array()?.iter().map(list).collect()
}

#[cfg(test)]
mod tests {
    use super::{ID, OpenCodeQuestion, PartName, id, labels};
    use serde_json::{Value, json};

    fn whole() -> Value {
        json!({
            "id": "que_1", "sessionID": "ses-1", "new": [1],
            "questions": [{"question": "Which?", "header": "Color", "options": []}, {"header": "Name"}],
            "tool": {"messageID": "msg_1", "callID": "call 1/2"},
        })
    }

    fn read(change: impl FnOnce(&mut Value)) -> Option<OpenCodeQuestion> {
        let mut whole = whole();
        change(&mut whole);
        OpenCodeQuestion::read(whole, "/a b")
    }

    #[test]
    fn a_question_is_kept_as_it_came_next_to_its_ids_and_its_part() {
        let part = PartName { message: "msg_1".into(), call: "call 1/2".into() };
        let question = OpenCodeQuestion {
            id: "que_1".into(),
            session: "ses-1".into(),
            part: Some(part.clone()),
            folder: "/a b".into(),
            whole: whole(),
        };
        assert_eq!(read(|_| ()), Some(question.clone()));
        assert_eq!(question.header(), "Color");
        let other = PartName { call: "call 1".into(), ..part.clone() };
        let parts = [("ses-1", &part), ("ses-2", &part), ("ses-1", &other)];
        assert_eq!(parts.map(|(session, part)| question.has_part(session, part)), [true, false, false]);
    }

    #[test]
    fn a_question_that_is_not_from_a_tool_has_no_part() {
        let changes: [fn(&mut Value); 2] =
            [|it| drop(it.as_object_mut().unwrap().remove("tool")), |it| it["tool"] = Value::Null];
        for change in changes {
            let mut whole = whole();
            change(&mut whole);
            let (id, session, folder) = ("que_1".into(), "ses-1".into(), "/a b".into());
            let question = OpenCodeQuestion { id, session, part: None, folder, whole };
            assert_eq!(read(change), Some(question.clone()));
            let part = PartName { message: "msg_1".into(), call: "call 1/2".into() };
            assert!(!question.has_part("ses-1", &part));
        }
        assert_eq!(read(|it| it["tool"] = json!({"messageID": "msg_1"})), None);
        assert_eq!(read(|it| it["tool"] = json!({"callID": "call 1"})), None);
        assert_eq!(read(|it| it["questions"] = json!([])).unwrap().header(), "");
    }

    #[test]
    fn an_id_that_has_another_meaning_in_a_path_is_none() {
        let longest = "a".repeat(ID);
        for fits in ["a", "que_1", "ses-1", "0aZ", &longest] {
            assert_eq!(id(&json!(fits)), Some(fits.to_owned()));
        }
        let too_long = "a".repeat(ID + 1);
        for text in ["", "a/b", "..", "a?b", "a b", "a%2Fb", "a\nb", "\u{fc}", &too_long] {
            let value = json!(text);
            assert_eq!(id(&value), None, "{text:?}");
            assert_eq!(read(|it| it["id"] = json!(format!("que{text}/"))), None, "{text:?}");
            assert_eq!(read(|it| it["sessionID"] = value.clone()), None, "{text:?}");
            assert_eq!(read(|it| it["tool"]["messageID"] = value.clone()), None, "{text:?}");
        }
        assert_eq!(id(&json!(7)), None);
        assert_eq!(read(|it| it["id"] = json!("ses_1")), None, "the ids of questions begin with que");
    }

    #[test]
    fn lists_of_labels_are_texts_or_none_at_all() {
        let lists = vec![vec!["Blue".to_owned(), "Red".to_owned()], Vec::new()];
        assert_eq!(labels(&json!([["Blue", "Red"], []])), Some(lists));
        for other in [json!(null), json!("Blue"), json!(["Blue"]), json!([["Blue", 7]])] {
            assert_eq!(labels(&other), None, "{other}");
        }
    }
}
