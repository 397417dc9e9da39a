//! A step of the walk as a dialog: its title and its rows.
//!
//! - The title holds a refusal, the number among several questions, the question, and its context.
//! - Rows are numbered, so that no two are alike and none of the agent's can imitate one of asq's.
//! - asq's own rows follow the options, without a number.
//! - Foreign text is escaped; a row is one line.

use asq_core::model::Question;
use asq_core::text::{Shown, Untrusted};
use asq_core::walk::{AskedQuestion, HeldFrom, HeldText, RowIs, Step, StepRow, TextFor};
use asq_wire::embed::Asks;

/// The most graphemes of a description in a row, and of a preview in a title.
const ROW_TEXT: usize = 120;
const PREVIEW_TEXT: usize = 600;

/// The effect of an option of the last dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Does {
    Row(usize),
    Toggle(usize),
    Done,
    Skip,
    Back,
    Note,
    Yes,
    Change(usize),
    Cancel,
    Stay,
}

/// A dialog, and the effects of its options.
pub(super) struct Dialog {
    pub(super) asks: Asks,
    pub(super) options: Vec<(String, Does)>,
}

/// The dialog of a step.
pub(super) fn of(step: &Step<'_>, ticked: &[usize], refused: Option<String>) -> Dialog {
    let mut title: Vec<String> = refused.into_iter().collect();
    match step {
        Step::Choose { asked, rows } => {
            question(&mut title, asked);
            previews(&mut title, asked.question);
            let options = rows.iter().enumerate().map(|(i, row)| (label(i, row, None), Does::Row(i)));
            select(&title, options.collect(), around(asked))
        }
        Step::Many { asked, rows, min, max } => {
            question(&mut title, asked);
            let pickable = rows.iter().filter(|row| row.is != RowIs::Discuss).count();
            title.push(how_many(*min, *max, pickable));
            let mut options: Vec<(String, Does)> = rows
                .iter()
                .enumerate()
                .map(|(i, row)| match row.is {
                    RowIs::Option(_) => (label(i, row, Some(ticked.contains(&i))), Does::Toggle(i)),
                    RowIs::Custom => {
                        let ticked = ticked.contains(&i);
                        let next = if ticked { " (you type it after Done)" } else { "" };
                        (label(i, row, Some(ticked)) + next, Does::Toggle(i))
                    }
                    RowIs::Discuss => (label(i, row, None), Does::Row(i)),
                })
                .collect();
            options.push((format!("Done ({} picked)", ticked.len()), Does::Done));
            select(&title, options, around(asked))
        }
        Step::Text { asked, what, current, held } => {
            question(&mut title, asked);
            let prefill = current
                .map(|t| t.raw().to_owned())
                .or_else(|| held.as_ref().map(|h| h.text.raw().to_owned()));
            match what {
                TextFor::Answer { multiline: false, placeholder } => {
                    held_out(&mut title, held.as_ref());
                    input(&title, placeholder.map(|p| Shown::one_line(p).to_string()).unwrap_or_default())
                }
                TextFor::Answer { multiline: true, .. } => editor(&title, prefill),
                TextFor::Custom => {
                    title.push("Your own answer:".to_owned());
                    editor(&title, prefill)
                }
                TextFor::Note => {
                    title.push("A note on your answer:".to_owned());
                    editor(&title, prefill)
                }
                TextFor::Confirmation { exact } => {
                    title.push(match exact {
                        Some(exact) => format!("Type exactly this to confirm: {}", Shown::one_line(exact)),
                        None => "Type the resource name to confirm:".to_owned(),
                    });
                    input(&title, String::new())
                }
            }
        }
        Step::Value { asked, held } => {
            question(&mut title, asked);
            held_out(&mut title, held.as_ref());
            input(&title, asked.question.kind.wanted())
        }
        Step::Confirm { answers, may_send, .. } => {
            title.push("Review your answers".to_owned());
            let mut options: Vec<(String, Does)> = Vec::new();
            if *may_send {
                options.push(("Send".to_owned(), Does::Yes));
            }
            let rows = answers.iter().enumerate();
            options.extend(rows.map(|(i, said)| (format!("{}. {}", i + 1, said.line()), Does::Change(i))));
            select(&title, options, vec![("Cancel".to_owned(), Does::Cancel)])
        }
        Step::Leave { answers } => {
            title.push(match answers {
                0 => "Cancel? What you typed is kept as a draft.".to_owned(),
                1 => "Cancel and drop 1 answer?".to_owned(),
                n => format!("Cancel and drop {n} answers?"),
            });
            select(
                &title,
                vec![("Yes, cancel".to_owned(), Does::Cancel), ("No, go on".to_owned(), Does::Stay)],
                Vec::new(),
            )
        }
        Step::Done(_) => select(&title, Vec::new(), Vec::new()),
    }
}

fn select(title: &[String], mut options: Vec<(String, Does)>, more: Vec<(String, Does)>) -> Dialog {
    options.extend(more);
    let labels = options.iter().map(|(label, _)| label.clone()).collect();
    Dialog { asks: Asks::Select { title: title.join("\n"), options: labels }, options }
}

fn input(title: &[String], placeholder: String) -> Dialog {
    text(Asks::Input { title: title.join("\n"), placeholder })
}

fn editor(title: &[String], prefill: Option<String>) -> Dialog {
    text(Asks::Editor { title: title.join("\n"), prefill: prefill.unwrap_or_default() })
}

fn question(title: &mut Vec<String>, asked: &AskedQuestion<'_>) {
    let question = asked.question;
    if question.danger.is_some() {
        title.push("DESTRUCTIVE: the agent marked this question as dangerous".to_owned());
    }
    title.extend(asked.warning.map(str::to_owned));
    if let Some(context) = &question.context {
        // A person who confirms danger must have all of it in sight.
        let most = if question.danger.is_some() { usize::MAX } else { PREVIEW_TEXT };
        source(title, &context.source, most);
    }
    let header = Shown::clipped(&question.header, 60);
    let mut lines = Shown::lines(&question.text).into_iter();
    let first = lines.next().unwrap_or_default();
    title.push(match asked.of {
        1 => first.to_string(),
        of => format!("[{}/{of}] {header}: {first}", asked.index + 1),
    });
    title.extend(lines.map(|line| format!("  {line}")));
    if let Some(description) = &question.description {
        title.extend(Shown::lines(description).iter().map(|line| format!("  {line}")));
    }
    if asq_core::secret::asks_for_secret(question.text.raw()) {
        title.push("Warning: this seems to ask for a secret. The agent reads what you answer.".to_owned());
    }
}

fn previews(title: &mut Vec<String>, question: &Question) {
    for (i, option) in question.options.iter().enumerate() {
        if let Some(preview) = &option.preview {
            title.push(format!("--- preview of {}. {}", i + 1, Shown::clipped(&option.label, 60)));
            source(title, &preview.source, PREVIEW_TEXT);
        }
    }
}

/// Adds so many characters of a text, indented.
fn source(title: &mut Vec<String>, text: &Untrusted, most: usize) {
    let head: String = text.raw().chars().take(most).collect();
    let short = head.len() < text.raw().len();
    title.extend(Shown::lines(&Untrusted::from(head)).iter().map(|line| format!("  {line}")));
    if short {
        title.push("  …".to_owned());
    }
}

fn label(i: usize, row: &StepRow<'_>, ticked: Option<bool>) -> String {
    let tick = match ticked {
        None => "",
        Some(true) => "[x] ",
        Some(false) => "[ ] ",
    };
    let mut label = format!("{tick}{}. {}", i + 1, row.label);
    if let Some(description) = row.description.filter(|d| !d.is_blank()) {
        label.push_str(" — ");
        label.push_str(Shown::clipped(description, ROW_TEXT).as_str());
    }
    if row.recommended {
        label.push_str(" (recommended)");
    }
    label
}

/// asq's own rows after the options.
fn around(asked: &AskedQuestion<'_>) -> Vec<(String, Does)> {
    let mut rows = Vec::new();
    if asked.takes_note {
        rows.push(("Add a note".to_owned(), Does::Note));
    }
    if asked.may_skip {
        rows.push(("Skip this question".to_owned(), Does::Skip));
    }
    if asked.index > 0 {
        rows.push(("Back to the question before".to_owned(), Does::Back));
    }
    rows
}

fn how_many(min: usize, max: usize, rows: usize) -> String {
    match (min, max < rows) {
        (0 | 1, false) => "Pick several, then Done.".to_owned(),
        (0 | 1, true) => format!("Pick at most {max}, then Done."),
        (min, true) => format!("Pick {min} to {max}, then Done."),
        (min, false) => format!("Pick at least {min}, then Done."),
    }
}

fn held_out(title: &mut Vec<String>, held: Option<&HeldText<'_>>) {
    if let Some(held) = held {
        let from = match held.from {
            HeldFrom::Default => "Suggested".to_owned(),
            HeldFrom::Kept(when) => format!("Kept from {when}"),
            HeldFrom::Typed => "Typed before".to_owned(),
        };
        title.push(format!("{from}: {}", Shown::clipped(&held.text, ROW_TEXT)));
    }
}

/// A dialog that takes text has no options.
fn text(asks: Asks) -> Dialog {
    Dialog { asks, options: Vec::new() }
}
