//! What the agent was doing, on the full screen.
//!
//! - Its task, its last words, its branch, its link, its notes and its diff, as far as it gave them.
//! - The headings are asq's own and say that all of it is the agent's account.
//! - Nothing in it is compared with a file or a repository.

use super::reading::own;
use crate::form::model::Model;
use crate::form::screen::Passage;
use crate::life::About;
use crate::model::{Language, PreviewKind};
use crate::text::Untrusted;

pub(super) fn passages(model: &Model) -> Vec<Passage> {
    let Some(About { says, task, branch, link, text, diff }) = model.about.as_deref() else {
        return Vec::new();
    };
    let lines = Language::named("diff").map_or(PreviewKind::Code, PreviewKind::CodeIn);
    let fields: [(&'static str, PreviewKind, &Option<Untrusted>); 6] = [
        ("The task, by the agent's account", PreviewKind::Text, task),
        ("The agent's last words", PreviewKind::Markdown, says),
        ("Its branch", PreviewKind::Text, branch),
        ("Its link", PreviewKind::Text, link),
        ("Its notes", PreviewKind::Markdown, text),
        ("Its diff, as the agent gave it", lines, diff),
    ];
    let given = fields.into_iter().filter_map(|(words, kind, source)| {
        Some(Passage { heading: own(words), kind, source: source.clone()? })
    });
    given.collect()
}
