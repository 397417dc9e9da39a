//! The page of a form's request: its address in the row below, copied, opened, and answered on.

use crate::ASQ;
use crate::serving::{Address, Call, link_in};
use crate::terminal::{Home, Session};
use asq_testkit::eventually::eventually;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

const DATABASE: &str = r#"{"name": "question", "arguments": {"questions": [{"id": "db", "prompt": "Which database?",
    "options": [{"value": "sqlite", "label": "SQLite"}, {"value": "pg", "label": "PostgreSQL"}]}]}}"#;

/// Notes what it opens, and the names of the variables that it has.
const OPENER: &str = "#!/bin/sh\n(for it; do echo \"<$it>\"; done; env | sed -n 's/^\\(ASQ_[A-Z]*\\|CLAUDECODE\\)=.*/\\1/p') \
                      >\"$HOME/opened.new\"\nmv \"$HOME/opened.new\" \"$HOME/opened\"\n";

/// A command of the person's, outside of the agent's tree.
fn own(home: &Home, arguments: &[&str]) -> Output {
    let mut command = Command::new(ASQ);
    command.env_clear().current_dir(home.path("")).env("HOME", home.path(""));
    command.env("XDG_RUNTIME_DIR", home.path("")).env("TZ", "UTC").env("LC_ALL", "C.UTF-8");
    let ran = command.args(arguments).output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    ran
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A home with a call, and with programs that the agent's PATH finds first.
fn home() -> Home {
    let home = Home::new().unguarded();
    home.write("call.json", DATABASE);
    fs::create_dir_all(home.path("bin")).unwrap();
    home.write("bin/xdg-open", OPENER);
    fs::set_permissions(home.path("bin/xdg-open"), fs::Permissions::from_mode(0o700)).unwrap();
    home
}

const AGENT: &str = "export PATH=$HOME/bin:$PATH DISPLAY=:9 CLAUDECODE=1; unset SSH_CONNECTION";

/// What the file of the store's server says.
fn server(home: &Home) -> Option<Value> {
    serde_json::from_str(&fs::read_to_string(home.path(".local/share/asq/store.db.server")).ok()?).ok()
}

fn end(server: &Value) {
    let pid = server["pid"].as_i64().unwrap();
    // It may have ended with its session.
    let _ = kill_process(Pid::from_raw(i32::try_from(pid).unwrap()).unwrap(), Signal::TERM);
}

/// The address on the screen.
fn address(session: &Session<'_>) -> String {
    let screen = session.sees("in a browser: ");
    let row = screen.lines().find_map(|line| line.strip_prefix("in a browser: ")).unwrap();
    row.trim_end().to_owned()
}

/// A browser that a link signs in, at the page of this address: the cookie, and the path that the link led to.
fn signed_in(home: &Home, address: &str) -> (Address, String, String) {
    let (_, rest) = address.split_once("://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    let at = Address::Tcp(host.parse().unwrap());
    let stranger = at.call(&Call::get(&format!("/{path}")));
    assert_eq!(stranger.status, 401);
    let wanted = stranger.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let link = link_in(&text(&own(home, &["serve", "--link"]))).unwrap();
    let traded = at.call(&Call::sign_in(&link, &format!("http://{}", at.host())).with("Cookie", &wanted));
    let cookie = traded.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    (at, cookie, traded.header("location").unwrap().to_owned())
}

#[test]
fn a_form_names_its_page_where_a_server_runs_and_closes_when_it_is_answered_there() {
    let home = home();
    // The server is the person's, in a session of its own.
    let serves = home.path("serves");
    let serving = format!(
        "cd {0}; HOME={0} XDG_RUNTIME_DIR={0} {ASQ} serve --no-link >{1} 2>&1",
        home.path("").display(),
        serves.display()
    );
    let mut served = Command::new("setsid").args(["sh", "-c", &serving]).spawn().unwrap();
    eventually("the server", || fs::read_to_string(&serves).is_ok_and(|said| said.contains("asq serves")));
    let session = home.run(&format!("{AGENT}; $asq ask call.json --agent builder >out"));
    let address = address(&session);
    let screen = session.tmux.screen();
    assert!(screen.trim_end().ends_with(&format!("Esc cancel\nin a browser: {address}")), "{screen}");
    let buffers = |tmux: &asq_testkit::tmux::Tmux| tmux.run(&["list-buffers", "-F", "#{buffer_sample}"]);
    session.tmux.wait_for("the clipboard", buffers, |all| *all == format!("{address}\n"));
    // The address signs nobody in, and nothing opened it.
    assert!(!address.contains("/l/") && !home.path("opened").exists());
    let (at, cookie, path) = signed_in(&home, &address);
    assert_eq!(address.rsplit_once("/r/").map(|(_, id)| format!("/r/{id}")), Some(path.clone()));
    let page = at.call(&Call::get(&path).with("Cookie", &cookie));
    assert!(page.status == 200 && page.text().contains("Which database?"), "{}", page.text());
    let shown: Value = serde_json::from_str(&text(&own(&home, &["list", "--json"]))).unwrap();
    let id = shown["id"].as_str().unwrap().to_owned();
    let whole: Value = serde_json::from_str(&text(&own(&home, &["show", &id, "--json"]))).unwrap();
    let answer =
        json!({ "answers": [{ "answer": { "picks": [{ "option": 1 }] } }], "digest": whole["digest"] });
    let call = Call::post(&format!("/v1/requests/{id}/answer"), &answer).with("Cookie", &cookie);
    let closed = at.call(&call.with("Origin", &format!("http://{}", at.host())));
    assert_eq!(closed.status, 200, "{}", closed.text());
    let end_of_form = session.end();
    assert!(
        end_of_form.code == "0" && end_of_form.out.contains("User selected: 2. PostgreSQL"),
        "{end_of_form:?}"
    );
    // Switched off, a form is as without a server, and nothing is posted.
    for (name, shows) in [("ASQ_BROWSER_ENABLED", false), ("ASQ_COPY_URL_TO_CLIPBOARD", true)] {
        let session = home.run(&format!("{AGENT}; {name}=false $asq ask call.json --agent builder >out"));
        let screen = session.sees("Esc cancel");
        assert_eq!(screen.contains("in a browser: "), shows, "{screen}");
        assert_eq!(text(&own(&home, &["list", "--json"])).lines().count(), usize::from(shows));
        session.tmux.keys(&["Escape"]);
        assert_eq!(session.end().code, "3");
    }
    end(&server(&home).unwrap());
    served.wait().unwrap();
}

#[test]
fn the_row_takes_no_row_from_a_form_and_an_address_is_never_cut() {
    let home = home();
    fs::create_dir_all(home.path(".config/asq")).unwrap();
    home.write(".config/asq/config.toml", "guard = 0\n");
    let session = home.run(
        "setsid $asq serve --no-link >served 2>&1 & until [ -s served ]; do :; done
        $asq ask call.json --agent builder >out",
    );
    let address = address(&session);
    session.tmux.resize(46, 12);
    session.tmux.wait("the row in 46 columns", |screen| screen.contains(&format!("in a browser: {address}")));
    session.tmux.resize(40, 12);
    let screen = session
        .tmux
        .wait("the address alone", |screen| screen.contains(&address) && !screen.contains("in a browser"));
    assert!(screen.contains("3. ") || screen.contains("Something else"), "{screen}");
    session.tmux.resize(30, 12);
    session.tmux.wait("no address", |screen| !screen.contains("http") && screen.contains("PostgreSQL"));
    session.tmux.resize(80, 9);
    let screen = session.tmux.wait("no row", |screen| !screen.contains("http") && screen.contains("Esc"));
    assert!(screen.contains("SQLite") && screen.contains("Something else"), "{screen}");
    session.tmux.keys(&["Escape"]);
    assert_eq!(session.end().code, "3");
    end(&server(&home).unwrap());
}

#[test]
fn the_page_opens_by_itself_from_so_many_questions_on() {
    let home = home();
    fs::create_dir_all(home.path(".config/asq")).unwrap();
    home.write(".config/asq/config.toml", "guard = 0\nbrowserAutoOpen = true\n");
    // One question is too few: nothing is opened, and no server started.
    let session = home.run(&format!("{AGENT}; $asq ask call.json --agent builder >out"));
    let screen = session.sees("Esc cancel");
    assert!(!screen.contains("in a browser") && server(&home).is_none(), "{screen}");
    session.tmux.keys(&["Escape"]);
    assert_eq!(session.end().code, "3");
    home.write(
        "two.json",
        &DATABASE.replace(
            "\"questions\": [",
            "\"questions\": [{\"id\": \"why\", \"prompt\": \"Why?\",
        \"options\": [{\"value\": \"a\", \"label\": \"A\"}, {\"value\": \"b\", \"label\": \"B\"}]}, ",
        ),
    );
    let session = home.run(&format!("{AGENT}; $asq ask two.json --agent builder >out"));
    let address = address(&session);
    let opened = eventually("the page", || fs::read_to_string(home.path("opened")).ok());
    // No variable of the agent's is there: its browser would count as the agent's.
    assert_eq!(opened, format!("<{address}>\n"));
    let running = server(&home).unwrap();
    let said = fs::read_to_string(format!("/proc/{}/cmdline", running["pid"])).unwrap();
    assert!(said.contains("serve\0--no-link\0--for-forms"), "{said:?}");
    // Its person signs in and answers; the agent's own terminal gets no link of it.
    let (at, cookie, path) = signed_in(&home, &address);
    assert_eq!(at.call(&Call::get(&path).with("Cookie", &cookie)).status, 200);
    session.tmux.keys(&["Escape"]);
    assert_eq!(session.end().code, "3");
    let refused = home.run("CLAUDECODE=1 $asq serve --link >out").end();
    assert!(refused.code == "65" && refused.out.is_empty(), "{refused:?}");
    // Its next start has the same port, so the browser is still signed in.
    end(&running);
    eventually("its end", || server(&home).is_none());
    fs::remove_file(home.path("opened")).unwrap();
    let session = home.run(&format!("{AGENT}; $asq ask two.json --agent builder >out"));
    let again = self::address(&session);
    assert_eq!(again.rsplit_once("/r/").unwrap().0, address.rsplit_once("/r/").unwrap().0);
    let path = format!("/r/{}", again.rsplit_once("/r/").unwrap().1);
    assert_eq!(at.call(&Call::get(&path).with("Cookie", &cookie)).status, 200);
    session.tmux.keys(&["Escape"]);
    session.end();
    end(&server(&home).unwrap());
}

#[test]
fn neither_a_folder_nor_a_variable_opens_the_page() {
    let home = home();
    fs::create_dir_all(home.path(".pi")).unwrap();
    home.write(".pi/ask-user-question.json", r#"{"browserAutoOpen": true, "browserMinQuestions": 1}"#);
    let session =
        home.run(&format!("{AGENT}; ASQ_BROWSER_AUTO_OPEN=true $asq ask call.json --agent builder >out"));
    let screen = session.sees("Esc cancel");
    assert!(!screen.contains("in a browser"), "{screen}");
    session.tmux.keys(&["Escape"]);
    let ended = session.end();
    assert!(
        ended.err.contains("ASQ_BROWSER_AUTO_OPEN") && ended.err.contains("browserAutoOpen"),
        "{ended:?}"
    );
    assert!(server(&home).is_none() && !home.path("opened").exists());
}

#[test]
fn plain_lines_name_the_page_before_the_question() {
    let home = home();
    let session = home.run(
        "setsid $asq serve --no-link >served 2>&1 & until [ -s served ]; do :; done
        exec 2>&1; $asq ask call.json --agent builder --accessible >out",
    );
    let screen = session.sees("Which database?");
    let at = |what: &str| screen.find(what).unwrap_or_else(|| panic!("{what} in {screen}"));
    assert!(at("asq: also in a browser: http://127.0.0.1:") < at("Which database?"), "{screen}");
    session.tmux.keys(&["C-c"]);
    session.end();
    end(&server(&home).unwrap());
}
