//! Keys that were meant to be another.
//!
//! - The same but for case, `_` and `-`; or one edit away (both of six letters or more, the same first
//!   letter); or a listed alias, such as an older or a neighbouring contract's name.
//! - Other unknown keys are nobody's fault and get dropped.

/// A key that a contract knows, and names that others use for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) name: &'static str,
    /// Meant only where the key itself is missing; beside it they are dropped.
    pub(crate) aliases: &'static [&'static str],
    /// Meant always, since dropping them would change the answer.
    pub(crate) renamed: &'static [&'static str],
}

impl Known {
    pub(crate) const fn new(name: &'static str, aliases: &'static [&'static str]) -> Known {
        Known { name, aliases, renamed: &[] }
    }
}

/// The known key that `key` was meant to be; `there` says which keys came.
pub(crate) fn meant(key: &str, known: &[Known], there: impl Fn(&str) -> bool) -> Option<&'static str> {
    let key_plain = plain(key);
    let listed = |names: &[&str]| names.iter().any(|name| plain(name) == key_plain);
    let same =
        |k: &&Known| plain(k.name) == key_plain || listed(k.renamed) || (listed(k.aliases) && !there(k.name));
    known.iter().find(same).or_else(|| known.iter().find(|k| one_edit_away(key, k.name))).map(|k| k.name)
}

/// A key without case, `_` and `-`.
pub(crate) fn plain(key: &str) -> String {
    key.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// Whether one key becomes the other by one letter more, less, another or swapped.
pub(crate) fn one_edit_away(a: &str, b: &str) -> bool {
    // Longer keys are strangers anyway, and comparing them would cost.
    if a.len() > 40 || a.chars().next() != b.chars().next() {
        return false;
    }
    let long = |text: &str| text.chars().count() >= 6;
    long(a) && long(b) && strsim::osa_distance(a, b) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses() {
        const KNOWN: &[Known] = &[
            Known { name: "multiSelect", aliases: &[], renamed: &["multiple"] },
            Known::new("options", &["choices"]),
            Known::new("label", &["name"]),
        ];
        for (key, wanted) in [
            ("multi_select", Some("multiSelect")),
            ("Multi-Select", Some("multiSelect")),
            ("multiselect", Some("multiSelect")),
            ("multiple", Some("multiSelect")),
            ("MULTIPLE", Some("multiSelect")),
            ("multSelect", Some("multiSelect")),
            ("multiSeelct", Some("multiSelect")),
            ("option", Some("options")),
            ("optoins", Some("options")),
            ("optionss", Some("options")),
            ("Choices", Some("options")),
            ("name", None),
            ("xptions", None),
            ("opt", None),
            ("labels", None),
            ("LABEL", Some("label")),
            ("title", None),
            ("", None),
        ] {
            assert_eq!(meant(key, KNOWN, |k| k == "label" || k == "multiSelect"), wanted, "{key}");
        }
    }
}
