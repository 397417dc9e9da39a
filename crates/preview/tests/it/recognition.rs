//! What bare sources are taken for: snippets as people and agents paste them, in `tests/snippets/`.
//!
//! - At least 90 of 100 are known by the family of their language, whether they came as code or as nothing.
//! - No code is laid out as prose, no prose as code.
//! - Not a character of code is lost at any width.
#![allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_preview::{Sniffed, language, render, seen};
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// Languages of a family are coloured alike, or are each other's subset.
const FAMILIES: [(&str, &[&str]); 4] =
    [("typescript", &["ts"]), ("javascript", &["ts"]), ("c", &["c", "cpp"]), ("cpp", &["c", "cpp"])];
/// Files of another name than the language that they are to be known as.
const NAMES: [(&str, &str); 3] = [("shell", "sh"), ("makefile", "make"), ("env", "toml")];

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

fn is_of(name: &str, found: Option<&str>) -> bool {
    let name = NAMES.iter().find(|(file, _)| *file == name).map_or(name, |(_, language)| language);
    let family = FAMILIES.iter().find(|(file, _)| *file == name).map(|(_, family)| *family);
    found.is_some_and(|found| family.map_or(found == name, |family| family.contains(&found)))
}

/// Whether a snippet came out as what it is; `Err`: as what instead.
fn recognised(name: &str, source: &str) -> Result<(), String> {
    let found = seen(source);
    let fits = match (name, found) {
        ("prose", Sniffed::Markdown) | ("mermaid", Sniffed::Mermaid) => true,
        // A drawing of box characters keeps its columns in Markdown, too.
        ("text", Sniffed::Text) => true,
        ("prose" | "mermaid" | "text", _) => false,
        (_, Sniffed::Code(found)) => is_of(name, found),
        (_, Sniffed::Markdown | Sniffed::Mermaid | Sniffed::Text) => false,
    };
    if fits { Ok(()) } else { Err(format!("{name}: {found:?}\n{source}\n")) }
}

#[test]
fn bare_sources_are_known_for_what_they_are() {
    let (mut all, mut known, mut named) = (0_usize, 0_usize, 0_usize);
    let (mut misread, mut missed) = (String::new(), String::new());
    for (name, sources) in snippets().unwrap() {
        for source in sources {
            let found = recognised(&name, &source);
            let prose = seen(&source) == Sniffed::Markdown;
            if (name == "prose") != prose {
                misread += &found.err().unwrap_or_default();
                if name == "prose" {
                    continue;
                }
            } else if let Err(what) = &found {
                missed += what;
            }
            if name == "prose" || name == "text" {
                continue;
            }
            all += 1;
            known += usize::from(recognised(&name, &source).is_ok());
            let as_code = language(&source);
            named += usize::from(is_of(&name, as_code));
            if !is_of(&name, as_code) {
                let _ = writeln!(missed, "as code, {name}: {as_code:?}\n{source}");
            }
        }
    }
    println!("{missed}\nof {all}: {known} known bare, {named} as code");
    assert_eq!(misread, "", "prose as code, or code as prose");
    assert!(all >= 200, "{all} snippets");
    assert!(known * 100 >= all * 90, "{known} of {all} bare");
    assert!(named * 100 >= all * 90, "{named} of {all} as code");
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
fn a_faint_sign_is_no_language() {
    assert_eq!(language("pub house"), None);
    assert_eq!(language("pub fn house() {}"), Some("rust"));
}

#[test]
fn sentences_around_a_line_of_code_stay_prose() {
    let line = "if let Some(line) = next {";
    let prose = format!("The reader should be mended first.\n{line}\nThen the other one can be removed.");
    assert_eq!([seen(line), seen(&prose)], [Sniffed::Code(Some("rust")), Sniffed::Markdown]);
}

#[test]
fn three_words_and_comments_are_no_sentences_of_prose() {
    let within = |line: &str| seen(&format!("fetch {{\n    {line}\n    open(b);\n    shut(b);\n}}"));
    let lines = ["if not a", "// This is what we have to do first.", "This is what we have to do first."];
    assert_eq!(lines.map(within), [Sniffed::Code(None), Sniffed::Code(None), Sniffed::Markdown]);
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

#[test]
fn relatives_that_are_coloured_alike_leave_no_doubt() {
    assert_eq!(language("public:\n    goto again;"), Some("c"));
    assert_eq!(language("public:\nloop {"), None);
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
            for kind in [PreviewKind::Markdown, PreviewKind::Code] {
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
