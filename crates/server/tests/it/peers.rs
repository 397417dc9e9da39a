//! The process at the other end: known on this machine, and refused as an answerer where it asked itself.

use crate::client::{Address, Call, Line, Reply};
use crate::lists::{new, opened};
use crate::served::{PUBLIC, Served, ask};
use asq_testkit::eventually::eventually;
use asq_testkit::folder::TempFolder;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const ROLE: &str = "ASQ_TEST_ASKS_AT";

/// What the child processes of these tests run: it asks at a socket, and prints the reply.
#[test]
fn role() {
    let Ok(path) = std::env::var(ROLE) else { return };
    let token = std::env::var("ASQ_TEST_TOKEN").unwrap();
    let call = Call::post("/v1/requests", &ask("Of a child?")).token(&token);
    println!("reply={}", Address::Unix(PathBuf::from(path)).call(&call).text());
}

/// A process that shares a connection with this one, and that nobody here started: the kernel names two of them.
pub(crate) struct Stranger(String);

impl Stranger {
    pub(crate) fn shares(line: &Line) -> Stranger {
        let shared = line.inherited();
        // The shell ends at once, and its child is nobody's here.
        let mut shell =
            Command::new("sh").args(["-c", "sleep 60 & echo $!"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut stranger = String::new();
        BufReader::new(shell.stdout.take().unwrap()).read_line(&mut stranger).unwrap();
        shell.wait().unwrap();
        drop(shared);
        Stranger(stranger.trim().to_owned())
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        let killed = Command::new("kill").arg(&self.0).status().unwrap().success();
        assert!(killed || std::thread::panicking());
    }
}

fn shown(served: &Served, id: &Value) -> Value {
    served.answers(Call::get(&format!("/v1/requests/{}", id.as_str().unwrap()))).ok()
}

#[test]
fn an_ask_on_this_machine_names_its_process_whatever_it_claims() {
    let served = Served::start();
    let own = std::process::id();
    for (at, name) in [(&served.unix, "over the socket"), (&served.at, "over loopback")] {
        let mut body = ask(name);
        body["from"] = json!({ "host": "far", "folder": "/elsewhere", "exe": "/bin/true" });
        let id = at.call(&Call::post("/v1/requests", &body).token(&served.asker)).ok()["id"].clone();
        let shown = shown(&served, &id);
        let origin = &shown["origin"];
        assert_eq!((&origin["pid"], &shown["asked_by"]["pid"]), (&json!(own), &json!(own)), "{shown}");
        assert_eq!((&origin["via"]["token"], &origin["via"]["place"]), (&json!("ask"), &Value::Null));
        assert_ne!(origin["folder"], "/elsewhere");
        assert_ne!(origin["host"], "far");
    }
}

#[test]
fn what_a_process_asked_it_answers_in_no_way() {
    let served = Served::start();
    let asked = served.unix.call(&Call::post("/v1/requests", &ask("Which?")).token(&served.asker)).ok();
    let id = asked["id"].as_str().unwrap();
    let answer = Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(id, 0));
    for token in [&served.answerer, &served.admin] {
        let refused = |reply: Reply| assert_eq!(reply.problem(), (403, "own_tree".into()));
        refused(served.unix.call(&answer.clone().token(token)));
        refused(served.call(&answer.clone().token(token)));
        // The name of the proxy makes it nobody else.
        refused(served.call(&answer.clone().token(token).with("Host", PUBLIC)));
    }
    let declined = served.answers(Call::post(&format!("/v1/requests/{id}/decline"), &json!({})));
    assert_eq!(declined.problem(), (403, "own_tree".into()));
}

/// A caller chooses the name that it calls: the public one makes this process nobody else.
#[test]
fn who_asks_by_the_public_name_over_loopback_is_known_and_answers_in_no_way() {
    let served = Served::start();
    let mut body = ask("Which?");
    body["from"] = json!({ "host": "far", "folder": "/elsewhere", "exe": "/bin/true", "tty": "/dev/pts/3" });
    let posts = Call::post("/v1/requests", &body).token(&served.asker).with("Host", PUBLIC);
    let asked = served.call(&posts).ok();
    let id = asked["id"].as_str().unwrap();
    let shown = shown(&served, &asked["id"]);
    let origin = &shown["origin"];
    assert_eq!(
        [
            &origin["pid"],
            &origin["folder"],
            &origin["host"],
            &origin["via"]["place"],
            &shown["asked_by"]["pid"]
        ],
        [&json!(std::process::id()), &json!("/elsewhere"), &json!("far"), &json!("proxied"), &Value::Null],
        "{shown}"
    );
    let answer = Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(id, 0));
    for token in [&served.answerer, &served.admin] {
        let refused = |reply: Reply| assert_eq!(reply.problem(), (403, "own_tree".into()));
        refused(served.unix.call(&answer.clone().token(token)));
        refused(served.call(&answer.clone().token(token)));
    }
    // Both may have come through a proxy that runs as this user: the token lets the answer in, and the record says so.
    served.call(&answer.clone().token(&served.answerer).with("Host", PUBLIC)).ok();
    let by = self::shown(&served, &asked["id"])["closed_by"].clone();
    assert_eq!(
        [&by["own_tree"], &by["unknown_tree"], &by["let_in"]],
        [&json!(false), &json!("proxy"), &json!("token")],
        "{by}"
    );
    // What it asked for is given to nobody without its ticket, by whatever name the server is called.
    let mut secret = ask("Key?");
    secret["call"]["questions"][0] = json!({ "prompt": "Key?", "kind": "text", "sensitive": true });
    let call = Call::post("/v1/requests", &secret).token(&served.asker).with("Host", PUBLIC);
    let asked = served.call(&call).ok();
    let path = format!("/v1/requests/{}/ending", asked["id"].as_str().unwrap());
    let ending = served.call(&Call::get(&path).token(&served.asker));
    assert_eq!(ending.problem(), (403, "forbidden".into()));
}

#[test]
fn a_connection_that_the_asker_shares_with_a_stranger_answers_nothing() {
    let served = Served::start();
    let asked = served.unix.call(&Call::post("/v1/requests", &ask("Which?")).token(&served.asker)).ok();
    let id = asked["id"].as_str().unwrap();
    let mut line = served.line();
    let _stranger = Stranger::shares(&line);
    let answer =
        Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(id, 0)).token(&served.answerer);
    let reply = line.call(&answer, &served.at.host());
    assert_eq!(reply.problem(), (403, "own_tree".into()));
}

#[test]
fn who_started_after_the_connection_answers_nothing_on_it_alone_or_with_others() {
    for others in [0, 1] {
        let served = Served::start();
        let id = served.ask("Which?");
        let host = served.at.host();
        let mut line = served.line();
        let health = Call::get("/v1/health").token(&served.answerer);
        assert_eq!(line.call(&health, &host).status, 200, "it is accepted");
        let boot = || served.driver.now().boot.unwrap().ms;
        let accepted = boot();
        // The kernel counts starts in hundredths of a second.
        eventually("a later moment", || boot() > accepted + 50);
        let answer = Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(&id, 0));
        let answer = answer.token(&served.answerer).with("Connection", "close");
        let folder = TempFolder::default();
        std::fs::write(folder.join("answer"), answer.bytes(&host)).unwrap();
        let sleeper = || Command::new("sleep").arg("60").stdin(line.given()).spawn().unwrap();
        let mut sleepers: Vec<_> = (0..others).map(|_| sleeper()).collect();
        let later = Command::new("sh")
            .args(["-c", "cat \"$0\"; exec cat >&2"])
            .arg(folder.join("answer"))
            .stdin(line.given())
            .stdout(line.given())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(line);
        let heard = String::from_utf8(later.wait_with_output().unwrap().stderr).unwrap();
        for sleeper in &mut sleepers {
            sleeper.kill().and_then(|()| sleeper.wait()).unwrap();
        }
        let (head, body) = heard.split_once("\r\n\r\n").unwrap();
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!(
            (&head[..12], &body["code"]),
            ("HTTP/1.1 403", &json!("unknown_tree")),
            "{others}: {heard}"
        );
    }
}

#[test]
fn who_can_not_be_judged_answers_by_its_token_and_the_record_says_so() {
    let served = Served::start();
    // Nothing is known of where its asker runs.
    let id = opened(&served.driver, new("Why?", None)).to_string();
    let body = json!({ "answers": [{ "answer": { "text": "so" } }], "digest": served.digest(&id) });
    served.answers(Call::post(&format!("/v1/requests/{id}/answer"), &body)).ok();
    let by = shown(&served, &json!(id))["closed_by"].clone();
    assert_eq!(
        [&by["name"], &by["pid"], &by["own_tree"], &by["unknown_tree"], &by["let_in"]],
        [&json!("answer"), &json!(std::process::id()), &json!(false), &json!("asker"), &json!("token")],
        "{by}"
    );
}

#[test]
fn who_hangs_up_before_it_was_seen_answers_nothing() {
    let served = Served::start();
    let ids: Vec<String> = (0..40)
        .map(|n| {
            let call = Call::post("/v1/requests", &ask(&n.to_string())).token(&served.asker);
            served.unix.call(&call).ok()["id"].as_str().unwrap().to_owned()
        })
        .collect();
    for id in &ids {
        let call =
            Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(id, 0)).token(&served.answerer);
        served.line().send(&call.bytes(&served.at.host()));
    }
    // The server has carried out whatever came before this.
    let open = served.answers(Call::get("/v1/requests")).ok();
    assert_eq!(open["requests"].as_array().unwrap().len(), ids.len(), "{open}");
}

#[test]
fn settings_of_a_folder_count_for_a_process_in_it_and_for_nobody_who_claims_it() {
    let served = Served::start();
    let folder = TempFolder::default();
    let trusted = folder.join("trusted");
    std::fs::create_dir(&trusted).unwrap();
    let Address::Unix(path) = &served.unix else { panic!() };
    let out = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "peers::role", "--nocapture"])
        .env(ROLE, path)
        .env("ASQ_TEST_TOKEN", &served.asker)
        .current_dir(&trusted)
        .output()
        .unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    let reply = text.lines().find_map(|line| line.split("reply=").nth(1)).unwrap_or_else(|| panic!("{text}"));
    let reply: Value = serde_json::from_str(reply).unwrap();
    let of_child = shown(&served, &reply["id"]);
    assert_eq!(of_child["settings"]["debounce_ms"], 77, "{of_child}");
    assert_eq!(of_child["origin"]["folder"], trusted.to_str().unwrap());
    let mut body = ask("Of a claim?");
    body["from"] = json!({ "folder": trusted });
    let claimed = served.asks(Call::post("/v1/requests", &body)).ok();
    assert_eq!(shown(&served, &claimed["id"])["settings"]["debounce_ms"], 11);
}

#[test]
fn one_connection_serves_many_calls_one_after_the_other() {
    let served = Served::start();
    let mut line: Line = served.line();
    for n in 0..20 {
        let call = Call::post("/v1/requests", &ask(&n.to_string())).token(&served.asker);
        assert_eq!(line.call(&call, &served.at.host()).status, 201);
    }
    // Two at once, one behind the other.
    let call = Call::get("/v1/state").token(&served.asker).bytes(&served.at.host());
    line.send(&[call.clone(), call].concat());
    assert_eq!([line.reply("GET").status, line.reply("GET").status], [200, 200]);
}
