//! Hostile text is shown, whole and harmless.

use asq_core::secret::{asks_for_secret, looks_like_secret};
use asq_core::text::{Editor, Flow, Line, Shown, Style, Untrusted, width, wrap};
use asq_testkit::hostile::{hostile, of};
use expect_test::expect;
use std::collections::BTreeMap;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// What a terminal, or an eye, must never be given; judged here apart from the code under test.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{ffff}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0080}'..='\u{10ffff}')
}

fn check(shown: &Shown, from: &str) {
    let text = shown.as_str();
    assert!(!text.contains(is_unsafe), "{from:?} is shown as {text:?}");
    for grapheme in text.graphemes(true) {
        assert!(
            grapheme.width() > 0
                && (1..=3 * grapheme.chars().count()).contains(&width::of_grapheme(grapheme)),
            "{from:?}: {grapheme:?}"
        );
        let marks = grapheme.chars().count() - 1;
        assert!(marks <= 10, "{from:?}: {grapheme:?}");
        for joiner in ['\u{200d}', '\u{fe0f}', '\u{fe0e}', '\u{e0067}'] {
            let emoji = grapheme
                .chars()
                .next()
                .is_some_and(|c| c > '\u{a8}' || c.is_ascii_digit() || c == '#' || c == '*');
            assert!(
                !grapheme.contains(joiner) || (emoji && !grapheme.ends_with('\u{200d}')),
                "{from:?}: {grapheme:?}"
            );
        }
    }
}

#[test]
fn every_category_has_twenty_cases() {
    let mut counts = BTreeMap::new();
    for (category, _) in hostile() {
        *counts.entry(category).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 26, "{counts:?}");
    assert!(counts.values().all(|&count| count >= 20), "{counts:?}");
}

#[test]
fn hostile_text_is_shown_whole_and_harmless() {
    for (_, case) in hostile() {
        let text = Untrusted::from(case.as_str());
        check(&Shown::one_line(&text), &case);
        check(&Shown::clipped(&text, 20), &case);
        for line in Shown::lines(&text) {
            check(&line, &case);
        }
        let blank = Shown::one_line(&text).as_str().trim().is_empty();
        assert_eq!(blank, text.is_blank() && !case.contains(|c| is_unsafe(c) && c != '\t'), "{case:?}");
    }
}

#[test]
fn every_character_is_shown_with_ink_or_as_a_space() {
    // Without the large blocks of Han, Hangul and Tangut signs, which are all alike.
    let all = ('\0'..'\u{3400}').chain('\u{a000}'..'\u{ac00}').chain('\u{d7a0}'..'\u{17000}');
    for c in all.chain('\u{1a000}'..'\u{20000}').chain('\u{e0000}'..'\u{e0200}') {
        let text = format!("{c} a{c}b 漢{c}\u{301}");
        let shown = Shown::one_line(&text.as_str().into());
        assert!(!shown.as_str().contains(is_unsafe), "{text:?}");
        for grapheme in shown.as_str().graphemes(true) {
            assert!(grapheme.width() > 0, "{} is shown as {shown:?}", text.escape_unicode());
        }
    }
}

#[test]
fn hostile_lines_wrap_and_clip_within_every_width() {
    for (category, case) in hostile() {
        let line = Line::of(Shown::clipped(&case.as_str().into(), 400), Style::default());
        for width in [0, 1, 2, 3, 8, 20, 80] {
            for row in wrap::wrap(&line, width) {
                assert!(row.width() <= width, "{category} {case:?} at {width}: {row:?}");
            }
            assert!(wrap::clip(&line, width, "…").width() <= width);
        }
    }
}

#[test]
fn hostile_text_can_be_edited_and_laid_out() {
    for (category, case) in hostile() {
        let mut editor = Editor::new("before after");
        editor.caret_to(7);
        assert!(editor.paste(&case));
        let mut flow = Flow::new();
        for width in [1, 7, 80] {
            flow.update(&editor, width);
            let (row, _) = flow.column_of(&editor, editor.caret());
            for line in flow.paint(&editor, row.saturating_sub(20)..row + 20, false, Style::default()) {
                assert!(line.width() <= width, "{category} {case:?}: {line:?}");
                assert!(!line.text().contains(is_unsafe), "{category} {case:?}: {line:?}");
            }
        }
        editor.undo();
        assert_eq!((editor.text(), editor.caret()), ("before after", 7));
    }
}

#[test]
fn secrets_of_the_corpus_are_told_from_harmless_lines() {
    let asked = of("secret_request").iter().filter(|case| asks_for_secret(case)).count();
    let given = of("secret_in_answer").iter().filter(|case| looks_like_secret(case)).count();
    assert_eq!((asked, given), (20, 18));
}

#[test]
fn what_is_shown() {
    let cases = [
        "a\u{1b}[31mb",
        "\u{202e}gnp.exe",
        "a\nb\r\nc\rd",
        "a\tb",
        "Ye\u{200b}s",
        "\u{301}x",
        "Z\u{336}\u{336}\u{336}\u{336}\u{336}\u{336}\u{336}\u{336}\u{336}\u{336}\u{336}",
        "👩\u{200d}💻 👍🏽 🇫🇷 1\u{fe0f}\u{20e3} ❤\u{fe0f}",
        "👩\u{200d}",
        "a\u{fe0f}",
        "🏽",
        "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        "🏴\u{e0061}\u{e007f}",
        "\u{2800}\u{2800}",
        "⠓\u{2800}⠊",
        "\u{600}",
        "\u{600}1",
        "می\u{200c}خواهم",
        "क्षा",
        "<U+001B>",
    ];
    let shown: String = cases
        .map(|case| format!("{} | {}\n", Shown::one_line(&case.into()), Shown::clipped(&case.into(), 2)))
        .concat();
    expect![[r#"
        a<U+001B>[31mb | a<U+001B>…
        <U+202E>gnp.exe | <U+202E>g…
        a↵b↵c<U+000D>d | a↵…
        a    b | a    …
        Ye<U+200B>s | Ye…
        ◌́x | ◌́x
        Z̶̶̶̶̶̶̶̶+3 | Z̶̶̶̶̶̶̶̶+3
        👩‍💻 👍🏽 🇫🇷 1️⃣ ❤️ | 👩‍💻 …
        👩<U+200D> | 👩<U+200D>
        a<U+FE0F> | a<U+FE0F>
        <U+1F3FD> | <U+1F3FD>
        🏴󠁧󠁢󠁳󠁣󠁴󠁿 | 🏴󠁧󠁢󠁳󠁣󠁴󠁿
        🏴<U+E0061><U+E007F> | 🏴<U+E0061><U+E007F>
        <U+2800><U+2800> | <U+2800><U+2800>
        ⠓⠀⠊ | ⠓⠀…
        <U+0600> | <U+0600>
        ؀1 | ؀1
        می<U+200C>خواهم | می<U+200C>…
        क्षा | क्षा
        <U+001B> | <U…
    "#]]
    .assert_eq(&shown);
    let lines: Vec<String> =
        Shown::lines(&"a\nb\r\nc\rd\n\n漢\tx\ty".into()).iter().map(ToString::to_string).collect();
    expect![[r#"
        a
        b
        c
        d

        漢  x   y"#]]
    .assert_eq(&lines.join("\n"));
    assert!(Shown::one_line(&"abc אבג".into()).has_rtl() && !Shown::one_line(&"abc é漢".into()).has_rtl());
}

#[test]
fn a_huge_label_is_clipped_without_reading_it() {
    for unit in ["x", "\u{301}", "👩\u{200d}", "\n", "漢"] {
        let text = Untrusted::from(unit.repeat(4 << 20));
        let shown = Shown::clipped(&text, 12);
        assert!(shown.width() < 200 && shown.as_str().ends_with('…'), "{shown:?}");
    }
}
