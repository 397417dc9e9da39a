//! An inbox while things go wrong around it: many ask at once, clocks jump, the store is full or gone, somebody else
//! answers the same request.

use crate::ASQ;
use crate::store_postgres::pg;
use crate::terminal::{Home, Session};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::{Disk, Small, mounts};
use rustix::process::{Pid, Signal, kill_process_group};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// asq in this home, below a program of its own: what the asker's own process tree answers is refused.
fn agent(home: &Home, variables: &[(&str, &str)], arguments: &[&str]) -> Child {
    let program = home.path("agent");
    if !program.exists() {
        std::os::unix::fs::symlink("/bin/bash", &program).unwrap();
    }
    let mut command = Command::new("setsid");
    command.arg(program).args(["-c", r#""$0" "$@"; exit $?"#, ASQ]).args(arguments);
    command.env_clear().current_dir(home.path("")).env("HOME", home.path("")).env("TZ", "UTC");
    command.env("PATH", std::env::var_os("PATH").unwrap()).envs(variables.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn asq(home: &Home, variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let done = agent(home, variables, arguments).wait_with_output().unwrap();
    String::from_utf8(done.stdout).unwrap()
}

fn said(asker: Child) -> (Option<i32>, String) {
    let done = asker.wait_with_output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap())
}

/// Kills the asker and its program.
fn killed(mut asker: Child) {
    kill_process_group(Pid::from_child(&asker), Signal::KILL).unwrap();
    asker.wait().unwrap();
}

/// An asker that waits for yes, no or own words.
fn asks(home: &Home, variables: &[(&str, &str)], question: &str) -> Child {
    let ask =
        ["ask", "--inbox", "--agent", "pi", "-q", question, "-o", "Yes", "-o", "No", "--format", "value"];
    agent(home, variables, &ask)
}

/// Opens the focused request and types own words into it.
fn types(inbox: &Session<'_>, text: &str) {
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("Esc put aside");
    inbox.tmux.keys(&["3"]);
    inbox.tmux.wait_for("a caret", |tmux| tmux.tell("#{cursor_flag}"), |it| it == "1");
    inbox.tmux.text(text);
    inbox.sees(text);
}

/// The screen below the title, which counts.
fn below(screen: &str) -> String {
    screen.lines().skip(1).collect::<Vec<_>>().join("\n")
}

#[test]
fn thirty_that_ask_at_once_move_nothing_and_are_announced_together() {
    let home = Home::new().unguarded();
    home.write(".config/asq/config.toml", "guard = 0\nonQuestionCommand = 'echo told >>told'\n");
    let first = asks(&home, &[], "First?");
    let inbox = home.run("$asq inbox");
    inbox.sees("1 waiting");
    types(&inbox, "half an answer");
    // The frame with the text is whole.
    let before = below(&inbox.tmux.wait_still());
    let names: Vec<String> = (1..=30).map(|n| format!("Question {n}?")).collect();
    let askers: Vec<Child> = names.iter().map(|name| asks(&home, &[], name)).collect();
    let is_before = |screen: &str| screen.contains("31 waiting") && below(screen) == before;
    inbox.tmux.wait("31 requests, and nothing that moved", is_before);
    // The first one came while nobody typed; of the others nobody hears in front of the screen that shows them.
    let told = || fs::read_to_string(home.path("told")).unwrap_or_default();
    assert!(told().lines().count() <= 1, "{}", told());
    inbox.tmux.keys(&["Enter"]);
    assert_eq!(said(first), (Some(0), "half an answer\n".to_owned()));
    for (asker, name) in askers.into_iter().zip(&names) {
        let listed = asq(&home, &[], &["list", "--json"]);
        let row = listed.lines().find(|row| row.contains(&format!("\"{name}\""))).unwrap();
        let id = row.split('"').nth(3).unwrap().to_owned();
        asq(&home, &[], &["withdraw", &id]);
        assert_eq!(said(asker).0, Some(8), "{name}");
    }
    inbox.sees("0 waiting");
}

#[test]
fn of_two_people_at_two_inboxes_on_one_server_one_answers_and_the_other_keeps_the_text() {
    let url = pg::shared().url(&pg::name(pg::shared()));
    let store = [("ASQ_STORE", url.as_str())];
    let homes = [(); 2].map(|()| Home::new().unguarded());
    let asker = asks(&homes[0], &store, "Ship it?");
    let inboxes = homes.each_ref().map(|home| {
        let inbox = home.run(&format!("ASQ_INBOX_HOLD=0 ASQ_STORE='{url}' $asq inbox"));
        inbox.sees("1 waiting");
        inbox
    });
    let [one, other] = &inboxes;
    types(one, "as ada says");
    // What one types, the other sees; from there on, each has a text of its own.
    other.tmux.keys(&["Enter"]);
    other.sees("as ada says");
    other.tmux.keys(&["3"]);
    other.tmux.wait_for("a caret", |tmux| tmux.tell("#{cursor_flag}"), |it| it == "1");
    other.tmux.keys(&["End", "C-u"]);
    other.tmux.text("as bob says");
    other.sees("as bob says");
    one.tmux.keys(&["End"]);
    one.tmux.text(", again");
    one.sees("as ada says, again");
    one.tmux.keys(&["Enter"]);
    assert_eq!(said(asker), (Some(0), "as ada says, again\n".to_owned()));
    let screen = other.sees("your text stays");
    assert!(screen.contains("as bob says") && screen.contains("answered by"), "{screen}");
    let history = asq(&homes[1], &store, &["history", "--json"]);
    assert_eq!(history.lines().count(), 1, "{history}");
    let id = history.split('"').nth(3).unwrap().to_owned();
    eventually("the text that came too late", || {
        let shown = asq(&homes[1], &store, &["show", &id]);
        if shown.contains("as bob says") { Ok(()) } else { Err(shown) }
    });
}

/// The wall clock jumps by a day to and fro; countdowns go on, and what was put off comes back.
#[cfg(not(target_env = "musl"))]
#[test]
fn a_clock_that_jumps_under_an_inbox_sends_nothing_early_and_brings_back_what_was_put_off() {
    let home = Home::new().unguarded();
    let clock = asq_testkit::faults::Preload::clock();
    let mut load = Command::new("true");
    clock.load(&mut load);
    let (name, object) = load.get_envs().next().unwrap();
    let (name, object) = (name.to_str().unwrap(), object.unwrap().to_str().unwrap());
    let jumps = |seconds: i64| fs::write(home.path("offset"), seconds.to_string()).unwrap();
    jumps(0);
    let [first, second] = ["First?", "Second?"].map(|question| {
        let asker = asks(&home, &[], question);
        eventually(question, || asq(&home, &[], &["list", "--json"]).contains(question));
        asker
    });
    let inbox = home.run(&format!("{name}={object} ASQ_TEST_CLOCK=$HOME/offset $asq inbox"));
    inbox.sees("2 waiting");
    inbox.tmux.keys(&["s"]);
    inbox.sees("Put off until");
    inbox.tmux.keys(&["1", "Enter"]);
    inbox.sees("1 put off");
    jumps(86_400);
    // The inbox looks at the clock with the next key.
    inbox.tmux.keys(&["Down"]);
    let screen = inbox.sees("2 waiting");
    assert!(!screen.contains("put off"), "{screen}");
    jumps(-86_400);
    inbox.tmux.keys(&["Home", "Enter"]);
    inbox.sees("Esc put aside");
    inbox.tmux.keys(&["1"]);
    inbox.sees("sending in");
    jumps(86_400);
    inbox.tmux.keys(&["C-]"]);
    let answered = [said(first), said(second_of(&home, second))];
    assert_eq!(answered, [(Some(0), "Yes\n".to_owned()), (Some(8), String::new())]);
}

/// Withdraws the second question.
#[cfg(not(target_env = "musl"))]
fn second_of(home: &Home, asker: Child) -> Child {
    let listed = asq(home, &[], &["list", "--json"]);
    let row = listed.lines().find(|row| row.contains("Second?")).unwrap();
    asq(home, &[], &["withdraw", row.split('"').nth(3).unwrap()]);
    asker
}

/// The path of a store on this disk, in a folder of its own.
fn store_on(disk: &Path) -> String {
    let folder = disk.join("asq");
    fs::create_dir(&folder).unwrap();
    folder.join("store.db").display().to_string()
}

#[test]
fn on_a_full_disk_the_inbox_says_so_and_what_is_typed_stays_and_is_kept_later() {
    if !mounts("a full disk under an inbox") {
        return;
    }
    let small = Small::new(1024);
    let home = Home::new().unguarded();
    let place = store_on(&small.path());
    let store = [("ASQ_STORE", place.as_str())];
    let asker = asks(&home, &store, "Ship it?");
    eventually("a request", || asq(&home, &store, &["list", "--count"]) == "1\n");
    let inbox = home.run(&format!("ASQ_STORE={place} $asq inbox"));
    inbox.sees("1 waiting");
    types(&inbox, "typed");
    fs::write(small.path().join("filler"), vec![0; 2 << 20]).unwrap_err();
    // A write that fits into the allocated blocks still succeeds.
    let screen = inbox.tmux.wait("the trouble", |screen| {
        inbox.tmux.text("x");
        screen.contains("no space is left")
    });
    assert!(screen.contains("typedx"), "{screen}");
    fs::remove_file(small.path().join("filler")).unwrap();
    inbox.tmux.text(", whole");
    inbox.tmux.wait("no trouble", |screen| screen.contains(", whole") && !screen.contains("no space"));
    let typed = inbox.tmux.screen();
    let typed = typed.split_once("typed").unwrap().1.lines().next().unwrap().trim().to_owned();
    inbox.signal("KILL");
    inbox.end();
    let again = home.run(&format!("ASQ_INBOX_HOLD=0 ASQ_STORE={place} $asq inbox"));
    again.sees("1 waiting");
    again.tmux.keys(&["Enter"]);
    again.sees(&typed);
    again.tmux.keys(&["3"]);
    again.tmux.wait_for("a caret", |tmux| tmux.tell("#{cursor_flag}"), |it| it == "1");
    again.tmux.keys(&["Enter"]);
    assert_eq!(said(asker), (Some(0), format!("typed{typed}\n")));
}

/// An agent that was killed gets the answer that came in between; a script acts on an answer to its own question only.
#[test]
fn a_script_that_was_killed_asks_again() {
    let home = Home::new().unguarded();
    let inbox = home.run("ASQ_INBOX_HOLD=0 $asq inbox");
    inbox.sees("0 waiting");
    let killed = home.run("$asq confirm 'Deploy?' >out");
    killed.sees("Deploy?");
    inbox.sees("1 waiting");
    killed.signal("KILL");
    killed.end();
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("Esc put aside");
    inbox.tmux.keys(&["1"]);
    inbox.sees("0 waiting");
    let again = home.run("$asq confirm 'Deploy?' >out");
    again.sees("❯ 1. Yes");
    again.tmux.keys(&["n"]);
    let end = again.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("1", "false\n"), "{end:?}");
    let told = end.err.strip_prefix("asq: an earlier run got its answer too late (asq show ");
    assert!(told.is_some_and(|rest| rest.ends_with("); this run asks again\n")), "{end:?}");
}

#[test]
fn an_answer_that_a_script_comes_back_for_is_not_thrown_away() {
    let home = Home::new().unguarded();
    asq(&home, &[], &["ask", "-q", "Go on?", "--confirm", "--no-wait"]);
    let listed = asq(&home, &[], &["list", "--json"]);
    let id = listed.split('"').nth(3).unwrap();
    asq(&home, &[], &["answer", id, "--pick", "Yes"]);
    let end = home.run("$asq ask -q 'Go on?' --confirm --format value >out").end();
    assert_eq!((end.code.as_str(), end.out.as_str(), end.err.as_str()), ("0", "true\n", ""), "{end:?}");
}

#[test]
fn an_answer_that_a_full_disk_refuses_stays_on_the_terminal_to_be_copied() {
    if !mounts("a full disk under a form") {
        return;
    }
    let small = Small::new(1024);
    let home = Home::new().unguarded();
    home.write("file", "not a folder");
    let place = store_on(&small.path());
    let inbox = home.run(&format!("ASQ_STORE={place} $asq inbox"));
    inbox.sees("0 waiting");
    let form = home.run(&format!(
        "exec 2>/dev/tty; ASQ_STORE={place} XDG_STATE_HOME=$HOME/file $asq ask -q Which? -o Redis -o SQLite --agent pi >out; \
         echo \"ended with $?\""
    ));
    form.sees("Something else");
    inbox.sees("1 waiting");
    form.tmux.keys(&["3"]);
    form.tmux.wait_for("a caret", |tmux| tmux.tell("#{cursor_flag}"), |it| it == "1");
    form.tmux.text("CockroachDB ");
    fs::write(small.path().join("filler"), vec![0; 2 << 20]).unwrap_err();
    // A write that fits into the allocated blocks still succeeds.
    form.tmux.wait("the trouble", |screen| {
        form.tmux.text("x");
        screen.contains("no space is left")
    });
    form.tmux.keys(&["Enter"]);
    let screen = form.tmux.wait("the end", |screen| screen.contains("ended with 74"));
    let (_, rest) = screen.split_once("can't be kept as a draft: ").unwrap();
    let copied: Vec<&str> = rest.lines().filter(|line| line.starts_with("CockroachDB x")).collect();
    assert_eq!(copied.len(), 1, "{screen}");
    assert!(rest.contains("\nasq: no space is left for the store at "), "{screen}");
    assert!(rest.contains("\n  the answer was not sent: ask again once this is fixed\n"), "{screen}");
    assert_eq!(fs::read_to_string(home.path("out")).unwrap(), "");
    inbox.sees("1 waiting");
}

#[test]
fn a_store_that_goes_away_while_one_types_leaves_the_text_on_the_screen() {
    let home = Home::new().unguarded();
    let asker = asks(&home, &[], "Ship it?");
    let inbox = home.run("$asq inbox");
    inbox.sees("1 waiting");
    types(&inbox, "not lost");
    let store = home.path(".local/share/asq");
    fs::rename(&store, home.path("elsewhere")).unwrap();
    let screen = inbox.tmux.wait("the trouble", |screen| screen.contains("gone") || screen.contains("moved"));
    assert!(screen.contains("not lost"), "{screen}");
    inbox.tmux.text(" yet");
    inbox.sees("not lost yet");
    drop(inbox);
    assert_eq!(said(asker).0, Some(74));
}

#[test]
fn a_disk_that_becomes_read_only_while_one_types_leaves_the_text_on_the_screen() {
    if !mounts("a disk that fails under an inbox") {
        return;
    }
    let disk = Disk::new(8);
    let home = Home::new().unguarded();
    let place = store_on(&disk.path());
    let store = [("ASQ_STORE", place.as_str())];
    let asker = asks(&home, &store, "Ship it?");
    eventually("a request", || asq(&home, &store, &["list", "--count"]) == "1\n");
    let inbox = home.run(&format!("ASQ_STORE={place} $asq inbox"));
    inbox.sees("1 waiting");
    types(&inbox, "not lost");
    disk.fail();
    inbox.tmux.text(" yet");
    let screen = inbox.sees("the disk failed: ");
    assert!(screen.contains("not lost yet"), "{screen}");
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("answered, not sent");
    inbox.tmux.keys(&["q"]);
    let end = inbox.end();
    assert_eq!(end.code, "74");
    assert!(end.err.contains("asq: this could not be stored: Ship it?\n  │ not lost yet\n"), "{end:?}");
    killed(asker);
    disk.power();
    assert_eq!(asq(&home, &store, &["list", "--count"]), "1\n");
}

#[test]
fn a_store_that_another_one_replaces_while_one_types_gets_no_answer_of_the_first() {
    let home = Home::new().unguarded();
    let first = asks(&home, &[], "Ship it?");
    let inbox = home.run("$asq inbox");
    inbox.sees("1 waiting");
    types(&inbox, "not lost");
    fs::rename(home.path(".local/share/asq"), home.path("elsewhere")).unwrap();
    let second = asks(&home, &[], "Ship it?");
    eventually("a request", || asq(&home, &[], &["list", "--count"]) == "1\n");
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("answered, not sent");
    inbox.tmux.keys(&["q"]);
    let end = inbox.end();
    assert_eq!(end.code, "74");
    assert!(end.err.contains("asq: this could not be stored: Ship it?\n  │ not lost\n"), "{end:?}");
    assert_eq!(said(first).0, Some(74));
    assert_eq!(asq(&home, &[], &["list", "--count"]), "1\n");
    killed(second);
}
