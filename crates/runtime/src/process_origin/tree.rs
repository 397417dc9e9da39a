//! The root of the asker's own process tree.
//!
//! - The root is the program that started the ask, also if it leads a terminal's session itself. Shells and the like,
//!   which only passed it on, are skipped.
//! - A shell that leads a terminal's session is a person's if a terminal, multiplexer, editor, login or another user's
//!   program opened that terminal. Such programs are never a root. Only files that root installed have such names.
//! - A multiplexer, an editor, a terminal or a desktop's launcher starts programs for their user. It is passed over
//!   wherever it stands: it is nobody's tree.
//! - An editor with agents of its own may have asked itself. It is the opener of what it starts, and of its terminals.
//! - Any other program that opens a terminal and itself runs in one is the asker's: the tree continues above it.
//! - One that runs in no terminal may be a desktop's terminal of unknown name. It is an opener, too: answers without a
//!   terminal of their own below it count as the asker's, and nobody can tell about others.
//! - The first process of a container may be an agent; the first process of a machine never is, nor is a container's
//!   first shell that adopted a multiplexer's server.

use super::process::ProcessInfo;
use asq_core::life::Process;

/// Programs that only run another program.
const PASSING: [&str; 28] = [
    "sh",
    "bash",
    "dash",
    "zsh",
    "ksh",
    "mksh",
    "ash",
    "yash",
    "csh",
    "tcsh",
    "fish",
    "nu",
    "elvish",
    "xonsh",
    "pwsh",
    "busybox",
    "env",
    "timeout",
    "nohup",
    "nice",
    "setsid",
    "sudo",
    "xargs",
    "time",
    "script",
    "unbuffer",
    // One file for many of them.
    "toybox",
    "coreutils",
];

/// Multiplexers, terminals and editors: programs that start others for their user; no agent lives in them.
const TERMINALS: [&str; 43] = [
    "tmux",
    "tmux: server",
    "screen",
    "zellij",
    "dtach",
    "abduco",
    "byobu",
    "mosh-server",
    "gnome-terminal-server",
    "kgx",
    "ptyxis",
    "ptyxis-agent",
    "konsole",
    "yakuake",
    "xfce4-terminal",
    "mate-terminal",
    "lxterminal",
    "qterminal",
    "tilix",
    "terminology",
    "xterm",
    "urxvt",
    "urxvtd",
    "rxvt",
    "st",
    "alacritty",
    "kitty",
    "wezterm",
    "wezterm-gui",
    "wezterm-mux-server",
    "foot",
    "footclient",
    "ghostty",
    "rio",
    "contour",
    "tabby",
    "cool-retro-term",
    "cosmic-term",
    "deepin-terminal",
    "nvim",
    "vim",
    "emacs",
    "emacsclient",
];

/// Logins, and programs that pass a command on as another user: they open terminals, but an agent runs them, too.
const LOGINS: [&str; 11] = [
    "sshd",
    "sshd-session",
    "dropbear",
    "login",
    "getty",
    "agetty",
    "telnetd",
    "su",
    "sudo",
    "doas",
    "runuser",
];

/// Terminals and editors whose own process may be an agent's.
const AGENTS_HOMES: [&str; 9] =
    ["warp", "hyper", "code", "codium", "code-server", "cursor", "windsurf", "zed", "zed-editor"];

/// A desktop's shells, menus and session services: they start what the person picks.
const LAUNCHERS: [&str; 17] = [
    "gnome-shell",
    "plasmashell",
    "kwin_wayland",
    "krunner",
    "xfce4-panel",
    "sway",
    "i3",
    "Hyprland",
    "niri",
    "Xwayland",
    "rofi",
    "wofi",
    "fuzzel",
    "dmenu",
    "systemd",
    "dbus-daemon",
    "dbus-broker",
];

/// Init programs of containers: none of them is an agent.
const INITS: [&str; 10] = [
    "init",
    "systemd",
    "tini",
    "dumb-init",
    "docker-init",
    "catatonit",
    "runit",
    "s6-svscan",
    "supervisord",
    "sleep",
];

/// Questions about a process further up.
pub(super) trait Above {
    /// The file name of a process's program, if the kernel shows it; for another user's process, its own name.
    fn program(&self, seen: &ProcessInfo) -> Option<String>;
    /// Whether it runs as another user: an agent can't start such a program, but a login does.
    fn is_anothers(&self, seen: &ProcessInfo) -> bool;
    /// Whether its program's file belongs to root: an agent can't give its own program that file's name there.
    fn is_installed(&self, seen: &ProcessInfo) -> bool;
    /// Whether it is in the initial pid namespace.
    fn is_first(&self) -> bool;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Root<'a> {
    pub(super) root: Option<&'a ProcessInfo>,
    /// The process that opened the ask's terminal or started the ask, if it isn't known as a person's and has no terminal
    /// itself; or an editor with agents of its own.
    pub(super) opener: Option<&'a ProcessInfo>,
}

/// The root of the tree of a process with these ancestors, the parent first.
pub(super) fn root<'a>(ancestors: &'a [ProcessInfo], above: &dyn Above) -> Root<'a> {
    let mut root = None;
    let mut below_nobodys = false;
    let mut at = 0;
    while let Some(seen) = ancestors.get(at) {
        at += 1;
        // An editor is often started from a shell, so it may run in a terminal, too.
        if is_agents_home(seen, above) {
            return Root { root, opener: Some(outermost(&ancestors[at - 1..])) };
        }
        if seen.leads_a_terminal() {
            // An agent in a pane, in a container or behind ssh leads its terminal itself.
            if !passes_on(seen, above) {
                if !is_nobodys(seen, above) && (seen.process.pid != 1 || is_agent(seen, above)) {
                    root = Some(seen);
                }
                break;
            }
            let opener = ancestors.get(at).filter(|opener| !is_persons(opener, above));
            match opener {
                Some(opener) if is_agents_home(opener, above) => {
                    return Root { root, opener: Some(outermost(&ancestors[at..])) };
                }
                // The program that opened the terminal itself runs in one, so it is the asker's.
                Some(opener) if opener.tty != 0 => continue,
                Some(_) => {
                    let opener = started(&ancestors[at..], above);
                    return match opener.filter(|opener| passes_on(opener, above)) {
                        // A shell without a terminal is never a desktop's terminal with a next tab for the person.
                        Some(shell) => Root { root: Some(shell), opener: None },
                        None => Root { root, opener },
                    };
                }
                None => break,
            }
        }
        // A multiplexer's server whose starter is gone: the shell that a container began with didn't start it.
        let adopts = below_nobodys && passes_on(seen, above);
        if seen.process.pid == 1 && (adopts || !is_agent(seen, above)) {
            break;
        }
        if is_nobodys(seen, above) {
            below_nobodys = true;
            continue;
        }
        root = Some(seen);
        if !passes_on(seen, above) {
            break;
        }
    }
    Root { root, opener: None }
}

/// The first of these that does more than pass on; else the last that may be an agent's.
fn started<'a>(ancestors: &'a [ProcessInfo], above: &dyn Above) -> Option<&'a ProcessInfo> {
    let mut found = None;
    for seen in ancestors {
        if seen.leads_a_terminal() || seen.process.pid == 1 && !is_agent(seen, above) {
            break;
        }
        if is_nobodys(seen, above) {
            continue;
        }
        found = Some(seen);
        if !passes_on(seen, above) {
            break;
        }
    }
    found
}

/// The first of these, or the one above it with the same name, and so on: an editor is several processes.
fn outermost(ancestors: &[ProcessInfo]) -> &ProcessInfo {
    let first = &ancestors[0];
    ancestors.iter().take_while(|seen| seen.name == first.name).last().unwrap_or(first)
}

/// Whether shells alone are between a process with these ancestors and a terminal that a person's program opened.
pub(super) fn is_in_own_terminal(ancestors: &[ProcessInfo], above: &dyn Above) -> bool {
    let Some(leader) = ancestors.iter().position(ProcessInfo::leads_a_terminal) else { return false };
    ancestors[..=leader].iter().all(|seen| passes_on(seen, above))
        && ancestors.get(leader + 1).is_none_or(|opener| is_persons(opener, above))
}

/// Whether it only runs another program. Any program can take the name of one, so its file counts, too.
fn passes_on(seen: &ProcessInfo, above: &dyn Above) -> bool {
    // Some systems have the version in the file's name: `zsh5`, `ksh93`, `zsh-5.9`.
    let file = |name: String| {
        name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-')).to_owned()
    };
    PASSING.contains(&seen.name.as_str())
        && above.program(seen).is_some_and(|name| PASSING.contains(&file(name).as_str()))
}

/// Whether a terminal that this program opened is a person's.
fn is_persons(opener: &ProcessInfo, above: &dyn Above) -> bool {
    opener.process.pid == 1
        || above.is_anothers(opener)
        || above.is_installed(opener)
            && above.program(opener).is_some_and(|name| {
                let name = known(&name);
                TERMINALS.contains(&name) || LOGINS.contains(&name)
            })
}

/// Whether it is an editor or a terminal whose own process may be an agent's.
fn is_agents_home(seen: &ProcessInfo, above: &dyn Above) -> bool {
    above.program(seen).is_some_and(|name| AGENTS_HOMES.contains(&known(&name))) && above.is_installed(seen)
}

/// Whether it starts programs for its user, and so is of nobody's tree.
fn is_nobodys(seen: &ProcessInfo, above: &dyn Above) -> bool {
    let named = above.program(seen).is_some_and(|name| {
        let name = known(&name);
        TERMINALS.contains(&name) || LAUNCHERS.contains(&name)
    });
    named && above.is_installed(seen)
}

/// The name without what distributions add to an editor's: `emacs-nox`, `vim.basic`.
fn known(name: &str) -> &str {
    match name.split_once(['-', '.']) {
        Some((editor @ ("emacs" | "vim"), _)) => editor,
        Some(_) | None => name,
    }
}

/// Whether the first process, pid 1, may be an agent.
fn is_agent(first: &ProcessInfo, above: &dyn Above) -> bool {
    !above.is_first() && !above.program(first).is_some_and(|name| INITS.contains(&name.as_str()))
}

/// Whether this process also opened the answerer's terminal, as a desktop's terminal does for its next tab. An editor
/// opens it through further processes of its own.
pub(super) fn has_terminal_below(line: &[ProcessInfo], process: Process) -> bool {
    let Some(at) = line.iter().position(|seen| seen.process == process) else { return false };
    let own = line[..at]
        .iter()
        .rev()
        .take_while(|seen| seen.name == line[at].name && !seen.name.is_empty())
        .count();
    line[..at - own].last().is_some_and(ProcessInfo::leads_a_terminal)
}

#[cfg(test)]
mod tests {
    use super::{Above, ProcessInfo, Root, has_terminal_below, is_in_own_terminal, root};
    use asq_core::life::Process;

    /// Processes named like their programs; those of another user begin with `root:`, files of the person's with `own:`.
    struct Names(bool);

    impl Above for Names {
        fn program(&self, seen: &ProcessInfo) -> Option<String> {
            match seen.process.pid {
                RENAMED => Some("python3.11".to_owned()),
                HIDDEN => None,
                VERSIONED => Some("zsh5".to_owned()),
                _ => Some(seen.name.trim_start_matches("own:").to_owned()),
            }
        }
        fn is_anothers(&self, seen: &ProcessInfo) -> bool {
            seen.name.starts_with("root:")
        }
        fn is_installed(&self, seen: &ProcessInfo) -> bool {
            !seen.name.starts_with("own:")
        }
        fn is_first(&self) -> bool {
            self.0
        }
    }

    /// A program that took another name, one that hides its file, and a shell with its version in its file's name.
    const RENAMED: u32 = 77;
    const HIDDEN: u32 = 78;
    const VERSIONED: u32 = 79;

    fn seen(pid: u32, name: &str, session: u32, tty: u32) -> ProcessInfo {
        let process = Process { pid, started: u64::from(pid) * 10 };
        ProcessInfo { process, parent: 0, session, tty, name: name.into() }
    }

    fn found(first: bool, ancestors: &[ProcessInfo]) -> [Option<u32>; 2] {
        let Root { root, opener } = root(ancestors, &Names(first));
        [root, opener].map(|seen| seen.map(|seen| seen.process.pid))
    }

    fn root_of(ancestors: &[ProcessInfo]) -> Option<u32> {
        let [root, opener] = found(true, ancestors);
        assert_eq!(opener, None);
        root
    }

    #[test]
    fn the_tree_begins_at_the_program_that_started_the_ask() {
        let person = seen(10, "zsh", 10, 34816);
        let agent = seen(20, "node", 10, 34816);
        let tool = seen(30, "bash", 30, 0);
        // An agent's shell tool; the same through `timeout`; the agent itself; a script; a person.
        assert_eq!(root_of(&[tool.clone(), agent.clone(), person.clone()]), Some(20));
        assert_eq!(root_of(&[seen(31, "timeout", 30, 0), tool.clone(), agent.clone()]), Some(20));
        assert_eq!(root_of(&[agent.clone(), person.clone()]), Some(20));
        assert_eq!(root_of(&[seen(40, "bash", 10, 34816), person.clone()]), Some(40));
        assert_eq!(root_of(&[person]), None);
        // An agent that leads the session of its own pane, and a shell whose agent is gone.
        assert_eq!(root_of(&[tool.clone(), seen(50, "node", 50, 34817)]), Some(50));
        assert_eq!(root_of(&[tool.clone(), seen(50, "zsh", 50, 34817)]), Some(30));
        // The parent is pid 1 of a machine, which is never an agent.
        assert_eq!(root_of(&[tool, seen(1, "systemd", 1, 0)]), Some(30));
        assert_eq!(root_of(&[]), None);
    }

    #[test]
    fn a_terminal_that_an_agent_opened_is_no_persons() {
        let shell = seen(50, "bash", 50, 34820);
        let agent = seen(20, "node", 10, 34816);
        let person = seen(10, "zsh", 10, 34816);
        let server = |name: &str| seen(5, name, 5, 0);
        // A harness with a terminal for each command; the same through script(1).
        let all = [shell.clone(), agent.clone(), person.clone(), server("tmux")];
        assert_eq!(root_of(&all), Some(20));
        let script = seen(40, "script", 10, 34816);
        assert_eq!(root_of(&[shell.clone(), script, agent, person.clone(), server("tmux")]), Some(20));
        // A person's terminals: a multiplexer, another user's login, a shell in a container, the first process.
        for opener in ["tmux", "tmux: server", "root:anything", "sshd", "kitty"] {
            assert_eq!(root_of(&[person.clone(), server(opener)]), None, "{opener}");
        }
        assert_eq!(root_of(&[person.clone(), seen(1, "any", 1, 0)]), None);
        // A process without a terminal is an agent's service, or a terminal of unknown name.
        assert_eq!(found(true, &[shell.clone(), server("opencode")]), [None, Some(5)]);
        let script = seen(40, "script", 5, 0);
        assert_eq!(found(true, &[shell, script, server("opencode")]), [None, Some(5)]);
    }

    #[test]
    fn a_containers_first_shell_did_not_start_the_server_that_it_adopted() {
        let (ask, first) = (seen(30, "sh", 30, 0), seen(1, "bash", 1, 0));
        let root_in_container = |all: &[ProcessInfo]| found(false, all)[0];
        let server = seen(5, "tmux: server", 5, 0);
        assert_eq!(root_in_container(&[server.clone(), first.clone()]), None);
        assert_eq!(root_in_container(&[ask.clone(), first.clone()]), Some(1));
        assert_eq!(root_in_container(&[ask, server.clone(), first]), Some(30));
        // What isn't a shell may be an agent.
        assert_eq!(root_in_container(&[server, seen(1, "node", 1, 0)]), Some(1));
    }

    #[test]
    fn a_multiplexer_an_editor_and_a_launcher_are_nobodys_tree() {
        let init = seen(1, "systemd", 1, 0);
        let all =
            ["tmux", "tmux: server", "screen", "zellij", "emacs-nox", "emacs-28.2", "vim.basic", "nvim"];
        for name in all.into_iter().chain(["kitty", "gnome-shell", "rofi", "systemd", "dbus-daemon"]) {
            let server = seen(5, name, 5, 0);
            // The program of a pane, a key binding, a plugin: started without a shell, or through one.
            assert_eq!(found(true, &[server.clone(), init.clone()]), [None, None], "{name}");
            let shell = seen(30, "sh", 30, 0);
            assert_eq!(root_of(&[shell, server.clone(), init.clone()]), Some(30), "{name}");
            // What an agent starts stays the agent's, whatever it passes through.
            let agent = seen(20, "node", 10, 34816);
            assert_eq!(root_of(&[server.clone(), agent.clone(), init.clone()]), Some(20), "{name}");
            // A program of the same name that root didn't install may be anybody's.
            let copy = seen(5, &format!("own:{name}"), 5, 0);
            assert_eq!(root_of(&[copy, init.clone()]), Some(5), "{name}");
            // A terminal that a shell or script(1) opened below it is never a person's.
            let (shell, script) = (seen(50, "bash", 50, 34820), seen(40, "script", 5, 0));
            assert_eq!(root_of(&[shell, script, server, init.clone()]), Some(40), "{name}");
        }
        // These pass a command on.
        for name in ["sudo", "su", "sshd"] {
            assert_eq!(root_of(&[seen(5, name, 5, 0), init.clone()]), Some(5), "{name}");
        }
    }

    #[test]
    fn an_editor_with_agents_of_its_own_is_the_opener_of_what_it_starts_and_of_its_terminals() {
        let init = seen(1, "systemd", 1, 0);
        for name in ["code", "cursor", "zed", "warp"] {
            let (main, helper) = (seen(5, name, 5, 0), seen(6, name, 5, 0));
            // A server for MCP, and a command in its terminal; the outermost of its processes counts.
            assert_eq!(found(true, &[helper.clone(), main.clone(), init.clone()]), [None, Some(5)], "{name}");
            let (shell, tool) = (seen(50, "bash", 50, 34820), seen(60, "sh", 50, 34820));
            let all = [tool.clone(), shell.clone(), helper.clone(), main.clone(), init.clone()];
            assert_eq!(found(true, &all), [Some(60), Some(5)], "{name}");
            // An agent in its terminal has a tree of its own.
            let agent = seen(20, "claude", 50, 34820);
            assert_eq!(root_of(&[tool, agent, shell.clone(), helper, main, init.clone()]), Some(20));
            // A file of the person's may have any name.
            let copy = seen(5, &format!("own:{name}"), 5, 0);
            assert_eq!(root_of(&[copy.clone(), init.clone()]), Some(5), "{name}");
            assert_eq!(found(true, &[shell, copy, init.clone()]), [None, Some(5)], "{name}");
        }
    }

    #[test]
    fn a_terminal_that_a_copy_of_a_multiplexer_opened_is_nobody_s_for_sure() {
        let shell = seen(50, "bash", 50, 34820);
        assert_eq!(found(true, &[shell.clone(), seen(5, "own:tmux", 5, 0)]), [None, Some(5)]);
        // The copy runs in a terminal, so that one's agent started it.
        let (copy, agent) = (seen(5, "own:tmux", 10, 34816), seen(20, "node", 10, 34816));
        assert_eq!(found(true, &[shell, copy, agent]), [Some(5), None]);
    }

    #[test]
    fn who_takes_the_name_of_a_shell_is_no_shell() {
        let server = seen(5, "tmux: server", 5, 0);
        for pid in [RENAMED, HIDDEN] {
            let (agent, tool) = (seen(pid, "bash", pid, 34817), seen(30, "sh", 30, 0));
            assert_eq!(root_of(&[tool, agent.clone(), server.clone()]), Some(pid));
            assert!(!is_in_own_terminal(&[agent, server.clone()], &Names(true)));
        }
        let shell = seen(VERSIONED, "zsh", VERSIONED, 34817);
        assert_eq!(root_of(&[seen(30, "sh", 30, 0), shell, server]), Some(30));
    }

    #[test]
    fn a_terminal_is_a_persons_own_with_nothing_but_shells_in_it() {
        let own = |line: &[ProcessInfo]| is_in_own_terminal(line, &Names(true));
        let (shell, server) = (seen(10, "zsh", 10, 34816), seen(5, "tmux: server", 5, 0));
        assert!(own(&[shell.clone(), server.clone()]));
        assert!(own(&[seen(11, "sudo", 10, 34816), shell.clone(), server.clone()]));
        // The terminal began outside the container.
        assert!(own(std::slice::from_ref(&shell)));
        let agent = seen(20, "node", 10, 34816);
        assert!(!own(&[agent.clone(), shell.clone(), server.clone()]));
        assert!(!own(&[shell.clone(), agent]));
        assert!(!own(&[shell, seen(5, "own:tmux", 5, 0)]));
        assert!(!own(&[seen(30, "bash", 30, 0), seen(1, "systemd", 1, 0)]));
        assert!(!own(&[]));
    }

    #[test]
    fn the_first_process_of_a_container_may_be_an_agent() {
        let tool = seen(30, "bash", 30, 0);
        for (name, wanted) in [("claude", Some(1)), ("tini", Some(30)), ("systemd", Some(30))] {
            // Without a terminal, and as the leader of the container's.
            for tty in [0, 34816] {
                assert_eq!(found(false, &[tool.clone(), seen(1, name, 1, tty)]), [wanted, None], "{name}");
            }
        }
    }

    #[test]
    fn a_terminal_below_the_opener_is_somebodys_own() {
        let opener = seen(5, "obscureterm", 5, 0);
        let tab = [seen(60, "asq", 50, 34821), seen(50, "bash", 50, 34821), opener.clone()];
        assert!(has_terminal_below(&tab, opener.process));
        assert!(!has_terminal_below(&[seen(61, "asq", 5, 0), opener.clone()], opener.process));
        // An editor opens it through further processes of its own.
        let (asq, shell) = (tab[0].clone(), tab[1].clone());
        let (main, helper) = (seen(7, "code", 7, 0), seen(8, "code", 7, 0));
        assert!(has_terminal_below(&[asq, shell, helper, main.clone()], main.process));
        // A helper that opens one isn't a desktop's terminal.
        let [asq, shell, _] = tab;
        let script = seen(51, "script", 5, 0);
        assert!(!has_terminal_below(&[asq, shell, script, opener.clone()], opener.process));
    }
}
