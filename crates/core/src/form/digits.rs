//! Numbers of rows, typed digit by digit.
//!
//! - A digit that could begin the number of another row waits for the next digit, or for Enter.
//! - A digit that can't acts at once. In a list of nine rows or fewer every digit does.
//! - A number that no row has acts on nothing, whichever row its first digits have.

/// What the next digit of a number does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitTyped {
    /// The number is complete: it acts on the row that has it.
    Acts(usize),
    /// The number may go on: its row takes the focus, and waits.
    Waits(usize),
    /// No row has this number.
    NoRow(usize),
}

/// What a digit does in a list with the rows 1 to `rows`, after the number `typed` so far; 0 before the first digit.
pub fn next_digit(rows: usize, typed: usize, digit: u8) -> DigitTyped {
    let number = typed.saturating_mul(10).saturating_add(usize::from(digit));
    if number == 0 || number > rows {
        DigitTyped::NoRow(number)
    } else if can_go_on(rows, number) {
        DigitTyped::Waits(number)
    } else {
        DigitTyped::Acts(number)
    }
}

/// Whether a number can go on in such a list.
pub(super) fn can_go_on(rows: usize, number: usize) -> bool {
    number > 0 && number <= rows / 10
}

#[cfg(test)]
mod tests {
    use super::DigitTyped::{self, Acts, NoRow, Waits};
    use super::next_digit;

    /// What each digit of a number does.
    fn typed(rows: usize, digits: &[u8]) -> Vec<DigitTyped> {
        let mut so_far = 0;
        let mut does = |digit: &u8| {
            let does = next_digit(rows, so_far, *digit);
            so_far = match does {
                Waits(number) => number,
                Acts(_) | NoRow(_) => 0,
            };
            does
        };
        digits.iter().map(&mut does).collect()
    }

    #[test]
    fn a_digit_waits_only_while_a_longer_number_is_possible() {
        assert_eq!(typed(9, &[1, 2]), [Acts(1), Acts(2)]);
        assert_eq!(typed(10, &[1, 0]), [Waits(1), Acts(10)]);
        assert_eq!(typed(12, &[1, 2]), [Waits(1), Acts(12)]);
        assert_eq!(typed(12, &[4]), [Acts(4)]);
        assert_eq!(typed(30, &[3, 0]), [Waits(3), Acts(30)]);
        assert_eq!(typed(30, &[4]), [Acts(4)]);
        assert_eq!(typed(120, &[1, 2, 0]), [Waits(1), Waits(12), Acts(120)]);
        assert_eq!(typed(120, &[1, 3]), [Waits(1), Acts(13)]);
    }

    #[test]
    fn a_number_beyond_the_list_is_no_row() {
        assert_eq!(typed(12, &[1, 3]), [Waits(1), NoRow(13)]);
        assert_eq!(typed(12, &[0, 1]), [NoRow(0), Waits(1)]);
        assert_eq!(typed(3, &[7]), [NoRow(7)]);
        assert_eq!(next_digit(usize::MAX, usize::MAX, 9), Acts(usize::MAX));
        assert_eq!(next_digit(0, 0, 1), NoRow(1));
    }
}
