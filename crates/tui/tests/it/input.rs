//! Bytes as keys and pastes.

#![allow(clippy::needless_raw_string_hashes)]

use asq_core::form::{Code, Key};
use asq_core::time::Timestamp;
use asq_tui::input::{Parser, TermInput};
use expect_test::{Expect, expect};
use proptest::prelude::*;

const START: Timestamp = Timestamp(1000);

/// Feeds pieces without a pause, then lets every deadline go by.
fn read(pieces: &[&[u8]]) -> Vec<TermInput> {
    let mut parser = Parser::new();
    let mut out = Vec::new();
    for piece in pieces {
        parser.feed(START, piece, &mut out);
    }
    if let Some(due) = parser.deadline() {
        parser.expire(due, &mut out);
    }
    out
}

fn name(input: &TermInput) -> String {
    match input {
        TermInput::Key(Key { code, ctrl, alt, shift }) => {
            let held = [(*ctrl, "C-"), (*alt, "A-"), (*shift, "S-")];
            let held: String = held.iter().filter(|h| h.0).map(|h| h.1).collect();
            match code {
                Code::Char(c) => format!("{held}{c:?}"),
                code => format!("{held}{code:?}"),
            }
        }
        TermInput::Paste(text) => format!("Paste({text:?})"),
        TermInput::Focus(on) => format!("Focus({on})"),
        TermInput::Mouse(act, column, row) => format!("{act:?}({column}, {row})"),
        TermInput::Cursor(column, row) => format!("Cursor({column}, {row})"),
        TermInput::Unknown => "-".to_owned(),
    }
}

/// One encoding a line, what it means after it.
fn check(encodings: &[&str], expected: &Expect) {
    let mut table = String::new();
    for bytes in encodings {
        let inputs = read(&[bytes.as_bytes()]);
        let names: Vec<String> = inputs.iter().map(name).collect();
        let shown = bytes.escape_default().to_string();
        table += format!("{shown:<22} {}", names.join(" ")).trim_end();
        table += "\n";
    }
    expected.assert_eq(&table);
}

#[test]
fn characters_and_control_bytes() {
    check(
        &[
            "a",
            "Ä",
            "你",
            "👩‍💻",
            "\r",
            "\n",
            "\t",
            "\u{7f}",
            "\u{8}",
            "\u{1}",
            "\u{3}",
            "\0",
            "\u{1f}",
            "\u{85}",
        ],
        &expect![[r#"
            a                      'a'
            \u{c4}                 'Ä'
            \u{4f60}               '你'
            \u{1f469}\u{200d}\u{1f4bb} '👩' '\u{200d}' '💻'
            \r                     Enter
            \n                     C-'j'
            \t                     Tab
            \u{7f}                 Backspace
            \u{8}                  Backspace
            \u{1}                  C-'a'
            \u{3}                  C-'c'
            \u{0}                  C-' '
            \u{1f}                 C-'_'
            \u{85}                 -
        "#]],
    );
}

#[test]
fn esc_and_alt() {
    check(
        &[
            "\x1b",
            "\x1b\x1b",
            "\x1b\x1b\x1b",
            "\x1bb",
            "\x1bF",
            "\x1bä",
            "\x1b\r",
            "\x1b\n",
            "\x1b\x7f",
            "\x1b[",
            "\x1bO",
            "\x1b]",
            "\x1b\x1b[A",
            "\x1b\x1bOA",
            "\x1b\x1bx",
        ],
        &expect![[r#"
            \u{1b}                 Esc
            \u{1b}\u{1b}           Esc Esc
            \u{1b}\u{1b}\u{1b}     Esc Esc Esc
            \u{1b}b                A-'b'
            \u{1b}F                A-'F'
            \u{1b}\u{e4}           A-'ä'
            \u{1b}\r               A-Enter
            \u{1b}\n               C-A-'j'
            \u{1b}\u{7f}           A-Backspace
            \u{1b}[                A-'['
            \u{1b}O                A-'O'
            \u{1b}]                A-']'
            \u{1b}\u{1b}[A         A-Up
            \u{1b}\u{1b}OA         A-Up
            \u{1b}\u{1b}x          Esc A-'x'
        "#]],
    );
}

#[test]
fn home_and_end_in_all_their_encodings() {
    check(
        &[
            "\x1b[H",
            "\x1b[F",
            "\x1bOH",
            "\x1bOF",
            "\x1b[1~",
            "\x1b[4~",
            "\x1b[7~",
            "\x1b[8~",
            "\x1b[1;5H",
            "\x1b[1;5F",
            "\x1b[7^",
            "\x1b[8$",
            "\x1b[57423u",
            "\x1b[57424;5u",
            "\x1b[1;2H",
            "\x1b[1;3F",
        ],
        &expect![[r#"
            \u{1b}[H               Home
            \u{1b}[F               End
            \u{1b}OH               Home
            \u{1b}OF               End
            \u{1b}[1~              Home
            \u{1b}[4~              End
            \u{1b}[7~              Home
            \u{1b}[8~              End
            \u{1b}[1;5H            C-Home
            \u{1b}[1;5F            C-End
            \u{1b}[7^              C-Home
            \u{1b}[8$              S-End
            \u{1b}[57423u          Home
            \u{1b}[57424;5u        C-End
            \u{1b}[1;2H            S-Home
            \u{1b}[1;3F            A-End
        "#]],
    );
}

#[test]
fn arrows_pages_and_function_keys() {
    check(
        &[
            "\x1b[A",
            "\x1bOA",
            "\x1b[1;5C",
            "\x1b[1;3D",
            "\x1b[1;2B",
            "\x1bOd",
            "\x1b[a",
            "\x1b[5~",
            "\x1b[6~",
            "\x1b[5;5~",
            "\x1b[3~",
            "\x1b[3;3~",
            "\x1b[3^",
            "\x1b[2~",
            "\x1bOP",
            "\x1bOR",
            "\x1b[11~",
            "\x1b[15~",
            "\x1b[17~",
            "\x1b[24~",
            "\x1b[[A",
            "\x1b[[E",
            "\x1b[1;2P",
            "\x1bOM",
            "\x1bO5C",
            "\x1b[Z",
        ],
        &expect![[r#"
            \u{1b}[A               Up
            \u{1b}OA               Up
            \u{1b}[1;5C            C-Right
            \u{1b}[1;3D            A-Left
            \u{1b}[1;2B            S-Down
            \u{1b}Od               C-Left
            \u{1b}[a               S-Up
            \u{1b}[5~              PageUp
            \u{1b}[6~              PageDown
            \u{1b}[5;5~            C-PageUp
            \u{1b}[3~              Delete
            \u{1b}[3;3~            A-Delete
            \u{1b}[3^              C-Delete
            \u{1b}[2~              -
            \u{1b}OP               F(1)
            \u{1b}OR               F(3)
            \u{1b}[11~             F(1)
            \u{1b}[15~             F(5)
            \u{1b}[17~             F(6)
            \u{1b}[24~             F(12)
            \u{1b}[[A              F(1)
            \u{1b}[[E              F(5)
            \u{1b}[1;2P            S-F(1)
            \u{1b}OM               Enter
            \u{1b}O5C              C-Right
            \u{1b}[Z               S-Tab
        "#]],
    );
}

#[test]
fn kitty_and_modify_other_keys() {
    check(
        &[
            "\x1b[27u",
            "\x1b[13;2u",
            "\x1b[13;3u",
            "\x1b[9;2u",
            "\x1b[127;5u",
            "\x1b[97;5u",
            "\x1b[97;4u",
            "\x1b[106;5:1u",
            "\x1b[106;5:2u",
            "\x1b[106;5:3u",
            "\x1b[1;1:3A",
            "\x1b[1;1:2A",
            "\x1b[97:65;2u",
            "\x1b[99;133u",
            "\x1b[97;9u",
            "\x1b[57414u",
            "\x1b[57400u",
            "\x1b[57441;2u",
            "\x1b[27;2;13~",
            "\x1b[27;5;106~",
            "\x1b[27;3;98~",
            "\x1b[27;2;65~",
            "\x1b[32;2u",
            "\x1b[95;5u",
        ],
        &expect![[r#"
            \u{1b}[27u             Esc
            \u{1b}[13;2u           S-Enter
            \u{1b}[13;3u           A-Enter
            \u{1b}[9;2u            S-Tab
            \u{1b}[127;5u          C-Backspace
            \u{1b}[97;5u           C-'a'
            \u{1b}[97;4u           A-'A'
            \u{1b}[106;5:1u        C-'j'
            \u{1b}[106;5:2u        C-'j'
            \u{1b}[106;5:3u
            \u{1b}[1;1:3A
            \u{1b}[1;1:2A          Up
            \u{1b}[97:65;2u        'A'
            \u{1b}[99;133u         C-'c'
            \u{1b}[97;9u           -
            \u{1b}[57414u          Enter
            \u{1b}[57400u          '1'
            \u{1b}[57441;2u        -
            \u{1b}[27;2;13~        S-Enter
            \u{1b}[27;5;106~       C-'j'
            \u{1b}[27;3;98~        A-'b'
            \u{1b}[27;2;65~        'A'
            \u{1b}[32;2u           ' '
            \u{1b}[95;5u           C-'_'
        "#]],
    );
}

#[test]
fn replies_of_a_terminal_are_no_keys() {
    check(
        &[
            "\x1b[1;4R",
            "\x1b[24;80R",
            "\x1b[R",
            "\x1b[?1;2c",
            "\x1b[>0;276;0c",
            "\x1b[?2026;2$y",
            "\x1b[4;1$y",
            "\x1b[?1u",
            "\x1b[8;24;80t",
            "\x1b]11;rgb:00/00/00\x1b\\",
            "\x1b]0;title\x07",
            "\x1bP1$r0m\x1b\\",
            "\x1bP>|tmux 3.3a\x1b\\x",
            "\x1b_Gi=1;OK\x1b\\",
            "\x1b[<0;10;20M",
            "\x1b[M !!",
            "\x1b[I",
            "\x1b[O",
            "\x1b[0n",
            "\x1b[201~",
            "\x1b[123456789012345678901234567890~",
        ],
        &expect![[r#"
            \u{1b}[1;4R            Cursor(4, 1)
            \u{1b}[24;80R          Cursor(80, 24)
            \u{1b}[R               -
            \u{1b}[?1;2c           -
            \u{1b}[>0;276;0c       -
            \u{1b}[?2026;2$y       -
            \u{1b}[4;1$y           -
            \u{1b}[?1u             -
            \u{1b}[8;24;80t        -
            \u{1b}]11;rgb:00/00/00\u{1b}\\ -
            \u{1b}]0;title\u{7}    -
            \u{1b}P1$r0m\u{1b}\\   -
            \u{1b}P>|tmux 3.3a\u{1b}\\x - 'x'
            \u{1b}_Gi=1;OK\u{1b}\\ -
            \u{1b}[<0;10;20M       Click(9, 19)
            \u{1b}[M !!            -
            \u{1b}[I               Focus(true)
            \u{1b}[O               Focus(false)
            \u{1b}[0n              -
            \u{1b}[201~            -
            \u{1b}[123456789012345678901234567890~ -
        "#]],
    );
}

#[test]
fn pastes_hold_everything_as_it_came() {
    check(
        &[
            "\x1b[200~hello\x1b[201~",
            "\x1b[200~a\r\nb\rc\nd\x1b[201~x",
            "\x1b[200~\x1b[201~",
            "\x1b[200~\x1b[200~\x1b[201~",
            "\x1b[200~\x1b[20\x1b[A\x03\r\x1b[201~",
            "\x1b[200~👩‍💻é\x1b[201~\r",
        ],
        &expect![[r#"
            \u{1b}[200~hello\u{1b}[201~ Paste("hello")
            \u{1b}[200~a\r\nb\rc\nd\u{1b}[201~x Paste("a\r\nb\rc\nd") 'x'
            \u{1b}[200~\u{1b}[201~ Paste("")
            \u{1b}[200~\u{1b}[200~\u{1b}[201~ Paste("\u{1b}[200~")
            \u{1b}[200~\u{1b}[20\u{1b}[A\u{3}\r\u{1b}[201~ Paste("\u{1b}[20\u{1b}[A\u{3}\r")
            \u{1b}[200~\u{1f469}\u{200d}\u{1f4bb}\u{e9}\u{1b}[201~\r Paste("👩\u{200d}💻é") Enter
        "#]],
    );
}

const CTRL_C: TermInput = TermInput::Key(Key::ctrl(Code::Char('c')));

fn pasted(text: &str) -> TermInput {
    TermInput::Paste(text.to_owned())
}

/// What pieces become that arrive at these milliseconds; deadlines between them pass.
fn timed(pieces: &[(u64, &[u8])]) -> Vec<TermInput> {
    let mut parser = Parser::new();
    let mut out = Vec::new();
    for (at, piece) in pieces {
        let now = START.plus(*at);
        if parser.deadline().is_some_and(|due| due <= now) {
            parser.expire(now, &mut out);
        }
        parser.feed(now, piece, &mut out);
    }
    out
}

#[test]
fn a_paste_without_an_end_ends_after_a_second_of_silence() {
    assert_eq!(read(&[b"\x1b[200~rm -rf\r\r"]), vec![pasted("rm -rf\r\r")]);
    let enter = TermInput::Key(Key::plain(Code::Enter));
    let esc = TermInput::Key(Key::plain(Code::Esc));
    let late: &[(u64, &[u8])] = &[(0, b"\x1b[200~one "), (900, b"two"), (1899, b" three"), (2899, b"\r")];
    assert_eq!(timed(late), vec![pasted("one two three"), enter]);
    assert_eq!(timed(&[(0, b"\x1b[200~"), (1000, b"\x1b"), (1100, b"")]), vec![pasted(""), esc]);
}

/// With the plain byte and in kitty's encoding: at once after a moment of silence, else when the paste is given up.
#[test]
fn ctrl_c_ends_a_paste_without_an_end() {
    for key in [&b"\x03"[..], b"\x1b[99;5u"] {
        assert_eq!(timed(&[(0, b"\x1b[200~abc"), (1, key), (1001, b"")]), vec![pasted("abc"), CTRL_C]);
        let with_more = [key, b"x"].concat();
        let inputs = timed(&[(0, b"\x1b[200~abc"), (60, &with_more)]);
        assert_eq!(inputs, vec![pasted("abc"), CTRL_C, TermInput::Key(Key::char('x'))]);
        let behind = [b"\x1b[200~abc", key].concat();
        assert_eq!(read(&[&behind]), vec![pasted("abc"), CTRL_C]);
    }
    // In the middle of a text it is text.
    assert_eq!(timed(&[(0, b"\x1b[200~a"), (1, b"b\x03c\x1b[201~")]), vec![pasted("ab\u{3}c")]);
}

/// A connection that comes back brings the rest of the paste, and no keys.
#[test]
fn what_comes_late_of_a_paste_is_pasted() {
    let mark: &[(u64, &[u8])] = &[(0, b"\x1b[200~one "), (1500, b"2\r\x1b[201~")];
    assert_eq!(timed(mark), vec![pasted("one "), pasted("2\r")]);
    let long: &[(u64, &[u8])] =
        &[(0, b"\x1b[200~one "), (1500, b"2\r and a long rest"), (1501, b"\r\x1b[201~1")];
    let key = TermInput::Key(Key::char('1'));
    assert_eq!(timed(long), vec![pasted("one "), pasted("2\r and a long rest\r"), key]);
}

/// As bytes that aren't UTF-8, and as the characters of those numbers.
#[test]
fn a_stray_eight_bit_control_takes_the_rest_of_its_sequence_along() {
    for (bytes, rest) in [
        (&b"\x9b2~"[..], 0),
        (b"\xc2\x9b2~", 0),
        (b"\x9b1;5A", 0),
        (b"\x9bM!!!", 0),
        (b"\x9b[A", 0),
        (b"\x8fA", 0),
        (b"\x9d0;2\x9c", 0),
        (b"\x9d0;2\x07", 0),
        (b"\x90q2\x1b\\", 0),
        (b"\x9d2", 0),
        (b"\x9b2", 0),
        (b"\x9c2", 1),
        (b"\x802", 1),
        (b"\xe9\x9b2~", 2),
        (b"\x9b2~2", 1),
        (b"\x9d2\x03", 1),
        (b"\x9b2\x03", 1),
    ] {
        let keys = read(&[bytes]).into_iter().filter(|i| matches!(i, TermInput::Key(_))).count();
        assert_eq!(keys, rest, "{bytes:x?}");
    }
    assert_eq!(read(&[b"\x9b200~2\r\x1b[201~"]), vec![pasted("2\r")], "nor does a paste become keys");
}

#[test]
fn ctrl_c_is_a_key_inside_anything_unfinished() {
    for start in ["\x1b[1;2", "\x1bO", "\x1b]0;never ended", "\x1bP", "\u{c3}"] {
        let bytes = [start.as_bytes(), b"\x03"].concat();
        assert_eq!(read(&[&bytes]).last(), Some(&TermInput::Key(Key::ctrl(Code::Char('c')))), "{start:?}");
    }
}

#[test]
fn esc_waits_for_its_deadline_and_no_longer() {
    let mut parser = Parser::new();
    let mut out = Vec::new();
    parser.feed(START, b"\x1b", &mut out);
    assert_eq!(parser.deadline(), Some(START.plus(25)));
    parser.expire(START.plus(24), &mut out);
    assert_eq!(out, vec![]);
    parser.expire(START.plus(25), &mut out);
    assert_eq!(out, vec![TermInput::Key(Key::plain(Code::Esc))]);
    assert_eq!(parser.deadline(), None);
}

#[test]
fn a_sequence_cut_off_by_silence_leaves_the_keys_alive() {
    let mut parser = Parser::new();
    let mut out = Vec::new();
    parser.feed(START, b"\x1b]11;rgb:", &mut out);
    let due = parser.deadline().unwrap();
    assert_eq!(due, START.plus(1000));
    parser.expire(due, &mut out);
    parser.feed(due, b"y", &mut out);
    assert_eq!(out, vec![TermInput::Unknown, TermInput::Key(Key::char('y'))]);
}

#[test]
fn a_paste_of_ten_megabytes_comes_whole_in_few_pieces() {
    let line = "line of a long paste, with é and 你\r\n";
    let text = line.repeat(10 * 1024 * 1024 / line.len());
    let bytes = [b"\x1b[200~", text.as_bytes(), b"\x1b[201~"].concat();
    let pieces: Vec<&[u8]> = bytes.chunks(4096).collect();
    let inputs = read(&pieces);
    let joined: String =
        inputs.iter().map(|i| if let TermInput::Paste(text) = i { text.as_str() } else { "?" }).collect();
    assert_eq!(inputs.len(), 3);
    assert!(joined == text);
}

#[test]
fn bytes_that_are_no_utf8_are_no_keys() {
    assert_eq!(read(&[b"\xff\xc3\x28\xe4\xbd"]).iter().map(name).collect::<Vec<_>>(), ["-", "-", "'('", "-"]);
}

fn soup() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..12),
        4 => prop::sample::select(vec![
            &b"\x1b"[..], b"\x1b[", b"\x1b[1;5C", b"\x1bOH", b"\x1b[200~", b"\x1b[201~", b"\x1b]0;t\x07", b"\x1bP1$r\x1b\\",
            b"\x1b[M", b"\x1b[[", b"\x1b[27;2;13~", b"\x1b[13;2u", b"\r\n", b"\x03", b"\xe4\xbd\xa0", b"~", b"\x1b\\",
        ]).prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|p| p.concat())
}

proptest! {
    #[test]
    fn any_bytes_split_anywhere_give_the_same(bytes in soup(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        let mut at: Vec<usize> = cuts.iter().map(|c| c.index(bytes.len() + 1)).collect();
        at.sort_unstable();
        at.push(bytes.len());
        let mut from = 0;
        let pieces: Vec<&[u8]> = at.iter().map(|&to| {
            let piece = &bytes[from..to];
            from = to;
            piece
        }).collect();
        let whole = read(&[&bytes]);
        prop_assert_eq!(&read(&pieces), &whole);
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        prop_assert_eq!(&read(&single), &whole);
    }
}

#[test]
fn what_is_none_of_ours_is_no_key() {
    check(
        &[
            "\u{1b}[1;9A",
            "\u{1b}[1;33H",
            "\u{1b}[24;1H",
            "\u{1b}]0;x\u{7}a",
            "\u{1b}P1$r\u{7}a",
            "\u{1b}_x\u{7}a",
        ],
        &expect![[r#"
            \u{1b}[1;9A            -
            \u{1b}[1;33H           -
            \u{1b}[24;1H           -
            \u{1b}]0;x\u{7}a       - 'a'
            \u{1b}P1$r\u{7}a       - 'a'
            \u{1b}_x\u{7}a         - 'a'
        "#]],
    );
}

#[test]
fn the_mouse_clicks_and_turns_its_wheel() {
    check(
        &[
            "\x1b[<0;10;20M",
            "\x1b[<0;10;20m",
            "\x1b[<64;1;1M",
            "\x1b[<65;1;1M",
            "\x1b[<2;1;1M",
            "\x1b[<32;1;1M",
            "\x1b[<0;0;5M",
            "\x1b[<0;10M",
            "\x1b[<0;99999;1M",
            "\x1b[<;;M",
            "\x1b[<0;1;1A",
            "\x1b[200~\x1b[<0;1;1M\x1b[201~",
        ],
        &expect![[r#"
            \u{1b}[<0;10;20M       Click(9, 19)
            \u{1b}[<0;10;20m
            \u{1b}[<64;1;1M        WheelUp(0, 0)
            \u{1b}[<65;1;1M        WheelDown(0, 0)
            \u{1b}[<2;1;1M         -
            \u{1b}[<32;1;1M        -
            \u{1b}[<0;0;5M         -
            \u{1b}[<0;10M          -
            \u{1b}[<0;99999;1M     -
            \u{1b}[<;;M            -
            \u{1b}[<0;1;1A         -
            \u{1b}[200~\u{1b}[<0;1;1M\u{1b}[201~ Paste("\u{1b}[<0;1;1M")
        "#]],
    );
}

#[test]
fn what_came_of_a_paste_is_text_when_the_terminal_is_gone() {
    let lost = |bytes: &[u8]| {
        let (mut parser, mut out) = (Parser::new(), Vec::new());
        parser.feed(START, bytes, &mut out);
        parser.lost(&mut out);
        assert_eq!(parser.deadline(), None);
        out.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lost(b"\x1b[200~half a"), "Paste(\"half a\")");
    assert_eq!(lost(b"\x1b[200~half a\x1b[20"), "Paste(\"half a\")");
    // No key follows, not even the one that gives a paste up.
    assert_eq!(lost(b"\x1b[200~half a\x03"), "Paste(\"half a\\u{3}\")");
    assert_eq!(lost(b"\x1b[200~all\x1b[201~\x1b"), "Paste(\"all\")");
    assert_eq!(lost(b"x\x1b["), "'x'");
}
