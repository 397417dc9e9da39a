//! Forms for a client that goes from field to field, and takes no empty text.
//!
//! - A list has all that its question takes: the rows, own words, a note, a skip, a discussion. Enter sends it.
//! - A text has a form of its own, once somebody wants to type it; what is there already is a row of the list.
//! - Several picks are a yes or no for each row, and a list of what comes next, whose first row takes the picks.
//! - A picked row never loses what was filled in next to it.

use super::FormWalk;
use super::fields::{ANSWER, FilledForm, FormFields, THEN};
use super::shown_step::{describe, how_many, labels, last, last_rows, suggested, title};
use asq_core::model::{Answer, Pick};
use asq_core::text::{Shown, Untrusted};
use asq_core::walk::{AskedQuestion, Reply, RowIs, Step, StepRow, TextFor, Walk};

/// The longest text that is a row, in characters.
const ROW: usize = 60;

/// A row of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WalkedRow {
    /// A row of the walk.
    Row(usize),
    /// Takes what the other fields have.
    Take,
    /// Takes the text that is there, as the answer that it is or for the first time.
    Keep,
    Use,
    /// Asks for a text.
    Write,
    Note,
    Skip,
    Back,
}

type WalkedRows = Vec<(String, WalkedRow)>;

/// The form of a step: its fields, and the rows of its list.
struct WalkedForm<'a> {
    asked: AskedQuestion<'a>,
    /// The rows that are a yes or no each.
    each: Vec<StepRow<'a>>,
    /// Several picks: how many at least, and at most.
    limits: Option<(usize, usize)>,
    /// The title of the text.
    text: Option<String>,
    list: Vec<(String, WalkedRow)>,
}

impl WalkedForm<'_> {
    fn labels(&self) -> Vec<String> {
        self.list.iter().map(|(label, _)| label.clone()).collect()
    }

    /// The name of the list: it may come after other fields.
    fn list_name(&self) -> &'static str {
        if self.text.is_some() || !self.each.is_empty() { THEN } else { ANSWER }
    }
}

impl FormWalk {
    /// The fields of the current step.
    pub(super) fn walked(&self, lines: &mut Vec<String>, fields: &mut FormFields) {
        if let Step::Confirm { answers, may_send, .. } = self.walk.step() {
            return last(lines, fields, &answers, may_send);
        }
        let (Some(form), step) = (self.walked_form(), self.walk.step()) else { return };
        match &step {
            Step::Choose { asked, rows } | Step::Many { asked, rows, .. } => describe(lines, asked, rows),
            Step::Text { .. }
            | Step::Value { .. }
            | Step::Confirm { .. }
            | Step::Leave { .. }
            | Step::Done(_) => {
                describe(lines, &form.asked, &[]);
            }
        }
        if let Some(note) = form.asked.note {
            lines.push(format!("Your note: {}", Shown::one_line(note)));
        }
        if let Some((min, max)) = form.limits {
            lines.push(how_many(min, max, form.each.len()));
            fields.each(&labels(&form.each), &suggested(&form.each));
        }
        if let Some(title) = &form.text {
            let about = match &step {
                Step::Value { asked, .. } => Some(asked.question.kind.wanted()),
                Step::Text { what: TextFor::Answer { placeholder: Some(text), .. }, .. } => {
                    Some(Shown::one_line(text).to_string())
                }
                Step::Text { .. }
                | Step::Choose { .. }
                | Step::Many { .. }
                | Step::Confirm { .. }
                | Step::Leave { .. }
                | Step::Done(_) => None,
            };
            let there = there(&step).map(|(text, _)| text);
            let required = form.list.iter().all(|(_, row)| *row != WalkedRow::Back);
            fields.text(ANSWER, title, about.as_deref(), there.as_ref().map(Untrusted::raw), required);
        }
        let name = form.list_name();
        let first = match form.list.first() {
            // What is there already, or was filled in above, is taken by Enter.
            Some((_, WalkedRow::Take | WalkedRow::Keep | WalkedRow::Use)) => Some(0),
            Some(_) | None => form.list.iter().position(|(_, row)| self.is_suggested(*row)),
        };
        match form.list.len() {
            // There is nothing to choose after the other fields.
            0 | 1 if name == THEN => {}
            _ if name == THEN => fields.one(name, "Then", &form.labels(), first, false),
            _ => fields.one(name, &title(&form.asked), &form.labels(), first, true),
        }
    }

    /// Whether the agent suggested this row, or the person picked it before.
    fn is_suggested(&self, row: WalkedRow) -> bool {
        let WalkedRow::Row(at) = row else { return false };
        let Step::Choose { rows, .. } = self.walk.step() else { return false };
        rows.get(at).is_some_and(|row| row.picked || row.suggested)
    }

    /// What the current step asks for; `None` at the last one.
    fn walked_form(&self) -> Option<WalkedForm<'_>> {
        let single = self.walk.request().is_single();
        let goes_on = |what: &str| if single { format!("Send {what}") } else { "Go on".to_owned() };
        let plain =
            |asked| WalkedForm { asked, each: Vec::new(), limits: None, text: None, list: Vec::new() };
        let step = self.walk.step();
        let there = there(&step);
        Some(match step {
            Step::Choose { asked, rows } => {
                let (mut list, discuss) = of_walk(&rows, &labels(&rows));
                list.extend(around(&asked));
                list.extend(discuss);
                WalkedForm { list, ..plain(asked) }
            }
            Step::Many { asked, rows, min, max } => {
                let (options, own): (Vec<_>, Vec<_>) =
                    rows.into_iter().enumerate().partition(|(_, row)| matches!(row.is, RowIs::Option(_)));
                let each = options.into_iter().map(|(_, row)| row).collect();
                let mut list = vec![(goes_on("these picks"), WalkedRow::Take)];
                let mut discuss = Vec::new();
                for (at, row) in own {
                    let place = if row.is == RowIs::Discuss { &mut discuss } else { &mut list };
                    place.push((row.label.to_string(), WalkedRow::Row(at)));
                }
                list.extend(around(&asked));
                list.extend(discuss);
                WalkedForm { each, limits: Some((min, max)), list, ..plain(asked) }
            }
            Step::Text { asked, what: TextFor::Note, .. } => {
                let list = vec![("Back to the question".to_owned(), WalkedRow::Back)];
                let form = WalkedForm { text: Some("Note".to_owned()), list, ..plain(asked) };
                self.typed_form(form, there, false, "Save the note".to_owned())
            }
            Step::Text { what: TextFor::Confirmation { .. }, .. } => return None,
            Step::Text { asked, what: TextFor::Custom, .. } if !asked.question.options.is_empty() => {
                let list = vec![("Back to the choices".to_owned(), WalkedRow::Back)];
                let form = WalkedForm { text: Some("In your own words".to_owned()), list, ..plain(asked) };
                self.typed_form(form, there, false, goes_on("this answer"))
            }
            Step::Text { asked, .. } | Step::Value { asked, .. } => {
                let may_leave = asked.may_skip;
                let there = there.filter(|(text, _)| asked.question.kind.read(text).is_ok());
                let form = WalkedForm { text: Some(title(&asked)), list: around(&asked), ..plain(asked) };
                self.typed_form(form, there, may_leave, goes_on("this answer"))
            }
            Step::Confirm { .. } | Step::Leave { .. } | Step::Done(_) => return None,
        })
    }

    /// The form of a text: a list first, if it needs no typing, else the text and what comes next.
    fn typed_form<'a>(
        &self,
        mut form: WalkedForm<'a>,
        there: Option<(Untrusted, WalkedRow)>,
        may_leave: bool,
        take: String,
    ) -> WalkedForm<'a> {
        let is_row = |text: &Untrusted| {
            Shown::one_line(text).as_str() == text.raw() && text.raw().chars().count() <= ROW
        };
        let there = there.filter(|(text, _)| is_row(text));
        if self.writes || (there.is_none() && !may_leave) {
            form.list.retain(|(_, row)| *row != WalkedRow::Skip);
            form.list.insert(0, (take, WalkedRow::Take));
            if self.writes && form.list.iter().all(|(_, row)| *row != WalkedRow::Back) {
                form.list.push(("Back".to_owned(), WalkedRow::Back));
            }
            return form;
        }
        let write = if there.is_some() { "Write something else" } else { "Write an answer" };
        form.list.insert(0, (write.to_owned(), WalkedRow::Write));
        if let Some((text, row)) = there {
            form.list.insert(0, (format!("Use: {}", Shown::one_line(&text)), row));
        }
        form.text = None;
        form
    }

    /// Takes what was filled into the form of the current step.
    pub(super) fn take_walked(&mut self, filled: &FilledForm<'_>) -> Result<(), String> {
        if let Step::Confirm { answers, may_send, .. } = self.walk.step() {
            let row = filled.one(ANSWER, &last_rows(&answers, may_send))?;
            return self.take_last(row.map(|row| row + usize::from(!may_send)));
        }
        let Some(form) = self.walked_form() else { return Ok(()) };
        let picked = match form.limits {
            Some(_) => Some(filled.some(&labels(&form.each))?),
            None => None,
        };
        let text = if form.text.is_some() { filled.text(ANSWER)? } else { None };
        let row = filled.one(form.list_name(), &form.labels())?;
        let row = row.and_then(|row| form.list.get(row)).map(|(_, row)| *row);
        let alone = form.list_name() == ANSWER;
        let writes = std::mem::take(&mut self.writes);
        let taken = match row {
            Some(WalkedRow::Write) => {
                self.writes = true;
                return Ok(());
            }
            None if alone => self.said(|walk| walk.reply(Reply::Keep)),
            None | Some(WalkedRow::Take) => match (picked, text) {
                (Some(picked), _) => self.said(|walk| walk.reply(Reply::Rows(picked))),
                (None, Some(text)) => self.take_text(text),
                (None, None) => self.said(|walk| walk.reply(Reply::Keep)),
            },
            Some(WalkedRow::Row(row)) => match picked {
                Some(mut rows) => {
                    rows.push(row);
                    self.said(|walk| walk.reply(Reply::Rows(rows)))
                }
                None => self.said(|walk| walk.reply(Reply::Row(row))),
            },
            Some(WalkedRow::Keep) => self.said(|walk| walk.reply(Reply::Keep)),
            Some(WalkedRow::Use) => self.said(|walk| walk.reply(Reply::Use)),
            Some(WalkedRow::Skip) => self.said(Walk::skip),
            Some(WalkedRow::Back) => {
                self.hold(text);
                if writes { Ok(()) } else { self.said(Walk::back) }
            }
            Some(WalkedRow::Note) => match self.keep_aside(picked, text) {
                Ok(()) => self.said(|walk| walk.note(None)),
                Err(why) => Err(why),
            },
        };
        self.writes = writes && taken.is_err();
        taken
    }

    fn take_text(&mut self, text: String) -> Result<(), String> {
        let refused = self.said(|walk| walk.reply(Reply::Text(text.as_str().into())));
        if refused.is_err() {
            self.hold(Some(text));
        }
        refused
    }

    /// Keeps what was filled in next to a note, without leaving the question.
    fn keep_aside(&mut self, picked: Option<Vec<usize>>, text: Option<String>) -> Result<(), String> {
        self.hold(text);
        match picked {
            Some(picked) if !picked.is_empty() => {
                self.said(|walk| walk.reply(Reply::Rows(picked)))?;
                self.said(Walk::back)
            }
            Some(_) | None => Ok(()),
        }
    }

    fn hold(&mut self, text: Option<String>) {
        if let Some(text) = text {
            self.walk.hold(text.into());
        }
    }
}

/// The rows of a walk, with its discussion apart.
fn of_walk(rows: &[StepRow<'_>], labels: &[String]) -> (WalkedRows, WalkedRows) {
    let mut labels = labels.iter();
    let all = rows.iter().enumerate().map(|(at, row)| {
        let label = match row.is {
            // It isn't among the labels.
            RowIs::Custom => row.label.to_string(),
            RowIs::Option(_) | RowIs::Discuss => labels.next().cloned().unwrap_or_default(),
        };
        (row.is == RowIs::Discuss, (label, WalkedRow::Row(at)))
    });
    let (discuss, list): (Vec<_>, Vec<_>) = all.partition(|(discusses, _)| *discusses);
    let plain = |rows: Vec<(bool, _)>| rows.into_iter().map(|(_, row)| row).collect();
    (plain(list), plain(discuss))
}

/// asq's own rows that every question may have.
fn around(asked: &AskedQuestion<'_>) -> Vec<(String, WalkedRow)> {
    let mut rows = Vec::new();
    if asked.takes_note {
        let label = if asked.note.is_some() { "Change the note" } else { "Add a note" };
        rows.push((label.to_owned(), WalkedRow::Note));
    }
    if asked.may_skip {
        rows.push(("Skip this question".to_owned(), WalkedRow::Skip));
    }
    rows
}

/// The text that is there already at a step, and how it is taken.
fn there(step: &Step<'_>) -> Option<(Untrusted, WalkedRow)> {
    let (held, current) = match step {
        Step::Text { held, what: TextFor::Custom, asked, .. } => {
            let own = asked.answer.and_then(|answer| answer.picks().iter().find_map(Pick::own_words));
            (held, own.cloned())
        }
        Step::Text { held, current, .. } => (held, current.cloned()),
        Step::Value { held, asked } => (held, asked.answer.and_then(Answer::typed)),
        Step::Choose { .. }
        | Step::Many { .. }
        | Step::Confirm { .. }
        | Step::Leave { .. }
        | Step::Done(_) => {
            return None;
        }
    };
    let held = held.as_ref().map(|held| (held.text.clone(), WalkedRow::Use));
    held.or(current.map(|text| (text, WalkedRow::Keep)))
}
