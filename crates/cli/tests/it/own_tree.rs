//! An asker doesn't answer itself: what an agent may try on its own machine, with the real binary.
//!
//! - The asking program tries each way; asq refuses it, or marks the answer in `asq show`.
//! - Some ways need namespaces; a machine that allows none says so on standard error.
//! - The tests of the inbox cover a person in a terminal of their own.

use crate::ASQ;
use crate::shop::{DATABASE, Shop};
use crate::terminal::Home;
use expect_test::expect;
use std::io::Write;
use std::process::Command;

/// A way: the commands before the ask and before the answer, and the reason for the refusal.
struct Way {
    name: &'static str,
    ask: &'static str,
    answer: &'static str,
    wanted: &'static str,
}

const OWN: &str = "the asker's own process tree";
const SPACE: &str = "another namespace";
const HIDDEN: &str = "ancestors that can't be seen";
const BLIND: &str = "an ask that did not see its own";

const fn way(name: &'static str, ask: &'static str, answer: &'static str, wanted: &'static str) -> Way {
    Way { name, ask, answer, wanted }
}

impl Way {
    fn takes_namespaces(&self) -> bool {
        self.ask.contains("unshare") || self.answer.contains("unshare")
    }
}

/// Waits until its parent is gone, and returns its exit code.
const ORPHAN: &str = r#"orphan() {
    mkfifo ended
    ( ( until grep -q '^PPid:[[:space:]]1$' /proc/$BASHPID/status; do read -rt 0.01 <> <(:); done
        "$@" >out 2>err; echo $? >ended ) & )
    read -r code <ended; cat out; cat err >&2; return $code
}"#;

const WAYS: &[Way] = &[
    way("plain", "", "", OWN),
    way("an empty environment", "", "env -i HOME=$HOME setsid -w", OWN),
    way("a session of its own", "", "setsid -w", OWN),
    // 70 shells, each the child of the one before.
    way(
        "deep",
        "",
        r#"setsid -w bash -c 'if [ $1 -gt 0 ]; then n=$(($1-1)); shift; bash -c "$BASH_EXECUTION_STRING" x $n "$@"
        else shift; "$@"; fi; exit $?' x 70"#,
        OWN,
    ),
    way(
        "a name of other bytes",
        "",
        r#"setsid -w bash -c 'printf "\377\376" >/proc/self/comm; "$@"; exit $?' x"#,
        OWN,
    ),
    way("a terminal for the answer", "", "in_terminal", OWN),
    way("a terminal for the ask", "in_terminal", "", OWN),
    way("terminals for both", "in_terminal", "in_terminal", OWN),
    way("an orphan in the same session", "", "orphan", OWN),
    way("another host name", "", r#"setsid -w unshare -Ur --uts sh -c 'hostname x; "$@"; exit $?' x"#, OWN),
    way("process ids of its own", "", "unshare -Urpf --mount-proc setsid -w", SPACE),
    way("nothing in /proc", "", r#"unshare -Urm sh -c 'mount -t tmpfs none /proc; "$@"; exit $?' x"#, HIDDEN),
    // A file in the form of a boot's name is mounted over that.
    way(
        "another boot",
        "",
        r#"unshare -Urm --uts sh -c 'echo 01234567-89ab-cdef-0123-456789abcdef >/proc/sys/kernel/domainname
        mount --bind /proc/sys/kernel/domainname /proc/sys/kernel/random/boot_id; "$@"; exit $?' x"#,
        SPACE,
    ),
    // The first process's file is mounted over the asker's.
    way(
        "another ancestor",
        "",
        r#"env agent=$$ setsid -w unshare -Urm sh -c 'mount --bind /proc/1/stat /proc/$agent/stat; "$@"; exit $?' x"#,
        SPACE,
    ),
    // Processes seem to have started at other times.
    way("another clock", "", "setsid -w unshare -UrT --boottime 1000 --fork", SPACE),
    way("an ask with process ids of its own", "unshare -Urpf --mount-proc", "setsid -w", SPACE),
    way(
        "an ask with nothing in /proc",
        r#"unshare -Urm sh -c 'mount -t tmpfs none /proc; "$@"; exit $?' x"#,
        "setsid -w",
        BLIND,
    ),
];

/// The asking program's script; `$0` is asq.
fn script(way: &Way) -> String {
    let (ask, answer) = (way.ask, way.answer);
    format!(
        r#"{ORPHAN}
        in_terminal() {{ printf '%q ' "$@" >command; script -qec 'bash ./command' /dev/null </dev/null | tr -d '\r'; return "${{PIPESTATUS[0]}}"; }}
        {ask} "$0" "$@" --no-wait --format json >posted; id=$(sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' posted | head -1)
        {answer} "$0" answer "$id" --pick SQLite; echo "code $?""#
    )
}

pub(crate) fn allows_namespaces() -> bool {
    let tried = Command::new("unshare").args(["-Urpf", "--mount-proc", "true"]).output();
    let allows = tried.is_ok_and(|output| output.status.success());
    if !allows {
        // A macro would print only if the test fails.
        let _ = std::io::stderr().write_all(b"NOT RUN, or only in part: THIS MACHINE ALLOWS NO NAMESPACES\n");
    }
    allows
}

#[test]
fn who_asked_answers_itself_in_none_of_these_ways() {
    let namespaces = allows_namespaces();
    for way in WAYS.iter().filter(|way| namespaces || !way.takes_namespaces()) {
        let shop = Shop::new("ways");
        let done = shop.script(&script(way), &DATABASE).done();
        let all = format!("{}\n{}", done.out, done.err);
        let code = all.lines().find_map(|line| line.strip_prefix("code ")).unwrap_or("none");
        assert_eq!((code, why(&all)), ("65", way.wanted), "{}: {all}", way.name);
        assert_eq!(shop.asq(&["list", "--count"]).out, "1\n", "{}", way.name);
    }
}

/// The reason for the refusal.
fn why(said: &str) -> &'static str {
    let all = [
        ("can't be closed from the asker's own process tree", OWN),
        ("this was asked in another container or namespace", SPACE),
        ("asq can't see all the processes that this answer comes from", HIDDEN),
        ("asq could not see which program asked this", BLIND),
    ];
    all.iter().find(|(words, _)| said.contains(words)).map_or("it was accepted", |(_, why)| why)
}

/// asq can't stop this on one machine; the record says where the answer came from.
#[test]
fn an_answer_that_left_the_tree_shows_where_it_came_from() {
    let leaving = [
        ("a daemon", r#"setsid -f sh -c '"$@"; echo $? >ended' x"#),
        (
            "a multiplexer",
            r#"run() { tmux -L "own-$$" -f /dev/null new-session -d "$(printf '%q ' "$@"); echo \$? >ended; tmux -L own-$$ kill-server"; }; run"#,
        ),
    ];
    let mut table = String::new();
    for (name, way) in leaving {
        let shop = Shop::new("left");
        let way = way
            .split_once("; run")
            .map_or((String::new(), way.to_owned()), |(head, _)| (format!("{head};"), "run".to_owned()));
        let script = format!(
            r#"mkfifo ended; {} "$0" "$@" --no-wait --format json >posted; id=$(sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' posted | head -1)
            {} "$0" answer "$id" --pick SQLite; read -r code <ended; echo "code $code"
            "$0" show "$id" | sed -n '/^answered/,$p' | grep -E '^(how|terminal)' | sed 's,pts/[0-9]*,pts/N,; s,led by [^ ]*\,,led by SHELL\,,; s,/[^ ]*/tmux,TMUX,'"#,
            way.0, way.1
        );
        let done = shop.script(&script, &DATABASE).done();
        let masked = shop.masked(&done.out);
        let said = masked.lines().filter(|line| !line.contains("ID6")).map(|line| format!("  {line}"));
        table.extend([name.to_owned()].into_iter().chain(said).map(|line| line + "\n"));
    }
    expect![[r#"
        a daemon
          code 0
          how         with a command, process PID: USER
          terminal    none
        a multiplexer
          code 0
          how         with a command, process PID: USER
          terminal    /dev/pts/N, led by SHELL, opened by TMUX
    "#]]
    .assert_eq(&table);
}

/// A program that starts others for its user: the ask in it, the answer in it, and its end.
struct Place {
    name: &'static str,
    needs: &'static str,
    ask: &'static str,
    answer: &'static str,
    end: &'static str,
}

/// A window of tmux's own, in which the person answers.
const TMUX: Place = Place {
    name: "a tmux window's program",
    needs: "tmux",
    ask: r#"tm new-session -d cat; tm new-window -d "$0" "$@""#,
    answer: "tm new-window -d 'sh ./answer'",
    end: "tm kill-server",
};

const PLACES: [Place; 7] = [
    TMUX,
    Place { name: "tmux run-shell", ask: "tm new-session -d cat; tm run-shell -b 'sh ./ask'", ..TMUX },
    Place {
        name: "a tmux hook",
        ask: "tm new-session -d cat; tm set-hook -g session-renamed 'run-shell -b \"sh ./ask\"'
              tm rename-session other",
        ..TMUX
    },
    Place {
        name: "a screen window's program",
        needs: "screen",
        ask: r#"screen -S "own-$$" -dm cat; sc screen "$0" "$@""#,
        answer: "sc screen sh ./answer",
        end: "sc quit",
    },
    Place {
        name: "Emacs without a terminal",
        needs: "emacs",
        ask: r#"emacs -Q --daemon="own-$$" 2>log
             em '(let ((process-connection-type nil)) (start-process "a" nil "sh" "./ask"))'"#,
        answer: r#"em '(start-process "b" nil "sh" "./answer")'"#,
        end: r#"em "(kill-emacs)""#,
    },
    Place {
        name: "a job of Neovim",
        needs: "nvim",
        ask: r#"tm new-session -d 'nvim --clean -n --listen ./nvim'; until [ -S nvim ]; do :; done
             nvim --server ./nvim --remote-expr 'jobstart(["sh", "./ask"])'"#,
        answer: r#"nvim --server ./nvim --remote-expr 'jobstart(["sh", "./answer"], {"pty": 1})'"#,
        ..TMUX
    },
    Place {
        name: "an agent that uses tmux",
        ask: "export CLAUDECODE=1; tm new-session -d cat; tm run-shell -b 'sh ./ask'",
        ..TMUX
    },
];

fn is_there(program: &str) -> bool {
    let there = Command::new("which").arg(program).output().is_ok_and(|found| found.status.success());
    if !there {
        let _ = std::io::stderr().write_all(format!("own_tree: NOT RUN: there is no {program}\n").as_bytes());
    }
    there
}

/// The server of a multiplexer and an editor start programs for their users. What they start is refused only if
/// an agent's session is in its environment.
#[test]
fn a_multiplexer_and_an_editor_are_nobodys_tree() {
    for place in PLACES.iter().filter(|place| is_there(place.needs)) {
        let shop = Shop::new("places");
        let Place { name, ask, answer, end, .. } = place;
        let script = format!(
            r#"tm() {{ tmux -L "own-$$" -f /dev/null "$@"; }}; sc() {{ until screen -S "own-$$" -X "$@" >/dev/null; do read -rt 0.02 <> <(:); done; }}
            em() {{ emacsclient -s "own-$$" --eval "$1"; }}; export SHELL=/bin/sh
            set -- "$@" --no-wait; mkfifo ended; trap '{{ {end}; }} >/dev/null 2>&1' EXIT
            printf '%q ' exec "$0" "$@" >ask
            {{ {ask}; }} >/dev/null; until [ "$("$0" list --count)" = 1 ]; do read -rt 0.02 <> <(:); done
            id=$("$0" list --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -1)
            echo "'$0' answer $id --pick SQLite >out 2>err; echo \$? >ended" >answer
            {{ {answer}; }} >/dev/null; read -r code <ended; echo "code $code"; cat err"#
        );
        let done = shop.script(&script, &DATABASE).done();
        let said = done.out.lines().find_map(|line| line.strip_prefix("code ")).unwrap_or("none");
        let agent = ask.contains("CLAUDECODE");
        let wanted = if agent { ("65", OWN) } else { ("0", "it was accepted") };
        assert_eq!((said, why(&done.out)), wanted, "{name}: {done:?}");
    }
}

/// A command is refused what asq can't place; it may still refuse the question.
#[test]
fn what_nobody_can_place_is_refused_to_a_command_that_answers_and_not_to_one_that_declines() {
    if !allows_namespaces() {
        return;
    }
    let mut table = String::new();
    for (name, way) in [("own", "setsid -w"), ("another namespace", "unshare -Ucpf --mount-proc setsid -w")] {
        let shop = Shop::new("let-in");
        let script = format!(
            r#""$0" "$@" --no-wait --format json >posted; id=$(sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' posted | head -1)
            {way} "$0" answer "$id" --pick SQLite 2>&1; echo "code $?"
            {way} "$0" decline "$id" 2>&1; echo "code $?"
            "$0" show "$id" | sed -n '/^declined/,$p' | grep '^how'"#
        );
        let done = shop.script(&script, &DATABASE).done();
        let masked = shop.masked(&done.out);
        let said = masked
            .lines()
            .filter(|line| ["code", "how", "asq: ", "  "].iter().any(|begin| line.starts_with(begin)));
        table.extend([name].into_iter().chain(said).map(|line| format!("{line}\n")));
    }
    expect![[r#"
        own
        asq: ID6 can't be closed from the asker's own process tree
          do it in another terminal; --force insists, and that is recorded and shown
        code 65
        asq: ID6 can't be closed from the asker's own process tree
          do it in another terminal; --force insists, and that is recorded and shown
        code 65
        another namespace
        asq: nobody can tell whether the asker answers itself: this was asked in another container or namespace
          asq inbox, asq answer ID without an answer, and the page take it; the record then says: origin not verified
          --force insists, and that is recorded and shown
        code 65
        code 0
        how         with a command, process PID, origin not verified (asked in another container or namespace): USER
    "#]].assert_eq(&table);
}

/// Asks in a namespace of its own, as a sandboxed agent does: nobody can tell who its answerer is.
const SANDBOXED: &str = "unshare -Urpf --mount-proc setsid -w $asq ask --no-wait --agent bot";

/// The row of the record that says how it was answered.
const HOW: &str = r#"$asq show "$($asq history --json | sed -n 's/.*"id": *"\([^"]*\)".*/\1/p' | head -1)" | grep -A 9 '^answered' | grep '^how' >out"#;

#[test]
fn what_nobody_can_place_is_answered_in_an_inbox_and_by_no_command() {
    if !allows_namespaces() {
        return;
    }
    let home = Home::new();
    let ask = format!("{SANDBOXED} -q 'Which store?' -o SQLite -o PostgreSQL >/dev/null");
    let session = home.run(&format!("{ask}; ASQ_INBOX_HOLD=0 $asq inbox --once; {HOW}"));
    session.sees("Which store?");
    session.tmux.insist("the end", &["1"], |screen| !screen.contains("Which store?"));
    let end = session.end();
    assert!(end.out.contains(", origin not verified (asked in another container or namespace): "), "{end:?}");
    // Strict, if the person wants that.
    let home = Home::new();
    let strict = r#"mkdir -p .config/asq; echo 'answer.unknown = "refuse"' >.config/asq/config.toml"#;
    let session = home.run(&format!("{strict}; {ask}; ASQ_INBOX_HOLD=0 $asq inbox --once"));
    session.sees("Which store?");
    session.tmux.insist("a refusal", &["1"], |screen| {
        screen.contains("not taken: nobody can tell whether the asker answers itself")
    });
    session.tmux.text("q");
    session.end();
}

#[test]
fn an_unknown_danger_is_answered_where_somebody_waited_for_it() {
    if !allows_namespaces() {
        return;
    }
    let home = Home::new();
    let ask = format!("{SANDBOXED} -q 'Clean up?' -o 'Drop it' -o Keep --danger 'Drop it' >/dev/null");
    // The inbox is opened for a question that is there already.
    let session = home.run(&format!("{ask}; ASQ_INBOX_HOLD=0 $asq inbox --once"));
    session.sees("Clean up?");
    session.tmux.insist("the confirmation", &["1"], |screen| screen.contains("exactly to confirm"));
    session.tmux.text("Drop it");
    session.sees("❯ Drop it");
    session.tmux.insist("a refusal", &["Enter"], |screen| {
        screen.contains("not taken: it is dangerous and of unknown origin: answer it on its page")
    });
    session.tmux.text("q");
    session.end();
    // It waits for questions.
    let home = Home::new();
    let session = home.run(&format!(
        "(until [ -e waits ]; do sleep 0.1; done; {ask}) & ASQ_INBOX_HOLD=0 $asq inbox; {HOW}"
    ));
    session.sees("Nothing waits");
    home.write("waits", "");
    session.sees("Clean up?");
    session.tmux.insist("the form", &["Enter"], |screen| screen.contains("1. Drop it"));
    session.tmux.insist("the confirmation", &["1"], |screen| screen.contains("exactly to confirm"));
    session.tmux.text("Drop it");
    session.sees("❯ Drop it");
    session.tmux.insist("the answer", &["Enter"], |screen| screen.contains("answered by you"));
    session.tmux.text("q");
    let end = session.end();
    let how = "origin not verified (asked in another container or namespace), where it was open before the question";
    assert!(end.out.contains(how), "{end:?}");
}

/// The worst that an agent can do with a terminal of its own: open the person's inbox in it and confirm.
#[test]
fn an_inbox_below_the_asker_confirms_no_danger() {
    let home = Home::new();
    std::os::unix::fs::symlink("/bin/bash", home.path("agent")).unwrap();
    home.write(
        "attack",
        r#"$asq ask --no-wait -q 'Clean up?' -o 'Force-push and delete' -o Keep --danger Force-push >posted
        script -qfec "$asq inbox --once" /dev/null"#,
    );
    let session = home.run("ASQ_INBOX_HOLD=0 setsid -w ./agent ./attack");
    session.sees("Clean up?");
    session.tmux.insist("the confirmation", &["1"], |screen| screen.contains("exactly to confirm"));
    session.tmux.text("Force-push");
    session.sees("❯ Force-push");
    session.tmux.insist("a refusal", &["Enter"], |screen| screen.contains("the asker's own process tree"));
    session.tmux.text("q");
    let end = session.end();
    assert_eq!(end.code, "0", "{end:?}");
    let count = std::process::Command::new(ASQ)
        .args(["list", "--count"])
        .env("HOME", home.path(""))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(count.stdout).unwrap(), "1\n");
}
