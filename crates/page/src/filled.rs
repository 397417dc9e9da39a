//! What a posted form means.
//!
//! - Each field has its question's number, so that two questions of one name never mix.
//! - Own words that were typed without a choice are the choice; next to another choice they are a question back.
//! - A text that isn't an answer stays as typed, with the reason.
//! - A choice of nothing, a field that isn't there, and a number that no option has leave the question open.

use asq_core::kind::Misread;
use asq_core::model::{Answer, Answers, Draft, Entry, Pick, Question, Request, Typed, TypedIn};
use asq_core::text::Untrusted;
use asq_core::{Misfit, fit};
use std::collections::BTreeSet;

/// The value of the choice that stands for own words.
pub(crate) const CUSTOM: &str = "custom";
/// The value of the choice that leaves a question open.
pub(crate) const OPEN: &str = "open";

/// What the person wants with a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageAct {
    /// To see the answers before they are sent.
    Review,
    /// To go back from there.
    Edit,
    /// To send them.
    Submit,
    /// To know whether they can be sent.
    Check,
    /// To decline.
    Decline,
    /// To talk first.
    Discuss,
    /// To stop the work.
    Cancel,
    /// To keep what was typed, and to go on later.
    Keep,
    /// To put it aside until a time.
    Aside,
    /// To bring it back from there.
    Back,
}

impl PageAct {
    /// All of them.
    pub const ALL: [PageAct; 10] = [
        PageAct::Review,
        PageAct::Edit,
        PageAct::Submit,
        PageAct::Check,
        PageAct::Decline,
        PageAct::Discuss,
        PageAct::Cancel,
        PageAct::Keep,
        PageAct::Aside,
        PageAct::Back,
    ];

    /// Its name in a form.
    pub fn name(self) -> &'static str {
        match self {
            PageAct::Review => "review",
            PageAct::Edit => "edit",
            PageAct::Submit => "submit",
            PageAct::Check => "check",
            PageAct::Decline => "decline",
            PageAct::Discuss => "discuss",
            PageAct::Cancel => "cancel",
            PageAct::Keep => "keep",
            PageAct::Aside => "aside",
            PageAct::Back => "back",
        }
    }
}

/// A problem of a field that no answer of a form in a terminal can have.
#[derive(Clone, Debug, PartialEq)]
pub enum OwnError {
    /// The typed text isn't an answer.
    Misread(Misread),
    /// An option is chosen, and own words are typed as well.
    OptionAndOwnWords,
    /// Own words are chosen, and none are typed.
    NoOwnWords,
}

impl OwnError {
    /// What to do, for the person.
    pub fn words(&self) -> String {
        match self {
            OwnError::Misread(misread) => misread.to_string(),
            OwnError::OptionAndOwnWords => {
                "You chose an option and typed words of your own: choose one of them".to_owned()
            }
            OwnError::NoOwnWords => "Type your own words, or choose an option".to_owned(),
        }
    }
}

/// A form as it was filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filled {
    /// What to do with it.
    pub act: Option<PageAct>,
    /// One entry per question.
    pub answers: Answers,
    /// The texts that aren't answers.
    pub typed: Vec<Typed>,
    /// The typed confirmations, as they came; no draft has them.
    pub confirmed: Vec<Option<Untrusted>>,
    /// The problems of its fields.
    pub errors: Vec<(usize, OwnError)>,
    /// The reason for declining.
    pub reason: Option<Untrusted>,
    /// Until when it is put aside, as a text.
    pub aside: String,
    /// The digest of the request that the person saw.
    pub seen: String,
    /// The key of this try.
    pub key: String,
    /// The token of the person's session.
    pub csrf: String,
    /// The revision of each question's draft that the form was filled in on.
    pub revisions: Vec<u64>,
}

impl Filled {
    /// What is kept of each question, as it fills the form in.
    pub fn of(request: &Request, drafts: &[(usize, Draft)], reason: Option<Untrusted>) -> Filled {
        let mut filled = Filled {
            answers: Answers::none(request.questions.len()),
            confirmed: vec![None; request.questions.len()],
            reason,
            ..Filled::default()
        };
        for (at, draft) in drafts {
            let (Some(entry), Some(kept)) =
                (filled.answers.entries.get_mut(*at), draft.answers.entries.first())
            else {
                continue;
            };
            *entry = kept.clone();
            filled.typed.extend(draft.typed.iter().map(|typed| Typed { question: *at, ..typed.clone() }));
        }
        filled
    }

    /// Reads the fields of a posted form, by name and value.
    pub fn read(request: &Request, fields: &[(String, String)]) -> Filled {
        let fields = PostedFields(fields);
        let one = |name: &str| fields.one(name).unwrap_or_default().to_owned();
        let act = PageAct::ALL.into_iter().find(|act| fields.one("act") == Some(act.name()));
        // Its buttons carry a time.
        let act = if fields.has("aside") { Some(PageAct::Aside) } else { act };
        let reason = fields.text("reason");
        let mut filled = Filled {
            act,
            reason,
            aside: one("aside"),
            seen: one("seen"),
            key: one("key"),
            csrf: one("csrf"),
            ..Filled::default()
        };
        for (at, question) in request.questions.iter().enumerate() {
            let entry = filled.question(at, question, &fields);
            filled.answers.entries.push(entry);
        }
        filled
    }

    fn question(&mut self, at: usize, question: &Question, fields: &PostedFields<'_>) -> Entry {
        let name = |field: &str| format!("q{at}.{field}");
        let confirmed = fields.text(&name("confirm"));
        self.confirmed.push(confirmed.clone());
        self.revisions.push(fields.one(&name("rev")).and_then(|rev| rev.parse().ok()).unwrap_or_default());
        let answer = if question.kind.is_list() {
            self.list(at, question, fields)
        } else {
            let typed = fields.text(&name("text"));
            typed.and_then(|typed| self.read_text(at, TypedIn::Edit, question, typed))
        };
        Entry { answer, note: fields.text(&name("note")), confirmed }
    }

    fn list(&mut self, at: usize, question: &Question, fields: &PostedFields<'_>) -> Option<Answer> {
        let chosen = fields.all(&format!("q{at}"));
        // A page has one order, that of the options.
        let options: BTreeSet<usize> = chosen.iter().filter_map(|value| value.parse().ok()).collect();
        let known = options.into_iter().filter(|option| *option < question.options.len());
        let mut picks: Vec<Pick> = known.map(Pick::Option).collect();
        let wants_custom = question.custom && chosen.contains(&CUSTOM);
        let typed = fields.text(&format!("q{at}.custom")).filter(|_| question.custom);
        match typed {
            None if wants_custom => self.errors.push((at, OwnError::NoOwnWords)),
            None => {}
            Some(text) if !question.kind.is_several() && !picks.is_empty() => {
                self.errors.push((at, OwnError::OptionAndOwnWords));
                self.keep(at, TypedIn::Custom, text);
            }
            Some(text) => match self.read_text(at, TypedIn::Custom, question, text) {
                Some(Answer::Picks(own)) => picks.extend(own),
                Some(Answer::Number(_) | Answer::Text(_)) | None => {}
            },
        }
        // Boxes without a tick say nothing, but of several none may be an answer.
        let none = chosen.contains(&OPEN) || picks.is_empty() && !fields.has(&format!("q{at}.shown"));
        (!none && (!picks.is_empty() || takes_none(question))).then_some(Answer::Picks(picks))
    }

    fn read_text(
        &mut self,
        at: usize,
        place: TypedIn,
        question: &Question,
        typed: Untrusted,
    ) -> Option<Answer> {
        match question.kind.read(&typed) {
            Ok(answer) => Some(answer),
            Err(misread) => {
                self.errors.push((at, OwnError::Misread(misread)));
                self.keep(at, place, typed);
                None
            }
        }
    }

    fn keep(&mut self, question: usize, place: TypedIn, text: Untrusted) {
        self.typed.push(Typed { question, place, text });
    }

    /// What a draft keeps of one question, as a draft of that question alone.
    pub fn draft_of(&self, question: usize) -> Draft {
        self.draft().of_question(question)
    }

    /// What a draft keeps of it. The store keeps none of a secret, and no confirmation.
    pub fn draft(&self) -> Draft {
        let mut answers = self.answers.clone();
        answers.entries.iter_mut().for_each(|entry| entry.confirmed = None);
        Draft { answers, typed: self.typed.clone(), kept: None }
    }

    /// Everything that is wrong with it, by question.
    pub fn problems(&self, request: &Request) -> Vec<(Option<usize>, String)> {
        let own = self.errors.iter().map(|(at, error)| (Some(*at), error.words()));
        let has_own = |at: Option<usize>| self.errors.iter().any(|(own, _)| Some(*own) == at);
        let misfits = fit(request, &self.answers).into_iter().map(|misfit| {
            let Misfit { question, wrong } = misfit;
            (question.map(|(at, _)| at), wrong)
        });
        let misfits = misfits.filter(|(at, wrong)| !has_own(*at) || *wrong != asq_core::Wrong::Open);
        own.chain(misfits.map(|(at, wrong)| (at, wrong.to_string()))).collect()
    }
}

/// Whether an answer without a pick is one.
fn takes_none(question: &Question) -> bool {
    question.kind.several().is_some_and(|(min, _)| min == 0)
}

struct PostedFields<'a>(&'a [(String, String)]);

impl<'a> PostedFields<'a> {
    fn all(&self, name: &str) -> Vec<&'a str> {
        self.0.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect()
    }

    fn one(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn has(&self, name: &str) -> bool {
        self.one(name).is_some()
    }

    /// A typed text; `None` if it is empty or blank. A browser sends CR LF for each line break.
    fn text(&self, name: &str) -> Option<Untrusted> {
        let text = Untrusted::from(self.one(name)?.replace("\r\n", "\n"));
        (!text.is_blank()).then_some(text)
    }
}
