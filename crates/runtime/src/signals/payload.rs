//! The file that holds the questions for the person's own command: no answer and no draft.
//!
//! - One JSON object: tool, dialect, id, agent, session, cwd, and the questions as they were sent.
//! - Texts are raw, as the asker wrote them: the file is data for a program, and no shell ever reads it.
//! - It lies in the first of the given folders that is the person's alone.

use asq_core::inbox::{ArrivalNews, Pending};
use asq_core::model::Provenance;
use asq_core::text::Untrusted;
use asq_files::Fault;
use asq_wire::ToolCall;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The content of the file.
#[derive(Clone, Debug)]
pub struct Payload(Value);

impl Payload {
    /// The payload of a call in the dialect of this id. `tool`: the tool's name, even if the call doesn't contain it.
    pub fn new(
        tool: Option<&str>,
        dialect: &str,
        call: &ToolCall,
        from: &Provenance,
        cwd: Option<&Path>,
    ) -> Payload {
        // In a contract with a single question, the arguments are the question.
        let questions = match call.arguments.get("questions") {
            Some(Value::Array(questions)) => Value::Array(questions.clone()),
            Some(_) | None => json!([call.arguments]),
        };
        let raw = |text: Option<&Untrusted>| text.map(|t| t.raw().to_owned());
        Payload(json!({
            "tool": tool,
            "dialect": dialect,
            // Only a stored request has an id.
            "id": null,
            "agent": raw(from.agent.as_ref()),
            "session": raw(from.session.as_ref()),
            "cwd": cwd.map(Path::to_string_lossy),
            "questions": questions,
        }))
    }

    /// The payload of requests that arrived in an inbox; their questions only if `question` says so. `pages` is the
    /// address before `/r/ID`.
    pub fn of_news(news: &ArrivalNews, question: bool, pages: Option<&str>) -> Payload {
        Payload(arrivals(news, question, pages))
    }

    /// Writes it to a new file in the first of these folders that is this person's alone; creates the last one if it is
    /// missing. Returns the file's path.
    ///
    /// # Errors
    /// No folder takes a file. Nothing is left behind.
    pub(super) fn write(&self, folders: &[PathBuf]) -> Result<PathBuf, Fault> {
        let folder = asq_files::private(folders)?;
        folder.create_random("asq-question", ".json", format!("{}\n", self.0).as_bytes())
    }
}

/// Requests that arrived, as JSON: the first one's fields, and all of them in `requests`.
pub(super) fn arrivals(news: &ArrivalNews, question: bool, pages: Option<&str>) -> Value {
    let raw = |text: Option<&Untrusted>| text.map(|t| t.raw().to_owned());
    let one = |pending: &Pending| {
        let summary = &pending.summary;
        let mut it = json!({
            "id": pending.id.to_string(),
            "dialect": summary.dialect.raw(),
            "agent": raw(summary.agent.as_ref()),
            "session": raw(summary.session.as_ref()),
            "folder": raw(summary.origin.folder.as_ref()),
            "kind": summary.kind.name(),
            "header": summary.header.raw(),
            "danger": summary.danger,
        });
        if question {
            it["question"] = json!(summary.text.raw());
        }
        if let Some(pages) = pages {
            it["url"] = json!(format!("{pages}/r/{}", pending.id));
        }
        it
    };
    let requests: Vec<Value> = news.requests.iter().map(|pending| one(pending)).collect();
    let mut all = requests.first().cloned().unwrap_or_else(|| json!({}));
    all["v"] = json!(1);
    all["waiting"] = json!(news.waiting);
    all["requests"] = Value::Array(requests);
    all
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::Payload;
    use asq_core::model::Provenance;
    use asq_testkit::folder::TempFolder;
    use asq_wire::ToolCall;
    use expect_test::expect;
    use serde_json::{Value, json};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    fn payload(arguments: Value) -> Payload {
        let call = ToolCall { name: None, arguments };
        let from = Provenance { agent: Some("a\u{1b}".into()), ..Provenance::default() };
        Payload::new(Some("question"), "question", &call, &from, Some(Path::new("/here")))
    }

    #[test]
    fn questions_are_as_they_were_sent() {
        let Payload(several) = payload(json!({"questions": [{"prompt": "\u{1b}[31m?"}], "other": 1}));
        expect![[r#"{"tool":"question","dialect":"question","id":null,"agent":"a\u001b","session":null,"cwd":"/here","questions":[{"prompt":"\u001b[31m?"}]}"#]]
            .assert_eq(&several.to_string());
        let Payload(one) = payload(json!({"question": "A?", "options": ["B"]}));
        assert_eq!(one["questions"], json!([{"question": "A?", "options": ["B"]}]));
        let Payload(text) = payload(json!({"questions": "[]"}));
        assert_eq!(text["questions"], json!([{"questions": "[]"}]));
    }

    #[test]
    fn the_file_has_a_name_that_nobody_guesses_in_a_folder_that_nobody_else_can_write() {
        let folder = TempFolder::new("payload");
        let payload = payload(json!({"question": "A?"}));
        let open = folder.join("open");
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o1777)).unwrap();
        let (own, missing) = (folder.join("own"), folder.join("missing"));
        let paths = [(); 2].map(|()| payload.write(&[missing.clone(), open.clone(), own.clone()]).unwrap());
        assert_ne!(paths[0], paths[1]);
        for path in paths {
            assert_eq!(path.parent(), Some(fs::canonicalize(&own).unwrap().as_path()));
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{}\n", payload.0));
        }
        // A folder that is this person's alone counts, even before asq's own.
        assert!(
            payload
                .write(&[folder.path().to_owned(), own])
                .unwrap()
                .starts_with(fs::canonicalize(folder.path()).unwrap())
        );
        assert!(payload.write(&[open]).is_err() && payload.write(&[]).is_err());
    }
}
