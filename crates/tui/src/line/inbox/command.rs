//! The meaning of a line typed at the list.
//!
//! - A number alone opens the request; a word stands before the number that it is about.
//! - Words count in upper or lower case; a reason and a search keep theirs.

use super::spoken;

/// A line at the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListCommand {
    Nothing,
    Open(usize),
    List,
    More,
    /// Puts a request off for so many milliseconds.
    Later(usize, u64),
    Now(usize),
    /// With the reason, if it is on the same line.
    Decline(usize, Option<String>),
    Done,
    Search(String),
    Status,
    Help,
    Quit,
    /// The word needs a number after it.
    WhichOne(&'static str),
    /// The time after `later 2` can't be read.
    NoTime,
    Unknown,
}

const HOUR: u64 = 3_600_000;

pub(super) fn read(line: &str) -> ListCommand {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (number, after) = (number(first), after.trim());
    match (word.to_lowercase().as_str(), rest.is_empty(), number) {
        ("", ..) => ListCommand::Nothing,
        ("list", true, _) => ListCommand::List,
        ("more", true, _) => ListCommand::More,
        ("done", true, _) => ListCommand::Done,
        ("status", true, _) => ListCommand::Status,
        ("?" | "help", true, _) => ListCommand::Help,
        ("quit" | "exit", true, _) => ListCommand::Quit,
        ("search", false, _) => ListCommand::Search(rest.to_owned()),
        ("later", _, Some(n)) if after.is_empty() => ListCommand::Later(n, HOUR),
        ("later", _, Some(n)) => {
            spoken::read(after).map_or(ListCommand::NoTime, |ms| ListCommand::Later(n, ms))
        }
        ("now", _, Some(n)) if after.is_empty() => ListCommand::Now(n),
        ("decline", _, Some(n)) => ListCommand::Decline(n, (!after.is_empty()).then(|| after.to_owned())),
        ("open", _, Some(n)) if after.is_empty() => ListCommand::Open(n),
        ("later", ..) => ListCommand::WhichOne("later"),
        ("now", ..) => ListCommand::WhichOne("now"),
        ("decline", ..) => ListCommand::WhichOne("decline"),
        (word, true, _) => self::number(word).map_or(ListCommand::Unknown, ListCommand::Open),
        (_, false, _) => ListCommand::Unknown,
    }
}

/// `3` or `3.`; nothing counts from 0.
fn number(text: &str) -> Option<usize> {
    let digits = text.strip_suffix('.').unwrap_or(text);
    let only = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // A number that is too large is still one: the reply is that there is no such row.
    only.then(|| digits.parse().unwrap_or(usize::MAX)).filter(|n| *n > 0)
}

#[cfg(test)]
mod tests {
    use super::ListCommand as C;
    use super::{HOUR, read};

    #[test]
    fn a_line_is_a_number_or_a_word_with_its_number() {
        let table = [
            ("", C::Nothing),
            (" 2 ", C::Open(2)),
            ("2.", C::Open(2)),
            ("open 3", C::Open(3)),
            ("99999999999999999999999", C::Open(usize::MAX)),
            ("LIST", C::List),
            ("more", C::More),
            ("later 2", C::Later(2, HOUR)),
            ("later 2 15 minutes", C::Later(2, HOUR / 4)),
            ("later 2 soon", C::NoTime),
            ("later", C::WhichOne("later")),
            ("later it", C::WhichOne("later")),
            ("now 2", C::Now(2)),
            ("decline 2", C::Decline(2, None)),
            ("Decline 2  Not NOW ", C::Decline(2, Some("Not NOW".to_owned()))),
            ("decline", C::WhichOne("decline")),
            ("done", C::Done),
            ("search the  API", C::Search("the  API".to_owned())),
            ("?", C::Help),
            ("quit", C::Quit),
            ("quit it", C::Unknown),
            ("0", C::Unknown),
            ("yes", C::Unknown),
            ("1 2", C::Unknown),
        ];
        for (line, wanted) in table {
            assert_eq!(read(line), wanted, "{line:?}");
        }
    }
}
