//! The keys of an `ask` call, and their aliases.
//!
//! - Every alias is another agent's name for the same thing; it is mended with a note.
//! - If an object has several aliases of a key, the first in the list counts.
//! - A key that implies another (`multiple`, `required`) is read if dropping it would change the answer.

use crate::near::{KnownKey, plain};

/// A call with a list of questions.
pub(super) const CALL: &[KnownKey] = &[
    KnownKey::new("questions", &["prompts", "fields"]),
    KnownKey::new("context", &["preamble", "background", "message", "title", "description"]),
    KnownKey::new("discuss", &["allow_discuss", "allow_discussion"]),
    KnownKey::new("expires", &["expiry", "expires_after", "expire"]),
    KnownKey::new("requestedSchema", &["schema"]),
    KnownKey::new("timeout", TIMEOUT),
    KnownKey::new("url", &[]),
];

/// Names of a question's own text. A call that is one question has no other use for its `summary`; a `title`
/// alone asks nothing.
const ASKED: KnownKey = KnownKey::new("question", &["prompt", "text", "message", "query", "title"]);
const ASKED_ALONE: KnownKey = KnownKey::new("question", &["prompt", "text", "message", "query", "summary"]);

/// A call that is one question.
pub(super) fn alone() -> Vec<KnownKey> {
    let question = QUESTION.iter().map(|known| if known.name == ASKED.name { ASKED_ALONE } else { *known });
    question.chain(BESIDE.iter().copied()).collect()
}

/// Whether a key at the top of a call holds a question's own text.
pub(super) fn asks(key: &str) -> bool {
    let word = plain(key);
    word == ASKED_ALONE.name || ASKED_ALONE.aliases.contains(&word.as_str())
}

/// Other keys allowed at the top, next to a single question's own. The list is among them only if it is
/// empty.
const BESIDE: &[KnownKey] = &[
    KnownKey::new("questions", &["prompts", "fields"]),
    KnownKey::new("requestedSchema", &["schema"]),
    KnownKey::new("discuss", &["allow_discuss", "allow_discussion"]),
    KnownKey::new("expires", &["expiry", "expires_after", "expire"]),
    KnownKey::new("timeout", TIMEOUT),
    KnownKey::new("url", &[]),
];

const TIMEOUT: &[&str] =
    &["timeout_seconds", "timeout_ms", "timeout_minutes", "auto_resolution_ms", "afk_timeout_ms"];

pub(super) const QUESTION: &[KnownKey] = &[
    KnownKey::new("id", &["key", "question_id"]),
    ASKED,
    KnownKey::new("header", &["title", "label", "tab", "name", "topic", "heading"]),
    KnownKey::new("description", &["message", "details", "detail", "help", "explanation", "subtitle"]),
    KnownKey::new("context", &["background", "preamble"]),
    KnownKey::new("kind", &["type", "question_type", "input_type"]),
    KnownKey::new(
        "options",
        &["choices", "predefined_options", "follow_up", "answers", "suggestions", "items"],
    ),
    KnownKey::new(
        "custom",
        &[
            "allow_custom",
            "allow_freeform",
            "allow_freeform_input",
            "allow_free_text",
            "allow_other",
            "is_other",
            "freeform",
        ],
    ),
    KnownKey::new("yes", &["yes_label", "affirm", "affirmative", "confirm_label"]),
    KnownKey::new("no", &["no_label", "negative", "decline"]),
    KnownKey::new("min", &["minimum", "min_items", "min_select", "at_least"]),
    KnownKey::new("max", &["maximum", "max_items", "max_select", "at_most"]),
    KnownKey::new("step", &["increment"]),
    KnownKey::new("unit", &["units"]),
    KnownKey::new(
        "default",
        &["default_value", "initial", "initial_value", "preselected", "prefill", "value"],
    ),
    KnownKey::new("placeholder", &["example", "hint"]),
    KnownKey::new("multiline", &["textarea", "long"]),
    KnownKey::new("danger", &["dangerous", "is_dangerous", "destructive", "is_destructive"]),
    KnownKey::new("sensitive", &["secret", "is_secret", "password", "masked", "mask"]),
    KnownKey::new("skippable", &["optional", "skip", "can_skip", "allow_skip"]),
    KnownKey::new("required", &["is_required"]),
    KnownKey::new("multiple", &["multi_select", "multi", "allow_multiple", "allow_multi_select"]),
    KnownKey::new("recommended", &["recommended_option", "recommended_index"]),
    KnownKey::new("confirm_text", &["confirmation_text", "type_to_confirm"]),
];

pub(super) const OPTION: &[KnownKey] = &[
    KnownKey::new("label", &["name", "title", "text", "display"]),
    KnownKey::new("value", &["id", "option_id", "key", "const"]),
    KnownKey::new("description", &["detail", "details", "hint", "explanation", "subtitle", "help"]),
    KnownKey::new("preview", &["code", "markdown", "example"]),
    KnownKey::new("recommended", &["is_recommended", "preferred"]),
];

/// A preview or a context that names its kind.
pub(super) const PREVIEW: &[KnownKey] = &[
    KnownKey::new("kind", &["type", "format"]),
    KnownKey::new("language", &["lang", "syntax"]),
    KnownKey::new("source", SOURCE),
];

const SOURCE: &[&str] = &["content", "text", "body", "code", "markdown", "value"];

/// A danger that names the text to type.
pub(super) const DANGER: &[KnownKey] =
    &[KnownKey::new("confirm_text", &["confirm", "confirmation", "text", "type_to_confirm"])];

pub(super) const EXPIRES: &[KnownKey] = &[
    KnownKey::new("after", &["in", "after_seconds", "seconds", "duration"]),
    KnownKey::new("means", &["then", "meaning", "on_expiry"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_every_alias() {
        let page = include_str!("../../../../docs/dialects/asq.md");
        let tables: [(&str, &[KnownKey]); 6] = [
            ("a call", CALL),
            ("a question", QUESTION),
            ("an option", OPTION),
            ("a preview", PREVIEW),
            ("a danger", DANGER),
            ("an expiry", EXPIRES),
        ];
        for (of, known) in tables {
            for known in known.iter().filter(|known| !known.aliases.is_empty()) {
                let row = |line: &&str| {
                    line.starts_with(&format!("| {of} |")) && line.contains(&format!("`{}`", known.name))
                };
                let row = page.lines().find(row).unwrap_or_else(|| panic!("{of} has no {}", known.name));
                for alias in known.aliases {
                    assert!(
                        row.contains(&format!("`{alias}`")),
                        "{of}: {} is also called {alias}",
                        known.name
                    );
                }
            }
        }
    }
}
