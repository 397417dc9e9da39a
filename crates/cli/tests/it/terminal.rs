//! Runs the real binary in a real terminal, in an empty home that several runs share.

use crate::ASQ;
use asq_testkit::folder::TempFolder;
use asq_testkit::tmux::Tmux;
use std::fs;
use std::path::PathBuf;

/// An empty home, with calls in it.
pub(crate) struct Home(TempFolder);

/// A script in a terminal of its own.
pub(crate) struct Session<'a> {
    pub(crate) tmux: Tmux,
    home: &'a Home,
}

#[derive(Debug)]
pub(crate) struct End {
    pub(crate) code: String,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home(TempFolder::new("terminal"))
    }

    /// The same for an owner who has switched off the guard.
    pub(crate) fn unguarded(self) -> Home {
        Home(self.0.unguarded())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// The files of the drafts.
    pub(crate) fn drafts(&self) -> Vec<PathBuf> {
        let folder = fs::read_dir(self.path(".local/state/asq/drafts"));
        folder.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    }

    /// Runs this script of sh, in which `$asq` is the binary; standard error goes to a file.
    pub(crate) fn run(&self, script: &str) -> Session<'_> {
        for file in ["code", "out", "err"] {
            let _ = fs::remove_file(self.path(file));
        }
        let home = self.0.path().display();
        let text = format!(
            "cd {home}; export HOME={home} XDG_RUNTIME_DIR={home} LC_ALL=C.UTF-8 TZ=UTC asq={ASQ}
            unset XDG_STATE_HOME XDG_CONFIG_HOME PI_CODING_AGENT_DIR VISUAL EDITOR ACCESSIBLE NO_COLOR
            unset $(env | sed -n 's/^\\(ASQ_[A-Z_]*\\)=.*/\\1/p')
            trap : INT; exec 2>err
            {script}
            echo $? >code.new; mv code.new code; exec cat"
        );
        Session { tmux: Tmux::start(80, 24, &text), home: self }
    }
}

impl Session<'_> {
    /// Waits for this text on the screen.
    pub(crate) fn sees(&self, text: &str) -> String {
        self.tmux.wait_text(text)
    }

    /// Waits for the end of the script.
    pub(crate) fn end(self) -> End {
        let file = |name: &str| fs::read_to_string(self.home.path(name)).unwrap_or_default();
        self.tmux.wait_for("the end", |_| file("code"), |code| !code.is_empty());
        End { code: file("code").trim().to_owned(), out: file("out"), err: file("err") }
    }

    /// The process id of asq, the child of the script's shell.
    pub(crate) fn pid(&self) -> String {
        let shell = self.tmux.pid();
        let children = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
        children.split_whitespace().next().unwrap().to_owned()
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = std::process::Command::new("kill").args(["-s", name, &self.pid()]).status().unwrap();
        assert!(sent.success());
    }
}
