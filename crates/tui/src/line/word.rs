//! The meaning of a typed line.
//!
//! - At a list every word of line mode counts, in upper or lower case.
//! - At a text only a line with nothing else but such a word counts; there `note` and `decline` with more words are
//!   texts.
//! - `=back` is the text `back`; before anything else a `=` stays.

/// A word of line mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Help,
    Back,
    /// With the note itself, if it is on the same line.
    Note(Option<String>),
    /// The row's number, from 1.
    Show(usize),
    Discuss,
    Skip,
    /// With the reason, if it is on the same line.
    Decline(Option<String>),
    /// The whole context.
    Context,
    Cancel,
    Use,
    Lines,
}

/// The meaning of a line at a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SaidWord {
    Nothing,
    Word(Word),
    /// Numbers as typed, from 1.
    Numbers(Vec<usize>),
    Yes,
    No,
    /// A number that no row has.
    NoRow,
    /// Anything else.
    Other,
}

/// The meaning of a line at a list or at the last step.
pub(super) fn word_of(line: &str) -> SaidWord {
    let line = line.trim();
    if line.is_empty() {
        return SaidWord::Nothing;
    }
    if let Some(word) = alone(line) {
        return SaidWord::Word(word);
    }
    let lower = line.to_lowercase();
    match lower.as_str() {
        "help" => return SaidWord::Word(Word::Help),
        "y" | "yes" => return SaidWord::Yes,
        "n" | "no" => return SaidWord::No,
        "none" => return SaidWord::NoRow,
        other => {
            // A note and a reason keep their case: they are cut from the line as typed.
            let behind = |word: &str| {
                let spaced = other.strip_prefix(word)?.starts_with([' ', '\t']);
                spaced.then(|| line.get(word.len()..).unwrap_or("").trim().to_owned())
            };
            if let Some(text) = behind("note") {
                return SaidWord::Word(Word::Note(Some(text)));
            }
            if let Some(reason) = behind("decline") {
                return SaidWord::Word(Word::Decline(Some(reason)));
            }
        }
    }
    let parts = line.split(|c: char| c == ',' || c.is_whitespace()).filter(|p| !p.is_empty());
    let numbers: Option<Vec<usize>> = parts.map(number).collect();
    numbers.filter(|n| !n.is_empty()).map_or(SaidWord::Other, SaidWord::Numbers)
}

/// `3` or `3.`; nothing counts from 0.
fn number(part: &str) -> Option<usize> {
    let digits = part.strip_suffix('.').unwrap_or(part);
    let digits_only = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // A number with too many digits is one that no row has.
    digits_only.then(|| digits.parse().unwrap_or(usize::MAX)).filter(|n| *n > 0)
}

/// A line that is a word of line mode and nothing else.
pub(super) fn alone(line: &str) -> Option<Word> {
    let lower = line.trim().to_lowercase();
    let mut parts = lower.split_whitespace();
    let word = match (parts.next()?, parts.next()) {
        ("?", None) => Word::Help,
        ("back", None) => Word::Back,
        ("note", None) => Word::Note(None),
        ("discuss", None) => Word::Discuss,
        ("skip", None) => Word::Skip,
        ("decline", None) => Word::Decline(None),
        ("context", None) => Word::Context,
        ("cancel", None) => Word::Cancel,
        ("use", None) => Word::Use,
        ("lines", None) => Word::Lines,
        ("show", Some(n)) => Word::Show(number(n)?),
        (_, None | Some(_)) => return None,
    };
    parts.next().is_none().then_some(word)
}

/// The meaning of a line at a text: a word, or the text.
pub(super) fn word_or_text(line: &str) -> Result<Word, &str> {
    if let Some(word) = alone(line) {
        return Ok(word);
    }
    match line.strip_prefix('=') {
        // The sign lets somebody answer with a word such as back, and a second one with the sign itself.
        Some(rest) if alone(rest.trim_start_matches('=')).is_some() => Err(rest),
        Some(_) | None => Err(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_parted_by_spaces_or_commas() {
        assert_eq!(word_of(" 1 3  4 "), SaidWord::Numbers(vec![1, 3, 4]));
        assert_eq!(word_of("1,3, 4"), SaidWord::Numbers(vec![1, 3, 4]));
        assert_eq!(word_of("2."), SaidWord::Numbers(vec![2]));
        assert_eq!(word_of("99999999999999999999999"), SaidWord::Numbers(vec![usize::MAX]));
        for line in ["0", "1 two", "-1", "1;2", ".", "+1", "1 yes"] {
            assert_eq!(word_of(line), SaidWord::Other, "{line}");
        }
        for line in ["", "  "] {
            assert_eq!(word_of(line), SaidWord::Nothing);
        }
        assert_eq!(word_of(","), SaidWord::Other);
    }

    #[test]
    fn words_count_in_any_case() {
        assert_eq!(word_of("?"), SaidWord::Word(Word::Help));
        assert_eq!(word_of("Help"), SaidWord::Word(Word::Help));
        assert_eq!(word_of(" BACK "), SaidWord::Word(Word::Back));
        assert_eq!(word_of("note"), SaidWord::Word(Word::Note(None)));
        assert_eq!(
            word_of("Note Keep it SHORT"),
            SaidWord::Word(Word::Note(Some("Keep it SHORT".to_owned())))
        );
        assert_eq!(word_of("SKIP"), SaidWord::Word(Word::Skip));
        assert_eq!(word_of("decline"), SaidWord::Word(Word::Decline(None)));
        assert_eq!(word_of("Decline Not NOW"), SaidWord::Word(Word::Decline(Some("Not NOW".to_owned()))));
        assert_eq!(word_of("declined"), SaidWord::Other);
        assert_eq!(word_of("context"), SaidWord::Word(Word::Context));
        assert_eq!(word_of("show 12"), SaidWord::Word(Word::Show(12)));
        assert_eq!(word_of("show"), SaidWord::Other);
        assert_eq!(word_of("show 0"), SaidWord::Other);
        assert_eq!(word_of("cancel it"), SaidWord::Other);
        assert_eq!(word_of("Y"), SaidWord::Yes);
        assert_eq!(word_of("no"), SaidWord::No);
        assert_eq!(word_of("none"), SaidWord::NoRow);
    }

    #[test]
    fn a_text_is_a_word_only_when_it_is_nothing_else() {
        assert_eq!(word_or_text("back"), Ok(Word::Back));
        assert_eq!(word_or_text("go back"), Err("go back"));
        assert_eq!(word_or_text("note that it rains"), Err("note that it rains"));
        assert_eq!(word_or_text("help"), Err("help"));
        assert_eq!(word_or_text("show 2"), Ok(Word::Show(2)));
        assert_eq!(word_or_text("show 2 examples"), Err("show 2 examples"));
        assert_eq!(word_or_text("=back"), Err("back"));
        assert_eq!(word_or_text("==back"), Err("=back"));
        assert_eq!(word_or_text("=show 2"), Err("show 2"));
        assert_eq!(word_or_text("=SUM(A1)"), Err("=SUM(A1)"));
    }
}
