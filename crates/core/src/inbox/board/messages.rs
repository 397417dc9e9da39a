//! What the inbox says in its own words.
//!
//! - Who ended a request is named with the means: on the page, by command.
//! - A name that was only said is told as such, and so is an answer that was forced.
//! - Names of people and agents are escaped and cut.
//! - Where nothing waits it says how to connect an agent.

use super::now::{Now, Zone, clock};
use super::rows::Over;
use crate::life::{Actor, Closing, How, Refusal};
use crate::text::{Line, Shown, Span, Style, Tone, Untrusted};

/// Most graphemes of a name.
const NAME: usize = 40;

/// Said while another surface has another text.
pub const ANOTHER: &str = "another text was typed elsewhere · Ctrl+T takes it, yours is kept";

/// Words of asq's own that were put together from such and from escaped ones.
pub(super) fn own(text: &str) -> Shown {
    Shown::one_line(&Untrusted::from(text))
}

pub(super) fn line(text: &str, tone: Tone) -> Line {
    Line::of(own(text), Style::of(tone))
}

/// Who ended it: the name, and by what means.
pub(super) fn who(by: &Actor) -> Shown {
    let means = match by.how {
        How::Tty => " on a terminal",
        How::Page => " on the page",
        How::Host => " in the agent's own screen",
        How::Cli => " by command",
        How::Api => " by another program",
        How::Bridge => " by a bridge",
    };
    let called = Shown::own(if by.claimed { "someone called " } else { "" });
    let forced = Shown::own(if by.kin.is_forced() { ", forced" } else { "" });
    called.then(&Shown::clipped(&by.name, NAME)).then(&Shown::own(means)).then(&forced)
}

/// What became of it.
fn ended(how: &str) -> &'static str {
    match how {
        "answered" => "answered",
        "discuss" => "to be talked about",
        "declined" => "declined",
        "cancelled" => "cancelled",
        "withdrawn" => "taken back",
        "expired" => "expired",
        _ => "over",
    }
}

/// How a request ended, on one line: `answered by ada on the page at 14:03`.
pub(super) fn over(over: &Over, zone: &Zone, now: Now) -> Shown {
    let mut text = Shown::own(ended(over.how));
    match &over.by {
        None => text.push(&Shown::own(" by you")),
        Some(by) if !by.is_empty() => {
            text.push(&Shown::own(" by "));
            text.push(by);
        }
        Some(_) => {}
    }
    if let Some(at) = &over.at {
        text.push(&Shown::own(" at "));
        text.push(&clock(zone, now, at.wall_ms));
    }
    text
}

/// How a request ended and who ended it.
pub fn ended_by(by: &Actor, how: &str) -> Shown {
    let text = Shown::own(ended(how));
    let name = self::by(by, how);
    if name.is_empty() { text } else { text.then(&Shown::own(" by ")).then(&name) }
}

/// Who ended it, where that needs saying: time limits and askers who take back have no name to tell.
pub(super) fn by(by: &Actor, how: &str) -> Shown {
    match how {
        "expired" => Shown::default(),
        "withdrawn" => Shown::own("its asker"),
        _ => who(by),
    }
}

/// What is being done while it is held back.
pub(super) fn doing(closing: &Closing) -> &'static str {
    match closing {
        Closing::Decline { .. } => "declining",
        Closing::Cancel { .. } => "cancelling",
        Closing::Discuss { .. } => "asking to talk",
        Closing::Answer { .. } | Closing::Withdraw => "sending",
    }
}

/// Why what was said was not taken.
pub(super) fn refusal(why: &Refusal) -> Shown {
    match why {
        Refusal::NotAsked => Shown::own("there is no such request any more"),
        Refusal::AskedBefore { .. } => Shown::own("it was asked before"),
        Refusal::Closed { by, .. } => Shown::own("it was over before: by ").then(&who(by)),
        Refusal::Misfit(misfits) => {
            let n = misfits.len();
            own(&format!("{n} of the answers did not fit"))
        }
        Refusal::Changed { .. } => Shown::own("what was asked is not what was shown here"),
        Refusal::Right { .. } => Shown::own("this inbox has no right to answer it"),
        Refusal::Danger(_) => Shown::own("a dangerous answer is not taken from here"),
        Refusal::OwnTree => {
            Shown::own("this inbox was started by the asker itself; answer on a terminal of your own")
        }
        Refusal::UnknownTree(_) => Shown::own(
            "asq can't tell whether the asker itself started this inbox; answer.unknown = true in config.toml allows it",
        ),
        Refusal::Erased => Shown::own("it was over before"),
        Refusal::Overdue => Shown::own("its time limit is over"),
        Refusal::LongKey(_) | Refusal::NotDue(_) | Refusal::Open | Refusal::DeliveredBefore(_) => {
            Shown::own("it was not taken")
        }
    }
}

/// What to do where nothing waits.
pub(super) fn empty() -> Vec<Line> {
    let command = |command: &'static str, what: &'static str| {
        let gap = Shown::repeat(" ", 25usize.saturating_sub(command.len()).max(2));
        Line::new(vec![
            Span::own(command, Tone::Accent),
            Span::new(gap, Style::default()),
            Span::own(what, Tone::Dim),
        ])
    };
    vec![
        Line::default(),
        Line::of(Shown::own("Nothing waits for you."), Style::default().bold()),
        Line::default(),
        line("Agents' questions appear here. Connect one:", Tone::Plain),
        Line::default(),
        command("asq install pi", "for pi"),
        command("asq ask --inbox -q TEXT", "from any shell"),
        command("asq ask --inbox FILE", "a call, as JSON"),
        Line::default(),
        line("This can stay open; it costs nothing while nothing happens.", Tone::Dim),
    ]
}

/// What stands where a search finds nothing.
pub(super) fn nothing_found() -> Vec<Line> {
    vec![Line::default(), line("Nothing here matches.", Tone::Dim)]
}
