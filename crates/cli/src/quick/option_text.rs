//! Reads the value of a flag.
//!
//! - `-o` takes a label, then ` => ` and a value, then ` :: ` and a description; both marks have blanks around them.
//! - An option's label or value names it, or else its number in the form.

/// An option's parts as they were typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OptionText<'a> {
    pub(super) label: &'a str,
    pub(super) value: Option<&'a str>,
    pub(super) description: Option<&'a str>,
}

/// Splits the value of `-o` into its parts.
pub(super) fn option(text: &str) -> OptionText<'_> {
    let (head, description) = split(text, " :: ");
    let (label, value) = split(head, " => ");
    OptionText { label, value, description }
}

/// A label that is taken whole.
pub(super) fn label(text: &str) -> OptionText<'_> {
    OptionText { label: text, value: None, description: None }
}

fn split<'a>(text: &'a str, mark: &str) -> (&'a str, Option<&'a str>) {
    match text.split_once(mark) {
        Some((head, tail)) if !head.trim().is_empty() && !tail.trim().is_empty() => {
            (head.trim(), Some(tail.trim()))
        }
        Some(_) | None => (text.trim(), None),
    }
}

/// The index of the option with this name.
pub(super) fn named(name: &str, options: &[OptionText<'_>]) -> Option<usize> {
    let name = name.trim();
    let at = |is: &dyn Fn(&OptionText<'_>) -> bool| options.iter().position(is);
    at(&|o| o.label == name).or_else(|| at(&|o| o.value == Some(name))).or_else(|| {
        let number: usize = name.parse().ok()?;
        number.checked_sub(1).filter(|index| *index < options.len())
    })
}

#[cfg(test)]
mod tests {
    use super::{OptionText, named, option};

    #[test]
    fn options_are_taken_apart() {
        let of = |label, value, description| OptionText { label, value, description };
        let table = [
            ("PostgreSQL", of("PostgreSQL", None, None)),
            ("PostgreSQL :: runs already", of("PostgreSQL", None, Some("runs already"))),
            ("PostgreSQL => pg", of("PostgreSQL", Some("pg"), None)),
            ("PostgreSQL => pg :: runs :: already", of("PostgreSQL", Some("pg"), Some("runs :: already"))),
            ("a=>b::c", of("a=>b::c", None, None)),
            ("a :: b => c", of("a", None, Some("b => c"))),
            (" :: b", of(":: b", None, None)),
            ("a => ", of("a =>", None, None)),
        ];
        for (text, wanted) in table {
            assert_eq!(option(text), wanted, "{text}");
        }
    }

    #[test]
    fn an_option_is_named_by_label_value_or_number() {
        let options = ["3", "b => bee", "c"].map(option);
        let table = [
            ("3", Some(0)),
            ("bee", Some(1)),
            ("b", Some(1)),
            ("2", Some(1)),
            ("0", None),
            ("4", None),
            ("x", None),
        ];
        for (name, wanted) in table {
            assert_eq!(named(name, &options), wanted, "{name}");
        }
    }
}
