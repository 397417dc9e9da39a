//! Markdown, code and text at a width, as text with a track of tones.

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_preview::{Fit, Layout};
use asq_testkit::picture::picture;
use expect_test::{Expect, expect};
use proptest::prelude::*;

fn shown(kind: PreviewKind, source: &str, width: usize) -> Vec<Line> {
    asq_preview::render(kind, &Untrusted::from(source), width)
}

/// Each line, and below it the tones of what is not plain.
fn text(lines: &[Line]) -> String {
    picture(lines, None, (0, 0)).trim_start_matches(|c| c != '\n').trim_start().to_owned()
}

#[track_caller]
fn check(source: &str, width: usize, expect: &Expect) {
    expect.assert_eq(&text(&shown(PreviewKind::Markdown, source, width)));
}

#[test]
fn paragraphs_wrap_and_stand_apart() {
    check(
        "One two three four\nfive.\n\nNext *it* **strong** `code`.",
        16,
        &expect![[r#"
            │One two three
            │four
            │five.
            │
            │Next it strong
            ┆     ii BBBBBB
            │code.
            ┆cccc
        "#]],
    );
}

#[test]
fn headings_keep_their_marks() {
    check(
        "# Title\nText\n## Sub\n\nMore",
        30,
        &expect![[r#"
            │# Title
            ┆ddHHHHH
            │
            │Text
            │
            │## Sub
            ┆dddHHH
            │
            │More
        "#]],
    );
}

#[test]
fn a_list_counts_on_where_its_items_stand_apart() {
    check(
        "1. one\n\n1. two\n\n1. three",
        20,
        &expect![[r#"
        │1. one
        ┆ddd
        │
        │2. two
        ┆ddd
        │
        │3. three
        ┆ddd
    "#]],
    );
}

#[test]
fn a_fence_ends_with_as_many_marks_as_it_began() {
    check(
        "````\n```\n# code\n```\n````\n# Title",
        20,
        &expect![[r#"
        │  ```
        │  # code
        │  ```
        │
        │# Title
        ┆ddHHHHH
    "#]],
    );
}

#[test]
fn a_language_is_known_in_capitals_too() {
    check(
        "```RUST\nfn f() {}\n```",
        20,
        &expect![[r#"
        │RUST
        ┆dddd
        │  fn f() {}
        ┆  kk n
    "#]],
    );
}

#[test]
fn of_very_many_references_the_first_ones_lead_somewhere() {
    let links = "[first][n0] [last][n4095] [more][n4096]\n\n".to_owned();
    let source = (0..=4096).fold(links, |text, n| text + &format!("[n{n}]: https://x/{n}\n"));
    check(
        &source,
        80,
        &expect![[r#"
        │first (https://x/0) last (https://x/4095) [more][n4096]
        ┆aaaaadddddddddddddd aaaaddddddddddddddddd
    "#]],
    );
}

#[test]
fn code_may_be_wider_than_the_prose_beside_it() {
    let mut layout = Layout::new(PreviewKind::Markdown, 12, Fit::Clipped(30));
    layout.reach(&"some words of prose\n\n```rust\nlet line = of(more, than);\n```".into(), usize::MAX);
    expect![[r#"
        │some words
        │of prose
        │
        │rust
        ┆dddd
        │  let line = of(more, than);
        ┆  kkk        nn
    "#]]
    .assert_eq(&text(layout.lines()));
}

#[test]
fn lists_nest_with_hanging_indents() {
    check(
        "- one with words that wrap\n- two\n  - inner\n  - more inner words\n\n3. three\n4. four\n\n- [ ] open\n- [x] done",
        20,
        &expect![[r#"
            │• one with words
            ┆dd
            │  that wrap
            │• two
            ┆dd
            │  • inner
            ┆  dd
            │  • more inner words
            ┆  dd
            │
            │3. three
            ┆ddd
            │4. four
            ┆ddd
            │
            │• [ ] open
            ┆ddaaaa
            │• [x] done
            ┆ddaaaa
        "#]],
    );
}

#[test]
fn loose_lists_stand_apart() {
    check(
        "- one\n\n  second paragraph\n\n- two\n\nafter",
        30,
        &expect![[r#"
            │• one
            ┆dd
            │
            │  second paragraph
            │
            │• two
            ┆dd
            │
            │after
        "#]],
    );
}

#[test]
fn quotes_have_a_bar() {
    check(
        "> said by\n> somebody else\n>\n> - with a list\n\nafter",
        14,
        &expect![[r#"
            ││ said by
            ┆dd
            ││ somebody
            ┆dd
            ││ else
            ┆dd
            ││
            ┆dd
            ││ • with a
            ┆dddd
            ││   list
            ┆dd
            │
            │after
        "#]],
    );
}

#[test]
fn code_keeps_its_lines() {
    check(
        "before\n\n```rust\nfn main() {\n\tlet x = 1;\n}\n```\n\n    indented\n",
        12,
        &expect![[r#"
            │before
            │
            │rust
            ┆dddd
            │  fn main()
            ┆  kk nnnn
            │  ↳ {
            ┆  dd
            │      let x
            ┆      kkk
            │  ↳ = 1;
            ┆  dd  l
            │  }
            │
            │  indented
        "#]],
    );
}

#[test]
fn tables_have_columns() {
    check(
        "| a | number |\n|:--|--:|\n| one | 1 |\n| `two` | 22 |\n\nafter",
        40,
        &expect![[r#"
            │a   │ number
            ┆B  dddBBBBBB
            │────┼───────
            ┆dddddddddddd
            │one │      1
            ┆   ddd
            │two │     22
            ┆cccddd
            │
            │after
        "#]],
    );
}

#[test]
fn links_show_where_they_lead() {
    check(
        "[here](https://example.com/x) <https://same.example> ![alt](http://169.254.169.254/)",
        90,
        &expect![[r#"
            │here (https://example.com/x) https://same.example image: alt (http://169.254.169.254/)
            ┆aaaadddddddddddddddddddddddd aaaaaaaaaaaaaaaaaaaa dddddddaaadddddddddddddddddddddddddd
        "#]],
    );
}

#[test]
fn html_is_text() {
    check(
        "a <b>bold</b> <script>alert(1)</script>\n\n<div onclick=\"x\">\nhi\n</div>",
        60,
        &expect![[r#"
            │a <b>bold</b> <script>alert(1)</script>
            ┆  ddd    dddd dddddddd        ddddddddd
            │
            │<div onclick="x">
            ┆ddddddddddddddddd
            │hi
            ┆dd
            │</div>
            ┆dddddd
        "#]],
    );
}

#[test]
fn control_characters_are_shown() {
    check(
        "red \u{1b}[31m and \u{202e}back `\u{7}`",
        60,
        &expect![[r#"
            │red <U+001B>[31m and <U+202E>back <U+0007>
            ┆                                  cccccccc
        "#]],
    );
}

#[test]
fn code_and_text_are_themselves() {
    expect![[r#"
        │a
        │  b
        │
        │c
    "#]]
    .assert_eq(&text(&shown(PreviewKind::Code, "a\n  b\n\nc\n", 3)));
    expect![[r#"
        │one two
        │three
        │  x
    "#]]
    .assert_eq(&text(&shown(PreviewKind::Text, "one two three\n  x\n", 8)));
    expect![[r#"
        │HTML,
        ┆ddddd
        │read as
        ┆ddddddd
        │text
        ┆dddd
        │hi
    "#]]
    .assert_eq(&text(&shown(PreviewKind::Html, "<p>hi</p>", 8)));
}

/// A box drawing keeps its columns.
#[test]
fn ascii_art_in_a_fence_keeps_its_shape() {
    check(
        "```\n┌──────┬───┐\n│ Gen  │ N │\n└──────┴───┘\n```",
        8,
        &expect![[r#"
            │  ┌────…
            │  │ Gen…
            │  └────…
        "#]],
    );
}

/// Agents draw without fences, too.
#[test]
fn a_drawing_without_a_fence_keeps_its_shape() {
    check(
        "┌──────┬───┐\n│ Gen  │ N │\n└──────┴───┘\n  below",
        8,
        &expect![[r#"
            │┌──────…
            ││ Gen  …
            │└──────…
            │  below
        "#]],
    );
    check(
        "General\n  Name [___]\nKeys",
        30,
        &expect![[r#"
            │General
            │  Name [___]
            │Keys
        "#]],
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Nothing panics, and no line holds a control character.
    #[test]
    fn any_markdown_renders(source in "[ -~\\n\\t`*_>#|\\-\\[\\]()é日\\u{1b}]{0,200}", width in 1usize..60) {
        for line in shown(PreviewKind::Markdown, &source, width) {
            prop_assert!(line.width() <= width);
            prop_assert!(!line.text().chars().any(char::is_control));
        }
    }
}

#[test]
fn what_shows_nothing_leaves_no_gap() {
    check(
        "[a]: https://a.example\n\none [A]\n\n[b]: https://b.example\n\ntwo [there][b] [nowhere]\n```\nbare\n```\nafter\n\n[c]: x",
        60,
        &expect![[r#"
            │one A (https://a.example)
            ┆    adddddddddddddddddddd
            │
            │two there (https://b.example) [nowhere]
            ┆    aaaaadddddddddddddddddddd
            │
            │  bare
            │
            │after
        "#]],
    );
}

/// A thousand levels of nesting neither overflow nor take the whole width.
#[test]
fn deep_nesting_is_bounded() {
    let source = format!("{}deep", "> ".repeat(1000));
    let lines = shown(PreviewKind::Markdown, &source, 40);
    assert!(lines.iter().all(|l| l.width() <= 40), "{}", text(&lines));
}

/// A fence that names no language, and code that nobody knows.
#[test]
fn a_bare_fence_is_coloured_as_what_it_is() {
    check(
        "```\n{\"add\": [1, true]}\n```\n\n- ```\n  -a = 1\n  +a = 2\n  ```\n\n```\nfn add(a: i32) -> i32 {\n    a + 1\n}\n```\n\n```clj\n(defn f [x] x)\n```\n\n```\nno words of any language\n```\n\n```\ngraph LR\na --> b\n```",
        40,
        &expect![[r#"
            │  {"add": [1, true]}
            ┆   nnnnn   l  llll
            │
            │•   -a = 1
            ┆dd  xxxxxx
            │    +a = 2
            ┆    gggggg
            │
            │  fn add(a: i32) -> i32 {
            │      a + 1
            │  }
            │
            │clj
            ┆ddd
            │  (defn f [x] x)
            │
            │  no words of any language
            │
            │┌───┐  ┌───┐
            ┆dddddddddddd
            ││ a ├─►│ b │
            ┆dd  ddddd  d
            │└───┘  └───┘
            ┆dddddddddddd
        "#]],
    );
}

/// A footnote isn't a link, and neither are words after a bracket.
#[test]
fn footnotes_are_no_links() {
    check(
        "a note[^1] and [x] and [done]\n\n[^1]: The note, which goes on in the next line of it.\n\n[^2]: word\n\n[x]: more words here\n\n[done]: https://d.example \"Title\"",
        40,
        &expect![[r#"
            │a note[^1] and [x] and done
            ┆                       aaaa
            │(https://d.example)
            ┆ddddddddddddddddddd
            │
            │[^1]: The note, which goes on in the
            ┆dddddd
            │      next line of it.
            │
            │[^2]: word
            ┆dddddd
            │
            │[x]: more words here
        "#]],
    );
}

/// A number that is cut reads as another.
#[test]
fn tables_cut_no_words() {
    check(
        "| vendor | tool | price | region | note |\n|---|---|--:|---|---|\n| amazon | kubectl | $1,200 | eu-west-1 | a note of words |\n| b | c | 7 | d | |",
        46,
        &expect![[r#"
            │vendor │ tool    │  price │ region    │ note
            ┆BBBBBBdddBBBB   ddd BBBBBdddBBBBBB   dddBBBB
            │───────┼─────────┼────────┼───────────┼───────
            ┆dddddddddddddddddddddddddddddddddddddddddddddd
            │amazon │ kubectl │ $1,200 │ eu-west-1 │ a note
            ┆      ddd       ddd      ddd         ddd
            │       │         │        │           │ of
            ┆      ddd       ddd      ddd         ddd
            │       │         │        │           │ words
            ┆      ddd       ddd      ddd         ddd
            │b      │ c       │      7 │ d         │
            ┆      ddd       ddd      ddd         ddd
        "#]],
    );
    check(
        "| word | 日本語 |\n|---|---|\n| a b c d e f g | 漢字漢字漢字 |",
        14,
        &expect![[r#"
        │word   │ 日本
        ┆BBBB  dddBBBB
        │       │ 語
        ┆      dddBB
        │───────┼──────
        ┆dddddddddddddd
        │a b c  │ 漢字
        ┆      ddd
        │d e f  │ 漢字
        ┆      ddd
        │g      │ 漢字
        ┆      ddd
    "#]],
    );
    check(
        "| a | b |\n|---|---|\n| several words here | other |",
        20,
        &expect![[r#"
        │a            │ b
        ┆B           dddB
        │─────────────┼──────
        ┆dddddddddddddddddddd
        │several      │ other
        ┆            ddd
        │words here   │
        ┆            ddd
    "#]],
    );
}

#[test]
fn alerts_say_what_they_are() {
    check(
        "> [!WARNING]\n> Mind the gap.\n\n> [!NOTE]\n> - one\n\n> [!odd]\n> plain",
        30,
        &expect![[r#"
        ││ Warning
        ┆ddWWWWWWW
        ││ Mind the gap.
        ┆dd
        │
        ││ Note
        ┆ddAAAA
        ││ • one
        ┆dddd
        │
        ││ [!odd]
        ┆dd
        ││ plain
        ┆dd
    "#]],
    );
}

#[test]
fn what_goes_is_red_and_what_comes_is_green() {
    check(
        "```diff\n-old\n+new\n same\n```",
        30,
        &expect![[r#"
        │diff
        ┆dddd
        │  -old
        ┆  xxxx
        │  +new
        ┆  gggg
        │   same
    "#]],
    );
}

/// At every width that a word has room in, behind an indent of two.
#[test]
fn no_width_cuts_a_word_of_a_table() {
    let source = "| vendor | price | region |\n|---|--:|---|\n| amazon web | $1,200.50 | eu-west-1 |\n| other | 7 | a |";
    for width in 11..60 {
        let lines = text(&shown(PreviewKind::Markdown, source, width));
        for word in ["vendor", "price", "region", "amazon", "web", "$1,200.50", "eu-west-1", "other"] {
            assert!(lines.contains(word), "{word} at {width}:\n{lines}");
        }
    }
}
