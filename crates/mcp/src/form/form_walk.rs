//! A walk through a request, one form for each question.
//!
//! - A form has the answer, own words and a note, as far as the question takes them. `walked_form` has those of clients
//!   that take no empty text.
//! - The answer to a single question is sent when its form is accepted; several are listed in a last form first.
//! - What doesn't fit is refused in the next form, above the question, with everything that was filled in.

use super::fields::{ANSWER, FilledForm, FormFields, NOTE, OWN};
use super::shown_step::{describe, how_many, labels, last, last_rows, place, suggested, title};
use asq_core::form::FormRules;
use asq_core::model::{Answer, Draft, Outcome, Pick, Request, TypedIn};
use asq_core::text::{Shown, Untrusted};
use asq_core::walk::{AskedQuestion, Reply, ReplyRefusal, RowIs, Step, TextFor, Walk};
use rmcp::model::{ElicitRequestParams, ElicitationSchema};
use serde_json::{Map, Value};

/// The form of a question that a client can show, and its person can send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormShape {
    /// All in one form; several picks are one field.
    Lists,
    /// All in one form; each row of several picks is a yes or no.
    Each,
    /// The client goes from field to field, and takes no empty text: a text has a form of its own.
    Walked,
}

/// A walk through a request, one form for each question.
pub(crate) struct FormWalk {
    pub(super) walk: Walk,
    /// Why the last form was refused.
    refused: Option<String>,
    pub(super) shape: FormShape,
    /// Whether the person wants to type at the current step, in a client that walks through the fields.
    pub(super) writes: bool,
}

/// Where an accepted form leads.
enum Taken {
    /// A row, and own words in place of it.
    One { row: Option<usize>, own: Option<String> },
    /// Rows, and own words next to them.
    Some { rows: Vec<usize>, own: Option<String> },
    /// A typed answer.
    Typed(Option<String>),
    /// A row of the last form.
    Last(Option<usize>),
}

impl FormWalk {
    /// Begins at the first question, with what was typed before.
    pub(crate) fn new(request: Request, rules: FormRules, draft: Draft, shape: FormShape) -> FormWalk {
        FormWalk { walk: Walk::new(request, rules, draft), refused: None, shape, writes: false }
    }

    /// The same, with the reason why the last form didn't count.
    pub(crate) fn refused(self, why: String) -> FormWalk {
        FormWalk { refused: Some(why), ..self }
    }

    /// What was filled in so far.
    pub(crate) fn draft(&self) -> Draft {
        self.walk.draft()
    }

    /// The outcome, once the last form was accepted.
    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.walk.outcome()
    }

    /// The form of the current step.
    ///
    /// # Errors
    /// The schema isn't one of the protocol, which never happens.
    pub(crate) fn form(&self) -> Result<ElicitRequestParams, serde_json::Error> {
        let mut lines: Vec<String> = self.refused.iter().cloned().collect();
        let mut fields = FormFields::default();
        match self.shape {
            FormShape::Lists | FormShape::Each => self.whole(&mut lines, &mut fields),
            FormShape::Walked => self.walked(&mut lines, &mut fields),
        }
        Ok(ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: lines.join("\n"),
            requested_schema: ElicitationSchema::from_json_schema(fields.schema())?,
        })
    }

    /// All that the current step takes.
    fn whole(&self, lines: &mut Vec<String>, fields: &mut FormFields) {
        let typed = |place| self.typed(place);
        match self.walk.step() {
            Step::Choose { asked, rows } => {
                describe(lines, &asked, &rows);
                let labels = labels(&rows);
                let own = rows.iter().find(|row| row.is == RowIs::Custom);
                let first = suggested(&rows).first().copied();
                fields.one(ANSWER, &title(&asked), &labels, first, own.is_none() && !asked.may_skip);
                self.more(fields, &asked, own.map(|row| row.label.as_str()));
            }
            Step::Many { asked, rows, min, max } => {
                describe(lines, &asked, &rows);
                let labels = labels(&rows);
                let own = rows.iter().find(|row| row.is == RowIs::Custom);
                let first = suggested(&rows);
                let least = if own.is_none() && !asked.may_skip { min } else { 0 };
                lines.push(how_many(min, max, rows.iter().filter(|row| row.is != RowIs::Discuss).count()));
                match self.shape {
                    FormShape::Lists => fields.some(&title(&asked), &labels, &first, least, max),
                    FormShape::Each | FormShape::Walked => fields.each(&labels, &first),
                }
                self.more(fields, &asked, own.map(|row| row.label.as_str()));
            }
            Step::Text { asked, what, current, held } => {
                describe(lines, &asked, &[]);
                let about = match what {
                    TextFor::Answer { placeholder, .. } => {
                        placeholder.map(|text| Shown::one_line(text).to_string())
                    }
                    TextFor::Custom | TextFor::Note | TextFor::Confirmation { .. } => None,
                };
                let first = current.or(held.as_ref().map(|held| &held.text)).map(Untrusted::raw);
                fields.text(ANSWER, &title(&asked), about.as_deref(), first, !asked.may_skip);
                self.more(fields, &asked, None);
            }
            Step::Value { asked, held } => {
                describe(lines, &asked, &[]);
                let first = typed(TypedIn::Edit).or_else(|| asked.answer.and_then(Answer::typed));
                let first = first.or_else(|| held.map(|held| held.text));
                let about = asked.question.kind.wanted();
                fields.text(
                    ANSWER,
                    &title(&asked),
                    Some(&about),
                    first.as_ref().map(Untrusted::raw),
                    !asked.may_skip,
                );
                self.more(fields, &asked, None);
            }
            Step::Confirm { answers, may_send, .. } => last(lines, fields, &answers, may_send),
            Step::Leave { .. } | Step::Done(_) => {}
        }
    }

    /// The fields for own words and a note.
    fn more(&self, fields: &mut FormFields, asked: &AskedQuestion<'_>, own: Option<&str>) {
        if let Some(label) = own {
            let answer = asked.answer.and_then(|answer| answer.picks().iter().find_map(Pick::own_words));
            let first = self.typed(TypedIn::Custom).or_else(|| answer.cloned());
            // Some clients quote a title that isn't words alone.
            fields.text(OWN, label.trim_end_matches('…'), None, first.as_ref().map(Untrusted::raw), false);
        }
        if asked.takes_note {
            let first = self.typed(TypedIn::Note).or_else(|| asked.note.cloned());
            fields.text(NOTE, "Note", None, first.as_ref().map(Untrusted::raw), false);
        }
    }

    /// What was typed for the current question and isn't an answer.
    fn typed(&self, place: TypedIn) -> Option<Untrusted> {
        let at = self.walk.at()?;
        let typed = self.walk.draft().typed.into_iter();
        typed.filter(|typed| typed.question == at && typed.place == place).map(|typed| typed.text).next_back()
    }

    /// Takes what was filled into the form of the current step.
    pub(crate) fn accept(&mut self, content: Option<Value>) {
        self.refused = None;
        let filled = match content {
            None => Map::new(),
            Some(Value::Object(filled)) => filled,
            Some(_) => {
                self.refused = Some("The form came back without its fields.".to_owned());
                return;
            }
        };
        let filled = FilledForm(&filled);
        let taken = match self.shape {
            FormShape::Lists | FormShape::Each => self.take(&filled),
            FormShape::Walked => self.take_walked(&filled),
        };
        self.refused = taken.err();
        let sends = matches!(self.walk.step(), Step::Confirm { may_send: true, .. });
        if self.refused.is_none() && sends && self.walk.request().is_single() {
            self.refused = self.walk.reply(Reply::Yes).err().map(|refusal| refusal.to_string());
        }
    }

    fn take(&mut self, filled: &FilledForm<'_>) -> Result<(), String> {
        let taken = match self.walk.step() {
            Step::Choose { rows, .. } => Taken::One {
                row: filled.one(ANSWER, &labels(&rows))?.map(|row| place(&rows, row)),
                own: filled.text(OWN)?,
            },
            Step::Many { rows, .. } => {
                let picked = filled.some(&labels(&rows))?;
                Taken::Some {
                    rows: picked.into_iter().map(|row| place(&rows, row)).collect(),
                    own: filled.text(OWN)?,
                }
            }
            Step::Text { .. } | Step::Value { .. } => Taken::Typed(filled.text(ANSWER)?),
            Step::Confirm { answers, may_send, .. } => Taken::Last(
                filled.one(ANSWER, &last_rows(&answers, may_send))?.map(|row| row + usize::from(!may_send)),
            ),
            Step::Leave { .. } | Step::Done(_) => return Ok(()),
        };
        let note = match &taken {
            Taken::Last(_) => None,
            Taken::One { .. } | Taken::Some { .. } | Taken::Typed(_) => filled.text(NOTE)?,
        };
        if let Some(note) = note {
            self.said(|walk| walk.note(Some(note.into())))?;
        }
        match taken {
            Taken::One { row: Some(row), own: Some(own) } => {
                self.hold_own(own);
                self.pick_only(row);
                Err("Pick a row or write your own answer, not both.".to_owned())
            }
            Taken::One { row: Some(row), own: None } => self.said(|walk| walk.reply(Reply::Row(row))),
            Taken::One { row: None, own: Some(own) } => {
                let row = self.own_row()?;
                self.said(|walk| walk.reply(Reply::Row(row)))?;
                self.own_words(own)
            }
            Taken::One { row: None, own: None } | Taken::Typed(None) => {
                self.said(|walk| walk.reply(Reply::Keep))
            }
            Taken::Some { mut rows, own: Some(own) } => {
                rows.push(self.own_row()?);
                match self.said(|walk| walk.reply(Reply::Rows(rows))) {
                    Ok(()) => self.own_words(own),
                    Err(why) => {
                        self.hold_own(own);
                        Err(why)
                    }
                }
            }
            Taken::Some { rows, own: None } => self.said(|walk| walk.reply(Reply::Rows(rows))),
            Taken::Typed(Some(text)) => {
                let refused = self.said(|walk| walk.reply(Reply::Text(text.as_str().into())));
                if refused.is_err() {
                    self.walk.hold(text.into());
                }
                refused
            }
            Taken::Last(row) => self.take_last(row),
        }
    }

    /// Takes a row of the last form; the first one sends.
    pub(super) fn take_last(&mut self, row: Option<usize>) -> Result<(), String> {
        match row {
            None => Err("Pick what to do.".to_owned()),
            Some(0) => self.said(|walk| walk.reply(Reply::Yes)),
            Some(row) => self.said(|walk| walk.reply(Reply::Go(row - 1))),
        }
    }

    pub(super) fn said(
        &mut self,
        says: impl FnOnce(&mut Walk) -> Result<(), ReplyRefusal>,
    ) -> Result<(), String> {
        says(&mut self.walk).map_err(|refusal| refusal.to_string())
    }

    /// The row of own words.
    fn own_row(&self) -> Result<usize, String> {
        let at = match self.walk.step() {
            Step::Choose { rows, .. } | Step::Many { rows, .. } => {
                rows.iter().position(|row| row.is == RowIs::Custom)
            }
            Step::Text { .. }
            | Step::Value { .. }
            | Step::Confirm { .. }
            | Step::Leave { .. }
            | Step::Done(_) => None,
        };
        at.ok_or_else(|| "This question takes no answer of your own.".to_owned())
    }

    /// Answers in own words, or keeps them with the question.
    fn own_words(&mut self, own: String) -> Result<(), String> {
        let refused = self.said(|walk| walk.reply(Reply::Text(own.as_str().into())));
        if refused.is_err() {
            self.walk.hold(own.into());
            // A question without options is at its own words already.
            drop(self.walk.back());
        }
        refused
    }

    /// Picks a row and stays at its question.
    fn pick_only(&mut self, row: usize) {
        let is_option = match self.walk.step() {
            Step::Choose { rows, .. } => matches!(rows.get(row).map(|row| row.is), Some(RowIs::Option(_))),
            Step::Many { .. }
            | Step::Text { .. }
            | Step::Value { .. }
            | Step::Confirm { .. }
            | Step::Leave { .. }
            | Step::Done(_) => false,
        };
        if is_option && self.walk.reply(Reply::Row(row)).is_ok() {
            drop(self.walk.back());
        }
    }

    /// Keeps own words that aren't an answer.
    fn hold_own(&mut self, own: String) {
        let Ok(row) = self.own_row() else { return };
        if self.walk.reply(Reply::Row(row)).is_ok() {
            self.walk.hold(own.into());
            drop(self.walk.back());
        }
    }
}
