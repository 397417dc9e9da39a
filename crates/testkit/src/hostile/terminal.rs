//! Text that a terminal obeys.
//!
//! - Escape sequences of every kind, complete and incomplete, in seven and in eight bits.
//! - Single control characters, each in the middle of a word.
//! - Sequences that join across two fields, or when the text between them is deleted.

use super::{Cases, add, framed};

pub(super) fn cases() -> Cases {
    let mut cases = Cases::new();
    let finals = [
        "2J",
        "H",
        "1;1H",
        "31m",
        "7m",
        "8m",
        "0m",
        "?1049h",
        "?1049l",
        "?25l",
        "?2004l",
        "?1000h",
        "?1003h",
        "6n",
        "c",
        ">c",
        "5n",
        "3J",
        "K",
        "10A",
        "999C",
        "2;5r",
        "?7l",
        "4h",
        "20h",
        "!p",
        "21t",
        "22;0t",
        "?5h",
        "1 q",
        "100@",
        "50P",
        "99L",
        "1;2;3;4;5;6;7;8;9;10m",
        "38;2;255;0;0m",
        "?u",
        ">1u",
        "200~",
        "201~",
        "99999999999999A",
        "",
        ";",
        "?",
        "31",
    ];
    add(&mut cases, "ansi_csi", finals.map(|rest| format!("Deploy\u{1b}[{rest} now?")));
    let escapes = [
        "c", "7", "8", "D", "E", "M", "H", "=", ">", "Z", "N", "O", "n", "o", "(0", "(B", ")0", "#8", "%G",
        "%@", "\\", "\u{1b}", "l", " F", "",
    ];
    add(&mut cases, "ansi_esc", escapes.map(|rest| format!("a\u{1b}{rest}b")));
    let commands = [
        "0;owned",
        "2;owned",
        "4;1;?",
        "7;file:///etc",
        "8;;https://evil.example",
        "8;;",
        "9;done",
        "10;?",
        "11;?",
        "12;?",
        "52;c;cm0gLXJmIH4=",
        "52;c;?",
        "52;p;!",
        "104",
        "133;A",
        "633;A",
        "777;notify;a;b",
        "1337;File=inline=1:AAAA",
        "1337;CurrentDir=/",
        "50;x",
        "99;i=1;hello",
        "21;fg=?",
        "l",
        "L",
        "",
    ];
    let ends = ["\u{7}", "\u{1b}\\", "\u{9c}", ""];
    add(
        &mut cases,
        "ansi_osc",
        commands.iter().enumerate().map(|(i, command)| format!("x\u{1b}]{command}{}y", ends[i % ends.len()])),
    );
    let strings = ["\u{1b}P", "\u{1b}_", "\u{1b}^", "\u{1b}X", "\u{90}", "\u{9f}", "\u{9e}", "\u{98}"];
    let bodies = [
        "$qm\u{1b}\\",
        "+q544e\u{1b}\\",
        "Gf=100,a=T;AAAA\u{1b}\\",
        "tmux;\u{1b}\u{1b}[2J\u{1b}\\",
        "unclosed",
    ];
    add(&mut cases, "dcs_apc", strings.iter().flat_map(|start| bodies.map(|body| format!("{start}{body}!"))));
    add(&mut cases, "c1", ('\u{80}'..='\u{9f}').map(|c| format!("a{c}31mb{c}")));
    add(&mut cases, "c0", ('\0'..='\u{1f}').chain(['\u{7f}']).map(|c| format!("one{c}two{c}{c}three")));
    add(
        &mut cases,
        "c0",
        ["ok\rOwned", "abc\u{8}\u{8}\u{8}xyz", "\u{b}\u{c}", "a\r\nb\rc\nd", "\u{e}lqk\u{f}"],
    );
    // Deleting the middle would join the halves into something worse.
    let halves = [
        "\u{1b}\u{1b}[0m[31m",
        "\u{1b}\u{200b}[31m",
        "\u{1b}\0[2J",
        "\u{1b}\u{ad}]0;t\u{7}",
        "\u{1b}[\u{1b}[0m2J",
        "\u{202e}\u{1b}[m\u{202c}",
        "<\u{1b}[0mscript>",
        "<U+00\u{1b}[m1B>",
        "\u{1b}[3\u{7f}1m",
        "\u{9b}\u{9b}31m",
        "\u{1b}[\r31m",
        "\u{1b}]0;\u{1b}[31mx\u{7}",
        "\u{1b}[\u{1b}]0;x\u{7}31m",
        "\u{1b}\u{feff}c",
        "\u{1b}P\u{1b}\\[31m",
        "\u{c2}\u{9b}31m",
        "\u{1b}[38;5\u{1b}[0m;1m",
        "\u{18}\u{1b}\u{1a}[31m",
        "\u{1b}\n[31m",
        "\u{1b}\t[31m",
        "\u{1b}\u{2060}[6n",
        "\u{1b}[20\u{1b}[0m0~rm\r\u{1b}[201~",
    ];
    add(&mut cases, "reassembly", halves);
    let parts = [
        "red\u{1b}[",
        "31mlabel",
        "\u{1b}]0;",
        "title\u{7}",
        "\u{1b}]8;;https://evil.example\u{1b}\\link",
        "\u{1b}]8;;\u{1b}\\",
        "\u{1b}",
        "[2J",
        "\u{1b}P",
        "q\u{1b}\\",
        "\u{202e}open",
        "close\u{202c}",
        "\u{2067}",
        "\u{2069}",
        "```",
        "``` end",
        "\"open",
        "close\"",
        "👩\u{200d}",
        "\u{200d}💻",
        "🇫",
        "🇷",
        "e",
        "\u{301}",
        "\u{e0067}\u{e0062}",
        "<!--",
        "-->",
    ];
    add(&mut cases, "cross_field_split", parts);
    add(&mut cases, "ansi_esc", framed(&["{}\u{1b}", "\u{1b}{}"], &["label", "\u{4}", "é"]));
    cases
}
