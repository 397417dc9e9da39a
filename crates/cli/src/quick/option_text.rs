//! The options among the flags.
//!
//! - A label is data: nothing in it has a meaning. Its value and its description have flags of their own.
//! - An option's label or value names it, or else its number in the form.

use super::flags::QuickFlag;

/// An option's parts as they were typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OptionText<'a> {
    pub(super) label: &'a str,
    pub(super) value: Option<&'a str>,
    pub(super) description: Option<&'a str>,
}

/// The options among a question's flags; flags about one follow its label.
///
/// # Errors
/// Flags that follow no label, or that say the same twice.
pub(super) fn options<'a>(flags: &[(QuickFlag, &'a str)]) -> Result<Vec<OptionText<'a>>, String> {
    let mut options: Vec<OptionText<'a>> = Vec::new();
    for (flag, text) in flags {
        if matches!(flag, QuickFlag::Option | QuickFlag::Label) {
            options.push(OptionText { label: text, value: None, description: None });
        }
        if !matches!(flag, QuickFlag::Value | QuickFlag::Describe) {
            continue;
        }
        let is_value = *flag == QuickFlag::Value;
        let place = options.last_mut().map(|it| if is_value { &mut it.value } else { &mut it.description });
        match place {
            Some(place @ None) => *place = Some(*text),
            Some(Some(_)) => return Err(format!("{} was given twice for one -o", flag.typed())),
            None => {
                return Err(format!("{} says something about the -o before it; there is none", flag.typed()));
            }
        }
    }
    Ok(options)
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
    use super::*;

    #[test]
    fn a_label_is_taken_as_it_stands_and_the_flags_behind_it_are_about_it() {
        let of = |label, value, description| OptionText { label, value, description };
        let flags = [
            (QuickFlag::Option, "a => b :: c"),
            (QuickFlag::Option, " -v "),
            (QuickFlag::Value, "verbose"),
            (QuickFlag::Many, ""),
            (QuickFlag::Describe, "says more"),
            (QuickFlag::Label, "c"),
        ];
        let wanted = [
            of("a => b :: c", None, None),
            of(" -v ", Some("verbose"), Some("says more")),
            of("c", None, None),
        ];
        assert_eq!(options(&flags).unwrap(), wanted);
    }

    #[test]
    fn what_is_about_no_label_is_refused() {
        let value = (QuickFlag::Value, "v");
        assert_eq!(
            options(&[value]).unwrap_err(),
            "--value says something about the -o before it; there is none"
        );
        let twice = [(QuickFlag::Option, "a"), value, value];
        assert_eq!(options(&twice).unwrap_err(), "--value was given twice for one -o");
    }

    #[test]
    fn an_option_is_named_by_label_value_or_number() {
        let flags = [
            (QuickFlag::Option, "3"),
            (QuickFlag::Option, "b"),
            (QuickFlag::Value, "bee"),
            (QuickFlag::Option, "c"),
        ];
        let options = options(&flags).unwrap();
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
