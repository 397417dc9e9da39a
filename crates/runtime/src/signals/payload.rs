//! The file that tells the person's own command what is asked.
//!
//! - One JSON object: tool, dialect, id, agent, session, cwd, and the questions as they were sent.
//! - Texts are raw, as the asker wrote them: it is data for a program, and no shell ever reads it.
//! - No answer and no draft is in it.
//! - Only its owner may read it, and no file or link that was there before is followed.

use asq_core::model::Provenance;
use asq_core::text::Untrusted;
use asq_wire::ToolCall;
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// How many names are tried before a folder counts as unusable.
const TRIES: u32 = 100;

/// What the command is told.
#[derive(Clone, Debug)]
pub struct Payload(Value);

impl Payload {
    /// Of a call that a dialect of this id reads. `tool`: its name, also where the call does not say it.
    pub fn new(
        tool: Option<&str>,
        dialect: &str,
        call: &ToolCall,
        from: &Provenance,
        cwd: Option<&Path>,
    ) -> Payload {
        // Where a contract asks one question only, the arguments are the question.
        let questions = match call.arguments.get("questions") {
            Some(Value::Array(questions)) => Value::Array(questions.clone()),
            Some(_) | None => json!([call.arguments]),
        };
        let raw = |text: Option<&Untrusted>| text.map(|t| t.raw().to_owned());
        Payload(json!({
            "tool": tool,
            "dialect": dialect,
            // An id comes with the store.
            "id": null,
            "agent": raw(from.agent.as_ref()),
            "session": raw(from.session.as_ref()),
            "cwd": cwd.map(Path::to_string_lossy),
            "questions": questions,
        }))
    }

    /// Writes it to a new file in this folder and returns the file's path.
    ///
    /// # Errors
    /// The folder takes no file. Nothing is left behind.
    pub(super) fn write(&self, folder: &Path) -> io::Result<PathBuf> {
        let mut tried = 0;
        loop {
            let path = folder.join(format!("asq-question-{}-{tried}.json", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
                Ok(mut file) => {
                    let written = file.write_all(format!("{}\n", self.0).as_bytes());
                    if written.is_err() {
                        let _ = fs::remove_file(&path);
                    }
                    return written.map(|()| path);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tried < TRIES => tried += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Payload;
    use asq_core::model::Provenance;
    use asq_testkit::folder::Folder;
    use asq_wire::ToolCall;
    use expect_test::expect;
    use serde_json::{Value, json};
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
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
    fn the_file_is_new_and_its_owners_alone() {
        let folder = Folder::new("payload");
        let payload = payload(json!({"question": "A?"}));
        // A link where the first name would be.
        let aim = folder.join("aim");
        symlink(&aim, folder.join(&format!("asq-question-{}-0.json", std::process::id()))).unwrap();
        let path = payload.write(folder.path()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{}\n", payload.0));
        assert!(!aim.exists());
        assert!(payload.write(&folder.join("nowhere")).is_err());
    }
}
