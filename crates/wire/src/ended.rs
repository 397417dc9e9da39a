//! The ways an ask ends, for programs.
//!
//! - Ten endings, each with one name in the JSON and one exit code.
//! - Neither name nor code depends on the dialect.
//! - A name reads back to its ending.
//! - Every outcome of the model has its ending.

use asq_core::model::Outcome;

/// How an ask ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// The person submitted.
    Answered,
    /// The person wants to discuss first.
    Discuss,
    /// The person declined.
    Declined,
    /// The person stopped the work.
    Cancelled,
    /// The asker took it back, or a signal ended it.
    Withdrawn,
    /// The asker's time limit passed.
    Expired,
    /// Nobody has answered yet.
    Pending,
    /// Nobody can be asked here.
    Unavailable,
    /// The call is invalid.
    Misuse,
    /// Somebody else's answer, or other content under the same key, came first.
    Conflict,
}

impl Ended {
    /// Every ending, once.
    pub const ALL: [Ended; 10] = [
        Ended::Answered,
        Ended::Discuss,
        Ended::Declined,
        Ended::Cancelled,
        Ended::Withdrawn,
        Ended::Expired,
        Ended::Pending,
        Ended::Unavailable,
        Ended::Misuse,
        Ended::Conflict,
    ];

    /// The name in the JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Ended::Answered => "answered",
            Ended::Discuss => "discuss",
            Ended::Declined => "declined",
            Ended::Cancelled => "cancelled",
            Ended::Withdrawn => "withdrawn",
            Ended::Expired => "expired",
            Ended::Pending => "pending",
            Ended::Unavailable => "unavailable",
            Ended::Misuse => "misuse",
            Ended::Conflict => "conflict",
        }
    }

    /// The exit code of the command.
    pub const fn exit_code(self) -> u8 {
        match self {
            Ended::Answered => 0,
            Ended::Declined => 1,
            Ended::Cancelled => 3,
            Ended::Discuss => 4,
            Ended::Expired => 5,
            Ended::Pending => 6,
            Ended::Unavailable => 7,
            Ended::Withdrawn => 8,
            Ended::Conflict => 9,
            Ended::Misuse => 65,
        }
    }

    /// The ending with this name.
    pub fn named(name: &str) -> Option<Ended> {
        Ended::ALL.into_iter().find(|e| e.name() == name)
    }
}

impl From<&Outcome> for Ended {
    fn from(outcome: &Outcome) -> Ended {
        match outcome {
            Outcome::Answered(_) => Ended::Answered,
            Outcome::Discuss(_) => Ended::Discuss,
            Outcome::Declined { .. } => Ended::Declined,
            Outcome::Cancelled(_) => Ended::Cancelled,
            Outcome::Withdrawn(_) => Ended::Withdrawn,
            Outcome::Expired(_) => Ended::Expired,
        }
    }
}
