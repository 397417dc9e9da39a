//! The ways to leave a request without an answer.
//!
//! - It can be put aside for a while; it stays open then.
//! - Each is a button of its own, apart from the one that sends; what was typed goes along.
//! - Declining may have a reason.

use crate::filled::{Filled, PageAct};
use asq_core::form::FormRules;
use asq_core::model::Request;
use asq_core::text::Untrusted;
use maud::{Markup, html};

/// What can be put aside for: what the button says, and the time that it stands for.
const ASIDE: [(&str, &str); 4] =
    [("15 minutes", "15m"), ("an hour", "1h"), ("tomorrow at nine", "tomorrow"), ("Monday at nine", "mon")];

/// The buttons that put a request aside, or the one that brings it back.
pub(crate) fn aside(until: Option<&str>) -> Markup {
    html! {
        @if let Some(until) = until {
            p.aside {
                "Put aside until " (until) ". "
                button name="act" value=(PageAct::Back.name()) { "Bring it back" }
            }
        } @else {
            details.aside {
                summary { "Put aside" }
                p.hint { "It stays open, and leaves the list until then. What you filled in is kept." }
                p.times { @for (words, time) in ASIDE { button name="aside" value=(time) { (words) } } }
            }
        }
    }
}

pub(crate) fn ways_out(request: &Request, rules: &FormRules, filled: &Filled) -> Markup {
    let reason = filled.reason.as_ref().map(Untrusted::raw);
    let asker = request.from.asker();
    html! {
        details.ways-out open[reason.is_some()] {
            summary { "Without an answer" }
            p {
                label for="reason" { "A reason, if you like" }
                textarea #reason name="reason" rows="2" { "\n" (reason.unwrap_or_default()) }
                button name="act" value=(PageAct::Decline.name()) { "Decline" }
                " The " (asker) " learns that you won't answer this."
            }
            @if request.rules.discuss {
                p { button name="act" value=(PageAct::Discuss.name()) { (rules.discuss.unwrap_or("Let's discuss this")) }
                    " The " (asker) " learns that you want to talk about it first."
                }
            }
            p {
                button.stop name="act" value=(PageAct::Cancel.name()) { "Cancel" }
                " The " (asker) " learns that you stopped here."
            }
        }
    }
}
