//! The agent's labels that could pass for asq's own rows.

use super::FormRules;
use crate::model::Request;

/// For each option of each question, whether its label could pass for one of asq's own rows.
pub(crate) fn table(request: &Request, rules: &FormRules) -> Vec<Vec<bool>> {
    let mut own: Vec<String> = ["other", "cancel", "submit", "done", "something else", "type something"]
        .into_iter()
        .map(folded)
        .collect();
    own.extend(rules.custom.map(|c| folded(c.label)));
    own.extend(rules.discuss.map(folded));
    own.extend([rules.review.submit, rules.review.cancel, rules.look.submit_tab].map(folded));
    own.retain(|o| !o.is_empty());
    request
        .questions
        .iter()
        .map(|q| {
            q.options.iter().map(|o| own.contains(&folded(o.label.raw())) || marked(o.label.raw())).collect()
        })
        .collect()
}

/// Only letters and digits, in lower case: what a hurried reader sees.
fn folded(text: &str) -> String {
    if text.is_ascii() {
        let read = text.chars().take(64).filter(char::is_ascii_alphanumeric);
        return read.map(|c| c.to_ascii_lowercase()).collect();
    }
    text.chars().take(64).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a label begins like a row: with a number, a box or a marker.
fn marked(text: &str) -> bool {
    let text = text.trim_start();
    // A label may be long, so it reads only its beginning.
    let digits = text.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let after = text[digits..].strip_prefix(['.', ')']);
    let numbered = (1..=2).contains(&digits) && after.is_some_and(|rest| rest.starts_with(' '));
    numbered || ["[ ]", "[x]", "[X]", "☐", "☒", "> ", "❯", "│"].iter().any(|m| text.starts_with(m))
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn a_label_that_begins_like_a_row() {
        for row in ["1. Yes", "12) No", "  3. Other", "> Yes", "[x] Yes", "│ x"] {
            assert!(marked(row), "{row:?}");
        }
        for none in
            ["", "1", "1.", "1.5 GB", "123. Yes", "a. Yes", ". Yes", "1 . Yes", "Yes. 1. No", "1é. x", "é. x"]
        {
            assert!(!marked(none), "{none:?}");
        }
    }
}
