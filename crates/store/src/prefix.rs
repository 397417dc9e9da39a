//! Ids by prefix.

use asq_core::life::RequestId;

/// The length of a whole id.
const LETTERS: usize = 26;

/// The lowest and highest id with this prefix; `None` if no id can have it.
pub(crate) fn range(prefix: &str) -> Option<(RequestId, RequestId)> {
    if !RequestId::is_prefix(prefix) {
        return None;
    }
    let whole = |rest: char| {
        let rest: String = std::iter::repeat_n(rest, LETTERS - prefix.len()).collect();
        format!("{prefix}{rest}").parse().ok()
    };
    Some((whole('0')?, whole('z')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_spans_the_ids_that_begin_with_it() {
        let id = RequestId(0x1234_5678_9abc_def0_1234_5678_9abc_def0);
        let text = id.to_string();
        for letters in 1..=text.len() {
            let (from, to) = range(&text[..letters].to_uppercase()).expect("a beginning");
            assert!(from <= id && id <= to, "{letters}");
            assert_eq!(from == to, letters == text.len());
        }
        assert_eq!(range("8"), None);
        assert_eq!(range("l"), None);
        assert_eq!(range(""), None);
    }
}
