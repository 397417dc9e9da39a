//! Guesses the name that a mistyped one meant.

use crate::table::ALL;
use strsim::osa_distance as distance;

/// The setting that a name probably meant: a similar one, or for a key directly under `keys` the same key under
/// `keys.bindings`.
pub fn meant(name: &str) -> Option<String> {
    let plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let near = nearest(name, ALL.iter().map(|s| s.name)).map(str::to_owned);
    near.or_else(|| {
        let action = name.strip_prefix("keys.").filter(|action| !action.is_empty() && action.len() <= 60);
        action.filter(plain).map(|action| format!("keys.bindings.{action}"))
    })
}

/// The nearest known name, or `None` if none is close. Ignores case, `_` and `-`.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = plain(typed);
    let best = known.into_iter().map(|name| (distance(&typed, &plain(name)), name)).min_by_key(|it| it.0)?;
    (best.0 <= typed.chars().count() / 4).then_some(best.1)
}

/// All known names, the nearest to the typed one first.
pub fn by_nearness<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = plain(typed);
    let mut known: Vec<&str> = known.into_iter().collect();
    known.sort_by_cached_key(|name| distance(&typed, &plain(name)));
    known
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).take(64).collect()
}
