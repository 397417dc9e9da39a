//! The inbox's own words.
//!
//! - They name the person who closed a request, and the means: on the page, with a command.
//! - They mark a name that nobody verified, and an answer that was forced.
//! - Names of people and agents are escaped and clipped.
//! - An empty list explains how to connect an agent.

use super::now::{LocalOffset, Now, clock};
use super::rows::RequestEnd;
use crate::life::{Actor, Closing, Refusal};
use crate::text::{Line, Shown, Span, Style, Tone, Untrusted};

/// The most graphemes of a name.
const NAME: usize = 40;

/// asq's own words, composed of fixed and escaped parts.
pub(super) fn own(text: &str) -> Shown {
    Shown::one_line(&Untrusted::from(text))
}

pub(super) fn line(text: &str, tone: Tone) -> Line {
    Line::of(own(text), Style::of(tone))
}

/// The person who closed it, and how.
pub(super) fn who(by: &Actor) -> Shown {
    let called = Shown::own(if by.claimed { "someone called " } else { "" });
    let forced = Shown::own(if by.kin.is_forced() { ", forced" } else { "" });
    called
        .then(&Shown::clipped(&by.name, NAME))
        .then(&Shown::own(" "))
        .then(&Shown::own(by.how.words()))
        .then(&forced)
}

fn ended(how: &str) -> &'static str {
    match how {
        "answered" => "answered",
        "discuss" => "discussion wanted",
        "declined" => "declined",
        "cancelled" => "cancelled",
        "withdrawn" => "taken back",
        "expired" => "expired",
        _ => "over",
    }
}

/// How a request was closed, on one line: `answered by ada on the page at 14:03`.
pub(super) fn ended_line(over: &RequestEnd, zone: &LocalOffset, now: Now) -> Shown {
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
        text.push(&clock(zone, now.wall_ms, at.wall_ms));
    }
    text
}

/// How a request was closed, and by whom.
pub fn ended_by(by: &Actor, how: &str) -> Shown {
    let text = Shown::own(ended(how));
    let name = self::by(by, how);
    if name.is_empty() { text } else { text.then(&Shown::own(" by ")).then(&name) }
}

/// The name of the person who closed it; empty for a time limit and for a withdrawing asker.
pub(super) fn by(by: &Actor, how: &str) -> Shown {
    match how {
        "expired" => Shown::default(),
        "withdrawn" => Shown::own("its asker"),
        _ => who(by),
    }
}

/// What happens when the countdown of a held-back answer ends.
pub(super) fn doing(closing: &Closing) -> &'static str {
    match closing {
        Closing::Decline { .. } => "declining",
        Closing::Cancel { .. } => "cancelling",
        Closing::Discuss { .. } => "asking to talk",
        Closing::Answer { .. } | Closing::Withdraw => "sending",
    }
}

/// Why an answer was refused: core's sentence, with the winner's name, or the way out if there is one.
pub fn refusal(why: &Refusal) -> Shown {
    let text = own(&why.to_string());
    match why {
        Refusal::Closed { by, outcome, .. } => {
            let name = self::by(by, outcome.name());
            if name.is_empty() { text } else { text.then(&Shown::own(" by ")).then(&name) }
        }
        Refusal::OwnTree => text.then(&Shown::own("; answer on a terminal of your own")),
        Refusal::UnknownTree(_) => text.then(&Shown::own("; its page takes the answer")),
        Refusal::NotAsked
        | Refusal::AskedBefore { .. }
        | Refusal::Erased
        | Refusal::Misfit(_)
        | Refusal::Changed { .. }
        | Refusal::Right { .. }
        | Refusal::Danger(_)
        | Refusal::UnknownDanger(_)
        | Refusal::NotDue(_)
        | Refusal::Overdue
        | Refusal::LongKey(_)
        | Refusal::Open
        | Refusal::DeliveredBefore(_) => text,
    }
}

/// The same for a row.
pub(super) fn not_taken(why: &Refusal) -> Shown {
    Shown::own("not taken: ").then(&refusal(why))
}

/// Why an answer could not be stored, for a row.
pub(super) fn not_stored(why: &str) -> Shown {
    Shown::own("not stored: ").then(&own(why))
}

/// The lines of an empty list.
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
        command("asq install claude-code", "or codex, pi, …"),
        command("asq help agents", "any other agent"),
        command("asq ask --inbox -q TEXT", "from any shell"),
        command("asq ask --inbox FILE", "a call, as JSON"),
        Line::default(),
        line("This can stay open; it costs nothing while nothing happens.", Tone::Dim),
    ]
}

/// The lines of a search without matches.
pub(super) fn nothing_found() -> Vec<Line> {
    vec![Line::default(), line("Nothing here matches.", Tone::Dim)]
}

#[cfg(test)]
mod tests {
    use super::ended_by;
    use crate::life::{Actor, How, Kin, Right};

    #[test]
    fn names_have_the_means_and_marks_if_unverified_or_forced() {
        let by = |name: &str, claimed, forced| Actor {
            claimed,
            kin: Kin::Own { forced },
            ..Actor::new(name, Right::Answer, How::Page)
        };
        let by_command = Actor { how: How::Cli, ..by("ada", false, false) };
        let says = [by("ada", false, false), by("ada", true, false), by("ada", false, true), by_command];
        assert_eq!(
            says.map(|by| ended_by(&by, "answered").to_string()),
            [
                "answered by ada on the page",
                "answered by someone called ada on the page",
                "answered by ada on the page, forced",
                "answered by ada with a command",
            ]
        );
    }

    #[test]
    fn a_name_is_escaped_and_clipped() {
        let says = |name: &str| ended_by(&Actor::new(name, Right::Answer, How::Page), "declined").to_string();
        assert_eq!(says("a\u{1b}[2Jb"), "declined by a<U+001B>[2Jb on the page");
        assert_eq!(says(&"n".repeat(41)), format!("declined by {}… on the page", "n".repeat(40)));
    }
}
