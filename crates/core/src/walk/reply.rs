//! What a person says to one step.

use crate::text::Untrusted;

/// What a person says to one step. Rows and questions count from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// This row, in a list of one pick.
    Row(usize),
    /// These rows and no others, in this order, where several are picked.
    Rows(Vec<usize>),
    /// A text: an answer, also a number, own words, a note or what confirms danger.
    Text(Untrusted),
    /// Leaves everything as it is and goes on; without an answer it skips the question, where that is allowed.
    Keep,
    /// Takes the text, number or picks that the step holds out.
    Use,
    /// At the last step: sends the answers. Asked whether to leave: leaves.
    Yes,
    /// At the last step: changes the answer to this question, then comes back.
    Go(usize),
}
