//! Reading on the full screen: all of it can be read, at any size, whatever it is.

use crate::screens::Made;
use asq_core::form::{Code, Hint, HintFor, Hints, Key, Passage, ReadingScreen, Screen};
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Shown, Style, Tone, Untrusted};
use asq_frame::{Glyphs, Intercept, Size, View, paint};
use proptest::prelude::*;

const KINDS: [PreviewKind; 6] = [
    PreviewKind::Markdown,
    PreviewKind::Code,
    PreviewKind::Text,
    PreviewKind::Mermaid,
    PreviewKind::Svg,
    PreviewKind::Html,
];

fn reading<'a>(made: &'a Made, kind: PreviewKind, source: &'a Untrusted) -> Screen<'a> {
    let heading = Line::of(Shown::own("Preview"), Style::of(Tone::Heading));
    let passage = Passage { heading, kind, source: source.clone() };
    let hint = |words, of| Hint { words: Shown::own(words), brief: Shown::own(words), of };
    let hints = vec![hint("←/→ sideways", HintFor::Sideways), hint("Esc back", HintFor::Leaving)];
    Screen {
        reading: Some(ReadingScreen { passages: vec![passage] }),
        hints: Hints { parts: hints, between: " · ", instead: None },
        ..made.screen()
    }
}

/// The same with the hint for wrapping.
fn with_hints(mut screen: Screen<'_>) -> Screen<'_> {
    let hint = Hint { words: Shown::own("w wrap"), brief: Shown::own("w wrap"), of: HintFor::Wrapping };
    screen.hints.parts.insert(1, hint);
    screen
}

/// All that comes into sight from top to bottom, and the same further to the right.
fn seen(screen: &Screen<'_>, size: Size) -> String {
    let mut view = View::new(Glyphs::Unicode);
    let mut all = String::new();
    for _ in 0..60 {
        for _ in 0..40 {
            let frame = paint(screen, &mut view, size);
            all.extend(frame.lines.iter().map(|l| l.text() + "\n"));
            if view.intercept(screen, Key::plain(Code::PageDown)) != Intercept::Scrolled {
                break;
            }
        }
        for _ in 0..400 {
            view.intercept(screen, Key::plain(Code::Up));
        }
        view.intercept(screen, Key::plain(Code::Right));
    }
    all
}

#[test]
fn every_word_of_prose_and_of_code_can_be_read() {
    let words: Vec<String> = (0..90).map(|n| format!("w{n:02}")).collect();
    let (prose, code) = words.split_at(60);
    let source = format!("{}\n\n```rust\n{}\n```\n", prose.join(" "), code.join(" "));
    let (made, source) = (Made::plain(), Untrusted::from(source));
    for (width, height) in [(80, 24), (46, 12), (20, 6)] {
        let screen = reading(&made, PreviewKind::Markdown, &source);
        let seen = seen(&screen, Size { width, height });
        let missing: Vec<&String> = words.iter().filter(|word| !seen.contains(*word)).collect();
        assert_eq!(missing, [""; 0], "at {width}x{height}");
    }
}

/// A hint is there only where its key does something.
#[test]
fn sideways_is_a_hint_only_where_something_is_wider() {
    let made = Made::plain();
    for (source, wide) in
        [("prose that wraps ".repeat(20), false), (format!("```\n{}\n```", "x".repeat(90)), true)]
    {
        let source = Untrusted::from(source);
        let screen = reading(&made, PreviewKind::Markdown, &source);
        let frame = paint(&screen, &mut View::new(Glyphs::Unicode), Size { width: 60, height: 20 });
        assert_eq!(frame.lines.iter().any(|l| l.text().contains("sideways")), wide, "{frame:?}");
    }
}

/// "wide characters are never cut", neither at the right nor at the left
#[test]
fn a_wide_character_that_is_cut_is_a_blank() {
    let (made, source) = (Made::plain(), Untrusted::from(format!("```\n{}\n```", "日本".repeat(40))));
    for width in 20..60 {
        let screen = reading(&made, PreviewKind::Markdown, &source);
        let mut view = View::new(Glyphs::Unicode);
        for _ in 0..6 {
            let frame = paint(&screen, &mut view, Size { width, height: 12 });
            let line = frame.lines.iter().map(Line::text).find(|l| l.contains('日')).unwrap_or_default();
            assert!(line.trim_matches(['│', ' ', '…', '日', '本']).is_empty(), "{line:?}");
            view.intercept(&screen, Key::plain(Code::Right));
        }
    }
}

/// A locale without UTF-8 has the rule and the marks in ASCII.
#[test]
fn it_has_an_ascii_shape() {
    let (made, source) = (Made::plain(), Untrusted::from(format!("```\n{}\n```", "x".repeat(90))));
    let screen = reading(&made, PreviewKind::Markdown, &source);
    let frame = paint(&screen, &mut View::new(Glyphs::Ascii), Size { width: 30, height: 12 });
    let lines: Vec<String> = frame.lines.iter().map(Line::text).skip_while(|l| l != "Preview").collect();
    assert_eq!(lines[..2], ["Preview", "|   xxxxxxxxxxxxxxxxxxxxxxx..."]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// No size panics, no line is too wide, and no key that scrolls leaves the text behind.
    #[test]
    fn it_fits_at_any_size_after_any_key(
        text in "[a-z0-9日本🎉\\-|# `\n\t\u{1b}\u{202e}]{0,300}",
        kind in 0..6_usize,
        width in 1..100_u16,
        height in 1..30_u16,
        keys in prop::collection::vec(0..8_usize, 0..20),
    ) {
        const KEYS: [Code; 8] = [
            Code::Up, Code::Down, Code::PageUp, Code::PageDown, Code::Home, Code::End, Code::Left, Code::Right,
        ];
        let (made, source) = (Made::plain(), Untrusted::from(text));
        let screen = reading(&made, KINDS[kind], &source);
        let mut view = View::new(Glyphs::Unicode);
        for key in keys.iter().map(|k| Some(KEYS[*k])).chain([None]) {
            let frame = paint(&screen, &mut view, Size { width, height });
            prop_assert!(frame.lines.len() <= usize::from(height) && !frame.lines.is_empty());
            for line in &frame.lines {
                prop_assert!(line.width() <= usize::from(width), "{:?}", line.text());
                prop_assert!(!line.text().chars().any(char::is_control));
            }
            if let Some(code) = key {
                prop_assert_eq!(view.intercept(&screen, Key::plain(code)), Intercept::Scrolled);
            }
        }
    }
}

/// However long it is, a key lays out no more than ten thousand lines, and a mark shows the rest until the end is
/// there.
#[test]
fn end_goes_so_far_at_once_and_says_that_there_is_more() {
    let (made, source) = (Made::plain(), Untrusted::from("word\n".repeat(25_000)));
    let screen = reading(&made, PreviewKind::Text, &source);
    let mut view = View::new(Glyphs::Unicode);
    let size = Size { width: 46, height: 12 };
    let mut above = vec![0];
    loop {
        let frame = paint(&screen, &mut view, size);
        let text: Vec<String> = frame.lines.iter().map(Line::text).collect();
        let hidden = |mark| {
            let line = text.iter().find(|line| line.contains(mark))?;
            line.chars().filter(char::is_ascii_digit).collect::<String>().parse::<usize>().ok()
        };
        above.push(hidden("↑ ").unwrap_or(0));
        if hidden("↓ ").is_none() {
            break;
        }
        view.intercept(&screen, Key::plain(Code::End));
    }
    assert!(above.windows(2).all(|pair| pair[1] - pair[0] <= 10_200), "{above:?}");
    assert!(above.len() > 3 && above.last().is_some_and(|last| *last > 24_980), "{above:?}");
}

/// Code keeps its lines until `w` wraps them; prose wraps anyway.
#[test]
fn w_wraps_long_lines_and_unwraps_them() {
    let words: Vec<String> = (0..40).map(|n| format!("w{n:02}")).collect();
    let (made, source) = (Made::plain(), Untrusted::from(format!("```diff\n+{}\n```", words.join(" "))));
    let screen = with_hints(reading(&made, PreviewKind::Markdown, &source));
    let mut view = View::new(Glyphs::Unicode);
    let mut shown = |key: Option<char>| {
        if let Some(c) = key {
            assert_eq!(view.intercept(&screen, Key::char(c)), Intercept::Scrolled);
        }
        let frame = paint(&screen, &mut view, Size { width: 60, height: 12 });
        let text: String = frame.lines.iter().map(|line| line.text() + "\n").collect();
        let found = words.iter().filter(|word| text.contains(*word)).count();
        let hint = ["sideways · w wrap", "w unwrap"].iter().position(|hint| text.contains(hint));
        (found, hint)
    };
    let cut = shown(None);
    assert!(cut.0 < 20 && cut.1 == Some(0), "{cut:?}");
    assert_eq!(shown(Some('w')), (40, Some(1)));
    assert_eq!(shown(Some('w')), cut);
}

/// Without Shift 8 columns, with it 40, and back to the first column.
#[test]
fn it_scrolls_sideways_by_so_many_columns() {
    let digits: String = (0..200).map(|n| char::from(b'a' + (n % 26) as u8)).collect();
    let (made, source) = (Made::plain(), Untrusted::from(format!("```\n{digits}\n```")));
    let screen = reading(&made, PreviewKind::Markdown, &source);
    let mut view = View::new(Glyphs::Unicode);
    let mut first = |key: Key| {
        view.intercept(&screen, key);
        let frame = paint(&screen, &mut view, Size { width: 60, height: 12 });
        let line = frame.lines.iter().map(Line::text).find(|line| line.contains('…')).unwrap_or_default();
        // The mark and the column that it stands for are gone, and the indent of code is two.
        line.trim_start_matches(['│', ' ', '…']).chars().next()
    };
    let (right, left) = (Code::Right, Code::Left);
    let moves = [Key::plain(left), Key::plain(right), Key::shift(right), Key::plain(left), Key::shift(left)];
    assert_eq!(moves.map(&mut first), ['a', 'h', 'v', 'n', 'a'].map(Some));
}
