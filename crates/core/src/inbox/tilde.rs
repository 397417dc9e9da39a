//! Folders in a person's spelling.

use crate::life::Origin;
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

/// The origin with its folder and its program in the person's spelling.
pub fn from_home(origin: &Origin, home: Option<&str>) -> Origin {
    let spelled = |path: &Option<Untrusted>| path.as_ref().map(|path| tilde(path, home));
    Origin { folder: spelled(&origin.folder), exe: spelled(&origin.exe), ..origin.clone() }
}
