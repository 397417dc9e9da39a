//! Title, bell, notification and clipboard as bytes, for what is outside of the screen.
//!
//! - A title goes on top of the old one; taking it off clears it first, for terminals without a stack of titles.
//! - The bell is one byte, and no sequence ends in it, so that it never rings by accident.
//! - A notification is OSC 9, 777 or 99, as the terminal knows it; tmux passes it on to the terminal around it.
//! - A text for the clipboard is OSC 52 in base64, for this terminal and for the one around tmux.
//! - All other texts are escaped before they get here, so that none can end a sequence or begin another.

use asq_core::text::Shown;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

pub(crate) const BELL: &[u8] = b"\x07";

/// Title, bell and notification, for a person who looks elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Announce {
    /// The terminal's title while the form is open.
    pub title: Option<Shown>,
    /// Whether the bell rings when it appears.
    pub bell: bool,
    /// The terminal's own notification, if it can show one.
    pub notify: Option<Notify>,
    /// Whether the store says when it is this form's turn to announce the question; else it is at once.
    pub at_turn: bool,
}

/// A notification that the terminal shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notify {
    /// Milliseconds after the first frame.
    pub after_ms: u64,
    /// The text, or its title.
    pub text: Shown,
    /// More text; empty for none.
    pub body: Shown,
    /// The sequence that this terminal knows.
    pub osc: NotifyOsc,
    /// Whether the terminal is inside tmux.
    pub in_tmux: bool,
}

/// A sequence that makes a terminal show a notification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NotifyOsc {
    /// One text: iTerm2, WezTerm, Windows Terminal and most others.
    #[default]
    Osc9,
    /// Title and body: foot, urxvt, Ghostty.
    Osc777,
    /// Title and body: kitty.
    Osc99,
}

impl Notify {
    /// The bytes that show it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (text, body) = (&self.text, &self.body);
        let sequences = match self.osc {
            NotifyOsc::Osc9 if body.is_empty() => vec![format!("9;{text}")],
            NotifyOsc::Osc9 => vec![format!("9;{text} · {body}")],
            // A semicolon would end the title.
            NotifyOsc::Osc777 => vec![format!("777;notify;{};{body}", text.as_str().replace(';', ","))],
            NotifyOsc::Osc99 if body.is_empty() => vec![format!("99;;{text}")],
            NotifyOsc::Osc99 => vec![format!("99;i=asq:d=0;{text}"), format!("99;i=asq:p=body;{body}")],
        };
        let one = |sequence: &String| {
            if self.in_tmux {
                // tmux passes it on to the terminal outside only in this wrapping, with each Esc doubled.
                format!("\x1bPtmux;\x1b\x1b]{sequence}\x1b\x1b\\\x1b\\")
            } else {
                format!("\x1b]{sequence}\x1b\\")
            }
        };
        sequences.iter().map(one).collect::<String>().into_bytes()
    }
}

/// The bytes that put a text into the terminal's clipboard; in tmux also into that of the terminal around it.
pub(crate) fn clipboard(text: &str, in_tmux: bool) -> Vec<u8> {
    let osc = format!("\x1b]52;c;{}\x1b\\", STANDARD.encode(text));
    let around =
        if in_tmux { format!("\x1bPtmux;{}\x1b\\", osc.replace('\x1b', "\x1b\x1b")) } else { String::new() };
    (osc + &around).into_bytes()
}

/// The bytes that save the old title and set this one.
pub(crate) fn title(text: &Shown) -> Vec<u8> {
    // The terminal itself keeps the old title: asking for it would make it type the reply.
    format!("\x1b[22;0t\x1b]0;{text}\x1b\\").into_bytes()
}

/// The bytes that replace this title by another one.
pub(crate) fn retitle(text: &Shown) -> Vec<u8> {
    format!("\x1b]0;{text}\x1b\\").into_bytes()
}

/// The bytes that clear it and restore the old one.
pub(crate) fn untitle() -> Vec<u8> {
    // Cleared first, for terminals that keep no titles.
    b"\x1b]0;\x1b\\\x1b[23;0t".to_vec()
}

#[cfg(test)]
mod tests {
    use super::{Notify, NotifyOsc, clipboard, retitle, title, untitle};
    use asq_core::text::{Shown, Untrusted};
    use asq_testkit::hostile::hostile;
    use expect_test::expect;

    fn notify(text: &Shown, in_tmux: bool) -> Vec<u8> {
        with_body(text, "", NotifyOsc::Osc9, in_tmux)
    }

    fn with_body(text: &Shown, body: &'static str, osc: NotifyOsc, in_tmux: bool) -> Vec<u8> {
        Notify { after_ms: 0, text: text.clone(), body: Shown::own(body), osc, in_tmux }.bytes()
    }

    #[test]
    fn each_terminal_gets_the_sequence_that_it_knows() {
        let text = Shown::one_line(&Untrusted::from("asq: pi; x"));
        let all = [NotifyOsc::Osc9, NotifyOsc::Osc777, NotifyOsc::Osc99]
            .map(|osc| String::from_utf8(with_body(&text, "pick one: A;B", osc, false)).unwrap());
        assert_eq!(
            all,
            [
                "\u{1b}]9;asq: pi; x · pick one: A;B\u{1b}\\",
                "\u{1b}]777;notify;asq: pi, x;pick one: A;B\u{1b}\\",
                "\u{1b}]99;i=asq:d=0;asq: pi; x\u{1b}\\\u{1b}]99;i=asq:p=body;pick one: A;B\u{1b}\\",
            ]
        );
        let tmux = String::from_utf8(with_body(&text, "b", NotifyOsc::Osc777, true)).unwrap();
        assert_eq!(tmux, "\u{1b}Ptmux;\u{1b}\u{1b}]777;notify;asq: pi, x;b\u{1b}\u{1b}\\\u{1b}\\");
    }

    #[test]
    fn titles_and_notifications_are_these_bytes() {
        let text = Shown::one_line(&Untrusted::from("日本 — a\u{7}b"));
        let all = [title(&text), retitle(&text), untitle(), notify(&text, false), notify(&text, true)];
        let all: Vec<String> = all.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
        expect![[r#"
            [
                "\u{1b}[22;0t\u{1b}]0;日本 — a<U+0007>b\u{1b}\\",
                "\u{1b}]0;日本 — a<U+0007>b\u{1b}\\",
                "\u{1b}]0;\u{1b}\\\u{1b}[23;0t",
                "\u{1b}]9;日本 — a<U+0007>b\u{1b}\\",
                "\u{1b}Ptmux;\u{1b}\u{1b}]9;日本 — a<U+0007>b\u{1b}\u{1b}\\\u{1b}\\",
            ]
        "#]]
        .assert_debug_eq(&all);
    }

    #[test]
    fn a_text_for_the_clipboard_is_base64() {
        let bytes = |in_tmux| String::from_utf8(clipboard("a\u{1b}]0;b\u{7}\n", in_tmux)).unwrap();
        assert_eq!(bytes(false), "\u{1b}]52;c;YRtdMDtiBwo=\u{1b}\\");
        let around = "\u{1b}Ptmux;\u{1b}\u{1b}]52;c;YRtdMDtiBwo=\u{1b}\u{1b}\\\u{1b}\\";
        assert_eq!(bytes(true), bytes(false) + around);
    }

    #[test]
    fn no_text_ends_a_sequence_or_rings() {
        for (_, case) in hostile() {
            let text = Shown::one_line(&Untrusted::from(case.as_str()));
            for bytes in [title(&text), retitle(&text), notify(&text, false), notify(&text, true)] {
                let whole = String::from_utf8(bytes).unwrap();
                let (before, after) = whole.split_once(text.as_str()).unwrap();
                let own = format!("{before}{after}");
                let controls = own.chars().filter(|c| c.is_control()).count();
                assert_eq!(whole.chars().filter(|c| c.is_control()).count(), controls, "{case:?}: {whole:?}");
                assert!(!whole.contains('\u{7}'), "{case:?}: {whole:?}");
            }
        }
    }
}
