//! Tab in real shells: what is on the line afterwards is what the request offers, and no text of it acts.
//!
//! zsh and fish are tested if they are installed.

use crate::ASQ;
use crate::shop::Shop;
use asq_testkit::eventually::eventually;
use asq_testkit::tmux::Tmux;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

/// A label each, with what is typed of it before Tab.
const LABELS: [(&str, &str); 17] = [
    ("PostgreSQL", "P"),
    ("Two words", "'Tw"),
    ("Two words", "\"Tw"),
    ("Two words", "Tw"),
    ("$(touch ACTED)", "\\$"),
    ("$(touch ACTED)", "'$"),
    ("$(touch ACTED)", "\"\\$"),
    ("`touch ACTED`", "\\`"),
    ("it's", "i"),
    ("x;touch ACTED #", "x"),
    ("co:lon here", "co:"),
    ("*", "\\*"),
    ("wow!!", "wow"),
    ("wow!!", "'wow"),
    ("quo\"te", "\"quo"),
    ("eq=$HOME", "eq="),
    ("ünï <cödé>|&", "ün"),
];

/// Labels that a terminal would obey, or that have several lines.
const UNSEEN: [&str; 3] = ["\u{1b}]0;unseen\u{7}", "unseen\n$(touch ACTED)", "\u{202e}unseen"];

fn shop() -> (Shop, String) {
    let shop = Shop::new("completions");
    fs::create_dir(shop.join("bin")).unwrap();
    symlink(ASQ, shop.join("bin/asq")).unwrap();
    let labels = LABELS.iter().map(|(label, _)| *label).chain(UNSEEN).chain(["-rf"]);
    let mut options: Vec<&str> = labels.collect();
    options.dedup();
    options.sort_unstable();
    options.dedup();
    let options: Vec<_> = options.iter().map(|label| serde_json::json!({ "label": label })).collect();
    let question =
        serde_json::json!({"id": "q", "header": "$(touch ACTED)", "question": "Which?", "options": options});
    let call = serde_json::json!({"name": "ask", "arguments": {"questions": [question]}});
    fs::write(shop.join("call.json"), call.to_string()).unwrap();
    let id = shop.agent(&["ask", "call.json", "--no-wait"]).id();
    (shop, id)
}

/// Starts the shell, which shows `ready> ` once it takes keys; `seen` writes its arguments into a file.
fn start(shell: &str, shop: &Shop) -> Tmux {
    let home = shop.join("");
    let home = home.to_str().unwrap().trim_end_matches('/');
    let posix = "seen() { printf '[%s]' \"$@\" >new; mv new seen; }\nPS1='ready> '\n";
    let start = match shell {
        "bash" => {
            fs::write(shop.join("rc"), format!(". <(asq completions bash)\n{posix}")).unwrap();
            "bash --noprofile --rcfile rc -i".to_owned()
        }
        "zsh" => {
            let rc = format!("autoload -U compinit; compinit -u -D\nsource <(asq completions zsh)\n{posix}");
            fs::write(shop.join(".zshrc"), rc).unwrap();
            "zsh -d -i".to_owned()
        }
        _ => {
            let rc = "asq completions fish | source\nfunction seen; printf '[%s]' $argv >new; mv new seen; end\n\
                      function fish_prompt; echo -n 'ready> '; end\nset fish_greeting\n";
            fs::write(shop.join("rc.fish"), rc).unwrap();
            "fish --no-config --private -C 'source rc.fish' -i".to_owned()
        }
    };
    let tmux = Tmux::start(
        100,
        30,
        &format!(
            "cd {home} && exec env -i HOME={home} PATH={home}/bin:/usr/bin:/bin TERM=tmux-256color LANG=C.UTF-8 {start}"
        ),
    );
    tmux.wait_text("ready>");
    tmux
}

/// What the command line gets after these keys and Tab.
fn completed(tmux: &Tmux, shop: &Shop, typed: &str) -> String {
    let file = shop.join("seen");
    let _ = fs::remove_file(&file);
    tmux.text(typed);
    tmux.keys(&["Tab", "C-a"]);
    tmux.text("seen ");
    tmux.keys(&["Enter"]);
    eventually(&format!("{typed} completed"), || Path::new(&file).exists());
    fs::read_to_string(file).unwrap()
}

fn holds(shell: &str) {
    if !Path::new("/usr/bin").join(shell).exists() {
        eprintln!("NOT RUN: {shell} isn't installed");
        return;
    }
    let (shop, id) = shop();
    let tmux = start(shell, &shop);
    let short = &id[..6];
    let found = |typed: &str| completed(&tmux, &shop, typed);
    let all: Vec<String> =
        LABELS.iter().map(|(_, typed)| found(&format!("asq answer {short} --pick {typed}"))).collect();
    let wanted: Vec<String> =
        LABELS.iter().map(|(label, _)| format!("[asq][answer][{short}][--pick][{label}]")).collect();
    assert_eq!(all, wanted);
    let others = [
        "asq answer ",
        "asq demo ask_",
        "asq ask --dialect=questionn",
        "asq settings set them",
        "asq ask cal",
        "asq __s",
    ];
    expect_test::expect![[r#"
        [asq][answer][ID]
        [asq][demo][ask_user_question]
        [asq][ask][--dialect=questionnaire]
        [asq][settings][set][theme]
        [asq][ask][call.json]
        [asq][__s]"#]]
    .assert_eq(&others.map(found).join("\n").replace(short, "ID"));
    tmux.text(&format!("asq answer {short} --pick "));
    tmux.keys(&["Tab", "Tab"]);
    let screen = tmux.wait("all labels", |screen| screen.contains("PostgreSQL") && screen.contains("wow"));
    assert!(!screen.contains("unseen") && !screen.contains("-rf"), "{screen}");
    assert!(!shop.join("ACTED").exists());
}

#[test]
fn in_bash() {
    holds("bash");
}

#[test]
fn in_zsh() {
    holds("zsh");
}

#[test]
fn in_fish() {
    holds("fish");
}
