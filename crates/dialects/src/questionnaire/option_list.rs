//! The options of a list, and its `Other`.
//!
//! - Labels must differ after trimming; case counts.
//! - A label that reads `other` in any case is the custom row: shown last, never counted.
//! - Several of those collapse into the first.
//! - A yes-or-no question has two options, the affirmative first.

use super::place;
use super::question_type::QuestionType;
use super::wire_option::{self, WireOption};
use crate::findings::Findings;
use crate::{Note, Problem};
use asq_wire::{Path, quoted};
use serde_json::Value;

/// Labels that mean no, and labels that mean yes, up to the first `,`, `(` and the like.
const NEGATIVE: &[&str] = &[
    "no",
    "nope",
    "nay",
    "n",
    "cancel",
    "decline",
    "abort",
    "stop",
    "don't",
    "dont",
    "do not",
    "never",
    "reject",
    "deny",
    "refuse",
    "disagree",
    "disapprove",
    "no thanks",
    "not now",
    "false",
];
const AFFIRMATIVE: &[&str] = &[
    "yes", "yep", "yeah", "aye", "y", "ok", "okay", "confirm", "accept", "proceed", "continue", "affirm",
    "approve", "agree", "allow", "go", "go ahead", "do it", "sure", "true",
];

/// The options of a question, and its `Other`.
pub(super) struct OptionList {
    pub(super) options: Vec<WireOption>,
    pub(super) other: Option<WireOption>,
}

/// Reads the options of a list; `None` if any is invalid, so that no problem follows from another. `n` is the
/// question's index.
pub(super) fn read(
    list: &[Value],
    n: usize,
    kind: QuestionType,
    at: &Path,
    log: &mut Findings,
) -> Option<OptionList> {
    let before = log.problems.len();
    let mut options: Vec<(usize, WireOption)> = Vec::new();
    let mut other = None;
    let mut others = 0;
    for (i, value) in list.iter().enumerate() {
        // A malformed Other doesn't count as a missing option.
        others += usize::from(value.get("label").and_then(Value::as_str).is_some_and(is_other));
        let Some(offered) = wire_option::read(value, n, i, at.index(i), log) else { continue };
        if is_other(&offered.label) {
            let label = at.index(i).key("label");
            if other.is_none() {
                log.note(Note::mended(&label, "this is the row Other, which every list has; it comes last"));
                other = Some(offered);
            } else {
                log.note(Note::dropped(&at.index(i), "the row Other is there once"));
            }
            continue;
        }
        if let Some((first, _)) = options.iter().find(|(_, o)| o.label.trim() == offered.label.trim()) {
            log.problem(
                Problem::new(
                    at.index(i).key("label"),
                    format!("must differ from that of option {first}"),
                    format!("is {} as well", quoted(&offered.label)),
                )
                .fix("Answers name the label, so each must be its own."),
            );
        }
        options.push((i, offered));
    }
    let (fewest, most) = kind.options();
    let count = list.len() - others;
    if count < fewest || count > most {
        let wanted = match kind {
            QuestionType::Confirm => {
                "must hold the affirmative and the negative option, or be left out".to_owned()
            }
            QuestionType::One | QuestionType::Many | QuestionType::Number | QuestionType::Text => {
                format!("must hold {fewest} to {most} options besides Other")
            }
        };
        let came = if count == 0 { "holds none".to_owned() } else { format!("holds {count}") };
        log.problem(Problem::new(at, wanted, came));
    }
    if kind == QuestionType::Confirm && log.problems.len() == before {
        affirmative_first(&options, n, log);
    }
    let options = options.into_iter().map(|(_, offered)| offered).collect();
    (log.problems.len() == before).then_some(OptionList { options, other })
}

/// Whether a label is that of the custom row.
pub(super) fn is_other(label: &str) -> bool {
    label.trim().to_lowercase() == "other"
}

/// Refuses "No, Yes": each answer would be reported as the other.
fn affirmative_first(options: &[(usize, WireOption)], n: usize, log: &mut Findings) {
    let [(i, first), (_, second)] = options else { return };
    if says_no(&first.label) && says_yes(&second.label) {
        let came = format!("{} stands before {}", quoted(&first.label), quoted(&second.label));
        let told = format!("option {i} is taken as affirm; put the affirmative first ({came})");
        log.problem(Problem::sentence(place::question(n), told));
    }
}

fn says_no(label: &str) -> bool {
    let start = first_words(label);
    NEGATIVE.contains(&start.as_str()) || start.starts_with("don't ") || start.starts_with("do not ")
}

fn says_yes(label: &str) -> bool {
    AFFIRMATIVE.contains(&first_words(label).as_str())
}

/// A label up to its first pause: the "no" in "No, keep it".
fn first_words(label: &str) -> String {
    let label = label.to_lowercase().replace('’', "'");
    let pauses = [",", ";", ":", ".", "!", "(", "—", "–", " -", "…"];
    let end = pauses.iter().filter_map(|pause| label.find(pause)).min().unwrap_or(label.len());
    label[..end].trim().to_owned()
}
