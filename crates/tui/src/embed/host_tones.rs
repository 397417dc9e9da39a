//! Frames as a host's lines: each tone between the host's own prefix and suffix.
//!
//! - The names are those of docs/embed.md; a name that the host left out adds nothing.
//! - Styles are closed at the end of their span, innermost first, so that no line colours the next one.
//! - Only the host's own prefixes and suffixes can hold control characters.

use crate::theme::name;
use asq_core::text::{Line, Style};
use std::collections::BTreeMap;

/// The host's prefixes and suffixes, by name.
#[derive(Clone, Debug, Default)]
pub(super) struct HostTones(BTreeMap<String, (String, String)>);

impl HostTones {
    pub(super) fn new(pairs: &BTreeMap<String, (String, String)>) -> HostTones {
        HostTones(pairs.clone())
    }

    /// Whether the host has no caret of its own to show.
    pub(super) fn draws_the_caret(&self) -> bool {
        self.0.contains_key("caret")
    }

    /// A line with all its styles.
    pub(super) fn line(&self, line: &Line) -> String {
        let mut out = String::new();
        for span in &line.spans {
            let pairs: Vec<&(String, String)> =
                names(span.style).into_iter().flatten().filter_map(|name| self.0.get(name)).collect();
            for (prefix, _) in &pairs {
                out.push_str(prefix);
            }
            out.push_str(span.text.as_str());
            for (_, suffix) in pairs.iter().rev() {
                out.push_str(suffix);
            }
        }
        out
    }
}

/// The names of a style's parts.
fn names(style: Style) -> [Option<&'static str>; 5] {
    [
        style.selected.then_some("selected"),
        Some(name(style.tone)),
        style.bold.then_some("bold"),
        style.italic.then_some("italic"),
        style.caret.then_some("caret"),
    ]
}
