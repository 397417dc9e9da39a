//! What holds for any screen at any size.

use crate::screens::{LOOK, Made};
use asq_core::form::{Code, Key, Look, Page};
use asq_core::model::Provenance;
use asq_core::text::{Editor, Untrusted};
use asq_frame::{Frame, Glyphs, Size, View, paint};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z ]{0,40}",
        2 => "[a-zA-Z0-9 \n\t🎉日本한é\u{301}\u{200d}\u{202e}א،\u{1b}\u{7}]{0,60}",
        1 => "\\PC{0,300}",
        1 => ".{0,30}(\r\n.{0,50}){0,30}",
    ]
}

fn untrusted() -> impl Strategy<Value = Untrusted> {
    text().prop_map(Untrusted::from)
}

fn editor() -> impl Strategy<Value = Editor> {
    (text(), 0..400usize).prop_map(|(text, left)| {
        let mut editor = Editor::new(&text);
        for _ in 0..left {
            editor.move_to(asq_core::text::TextMove::Left);
        }
        editor
    })
}

fn made() -> impl Strategy<Value = Made> {
    let page = prop_oneof![
        Just(Page::Choose),
        Just(Page::Compare),
        Just(Page::Review),
        Just(Page::Edit),
        Just(Page::Notes)
    ];
    let texts = (untrusted(), proptest::option::of(untrusted()), untrusted());
    let lists =
        (prop::collection::vec(untrusted(), 1..6), prop::collection::vec(untrusted(), 1..45), 0..50usize);
    let typed = (editor(), any::<bool>(), editor(), any::<bool>());
    let rest = (
        proptest::option::of(text()),
        proptest::option::of(untrusted()),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        proptest::option::of(untrusted()),
    );
    let more = (
        any::<bool>(),
        proptest::option::of(untrusted()),
        proptest::option::of(untrusted()),
        proptest::option::of(untrusted()),
        proptest::option::of(untrusted()),
    );
    (page, texts, lists, typed, rest, more).prop_map(
        |(
            page,
            (question, description, about),
            (headers, labels, focus),
            (custom, typing, note, noting),
            (preview, notice, many, warning, rules, agent),
            (danger, context, exact, fold, means),
        )| {
            let from = Provenance { agent: agent.clone(), session: agent, ..Provenance::default() };
            let compare = page == Page::Compare;
            Made {
                active: focus % headers.len(),
                page,
                from,
                warning,
                headers,
                question,
                description,
                labels,
                about,
                many: many && !compare,
                custom,
                typing: typing && !compare,
                note,
                noting: noting && compare,
                preview: preview.map(Untrusted::from),
                notice,
                danger,
                context,
                exact: exact.filter(|_| !compare),
                fold: fold.filter(|_| !compare),
                means,
                focus,
                look: Look { rules, ..LOOK },
                ..Made::plain()
            }
        },
    )
}

fn sound(frame: &Frame, size: Size) {
    assert!(frame.lines.len() <= usize::from(size.height), "{} lines", frame.lines.len());
    for line in &frame.lines {
        assert!(line.width() <= usize::from(size.width), "over-wide: {:?}", line.text());
        let control = line.text().chars().find(|c| c.is_control() || matches!(c, '\u{202e}' | '\u{200b}'));
        assert!(control.is_none(), "control character in {:?}", line.text());
    }
    if let Some((x, y)) = frame.caret {
        assert!(x < size.width && usize::from(y) < frame.lines.len(), "caret at {x},{y}");
    }
}

const KEYS: [Key; 8] = [
    Key::plain(Code::PageDown),
    Key::plain(Code::PageUp),
    Key::plain(Code::Down),
    Key::plain(Code::Up),
    Key::ctrl(Code::Down),
    Key::ctrl(Code::Up),
    Key::alt(Code::PageDown),
    Key::char('x'),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// "from 1×1 up nothing panics or draws over-wide"
    #[test]
    fn any_screen_at_any_size(
        made in made(),
        sizes in prop::collection::vec((1..=120u16, 1..=50u16), 1..4),
        keys in prop::collection::vec(0..KEYS.len(), 0..6),
        ascii in any::<bool>(),
    ) {
        let glyphs = if ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        let mut view = View::new(glyphs);
        let screen = made.screen();
        for (width, height) in sizes {
            let size = Size { width, height };
            sound(&paint(&screen, &mut view, size), size);
            for key in &keys {
                view.intercept(&screen, KEYS[*key]);
                let frame = paint(&screen, &mut view, size);
                sound(&frame, size);
                if ascii {
                    prop_assert!(frame.lines.iter().all(|l| l.text().is_ascii()));
                }
            }
        }
    }

    /// "the question's first line, the focused row and one hint are always visible from 20×6 up"; the way
    /// out is one of the hints.
    #[test]
    fn what_matters_is_in_sight(mut made in made(), width in 20..=120u16, height in 6..=30u16) {
        made.question = format!("QQ {}", made.question.raw()).into();
        made.hints = "HH select · ↑/↓ to navigate · Esc to cancel";
        for label in &mut made.labels {
            *label = format!("LL {}", label.raw()).into();
        }
        made.custom = Editor::new("");
        let size = Size { width, height };
        let frame = paint(&made.screen(), &mut View::new(Glyphs::Unicode), size);
        let lines: Vec<String> = frame.lines.iter().map(asq_core::text::Line::text).collect();
        prop_assert!(lines.iter().any(|l| l.trim_start_matches(['│', ' ']).starts_with("QQ")), "no question: {lines:#?}");
        prop_assert!(lines.iter().any(|l| l.trim_start().starts_with("HH")), "no hint: {lines:#?}");
        prop_assert!(lines.iter().any(|l| l.contains("Esc ")), "no way out: {lines:#?}");
        prop_assert!(lines.iter().any(|l| l.starts_with('>')), "no focus: {lines:#?}");
        prop_assert!(!made.typing && !made.noting || frame.caret.is_some(), "no caret: {lines:#?}");
    }
}

/// A view that has painted other things paints as a fresh one does.
#[test]
fn nothing_stale_after_a_resize() {
    let mut made = Made::long(12);
    made.page = Page::Compare;
    made.preview =
        Some("# Title\n\nA long line of preview text that is clipped at the box's live width.".into());
    let mut view = View::new(Glyphs::Unicode);
    for width in [100, 60, 100, 76, 75, 20, 100] {
        let size = Size { width, height: 24 };
        let old = paint(&made.screen(), &mut view, size);
        let fresh = paint(&made.screen(), &mut View::new(Glyphs::Unicode), size);
        assert_eq!(old, fresh, "at {width}");
    }
}

/// A page that must be seen whole is reported once all of it was in sight, at any size, and not before.
#[test]
fn a_page_is_seen_once_all_of_it_was_in_sight() {
    let mut made = Made::long(2);
    made.danger = true;
    made.context = Some((1..=40).map(|n| format!("- point {n}")).collect::<Vec<_>>().join("\n").into());
    made.exact = Some("drop it".into());
    for (width, height) in [(80, 24), (46, 12), (20, 6)] {
        let size = Size { width, height };
        let mut view = View::new(Glyphs::Unicode);
        paint(&made.screen(), &mut view, size);
        assert_eq!(view.seen(), None, "at {width}×{height}");
        let mut pages = 0;
        while view.seen().is_none() {
            assert!(pages < 200, "never seen at {width}×{height}");
            let key = if pages < 100 { Key::alt(Code::PageDown) } else { Key::alt(Code::PageUp) };
            view.intercept(&made.screen(), key);
            paint(&made.screen(), &mut view, size);
            pages += 1;
        }
        assert_eq!(view.seen(), Some(made.page_id));
        // A page that need not be seen says nothing.
        let plain = Made { danger: false, ..made.clone() };
        paint(&plain.screen(), &mut view, size);
        assert_eq!(view.seen(), None);
    }
    let mut view = View::new(Glyphs::Unicode);
    paint(&made.screen(), &mut view, Size { width: 80, height: 90 });
    assert_eq!(view.seen(), Some(made.page_id), "all of it fits");
}

/// What was in sight at one width is not what stands there at another, even where the page is as long.
#[test]
fn lines_seen_at_another_width_do_not_count() {
    let mut made = Made::long(2);
    made.danger = true;
    made.question = "Drop it?".into();
    made.description = None;
    made.context = Some((1..=40).map(|n| format!("- point {n}")).collect::<Vec<_>>().join("\n").into());
    made.exact = Some("drop it".into());
    let mut view = View::new(Glyphs::Unicode);
    let mut turn = |width: u16, keys: &[Key]| {
        let size = Size { width, height: 12 };
        paint(&made.screen(), &mut view, size);
        for key in keys {
            view.intercept(&made.screen(), *key);
            paint(&made.screen(), &mut view, size);
        }
        view.seen()
    };
    let up = [Key::alt(Code::PageUp); 40];
    let down = [Key::alt(Code::PageDown); 40];
    // From the end to half of it at one width, the other half at another.
    assert_eq!(turn(80, &down[..0]), None);
    assert_eq!(turn(80, &up[..3]), None);
    assert_eq!(turn(79, &up), None);
    assert_eq!(turn(79, &down), Some(made.page_id));
    assert_eq!(turn(80, &down[..0]), None, "the first width begins anew");
}
