//! Folders in a person's spelling.

use crate::text::Untrusted;

/// Shortens the person's home folder to `~`; alone, it says what that is.
pub fn tilde(folder: &Untrusted, home: Option<&str>) -> Untrusted {
    let rest = home.filter(|home| home.len() > 1).and_then(|home| folder.raw().strip_prefix(home));
    match rest {
        Some("") => Untrusted::from("~ (home)"),
        Some(rest) if rest.starts_with('/') => Untrusted::from(format!("~{rest}")),
        Some(_) | None => folder.clone(),
    }
}
