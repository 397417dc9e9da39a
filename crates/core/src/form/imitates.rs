//! Labels of the agent's that could pass for rows of asq's own.

use super::FormRules;
use crate::model::Request;

/// For each option of each question, whether its label could be taken for one of asq's rows.
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

/// Letters and digits only, in lower case: what a hurried reader sees.
fn folded(text: &str) -> String {
    text.chars().take(64).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether it begins like a row: a number, a box, a marker.
fn marked(text: &str) -> bool {
    let text = text.trim_start();
    let numbered = text.split_once(['.', ')']).is_some_and(|(n, rest)| {
        (1..=2).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' ')
    });
    numbered || ["[ ]", "[x]", "[X]", "☐", "☒", "> ", "❯", "│"].iter().any(|m| text.starts_with(m))
}
