//! The real binary in a real terminal: a shell starts it, and the terminal is checked after its end.

use crate::ASQ;
use asq_testkit::folder::TempFolder;
use asq_testkit::tmux::Tmux;
use std::fs;
use std::path::{Path, PathBuf};

/// One question of the contract `question`.
pub(crate) const DATABASE: &str = r#"{"name":"question","arguments":{"questions":[{"id":"db",
"prompt":"Which database should the integration tests use from now on, on every machine?",
"options":[{"label":"Postgres","value":"pg","description":"As in production; needs a server on each machine"},
{"label":"SQLite","value":"sqlite","description":"One file; the tests of locking are skipped"},
{"label":"Memory","value":"mem"}]}]}}"#;

/// The end of an ask.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) code: String,
    pub(crate) out: String,
    /// The shell's terminal after the end.
    pub(crate) screen: String,
}

impl End {
    pub(crate) fn has(&self, text: &str) -> bool {
        self.out.contains(text)
    }
}

/// An ask in a terminal, with its folder. The terminal is dropped first, because its processes may still write.
pub(crate) struct Ask {
    pub(crate) tmux: Tmux,
    folder: Seen,
}

/// A folder; a failing test prints its files.
struct Seen(TempFolder);

impl Drop for Seen {
    fn drop(&mut self) {
        if std::thread::panicking() {
            show(self.0.path());
        }
    }
}

/// Prints the beginning of each file in a folder and its folders.
fn show(folder: &Path) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            show(&path);
        } else if let Ok(text) = fs::read(&path) {
            let begin = text[..text.len().min(2000)].escape_ascii();
            eprintln!("{} ({} bytes): {begin}", path.display(), text.len());
        }
    }
}

/// A new folder with the call in it.
fn folder(call: &str) -> Seen {
    let folder = TempFolder::new("ask").unguarded();
    fs::write(folder.join("call.json"), call).unwrap();
    Seen(folder)
}

/// Variables that hide the person's own files and the session that runs the tests.
fn variables(folder: &Path) -> String {
    let at = folder.display();
    let agents: Vec<&str> = asq_runtime::process_origin::variables().collect();
    let agents = agents.join(" ");
    format!(
        "unset {agents}; export HOME={at} XDG_STATE_HOME={at} XDG_RUNTIME_DIR={at} LC_ALL=C.UTF-8 ASQ={ASQ}; cd {at}; "
    )
}

impl Ask {
    /// Runs this shell text below `lines` lines of history; `$ASQ ask call.json` is the ask.
    pub(crate) fn script(columns: u16, rows: u16, lines: usize, call: &str, script: &str) -> Ask {
        let folder = folder(call);
        let text = format!(
            "{} i=1; while [ $i -le {lines} ]; do echo \"history $i\"; i=$((i+1)); done
            printf '\\033]2;the title before\\033\\\\'
            stty -a >before
            {script}
            echo $? >code; stty -a >after; echo 'AT THE END'; exec cat -v",
            variables(folder.0.path())
        );
        Ask { tmux: Tmux::start(columns, rows, &text), folder }
    }

    /// Starts an ask with these arguments, its output in a file, and waits for the form.
    pub(crate) fn start(columns: u16, rows: u16, lines: usize, call: &str, arguments: &str) -> Ask {
        let ask = Ask::script(columns, rows, lines, call, &format!("$ASQ ask call.json {arguments} >out"));
        ask.tmux.wait_text("Esc cancel");
        ask
    }

    /// A shell with job control, before its first command.
    pub(crate) fn shell(call: &str) -> Ask {
        let folder = folder(call);
        let text = format!("{} exec bash --norc --noprofile -i", variables(folder.0.path()));
        let ask = Ask { tmux: Tmux::start(80, 24, &text), folder };
        ask.tmux.text("PS1='ready> '; clear\n");
        ask.tmux.wait("a prompt", |screen| screen.starts_with("ready>"));
        ask
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    /// Opens the row for own words in the sample of databases.
    pub(crate) fn own_row(&self) {
        self.tmux.text("4");
        self.tmux.wait("a caret", |_| self.tmux.tell("#{cursor_flag}") == "1");
    }

    /// Waits for that sample, and types own words.
    pub(crate) fn own_words(&self, words: &str) {
        self.tmux.wait_text("Esc cancel");
        self.own_row();
        self.tmux.text(words);
        self.tmux.wait_text(words);
    }

    pub(crate) fn file(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// The output of `stty -a` in a file, without the terminal's size.
    pub(crate) fn modes(&self, name: &str) -> String {
        let told = self.file(name);
        told.split("; ").filter(|it| !it.starts_with("rows ") && !it.starts_with("columns ")).collect()
    }

    /// The process id of asq, which is this shell or one of its children.
    pub(crate) fn process(&self) -> String {
        let pid = self.tmux.pid();
        let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
        children.split_whitespace().next().unwrap_or(&pid).to_owned()
    }

    pub(crate) fn signal(&self, name: &str) {
        let status = std::process::Command::new("kill").args(["-s", name, &self.process()]).status().unwrap();
        assert!(status.success());
    }

    /// Waits for the end and checks that the terminal is as it was before.
    pub(crate) fn end(&self) -> End {
        self.tmux.wait_text("AT THE END");
        self.restored();
        assert_eq!(self.modes("after"), self.modes("before"), "stty");
        let screen = self.tmux.history().trim_end().to_owned();
        End { code: self.file("code").trim().to_owned(), out: self.file("out"), screen }
    }

    /// Checks that the terminal's modes are those of a shell, and its title is unchanged.
    pub(crate) fn restored(&self) {
        let format = "#{cursor_flag} #{wrap_flag} #{alternate_on} #{insert_flag} #{keypad_flag} #{mouse_any_flag} #{pane_title}";
        let told = self.tmux.tell(format);
        assert_eq!(told, "1 1 0 0 0 0 the title before");
        // The paste has no brackets: `cat -v` would show them.
        self.tmux.paste("PASTED");
        let screen = self.tmux.wait_text("PASTED");
        assert!(!screen.contains("[200~"), "{screen}");
    }
}
