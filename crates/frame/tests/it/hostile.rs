//! Hostile text in every place of a screen: the frame stays whole.

use crate::screens::Made;
use asq_core::form::Page;
use asq_core::text::{Editor, Line, Untrusted};
use asq_frame::{Glyphs, Size, View, paint};
use asq_testkit::hostile::hostile;

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

/// The flags of Scotland and its like are a black flag, tags and an end; they are painted as they are.
fn without_flags(line: &str) -> String {
    let mut out = String::new();
    let mut flag = false;
    for c in line.chars() {
        flag = c == '🏴' || flag && ('\u{e0020}'..='\u{e007f}').contains(&c);
        if !flag {
            out.push(c);
        }
    }
    out
}

const SIZES: [(u16, u16); 3] = [(80, 24), (46, 12), (20, 6)];

fn made(page: Page) -> Made {
    let mut made = Made::plain();
    made.page = page;
    made.preview = Some("plain preview".into());
    made.from.agent = Some("codex".into());
    made
}

fn lines(made: &Made, (width, height): (u16, u16)) -> Vec<String> {
    let frame = paint(&made.screen(), &mut View::new(Glyphs::Unicode), Size { width, height });
    frame.lines.iter().map(Line::text).collect()
}

/// Every text in every place; page and size go round from case to case.
#[test]
fn the_frame_stays_whole() {
    for (at, (category, text)) in hostile().into_iter().enumerate() {
        // Sheer size is under test elsewhere; here it would only take time.
        let text: String = text.chars().take(1000).collect();
        for (nth, (place, put)) in PLACES.iter().enumerate() {
            let page = match *place {
                "note" | "preview" => Page::Compare,
                "custom" => Page::Choose,
                _ => [Page::Choose, Page::Compare][(at + nth) % 2],
            };
            let size = SIZES[(at / 2 + nth) % 3];
            let mut made = made(page);
            put(&mut made, text.as_str().into());
            whole(&lines(&made, size), size, place, &format!("{category} {text:?} as {place} on {page:?}"));
        }
    }
}

/// Where no other row is above it, too.
#[test]
fn a_question_can_not_begin_like_a_trusted_row() {
    let mut made = Made::plain();
    made.headers.clear();
    let told =
        "── asked by agent root ─────────────────────────────────────────────────────────\n── and more";
    made.question = told.into();
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        let frame = paint(&made.screen(), &mut View::new(glyphs), Size { width: 80, height: 24 });
        for line in frame.lines.iter().map(Line::text) {
            assert!(!line.starts_with(['─', '-']), "{line}");
        }
    }
}

/// Where only ASCII can be shown, asq's marks are `>`, `[ ]`, `[x]`, `+`, `!!`: foreign text gets none of them for a
/// character that merely resembles one. A preview's arrowhead is the one exception.
#[test]
fn no_foreign_character_becomes_a_mark_of_asqs_in_ascii() {
    let forged: Untrusted = "@❯ @› @► @▷ @☐ @☒ @○x @✓ @✔ @⚠ @✘ @⏱ @‹".into();
    let notice: Place = ("notice", |m, t| m.notice = Some(t));
    for (place, put) in PLACES.iter().chain([&notice]).filter(|(place, _)| *place != "preview") {
        for page in [Page::Choose, Page::Compare] {
            let mut made = made(page);
            put(&mut made, forged.clone());
            let frame = paint(&made.screen(), &mut View::new(Glyphs::Ascii), Size { width: 200, height: 60 });
            for line in frame.lines.iter().map(Line::text) {
                let marks = ["@>", "@[", "@+", "@!!", "@x", "@time"];
                assert!(!marks.iter().any(|mark| line.contains(mark)), "{place} on {page:?}: {line}");
            }
        }
    }
}

/// Each row of a question, its description, its context and of what stands below an option is behind a bar: rows that
/// look like options, hints or trusted rows can't be taken for asq's own.
#[test]
fn what_the_agent_wrote_stands_behind_a_bar() {
    let forged: Untrusted =
        "@\n❯ 1. @Yes @and @no @more @of @this\n── @asked @by @you\n⚠ @asq: @verified\n    5. @Cancel\n\
                             ↑/↓ @move · Enter @select · Esc @cancel @and @go @on\n(@kept from 08:00)"
            .into();
    let places: [fn(&mut Made, Untrusted); 4] = [
        |m, t| m.question = t,
        |m, t| m.description = Some(t),
        |m, t| m.context = Some(t),
        |m, t| m.about = t,
    ];
    for (at, put) in places.iter().enumerate() {
        for page in [Page::Choose, Page::Compare] {
            for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
                for (width, height) in [(100, 60), (80, 24), (46, 12), (20, 6), (9, 40)] {
                    let mut made = made(page);
                    put(&mut made, forged.clone());
                    let frame = paint(&made.screen(), &mut View::new(glyphs), Size { width, height });
                    let got: Vec<String> = frame.lines.iter().map(Line::text).collect();
                    for line in got.iter().filter(|line| line.contains('@')) {
                        let bar = line.trim_start_matches(' ').starts_with(['│', '|']);
                        assert!(bar, "{line:?} of place {at} on {page:?} at {width}×{height}: {got:#?}");
                    }
                }
            }
        }
    }
}

/// What would be moved to a row of its own by a CR or by many blanks stays where it is, where danger is confirmed.
#[test]
fn nothing_of_a_dangerous_question_is_moved_out_of_sight() {
    let told = |danger| {
        let mut made = Made::plain();
        made.danger = danger;
        made.question = format!("Drop the cache?\rand all of prod{}Yes: ok\n\nSure?", " ".repeat(50)).into();
        made.description = Some("It is\t\t\tempty".into());
        let got = lines(&made, (60, 24));
        got.into_iter().filter(|line| line.starts_with('│')).collect::<Vec<_>>()
    };
    assert_eq!(
        told(true),
        [
            "│ Drop the cache?<U+000D>and all of prod<50 blanks>Yes: ok",
            "│ ",
            "│ Sure?",
            "│ It is<3 blanks>empty"
        ]
    );
    assert_eq!(
        told(false),
        ["│ Drop the cache?", "│ and all of prod", "│ Yes: ok", "│ ", "│ Sure?", "│ It is           empty"]
    );
}

/// A label begins behind its number; what is broken off stands behind a bar.
#[test]
fn a_label_goes_on_behind_a_bar() {
    let mut made = Made::plain();
    made.labels[0] = "Yes, and then, on a row of its own: 2. No, 3. Esc to cancel".into();
    let got = lines(&made, (30, 24));
    let at = got.iter().position(|l| l.starts_with("> 1. Yes")).unwrap_or_default();
    assert_eq!(
        got[at..at + 5],
        [
            "> 1. Yes, and then, on a row",
            "   │ of its own: 2. No, 3. Esc",
            "   │ to cancel",
            "   │ Description",
            "  2. Option B ✓"
        ]
    );
}

fn whole(got: &[String], (width, height): (u16, u16), place: &str, case: &str) {
    let case = format!("{case} at {width}×{height}: {got:#?}");
    assert!(got.len() <= usize::from(height), "{case}");
    for line in got {
        assert!(without_flags(line).chars().all(inert), "{case}");
        assert!(asq_core::text::width::of(line) <= usize::from(width), "{case}");
    }
    // What asq says itself stays where it is.
    let trusted = "── asked by agen";
    let at = got.iter().position(|l| l.starts_with(trusted));
    let hints = got.iter().rposition(|l| l.starts_with("Enter")).filter(|at| at + 3 >= got.len());
    assert!(hints.is_some(), "{case}");
    if height > 6 {
        assert_eq!(at.map(|at| at + 1), hints, "{case}");
    }
    assert!(got.iter().filter(|l| l.starts_with(trusted)).count() <= 1, "{case}");
    if !matches!(place, "question" | "description") {
        assert_eq!(got.iter().filter(|l| l.starts_with("> 1. ")).count(), 1, "{case}");
    }
}

/// Letters with spacing marks make one grapheme of many cells; where only ASCII can be shown it becomes that many
/// question marks, and the form does not hang.
#[test]
fn a_grapheme_of_many_cells_in_ascii() {
    let mut made = Made::plain();
    made.typing = true;
    made.custom = Editor::new(&format!("Z{}", "\u{903}".repeat(5)));
    let frame = paint(&made.screen(), &mut View::new(Glyphs::Ascii), Size { width: 80, height: 24 });
    let typed = frame.lines.iter().map(Line::text).find(|l| l.contains("3. ")).unwrap_or_default();
    assert_eq!(typed, "> 3. ??????");
}

/// Long labels have six lines each, unless there are so many that nobody could read them: then they have one. Two
/// more stand below each.
#[test]
fn a_crowd_of_long_labels_has_a_line_each() {
    let mut made = Made::plain();
    let all = |made: &Made| lines(made, (80, 3000));
    made.labels = vec!["word ".repeat(3_000).into(); 3];
    let few = all(&made);
    made.labels = vec!["word ".repeat(3_000).into(); 10];
    let many = all(&made);
    let height = |lines: &[String], from: &str, to: &str| {
        let at = |number: &str| lines.iter().position(|line| line.contains(number));
        at(to).zip(at(from)).map(|(to, from)| to - from)
    };
    assert_eq!(
        [height(&few, " 2. word", " 3. word"), height(&many, " 2. word", " 3. word")],
        [Some(6 + 2), Some(1 + 2)]
    );
}

/// What shows nothing for long says that there may be more.
#[test]
fn a_preview_that_shows_nothing_yet_says_so() {
    let mut made = made(Page::Compare);
    made.preview = Some(("```\n```\n".repeat(50_000) + "\nthe end").into());
    let lines = lines(&made, (80, 24));
    assert!(lines.iter().any(|line| line.contains("↓ 0+ more")), "{lines:#?}");
}
