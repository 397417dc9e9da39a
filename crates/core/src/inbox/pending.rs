//! One open request, as a list shows it.
//!
//! - The first question's text is cut at 200 characters, names at 100: a list shows no more than that.
//! - A question that asks for a secret or is dangerous is marked.
//! - It knows what answers the first question, and whether the asker comes back.

use super::Position;
use crate::kind::SummaryKind;
use crate::life::{Asked, Due, Moment, Origin, RequestId};
use crate::text::Untrusted;

/// The most characters of the first question.
const TEXT: usize = 200;
/// The most characters of a name.
const NAME: usize = 100;

/// The part of a request that a list shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The id of its dialect. Unlike a `String`, thousands of rows share it.
    pub dialect: Untrusted,
    /// The agent's name, by its own account.
    pub agent: Option<Untrusted>,
    /// Its session, by its own account.
    pub session: Option<Untrusted>,
    /// The first question's header.
    pub header: Untrusted,
    /// The beginning of the first question.
    pub text: Untrusted,
    /// The number of questions.
    pub questions: u32,
    /// Whether one of them is dangerous.
    pub danger: bool,
    /// Whether one of them asks for a secret.
    pub sensitive: bool,
    /// What answers the first question.
    pub kind: SummaryKind,
    /// Whether its asker comes back for the ending, instead of waiting for it.
    pub returns: bool,
    /// Its origin, without the tree for judging answers.
    pub origin: Origin,
}

impl Summary {
    /// The summary of a whole request.
    pub fn of(asked: &Asked) -> Summary {
        let request = &asked.request;
        let first = request.questions.first();
        Summary {
            dialect: Untrusted::new(asked.dialect.as_str()),
            agent: request.from.agent.as_ref().map(|a| cut(a, NAME)),
            session: request.from.session.as_ref().map(|s| cut(s, NAME)),
            header: first.map(|q| cut(&q.header, NAME)).unwrap_or_default(),
            text: first.map(|q| cut(&q.text, TEXT)).unwrap_or_default(),
            questions: u32::try_from(request.questions.len()).unwrap_or(u32::MAX),
            danger: request.questions.iter().any(|q| q.danger.is_some()),
            sensitive: request.questions.iter().any(|q| q.sensitive),
            kind: first.map(|q| SummaryKind::of(&q.kind, q.is_yes_or_no())).unwrap_or_default(),
            returns: asked.returns,
            origin: asked.origin.listed(),
        }
    }

    /// The agent's name, or else the name of the program that asks; `None` if neither is known.
    pub fn asker(&self) -> Option<Untrusted> {
        let exe = self.origin.exe.as_ref().map_or("", Untrusted::raw);
        // The system says so of a program that was replaced since it started.
        let exe = exe.strip_suffix(" (deleted)").unwrap_or(exe);
        let program = Untrusted::from(exe.rsplit('/').next().unwrap_or_default());
        let agent = self.agent.clone().filter(|agent| !agent.is_blank());
        agent.or(Some(program).filter(|program| !program.is_blank()))
    }

    /// Whether its texts, its asker, its session or its folder have this text. The text is in lower case.
    pub fn matches(&self, search: &str) -> bool {
        let has = |text: &Untrusted| text.raw().to_lowercase().contains(search);
        let more = [&self.session, &self.origin.folder];
        search.is_empty()
            || has(&self.text)
            || has(&self.header)
            || more.into_iter().flatten().any(has)
            || self.asker().as_ref().is_some_and(has)
    }
}

/// One open request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Its id.
    pub id: RequestId,
    /// The position of the record that asked it: the order of asking.
    pub position: Position,
    /// The time of asking, in milliseconds since 1970.
    pub asked_ms: u64,
    /// The end of its time limit. Boxed, because few of thousands of rows have one.
    pub due: Option<Box<Due>>,
    /// Its summary.
    pub summary: Summary,
}

impl Pending {
    /// The open request of an ask's record.
    pub fn of(id: RequestId, position: Position, at: Moment, asked: &Asked) -> Pending {
        let due = asked.request.expiry.as_ref().map(|expiry| Box::new(at.plus(expiry.after_ms)));
        Pending { id, position, asked_ms: at.wall_ms, due, summary: Summary::of(asked) }
    }
}

fn cut(text: &Untrusted, characters: usize) -> Untrusted {
    match text.raw().char_indices().nth(characters) {
        Some((end, _)) => Untrusted::new(&text.raw()[..end]),
        None => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Pending, Summary, SummaryKind};
    use crate::life::Origin;

    #[test]
    fn a_row_of_the_list_stays_small() {
        // An inbox holds ten thousand of them, each in one allocation.
        assert!(size_of::<Pending>() <= 256, "{}", size_of::<Pending>());
    }

    #[test]
    fn an_asker_without_a_name_is_called_by_its_program() {
        let asker = |agent: Option<&str>, exe: Option<&str>| {
            let origin = Origin { exe: exe.map(Into::into), ..Origin::default() };
            let summary = Summary {
                dialect: "asq".into(),
                agent: agent.map(Into::into),
                session: None,
                header: "Q".into(),
                text: "Which?".into(),
                questions: 1,
                danger: false,
                sensitive: false,
                kind: SummaryKind::One,
                returns: false,
                origin,
            };
            let named = summary.asker().map(|asker| asker.raw().to_owned());
            assert_eq!(named.is_some(), summary.matches("de"), "{named:?} is found");
            named
        };
        let node = Some("/usr/bin/node");
        assert_eq!(asker(Some("claude code"), node).as_deref(), Some("claude code"));
        assert_eq!(asker(None, node).as_deref(), Some("node"));
        assert_eq!(asker(Some(" "), Some("/usr/bin/node (deleted)")).as_deref(), Some("node"));
        assert_eq!(asker(None, Some("/opt/")), None);
        assert_eq!(asker(None, None), None);
    }
}
