//! The hostile corpus through every `--format` of `asq ask` and `asq wait`: a terminal finds no command in it, a
//! pipe gets it unchanged.

use crate::shop::Shop;
use asq_core::text::Shown;
use std::fs;

const CALL: &str = r#"{"name": "question", "arguments": {"questions": [{"id": "db", "prompt": "Which one?",
    "options": [{"value": "pg", "label": "PostgreSQL"}]}]}}"#;

/// Less than a system's limit for one argument.
const MOST: usize = 90 << 10;

/// The corpus in pieces that fit into an argument.
fn texts() -> Vec<String> {
    let mut texts = vec![String::new()];
    for (_, case) in asq_testkit::hostile::hostile() {
        // An argument holds no NUL. The huge cases are about size, which other tests cover.
        if case.contains('\0') || case.len() > MOST / 4 {
            continue;
        }
        if texts.last().unwrap().len() + case.len() > MOST {
            texts.push(String::new());
        }
        let text = texts.last_mut().unwrap();
        text.push_str(&case);
        text.push('\n');
    }
    texts.iter().map(|text| format!("own words: {text}the end")).collect()
}

/// A request with this answer.
fn answered(shop: &Shop, words: &str) -> String {
    let id = shop.agent(&["ask", "call.json", "--agent", "a", "--no-wait"]).id();
    let done = shop.asq(&["answer", &id, "--text", words]);
    assert_eq!(done.code, 0, "{done:?}");
    id
}

/// Whether a terminal obeys a character, or reorders text for it.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// asq's output as a terminal gets it.
fn on_terminal(shop: &Shop, arguments: &str) -> String {
    let script = format!(r#"script -qfec "'$0' {arguments}" seen >/dev/null; exit $?"#);
    let done = shop.script(&script, &[]).done();
    assert_eq!(done.code, 0, "{arguments}: {done:?}");
    let seen = String::from_utf8(fs::read(shop.join("seen")).unwrap()).unwrap();
    let seen = seen.replace("\r\n", "\n");
    assert!(!seen.is_empty(), "{arguments}: script wrote nothing: {done:?}");
    // The lines that `script` adds are not ours.
    let lines: Vec<&str> = seen.lines().filter(|line| !line.starts_with("Script ")).collect();
    lines.join("\n")
}

#[test]
fn on_a_terminal_nothing_of_an_ending_acts_and_a_pipe_has_it_all() {
    let shop = Shop::new("formats");
    fs::write(shop.join("call.json"), CALL).unwrap();
    for words in texts() {
        for format in ["json", "text", "value"] {
            for door in ["ask", "wait"] {
                let id = answered(&shop, &words);
                let typed = match door {
                    "ask" => format!("ask call.json --agent a --format {format}"),
                    _ => format!("wait {id} --format {format}"),
                };
                let seen = on_terminal(&shop, &typed);
                for c in seen.chars().filter(|c| *c != '\n') {
                    assert!(!acts(c), "{door} --format {format}: {c:?} in {seen:?}");
                }
                if format != "json" {
                    let words = words.as_str().into();
                    let shown: Vec<String> = Shown::lines(&words).iter().map(ToString::to_string).collect();
                    assert!(
                        seen.trim_end().ends_with(&shown.join("\n")),
                        "{door} --format {format}: {seen:?}"
                    );
                }
                let piped = shop.asq(&["wait", &id, "--format", format]);
                match format {
                    "json" => {
                        let same: serde_json::Value = serde_json::from_str(&seen).unwrap();
                        assert_eq!(same, piped.json(), "{door}: it is JSON of the same meaning");
                    }
                    "value" => assert_eq!(piped.out, format!("{words}\n")),
                    _ => assert_eq!(piped.out, format!("User wrote: {words}\n")),
                }
            }
        }
    }
}
