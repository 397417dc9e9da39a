//! The row below a form that names its page in a browser.
//!
//! - It is there only where the form leaves a row: it takes none from a question or an option.
//! - The address is whole or absent; its words go first.

use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted};

/// The words before the address.
const WORDS: &str = "in a browser: ";

/// The page of a form's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormPage {
    /// Its address, without a secret.
    pub address: String,
    /// Whether the address goes to the clipboard when the form appears.
    pub copies: bool,
}

/// The row at this width, behind so many blanks; `None` if the address doesn't fit.
pub(crate) fn page_row(address: &str, left: usize, width: usize) -> Option<Line> {
    let address = Shown::one_line(&Untrusted::from(address));
    let mut line = Line::from(Span::new(Shown::repeat(" ", left), Style::default()));
    let width = width.checked_sub(left)?;
    if WORDS.len() + address.width() <= width {
        line.push(Span::own(WORDS, Tone::Dim));
    }
    line.push(Span::new(address, Style::of(Tone::Dim)));
    (line.width() <= left + width).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::page_row;

    #[test]
    fn an_address_is_whole_or_absent_and_its_words_go_first() {
        let row = |address: &str, width| page_row(address, 0, width).map(|line| line.text());
        let address = "http://127.0.0.1:40123/r/7k04ym";
        assert_eq!(row(address, 80), Some(format!("in a browser: {address}")));
        assert_eq!(row(address, 45), Some(format!("in a browser: {address}")));
        assert_eq!([row(address, 44), row(address, 31)], [(); 2].map(|()| Some(address.to_owned())));
        assert_eq!([row(address, 30), row(address, 0)], [None, None]);
        assert_eq!(row("http://a/\u{1b}[2J", 80).as_deref(), Some("in a browser: http://a/<U+001B>[2J"));
    }
}
