//! What bare sources are taken for: snippets as people and agents paste them, in `tests/snippets/`.
//!
//! - JSON, diffs, tags, diagrams and trees are known for certain, whether they came as code or as nothing.
//! - Of other languages at least 85 of 100 are laid out as code, without colours.
//! - No prose is laid out as code.
//! - Not a character of code is lost at any width.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_preview::{Sniffed, language, render, seen};
use std::path::Path;
use std::{fs, io};

/// The snippets of each file, by its name.
fn snippets() -> io::Result<Vec<(String, Vec<String>)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snippets");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        all.push((name, text.trim_end().split("\n%%%\n").map(str::to_owned).collect()));
    }
    all.sort();
    Ok(all)
}

#[test]
fn bare_sources_are_known_for_what_they_are() {
    let (mut all, mut known) = (0_usize, 0_usize);
    let (mut misread, mut missed) = (String::new(), String::new());
    for (name, sources) in snippets().unwrap() {
        for source in sources {
            let found = seen(&source);
            let wanted = match name.as_str() {
                "prose" => Sniffed::Markdown,
                "mermaid" => Sniffed::Mermaid,
                // A drawing of box characters keeps its columns in Markdown, too.
                "text" => Sniffed::Text,
                "diff" => Sniffed::Code(Some("diff")),
                "json" => Sniffed::Code(Some("json")),
                "html" => Sniffed::Code(Some("html")),
                _ => {
                    all += 1;
                    known += usize::from(found != Sniffed::Markdown);
                    if found == Sniffed::Markdown {
                        missed.extend([name.as_str(), "\n", &source, "\n"]);
                    }
                    continue;
                }
            };
            if found != wanted {
                misread.extend([name.as_str(), &format!(": {found:?}\n"), &source, "\n"]);
            }
        }
    }
    println!("{missed}\n{known} of {all} are code");
    assert_eq!(misread, "");
    assert!(all >= 200, "{all} snippets");
    assert!(known * 100 >= all * 85, "{known} of {all} are code");
}

#[test]
fn a_language_is_what_the_shape_shows() {
    for (name, sources) in snippets().unwrap() {
        let wanted = match name.as_str() {
            "diff" | "json" | "html" | "mermaid" => Some(name.as_str()),
            "prose" | "text" | "python" | "rust" | "sql" | "toml" | "yaml" => None,
            _ => continue,
        };
        for source in sources {
            assert_eq!(language(&source), wanted, "{source}");
        }
    }
}

#[test]
fn a_program_says_what_runs_it() {
    let named =
        ["node", "/usr/bin/env deno", "bun", "/usr/bin/python3", "/bin/dash", "env ruby", "/x/lua5.4"];
    let found = named.map(|program| seen(&format!("#!{program}\nx y")));
    let wanted = ["js", "js", "js", "python", "sh", "ruby", "lua"];
    assert_eq!(found, wanted.map(|language| Sniffed::Code(Some(language))));
}

#[test]
fn a_sentence_above_code_makes_it_prose() {
    let code = "if let Some(line) = next {\n    read(line);\n}";
    let introduced = format!("The reader should be mended first.\n{code}");
    assert_eq!([seen(code), seen(&introduced)], [Sniffed::Code(None), Sniffed::Markdown]);
}

#[test]
fn half_of_the_lines_have_to_be_code() {
    let code = "a = b;\nc = d;\n";
    let found = ["one\ntwo", "one\ntwo\nthree"].map(|words| seen(&format!("{code}{words}")));
    assert_eq!(found, [Sniffed::Code(None), Sniffed::Markdown]);
}

#[test]
fn three_lines_of_code_make_up_for_a_sentence() {
    let lines = |count: usize| format!("{}This is what we have to do first.", "a = b;\n".repeat(count));
    assert_eq!([2, 3].map(|count| seen(&lines(count))), [Sniffed::Markdown, Sniffed::Code(None)]);
}

#[test]
fn comments_and_three_words_are_no_sentences() {
    let within = |line: &str| seen(&format!("fetch {{\n    {line}\n    open(b)\n}}"));
    let lines = ["if not a", "// This is what we have to do first."];
    assert_eq!(lines.map(within), [Sniffed::Code(None), Sniffed::Code(None)]);
    let long = "/*\n * This is what we have to do first.\n * Then it is done.\n */\na = b;\nc = d;";
    assert_eq!(seen(long), Sniffed::Code(None));
}

#[test]
fn what_is_in_backticks_is_no_sign_of_code() {
    let found = ["Use `a_b()`\nDrop `c_d()`", "Use a_b()\nDrop c_d()"].map(seen);
    assert_eq!(found, [Sniffed::Markdown, Sniffed::Code(None)]);
}

#[test]
fn lines_below_a_key_belong_to_it() {
    let found = ["image:\n  name nginx", "the image:\n  name nginx", "image:\n- name nginx"].map(seen);
    assert_eq!(found, [Sniffed::Code(None), Sniffed::Markdown, Sniffed::Markdown]);
}

#[test]
fn prose_that_begins_as_something_else_stays_prose() {
    for prose in
        ["{\"a\": 1} is what comes back", "<b>Careful</b> with <i>this</i>", "pub crawl\npub quiz\npub lunch"]
    {
        assert_eq!(seen(prose), Sniffed::Markdown, "{prose}");
    }
    assert_eq!(seen("{\"a\": 1}"), Sniffed::Code(Some("json")));
    assert_eq!(seen("<div>Careful with <i>this</i></div>"), Sniffed::Code(Some("html")));
}

/// The source's lines as lines show them: tabs to the next multiple of four, nothing at the ends.
fn expanded(source: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut out = String::new();
        for c in line.chars() {
            if c == '\t' {
                out.push_str(&" ".repeat(4 - out.chars().count() % 4));
            } else {
                out.push(c);
            }
        }
        out.trim_end().to_owned()
    };
    source.lines().map(line).collect()
}

/// The lines as they were before they were cut: what goes on behind `↳` is joined.
fn joined(lines: &[Line]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in lines {
        let text = line.text();
        match (text.strip_prefix("↳ "), out.last_mut()) {
            (Some(rest), Some(last)) => last.push_str(rest),
            (Some(_) | None, _) => out.push(text),
        }
    }
    out.iter().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn code_loses_no_character() {
    for (name, sources) in snippets().unwrap() {
        for source in sources.iter().filter(|_| !matches!(name.as_str(), "prose" | "mermaid" | "text")) {
            let bare = (seen(source) != Sniffed::Markdown).then_some(PreviewKind::Markdown);
            for kind in bare.into_iter().chain([PreviewKind::Code]) {
                for width in [8, 46] {
                    let lines = render(kind, &Untrusted::from(source.as_str()), width);
                    assert_eq!(joined(&lines), expanded(source), "{name} as {kind:?} at {width}");
                }
            }
        }
    }
}

/// Columns of drawings and trees stay.
#[test]
fn text_keeps_its_columns() {
    let (_, sources) = snippets().unwrap().into_iter().find(|(name, _)| name == "text").unwrap();
    for source in sources {
        let lines = render(PreviewKind::Markdown, &Untrusted::from(source.as_str()), 46);
        assert_eq!(lines.iter().map(Line::text).collect::<Vec<_>>(), expanded(&source));
    }
}
