//! Matches closed requests with a search, for every store.
//!
//! Matches by words of questions and answers, by agent, by folder including subfolders, and by time of asking.

use crate::{Stored, search_terms};
use asq_core::fit::danger_confirmed;
use asq_core::inbox::Summary;
use asq_core::life::Fact;
use asq_core::model::Outcome;
use std::collections::BTreeSet;

pub use asq_core::history::{Past, Query};

/// A closed request, compiled from its records.
pub(crate) struct Traced {
    pub(crate) past: Past,
    pub(crate) words: BTreeSet<String>,
}

impl Traced {
    /// `None` while the request is open, or if its bodies were pruned.
    pub(crate) fn of(records: &[Stored]) -> Option<Traced> {
        let mut asked = None;
        let mut closed = None;
        let mut delivered = false;
        for stored in records {
            let record = stored.record.as_ref()?;
            match &record.fact {
                Fact::Asked(fact) if asked.is_none() => asked = Some((fact, record)),
                Fact::Closed(fact) if closed.is_none() => closed = Some((fact, record)),
                Fact::Delivered => delivered = true,
                Fact::Asked(_) | Fact::Closed(_) => {}
            }
        }
        let ((asked, first), (fact, record)) = (asked?, closed?);
        let past = Past {
            id: records.first()?.request,
            asked: first.at,
            closed: record.at,
            by: record.by.clone(),
            how: how(&fact.outcome).to_owned(),
            danger_confirmed: match &fact.outcome {
                Outcome::Answered(answers) => danger_confirmed(&asked.request, answers),
                Outcome::Discuss(_)
                | Outcome::Declined { .. }
                | Outcome::Cancelled(_)
                | Outcome::Withdrawn(_)
                | Outcome::Expired(_) => None,
            },
            delivered,
            summary: Summary::of(asked),
        };
        Some(Traced { past, words: search_terms::of(&asked.request, &fact.outcome) })
    }
}

/// Matches a query with a request.
pub(crate) trait Search {
    fn words(&self) -> Vec<String>;
    fn fits(&self, traced: &Traced) -> bool;
}

impl Search for Query {
    fn words(&self) -> Vec<String> {
        self.text.as_deref().map(search_terms::words).unwrap_or_default()
    }

    fn fits(&self, traced: &Traced) -> bool {
        let Query { text: _, agent, folder, from_ms, to_ms, limit: _ } = self;
        let Past { asked, summary, .. } = &traced.past;
        let said = |text: Option<&asq_core::text::Untrusted>| text.map(|t| t.raw().to_owned());
        agent.as_ref().is_none_or(|agent| said(summary.agent.as_ref()).as_ref() == Some(agent))
            && folder.as_ref().is_none_or(|folder| {
                said(summary.origin.folder.as_ref()).is_some_and(|it| below(&it, folder))
            })
            && from_ms.is_none_or(|from| asked.wall_ms >= from)
            && to_ms.is_none_or(|to| asked.wall_ms < to)
            && search_terms::fits(&self.words(), &traced.words)
    }
}

/// Whether `folder` is `root` or below it.
fn below(folder: &str, root: &str) -> bool {
    let root = root.trim_end_matches('/');
    folder.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// One word for the outcome.
pub(crate) fn how(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Answered(_) => "answered",
        Outcome::Discuss(_) => "discuss",
        Outcome::Declined { .. } => "declined",
        Outcome::Cancelled(_) => "cancelled",
        Outcome::Withdrawn(_) => "withdrawn",
        Outcome::Expired(_) => "expired",
    }
}
