//! The files of golden cases, `golden/<dialect>/<case>.txt`: four sections, each below its title.
//!
//! - `-- call --` and `-- ending --` are written by hand, `-- request --` and `-- reply --` by the tests.
//! - `-- call, no final newline --`: the call ends at its last character.
//! - `-- call, bytes as \xNN --`: where the call isn't UTF-8, its bytes are escaped like this.

#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

use asq_dialects::Dialect;
use asq_testkit::golden::Golden;
use std::path::{Path, PathBuf};

/// The part of a golden case that a person writes.
pub(crate) struct Case {
    golden: Golden,
    pub(crate) call: Vec<u8>,
    pub(crate) ending: String,
}

impl Case {
    fn read(path: PathBuf) -> Case {
        let golden = Golden::read(path);
        let section = |name: &str| {
            golden
                .section(name)
                .unwrap_or_else(|| panic!("{} has no `-- {name} --`", golden.path().display()))
        };
        let ((title, mut call), (_, ending)) = (section("call"), section("ending"));
        let mut escaped = false;
        for part in title.split(", ").skip(1) {
            match part {
                "no final newline" => call = call.strip_suffix('\n').unwrap(),
                r"bytes as \xNN" => escaped = true,
                other => panic!("{}: no such call: {other}", golden.path().display()),
            }
        }
        let call = if escaped { unescaped(call) } else { call.as_bytes().to_vec() };
        Case { call, ending: ending.to_owned(), golden }
    }

    pub(crate) fn path(&self) -> &Path {
        self.golden.path()
    }

    /// Compares the tests' part of the file; `UPDATE_EXPECT=1` rewrites it, and nothing else.
    pub(crate) fn check(&self, request: &str, reply: &str) {
        self.golden.check(&[("request", request), ("reply", reply)]);
    }
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut parts = text.split(r"\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (byte, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(byte, 16).unwrap());
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}

/// The folder with a folder of cases per dialect.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The cases of a dialect, by name.
pub(crate) fn cases(dialect: &Dialect) -> Vec<Case> {
    let entries = std::fs::read_dir(folder().join(dialect.id)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(Case::read).collect()
}

#[test]
fn the_bytes_of_a_call_come_as_its_title_says() {
    let dialect = asq_dialects::by_id("question").unwrap();
    let call = |name: &str| {
        cases(dialect).into_iter().find(|case| case.path().ends_with(name)).map(|case| case.call).unwrap()
    };
    assert_eq!(call("bad_utf8.txt"), b"{\"questions\":[{\"id\":\"a\",\"prompt\":\"\xff\",\"options\":[]}]}");
    assert_eq!(call("bad_cut_off.txt"), b"{\"questions\":[{\"id\":\"a\",\"prompt\":\"A?\",\"opt");
    assert!(call("one_picked.txt").ends_with(b"}\n"));
}
