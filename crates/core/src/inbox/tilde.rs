//! A folder as the person writes it.

use crate::text::Untrusted;

/// The person's home folder as `~`.
pub fn tilde(folder: &Untrusted, home: Option<&str>) -> Untrusted {
    let rest = home.filter(|home| home.len() > 1).and_then(|home| folder.raw().strip_prefix(home));
    match rest {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => Untrusted::from(format!("~{rest}")),
        Some(_) | None => folder.clone(),
    }
}
