//! What holds for any source, of any kind, at any width.

use asq_core::model::PreviewKind;
use asq_core::text::Untrusted;
use asq_preview::{Fit, Layout, html, render};
use asq_testkit::hostile::hostile;
use proptest::prelude::*;

const KINDS: [PreviewKind; 6] = [
    PreviewKind::Markdown,
    PreviewKind::Code,
    PreviewKind::Text,
    PreviewKind::Mermaid,
    PreviewKind::Svg,
    PreviewKind::Html,
];

/// What is wrong with the lines of a preview.
fn faults(kind: PreviewKind, source: &str, width: usize) -> Vec<String> {
    let lines = render(kind, &Untrusted::from(source), width);
    let fault = |line: &asq_core::text::Line| {
        let text = line.text();
        (line.width() > width || text.chars().any(char::is_control))
            .then(|| format!("{kind:?} {width}: {text}"))
    };
    lines.iter().filter_map(fault).collect()
}

/// Elements and attributes that inert HTML may have.
fn active(page: &str) -> Vec<String> {
    const ELEMENTS: [&str; 26] = [
        "p",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "blockquote",
        "ul",
        "ol",
        "li",
        "table",
        "tr",
        "th",
        "td",
        "em",
        "strong",
        "del",
        "a",
        "code",
        "pre",
        "span",
        "br",
        "hr",
        "i",
        "b",
    ];
    const LINK: &str = " rel=\"noopener noreferrer nofollow\" target=\"_blank\" href=\"";
    let mut found = Vec::new();
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or("");
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or("");
        let rest = &tag[tag.find(' ').unwrap_or(tag.len())..];
        let safe = match name {
            "a" if !tag.starts_with('/') => {
                let href = rest.strip_prefix(LINK).and_then(|href| href.strip_suffix('"'));
                let lower = href.unwrap_or("").to_ascii_lowercase();
                let known = ["http://", "https://", "mailto:"].iter().any(|s| lower.starts_with(s));
                known && !lower.contains(['"', ' ', '\n'])
            }
            "ol" => rest.is_empty() || rest.starts_with(" start=\"") && rest.matches('"').count() == 2,
            _ => rest.is_empty() || rest.starts_with(" class=\"asq-") && rest.matches('"').count() == 2,
        };
        if !safe || !ELEMENTS.contains(&name) {
            found.push(tag.to_owned());
        }
    }
    found
}

#[test]
fn hostile_text_stays_text_in_every_kind() {
    for (_, case) in hostile() {
        let near: String = case.chars().take(200).collect();
        let mut sources: Vec<(PreviewKind, String)> = KINDS.map(|kind| (kind, near.clone())).to_vec();
        sources.push((PreviewKind::Markdown, format!("```rust\n{near}\n```\n- > {near}")));
        sources.push((PreviewKind::Mermaid, format!("graph TD\nA[{near}] --> B")));
        sources.push((PreviewKind::Mermaid, format!("sequenceDiagram\nA->>B: {near}")));
        for (kind, source) in sources {
            for width in [1, 7, 38] {
                assert_eq!(faults(kind, &source, width), [""; 0]);
            }
            let page = html(kind, &Untrusted::from(source.as_str()));
            assert_eq!(active(&page), [""; 0], "{kind:?} {source:?}");
            assert!(!page.chars().any(|c| c.is_control() && c != '\n'), "{kind:?} {source:?}");
        }
    }
}

/// Pieces that mean something to some kind.
fn piece() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "# ",
        "## ",
        "- ",
        "1. ",
        "> ",
        "```",
        "```rs\n",
        "~~~\n",
        "\n",
        "\n\n",
        "  ",
        "    ",
        "| a | b |\n",
        "|-|:-:|\n",
        "**",
        "*",
        "`",
        "[x](",
        "https://e.example)",
        "[r]",
        "[r]: u\n",
        "![i](u)",
        "<b>",
        "</b>",
        "<!--",
        "-->",
        "\"",
        "'",
        "/*",
        "*/",
        "//",
        "#",
        "{",
        "}",
        "(",
        ")",
        ";",
        "fn",
        "let",
        "SELECT",
        "graph TD\n",
        "flowchart LR\n",
        "A",
        "B",
        "C",
        "-->",
        "---",
        "-- t -->",
        "-.->",
        "==>",
        "|l|",
        "&",
        "[",
        "]",
        "subgraph s\n",
        "end\n",
        "sequenceDiagram\n",
        "->>",
        "-->>",
        ": hi\n",
        "Note over A,B: n\n",
        "loop x\n",
        "alt y\n",
        "else z\n",
        "participant A as 日本\n",
        "│",
        "┌──┐\n",
        "日本語",
        "é",
        "e\u{301}",
        "\u{301}",
        "👩‍💻",
        "🇩🇪",
        "1\u{fe0f}\u{20e3}",
        "\u{202e}",
        "\u{1b}[31m",
        "\u{7}",
        "\t",
        "\r\n",
        "\r",
        "\u{2800}",
        "word ",
        "averylongwordwithoutanyblank",
    ]);
    prop_oneof![8 => pieces.prop_map(str::to_owned), 1 => "\\PC{0,6}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// No line is too wide, none has a control character.
    #[test]
    fn lines_fit(pieces in prop::collection::vec(piece(), 0..40), width in 1_usize..90) {
        let source = pieces.concat();
        for kind in KINDS {
            prop_assert_eq!(faults(kind, &source, width), [""; 0]);
        }
    }

    /// However it was asked for, it is the same.
    #[test]
    fn laying_out_in_steps_changes_nothing(
        pieces in prop::collection::vec(piece(), 0..40),
        width in 1_usize..90,
        step in 1_usize..9,
    ) {
        let source = Untrusted::new(pieces.concat());
        for kind in KINDS {
            let whole = render(kind, &source, width);
            let mut layout = Layout::new(kind, width, Fit::Within);
            let mut wanted = step;
            while !layout.is_whole() {
                layout.reach(&source, wanted);
                prop_assert!(layout.is_whole() || layout.lines().len() >= wanted);
                wanted += step;
            }
            prop_assert_eq!(layout.lines(), &whole[..]);
        }
    }

    /// HTML has no element and no attribute of the source's own.
    #[test]
    fn html_is_inert(pieces in prop::collection::vec(piece(), 0..40)) {
        let source = Untrusted::new(pieces.concat());
        for kind in KINDS {
            prop_assert_eq!(active(&html(kind, &source)), [""; 0]);
        }
    }
}
