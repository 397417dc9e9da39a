//! HTML shown as text, and the line about a drawing.

use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_preview::{Fit, Layout, render};
use asq_testkit::picture::picture;
use expect_test::{Expect, expect};
use proptest::prelude::*;

fn shown(kind: PreviewKind, source: &str, width: usize) -> Vec<Line> {
    render(kind, &Untrusted::from(source), width)
}

#[track_caller]
fn check(kind: PreviewKind, source: &str, width: usize, expect: &Expect) {
    let lines = shown(kind, source, width);
    expect.assert_eq(picture(&lines, None, (0, 0)).trim_start_matches(|c| c != '\n').trim_start());
}

#[test]
fn a_page_reads_as_its_text() {
    check(
        PreviewKind::Html,
        "<!DOCTYPE html>\n<html>\n<head>\n  <meta charset=utf-8>\n  <title>Prices &amp; plans</title>\n  <style>p { color: red }</style>\n  <script>alert('<p>no</p>')</script>\n</head>\n<body>\n  <h1>Plans</h1>\n  <p>Choose <b>one</b>, or <a href=\"/all\">see\n  all</a>.<br>Then pay.</p>\n  <ul>\n    <li>Free\n    <li>Team<ul><li>five people</li></ul></li>\n  </ul>\n  <ol start=3><li>three</li></ol>\n  <table><tr><th>plan</th><th>price</th></tr><tr><td>Team</td><td>$9</td></tr></table>\n  <pre><code class=\"language-js\">const a = 1;\n  b();</code></pre>\n  <blockquote>It's fine.</blockquote>\n  <div>one</div><div>two <code>x</code></div>\n  <!-- nothing -->\n</body></html>\n",
        40,
        &expect![[r#"
            │HTML, read as text
            ┆dddddddddddddddddd
            │title: Prices & plans
            ┆ddddddd
            │[style left out]
            ┆dddddddddddddddd
            │[script left out]
            ┆ddddddddddddddddd
            │
            │# Plans
            ┆ddHHHHH
            │
            │Choose one, or see all (/all).
            ┆       BBB     aaaaaaaddddddd
            │Then pay.
            │
            │• Free
            ┆dd
            │• Team
            ┆dd
            │  • five people
            ┆  dd
            │
            │3. three
            ┆ddd
            │
            │plan │ price
            ┆BBBBdddBBBBB
            │─────┼──────
            ┆dddddddddddd
            │Team │ $9
            ┆    ddd
            │
            │js
            ┆dd
            │  const a = 1;
            ┆  kkkkk     l
            │    b();
            ┆    n
            │
            ││ It's fine.
            ┆dd
            │
            │one
            │two x
            ┆    c
        "#]],
    );
}

#[test]
fn forms_and_pictures_are_in_words() {
    check(
        PreviewKind::Html,
        "<form><label>Name <input name=n placeholder='Ada'></label><br><input type=checkbox checked> news <input type=radio> old\n<select><option>a<option>b</select><button type=submit>Send</button><textarea>hi</textarea></form><img src=x.png alt='A chart'><iframe src='//evil'></iframe><svg><text>in</text></svg>",
        60,
        &expect![[r#"
            │HTML, read as text
            ┆dddddddddddddddddd
            │Name [Ada]
            │[x] news ( ) old
            │• a
            ┆dd
            │• b
            ┆dd
            │[Send] [hi]
            │image: A chart (x.png) [iframe: //evil]
            ┆dddddddaaaaaaadddddddd
            │[drawing left out]
            ┆dddddddddddddddddd
        "#]],
    );
}

/// Nothing is closed, everything is in everything.
#[test]
fn broken_pages_are_read_too() {
    check(
        PreviewKind::Html,
        "<p>unclosed <b>twice\n<p>again</i>\n<li>alone<td>cell</table>\n<table><tr><td>1<td>2<tr><td><ul><li>3</ul><p>4</table>after a < b && c <3 <p",
        40,
        &expect![[r#"
            │HTML, read as text
            ┆dddddddddddddddddd
            │unclosed twice
            ┆         BBBBBB
            │
            │again
            │• alonecell
            ┆dd
            │
            │1       │ 2
            ┆       ddd
            │  • 3 4 │
            ┆       ddd
            │
            │after a < b && c <3 <p
        "#]],
    );
}

#[test]
fn a_drawing_says_what_is_written_in_it() {
    check(
        PreviewKind::Svg,
        "<svg width=\"10\"><title>Flow</title><text x=\"1\">Start &amp; go</text><rect width=\"3\"/><text><tspan>End</tspan></text></svg>",
        60,
        &expect![[r#"
            │SVG drawing, as its source; it says: Flow · Start & go · End
            ┆dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            │<svg width="10">
            ┆kkkk nnnnn llllk
            │  <title>Flow</title>
            ┆  kkkkkkk    kkkkkkkk
            │  <text x="1">Start &amp; go</text>
            ┆  kkkkk n lllk              kkkkkkk
            │  <rect width="3"/>
            ┆  kkkkk nnnnn lllkk
            │  <text>
            ┆  kkkkkk
            │    <tspan>End</tspan>
            ┆    kkkkkkk   kkkkkkkk
            │  </text>
            ┆  kkkkkkk
            │</svg>
            ┆kkkkkk
        "#]],
    );
    check(
        PreviewKind::Svg,
        "<svg><rect/></svg>",
        60,
        &expect![[r#"
        │SVG drawing, as its source
        ┆dddddddddddddddddddddddddd
        │<svg><rect/></svg>
        ┆kkkkkkkkkkkkkkkkkk
    "#]],
    );
}

/// What reading leaves out can be read where there is room for it.
#[test]
fn on_the_full_screen_the_source_follows() {
    let source = Untrusted::from("<p onclick=\"x()\">Hi</p><!-- note --><script>alert(1)</script>");
    let mut layout = Layout::new(PreviewKind::Html, 40, Fit::Whole);
    layout.reach(&source, usize::MAX);
    let picture = picture(layout.lines(), None, (0, 0));
    expect![[r#"
        │HTML, read as text
        ┆dddddddddddddddddd
        │Hi
        │
        │[script left out]
        ┆ddddddddddddddddd
        │
        │Its source
        ┆dddddddddd
        │<p onclick="x()">Hi</p>
        ┆kk nnnnnnn lllllk  kkkk
        │<!-- note -->
        ┆ddddddddddddd
        │<script>alert(1)</script>
        ┆kkkkkkkknnnnn l kkkkkkkkk
    "#]]
    .assert_eq(picture.trim_start_matches(|c| c != '\n').trim_start());
}

#[test]
fn a_heading_stands_beside_the_mark_of_its_item() {
    check(
        PreviewKind::Html,
        "<ul><li>one<li><h2>Two</h2>more</ul>",
        40,
        &expect![[r#"
        │HTML, read as text
        ┆dddddddddddddddddd
        │• one
        ┆dd
        │• ## Two
        ┆dddddHHH
        │
        │  more
    "#]],
    );
}

#[test]
fn a_hidden_field_is_none_to_fill() {
    check(
        PreviewKind::Html,
        "<form>Name <input name=a><input type=hidden name=b value=secret></form>",
        40,
        &expect![[r#"
            │HTML, read as text
            ┆dddddddddddddddddd
            │Name [____]
        "#]],
    );
}

/// More columns than any page below has letters: no cell of a table wraps there.
const WIDE: usize = 2000;

/// All letters between tags, from top to bottom and from left to right.
fn letters(lines: &[Line]) -> String {
    let text: Vec<String> = lines.iter().skip(1).map(Line::text).collect();
    text.concat().chars().filter(char::is_ascii_alphabetic).collect()
}

fn sorted(letters: &str) -> Vec<char> {
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    letters
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// All text between tags is shown, whatever the tags are; in order, unless cells wrap next to each other.
    #[test]
    fn no_word_is_lost(
        pieces in prop::collection::vec(
            prop_oneof![
                prop::sample::select(vec![
                    "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<ul>", "</ul>", "<ol>", "<li>", "</li>", "<table>", "</table>",
                    "<tr>", "</tr>", "<td>", "</td>", "<th>", "<pre>", "</pre>", "<h2>", "</h2>", "<blockquote>", "</blockquote>",
                    "<em>", "</em>", "<code>", "</code>", "<span>", "</span>", "<section>", "<dl>", "<dt>", "<dd>", " ", "\n",
                ]).prop_map(str::to_owned),
                "[a-z]{1,6}",
            ],
            0..60,
        ),
    ) {
        let source = pieces.concat();
        let said: String = pieces.iter().filter(|p| !p.starts_with('<')).flat_map(|p| p.chars()).filter(char::is_ascii_alphabetic).collect();
        prop_assert_eq!(letters(&shown(PreviewKind::Html, &source, WIDE)), said.as_str(), "{}", source);
        prop_assert_eq!(sorted(&letters(&shown(PreviewKind::Html, &source, 70))), sorted(&said), "{}", source);
    }
}
