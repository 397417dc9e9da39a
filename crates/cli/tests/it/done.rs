//! The result of a run of asq.

use asq_testkit::situation::{Situation, forgotten};
use std::path::PathBuf;
use std::process::Output;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// -1 if a signal ended it.
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Done {
    pub(crate) fn of(output: &Output) -> Done {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Done {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Standard output as JSON, which must be one line.
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.out.matches('\n').count(), 1, "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The request's id in the line.
    pub(crate) fn id(&self) -> String {
        self.json()["id"].as_str().unwrap_or_else(|| panic!("no id: {self:?}")).to_owned()
    }
}

/// Compares a long output with `tests/pictures/<module>/<test>.txt`.
#[track_caller]
pub(crate) fn printed(name: &str, text: &str) {
    let path = format!("{}/tests/pictures/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    Situation::new(&path).shows("printed", text);
}

#[test]
fn every_long_output_belongs_to_a_test() {
    assert_eq!(forgotten(env!("CARGO_MANIFEST_DIR")), [""; 0].map(PathBuf::from));
}
