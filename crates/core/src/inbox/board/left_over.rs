//! What exists only in an inbox that ends.
//!
//! - Answers that it holds back or has sent, and whose storing nobody confirmed.
//! - While the store fails, what was typed into forms.
//! - Never the text of a secret.

use super::machine::Board;
use super::rows::RowState;
use crate::life::RequestId;
use crate::text::Untrusted;

/// A request with an answer or texts that may not be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOver {
    /// The request.
    pub id: RequestId,
    /// The beginning of its first question.
    pub question: Untrusted,
    /// The answer on one line, and the typed texts that it doesn't contain; nothing for a secret.
    pub texts: Vec<Untrusted>,
}

impl Board {
    /// Whether a form has a typed secret, sent or not.
    pub fn holds_secret(&self) -> bool {
        self.forms.iter().any(|open| open.form.holds_secret())
    }

    /// What may not be stored, in the order of the requests.
    pub fn left_over(&self) -> Vec<LeftOver> {
        let mut left = Vec::new();
        for row in self.rows.iter() {
            let sent = matches!(row.state, RowState::Held { .. } | RowState::Sent { .. }) || row.not_stored;
            let form = self.form(row.pending.id).filter(|open| open.touched);
            let typed = form.filter(|_| self.trouble.is_some() || sent);
            let said = row.said.as_deref().filter(|_| sent);
            let texts = typed.map(|open| open.form.draft().texts()).unwrap_or_default();
            let new = |text: &Untrusted| !said.is_some_and(|said| said.raw().contains(text.raw()));
            let texts = texts.into_iter().map(|typed| typed.text).filter(new);
            let texts: Vec<Untrusted> = said.cloned().into_iter().chain(texts).collect();
            if sent || !texts.is_empty() {
                let summary = &row.pending.summary;
                let texts = if summary.sensitive { Vec::new() } else { texts };
                left.push(LeftOver { id: row.pending.id, question: summary.text.clone(), texts });
            }
        }
        left
    }
}
