//! Keys that were meant to be another key.
//!
//! - The same except for case, `_` and `-`; or one edit away (both of six letters or more, with the same
//!   first letter); or a listed alias, such as an older or a neighbouring contract's name.
//! - Other unknown keys are dropped.

/// A key that a contract knows, and names that others use for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownKey {
    pub(crate) name: &'static str,
    /// Meant only if the key itself is missing; otherwise dropped.
    pub(crate) aliases: &'static [&'static str],
    /// Always meant, because dropping them would change the answer.
    pub(crate) renamed: &'static [&'static str],
}

impl KnownKey {
    pub(crate) const fn new(name: &'static str, aliases: &'static [&'static str]) -> KnownKey {
        KnownKey { name, aliases, renamed: &[] }
    }
}

/// The known key that `key` means; `there` tells which keys came.
pub(crate) fn meant(key: &str, known: &[KnownKey], there: impl Fn(&str) -> bool) -> Option<&'static str> {
    let listed = |names: &[&str]| names.iter().any(|name| is_alike(name, key));
    let same =
        |k: &&KnownKey| is_alike(k.name, key) || listed(k.renamed) || (listed(k.aliases) && !there(k.name));
    known.iter().find(same).or_else(|| known.iter().find(|k| one_edit_away(key, k.name))).map(|k| k.name)
}

/// A key without case, `_` and `-`.
pub(crate) fn plain(key: &str) -> String {
    plain_chars(key).collect()
}

/// Whether two keys are the same but for case, `_` and `-`.
pub(crate) fn is_alike(a: &str, b: &str) -> bool {
    plain_chars(a).eq(plain_chars(b))
}

fn plain_chars(key: &str) -> impl Iterator<Item = char> + '_ {
    key.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase)
}

/// Whether adding, dropping, replacing or swapping one letter turns one key into the other.
pub(crate) fn one_edit_away(a: &str, b: &str) -> bool {
    // Longer keys can't be near misses, and comparing them would cost.
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
        const KNOWN: &[KnownKey] = &[
            KnownKey { name: "multiSelect", aliases: &[], renamed: &["multiple"] },
            KnownKey::new("options", &["choices"]),
            KnownKey::new("label", &["name"]),
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
