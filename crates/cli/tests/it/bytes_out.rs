//! Every command, with every `--format` and `--json`, with hostile content, on a terminal and in a pipe: no
//! printed byte is a command to the terminal.
//!
//! The commands come from the help, so the test fails for a new one until it is added here.

use crate::ASQ;
use crate::shop::Shop;
use std::fs;

/// Control sequences in both spellings, a query that the terminal would answer, bidirectional controls, exotic
/// line breaks.
const HOSTILE: &str = "H\u{1b}]52;c;ZXZpbA==\u{7}\u{1b}[2J\u{1b}[6n\u{9b}31m\u{9d}0;x\u{9c}\u{90}q\u{7f}\u{202e}\u{2066}\u{200e}\u{61c}\u{2028}\u{2029}\u{85}\r\u{8}z";

/// The arguments that make each command print all it can; `None` for an unknown command. `OPEN` stands for a
/// fresh request, `CLOSED` for an answered one, `HOSTILE` for itself, which is also a folder.
fn typed(command: &str) -> Option<&'static [&'static str]> {
    Some(match command {
        "ask" => &[
            "call.json --agent HOSTILE --session HOSTILE --call-id closed",
            "call.json --agent HOSTILE --session HOSTILE",
            "broken.json",
            "unknown.json",
            "HOSTILE",
            "call.json --call-id closed --agent HOSTILE --session HOSTILE --task HOSTILE --link HOSTILE --diff call.json",
            "call.json --about HOSTILE --diff HOSTILE/none",
        ],
        "confirm" => &["HOSTILE --yes HOSTILE --no HOSTILE --header HOSTILE", "a b HOSTILE"],
        "input" => &["HOSTILE --placeholder HOSTILE --description HOSTILE", "a b HOSTILE"],
        "pick" => &["HOSTILE HOSTILE b", "q HOSTILE HOSTILE"],
        "check" => &["call.json", "broken.json", "unknown.json", "HOSTILE"],
        "demo" => &["--print question", "HOSTILE"],
        "inbox" => &["", "--once", "HOSTILE"],
        "list" => &["", "HOSTILE"],
        "show" => &["OPEN", "CLOSED", "HOSTILE"],
        "answer" => &[
            "OPEN --text HOSTILE",
            "OPEN --pick HOSTILE",
            "CLOSED --text HOSTILE --as HOSTILE",
            "HOSTILE --text x",
        ],
        "decline" => &["OPEN --reason HOSTILE", "CLOSED", "HOSTILE"],
        "cancel" | "withdraw" => &["OPEN", "CLOSED", "HOSTILE"],
        "wait" => &["CLOSED", "OPEN --timeout 10ms", "HOSTILE"],
        "history" => &["", "--agent HOSTILE", "HOSTILE", "--since HOSTILE"],
        "log verify" => &["", "--head HOSTILE"],
        "log head" => &[""],
        "log export" => &["", "HOSTILE/x"],
        "log import" => &["HOSTILE", "call.json"],
        "status" => &["", "--format HOSTILE", "--json"],
        "prune" => &["--older-than 1d", "--older-than HOSTILE"],
        "doctor" => &["", "claude-code", "codex", "HOSTILE", "pi"],
        "install" => &["HOSTILE", "pi --path HOSTILE --dialect question", "pi --path HOSTILE"],
        "uninstall" => &["HOSTILE", "pi --path HOSTILE"],
        "embed" => &["", "HOSTILE"],
        "mcp" => &["", "--dialect HOSTILE", "--limit HOSTILE", "HOSTILE"],
        "serve" => &[
            "--install --dry-run",
            "--uninstall --dry-run",
            "--link",
            "--install --dry-run --tls-cert HOSTILE --tls-key HOSTILE",
            "--listen HOSTILE",
            "--public-url HOSTILE",
            "--public-url https://HOSTILE",
            "--cors HOSTILE",
        ],
        "token new" => &["--right ask --label HOSTILE", "--right HOSTILE", "--right ask --expires HOSTILE"],
        "token list" => &["", "HOSTILE"],
        "token revoke" => &["HOSTILE"],
        "attach opencode" => &["http://HOSTILE", "http://127.0.0.1:9 --password-file HOSTILE/none"],
        "dialects" => &["", "HOSTILE"],
        "schema" => &["asq", "HOSTILE", "asq --tool HOSTILE"],
        "settings" => &["", "--origins"],
        "settings set" => &["theme HOSTILE", "status.format HOSTILE", "HOSTILE 1"],
        "settings unset" => &["HOSTILE", "theme", "status.format"],
        "settings edit" => &["", "--project"],
        "settings explain" => &["", "HOSTILE"],
        "settings schema" => &["config", "HOSTILE"],
        "trust" => &["HOSTILE", "--list", "HOSTILE/none"],
        "help" => &["", "keys", "HOSTILE"],
        "completions" => &["bash", "zsh", "fish", "HOSTILE"],
        "man" => &["HOSTILE", "--install", "--uninstall"],
        "version" => &["", "HOSTILE"],
        _ => return None,
    })
}

/// Commands that ask on a terminal, in plain lines here: a drawn form moves the cursor, and has tests of its own
/// (`hostile.rs` of frame and tui, `tmux_*`).
const ASK: [&str; 10] =
    ["ask", "confirm", "pick", "input", "demo", "inbox", "trust", "install", "uninstall", "settings edit"];

/// Commands that go on until they are stopped, unless their arguments are refused; `tmux_*` and `attach` run them.
const GO_ON: [&str; 1] = ["attach opencode"];

/// The words of all commands in the help, without those that only group subcommands.
fn commands(shop: &Shop, above: &str) -> Vec<String> {
    let help =
        shop.asq(&words(&format!("{above} --help")).iter().map(String::as_str).collect::<Vec<_>>()).out;
    let titles = ["Commands:", "Ask and answer:", "Look:", "Set up:", "Maintain:"];
    let lists = help.split("\n\n").filter_map(|part| {
        let (title, list) = part.split_once('\n')?;
        titles.contains(&title).then_some(list)
    });
    let lists: Vec<&str> = lists.collect();
    if lists.is_empty() {
        return vec![above.to_owned()];
    }
    let lines = lists.iter().flat_map(|list| list.lines()).filter(|line| !line.starts_with("    "));
    let mut all: Vec<String> = if above == "settings" { vec![above.to_owned()] } else { Vec::new() };
    for name in lines.filter_map(|line| line.split_whitespace().next()) {
        all.extend(commands(shop, format!("{above} {name}").trim_start()));
    }
    all
}

/// Splits a line into arguments and fills in the placeholders.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(|word| word.replace("HOSTILE", HOSTILE)).collect()
}

/// The same line with each format that the help of its command names.
fn formats(shop: &Shop, command: &str) -> Vec<&'static str> {
    let help =
        shop.asq(&words(&format!("{command} --help")).iter().map(String::as_str).collect::<Vec<_>>()).out;
    let mut all = vec![""];
    if help.contains("--format") {
        all.extend(["--format json", "--format text", "--format value"]);
    }
    if help.contains("--json") {
        all.push("--json");
    }
    all
}

fn shop() -> Shop {
    let mut shop = Shop::new("bytes");
    let text = serde_json::to_string(HOSTILE).unwrap();
    let option = format!(r#"{{"label": {text}, "value": {text}, "description": {text}}}"#);
    let asked = format!(
        r#"{{"name": "ask", "arguments": {{"questions": [{{"id": "q", "header": {text}, "question": {text}, "description": {text},
            "context": {text}, "options": [{option}, {{"label": "b"}}]}}]}}}}"#
    );
    fs::write(shop.join("call.json"), &asked).unwrap();
    fs::write(shop.join("hostile.txt"), HOSTILE).unwrap();
    let open = r#""type":"open","v":1,"id":"a","surface":"form","width":60,"height":40"#;
    fs::write(shop.join("opens"), format!("{{{open},\"call\":{}}}\n", asked.replace('\n', " "))).unwrap();
    fs::write(
        shop.join("unknown.json"),
        asked.replace(r#""id": "q""#, &format!(r#"{text}: {text}, "id": "q""#)),
    )
    .unwrap();
    fs::write(
        shop.join("broken.json"),
        asked.replace(r#""options": ["#, &format!(r#""options": [{text}, "#)),
    )
    .unwrap();
    for folder in [".config/asq", ".pi"] {
        fs::create_dir_all(shop.join(folder)).unwrap();
    }
    fs::write(shop.join(".pi/ask-user-question.json"), format!("{{{text}: {text}, \"theme\": {text}}}"))
        .unwrap();
    let toml: Vec<String> = HOSTILE.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
    let toml = toml.concat();
    fs::write(
        shop.join(".config/asq/config.toml"),
        format!("guard = 0\nbellOnQuestion = false\n\"{toml}\" = 1\ntheme = \"{toml}\"\n"),
    )
    .unwrap();
    fs::create_dir_all(shop.join(HOSTILE).join(".pi")).unwrap();
    fs::write(shop.join(HOSTILE).join(".pi/ask-user-question.json"), r#"{"dangerCheckEnabled": false}"#)
        .unwrap();
    fs::write(shop.join("edited"), format!("timer = \"{toml}\"\n")).unwrap();
    shop.with("EDITOR", "cp edited");
    shop.with("ACCESSIBLE", "1");
    shop
}

fn post(shop: &Shop, call_id: &str) -> String {
    shop.agent(&[
        "ask",
        "call.json",
        "--agent",
        HOSTILE,
        "--session",
        HOSTILE,
        "--call-id",
        call_id,
        "--no-wait",
        "--says",
        HOSTILE,
        "--task",
        HOSTILE,
        "--branch",
        HOSTILE,
        "--link",
        HOSTILE,
        "--about",
        "hostile.txt",
        "--diff",
        "hostile.txt",
    ])
    .id()
}

/// The first character that a terminal obeys or that reorders text.
fn acting(text: &str) -> Option<char> {
    let acts = |c: &char| {
        c.is_control() && *c != '\n' && *c != '\t'
            || matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().find(acts)
}

/// The bytes that a terminal gets. Whatever is asked there is cancelled, left or answered with no.
fn on_terminal(shop: &Shop, words: &[String], asks: bool) -> String {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', r"'\''"));
    let line: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let input = if words[0] == "embed" { "opens" } else { "/dev/null" };
    fs::write(shop.join("run.sh"), format!("exec {ASQ} {} <{input}", line.join(" "))).unwrap();
    // What is typed before a question is thrown away, so each word is typed again and again. Words that come without a
    // pause would be a paste.
    let typed = r"w=n; while echo $w; do
        case $w in n) w=cancel;; cancel) w=quit;; *) w=n;; esac; read -rt 0.2 <> <(:)
    done 2>/dev/null |";
    let typed = if asks { typed } else { "" };
    let script = format!("{typed} timeout 60 script -qfec 'sh ./run.sh' seen >/dev/null; test $? -ne 124");
    let done = shop.script(&script, &[]).done();
    assert_eq!(done.code, 0, "{words:?}: {done:?}");
    let seen = String::from_utf8(fs::read(shop.join("seen")).unwrap()).unwrap();
    // asq has the terminal mark pastes, and takes that back.
    let seen = seen.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "");
    seen.replace("\r\n", "\n")
        .lines()
        .filter(|line| !line.starts_with("Script "))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn no_byte_that_a_command_prints_acts() {
    let shop = shop();
    let closed = post(&shop, "closed");
    assert_eq!(shop.asq(&["answer", &closed, "--text", HOSTILE, "--as", HOSTILE]).code, 0);
    // The line with which a host has `asq embed` open a form.
    let opens = fs::read_to_string(shop.join("opens")).unwrap();
    let mut fresh = 0;
    let mut printed = String::new();
    let all = commands(&shop, "");
    assert!(all.len() > 30, "the help names them: {all:?}");
    for command in all {
        let lines =
            typed(&command).unwrap_or_else(|| panic!("a new command: say here how to run asq {command}"));
        let (mut does, mut shows) = (false, false);
        for (line, format) in
            lines.iter().flat_map(|line| formats(&shop, &command).into_iter().map(move |f| (line, f)))
        {
            let mut words = words(&format!("{command} {line} {format}"));
            for word in &mut words {
                if word == "OPEN" {
                    fresh += 1;
                    *word = post(&shop, &format!("fresh {fresh}"));
                }
                *word = word.replace("CLOSED", &closed);
            }
            let input = if command == "embed" { &opens } else { "" };
            let done = shop.fed(&words.iter().map(String::as_str).collect::<Vec<_>>(), input);
            does |= done.code != 2;
            let case = format!("asq {command} {line} {format}");
            // A script gets the bytes of an ending as they came.
            let raw = format.ends_with("text") || format.ends_with("value") || command == "pick";
            if !(raw && matches!(command.as_str(), "ask" | "wait" | "pick" | "input" | "confirm")) {
                assert_eq!(acting(&done.out), None, "{case}, in a pipe: {done:?}");
            }
            assert_eq!(acting(&done.err), None, "{case}, standard error: {done:?}");
            printed += &done.out;
            let seen = on_terminal(&shop, &words, ASK.contains(&command.as_str()));
            shows |=
                done.code != 2 && ["H<U+001B>]52", "H\\u001b]52"].iter().any(|shown| seen.contains(shown));
            assert_eq!(acting(&seen), None, "{case}, on a terminal: {seen:?}");
            printed += &seen;
        }
        assert!(
            does || GO_ON.contains(&command.as_str()),
            "asq {command} did nothing but refuse its arguments"
        );
        assert!(
            shows || !ASK.contains(&command.as_str()),
            "asq {command} showed nothing hostile on a terminal"
        );
    }
    // The content did show up, in each of its spellings.
    for shown in ["H<U+001B>]52", "\\u001b]52", "\\u009b31m", "\\u202e", "<U+202E>"] {
        assert!(printed.contains(shown), "{shown}");
    }
}

/// Man pages, completions and help come from the definition of the command line; words of the environment in them would be
/// foreign text.
#[test]
fn no_byte_of_a_man_page_a_completion_or_a_help_acts() {
    let mut shop = shop();
    for name in ["ASQ_AGENT", "ASQ_SESSION", "ASQ_STORE", "ASQ_TICKET", "ASQ_THEME"] {
        shop.with(name, HOSTILE);
    }
    let all = commands(&shop, "");
    fs::create_dir(shop.join("pages")).unwrap();
    let done = shop.asq(&["man", "pages"]);
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "", ""));
    let pages = fs::read_dir(shop.join("pages")).unwrap().map(|entry| entry.unwrap().path());
    let mut printed: Vec<(String, String)> =
        pages.map(|page| (page.display().to_string(), fs::read_to_string(&page).unwrap())).collect();
    assert!(printed.len() >= all.len(), "a page for each command: {printed:#?}");
    let shells = ["bash", "elvish", "fish", "powershell", "zsh"].map(|shell| format!("completions {shell}"));
    let helps = all.iter().flat_map(|command| [format!("{command} -h"), format!("{command} --help")]);
    for line in helps.chain(shells) {
        let done = shop.asq(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!((done.code, done.err.as_str()), (0, ""), "asq {line}");
        printed.push((format!("asq {line}"), done.out));
    }
    for (what, text) in &printed {
        assert!(text.contains("asq"), "{what}: {text:?}");
        assert_eq!(acting(text), None, "{what}: {text:?}");
    }
}
