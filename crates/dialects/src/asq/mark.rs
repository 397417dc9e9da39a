//! Reads `(Recommended)` in a label; some agents' own tools teach their models to write it.
//!
//! - It becomes the option's mark; the label, and a value that wasn't given, lose it.
//! - A label stays whole if the option says it isn't recommended, or if another option has the shortened
//!   label.
//! - A default that names the whole label still finds its option.

use crate::Note;
use crate::findings::Findings;
use asq_core::model::QuestionOption;
use asq_wire::{Path, quoted};

/// An option before its label changes.
pub(super) struct Came {
    pub(super) path: Path,
    pub(super) option: QuestionOption,
    /// The option's own `recommended`, if given.
    pub(super) recommended: Option<bool>,
}

/// Turns the suffix into the mark.
pub(super) fn read(came: &mut [Came], log: &mut Findings) {
    for n in 0..came.len() {
        let label = came[n].option.label.raw().to_owned();
        let Some(rest) = without(&label) else { continue };
        let taken = |other: &Came| other.option.label.raw().trim() == rest;
        if came[n].recommended == Some(false) || came.iter().any(taken) {
            continue;
        }
        let Came { path, option, .. } = &mut came[n];
        // A value of its own is what the agent compares with, so it stays.
        if option.value.raw() == label {
            option.value = rest.into();
        }
        option.label = rest.into();
        option.recommended = true;
        log.note(Note::mended(path, format!("{} is marked as recommended, as its label said", quoted(rest))));
    }
}

/// A label without the suffix; `None` if it has none, or nothing else.
pub(super) fn without(label: &str) -> Option<&str> {
    const AFTER: [&str; 5] = [
        "(recommended)",
        "[recommended]",
        " - recommended",
        " \u{2013} recommended",
        " \u{2014} recommended",
    ];
    const BEFORE: [&str; 3] = ["(recommended)", "[recommended]", "recommended:"];
    let label = label.trim();
    // Only ASCII changes, so offsets in it are offsets in the label.
    let small = label.to_ascii_lowercase();
    let after = AFTER.iter().find(|words| small.ends_with(**words));
    let rest = match (after, BEFORE.iter().find(|words| small.starts_with(**words))) {
        (Some(words), _) => &label[..label.len() - words.len()],
        (None, Some(words)) => &label[words.len()..],
        (None, None) => return None,
    };
    Some(rest.trim()).filter(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn the_words_and_the_rest() {
        for (label, rest) in [
            ("JWT (Recommended)", Some("JWT")),
            ("  JWT(recommended) ", Some("JWT")),
            ("[RECOMMENDED] JWT", Some("JWT")),
            ("Recommended: JWT", Some("JWT")),
            ("Größe — Recommended", Some("Größe")),
            ("Redis（推奨）", None),
            ("Recommended", None),
            ("(recommended)", None),
            ("Not recommended", None),
            ("The recommended way", None),
        ] {
            assert_eq!(without(label), rest, "{label}");
        }
    }
}
