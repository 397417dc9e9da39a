//! The known name that a mistyped one probably meant.

/// The nearest of the known names, unless none is near: letters' case, `_` and `-` count for nothing.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = plain(typed);
    let best = known.into_iter().map(|name| (distance(&typed, &plain(name)), name)).min_by_key(|it| it.0)?;
    (best.0 <= typed.len() / 4).then_some(best.1)
}

fn plain(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).take(64).collect()
}

/// Insertions, deletions and replacements between two names.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != right);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
