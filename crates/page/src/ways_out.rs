//! The ways to end a request without an answer.
//!
//! - Each is a button of its own, apart from the one that sends; what was typed goes along.
//! - Declining may have a reason.

use crate::filled::{Filled, PageAct};
use asq_core::form::FormRules;
use asq_core::model::Request;
use asq_core::text::Untrusted;
use maud::{Markup, html};

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
            }
            @if request.rules.discuss {
                p { button name="act" value=(PageAct::Discuss.name()) { (rules.discuss.unwrap_or("Let's discuss this")) } }
            }
            p {
                button.stop name="act" value=(PageAct::Cancel.name()) { "Cancel" }
                " The " (asker) " learns that you stopped here."
            }
        }
    }
}
