//! What sets asq up, on a real terminal: doctor, uninstall, and the colours of help and errors.

use crate::ASQ;
use crate::terminal::Home;
use asq_testkit::tmux::Tmux;

#[test]
fn an_uninstall_asks_first_unless_a_flag_says_yes() {
    let home = Home::new().unguarded();
    assert_eq!(home.run("$asq install codex --yes >out").end().code, "0");
    let session = home.run("$asq uninstall codex >out");
    let screen = session.sees("[y/N]");
    let rows: Vec<&str> = screen.lines().map(str::trim_end).filter(|row| !row.is_empty()).collect();
    let own: Vec<&str> = rows.iter().filter(|row| !row.starts_with("  │ ")).copied().collect();
    assert_eq!(
        own,
        [
            "What asq wrote goes from here:",
            "Remove it? To write it again, type install instead of uninstall. [y/N]"
        ],
        "{screen}"
    );
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("1", "asq: nothing was removed\n"), "{end:?}");
    assert!(home.path(".codex/config.toml").exists());
    let session = home.run("$asq uninstall codex >out");
    session.sees("[y/N]");
    session.tmux.keys(&["y", "Enter"]);
    let end = session.end();
    let last = end.out.lines().last().map(|line| line.replace(home.path("").to_str().unwrap(), "HOME/"));
    assert_eq!(
        (end.code.as_str(), last.as_deref()),
        ("0", Some("Removed asq from 'HOME/.codex/config.toml': Codex no longer starts it.")),
        "{end:?}"
    );
    assert!(!home.path(".codex").exists());

    assert_eq!(home.run("$asq install pi --dialect question --yes >out").end().code, "0");
    let session = home.run("$asq uninstall pi >out");
    session.sees("[y/N]");
    session.tmux.keys(&["n", "Enter"]);
    assert_eq!(session.end().code, "1");
    assert!(home.path(".pi/agent/extensions/question.ts").exists());
    let end = home.run("$asq uninstall pi --yes >out").end();
    let last = end.out.lines().last();
    assert_eq!(last, Some("Removed 1 file of asq: pi offers what was in there no more."), "{end:?}");
    assert!(!home.path(".pi").exists());
    // Where nothing goes, nobody is asked.
    for agent in ["pi", "codex"] {
        let end = home.run(&format!("$asq uninstall {agent} >out")).end();
        assert_eq!((end.code.as_str(), end.out.contains("Removed")), ("0", false), "{end:?}");
    }
}

#[test]
fn the_doctor_knows_the_terminal() {
    let home = Home::new();
    let out = home.run("unset SSH_CONNECTION; $asq doctor >out").end().out;
    let (terminal, rest) = out.split_once("editor\n").unwrap();
    expect_test::expect![[r#"
        terminal
          name           tmux-256color
          /dev/tty       a form can open here
          colours        true colour
          unicode        yes
          clipboard      through tmux
          notifications  off (asq settings set notificationOnQuestion on)
    "#]]
    .assert_eq(terminal);
    assert!(rest.contains("settings\n  problems  none\n"), "{rest}");
    // A tmux that doesn't answer holds nothing up for long, and the one that keeps texts gets a fix.
    home.write("tmux", "#!/bin/sh\necho off\n");
    let out = home.run("chmod +x tmux; PATH=$PWD:$PATH $asq doctor >out").end().out;
    assert!(
        out.contains("\n  clipboard      tmux keeps what is copied for itself\n                 fix: tmux set -s set-clipboard on\n"),
        "{out}"
    );
    home.write("tmux", "#!/bin/sh\nexec sleep 1000\n");
    let out = home.run("PATH=$PWD:$PATH $asq doctor >out").end().out;
    assert!(out.contains("tmux doesn't say whether"), "{out}");
}

#[test]
fn the_doctor_knows_the_pages_that_agents_read() {
    let home = Home::new().unguarded();
    let agents = || {
        let out = home.run("$asq doctor >out").end().out;
        let section = out.split_once("agents\n").unwrap().1.split_once("store\n").unwrap().0;
        let rows = section.split_inclusive('\n').filter(|row| !row.starts_with("  found"));
        format!("agents\n{}", rows.collect::<String>())
    };
    assert_eq!(agents(), "agents\n");
    home.write("CLAUDE.md", "# Rules\n");
    assert_eq!(agents(), "agents\n  CLAUDE.md  doesn't mention asq (asq install agents-md CLAUDE.md)\n");
    assert_eq!(home.run("$asq install agents-md CLAUDE.md --yes >out").end().code, "0");
    home.write("AGENTS.md", "<!-- /asq -->\n");
    let one_current = expect_test::expect![[r#"
        agents
          AGENTS.md  has a mark of asq's without the other: <!-- /asq -->
                     fix: take that line out, then asq install agents-md AGENTS.md
          CLAUDE.md  tells agents how to ask
    "#]];
    one_current.assert_eq(&agents());
    let text = std::fs::read_to_string(home.path("CLAUDE.md")).unwrap().replace("Don't guess", "Never guess");
    home.write("CLAUDE.md", &text);
    std::fs::remove_file(home.path("AGENTS.md")).unwrap();
    std::fs::create_dir(home.path("AGENTS.md")).unwrap();
    let none_current = expect_test::expect![[r#"
        agents
          AGENTS.md  can't be read: it isn't a regular file
                     fix: make AGENTS.md a file of text that you can read
          CLAUDE.md  has the text of another version of asq
                     fix: asq install agents-md CLAUDE.md
    "#]];
    none_current.assert_eq(&agents());
}

#[test]
fn the_doctor_of_the_pages_looks_for_them_for_asq_and_at_the_store() {
    let home = Home::new().unguarded();
    let doctor = |path: &str| home.run(&format!("PATH={path} $asq doctor agents-md >out")).end();
    let none = doctor("/usr/bin:/bin");
    let around = none.out.split_once("store\n").unwrap().0;
    expect_test::expect![[r#"
        agents-md
          AGENTS.md  not in this folder
                     fix: asq install agents-md
          asq        not on the PATH, so an agent's shell doesn't find it
                     fix: put its folder on the PATH of the shell that starts the agent
    "#]]
    .assert_eq(around);
    assert_eq!(none.code, "0");
    let program = home.path("bin/asq");
    std::fs::create_dir(home.path("bin")).unwrap();
    std::os::unix::fs::symlink(ASQ, &program).unwrap();
    assert_eq!(home.run("$asq install agents-md CLAUDE.md --yes >out").end().code, "0");
    let found = doctor("$PWD/bin:/usr/bin:/bin");
    let fine = format!(
        "agents-md\n  CLAUDE.md  tells agents how to ask\n  asq        {}\nstore\n",
        program.display()
    );
    assert!(found.out.starts_with(&fine), "{}", found.out);
}

#[test]
fn help_and_errors_have_colours_only_where_they_are_wanted() {
    let home = Home::new();
    let seen = |script: &str| {
        let session = home.run(&format!("exec 2>/dev/tty; {script}; echo DONE"));
        session.tmux.wait_for("the end", Tmux::styled, |styled| styled.contains("DONE"))
    };
    for (script, coloured) in [
        ("$asq aks", true),
        ("$asq ask --fullscren", true),
        ("$asq show zz", true),
        ("$asq token -h", true),
        ("$asq 2>&1 | cat; $asq token -h | cat; $asq aks 2>&1 | cat", false),
        ("NO_COLOR=1 $asq aks; NO_COLOR=1 $asq token -h", false),
        ("TERM=dumb $asq aks; TERM=dumb $asq token -h", false),
    ] {
        let styled = seen(script);
        assert_eq!(styled.contains("\u{1b}["), coloured, "{script}: {styled:?}");
    }
}
