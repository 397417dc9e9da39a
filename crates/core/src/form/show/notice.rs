//! The line with the reason why a key did nothing, or with the form's own question.

use super::parts::joined;
use crate::form::Act;
use crate::form::hints::{composed, key_of, label, leads_back};
use crate::form::keymap::{key_for, page_spot};
use crate::form::model::{FormNotice, Miscount, Model, Overlay};
use crate::model::DangerRule;
use crate::text::{Line, Shown, Span, Style, Tone};

pub(super) fn notice(model: &Model) -> Option<Line> {
    let toned = |text: String, tone| Some(Line::of(composed(&text), Style::of(tone)));
    let warn = |text| toned(text, Tone::Warn);
    // What was typed or picked can't be taken.
    let wrong = |text| toned(text, Tone::Danger);
    if model.position.overlay == Some(Overlay::Asking) {
        return warn(match model.answers().entries.iter().filter(|e| e.answer.is_some()).count() {
            // Typed text isn't an answer: it is kept, and comes back when the agent asks the same again.
            0 => "Cancel? What you typed is kept as a draft. Enter/y · Esc back".to_owned(),
            1 => "Cancel and drop 1 answer? Enter/y · Esc back".to_owned(),
            n => format!("Cancel and drop {n} answers? Enter/y · Esc back"),
        });
    }
    match model.notice.as_ref()? {
        FormNotice::EmptyText => wrong(empty(model)),
        FormNotice::NothingPicked => wrong("Pick at least one".to_owned()),
        FormNotice::Miscount(Miscount::Below(n)) => wrong(format!("Pick at least {n}")),
        FormNotice::Miscount(Miscount::Above(n)) => wrong(format!("Pick at most {n}")),
        FormNotice::Unanswered(open) => {
            let names: Vec<Shown> =
                open.iter().map(|i| Shown::clipped(&model.request.questions[*i].header, 40)).collect();
            let first = names.first().cloned().unwrap_or_default();
            warn(format!("Not answered yet: {}. Enter goes to {first}", joined(&names)))
        }
        FormNotice::Secret => {
            let asker = model.request.from.asker();
            warn(format!("This looks like a secret. Enter again sends it; the {asker} will read it"))
        }
        FormNotice::TooLong => wrong("An answer holds at most 1 MiB: the rest was left out".to_owned()),
        FormNotice::Misread(why) => wrong(why.advice()),
        FormNotice::WrongConfirmation => wrong(match model.request.rules.danger {
            DangerRule::ExactText => "That isn't it yet: type the text exactly as it is shown".to_owned(),
            DangerRule::AnyText | DangerRule::Unknown => "Type the resource name to confirm".to_owned(),
        }),
        FormNotice::ReadFirst => {
            // The instruction comes first, because at 20 columns the rest is cut off.
            warn("Read it all (PgUp): not everything has been on the screen yet".to_owned())
        }
        FormNotice::Returned => warn("Kept from before: look at it, then go on".to_owned()),
        FormNotice::NoText => warn("Nothing here takes text".to_owned()),
        FormNotice::Masked => warn("What is masked goes to no other program".to_owned()),
        FormNotice::OutOfSight => warn("Nothing was picked: nothing matches".to_owned()),
        FormNotice::RecommendedOutOfSight => {
            warn("Not picked: the filter hides the recommended row".to_owned())
        }
        FormNotice::NoRow(number) => wrong(format!("There is no row {number}")),
        FormNotice::NotSkippable => wrong("This question needs an answer".to_owned()),
        FormNotice::EditFailed(why) => wrong(format!("Your text is as it was: {why}")),
        FormNotice::Saved => Some(Line::from(Span::own("saved", Tone::Good))),
    }
}

/// The instruction for an empty text.
fn empty(model: &Model) -> String {
    let skippable = model.question().is_some_and(|q| q.skippable);
    let skip = key_for(model, page_spot(model), Act::Skip).map(label).filter(|_| skippable);
    match skip {
        Some(key) => format!("Type an answer, or press {key} to skip"),
        None if leads_back(model) => {
            format!("Type an answer, or press {} to go back", key_of(model, Act::Leave))
        }
        None => "Type an answer".to_owned(),
    }
}
