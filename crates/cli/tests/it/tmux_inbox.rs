//! `asq inbox` in a real terminal, with askers in other processes.

use crate::ASQ;
use crate::drafts::{THREE, on_the_third_page};
use crate::terminal::{End, Home, Session};
use asq_core::life::RequestId;
use asq_store::{DraftRow, Drafts, Sqlite};
use asq_testkit::eventually::eventually;
use asq_testkit::tmux::Tmux;
use expect_test::expect;
use std::process::{Child, Command, Stdio};

/// Starts an asker below a program of its own, so the person isn't in its process tree. The program is bash under
/// another name: asq looks past shells, because they pass on what others start. The output comes at the end.
fn ask(home: &Home, agent: &str, question: &str) -> Child {
    let program = home.path("agent");
    if !program.exists() {
        std::os::unix::fs::symlink("/bin/bash", &program).unwrap();
    }
    let text =
        format!("{ASQ} ask --inbox --agent {agent} -q '{question}' -o Yes -o No --format value; exit $?");
    // A session of its own, because asq takes an answer from the asker's session for the asker's. It stays our
    // child.
    let mut command = command(home, "setsid");
    command.arg(program).args(["-c", &text]).spawn().unwrap()
}

fn command(home: &Home, program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().current_dir(home.path("")).env("HOME", home.path("")).env("TZ", "UTC");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

fn asq(home: &Home, arguments: &[&str]) -> String {
    let output = command(home, ASQ).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn said(asker: Child) -> (Option<i32>, String) {
    let output = asker.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Opens the focused request.
fn opened(inbox: &Session<'_>) -> String {
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("Esc put aside")
}

/// Opens it, and answers with own words.
fn typed(inbox: &Session<'_>, text: &str) {
    opened(inbox);
    inbox.tmux.keys(&["Down", "Down"]);
    inbox.tmux.text(text);
    inbox.sees(text);
}

/// Leaves the list. A key right after Esc counts as Alt and that key, so this waits for the end.
fn left(home: &Home, inbox: Session<'_>) -> End {
    let look = |_: &_| {
        inbox.tmux.text("q");
        home.path("code").exists().to_string()
    };
    inbox.tmux.wait_for("its end", look, |over| over == "true");
    inbox.end()
}

/// Delivers answers at once, in tests that aren't about holding them back.
const AT_ONCE: &str = "ASQ_INBOX_HOLD=0 $asq inbox";

#[test]
fn five_agents_ask_at_once_and_each_gets_its_answer() {
    let home = Home::new().unguarded();
    let inbox = home.run(AT_ONCE);
    inbox.sees("Nothing waits for you");
    let askers: Vec<Child> =
        (1..=5).map(|n| ask(&home, &format!("agent-{n}"), &format!("Question {n}?"))).collect();
    inbox.sees("5 waiting");
    // The oldest has the focus, whichever request came first; after each answer the next one opens by itself.
    opened(&inbox);
    let mut left: Vec<u32> = (1..=5).collect();
    for n in 1..=5 {
        let of = |form: &str| left.iter().position(|n| form.contains(&format!("Question {n}?")));
        let form = inbox.tmux.wait("the next form", |form| form.contains("Esc put") && of(form).is_some());
        let mine = left.remove(of(&form).unwrap());
        inbox.tmux.text(if mine.is_multiple_of(2) { "2" } else { "1" });
        inbox.sees(&format!("{} waiting", 5 - n));
    }
    inbox.sees("answered by you");
    let said: Vec<_> = askers.into_iter().map(said).collect();
    let (yes, no) = ((Some(0), "Yes\n".to_owned()), (Some(0), "No\n".to_owned()));
    assert_eq!(said, [yes.clone(), no.clone(), yes.clone(), no, yes]);
    inbox.tmux.text("q");
    assert_eq!(inbox.end().code, "0");
}

#[test]
fn what_is_said_can_be_taken_back_before_it_is_stored() {
    let home = Home::new().unguarded();
    let asker = ask(&home, "pi", "Ship it?");
    let inbox = home.run("$asq inbox");
    inbox.sees("1 waiting");
    opened(&inbox);
    inbox.tmux.text("1");
    inbox.sees("sending in");
    inbox.tmux.text("u");
    inbox.sees("Esc put aside");
    assert!(asq(&home, &["list"]).contains("Ship it?"), "nothing was stored");
    inbox.tmux.text("2");
    inbox.sees("sending in");
    inbox.sees("answered by you");
    assert_eq!(said(asker), (Some(0), "No\n".to_owned()));
    inbox.tmux.text("q");
    inbox.end();
}

#[test]
fn typed_text_outlives_the_inbox() {
    let home = Home::new().unguarded();
    let asker = ask(&home, "pi", "Ship it?");
    let inbox = home.run("$asq inbox");
    inbox.sees("1 waiting");
    typed(&inbox, "only after lunch");
    // Once another inbox shows it, it is in the store.
    let other = home.run(AT_ONCE);
    other.sees("1 waiting");
    opened(&other);
    other.sees("only after lunch");
    drop(other);
    inbox.signal("KILL");
    inbox.end();
    let again = home.run(AT_ONCE);
    again.sees("1 waiting");
    opened(&again);
    again.sees("only after lunch");
    again.tmux.keys(&["Down", "Down", "Enter"]);
    again.sees("answered by you");
    assert_eq!(said(asker), (Some(0), "only after lunch\n".to_owned()));
    again.tmux.text("q");
    again.end();
}

/// An inbox in whose form somebody types, while somebody else's answer comes first.
fn overtaken(home: &Home) -> Session<'_> {
    let asker = ask(home, "pi", "Ship it?");
    let inbox = home.run(AT_ONCE);
    inbox.sees("1 waiting");
    typed(&inbox, "my own words");
    let listed = asq(home, &["list", "--json"]);
    let id = listed.split('"').nth(3).unwrap();
    asq(home, &["answer", id, "--pick", "No", "--as", "bob"]);
    assert_eq!(said(asker), (Some(0), "No\n".to_owned()));
    inbox
}

#[test]
fn a_form_that_was_answered_elsewhere_says_by_whom_and_keeps_the_text() {
    let home = Home::new().unguarded();
    let inbox = overtaken(&home);
    let screen = inbox.sees("answered by someone called bob with a command");
    assert!(screen.contains("your text stays") && screen.contains("my own words"), "{screen}");
    inbox.tmux.wait("a key that closes it", |screen| {
        inbox.tmux.keys(&["Escape"]);
        screen.contains("your text is kept")
    });
    assert_eq!(left(&home, inbox).code, "0");
}

#[test]
fn a_text_that_came_too_late_goes_to_tmux_and_is_forgotten() {
    let home = Home::new().unguarded();
    let inbox = overtaken(&home);
    inbox.sees("your text stays");
    inbox.signal("KILL");
    inbox.end();
    let again = home.run(AT_ONCE);
    again.sees("1 late text, D shows it");
    again.tmux.text("D");
    again.sees("Came too late");
    again.sees("my own words");
    again.tmux.text("y");
    again.sees("Copied.");
    let buffers = |tmux: &Tmux| tmux.run(&["list-buffers", "-F", "#{buffer_sample}"]);
    again.tmux.wait_for("the buffer", buffers, |all| all == "my own words\n");
    again.tmux.text("x");
    again.sees("x again forgets it for good");
    again.tmux.text("x");
    again.tmux.wait("no text", |screen| !screen.contains("Came too late"));
    let late = asq(&home, &["history", "--json"]);
    assert!(late.contains(r#""late":0"#), "{late}");
}

#[test]
fn a_form_of_an_ask_leaves_its_page_and_its_reason_to_the_inbox() {
    let home = Home::new().unguarded();
    home.write("call.json", THREE);
    let inbox = home.run(AT_ONCE);
    inbox.sees("Nothing waits for you");
    let form = home.run("$asq ask --agent pi call.json");
    on_the_third_page(&form);
    let id: RequestId = asq(&home, &["list", "--json"]).split('"').nth(3).unwrap().parse().unwrap();
    let store = Sqlite::open(&home.path(".local/share/asq/store.db")).unwrap();
    let kept = |row: &DraftRow| String::from_utf8_lossy(&row.body).contains("too early");
    eventually("all of it is on disk", || store.drafts(id).unwrap().iter().any(kept));
    form.signal("KILL");
    form.end();
    inbox.sees("1 waiting");
    inbox.tmux.keys(&["Enter"]);
    inbox.sees("And last?");
    inbox.tmux.keys(&["C-x"]);
    inbox.sees("too early");
}

#[test]
fn two_inboxes_share_what_is_typed() {
    let home = Home::new().unguarded();
    let asker = ask(&home, "pi", "Ship it?");
    let first = home.run(AT_ONCE);
    first.sees("1 waiting");
    let second = home.run(AT_ONCE);
    second.sees("1 waiting");
    opened(&second);
    typed(&first, "from the first");
    second.sees("from the first");
    second.tmux.keys(&["Down", "Down", "Enter"]);
    second.sees("answered by you");
    first.sees("answered by");
    assert_eq!(said(asker), (Some(0), "from the first\n".to_owned()));
}

#[test]
fn once_answers_the_oldest_and_leaves() {
    let home = Home::new().unguarded();
    let none = home.run("$asq inbox --once");
    let end = none.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", "asq: nothing is open\n"));
    assert!(!home.path(".local/share").exists(), "no store is made");
    let asker = ask(&home, "pi", "Ship it?");
    eventually("a request", || asq(&home, &["list", "--count"]) == "1\n");
    let inbox = home.run("ASQ_INBOX_HOLD=0 $asq inbox --once");
    inbox.sees("Esc put aside");
    inbox.tmux.text("1");
    inbox.tmux.wait_for("the screen below", |tmux| tmux.tell("#{alternate_on}"), |on| on == "0");
    assert_eq!(inbox.end().code, "0");
    assert_eq!(said(asker), (Some(0), "Yes\n".to_owned()));
}

#[test]
fn the_list_in_a_narrow_and_a_low_terminal() {
    let home = Home::new().unguarded();
    let asker = ask(&home, "pi", "Which of these databases should the service use from now on?");
    let inbox = home.run(AT_ONCE);
    inbox.sees("1 waiting");
    inbox.tmux.resize(46, 12);
    let masked = |screen: &str| screen.replace(&home.path("").display().to_string(), "HOME");
    let screen =
        inbox.tmux.wait("it fits", |screen| screen.lines().nth(2).is_some_and(|l| l.ends_with("now")));
    expect![[r#"
        Inbox  1 waiting
        ──────────────────────────────────────────────
        ❯ ● Which of these databases should the…   now
            pi              ~ (home)              pick






        ──────────────────────────────────────────────
        Enter open · s later · d decline · ? · q quit
    "#]]
    .assert_eq(&masked(&screen));
    inbox.tmux.resize(20, 6);
    let screen = inbox.tmux.wait("it fits", |screen| screen.lines().nth(1).is_some_and(|l| l.ends_with('…')));
    expect![[r#"
        Inbox  1 waiting
        ❯ ● Which of these …



        Enter · ? · q quit
    "#]]
    .assert_eq(&masked(&screen));
    let listed = asq(&home, &["list", "--json"]);
    asq(&home, &["answer", listed.split('"').nth(3).unwrap(), "--pick", "No"]);
    said(asker);
}

#[test]
fn the_persons_editor_has_the_terminal_and_the_inbox_comes_back_whole() {
    let home = Home::new().unguarded();
    let asker = ask(&home, "pi", "Ship it?");
    home.write("ed", "#!/bin/sh\nclear; echo overwritten; printf 'written elsewhere' >\"$1\"\n");
    let inbox = home.run("chmod +x ed; ASQ_INBOX_HOLD=0 VISUAL=$HOME/ed $asq inbox");
    inbox.sees("1 waiting");
    typed(&inbox, "here");
    inbox.tmux.keys(&["C-g"]);
    let screen = inbox.sees("written elsewhere");
    assert!(screen.contains("Ship it?") && !screen.contains("overwritten"), "{screen}");
    inbox.tmux.keys(&["Enter"]);
    assert_eq!(said(asker), (Some(0), "written elsewhere\n".to_owned()));
    inbox.sees("answered by you");
    inbox.tmux.text("q");
    inbox.end();
}

#[test]
fn an_inbox_whose_store_is_gone_says_so_and_leaves() {
    let home = Home::new().unguarded();
    let inbox = home.run("$asq inbox");
    inbox.sees("Nothing waits for you");
    std::fs::remove_dir_all(home.path(".local/share/asq")).unwrap();
    let end = inbox.end();
    assert_eq!(end.code, "74", "{end:?}");
    assert!(end.err.contains(".local/share/asq/store.db"), "{end:?}");
}

#[test]
fn with_once_and_nothing_open_it_says_so_and_makes_no_store() {
    let home = Home::new().unguarded();
    let end = home.run("$asq inbox --once").end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", "asq: nothing is open\n"));
    assert!(!home.path(".local/state/asq").exists());
}

#[test]
fn doctor_says_that_an_inbox_is_in_use() {
    let home = Home::new().unguarded();
    let asker = ask(&home, "pi", "Ship it?");
    let inbox = home.run("$asq inbox");
    inbox.sees("1 waiting");
    let doctor = asq(&home, &["doctor"]);
    let row = doctor.lines().find(|line| line.contains("inbox in use"));
    assert_eq!(row.and_then(|row| row.split_whitespace().last()), Some("yes"), "{doctor}");
    inbox.tmux.text("q");
    assert_eq!(inbox.end().code, "0");
    drop(asker);
}

#[test]
fn a_form_and_two_inboxes_announce_a_question_once() {
    let home = Home::new().unguarded();
    std::fs::create_dir_all(home.path(".config/asq")).unwrap();
    let command = "guard = 0\nonQuestionCommand = \"echo told >>$HOME/told\"\n";
    std::fs::write(home.path(".config/asq/config.toml"), command).unwrap();
    let told = || std::fs::read_to_string(home.path("told")).unwrap_or_default();
    let inboxes = [(); 2].map(|()| home.run("ASQ_NOTIFY_BATCH=0 $asq inbox"));
    for inbox in &inboxes {
        inbox.sees("Nothing waits for you");
    }
    for n in 1..=2 {
        let form = home.run(&format!("ASQ_NOTIFY_BATCH=0 $asq ask -q 'Deploy {n}?' -o Yes -o No"));
        form.sees("Esc cancel");
        for inbox in &inboxes {
            inbox.sees(&format!("Deploy {n}?"));
            inbox.tmux.wait_for("the title", |tmux| tmux.tell("#{pane_title}"), |it| it == "(1) asq inbox");
        }
        // A second announcement of the first question would come before the one of the second.
        let wanted = "told\n".repeat(n);
        eventually("the command was told", || told() == wanted);
        assert_eq!(asq(&home, &["status"]), "asq 1\n");
        form.tmux.keys(&["Escape"]);
        form.end();
    }
    assert_eq!(asq(&home, &["status"]), "\n");
    assert_eq!(told(), "told\n".repeat(2));
}

#[test]
fn one_request_opens_by_its_id() {
    let home = Home::new().unguarded();
    let posted = |text: &str| {
        let line = asq(&home, &["ask", "--no-wait", "-q", text, "-o", "Yes", "-o", "No"]);
        serde_json::from_str::<serde_json::Value>(&line).unwrap()["id"].as_str().unwrap().to_owned()
    };
    let (_, second) = (posted("First?"), posted("Second?"));
    let inbox = home.run(&format!("$asq inbox {second}"));
    inbox.sees("Esc put aside");
    inbox.sees("Second?");
    inbox.tmux.keys(&["Escape"]);
    inbox.tmux.wait("the list", |screen| !screen.contains("Esc put aside"));
    inbox.sees("2 waiting");
    left(&home, inbox);
    asq(&home, &["withdraw", &second]);
    let mut closed = command(&home, ASQ);
    let closed = closed.args(["inbox", "--once", &second]).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8(closed.stderr).unwrap();
    assert!(said.contains("isn't open: taken back by its asker"), "{said}");
    let mut unknown = command(&home, ASQ);
    assert_eq!(unknown.args(["inbox", "0000000"]).output().unwrap().status.code(), Some(66));
}
