//! A form as text: its screen without a size, or its outcome.
//!
//! - Tabs are on one line: the active one in brackets, done ones with `*`.
//! - Each row is one line: `>` for the focus, number, box, label, `✓` for a tick; `|` is the caret.
//! - Below come description lines, preview, notes, filter, notice (`!`), footer.
//! - A closed form prints only its outcome.

use crate::keys::{Keystroke, parse};
use asq_core::form::{Action, Effect, Form, Label, Screen, TextEntry};
use asq_core::kind::AnswerShape;
use asq_core::model::{Answer, Answers, Draft, Outcome, Pick, Request};
use asq_core::text::Untrusted;
use asq_core::time::Timestamp;
use std::fmt::Write;

/// Types a key string into a form, one key a second, and returns the final screen or outcome.
pub fn play(form: Form, keys: &str) -> String {
    play_with(form, keys, |_| None)
}

/// Like [`play`]; `edit` stands for the person's editor.
pub fn play_with(mut form: Form, keys: &str, edit: impl Fn(&str) -> Option<String>) -> String {
    form.shown(Timestamp(0));
    let mut now = Timestamp(0);
    for typed in parse(keys) {
        now = now.plus(1000);
        // A sketch has no size, so it shows all of a page at once.
        if form.screen().must_see {
            let page = form.screen().page_id;
            form.seen(page);
        }
        let action = match typed {
            Keystroke::Key(key) => form.resolve(key),
            Keystroke::Paste(text) => Some(Action::Paste(text)),
        };
        let Some(action) = action else { continue };
        for effect in form.handle(now, action) {
            match effect {
                Effect::Close(outcome) => return ended(form.request(), &outcome),
                Effect::Edit(text) => {
                    if let Some(text) = edit(&text) {
                        form.handle(now, Action::Edited(text));
                    }
                }
                Effect::Aside => return "put aside\n".to_owned(),
                Effect::Suspend => return "suspended\n".to_owned(),
                Effect::DraftChanged => {}
            }
        }
        form.shown(now);
    }
    screen(&form.screen())
}

pub fn screen(s: &Screen<'_>) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(text.trim_end());
        out.push('\n');
    };
    if let Some(from) = s.from {
        line(format!("from {:?} {:?} {:?}", from.agent, from.session, from.call_id));
    }
    if let Some(warning) = &s.warning {
        line(format!("!! {warning}"));
    }
    if let Some(limit) = &s.expires {
        line(format!("{}: {:?}", limit.words, limit.means.map(Untrusted::raw).unwrap_or_default()));
    }
    if !s.tabs.is_empty() {
        let tabs: Vec<String> = s
            .tabs
            .iter()
            .map(|t| {
                let name = t.header.map_or(s.look.submit_tab, Untrusted::raw);
                let done = if t.done { "*" } else { "" };
                if t.active { format!("[{done}{name}]") } else { format!("{done}{name}") }
            })
            .collect();
        line(tabs.join(" "));
    }
    if let Some(header) = s.danger {
        line(format!("⚠️  DESTRUCTIVE — {}", header.raw()));
    }
    if let Some(header) = s.note_of {
        line(format!("note on {}", header.raw()));
    }
    if let Some(title) = &s.title {
        line(format!("# {title}"));
    }
    if let Some(question) = s.question {
        line(question.raw().to_owned());
    }
    if let Some(context) = &s.context {
        line(format!("context: {:?}", context.source.raw()));
    }
    for (i, row) in s.rows.iter().enumerate() {
        let focus = if s.focus == Some(i) { ">" } else { " " };
        let number = row.number.map(|n| format!("{n}. ")).unwrap_or_default();
        let check = match row.check {
            Some(true) => "[x] ",
            Some(false) => "[ ] ",
            None => "",
        };
        let label = match &row.label {
            Label::Own(text) => text.to_string(),
            Label::Theirs(text) => text.raw().to_owned(),
            Label::Pair(line) => line.text(),
            Label::Entry(e) => entry(e),
            Label::Exact(text) => format!("== {}", text.raw()),
        };
        let tick = if row.ticked { " ✓" } else { "" };
        let theirs = if row.lookalike { " (theirs)" } else { "" };
        let advised = if row.recommended { " (recommended)" } else { "" };
        line(format!("{focus} {number}{check}{label}{tick}{advised}{theirs}"));
        match &row.fold {
            None => {}
            Some(fold) if fold.open && fold.raw => line(format!("    source {:?}", fold.source.raw())),
            Some(fold) if fold.open => line(format!("    {} {:?}", fold.name, fold.source.raw())),
            Some(fold) => line(format!("    {}", fold.hint)),
        }
    }
    if let Some(preview) = &s.preview {
        line(format!("preview: {:?}", preview.source.map_or("none", |p| p.raw())));
    }
    if let Some(notes) = &s.notes {
        line(format!("{}{}", notes.label, entry(&notes.entry)));
    }
    if let Some(filter) = &s.filter {
        line(format!("filter {}", entry(filter)));
    }
    if let Some(notice) = &s.notice {
        line(format!("! {}", notice.text()));
    }
    line(format!("-- {}", s.hints.text()));
    if let Some(clock) = &s.clock {
        line(format!("{clock}"));
    }
    out
}

fn entry(e: &TextEntry<'_>) -> String {
    let prefix = e.prefix.as_ref().map(ToString::to_string).unwrap_or_default();
    let text = e.editor.text();
    let body = if text.is_empty() {
        format!("{}{}", if e.active { "|" } else { "" }, e.placeholder)
    } else if e.active {
        let (before, after) = text.split_at(e.editor.caret());
        format!("{before}|{after}")
    } else {
        text.to_owned()
    };
    let body = if e.masked { "•".repeat(text.chars().count()) + "|" } else { body };
    let suffix = e.suffix.as_ref().map(|s| format!(" {s}")).unwrap_or_default();
    let kept = e.kept.as_ref().map(|k| format!(" ({k})")).unwrap_or_default();
    format!("{prefix}{body}{suffix}{kept}").replace('\n', "⏎")
}

pub fn ended(request: &Request, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(a) => format!("answered\n{}", answers(request, a)),
        Outcome::Discuss(d) => format!("discuss\n{}", draft(request, d)),
        Outcome::Declined { reason, draft: d } => format!("declined {reason:?}\n{}", draft(request, d)),
        Outcome::Cancelled(d) => format!("cancelled\n{}", draft(request, d)),
        Outcome::Withdrawn(d) => format!("withdrawn\n{}", draft(request, d)),
        Outcome::Expired(d) => format!("expired\n{}", draft(request, d)),
    }
}

fn draft(request: &Request, d: &Draft) -> String {
    let mut out = answers(request, &d.answers);
    for t in &d.typed {
        let _ = writeln!(out, "{}: typed {:?} {:?}", t.question, t.place, t.text.raw());
    }
    out
}

fn answers(request: &Request, a: &Answers) -> String {
    let mut out = String::new();
    for (i, e) in a.entries.iter().enumerate() {
        let options = request.questions.get(i).map(|q| q.options.as_slice()).unwrap_or_default();
        let what = match e.answer.as_ref().map(Answer::shape) {
            None => "-".to_owned(),
            Some(AnswerShape::Value(value)) => {
                format!("{} {value}", request.questions.get(i).map_or("value", |q| q.kind.name()))
            }
            Some(AnswerShape::Text(t)) => format!("text {:?}", t.raw()),
            Some(AnswerShape::Picks(picks)) => picks
                .iter()
                .map(|p| match p {
                    Pick::Option(o) => options.get(*o).map_or("?", |o| o.label.raw()).to_owned(),
                    Pick::Custom(t) => format!("own {:?}", t.raw()),
                })
                .collect::<Vec<_>>()
                .join(", "),
        };
        let note = e.note.as_ref().map(|n| format!(" note {:?}", n.raw())).unwrap_or_default();
        let typed = e.confirmed.as_ref().map(|n| format!(" confirmed {:?}", n.raw())).unwrap_or_default();
        let _ = writeln!(out, "{i}: {what}{note}{typed}");
    }
    out
}
