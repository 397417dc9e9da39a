//! The ids of a call's questions.
//!
//! - Ids are unique; missing ones become `q1`, `q2` and so on.
//! - A question without a header gets one: `Question 2`.

use crate::findings::Findings;
use asq_core::model::Question;
use asq_wire::{Path, Problem, quoted};
use std::collections::HashMap;

/// Fills in missing ids and headers, and refuses repeated ids.
pub(super) fn fill_in(questions: &mut [(Path, Question)], log: &mut Findings) {
    let mut seen: HashMap<String, String> = HashMap::new();
    let given: Vec<String> = questions.iter().map(|(_, q)| q.id.raw().to_owned()).collect();
    for (n, (path, question)) in questions.iter_mut().enumerate() {
        let id = question.id.raw().to_owned();
        if id.is_empty() {
            let free = |id: &String| !given.contains(id);
            // One more name than there are questions, so one of them is free.
            let id = (n + 1..=n + 1 + given.len()).map(|n| format!("q{n}")).find(free).unwrap_or_default();
            question.id = id.into();
        } else if let Some(first) = seen.get(&id) {
            let wanted = format!("must differ from {first}");
            log.problem(
                Problem::new(path.key("id"), wanted, format!("is {} as well", quoted(&id)))
                    .fix("Answers come back under these ids."),
            );
        } else {
            seen.insert(id, path.key("id").to_string());
        }
        if question.header.raw().is_empty() {
            question.header = format!("Question {}", n + 1).into();
        }
    }
}
