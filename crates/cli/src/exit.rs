//! The exit codes of asq.
//!
//! - Every kind of ending has its own code: a script can tell "no" from "nobody there" and "badly asked".
//! - A single yes-or-no question exits with 0 only for a yes.
//! - `asq help exit-codes` prints this table.

use asq_wire::Ended;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The ask's ending. A command that asks nothing ends like an answered one if it did its work.
    Ended(Ended),
    Usage,
    UnknownId,
    Fault,
    Output,
}

impl Exit {
    pub(crate) const DONE: Exit = Exit::Ended(Ended::Answered);

    /// All exit codes, in order.
    pub(crate) fn all() -> Vec<Exit> {
        let others = [Exit::Usage, Exit::UnknownId, Exit::Fault, Exit::Output];
        let mut all: Vec<Exit> = Ended::ALL.into_iter().map(Exit::Ended).chain(others).collect();
        all.sort_by_key(|e| e.code());
        all
    }

    /// The exit of a process that has delivered an ending; `confirms` means a single yes-or-no question.
    pub(crate) fn of(ended: Ended, confirms: bool, values: &str) -> Exit {
        // A question that was left open isn't a yes either.
        if ended == Ended::Answered && confirms && values != "true\n" {
            return Exit::Ended(Ended::Declined);
        }
        Exit::Ended(ended)
    }

    /// The number that a shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Ended(ended) => ended.exit_code(),
            Exit::Usage => 2,
            Exit::UnknownId => 66,
            Exit::Fault => 70,
            Exit::Output => 74,
        }
    }

    /// The meaning for a script, in one line.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Exit::Ended(Ended::Answered) => "answered (other commands: done)",
            Exit::Ended(Ended::Declined) => "declined: the person said no to this (a single --confirm, too)",
            Exit::Ended(Ended::Cancelled) => "cancelled: the person stopped it (Esc, Ctrl+C)",
            Exit::Ended(Ended::Discuss) => "discuss: the person wants to talk about it first",
            Exit::Ended(Ended::Expired) => "expired: the time limit went by without an answer",
            Exit::Ended(Ended::Pending) => "pending: not answered yet, the question waits",
            Exit::Ended(Ended::Unavailable) => {
                "unavailable: nobody could be asked here, so no one has seen the question"
            }
            Exit::Ended(Ended::Withdrawn) => "withdrawn: taken back, or ended by a signal",
            Exit::Ended(Ended::Conflict) => "conflict: another answer, or another server, came first",
            Exit::Ended(Ended::Misuse) => "misuse: the call breaks its contract, or an answer does not fit",
            Exit::Usage => "wrong use of the command, such as a bad flag or a file that can't be read",
            Exit::UnknownId => "unknown id: no dialect or request has that name",
            Exit::Fault => "a fault in asq itself",
            Exit::Output => "writing the output or the store failed; standard error says what is kept",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn codes_differ() {
        let codes: Vec<u8> = Exit::all().iter().map(|e| e.code()).collect();
        assert!(codes.windows(2).all(|w| w[0] < w[1]), "{codes:?}");
    }
}
