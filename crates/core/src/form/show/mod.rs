//! The screen of a form.
//!
//! - Built anew for each frame, borrowed from the form; nothing long is copied.
//! - Page kinds are told apart here and nowhere else in the drawing.
//! - Words of asq's own are in this folder, in `hints.rs`, in `help.rs` and in the rules.
//! - A dangerous question says so on each of its pages, a note whose it is.

mod edit;
mod list;
mod notice;
mod reading;
mod review;

use super::help::help;
use super::hints::{footer, words};
use super::keymap::{Spot, keys_for, page_spot, scroll_keys};
use super::machine::{Form, Mode, Overlay};
use super::screen::{Context, Entry, Expires, Label, Role, Row, Screen, Tab};
use super::state::{RowId, State};
use super::{Act, Page, Tabs};
use crate::fit;
use crate::text::{Line, Shown, Span, Style, Tone, Untrusted};
pub(in crate::form) use review::review_focus_rows;

/// Most rows of a custom text before it scrolls.
const CUSTOM_ROWS: usize = 5;

pub(super) fn screen(form: &Form) -> Screen<'_> {
    let page = form.page();
    let question = form.question();
    let mut screen = Screen {
        page,
        page_id: form.page_id,
        from: Some(&form.request.from).filter(|p| !p.is_empty()),
        origin: form.origin.as_ref(),
        warning: warning(form),
        expires: form.limit().map(|words| Expires {
            words,
            means: form.request.expiry.as_ref().and_then(|e| e.means.as_ref()),
        }),
        tabs: tabs(form),
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
        must_see: form.overlay.is_none() && form.must_see(),
        rows: Vec::new(),
        focus: None,
        preview: None,
        notes: None,
        filter: None,
        notice: notice::notice(form),
        hints: footer(form),
        clock: form.clock(),
        scroll_keys: scroll_keys(form),
        reading: None,
        look: form.rules.look,
    };
    match form.overlay {
        Some(Overlay::Help) => {
            over(&mut screen, "Keys", help(form, page_spot(form)).into_iter().map(remark).collect());
        }
        Some(Overlay::Declining) => {
            let reason = Entry {
                placeholder: Shown::own("no reason"),
                active: true,
                max_rows: 1,
                ..entry(&form.reason)
            };
            let rows = vec![own(Role::Edit, Label::Entry(reason))];
            let title = if form.request.from.script {
                "Why do you decline?"
            } else {
                "Why do you decline? A reason may help the agent."
            };
            over(&mut screen, title, rows);
            screen.focus = Some(0);
        }
        Some(Overlay::Reading) => reading::over(form, &mut screen),
        Some(Overlay::Asking) | None => match page {
            Page::Choose | Page::Compare => list::list(form, page, &mut screen),
            Page::Edit | Page::Danger | Page::Notes => edit::edit(form, page, &mut screen),
            Page::Review => review::review(form, &mut screen),
        },
    }
    screen
}

/// What asq itself has to say of the question that is up: that it asks for a secret, that whoever asked wanted no
/// confirmation of a dangerous answer.
fn warning(form: &Form) -> Option<Shown> {
    let secret = form.asks_secret.get(form.at).filter(|asks| **asks).map(|_| {
        if form.request.from.script {
            "This asks for a secret: give it only if you mean to."
        } else {
            "This asks for a secret. Agents should not need one: give it only if you mean to."
        }
    });
    let held = form.request.questions.get(form.at).and_then(|question| fit::held(&form.request, question));
    match (secret, held) {
        (Some(secret), Some(held)) => Some(words(&format!("{secret} {held}"))),
        (one, other) => one.or(other).map(Shown::own),
    }
}

/// What lies over the page: asq's own title and rows in place of the question's.
fn over<'a>(screen: &mut Screen<'a>, title: &'static str, rows: Vec<Row<'a>>) {
    // A page of its own: how far the one below was scrolled is nothing to it.
    screen.page_id = !screen.page_id;
    screen.title = Some(Shown::own(title));
    screen.question = None;
    screen.description = None;
    screen.context = None;
    screen.note_of = None;
    screen.rows = rows;
}

fn tabs(form: &Form) -> Vec<Tab<'_>> {
    let single = form.request.is_single();
    let drawn = match form.rules.tabs {
        Tabs::Never => false,
        Tabs::Several => !single || form.review_follows(),
        Tabs::Always => true,
    };
    if !drawn {
        return Vec::new();
    }
    // With one question the Submit tab stands for its commit row, where a key goes there.
    let one_many = single && form.is_many() && !keys_for(form, Spot::Option, Act::ToCommit).is_empty();
    let on_commit =
        one_many && form.state().is_some_and(|s| s.focus == RowId::Commit && form.mode == Mode::Rows);
    let mut tabs: Vec<Tab<'_>> = form
        .request
        .questions
        .iter()
        .enumerate()
        .map(|(i, q)| Tab {
            header: Some(&q.header),
            active: i == form.at && !on_commit,
            done: form.settled(i),
        })
        .collect();
    // A danger page can't be skipped by the Submit tab, nor from its notes.
    let confirming =
        form.mode == Mode::Danger || (form.mode == Mode::Notes && form.before_notes == Mode::Danger);
    if (form.review_follows() || one_many) && !confirming {
        let done = (0..form.states.len()).all(|i| form.settled(i));
        tabs.push(Tab { header: None, active: form.question().is_none() || on_commit, done });
    }
    tabs
}

/// The beginning of a note that is written on a page of its own, told where its question is answered.
fn note_mark<'a>(state: &State) -> Option<Row<'a>> {
    let note = state.note.text();
    let near = Untrusted::from(&note[..note.floor_char_boundary(2000)]);
    (!state.note.is_blank()).then(|| {
        let mut line = Line::new(vec![
            Span::own("note: ", Tone::Dim),
            Span::new(Shown::clipped(&near, 200), Style::of(Tone::Dim)),
        ]);
        if let Some(kept) = kept_note(state) {
            let kept = Shown::joined([&Shown::own(" ("), &kept, &Shown::own(")")]);
            line.push(Span::new(kept, Style::of(Tone::Dim)));
        }
        Row { gap: true, ..remark(line) }
    })
}

/// What a note is while nobody has taken it up in this form.
fn kept_note(state: &State) -> Option<Shown> {
    let unsent = !state.note_typed && !state.note.text().is_empty();
    let kept = unsent.then_some(state.kept.as_ref());
    kept.map(|when| when.map_or_else(|| Shown::own("not sent until you type in it"), kept_since))
}

fn joined(names: &[Shown]) -> String {
    names.iter().map(Shown::as_str).collect::<Vec<_>>().join(", ")
}

fn kept_since(when: &Shown) -> Shown {
    words(&format!("kept from {when} · Ctrl+U clears"))
}

fn entry(editor: &crate::text::Editor) -> Entry<'_> {
    Entry {
        prefix: None,
        suffix: None,
        placeholder: Shown::default(),
        editor,
        active: false,
        kept: None,
        max_rows: CUSTOM_ROWS,
        masked: false,
    }
}

fn own(role: Role, label: Label<'_>) -> Row<'_> {
    Row {
        role,
        number: None,
        check: None,
        picked: false,
        ticked: false,
        recommended: false,
        imitates: false,
        label,
        description: None,
        fold: None,
        gap: false,
    }
}

fn remark<'a>(line: Line) -> Row<'a> {
    own(Role::Remark, Label::Pair(line))
}
