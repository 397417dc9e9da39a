//! The result of a run of asq.

use asq_testkit::golden::Golden;
use std::path::Path;
use std::process::Output;

#[derive(Debug)]
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

/// Compares what was printed with `tests/printed/<module>/<test>.txt`.
#[track_caller]
pub(crate) fn printed(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/printed").join(format!("{name}.txt"));
    Golden::read(file).check(&[("printed", text)]);
}
