//! A walk through a request, one form for each question.
//!
//! - A form has the answer, own words and a note, as far as the question takes them.
//! - The answer to a single question is sent when its form is accepted; several are listed in a last form first.
//! - What doesn't fit is refused in the next form, above the question, with everything that was filled in.
//! - Foreign text is escaped as on every other surface.

use super::carried::PREVIEW;
use super::fields::{ANSWER, FilledForm, FormFields, NOTE, OWN};
use asq_core::form::FormRules;
use asq_core::model::{Answer, Draft, Outcome, Pick, Question, Request, TypedIn};
use asq_core::text::{Shown, Untrusted};
use asq_core::walk::{AskedQuestion, Reply, ReplyRefusal, RowIs, SaidAnswer, Step, StepRow, TextFor, Walk};
use rmcp::model::{ElicitRequestParams, ElicitationSchema};
use serde_json::{Map, Value};

/// The most graphemes of a title.
const TITLE: usize = 60;

/// A walk through a request, one form for each question.
pub(crate) struct FormWalk {
    walk: Walk,
    /// Why the last form was refused.
    refused: Option<String>,
    /// Whether the client has fields with several values.
    arrays: bool,
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
    pub(crate) fn new(request: Request, rules: FormRules, draft: Draft, arrays: bool) -> FormWalk {
        FormWalk { walk: Walk::new(request, rules, draft), refused: None, arrays }
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
        let typed = |place| self.typed(place);
        match self.walk.step() {
            Step::Choose { asked, rows } => {
                describe(&mut lines, &asked, &rows);
                let labels = labels(&rows);
                let own = rows.iter().find(|row| row.is == RowIs::Custom);
                let first = suggested(&rows).first().copied();
                fields.one(&title(&asked), &labels, first, own.is_none() && !asked.may_skip);
                self.more(&mut fields, &asked, own.map(|row| row.label.as_str()));
            }
            Step::Many { asked, rows, min, max } => {
                describe(&mut lines, &asked, &rows);
                let labels = labels(&rows);
                let own = rows.iter().find(|row| row.is == RowIs::Custom);
                let first = suggested(&rows);
                let least = if own.is_none() && !asked.may_skip { min } else { 0 };
                lines.push(how_many(min, max, rows.iter().filter(|row| row.is != RowIs::Discuss).count()));
                if self.arrays {
                    fields.some(&title(&asked), &labels, &first, least, max);
                } else {
                    fields.each(&labels, &first);
                }
                self.more(&mut fields, &asked, own.map(|row| row.label.as_str()));
            }
            Step::Text { asked, what, current, held } => {
                describe(&mut lines, &asked, &[]);
                let about = match what {
                    TextFor::Answer { placeholder, .. } => {
                        placeholder.map(|text| Shown::one_line(text).to_string())
                    }
                    TextFor::Custom | TextFor::Note | TextFor::Confirmation { .. } => None,
                };
                let first = current.or(held.as_ref().map(|held| &held.text)).map(Untrusted::raw);
                fields.text(ANSWER, &title(&asked), about.as_deref(), first, !asked.may_skip);
                self.more(&mut fields, &asked, None);
            }
            Step::Value { asked, held } => {
                describe(&mut lines, &asked, &[]);
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
                self.more(&mut fields, &asked, None);
            }
            Step::Confirm { answers, may_send, .. } => {
                lines.push("Your answers:".to_owned());
                lines.extend(
                    answers.iter().enumerate().map(|(i, said)| format!("{}. {}", i + 1, said.line())),
                );
                let rows = last_rows(&answers, may_send);
                fields.one("Send", &rows, Some(0), true);
            }
            Step::Leave { .. } | Step::Done(_) => {}
        }
        Ok(ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: lines.join("\n"),
            requested_schema: ElicitationSchema::from_json_schema(fields.schema())?,
        })
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
        if let Err(why) = self.take(&FilledForm(&filled)) {
            self.refused = Some(why);
        }
        let sends = matches!(self.walk.step(), Step::Confirm { may_send: true, .. });
        if self.refused.is_none() && sends && self.walk.request().is_single() {
            self.refused = self.walk.reply(Reply::Yes).err().map(|refusal| refusal.to_string());
        }
    }

    fn take(&mut self, filled: &FilledForm<'_>) -> Result<(), String> {
        let taken = match self.walk.step() {
            Step::Choose { rows, .. } => Taken::One {
                row: filled.one(&labels(&rows))?.map(|row| place(&rows, row)),
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
                filled.one(&last_rows(&answers, may_send))?.map(|row| row + usize::from(!may_send)),
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
            Taken::Last(None) => Err("Pick what to do.".to_owned()),
            Taken::Last(Some(0)) => self.said(|walk| walk.reply(Reply::Yes)),
            Taken::Last(Some(row)) => self.said(|walk| walk.reply(Reply::Go(row - 1))),
        }
    }

    fn said(&mut self, says: impl FnOnce(&mut Walk) -> Result<(), ReplyRefusal>) -> Result<(), String> {
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

/// The question, its context, and what belongs to its rows.
fn describe(lines: &mut Vec<String>, asked: &AskedQuestion<'_>, rows: &[StepRow<'_>]) {
    let question = asked.question;
    if let Some(context) = &question.context {
        source(lines, &context.source);
    }
    let mut text = Shown::lines(&question.text).into_iter();
    let first = text.next().unwrap_or_default();
    lines.push(match asked.of {
        1 => first.to_string(),
        of => format!("[{}/{of}] {first}", asked.index + 1),
    });
    lines.extend(text.map(|line| line.to_string()));
    if let Some(description) = &question.description {
        lines.extend(Shown::lines(description).iter().map(|line| format!("  {line}")));
    }
    for (label, row) in labels(rows).iter().zip(rows.iter().filter(|row| row.is != RowIs::Custom)) {
        if let Some(description) = row.description.filter(|text| !text.is_blank()) {
            lines.push(format!("{label}: {}", Shown::one_line(description)));
        }
    }
    previews(lines, question);
}

fn previews(lines: &mut Vec<String>, question: &Question) {
    for (i, option) in question.options.iter().enumerate() {
        if let Some(preview) = &option.preview {
            lines.push(format!("Preview of {}. {}:", i + 1, Shown::clipped(&option.label, TITLE)));
            source(lines, &preview.source);
        }
    }
}

/// Adds a text that is short enough, indented.
fn source(lines: &mut Vec<String>, text: &Untrusted) {
    debug_assert!(text.raw().len() <= PREVIEW, "a longer text isn't carried");
    lines.extend(Shown::lines(text).iter().map(|line| format!("  {line}")));
}

fn title(asked: &AskedQuestion<'_>) -> String {
    Shown::clipped(&asked.question.header, TITLE).to_string()
}

/// The rows that a person can pick in a form. Own words have a field of their own.
fn labels(rows: &[StepRow<'_>]) -> Vec<String> {
    let picked = rows.iter().filter(|row| row.is != RowIs::Custom);
    let label = |row: &StepRow<'_>| match row.is {
        RowIs::Option(i) => {
            let recommended = if row.recommended { " (recommended)" } else { "" };
            format!("{}. {}{recommended}", i + 1, row.label)
        }
        RowIs::Custom | RowIs::Discuss => row.label.to_string(),
    };
    picked.map(label).collect()
}

/// The row of the walk behind a row of the form.
fn place(rows: &[StepRow<'_>], picked: usize) -> usize {
    let pickable = rows.iter().enumerate().filter(|(_, row)| row.is != RowIs::Custom);
    pickable.map(|(i, _)| i).nth(picked).unwrap_or(picked)
}

/// The rows of the form that are picked at first.
fn suggested(rows: &[StepRow<'_>]) -> Vec<usize> {
    let pickable = rows.iter().filter(|row| row.is != RowIs::Custom).enumerate();
    pickable.filter(|(_, row)| row.picked || row.suggested).map(|(i, _)| i).collect()
}

fn how_many(min: usize, max: usize, rows: usize) -> String {
    match (min, max < rows) {
        (0 | 1, false) => "Pick any number.".to_owned(),
        (0 | 1, true) => format!("Pick at most {max}."),
        (min, true) => format!("Pick {min} to {max}."),
        (min, false) => format!("Pick at least {min}."),
    }
}

/// The rows of the last form.
fn last_rows(answers: &[SaidAnswer<'_>], may_send: bool) -> Vec<String> {
    let send = may_send.then(|| "Send these answers".to_owned());
    let change = answers
        .iter()
        .enumerate()
        .map(|(i, said)| format!("Change {}. {}", i + 1, Shown::clipped(&said.question.header, TITLE)));
    send.into_iter().chain(change).collect()
}
