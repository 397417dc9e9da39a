//! Small promises of the commands, each through the real binary.
//!
//! - Askers: a script gets what it offers; a flag, a variable or a session identifies an agent.
//! - Arguments for a request: an option's value, an id in capitals, a time.
//! - Pipes that don't block, never end, or have no reader.
//! - Commands that only look create nothing; written files belong to the person alone.

use crate::ASQ;
use crate::shop::{DATABASE, Done, Shop};
use crate::terminal::Home;
use asq_store::{Seen, Sqlite};
use asq_testkit::eventually::eventually;
use rustix::process::Signal;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

fn agent(shop: &Shop, script: &str) -> Done {
    shop.script(script, &[]).done()
}

/// The newest open request.
fn last(shop: &Shop) -> serde_json::Value {
    serde_json::from_str(shop.asq(&["list", "--json"]).out.lines().last().unwrap()).unwrap()
}

#[test]
fn a_script_gets_what_it_offers_and_an_agent_own_words_too() {
    let shop = Shop::new("scripts");
    let mut answered = Vec::new();
    for (n, who) in ["", "CLAUDECODE=1", "CODEX_THREAD_ID=x", r"ASQ_AGENT=$'cl\xffaude'"].iter().enumerate() {
        let done = agent(&shop, &format!("{who} \"$0\" ask -q 'Which {n}?' -o A -o B --no-wait; exit $?"));
        assert_eq!(done.code, 6, "{done:?}");
        let open = last(&shop);
        let answer = shop.asq(&["answer", open["id"].as_str().unwrap(), "--text", "own words"]);
        answered.push((answer.code, open["agent"].clone()));
    }
    let named = serde_json::Value::from("cl\u{fffd}aude");
    let nobody = serde_json::Value::Null;
    assert_eq!(answered, [(65, nobody.clone()), (0, nobody.clone()), (0, nobody), (0, named)]);
}

#[test]
fn a_name_in_an_argument_may_be_any_bytes() {
    let shop = Shop::new("bytes");
    let done = agent(&shop, r#""$0" ask -q Which? -o A --agent $'cl\xffaude' --no-wait; exit $?"#);
    assert_eq!(done.code, 6, "{done:?}");
    assert_eq!(last(&shop)["agent"], "cl\u{fffd}aude");
}

#[test]
fn who_asks_has_the_name_that_the_call_gives() {
    let shop = Shop::new("named");
    let id = shop.posted(&[]);
    let shown = shop.asq(&["show", &id.to_uppercase(), "--json"]).json();
    assert_eq!((&shown["id"], &shown["asked_by"]["name"]), (&id.as_str().into(), &"claude".into()));
    let long = "a".repeat(100);
    assert_eq!(shop.agent(&["ask", "-q", "Who?", "-o", "A", "--agent", &long, "--no-wait"]).code, 6);
    let listed = shop.asq(&["list"]).out;
    let row = listed.lines().last().unwrap();
    assert!(row.contains("aaaa…") && !row.contains(&long[..70]), "{row}");
}

#[test]
fn an_option_is_picked_by_its_value_and_waited_for_as_its_value() {
    let shop = Shop::new("values");
    let long = ["-o", "Long name", "--value", "v"];
    let other = ["-o", "b ::", "-o", "Other", "--value", "V", "--no-wait"];
    let done = shop.agent(&[&["ask", "-q", "Which?"][..], &long, &other].concat());
    let id = done.id();
    let shown = shop.asq(&["show", &id]).out;
    assert!(shown.contains("  1. Long name (value: v)\n  2. b ::\n"), "{shown}");
    assert!(shown.ends_with("  3. Other (value: V)\n"), "a script offers nothing else: {shown}");
    assert_eq!(shop.asq(&["show", &id[..10].to_uppercase()]).out.lines().next(), shown.lines().next());
    // A time without a unit is in seconds.
    let mut waits = shop.start(&["wait", &id, "--format", "value", "--timeout", "30"]);
    eventually("an asker", || shop.asq(&["list", "--json"]).json()["asker_waits"] == true);
    assert_eq!(shop.asq(&["answer", &id, "--pick", "v"]).code, 0);
    assert_eq!(waits.line(), "v\n");
    assert_eq!(waits.done().code, 0);
}

#[test]
fn what_was_dropped_and_what_is_wrong_is_said_on_standard_error() {
    let shop = Shop::new("said");
    let call = r#"{"question":"Q?","colour":"red","options":["A","B"]}"#;
    let done = agent(&shop, &format!("echo '{call}' | \"$0\" ask --dialect asq"));
    assert!(done.err.starts_with("asq: colour: dropped: this tool does not know this key\n"), "{done:?}");
    let done = agent(&shop, "echo bad | \"$0\" ask --dialect asq");
    assert_eq!(
        (done.code, done.err.lines().next().unwrap_or_default()),
        (65, done.json()["content"].as_str().unwrap().lines().next().unwrap())
    );
}

#[test]
fn a_listing_to_nobody_and_a_dry_run_are_quiet() {
    let shop = Shop::new("quiet");
    // The shell closes the reading end, so no other process can hold it.
    let script = "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; \"$0\" dialects >&4; echo $? >&2";
    assert_eq!(agent(&shop, script).err, "0\n");
    let done = shop.asq(&["install", "pi", "--dialect", "question", "--dry-run"]);
    let home = shop.join("").display().to_string();
    let place = format!("{}/.pi/agent/extensions/question.ts", home.trim_end_matches('/'));
    assert_eq!(done.out.replace(&place, "PLACE"), "create            PLACE\n");
    assert!(!shop.join(".pi").exists());
}

#[test]
fn keys_are_listed_with_what_they_do_and_with_the_presets() {
    let done = Shop::new("keys").asq(&["help", "keys"]);
    let lines: Vec<&str> = done.out.lines().map(str::trim).collect();
    assert!(
        lines.contains(&"undo                undo                                    ctrl+z ctrl+_"),
        "{}",
        done.out
    );
    let preset = lines.iter().find(|line| line.starts_with("emacs")).unwrap();
    assert!(preset.contains("ctrl+p up, ctrl+n down"), "{preset}");
}

#[test]
fn to_look_makes_nothing_and_an_export_is_the_persons_alone() {
    let mut shop = Shop::new("looks");
    shop.posted(&[]);
    let done = agent(&shop, "umask 022; \"$0\" log export x.log && stat -c %a x.log");
    assert_eq!(done.out, "600\n", "{done:?}");
    let inbox = shop.inbox();
    let doctor = shop.asq(&["doctor"]).out;
    assert!(doctor.contains("inbox in use  yes"), "{doctor}");
    drop(inbox);
    shop.with("ASQ_STORE", "other.db");
    assert_eq!(shop.asq(&["list"]).code, 0);
    assert!(!shop.join("other.db").exists() && !shop.join("other.db.gate").exists());
}

#[test]
fn a_status_counts_what_waits_and_not_what_is_put_off() {
    let mut shop = Shop::new("status");
    let all = || shop.asq(&["status", "--format", "{waiting} {putoff} {danger}"]).out;
    assert_eq!((all().as_str(), shop.asq(&["status"]).out.as_str()), ("0 0 0\n", "\n"));
    assert!(!shop.join(".local").exists());
    let [off, _] = ["a", "b"].map(|call| shop.posted(&["--call-id", call, "--context", call]));
    assert_eq!((all().as_str(), shop.asq(&["status"]).out.as_str()), ("2 0 0\n", "asq 2\n"));
    let store = Sqlite::open(&shop.folder().join("store.db")).unwrap();
    store.snooze(off.parse().unwrap(), u64::MAX >> 1).unwrap();
    assert_eq!((all().as_str(), shop.asq(&["status"]).out.as_str()), ("1 1 0\n", "asq 1\n"));
    let counts = [&["list", "--count"][..], &["list", "--count", "--all"]].map(|args| shop.asq(args).out);
    assert_eq!(counts, ["1\n", "2\n"]);
    shop.with("ASQ_STATUS_FORMAT", "of the setting");
    let own = [&["status"][..], &["status", "--format", "of the flag"]].map(|args| shop.asq(args).out);
    assert_eq!(own, ["of the setting\n", "of the flag\n"]);
}

#[test]
fn an_inbox_says_which_settings_do_not_count() {
    let mut shop = Shop::new("warned");
    shop.with("ASQ_GUARD", "soon");
    let done = shop.asq(&["inbox", "--once"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.err.starts_with("asq: ASQ_GUARD") && done.err.ends_with("nothing is open\n"), "{done:?}");
}

#[test]
fn a_closed_terminal_and_a_reader_that_goes_away_end_a_wait() {
    let shop = Shop::new("gone");
    let asks = |call: &str| {
        let mut asker = shop.start(&[&DATABASE[..], &["--inbox", "--call-id", call]].concat());
        asker.until("waiting");
        asker
    };
    let closed = asks("1");
    closed.signal(Signal::HUP);
    let done = closed.done();
    assert_eq!((done.code, done.json()["outcome"].as_str()), (6, Some("pending")), "{done:?}");
    let mut unread = asks("2");
    unread.shut();
    let done = unread.done();
    assert!(done.err.contains("it stays open"), "{done:?}");
}

/// Runs asq with a pipe at its standard input or output.
fn piped(args: &[&str], input: Stdio, output: Stdio) -> std::process::Child {
    let mut command = Command::new("setsid");
    command.arg(ASQ).args(args).stdin(input).stdout(output).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Makes the pipe non-blocking, as `ssh` and event loops do.
fn never_waits(pipe: &impl std::os::fd::AsFd) {
    rustix::fs::fcntl_setfl(pipe, rustix::fs::OFlags::NONBLOCK).unwrap();
}

#[test]
fn an_empty_pipe_that_does_not_wait_is_read_to_the_end_of_the_call() {
    let (read, mut write) = std::io::pipe().unwrap();
    never_waits(&read);
    let left = read.try_clone().unwrap();
    let mut child = piped(&["check", "-"], OwnedFd::from(read).into(), Stdio::piped());
    write.write_all(br#"{"name": "ask", "arguments": "#).unwrap();
    eventually("a reader of what is there", || rustix::io::ioctl_fionread(&left).unwrap() == 0);
    let stat = format!("/proc/{}/stat", child.id());
    let state = || std::fs::read_to_string(&stat).unwrap().rsplit(") ").next().unwrap().to_owned();
    eventually("a reader that waits for more", || state().starts_with(['S', 'Z']));
    write.write_all(br#"{"question": "Q?", "options": ["A", "B"]}}"#).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_call_without_end_is_refused_at_the_limit() {
    let mut child = piped(&["ask", "--dialect", "asq"], Stdio::piped(), Stdio::null());
    let mut input = child.stdin.take().unwrap();
    // asq exits once it has read enough, and nobody takes the rest.
    let _ = input.write_all(b"{\"question\": \"");
    while input.write_all(&[b'a'; 4096]).is_ok() {}
    assert_eq!(child.wait().unwrap().code(), Some(65));
}

#[test]
fn at_a_terminal_an_empty_list_and_a_dumb_terminal_are_said() {
    let home = Home::new();
    let end = home.run("$asq list >/dev/null; $asq list").end();
    assert_eq!(end.err, "asq: nothing is open\n", "{end:?}");
    let session = home.run("TERM=dumb $asq inbox");
    session.sees("Nothing waits.");
    session.tmux.keys(&["q", "u", "i", "t", "Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("0", ""), "{end:?}");
}

#[test]
fn at_a_terminal_an_inbox_may_be_left_at_once_and_a_form_be_insisted_on() {
    let home = Home::new();
    let script = "$asq ask -q Which? -o A --no-wait >o; id=$(sed 's/.*\"id\":\"\\([a-z0-9]*\\).*/\\1/' o)
        $asq withdraw $id >/dev/null; : >err; $asq inbox --once";
    let end = home.run(script).end();
    assert_eq!((end.code.as_str(), end.err.lines().count()), ("0", 1), "{end:?}");
    let session = home.run("TERM=dumb $asq ask -q Which? -o A -o B --inline >out");
    session.sees("Esc cancel");
    session.signal("TERM");
    assert_eq!(session.end().code, "8");
    // The guard ignores every key for its time.
    let session = home.run("$asq ask -q Which? -o A -o B --guard 60000 >out");
    session.sees("Esc cancel");
    session.tmux.keys(&["Enter"]);
    session.sees("it came too soon");
    session.signal("TERM");
    assert_eq!(session.end().code, "8");
    // The next answer removes a draft that is a week old.
    let old = "mkdir -p .local/state; mkdir -p -m 700 .local/state/asq .local/state/asq/drafts
        touch -d '8 days ago' .local/state/asq/drafts/old.json";
    let session = home.run(&format!("{old}; $asq ask -q 'Drop it?' --confirm --accessible >out"));
    session.sees("Type");
    session.tmux.text("2");
    session.tmux.keys(&["Enter"]);
    assert_eq!(session.end().code, "1");
    assert_eq!(home.drafts(), [""; 0].map(std::path::PathBuf::from));
}

#[test]
fn a_file_of_settings_that_others_could_write_is_closed_to_them() {
    let shop = Shop::new("modes");
    let script =
        "mkdir -p -m 700 .config/asq; echo >.config/asq/config.toml; chmod 666 .config/asq/config.toml
        \"$0\" settings set bellOnQuestion off >/dev/null; stat -c %a .config/asq/config.toml";
    assert_eq!(agent(&shop, script).out, "644\n");
}

#[test]
fn a_secret_that_was_answered_is_shown_to_nobody() {
    let shop = Shop::new("hidden");
    let call =
        r#"{"id": "pw", "header": "Key", "question": "Which API key?", "kind": "text", "sensitive": true}"#;
    let script = format!("echo '{{\"questions\": [{call}]}}' | \"$0\" ask --dialect asq --no-wait; exit $?");
    let id = agent(&shop, &script).id();
    let done = shop.asq(&["answer", &id, "--text", "s3cret-42"]);
    assert_eq!(done.code, 0, "{done:?}");
    for args in [&["show", &id][..], &["show", &id, "--json"], &["history", "--json"]] {
        let shown = shop.asq(args);
        assert!(shown.code == 0 && !shown.out.contains("s3cret"), "{shown:?}");
    }
}
