//! The help page: the keys that work on the current page, and their effects there.
//!
//! - It names up to two keys per act, the person's own first, in a column as wide as the longest of them.
//! - Descriptions fit the page: Enter saves a note, confirms danger or chooses a row.
//! - It leaves out acts without an effect on the page.
//! - Then come the surface's keys, unless the page has another use for them, and the host's keys, in its words.

use super::binding::{HelpLine, Spot};
use super::hints::{composed, digits, filters, label, pages, yes_or_no};
use super::keymap::{bound, keys_for};
use super::model::Model;
use super::{Act, Edit, Key, Notes, OnSave};
use crate::text::{Line, Shown, Span, Style, Tone};

/// The lines of the help page for a spot: keys and their effects.
pub(super) fn help(model: &Model, at: Spot) -> Vec<Line> {
    let rows = [
        HelpLine::new(&[Act::Choose], choosing(model, at)),
        HelpLine::new(&[Act::PickOrCommit], "tick; on a ticked row, done"),
        HelpLine::new(&[Act::Up, Act::Down], moving(at)),
        HelpLine::new(&[Act::First, Act::Last], "first and last row"),
        HelpLine::new(&[Act::PreviousTab], "the page before"),
        HelpLine::new(&[Act::NextTab], "the page after"),
        HelpLine::new(&[Act::ToCommit], "to the row that submits"),
        HelpLine::new(&[Act::Notes], if at == Spot::NotesPage { "save and go back" } else { "add a note" }),
        HelpLine::new(&[Act::Expand], "open or fold the preview"),
        HelpLine::new(&[Act::Raw], "the preview's source"),
        HelpLine::new(&[Act::Read], "read on the full screen"),
        HelpLine::new(&[Act::About], "what the agent was doing"),
        HelpLine::new(&[Act::Filter], "filter the list"),
        HelpLine::new(&[Act::Edit(Edit::NewLine)], "new line"),
        HelpLine::new(&[Act::Edit(Edit::Undo), Act::Edit(Edit::Redo)], "undo and redo"),
        HelpLine::new(&[Act::Editor], "write in your own editor"),
        HelpLine::new(&[Act::Skip], "leave this question open"),
        HelpLine::new(&[Act::Discuss], "talk about it first"),
        HelpLine::new(&[Act::Decline], "say no"),
        HelpLine::new(
            &[Act::Leave],
            if model.aside.is_left_by_esc() { "back, or put aside" } else { "back, or cancel" },
        ),
        HelpLine::new(&[Act::Aside], "put the form aside"),
        HelpLine::new(
            &[Act::Cancel],
            if model.aside.is_left_by_esc() { "cancel the asker's work" } else { "cancel at once" },
        ),
    ];
    let mut lines = vec![(digits(model, at), "the row with that number")];
    lines.insert(0, (yes_or_no(model, at), "yes, no"));
    lines.retain(|(keys, _)| !keys.is_empty());
    for row in rows {
        let works = row.acts.iter().filter(|a| works(model, at, **a));
        let keys: Vec<String> =
            works.flat_map(|a| keys_for(model, at, *a).into_iter().take(2)).map(label).collect();
        if !keys.is_empty() {
            lines.push((keys.join(", "), row.what));
        }
    }
    for (keys, what) in &model.surface_keys {
        let free = |key: &&Key| bound(model, at, **key).is_none() && (at.is_row() || key.alt || key.ctrl);
        let keys: Vec<String> = keys.iter().filter(free).map(|key| label(*key)).collect();
        if !keys.is_empty() {
            lines.push((keys.join(", "), what));
        }
    }
    lines.push(("PgUp, PgDn".to_owned(), "scroll"));
    let host = model.host_keys.iter().map(|(keys, _)| Shown::clipped(keys, 20).as_str().chars().count());
    let widest = lines.iter().map(|(keys, _)| keys.chars().count()).chain(host).max().unwrap_or(0);
    let line = |keys: &str, what| {
        let column = composed(&format!("{keys:<widest$}  "));
        Line::new(vec![Span::new(column, Style::of(Tone::Accent)), what])
    };
    let own = lines.iter().map(|(keys, what)| line(keys, Span::own(what, Tone::Plain)));
    let of_host = model.host_keys.iter().map(|(keys, what)| {
        line(Shown::clipped(keys, 20).as_str(), Span::new(Shown::clipped(what, 60), Style::of(Tone::Plain)))
    });
    own.chain(of_host).collect()
}

fn choosing(model: &Model, at: Spot) -> &'static str {
    match at {
        Spot::CustomText | Spot::NotesRow | Spot::Value | Spot::Text | Spot::Reason => "accept the text",
        Spot::NotesPage if model.rules.notes == Notes::Page(OnSave::Stay) => "save the note",
        Spot::NotesPage => "save the note, and go back",
        Spot::Danger => "confirm",
        Spot::Submit => "submit",
        Spot::Answer => "go to that question",
        Spot::Option
        | Spot::CompareOption
        | Spot::Custom
        | Spot::Discuss
        | Spot::Commit
        | Spot::CancelRow
        | Spot::Filter
        | Spot::Asking
        | Spot::Reading
        | Spot::Help => "choose the row",
    }
}

fn moving(at: Spot) -> &'static str {
    if at == Spot::Value { "a step more, a step less" } else { "move" }
}

/// Whether an act has an effect on the current page.
fn works(model: &Model, at: Spot, act: Act) -> bool {
    match act {
        Act::PreviousTab => pages(model) && model.position.at > 0,
        Act::NextTab => pages(model) && model.position.at < model.last_page(),
        Act::ToCommit => model.commit_row().is_some(),
        Act::Filter => filters(model),
        Act::Notes => model.notes_here() || at == Spot::NotesPage,
        Act::Editor => model.takes_text(),
        Act::Edit(Edit::NewLine) => model.multiline(),
        Act::Up | Act::Down => !matches!(at, Spot::Danger | Spot::Reason),
        Act::Skip => model.question().is_some_and(|q| q.skippable),
        Act::Discuss => model.may_discuss(),
        Act::Expand | Act::Raw => model.focused_fold().is_some(),
        Act::First
        | Act::Last
        | Act::Choose
        | Act::PickOrCommit
        | Act::Number(_)
        | Act::FocusNumber(_)
        | Act::FromCommit
        | Act::Leave
        | Act::Cancel
        | Act::Yes
        | Act::Help
        | Act::Suspend
        | Act::Aside
        | Act::Edit(_)
        | Act::Decline
        | Act::Read
        | Act::About
        | Act::PageUp
        | Act::PageDown
        | Act::Nothing => true,
    }
}
