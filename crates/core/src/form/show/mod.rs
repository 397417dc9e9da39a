//! The screen of a form.
//!
//! - It is built for each frame and borrows from the form, without copying long text.
//! - Of the drawing code, only this file distinguishes page kinds.
//! - asq's own words are in this folder, in `hints.rs`, in `help.rs` and in the rules.
//! - Each page of a dangerous question shows the danger; a notes page names its question.

mod about;
mod edit;
mod list;
mod notice;
mod parts;
mod reading;
mod review;

use super::binding::Spot;
use super::help::help;
use super::hints::{composed, footer};
use super::keymap::{keys_for, page_spot, scroll_keys};
use super::model::{FormMode, Model, Overlay};
use super::rows::ReviewRow;
use super::screen::{Context, Expires, Label, Role, Screen, Tab, TextEntry};
use super::state::RowId;
use super::{Act, Page, Tabs, clock};
use crate::facts;
use crate::text::Shown;
pub use list::picked_of;
use parts::{cover, entry, own, remark};

pub(super) fn screen(model: &Model) -> Screen<'_> {
    let page = model.page();
    let question = model.question();
    let mut screen = Screen {
        page,
        page_id: model.position.page_id,
        from: Some(&model.request.from).filter(|p| !p.is_empty()),
        origin: model.origin.as_ref().filter(|_| model.names_folder || names_whole_origin(model)),
        origin_in_full: names_whole_origin(model),
        warning: warning(model),
        expires: clock::limit(model).map(|words| Expires {
            words,
            means: model.request.expiry.as_ref().and_then(|e| e.means.as_ref()),
        }),
        tabs: tabs(model),
        danger: question.filter(|q| q.danger.is_some()).map(|q| &q.header),
        note_of: question.filter(|_| page == Page::Notes).map(|q| &q.header),
        title: None,
        question: question.map(|q| &q.text),
        description: question.and_then(|q| q.description.as_ref()),
        context: question.filter(|_| page != Page::Notes).and_then(|q| q.context.as_ref()).map(|c| Context {
            kind: c.kind,
            source: &c.source,
            whole: page == Page::Danger,
        }),
        must_see: model.position.overlay.is_none() && model.must_see(),
        rows: Vec::new(),
        focus: None,
        preview: None,
        notes: None,
        filter: None,
        notice: notice::notice(model),
        hints: footer(model),
        clock: clock::clock(model),
        still: false,
        scroll_keys: scroll_keys(model),
        reading: None,
        look: model.rules.look,
    };
    match model.position.overlay {
        Some(Overlay::Help) => {
            cover(&mut screen, "Keys", help(model, page_spot(model)).into_iter().map(remark).collect());
        }
        Some(Overlay::Declining) => {
            let reason = TextEntry {
                placeholder: Shown::own("no reason"),
                active: true,
                max_rows: 1,
                ..entry(&model.reason)
            };
            let rows = vec![own(Role::Edit, Label::Entry(reason))];
            let title = if model.request.from.script {
                "Why do you decline?"
            } else {
                "Why do you decline? A reason may help the agent."
            };
            cover(&mut screen, title, rows);
            screen.focus = Some(0);
        }
        Some(Overlay::Reading) => reading::cover(&mut screen, reading::of_page(model)),
        Some(Overlay::About) => reading::cover(&mut screen, about::passages(model)),
        Some(Overlay::Asking) | None => match page {
            Page::Choose | Page::Compare => list::list(model, page, &mut screen),
            Page::Edit | Page::Danger | Page::Notes => edit::edit(model, page, &mut screen),
            Page::Review => review::review(model, &mut screen),
        },
    }
    screen
}

/// Whether the page names the origin's program, process and terminal. A script's own terminal says nothing of it.
pub(super) fn names_whole_origin(model: &Model) -> bool {
    let dangerous = model.question().is_some_and(|question| question.danger.is_some());
    (model.names_folder || !model.request.from.script)
        && (dangerous || model.position.overlay == Some(Overlay::Help))
}

/// asq's own warnings about the current question.
fn warning(model: &Model) -> Option<Shown> {
    let question = model.request.questions.get(model.position.at)?;
    let asks_secret = model.asks_secret.get(model.position.at).copied().unwrap_or_default();
    let warnings = facts::warnings(&model.request, question, asks_secret);
    match warnings[..] {
        [] => None,
        [one] => Some(Shown::own(one)),
        [..] => Some(composed(&warnings.join(" "))),
    }
}

fn tabs(model: &Model) -> Vec<Tab<'_>> {
    let single = model.request.is_single();
    let drawn = match model.rules.tabs {
        Tabs::Never => false,
        Tabs::Several => !single || model.review_follows(),
        Tabs::Always => true,
    };
    if !drawn {
        return Vec::new();
    }
    // With one question the Submit tab stands for its commit row, if a key leads there.
    let one_many = single && model.is_many() && !keys_for(model, Spot::Option, Act::ToCommit).is_empty();
    let on_commit = one_many
        && model.state().is_some_and(|s| s.focus == RowId::Commit && model.position.mode == FormMode::Rows);
    let mut tabs: Vec<Tab<'_>> = model
        .request
        .questions
        .iter()
        .enumerate()
        .map(|(i, q)| Tab {
            header: Some(&q.header),
            active: i == model.position.at && !on_commit,
            done: model.settled(i),
        })
        .collect();
    // The Submit tab can't skip a danger page, even from its notes.
    let confirming = model.position.mode == FormMode::Danger
        || (model.position.mode == FormMode::Notes && model.position.before_notes == FormMode::Danger);
    if (model.review_follows() || one_many) && !confirming {
        let done = (0..model.states.len()).all(|i| model.settled(i));
        tabs.push(Tab { header: None, active: model.question().is_none() || on_commit, done });
    }
    // The heading of a danger page says what its only tab would say.
    if tabs.len() == 1 && model.rules.tabs == Tabs::Several {
        tabs.clear();
    }
    tabs
}

/// The screen indexes of the review rows that take the focus, in order.
pub(super) fn review_focus_rows(model: &Model) -> Vec<usize> {
    let mut shown = screen(model).rows.into_iter().enumerate();
    model
        .review_rows()
        .iter()
        .filter_map(|wanted| {
            let role = match wanted {
                ReviewRow::Answer(i) => Role::Answer(*i),
                ReviewRow::Submit => Role::Submit,
                ReviewRow::Cancel => Role::CancelRow,
            };
            shown.find(|(_, r)| r.role == role).map(|(i, _)| i)
        })
        .collect()
}
