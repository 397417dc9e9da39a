//! Themes, from a setting and a file to the colours in a real terminal.

use crate::terminal::Home;
use expect_test::{Expect, expect};
use std::fs;

const CALL: &str =
    r#"{"questions": [{"id": "q", "prompt": "Which one?", "options": [{"value": "a", "label": "Alpha"}]}]}"#;

fn home(config: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.path(".config/asq/themes")).unwrap();
    home.write(".config/asq/config.toml", &format!("guard = 0\n{config}"));
    home.write("call.json", CALL);
    home
}

/// The styled rows with these texts, under these variables; and standard error.
fn check(home: &Home, variables: &str, expected: &Expect) {
    let session = home.run(&format!("{variables} $asq ask --agent me --dialect question call.json >out"));
    session.sees("Esc cancel");
    let screen = session.tmux.styled();
    let rows =
        screen.lines().filter(|row| ["asked by", "Alpha", "Esc"].iter().any(|text| row.contains(text)));
    let mut text: String = rows.map(|row| row.trim_end().replace('\x1b', "␛") + "\n").collect();
    session.tmux.keys(&["Escape"]);
    text.push_str(&session.end().err);
    expected.assert_eq(&text);
}

#[test]
fn a_palette_is_chosen_by_its_name() {
    let home = home("theme = 'light'");
    check(
        &home,
        "",
        &expect![[r#"
            ␛[0m␛[38;5;26m␛[49m❯␛[39m ␛[1m␛[38;5;26m1. Alpha
            ␛[0m␛[38;5;231m␛[48;5;25m──␛[39m␛[49m ␛[38;5;241masked by agent ␛[1m␛[39mme
            ␛[0m␛[39m␛[49m↑/↓ ␛[38;5;241mmove ·␛[39m Enter ␛[38;5;241mselect ·␛[39m 1-2 ␛[38;5;241mpick ·␛[39m ? ␛[38;5;241mkeys ·␛[39m Esc ␛[38;5;241mcancel
        "#]],
    );
    check(
        &home,
        "ASQ_THEME=dark",
        &expect![[r#"
            ␛[0m␛[38;5;75m␛[49m❯␛[39m ␛[1m␛[38;5;75m1. Alpha
            ␛[0m␛[38;5;231m␛[48;5;25m──␛[39m␛[49m ␛[38;5;246masked by agent ␛[1m␛[39mme
            ␛[0m␛[39m␛[49m↑/↓ ␛[38;5;246mmove ·␛[39m Enter ␛[38;5;246mselect ·␛[39m 1-2 ␛[38;5;246mpick ·␛[39m ? ␛[38;5;246mkeys ·␛[39m Esc ␛[38;5;246mcancel
        "#]],
    );
    check(
        &home,
        "ASQ_THEME=none",
        &expect![[r#"
            ❯␛[0m␛[39m␛[49m ␛[1m1. Alpha
            ␛[0;1;4;7m␛[39m␛[49m──␛[0m␛[39m␛[49m ␛[2masked by agent ␛[0;1m␛[39m␛[49mme
            ␛[0m␛[39m␛[49m↑/↓ ␛[2mmove ·␛[0m␛[39m␛[49m Enter ␛[2mselect ·␛[0m␛[39m␛[49m 1-2 ␛[2mpick ·␛[0m␛[39m␛[49m ? ␛[2mkeys ·␛[0m␛[39m␛[49m Esc ␛[2mcancel
        "#]],
    );
    check(
        &home,
        "NO_COLOR=1",
        &expect![[r#"
            ❯␛[0m␛[39m␛[49m ␛[1m1. Alpha
            ␛[0;1;4;7m␛[39m␛[49m──␛[0m␛[39m␛[49m ␛[2masked by agent ␛[0;1m␛[39m␛[49mme
            ␛[0m␛[39m␛[49m↑/↓ ␛[2mmove ·␛[0m␛[39m␛[49m Enter ␛[2mselect ·␛[0m␛[39m␛[49m 1-2 ␛[2mpick ·␛[0m␛[39m␛[49m ? ␛[2mkeys ·␛[0m␛[39m␛[49m Esc ␛[2mcancel
        "#]],
    );
}

#[test]
fn a_theme_file_changes_tones_and_its_mistakes_are_told() {
    let home = home("theme = 'mine'");
    home.write(
        ".config/asq/themes/mine.toml",
        "base = 'dark'\naccent = '#ff8700'\ndim = 'italic 245'\ngood = 3.5\nodd = 'red'\ntrusted = 'bold'\n",
    );
    check(
        &home,
        "",
        &expect![[r#"
            ␛[0m␛[38;2;255;135;0m␛[49m❯␛[39m ␛[1m␛[38;2;255;135;0m1. Alpha
            ␛[0m␛[38;5;231m␛[48;5;25m──␛[39m␛[49m ␛[3m␛[38;5;245masked by agent ␛[0;1m␛[39m␛[49mme
            ␛[0m␛[39m␛[49m↑/↓ ␛[3m␛[38;5;245mmove ·␛[0m␛[39m␛[49m Enter ␛[3m␛[38;5;245mselect ·␛[0m␛[39m␛[49m 1-2 ␛[3m␛[38;5;245mpick ·␛[0m␛[39m␛[49m ? ␛[3m␛[38;5;245mkeys ·␛[0m␛[39m␛[49m Esc ␛[3m␛[38;5;245mcancel
            asq: ~/.config/asq/themes/mine.toml: theme: good: "3.5" is no colour, nor bold, dim, italic, underline, reverse or on
            asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "odd"
            asq: ~/.config/asq/themes/mine.toml: theme: trusted: needs a background unlike its text, or reverse and underline, so that nothing looks like it
        "#]],
    );
    home.write(".config/asq/themes/mine.toml", "accent = 'red'\ndim = ");
    check(
        &home,
        "",
        &expect![[r#"
            ␛[0m␛[94m␛[49m❯␛[39m ␛[1m␛[94m1. Alpha
            ␛[0m␛[38;5;231m␛[48;5;25m──␛[39m␛[49m ␛[2masked by agent ␛[0;1m␛[39m␛[49mme
            ␛[0m␛[39m␛[49m↑/↓ ␛[2mmove ·␛[0m␛[39m␛[49m Enter ␛[2mselect ·␛[0m␛[39m␛[49m 1-2 ␛[2mpick ·␛[0m␛[39m␛[49m ? ␛[2mkeys ·␛[0m␛[39m␛[49m Esc ␛[2mcancel
            asq: ~/.config/asq/themes/mine.toml, line 2, column 7: a value is missing; asq ignores the whole file
        "#]],
    );
    check(
        &home,
        "ASQ_THEME=other",
        &expect![[r#"
            ␛[0m␛[94m␛[49m❯␛[39m ␛[1m␛[94m1. Alpha
            ␛[0m␛[38;5;231m␛[48;5;25m──␛[39m␛[49m ␛[2masked by agent ␛[0;1m␛[39m␛[49mme
            ␛[0m␛[39m␛[49m↑/↓ ␛[2mmove ·␛[0m␛[39m␛[49m Enter ␛[2mselect ·␛[0m␛[39m␛[49m 1-2 ␛[2mpick ·␛[0m␛[39m␛[49m ? ␛[2mkeys ·␛[0m␛[39m␛[49m Esc ␛[2mcancel
            asq: ASQ_THEME: theme: there is no theme 'other'; there are auto, dark, light, none, mine
        "#]],
    );
}
