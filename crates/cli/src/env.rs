//! The environment, read once, in this file only.
//!
//! - An empty variable counts as none.
//! - Bytes that are no UTF-8 become U+FFFD where a text is wanted.
//! - `ACCESSIBLE` (not 0) or a dumb terminal asks for plain lines.
//! - State lives under XDG_STATE_HOME, else ~/.local/state; relative paths there are ignored.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What the process was started with.
#[derive(Debug, Default)]
pub(crate) struct Env {
    vars: HashMap<OsString, OsString>,
}

impl Env {
    /// The environment of this process.
    pub(crate) fn read() -> Env {
        Env { vars: std::env::vars_os().collect() }
    }

    /// An environment of these variables.
    #[cfg(test)]
    pub(crate) fn of(vars: &[(&str, &str)]) -> Env {
        Env { vars: vars.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect() }
    }

    /// A variable; `None` where it is empty.
    pub(crate) fn get(&self, name: &str) -> Option<&OsStr> {
        self.vars.get(OsStr::new(name)).map(OsString::as_os_str).filter(|v| !v.is_empty())
    }

    /// A variable as text; bytes that are no UTF-8 become U+FFFD.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(|v| v.to_string_lossy().into_owned())
    }

    /// Whether the person, or the terminal, asks for plain lines.
    pub(crate) fn plain_lines(&self) -> bool {
        self.get("ACCESSIBLE").is_some_and(|v| v != "0") || self.get("TERM").is_some_and(|t| t == "dumb")
    }

    /// Where state is kept; `None` where there is no home.
    pub(crate) fn state_dir(&self) -> Option<PathBuf> {
        let named = self.get("XDG_STATE_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
        named
            .or_else(|| {
                let home = PathBuf::from(self.get("HOME")?);
                home.is_absolute().then(|| home.join(".local/state"))
            })
            .map(|dir| dir.join("asq"))
    }

    /// The command line of the person's own editor.
    pub(crate) fn editor(&self) -> OsString {
        self.get("VISUAL").or_else(|| self.get("EDITOR")).unwrap_or(OsStr::new("vi")).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Env;
    use std::path::PathBuf;

    fn env(vars: &[(&str, &str)]) -> Env {
        Env::of(vars)
    }

    #[test]
    fn plain_lines_are_asked_for_by_accessible_or_a_dumb_terminal() {
        assert!(env(&[("ACCESSIBLE", "1")]).plain_lines());
        assert!(env(&[("TERM", "dumb")]).plain_lines());
        assert!(!env(&[("ACCESSIBLE", "0"), ("TERM", "xterm")]).plain_lines());
        assert!(!env(&[("ACCESSIBLE", "")]).plain_lines());
    }

    #[test]
    fn state_is_kept_where_the_xdg_rules_say() {
        assert_eq!(
            env(&[("XDG_STATE_HOME", "/s"), ("HOME", "/h")]).state_dir(),
            Some(PathBuf::from("/s/asq"))
        );
        assert_eq!(
            env(&[("XDG_STATE_HOME", "s"), ("HOME", "/h")]).state_dir(),
            Some(PathBuf::from("/h/.local/state/asq"))
        );
        assert_eq!(env(&[]).state_dir(), None);
    }

    #[test]
    fn visual_goes_before_editor_and_both_before_vi() {
        assert_eq!(env(&[("VISUAL", "code -w"), ("EDITOR", "ed")]).editor(), "code -w");
        assert_eq!(env(&[("VISUAL", ""), ("EDITOR", "ed")]).editor(), "ed");
        assert_eq!(env(&[]).editor(), "vi");
    }
}
