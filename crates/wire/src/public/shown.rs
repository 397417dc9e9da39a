//! The object of `asq show --json`: one request, open, closed or erased.
//!
//! - Has all that a form is made of: questions, rules, settings, time limit, and the digest that an answer names.
//! - A secret's answer is never in it.
//! - Texts that came too late are in it, for the week that they are kept; of drafts only which questions have one.
//! - What was erased is null.

use super::actor::WireActor;
use super::moment::{self, from_utc, utc};
use super::origin::WireOrigin;
use super::question::WireQuestion;
use super::{PublicError, id, object, value};
use crate::stored::about::StoredAbout;
use crate::stored::answers::StoredAnswers;
use crate::stored::rules::{StoredPrefs, StoredRules};
use crate::stored::{raw, raw_option, untrusted};
use asq_core::life::{About, Actor, Life, Moment, Origin, RequestId};
use asq_core::model::{Answers, Draft, Entry, Expiry, Outcome, Provenance, Request};
use asq_core::text::Untrusted;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One request as everybody may see it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownRequest {
    /// Its id.
    pub id: RequestId,
    /// The shortest beginning of its id that fits no other.
    pub short: String,
    /// `open`, `erased`, or the name of its outcome.
    pub state: String,
    /// When it was asked. This moment and the next three are in milliseconds since 1970.
    pub asked_at_ms: Option<u64>,
    /// When its time limit is over.
    pub expires_at_ms: Option<u64>,
    /// When it was closed.
    pub closed_at_ms: Option<u64>,
    /// When its ending was delivered.
    pub delivered_at_ms: Option<u64>,
    /// Who took the ending.
    pub delivered_to: Option<Actor>,
    /// Whether its asker still waits.
    pub asker_waits: bool,
    /// Who asked it.
    pub asked_by: Option<Actor>,
    /// Who closed it.
    pub closed_by: Option<Actor>,
    /// Why it was declined, if the person said so.
    pub reason: Option<Untrusted>,
    /// What was answered, or picked until it was closed in another way.
    pub answers: Option<Answers>,
    /// What was asked; `None` once that is erased.
    pub asked: Option<ShownAsk>,
}

/// What was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownAsk {
    /// The dialect that it was asked in.
    pub dialect: String,
    /// The questions, with the rules that judge answers and the asker's own claims.
    pub request: Request,
    /// Where it comes from.
    pub origin: Origin,
    /// What the agent was doing.
    pub about: Option<Box<About>>,
    /// Whether the asker comes back for the ending.
    pub returns: bool,
    /// The digest that an answer names.
    pub digest: String,
    /// Text that came too late.
    pub late: Vec<LateText>,
    /// The ids of the questions for which a draft is kept.
    pub drafts: Vec<Untrusted>,
}

/// What somebody had typed for one question who came too late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateText {
    /// The question's id.
    pub question: Untrusted,
    /// When it was kept, in milliseconds since 1970.
    pub at_ms: u64,
    /// Labels of options, and custom text.
    pub picked: Vec<Untrusted>,
    /// The note, and text that was not committed.
    pub typed: Vec<Untrusted>,
}

#[derive(Serialize, Deserialize)]
struct WireShown {
    id: String,
    short: String,
    state: String,
    asked_at: Option<String>,
    expires_at: Option<String>,
    closed_at: Option<String>,
    delivered_at: Option<String>,
    delivered_to: Option<WireActor>,
    asker_waits: bool,
    dialect: Option<String>,
    agent: Option<String>,
    session: Option<String>,
    call_id: Option<String>,
    pane: Option<String>,
    asked_by: Option<WireActor>,
    origin: Option<WireOrigin>,
    digest: Option<String>,
    questions: Option<Vec<WireQuestion>>,
    closed_by: Option<WireActor>,
    reason: Option<String>,
    unsent: Option<Vec<WireLate>>,
    answers: Option<StoredAnswers>,
    script: Option<bool>,
    rules: Option<StoredRules>,
    settings: Option<StoredPrefs>,
    time_limit: Option<WireLimit>,
    drafts: Option<Vec<String>>,
    about: Option<StoredAbout>,
    returns: Option<bool>,
}

#[derive(Serialize, Deserialize)]
struct WireLate {
    question: String,
    at: String,
    picked: Vec<String>,
    typed: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct WireLimit {
    after_ms: u64,
    means: Option<String>,
}

impl ShownRequest {
    /// What the records of a request tell; whether somebody waits, typed or came too late is the caller's to add.
    pub fn of(id: RequestId, life: &Life, asked_by: Option<&(Moment, Actor)>) -> ShownRequest {
        let closed = life.closed();
        let reason = match closed {
            Some((Outcome::Declined { reason, .. }, ..)) => reason.clone(),
            Some((
                Outcome::Answered(_)
                | Outcome::Discuss(_)
                | Outcome::Cancelled(_)
                | Outcome::Withdrawn(_)
                | Outcome::Expired(_),
                ..,
            ))
            | None => None,
        };
        let state = match closed {
            Some((outcome, ..)) => outcome.name(),
            None if life.is_erased() => "erased",
            None => "open",
        };
        ShownRequest {
            id,
            short: id.to_string(),
            state: state.to_owned(),
            asked_at_ms: asked_by.map(|(at, _)| at.wall_ms),
            expires_at_ms: life.deadline().map(|due| due.0.wall_ms),
            closed_at_ms: closed.map(|(_, _, at)| at.wall_ms),
            delivered_at_ms: life.delivered().map(|at| at.wall_ms),
            delivered_to: life.delivered_to().cloned(),
            asker_waits: false,
            asked_by: asked_by.map(|(_, by)| by.clone()),
            closed_by: closed.map(|(_, by, _)| by.clone()),
            reason,
            answers: closed.zip(life.request()).map(|((outcome, ..), request)| answers(outcome, request)),
            asked: life.asked().map(|asked| ShownAsk {
                dialect: asked.dialect.clone(),
                request: asked.request.clone(),
                origin: asked.origin.clone(),
                about: asked.about.clone(),
                returns: asked.returns,
                digest: asked.digest.clone(),
                late: Vec::new(),
                drafts: Vec::new(),
            }),
        }
    }

    /// The object.
    pub fn to_json(&self) -> Value {
        let ask = self.asked.as_ref();
        let from = ask.map(|ask| &ask.request.from);
        let time = |ms: Option<u64>| ms.map(utc);
        let actor = |by: &Option<Actor>| by.as_ref().map(WireActor::from);
        value(&WireShown {
            id: self.id.to_string(),
            short: self.short.clone(),
            state: self.state.clone(),
            asked_at: time(self.asked_at_ms),
            expires_at: time(self.expires_at_ms),
            closed_at: time(self.closed_at_ms),
            delivered_at: time(self.delivered_at_ms),
            delivered_to: actor(&self.delivered_to),
            asker_waits: self.asker_waits,
            dialect: ask.map(|ask| ask.dialect.clone()),
            agent: raw_option(from.and_then(|from| from.agent.as_ref())),
            session: raw_option(from.and_then(|from| from.session.as_ref())),
            call_id: raw_option(from.and_then(|from| from.call_id.as_ref())),
            pane: raw_option(ask.and_then(|ask| ask.origin.pane.as_ref())),
            asked_by: actor(&self.asked_by),
            origin: ask.map(|ask| WireOrigin::from(&ask.origin)),
            digest: ask.map(|ask| ask.digest.clone()),
            questions: ask.map(|ask| ask.request.questions.iter().map(WireQuestion::from).collect()),
            closed_by: actor(&self.closed_by),
            reason: raw_option(self.reason.as_ref()),
            unsent: ask.map(|ask| ask.late.iter().map(WireLate::from).collect()),
            answers: self.answers.as_ref().map(StoredAnswers::from),
            script: from.map(|from| from.script),
            rules: ask.map(|ask| StoredRules::of(ask.request.rules)),
            settings: ask.map(|ask| StoredPrefs::of(ask.request.prefs)),
            time_limit: ask.and_then(|ask| ask.request.expiry.as_ref()).map(|expiry| WireLimit {
                after_ms: expiry.after_ms,
                means: raw_option(expiry.means.as_ref()),
            }),
            drafts: ask.map(|ask| ask.drafts.iter().map(raw).collect()),
            about: ask.and_then(|ask| ask.about.as_deref()).map(StoredAbout::from),
            returns: ask.map(|ask| ask.returns),
        })
    }

    /// Reads it back.
    ///
    /// # Errors
    /// It has another shape, or holds a question that nobody could ask.
    pub fn from_json(value: &Value) -> Result<ShownRequest, PublicError> {
        let mut wire: WireShown = object(value)?;
        Ok(ShownRequest {
            id: id(&wire.id)?,
            asked_at_ms: moment::back(wire.asked_at.as_ref())?,
            expires_at_ms: moment::back(wire.expires_at.as_ref())?,
            closed_at_ms: moment::back(wire.closed_at.as_ref())?,
            delivered_at_ms: moment::back(wire.delivered_at.as_ref())?,
            delivered_to: wire.delivered_to.take().map(Actor::from),
            asker_waits: wire.asker_waits,
            asked_by: wire.asked_by.take().map(Actor::from),
            closed_by: wire.closed_by.take().map(Actor::from),
            reason: untrusted(wire.reason.take()),
            answers: wire.answers.take().map(TryInto::try_into).transpose()?,
            short: std::mem::take(&mut wire.short),
            state: std::mem::take(&mut wire.state),
            asked: wire.asked()?,
        })
    }
}

impl WireShown {
    fn asked(self) -> Result<Option<ShownAsk>, PublicError> {
        let WireShown { dialect, origin, digest, questions, rules, settings, .. } = self;
        let (Some(dialect), Some(origin), Some(digest)) = (dialect, origin, digest) else { return Ok(None) };
        let (Some(questions), Some(rules), Some(settings)) = (questions, rules, settings) else {
            return Err(PublicError::Nonsense("request has no questions, rules or settings"));
        };
        let questions = questions.into_iter().map(TryInto::try_into).collect::<Result<Vec<_>, _>>()?;
        if questions.is_empty() {
            return Err(PublicError::Nonsense("request has no questions"));
        }
        let late = self.unsent.unwrap_or_default().into_iter().map(TryInto::try_into);
        Ok(Some(ShownAsk {
            dialect,
            request: Request {
                questions,
                rules: rules.back(),
                prefs: settings.back(),
                from: Provenance {
                    agent: untrusted(self.agent),
                    session: untrusted(self.session),
                    call_id: untrusted(self.call_id),
                    script: self.script.unwrap_or_default(),
                },
                expiry: self
                    .time_limit
                    .map(|WireLimit { after_ms, means }| Expiry { after_ms, means: untrusted(means) }),
            },
            origin: origin.back(self.pane),
            about: self.about.and_then(StoredAbout::back),
            returns: self.returns.unwrap_or_default(),
            digest,
            late: late.collect::<Result<_, PublicError>>()?,
            drafts: self.drafts.unwrap_or_default().into_iter().map(Untrusted::from).collect(),
        }))
    }
}

/// What was answered, without the answers to questions for a secret.
fn answers(outcome: &Outcome, request: &Request) -> Answers {
    let Draft { mut answers, .. } = outcome.clone().into_draft();
    for (entry, question) in answers.entries.iter_mut().zip(&request.questions) {
        if question.sensitive {
            *entry = Entry::default();
        }
    }
    answers
}

impl From<&LateText> for WireLate {
    fn from(LateText { question, at_ms, picked, typed }: &LateText) -> WireLate {
        let all = |texts: &[Untrusted]| texts.iter().map(raw).collect();
        WireLate { question: raw(question), at: utc(*at_ms), picked: all(picked), typed: all(typed) }
    }
}

impl TryFrom<WireLate> for LateText {
    type Error = PublicError;

    fn try_from(wire: WireLate) -> Result<LateText, PublicError> {
        let all = |texts: Vec<String>| texts.into_iter().map(Untrusted::from).collect();
        Ok(LateText {
            question: wire.question.into(),
            at_ms: from_utc(&wire.at)?,
            picked: all(wire.picked),
            typed: all(wire.typed),
        })
    }
}
