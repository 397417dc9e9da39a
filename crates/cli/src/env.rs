//! The environment, which only this file reads, once.
//!
//! - An empty variable counts as missing.
//! - Bytes that aren't UTF-8 become U+FFFD in a text.
//! - `ACCESSIBLE` (not 0) asks for plain lines.
//! - State is under XDG_STATE_HOME, else ~/.local/state; relative paths there don't count. Settings likewise.
//! - Takes the same folder for pi as pi itself does.
//! - Offers OpenCode's question tool under the same conditions as OpenCode.
//! - An agent is known by its own variables, too.
//! - The editor is $VISUAL before $EDITOR.

#[cfg(test)]
use asq_backend::Backend;
use asq_runtime::process_origin;
use asq_tui::terminal::TTY;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
#[cfg(test)]
use std::sync::Arc;

/// The environment that the process was started with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    vars: BTreeMap<OsString, OsString>,
    /// Takes the place of every store in tests.
    #[cfg(test)]
    backend: GivenBackend,
    /// Takes the place of the controlling terminal in tests.
    #[cfg(test)]
    tty: Option<PathBuf>,
}

#[cfg(test)]
#[derive(Clone, Default)]
struct GivenBackend(Option<Arc<dyn Backend>>);

#[cfg(test)]
impl std::fmt::Debug for GivenBackend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.is_some())
    }
}

impl Env {
    /// The environment of this process.
    pub(crate) fn read() -> Env {
        Env::with_vars(std::env::vars_os().collect())
    }

    fn with_vars(vars: BTreeMap<OsString, OsString>) -> Env {
        Env {
            vars,
            #[cfg(test)]
            backend: GivenBackend::default(),
            #[cfg(test)]
            tty: None,
        }
    }

    /// An environment with these variables.
    #[cfg(test)]
    pub(crate) fn of(vars: &[(&str, &str)]) -> Env {
        Env::with_vars(vars.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect())
    }

    /// The same environment, with this backend in place of every store.
    #[cfg(test)]
    pub(crate) fn with_backend(self, backend: Arc<dyn Backend>) -> Env {
        Env { backend: GivenBackend(Some(backend)), ..self }
    }

    /// The backend that takes the place of every store.
    #[cfg(test)]
    pub(crate) fn backend(&self) -> Option<Arc<dyn Backend>> {
        self.backend.0.clone()
    }

    /// The same environment, with this device in place of the controlling terminal.
    #[cfg(test)]
    pub(crate) fn with_tty(self, tty: &str) -> Env {
        Env { tty: Some(tty.into()), ..self }
    }

    /// The device of the terminal that forms are on.
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "a test names another device"))]
    pub(crate) fn tty(&self) -> PathBuf {
        #[cfg(test)]
        if let Some(tty) = &self.tty {
            return tty.clone();
        }
        TTY.into()
    }

    /// An environment that knows only the home.
    pub(crate) fn at_home(home: Option<PathBuf>) -> Env {
        Env::with_vars(home.map(|home| ("HOME".into(), home.into())).into_iter().collect())
    }

    /// Whether both environments have the same places for settings and for trusted folders.
    pub(crate) fn has_settings_of(&self, other: &Env) -> bool {
        let places = |env: &Env| (env.config_dir(), env.pi_dir(), env.state_dir());
        places(self) == places(other)
    }

    /// The current folder of this process.
    #[expect(
        clippy::disallowed_methods,
        clippy::unused_self,
        reason = "what surrounds a process is read here alone"
    )]
    pub(crate) fn folder(&self) -> io::Result<PathBuf> {
        std::env::current_dir()
    }

    /// The current folder; `None` if it was removed.
    pub(crate) fn cwd(&self) -> Option<PathBuf> {
        self.folder().ok()
    }

    /// A variable; `None` if it is empty.
    pub(crate) fn get(&self, name: &str) -> Option<&OsStr> {
        self.vars.get(OsStr::new(name)).map(OsString::as_os_str).filter(|v| !v.is_empty())
    }

    /// A variable as text; bytes that aren't UTF-8 become U+FFFD.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(|v| v.to_string_lossy().into_owned())
    }

    /// Whether there is a variable with this prefix.
    pub(crate) fn begins(&self, with: &str) -> bool {
        self.vars.keys().any(|name| name.as_encoded_bytes().starts_with(with.as_bytes()))
    }

    /// The variables with this prefix, as texts.
    #[cfg(feature = "postgres")]
    pub(crate) fn beginning(&self, with: &str) -> BTreeMap<String, String> {
        let named = |(name, _): &(&OsString, &OsString)| name.as_encoded_bytes().starts_with(with.as_bytes());
        let text = |it: &OsString| it.to_string_lossy().into_owned();
        self.vars.iter().filter(named).map(|(name, value)| (text(name), text(value))).collect()
    }

    /// The same environment with this variable.
    pub(crate) fn and(&self, name: &str, value: &str) -> Env {
        let mut env = self.clone();
        env.vars.insert(name.into(), value.into());
        env
    }

    /// The same environment with the variables of these names alone.
    pub(crate) fn only(&self, keeps: impl Fn(&str) -> bool) -> Env {
        let mut env = self.clone();
        env.vars.retain(|name, _| name.to_str().is_some_and(&keeps));
        env
    }

    /// All variables, also the empty ones.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.vars.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// Whether the person wants plain lines from every program.
    pub(crate) fn accessible(&self) -> bool {
        self.get("ACCESSIBLE").is_some_and(|v| v != "0")
    }

    /// Whether a terminal gets colours outside of forms, too.
    pub(crate) fn wants_colours(&self) -> bool {
        self.get("NO_COLOR").is_none() && self.get("TERM").is_some_and(|term| term != "dumb")
    }

    /// The folder for state; `None` without a home.
    pub(crate) fn state_dir(&self) -> Option<PathBuf> {
        self.own_dir("XDG_STATE_HOME", ".local/state")
    }

    /// The folder of the store, unless a variable names another place; `None` without a home.
    pub(crate) fn data_dir(&self) -> Option<PathBuf> {
        self.own_dir("XDG_DATA_HOME", ".local/share")
    }

    /// The folder of asq's own settings; `None` without a home.
    pub(crate) fn config_dir(&self) -> Option<PathBuf> {
        self.own_dir("XDG_CONFIG_HOME", ".config")
    }

    /// pi's folder for the person's files; `None` without a home.
    pub(crate) fn pi_dir(&self) -> Option<PathBuf> {
        let Some(named) = self.get("PI_CODING_AGENT_DIR").map(PathBuf::from) else {
            return Some(self.home()?.join(".pi/agent"));
        };
        match named.strip_prefix("~") {
            Ok(rest) => Some(self.home()?.join(rest)),
            Err(_) => Some(named),
        }
    }

    /// The folder in which forms on one terminal take turns. Others can't write there, so they can't hold a lock.
    pub(crate) fn turns_dir(&self) -> Option<PathBuf> {
        Some(self.state_dir()?.join("turns"))
    }

    /// Folders for the person's temporary files, the best first; only a private one counts. The last is asq's own,
    /// which is made if it is missing.
    pub(crate) fn private_dirs(&self) -> Vec<PathBuf> {
        let named = |name| self.get(name).map(PathBuf::from).filter(|dir| dir.is_absolute());
        let own = self.state_dir().map(|dir| dir.join("tmp"));
        [named("XDG_RUNTIME_DIR"), named("TMPDIR"), own].into_iter().flatten().collect()
    }

    /// The person's home; `None` if the variable names no absolute path.
    pub(crate) fn home(&self) -> Option<PathBuf> {
        self.get("HOME").map(PathBuf::from).filter(|home| home.is_absolute())
    }

    /// Whether the environment names an agent or holds an agent's session.
    pub(crate) fn is_agents(&self) -> bool {
        process_origin::variable(&|name| self.text(name)).is_some()
    }

    /// Whether OpenCode would offer its question tool to the client that started us.
    pub(crate) fn opencode_offered(&self) -> bool {
        let enabled = self.get("OPENCODE_ENABLE_QUESTION_TOOL");
        let client = self.get("OPENCODE_CLIENT").unwrap_or(OsStr::new("cli"));
        enabled.is_some_and(|v| v == "1" || v == "true")
            || ["app", "cli", "desktop"].iter().any(|offered| client == *offered)
    }

    fn own_dir(&self, variable: &str, below_home: &str) -> Option<PathBuf> {
        let named = self.get(variable).map(PathBuf::from).filter(|dir| dir.is_absolute());
        named.or_else(|| Some(self.home()?.join(below_home))).map(|dir| dir.join("asq"))
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
    fn plain_lines_are_asked_for_by_accessible() {
        assert!(env(&[("ACCESSIBLE", "1")]).accessible());
        assert!(!env(&[("ACCESSIBLE", "0")]).accessible());
        assert!(!env(&[("ACCESSIBLE", "")]).accessible());
    }

    #[test]
    fn colours_need_a_terminal_that_has_them_and_a_person_who_wants_them() {
        let wants = [("xterm", ""), ("xterm", "1"), ("dumb", ""), ("", "")]
            .map(|(term, no)| env(&[("TERM", term), ("NO_COLOR", no)]).wants_colours());
        assert_eq!(wants, [true, false, false, false]);
    }

    #[test]
    fn settings_are_where_the_xdg_rules_and_pi_say() {
        let home = ("HOME", "/h");
        let dir = |path: &str| Some(PathBuf::from(path));
        assert_eq!(env(&[("XDG_CONFIG_HOME", "/c"), home]).config_dir(), dir("/c/asq"));
        assert_eq!(env(&[("XDG_CONFIG_HOME", "c"), home]).config_dir(), dir("/h/.config/asq"));
        assert_eq!(env(&[home]).pi_dir(), dir("/h/.pi/agent"));
        assert_eq!(env(&[("PI_CODING_AGENT_DIR", "/p")]).pi_dir(), dir("/p"));
        assert_eq!(env(&[("PI_CODING_AGENT_DIR", "~/p"), home]).pi_dir(), dir("/h/p"));
        assert_eq!(env(&[("PI_CODING_AGENT_DIR", "~"), home]).pi_dir(), dir("/h/"));
        assert_eq!((env(&[]).config_dir(), env(&[]).pi_dir()), (None, None));
    }

    #[test]
    fn the_gate() {
        let offered = |client: &str, enabled: &str| {
            env(&[("OPENCODE_CLIENT", client), ("OPENCODE_ENABLE_QUESTION_TOOL", enabled)]).opencode_offered()
        };
        assert!(env(&[]).opencode_offered());
        assert!(["", "app", "cli", "desktop"].iter().all(|client| offered(client, "")));
        assert!(["acp", "CLI", "vscode"].iter().all(|client| !offered(client, "") && !offered(client, "0")));
        assert!(["1", "true"].iter().all(|enabled| offered("acp", enabled)));
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
