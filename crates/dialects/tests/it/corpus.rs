//! What each call of the corpus becomes with the dialects of now; read `tests/corpus/outcomes.txt` by eye.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

use crate::notation;
use asq_core::model::Prefs;
use asq_dialects::understand;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

#[test]
fn every_payload_is_a_form_or_a_misuse() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let payloads = std::fs::read_to_string(folder.join("payloads.jsonl")).unwrap();
    let mut table = String::new();
    for (n, line) in payloads.lines().enumerate() {
        let payload: Value = serde_json::from_str(line).unwrap();
        let call = asq_wire::read(payload["input"].to_string().as_bytes()).unwrap();
        let text = match understand(&call.value, None, None, &Prefs::default()) {
            Err((_, misuse)) => notation::reading("", &Err(misuse)),
            Ok((dialect, reading)) => notation::reading(dialect.id, &Ok(reading)),
        };
        let (shape, note) = (payload["shape"].as_str().unwrap(), payload["note"].as_str().unwrap());
        writeln!(table, "## {} {shape} {note}", n + 1).unwrap();
        for line in text.lines() {
            let line: String = line.chars().take(500).collect();
            writeln!(table, "   {line}").unwrap();
        }
    }
    assert_eq!(payloads.lines().count(), 49);
    expect_test::expect_file![folder.join("outcomes.txt")].assert_eq(&table);
}
