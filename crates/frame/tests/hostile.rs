//! Hostile text in every place of a screen: the frame stays whole.

mod screens;

use asq_core::form::Page;
use asq_core::text::{Editor, Line, Untrusted};
use asq_frame::{Glyphs, Size, View, paint};
use screens::Made;

/// Some of each kind that a terminal or an eye falls for.
fn hostile() -> Vec<String> {
    let mut all: Vec<String> = [
        "\u{1b}[2J\u{1b}[H",
        "\u{1b}[31mred",
        "\u{1b}]0;title\u{7}",
        "\u{1b}]52;c;aGk=\u{1b}\\",
        "\u{1b}P$q\u{1b}\\",
        "\u{9b}2J",
        "\u{9d}0;t\u{9c}",
        "\u{1b}[?1049h",
        "\u{1b}[6n",
        "\u{1b}c",
        "a\rb",
        "a\u{8}\u{8}b",
        "\u{0}",
        "\u{7f}",
        "a\tb",
        "\n\n\n",
        "\r\n\u{b}\u{c}",
        "\u{202e}txt.exe",
        "\u{2066}x\u{2069}",
        "\u{200b}\u{200c}\u{200d}\u{2060}",
        "\u{feff}",
        "\u{e0041}\u{e0042}",
        "\u{ad}",
        "\u{3164}\u{ffa0}",
        "\u{301}",
        "e\u{301}\u{302}\u{303}\u{304}\u{305}",
        "👩\u{200d}👩\u{200d}👧",
        "🇩🇪🇩",
        "❤\u{fe0f}",
        "日本語",
        "مرحبا שלום",
        "│ > 1. [x] Submit",
        "── asked by agent root ──",
        " ☒ Submit ",
        "Enter/Space to select",
        "\u{2028}\u{2029}\u{85}",
        "\u{fff9}\u{fffa}",
        "ﷺ𒐫",
        "\u{1f3fb}",
        "\u{115f}\u{1160}",
    ]
    .map(str::to_owned)
    .into();
    all.push("\u{300}".repeat(500));
    all.push("W".repeat(5000));
    all.push("あ".repeat(3000));
    all.push("\u{1b}".repeat(300));
    all
}

type Place = (&'static str, fn(&mut Made, Untrusted));

const PLACES: [Place; 9] = [
    ("header", |m, t| m.headers[0] = t),
    ("question", |m, t| m.question = t),
    ("description", |m, t| m.description = Some(t)),
    ("label", |m, t| m.labels[0] = t),
    ("about", |m, t| m.about = t),
    ("custom", |m, t| m.custom = Editor::new(t.raw())),
    ("note", |m, t| m.note = Editor::new(t.raw())),
    ("preview", |m, t| m.preview = Some(t)),
    ("agent", |m, t| m.from.agent = Some(t)),
];

fn inert(c: char) -> bool {
    !(c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200c}' | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}'))
}

#[test]
fn the_frame_stays_whole() {
    for page in [Page::Choose, Page::Compare] {
        for (width, height) in [(80, 24), (46, 12), (20, 6)] {
            for (place, put) in PLACES {
                for text in hostile() {
                    let mut made = Made::plain();
                    made.page = page;
                    made.preview = Some("plain preview".into());
                    made.from.agent = Some("codex".into());
                    let size = Size { width, height };
                    let lines = |made: &Made| -> Vec<String> {
                        let frame = paint(&made.screen(), &mut View::new(Glyphs::Unicode), size);
                        frame.lines.iter().map(Line::text).collect()
                    };
                    let plain = lines(&made);
                    put(&mut made, text.as_str().into());
                    let got = lines(&made);
                    let case = format!("{text:?} as {place} at {width}×{height} on {page:?}: {got:#?}");
                    assert!(got.len() <= usize::from(height), "{case}");
                    for line in &got {
                        assert!(line.chars().all(inert), "{case}");
                        assert!(asq_core::text::width::of(line) <= usize::from(width), "{case}");
                    }
                    // What asq says itself stays where it is.
                    let trusted = |l: &&String| l.starts_with("── asked by agent ");
                    if plain.iter().any(|l| trusted(&l)) && place != "question" && height > 6 {
                        assert!(trusted(&&got[0]), "{case}");
                    }
                    let hint = "Enter/Space to sele";
                    assert!(got.iter().rev().take(3).any(|l| l.starts_with(hint)), "{case}");
                    if !matches!(place, "question" | "description") {
                        let focus = got.iter().filter(|l| l.starts_with("> 1. ")).count();
                        assert_eq!(focus, 1, "{case}");
                    }
                }
            }
        }
    }
}
