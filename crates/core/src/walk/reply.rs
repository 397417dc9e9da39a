//! A person's reply to one step.

use crate::text::Untrusted;

/// A person's reply to one step. Rows and questions count from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Picks this row, in a list of one pick.
    Row(usize),
    /// Picks exactly these rows, in this order, in a list of several picks.
    Rows(Vec<usize>),
    /// A text: an answer, a number, custom text, a note, or a confirmation of danger.
    Text(Untrusted),
    /// Changes nothing and goes on; without an answer it skips the question, if that is allowed.
    Keep,
    /// Takes the text, number or picks that the step offers.
    Use,
    /// At the last step, sends the answers; at the question whether to leave, leaves.
    Yes,
    /// At the last step, changes the answer to this question and comes back.
    Go(usize),
}
