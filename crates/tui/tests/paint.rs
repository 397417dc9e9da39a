//! Frames to bytes, and what a real terminal makes of them.

#![allow(clippy::needless_raw_string_hashes, clippy::unwrap_used)]

use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted};
use asq_testkit::tmux::Tmux;
use asq_tui::paint::{Painter, Place};
use asq_tui::theme::Theme;
use expect_test::{Expect, expect};
use ratatui_core::style::Modifier;
use std::fmt::Write as _;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

fn span(text: &str, style: Style) -> Span {
    Span::new(Shown::one_line(&Untrusted::from(text)), style)
}

fn plain(text: &str) -> Line {
    Line::from(span(text, Style::default()))
}

fn accent(text: &str) -> Line {
    Line::from(span(text, Style::of(Tone::Accent)))
}

fn painter(place: Place, columns: u16, rows: u16) -> Painter {
    Painter::new(place, Theme::new(true), false, (columns, rows))
}

/// A list as most forms show one; one row has the focus.
fn list(focus: usize) -> Vec<Line> {
    let labels = ["Postgres, as in production", "SQLite in a file", "Keep it in memory", "Something else…"];
    let mut lines = vec![plain("Which database should the tests use?"), plain("")];
    for (label, i) in labels.iter().zip(0..) {
        let text = format!("{} {}. {label}", if i == focus { "❯" } else { " " }, i + 1);
        lines.push(if i == focus { accent(&text) } else { plain(&text) });
    }
    lines.extend([plain(""), Line::from(span("Enter choose · ↑↓ move · Esc cancel", Style::of(Tone::Dim)))]);
    lines
}

fn check(bytes: &[u8], expected: &Expect) {
    expected.assert_eq(&String::from_utf8_lossy(bytes).escape_debug().to_string().replace("\\u{1b}", "␛"));
}

/// What a real terminal shows after these bytes, and where its cursor is.
fn terminal(columns: u16, rows: u16, bytes: &[u8]) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    let file = std::env::temp_dir().join(format!("asq-paint-{}-{number}", std::process::id()));
    fs::write(&file, [bytes, b"\x1b]2;painted\x07"].concat()).unwrap();
    let tmux = Tmux::start(columns, rows, &format!("stty raw -echo; cat '{}'; exec cat", file.display()));
    tmux.wait_for("all bytes", |t| t.tell("#{pane_title}"), |title| title == "painted");
    fs::remove_file(&file).unwrap();
    let mut shown = tmux.history().trim_end().to_owned();
    let _ = write!(shown, "\n[{}]\n", tmux.tell("#{cursor_x},#{cursor_y} visible #{cursor_flag}"));
    shown
}

#[test]
fn the_first_frame_makes_its_rows_below_the_cursor() {
    let mut painter = painter(Place::Inline, 40, 10);
    check(
        &painter.draw(&list(0)[..3], None),
        &expect![[
            r#"␛[?2026h␛[?25l␛[?7h␛[38C  \r␛[K␛[?7l\r␛[K␛[C␛[J\r\n\n␛[2AWhich database should the tests use?␛[2B\r␛[94m❯␛[3G1. Postgres, as in production␛[2A\r␛[m␛[?2026l"#
        ]],
    );
}

#[test]
fn a_frame_that_is_on_the_screen_writes_nothing() {
    let mut painter = painter(Place::Inline, 40, 10);
    painter.draw(&list(0), None);
    assert_eq!(painter.draw(&list(0), None), b"");
    painter.draw(&list(0), Some((3, 2)));
    assert_eq!(painter.draw(&list(0), Some((3, 2))), b"");
}

#[test]
fn a_focus_move_writes_little() {
    let mut painter = painter(Place::Inline, 100, 30);
    painter.draw(&list(0), None);
    let bytes = painter.draw(&list(1), None);
    check(
        &bytes,
        &expect![[
            r#"␛[?2026h␛[2B  1. Postgres, as in production\n\r␛[94m❯␛[3G2. SQLite in a file␛[3A\r␛[m␛[?2026l"#
        ]],
    );
    assert!(bytes.len() <= 150, "{} bytes", bytes.len());
}

#[test]
fn typing_moves_the_real_cursor() {
    let mut painter = painter(Place::Inline, 40, 10);
    painter.draw(&[plain("text"), plain("")], Some((4, 0)));
    check(&painter.draw(&[plain("textx"), plain("")], Some((5, 0))), &expect!["x"]);
    check(&painter.draw(&[plain("tex你"), plain("")], Some((5, 0))), &expect!["␛[4G你␛[6G"]);
}

/// The bytes of each second of an hour and more, with the clock in this row below a form.
fn ticks(row: usize, caret: Option<(u16, u16)>) -> Vec<usize> {
    let mut painter = painter(Place::Inline, 80, 40);
    let clock = |second: usize| {
        let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
        let hours = if hours > 0 { format!("{hours}:{minutes:02}") } else { minutes.to_string() };
        Line::from(span(&format!("⏱  {hours}:{seconds:02} elapsed"), Style::of(Tone::Dim)))
    };
    let frame = |second| [vec![plain("a row of the form"); row], vec![clock(second)]].concat();
    painter.draw(&frame(0), caret);
    (1..4000).map(|second| painter.draw(&frame(second), caret).len()).collect()
}

#[test]
fn a_tick_of_the_clock_is_at_most_32_bytes() {
    for (row, caret) in [(9, None), (22, None), (12, Some((10, 4))), (30, Some((70, 2)))] {
        let more: Vec<usize> =
            (1..).zip(ticks(row, caret)).filter(|(_, n)| *n > 32).map(|(s, _)| s).collect();
        // Once each: all that stands right of a new digit moves.
        assert_eq!(more, [600, 3600], "{row} {caret:?}");
    }
}

#[test]
fn wide_and_joined_graphemes_shift_nothing() {
    let row = |text: &str| Line::new(vec![span(text, Style::default()), span("|", Style::of(Tone::Warn))]);
    let frames = [
        [row("ascii     "), row("更多的文字"), row("👩‍💻👨‍👩‍👧 e\u{301}🇯🇵a ")],
        [row("你ii      "), row("x多x文y字"), row("a👩‍💻b👨‍👩‍👧e\u{301}c ")],
        [row("i你i你i    "), row("ascii     "), row("🇯🇵👩‍💻 x y ")],
    ];
    let mut painter = painter(Place::Inline, 20, 6);
    let mut bytes = b"above\r\n".to_vec();
    for frame in &frames {
        bytes.extend(painter.draw(frame, None));
    }
    let after = terminal(20, 6, &bytes);
    let mut whole = Painter::new(Place::Inline, Theme::new(true), false, (20, 6));
    let bytes = [b"above\r\n".to_vec(), whole.draw(&frames[2], None)].concat();
    assert_eq!(after, terminal(20, 6, &bytes));
    expect![[r#"
        above
        i你i你i    |
        ascii     |
        🇯🇵👩‍💻 x y |
        [0,1 visible 0]
    "#]]
    .assert_eq(&after);
}

#[test]
fn what_stood_above_stays_also_where_the_row_was_begun() {
    let mut painter = painter(Place::Inline, 40, 8);
    let mut bytes = b"one\r\ntwo\r\nthree\r\nno line feed".to_vec();
    bytes.extend(painter.draw(&list(1), None));
    bytes.extend(painter.erase());
    bytes.extend(painter.remain(&[plain("Which database? SQLite in a file")]));
    expect![[r#"
        one
        two
        three
        no line feed
        Which database? SQLite in a file
        [0,1 visible 1]
    "#]]
    .assert_eq(&terminal(40, 8, &bytes));
}

#[test]
fn a_form_that_grows_and_shrinks_leaves_one_copy() {
    let mut painter = painter(Place::Inline, 40, 12);
    let mut bytes = b"one\r\ntwo\r\n".to_vec();
    for rows in [3, 8, 2, 8, 5, 1, 6] {
        bytes.extend(painter.draw(&list(2)[..rows], None));
    }
    expect![[r#"
        one
        two
        Which database should the tests use?

          1. Postgres, as in production
          2. SQLite in a file
        ❯ 3. Keep it in memory
          4. Something else…
        [0,2 visible 0]
    "#]]
    .assert_eq(&terminal(40, 12, &bytes));
}

#[test]
fn a_form_at_the_bottom_scrolls_what_is_above() {
    let mut painter = painter(Place::Inline, 40, 6);
    let mut bytes = b"1\r\n2\r\n3\r\n4\r\n5\r\n".to_vec();
    bytes.extend(painter.draw(&list(0)[..2], None));
    bytes.extend(painter.draw(&list(0)[..6], None));
    bytes.extend(painter.erase());
    bytes.extend(painter.remain(&[plain("summary")]));
    expect![[r#"
        1
        2
        3
        4
        5
        summary
        [0,1 visible 1]
    "#]]
    .assert_eq(&terminal(40, 6, &bytes));
}

#[test]
fn full_screen_shows_the_same() {
    let mut painter = painter(Place::FullScreen, 40, 10);
    let mut bytes = b"above\r\n\x1b[?1049h\x1b[?7l".to_vec();
    for focus in [0, 3, 1] {
        bytes.extend(painter.draw(&list(focus), Some((2, 3))));
    }
    expect![[r#"
        Which database should the tests use?

          1. Postgres, as in production
        ❯ 2. SQLite in a file
          3. Keep it in memory
          4. Something else…

        Enter choose · ↑↓ move · Esc cancel
        [2,3 visible 1]
    "#]]
    .assert_eq(&terminal(40, 10, &bytes));
}

#[test]
fn right_to_left_text_stands_between_isolates_and_is_written_whole() {
    let row = |text: &str| {
        Line::new(vec![
            span("1. ", Style::default()),
            span(text, Style::default()),
            span(" end", Style::default()),
        ])
    };
    let mut painter = painter(Place::Inline, 40, 10);
    painter.draw(&[row("שלום")], None);
    check(
        &painter.draw(&[row("שלוה")], None),
        &expect![[r#"␛[?2026h␛[K1. \u{2068}ש␛[5Gל␛[6Gו␛[7Gה\u{2069}␛[8G end\r␛[?2026l"#]],
    );
}

/// Each tone plain, bold, selected, italic and under a caret.
fn looks(colours: bool) -> String {
    let tones = [
        Tone::Plain,
        Tone::Dim,
        Tone::Accent,
        Tone::Good,
        Tone::Warn,
        Tone::Danger,
        Tone::Heading,
        Tone::Code,
        Tone::Keyword,
        Tone::Literal,
        Tone::Name,
        Tone::Trusted,
    ];
    let mut shown = String::new();
    for tone in tones {
        let line = Line::new(vec![
            span("a", Style::of(tone)),
            span("b", Style::of(tone).bold()),
            span("c", Style::of(tone).selected()),
            span("d", Style::of(tone).italic()),
            span("e", Style { caret: true, ..Style::of(tone) }),
        ]);
        let painter = Painter::new(Place::Inline, Theme::new(colours), false, (40, 10));
        let bytes = String::from_utf8(painter.remain(&[line])).unwrap().replace('\x1b', "␛");
        let _ = writeln!(shown, "{tone:?}: {}", bytes.replace("\r\n", ""));
    }
    shown
}

#[test]
fn looks_with_colours() {
    expect![[r#"
        Plain: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Dim: ␛[2ma␛[;1mb␛[;2;7mc␛[;2;3md␛[;2;7me␛[m
        Accent: ␛[94ma␛[;1;94mb␛[;7;94mc␛[;3;94md␛[;7;94me␛[m
        Good: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Warn: ␛[35ma␛[;1;35mb␛[;7;35mc␛[;3;35md␛[;7;35me␛[m
        Danger: ␛[1;31mab␛[;1;7;31mc␛[;1;3;31md␛[;1;7;31me␛[m
        Heading: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Code: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Keyword: ␛[35ma␛[;1;35mb␛[;7;35mc␛[;3;35md␛[;7;35me␛[m
        Literal: ␛[32ma␛[;1;32mb␛[;7;32mc␛[;3;32md␛[;7;32me␛[m
        Name: ␛[94ma␛[;1;94mb␛[;7;94mc␛[;3;94md␛[;7;94me␛[m
        Trusted: ␛[30;46ma␛[;1;30;46mb␛[;30;46mc␛[;3;30;46md␛[;30;46me␛[m
    "#]]
    .assert_eq(&looks(true));
}

#[test]
fn looks_without_colours() {
    expect![[r#"
        Plain: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Dim: ␛[2ma␛[;1mb␛[;2;7mc␛[;2;3md␛[;2;7me␛[m
        Accent: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Good: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Warn: ␛[4ma␛[;1;4mb␛[;7mc␛[;3;4md␛[;7me␛[m
        Danger: ␛[1;4mab␛[;1;7mc␛[;1;3;4md␛[;1;7me␛[m
        Heading: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Code: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Keyword: ␛[1mab␛[;1;7mc␛[;1;3md␛[;1;7me␛[m
        Literal: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Name: a␛[1mb␛[;7mc␛[;3md␛[;7me␛[m
        Trusted: ␛[1;4;7mabc␛[;1;3;4;7md␛[;1;4;7me␛[m
    "#]]
    .assert_eq(&looks(false));
}

#[test]
fn nothing_but_trusted_rows_looks_trusted() {
    let tones = [
        Tone::Plain,
        Tone::Dim,
        Tone::Accent,
        Tone::Good,
        Tone::Warn,
        Tone::Danger,
        Tone::Heading,
        Tone::Code,
    ];
    for colours in [true, false] {
        let theme = Theme::new(colours);
        let trusted = theme.look(Style::of(Tone::Trusted));
        let marks = |look: ratatui_core::style::Style| {
            let both = Modifier::REVERSED | Modifier::UNDERLINED;
            (look.bg, look.add_modifier & both)
        };
        for bits in 0..16 {
            for tone in tones {
                let style = Style {
                    tone,
                    bold: bits & 1 > 0,
                    selected: bits & 2 > 0,
                    italic: bits & 4 > 0,
                    caret: bits & 8 > 0,
                };
                assert_ne!(marks(theme.look(style)), marks(trusted), "{style:?}");
            }
        }
    }
}
