//! Bytes from a terminal, a cut connection or an attacker.

use asq_core::form::{Code, Key};
use asq_core::time::Timestamp;
use asq_testkit::fuzz;
use asq_tui::input::{Parser, TermInput};

const WORDS: &[&[u8]] = &[
    b"\x1b",
    b"\x1b[",
    b"\x1bO",
    b"\x1b]",
    b"\x1bP",
    b"\x1b_",
    b"\x1b^",
    b"\x1bX",
    b"\x1b\\",
    b"\x07",
    b"\x1b[200~",
    b"\x1b[201~",
    b"\x1b[I",
    b"\x1b[O",
    b"\x1b[M",
    b"\x1b[<0;1;1M",
    b"\x1b[27;5;99~",
    b"\x1b[99;5u",
    b"\x1b[1;5A",
    b"\r",
    b"\n",
    b"\t",
    b"\x7f",
    b" ",
    b"1",
    b"2",
    b";",
    b"~",
    b"u",
    b"y",
    b"\x9b",
    b"\x9d",
    b"\x90",
    b"\x9c",
    b"\xc2",
    b"\xe2",
    b"\x80",
    b"\xf0",
    b"\xff",
    b"\0",
    "é".as_bytes(),
    "漢".as_bytes(),
    "👩‍👩‍👧".as_bytes(),
    b"\x1b[?1;2c",
    b"\x1b[1;1R",
    b"\x01",
];
const START: u64 = 1_000;
/// Longer than anything that is unfinished is waited for.
const SILENCE: u64 = 5_000;

fn expire(parser: &mut Parser, now: u64, out: &mut Vec<TermInput>) {
    while let Some(due) = parser.deadline().filter(|due| due.0 <= now) {
        parser.expire(due, out);
        assert_ne!(parser.deadline(), Some(due), "a deadline that went by stays");
    }
}

#[test]
fn whatever_came_ctrl_c_is_a_key_after_a_silence() {
    let ctrl_c = TermInput::Key(Key { code: Code::Char('c'), ctrl: true, alt: false, shift: false });
    fuzz::check(512, |bytes| {
        let bytes = fuzz::words(bytes, WORDS);
        let mut parser = Parser::new();
        let mut out = Vec::new();
        parser.feed(Timestamp(START), &bytes, &mut out);
        expire(&mut parser, START + SILENCE, &mut out);
        assert!(out.len() <= bytes.len(), "{} inputs from {} bytes", out.len(), bytes.len());
        out.clear();
        parser.feed(Timestamp(START + SILENCE), b"\x03", &mut out);
        expire(&mut parser, START + 2 * SILENCE, &mut out);
        assert_eq!(out.last(), Some(&ctrl_c), "after {}", bytes.escape_ascii());
    });
}

#[test]
fn it_does_not_matter_where_bytes_are_cut() {
    fuzz::check(512, |bytes| {
        let bytes = fuzz::words(bytes, WORDS);
        let read = |pieces: &mut dyn Iterator<Item = &[u8]>| {
            let mut parser = Parser::new();
            let mut out = Vec::new();
            pieces.for_each(|piece| parser.feed(Timestamp(START), piece, &mut out));
            expire(&mut parser, START + SILENCE, &mut out);
            out
        };
        let whole = read(&mut std::iter::once(bytes.as_slice()));
        let single = read(&mut bytes.chunks(1));
        assert_eq!(whole, single, "{}", bytes.escape_ascii());
    });
}
