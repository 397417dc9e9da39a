//! The bar: who asks, as asq knows it.
//!
//! - It stands outside everything that a request says, in a look of its own.
//! - The asker's own words about itself are marked as its own; what the machine knows is not.
//! - It says for how long the request is open, whether its asker still waits, and until when.

use crate::age::age;
use crate::text;
use asq_core::facts::{self, AskerFact, FactKind};
use asq_core::life::{Asked, PeerPlace};
use maud::{Markup, html};

/// The most graphemes of a name, and of a path.
const NAME: usize = 80;
const PATH: usize = 400;

/// What is known of the asker now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskerState {
    /// The milliseconds since it asked.
    pub asked_ago_ms: u64,
    /// Whether it still waits.
    pub waits: bool,
    /// Whether it has the ending.
    pub has_ending: bool,
    /// The milliseconds until its time limit.
    pub left_ms: Option<u64>,
}

pub(crate) fn bar(asked: &Asked, now: AskerState) -> Markup {
    let from = &asked.request.from;
    let via = &asked.origin.via;
    let waits = match (now.has_ending, now.waits, asked.returns) {
        (true, _, _) => "has the answer",
        (false, true, _) => "waits",
        (false, false, true) => "comes back for the answer",
        (false, false, false) if from.script => "is over",
        (false, false, false) => "is gone; the answer waits for it",
    };
    html! {
        aside.bar aria-label="Who asks" {
            p {
                span.own { (facts::ASKED_BY) }
                @for fact in facts::asker(from) { " " (told(fact)) }
                @if from.is_empty() { " a program that gives no name" }
            }
            @let place = facts::place(&asked.origin);
            @if !place.is_empty() || via.token.is_some() || via.peer.is_some() {
                p {
                    @for fact in place { (told(fact)) " " }
                    @if let Some(token) = &via.token { span.fact { span.own { "token" } " " (text::clipped(&token.label, NAME)) } " " }
                    @if let Some(peer) = &via.peer {
                        @if matches!(peer.place, PeerPlace::Elsewhere | PeerPlace::Proxied) {
                            span.fact { span.own { "from" } " " (text::clipped(&peer.address, NAME)) }
                        }
                    }
                }
            }
            p {
                span.own { (age(now.asked_ago_ms)) " ago" }
                " · the " (from.asker()) " " (waits)
                @if let (Some(left), Some(expiry)) = (now.left_ms, &asked.request.expiry) {
                    " · expires in " span.own { (age(left)) }
                    @if let Some(means) = &expiry.means { ": " (text::clipped(means, PATH)) }
                }
            }
        }
    }
}

fn told(fact: AskerFact<'_>) -> Markup {
    let what = match fact.what {
        FactKind::Name(name) => text::clipped(name, NAME),
        FactKind::Path(path) | FactKind::Short(path) => text::clipped(path, PATH),
        FactKind::Number(number) => html! { (number) },
    };
    html! { span.fact { span.own { (fact.word) } " " (what) } }
}
