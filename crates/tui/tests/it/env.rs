//! The terminal according to the environment.

use asq_tui::TermEnv;
use asq_tui::theme::Background;

fn env(variables: &[(&str, &str)]) -> TermEnv {
    TermEnv::new(|name| variables.iter().find(|v| v.0 == name).map(|v| v.1.to_owned()))
}

#[test]
fn an_ordinary_terminal() {
    let wanted = TermEnv {
        term: "xterm-256color".to_owned(),
        colours: true,
        rgb: false,
        indexed: true,
        background: None,
        unicode: true,
        dumb: false,
        clips: false,
        size: (80, 24),
    };
    assert_eq!(env(&[("TERM", "xterm-256color"), ("LANG", "de_DE.UTF-8"), ("NO_COLOR", "")]), wanted);
}

#[test]
fn no_color_is_any_text() {
    assert!(!env(&[("NO_COLOR", "0")]).colours);
}

#[test]
fn the_locale_that_wins_says_whether_marks_are_ascii() {
    assert!(env(&[("LC_CTYPE", "C.utf8")]).unicode);
    assert!(!env(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]).unicode);
    assert!(env(&[("LC_ALL", ""), ("LANG", "en_GB.UTF-8")]).unicode);
    assert!(!env(&[]).unicode);
}

#[test]
fn without_a_term_it_is_dumb() {
    assert!(env(&[]).dumb && env(&[("TERM", "dumb")]).dumb);
}

#[test]
fn who_keeps_rows_on_one_row() {
    for (variables, clips) in [
        (&[("TERM", "linux")][..], true),
        (&[("TERM", "screen")], true),
        (&[("TERM", "screen"), ("TMUX", "/tmp/tmux-0/default,1,0")], false),
        (&[("TERM", "xterm-256color"), ("XTERM_VERSION", "XTerm(379)")], true),
        (&[("TERM", "tmux-256color"), ("TMUX", "x"), ("XTERM_VERSION", "XTerm(379)")], false),
    ] {
        assert_eq!(env(variables).clips, clips, "{variables:?}");
    }
}

#[test]
fn a_size_to_fall_back_on() {
    assert_eq!(env(&[("COLUMNS", "100"), ("LINES", "x")]).size, (100, 24));
    assert_eq!(env(&[("COLUMNS", "0"), ("LINES", "50")]).size, (80, 50));
}

#[test]
fn who_knows_more_than_256_colours() {
    for (variables, rgb) in [
        (&[("COLORTERM", "truecolor")][..], true),
        (&[("COLORTERM", "24bit")], true),
        (&[("COLORTERM", "yes"), ("TERM", "xterm-256color")], false),
        (&[("TERM", "xterm-direct")], true),
        (&[("TERM", "tmux-256color"), ("TMUX", "x")], true),
    ] {
        assert_eq!(env(variables).rgb, rgb, "{variables:?}");
    }
}

#[test]
fn who_knows_more_than_16_colours() {
    for (variables, indexed) in [
        (&[("TERM", "xterm")][..], true),
        (&[("TERM", "rxvt-unicode-256color")], true),
        (&[("TERM", "st-direct")], true),
        (&[("TERM", "vt220"), ("COLORTERM", "1")], true),
        (&[("TERM", "screen"), ("TMUX", "x")], true),
        (&[("TERM", "linux")], false),
        (&[("TERM", "vt220")], false),
        (&[("TERM", "ansi")], false),
    ] {
        assert_eq!(env(variables).indexed, indexed, "{variables:?}");
    }
}

#[test]
fn what_the_background_is_like() {
    for (text, background) in [
        ("15;0", Some(Background::Dark)),
        ("12;8", Some(Background::Dark)),
        ("0;15", Some(Background::Light)),
        ("0;default;7", Some(Background::Light)),
        ("15;default", None),
        ("", None),
        ("0;300", None),
    ] {
        assert_eq!(env(&[("COLORFGBG", text)]).background, background, "{text}");
    }
    assert_eq!(env(&[("COLORFGBG", "15;0"), ("TMUX", "x")]).background, None);
}
