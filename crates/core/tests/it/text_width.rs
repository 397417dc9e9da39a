//! How wide text is, and where lines break.

use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, width, wrap};
use expect_test::expect;

/// "A grapheme takes one cell or two, never zero": a mark alone takes one; parts of an emoji sequence take two.
#[test]
fn a_grapheme_takes_one_cell_or_two() {
    let cells = |text: &str| format!("{text:?} {}", width::of(text));
    let all =
        ["a", "\u{301}", "\u{200b}", "漢", "❤\u{fe0f}", "👩\u{200d}💻", "🇫🇷", "☝🏽", "1\u{fe0f}\u{20e3}", "🇫"];
    expect![[r#"
        "a" 1
        "\u{301}" 1
        "\u{200b}" 1
        "漢" 2
        "❤\u{fe0f}" 2
        "👩\u{200d}💻" 2
        "🇫🇷" 2
        "☝🏽" 2
        "1\u{fe0f}\u{20e3}" 2
        "🇫" 2"#]]
    .assert_eq(&all.map(cells).join("\n"));
}

fn lines(line: &Line, width: usize) -> String {
    let told = |line: &Line| {
        let spans = line
            .spans
            .iter()
            .map(|s| format!("{:?}{}", s.text.as_str(), if s.style.bold { "!" } else { "" }));
        spans.collect::<Vec<_>>().join("+")
    };
    wrap::wrap(line, width).iter().map(told).collect::<Vec<_>>().join(" / ")
}

/// "A line breaks at spaces. The spaces at a break are dropped, those at the start of the line stay"; "styles continue
/// across breaks"; "no resulting line is too wide".
#[test]
fn a_line_breaks_at_spaces_and_keeps_its_styles() {
    let shown = |text: &str| Shown::one_line(&Untrusted::from(text));
    let plain = |text: &str| Line::of(shown(text), Style::default());
    let mixed = Line::new(vec![
        Span::new(shown("one "), Style::default()),
        Span::new(shown("two three"), Style::of(Tone::Plain).bold()),
    ]);
    let all = [
        lines(&plain("  one   two"), 6),
        lines(&plain("one     "), 4),
        lines(&mixed, 6),
        lines(&plain("漢字"), 1),
        lines(&plain("longerword"), 4),
    ];
    expect![[r#"
        "  one" / "two"
        "one"
        "one" / "two"! / "three"!
        "…" / "…"
        "long" / "erwo" / "rd""#]]
    .assert_eq(&all.join("\n"));
}
