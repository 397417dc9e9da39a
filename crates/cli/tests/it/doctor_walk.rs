//! `asq doctor AGENT`: each step of the walk, with its fix if it fails.

use crate::ASQ;
use crate::shop::{Done, Shop};
use asq_testkit::eventually::eventually;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;

const AGENTS: [&str; 8] =
    ["claude-code", "codex", "copilot", "gemini", "qwen", "opencode", "cursor", "vscode"];

/// The steps of agents that may ask before a call; the others have no approval.
const STEPS: [&str; 8] = ["agent", "settings", "entry", "approval", "program", "start", "question", "answer"];

/// A home whose PATH has no agent.
fn shop(name: &str) -> Shop {
    let mut shop = Shop::new(name);
    shop.with("PATH", "/usr/bin:/bin");
    shop
}

fn write(shop: &Shop, name: &str, text: &str) {
    let path = shop.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A script at this place.
fn program(shop: &Shop, name: &str, script: &str) {
    write(shop, name, &format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(shop.join(name), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Claude Code's settings with this entry.
fn entry(shop: &Shop, entry: &Value) {
    write(shop, ".claude.json", &json!({ "mcpServers": { "asq": entry } }).to_string());
}

fn entry_of(command: &str) -> Value {
    json!({"type": "stdio", "command": command, "args": ["mcp"], "timeout": 86_400_000})
}

fn masked(shop: &Shop, done: &Done) -> String {
    assert_eq!(done.err, "");
    let text =
        done.out.replace(ASQ, "ASQ").replace(shop.join("").to_str().unwrap().trim_end_matches('/'), "~");
    text.replace(&format!("this one, {}, is", env!("CARGO_PKG_VERSION")), "this one, VERSION, is")
}

fn check(shop: &Shop, args: &[&str], expected: &Expect) {
    let done = shop.asq(&[&["doctor"], args].concat());
    expected.assert_eq(&format!("{}exit code {}\n", masked(shop, &done), done.code));
    assert_eq!(shop.asq(&["list", "--json"]).out, "", "no question stays open");
}

fn claude(shop: &Shop, expected: &Expect) {
    check(shop, &["claude-code"], expected);
}

/// The agent isn't on the PATH, a step fails, and none after it is tried. `expected` has the lines in between.
fn stops(shop: &Shop, args: &[&str], expected: &Expect) {
    let done = shop.asq(&[&["doctor"], args].concat());
    let text = masked(shop, &done);
    let (told, rest): (Vec<&str>, Vec<&str>) =
        text.split_inclusive('\n').partition(|line| !line.ends_with(" -       not tried\n"));
    let not_tried =
        STEPS.iter().skip(1).filter(|step| rest.iter().any(|row| row.starts_with(&format!("  {step} "))));
    let not_tried = not_tried.map(|step| format!("  {step:<9} -       not tried\n"));
    assert!(text.ends_with(&not_tried.collect::<String>()) && done.code == 74, "{text}");
    assert_eq!(told[1], "  agent     ?       not on the PATH; the other steps don't need it\n");
    expected.assert_eq(&[&told[..1], &told[2..]].concat().concat());
    assert_eq!(shop.asq(&["list", "--json"]).out, "", "no question stays open");
}

fn claude_stops(shop: &Shop, expected: &Expect) {
    stops(shop, &["claude-code"], expected);
}

#[test]
fn through_the_entry_of_each_agent_an_answer_comes_back() {
    let shop = shop("doctor-all");
    for agent in AGENTS {
        assert_eq!(shop.asq(&["install", agent]).code, 0);
        let done = shop.asq(&["doctor", agent]);
        let words: Vec<&str> =
            done.out.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| *word != "It").collect();
        let approval = matches!(agent, "claude-code" | "gemini" | "qwen");
        let wanted = [&["?"][..], &vec!["ok"; 6 + usize::from(approval)]].concat();
        assert_eq!((done.code, words), (0, wanted), "{done:?}");
    }
    program(&shop, "bin/claude", "echo '2.1.330 (Claude Code)'");
    let mut shop = shop;
    let path = format!("{}:/usr/bin:/bin", shop.join("bin").display());
    shop.with("PATH", &path);
    claude(
        &shop,
        &expect![[r#"
            Claude Code
              agent     ok      2.1.330, ~/bin/claude
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ok      none needed: mcp__asq is allowed in ~/.claude/settings.json
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      came back, and counts as delivered
            exit code 0
        "#]],
    );
    check(
        &shop,
        &["gemini"],
        &expect![[r#"
            Gemini
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.gemini/settings.json
              entry     ok      mcpServers.asq in ~/.gemini/settings.json
                        note    It starts servers only in folders that you trust.
              approval  ok      none needed: trust is true in the entry
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      came back, and counts as delivered
            exit code 0
        "#]],
    );
    check(
        &shop,
        &["codex", "--json"],
        &expect![[r#"
            {"agent":"codex","ok":true,"steps":[{"step":"agent","state":"unknown","text":"not on the PATH; the other steps don't need it","notes":[],"fix":null},{"step":"settings","state":"ok","text":"~/.codex/config.toml","notes":[],"fix":null},{"step":"entry","state":"ok","text":"mcp_servers.asq in ~/.codex/config.toml","notes":[],"fix":null},{"step":"program","state":"ok","text":"ASQ, this one","notes":[],"fix":null},{"step":"start","state":"ok","text":"speaks MCP 2025-11-25; its tools: ask, wait","notes":[],"fix":null},{"step":"question","state":"ok","text":"in the store ~/.local/share/asq/store.db","notes":[],"fix":null},{"step":"answer","state":"ok","text":"came back, and counts as delivered","notes":[],"fix":null}]}
            exit code 0
        "#]],
    );
    let history = shop.asq(&["history", "--json"]).out;
    let mut rows: Vec<String> = history
        .lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            format!("{} {} {}\n", row["state"], row["agent"], row["delivered"])
        })
        .collect();
    rows.sort();
    expect![[r#"
        "answered" "Visual Studio Code (asq doctor)" true
        "answered" "claude-code (asq doctor)" true
        "answered" "claude-code (asq doctor)" true
        "answered" "codex-mcp-client (asq doctor)" true
        "answered" "codex-mcp-client (asq doctor)" true
        "answered" "copilot-cli (asq doctor)" true
        "answered" "cursor-vscode (asq doctor)" true
        "answered" "gemini-cli-mcp-client (asq doctor)" true
        "answered" "gemini-cli-mcp-client (asq doctor)" true
        "answered" "opencode (asq doctor)" true
        "answered" "qwen-cli-mcp-client (asq doctor)" true
    "#]]
    .assert_eq(&rows.concat());
}

#[test]
fn the_tools_of_every_dialect_can_be_asked() {
    let shop = shop("doctor-dialects");
    for dialect in ["asq", "question", "opencode", "questionnaire", "spec", "ask_user_question"] {
        entry(
            &shop,
            &json!({"type": "stdio", "command": ASQ, "args": ["mcp", "--dialect", dialect], "timeout": 86_400_000}),
        );
        let done = shop.asq(&["doctor", "claude-code"]);
        assert!(
            done.code == 0 && done.out.contains("answer    ok      came back, and counts"),
            "{dialect}: {done:?}"
        );
    }
}

#[test]
fn settings_that_are_missing_unreadable_or_broken_are_named() {
    let shop = shop("doctor-settings");
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  failed  '~/.claude.json' and '~/.mcp.json' aren't there
                        fix     asq install claude-code
        "#]],
    );
    stops(
        &shop,
        &["opencode"],
        &expect![[r#"
            OpenCode
              settings  failed  '~/.config/opencode/opencode.json' and '~/opencode.json' aren't there
                        fix     asq install opencode
        "#]],
    );
    write(&shop, ".claude.json", "{}");
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     failed  '~/.claude.json' has no entry mcpServers.asq
                        fix     asq install claude-code
        "#]],
    );
    write(&shop, ".mcp.json", "{\n  \"mcpServers\": {\n    \"asq\" {}\n  }\n}\n");
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  failed  '~/.mcp.json' isn't valid JSON: line 3, column 11: expected ':', got '{'
                        fix     correct line 3 of '~/.mcp.json'
        "#]],
    );
    fs::remove_file(shop.join(".mcp.json")).unwrap();
    write(&shop, ".codex/config.toml", "model = \"o9\"\n[mcp_servers.asq\n");
    stops(
        &shop,
        &["codex"],
        &expect![[r#"
            Codex
              settings  failed  '~/.codex/config.toml' isn't valid TOML: line 2, column 17: unclosed table, expected `]`
                        fix     correct line 2 of '~/.codex/config.toml'
        "#]],
    );
    fs::create_dir_all(shop.join(".cursor/mcp.json")).unwrap();
    stops(
        &shop,
        &["cursor"],
        &expect![[r#"
            Cursor
              settings  failed  can't read '~/.cursor/mcp.json': it isn't a regular file
                        fix     make '~/.cursor/mcp.json' a file that you can read
        "#]],
    );
    fs::create_dir(shop.join(".gemini")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", shop.join(".gemini/settings.json")).unwrap();
    stops(
        &shop,
        &["gemini"],
        &expect![[r#"
            Gemini
              settings  failed  '~/.gemini/settings.json' leads to '/etc/passwd', which is outside of your home; asq follows no such link
                        fix     make '~/.gemini/settings.json' a file that you can read
        "#]],
    );
    let done = shop.asq(&["doctor", "pi"]);
    expect![[r#"
        asq: asq doctor can't test pi, which loads asq's files instead of starting asq mcp
          asq install lists those files; asq doctor checks the store
        exit code 2
    "#]]
    .assert_eq(&format!("{}{}exit code {}\n", done.out, done.err, done.code));
}

#[test]
fn an_entry_that_the_agent_cannot_use_is_named() {
    let shop = shop("doctor-entry");
    entry(&shop, &json!({"command": "npx", "args": ["-y", "asq"]}));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     failed  '~/.claude.json' has an entry mcpServers.asq that starts 'npx -y …'
                        fix     take that entry out of '~/.claude.json', then asq install claude-code
        "#]],
    );
    entry(&shop, &json!({"type": "http", "url": "https://me:s3cret@asq.example/mcp?token=s3cret"}));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     failed  mcpServers.asq in '~/.claude.json' is for the server https://asq.example, which isn't tested here
                        fix     take that entry out of '~/.claude.json', then asq install claude-code
        "#]],
    );
    entry(&shop, &json!({"command": ASQ, "args": ["mcp"], "env": {"ASQ_STORE": 1}}));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     failed  mcpServers.asq in '~/.claude.json' has env.ASQ_STORE, which isn't a text
                        fix     take that entry out of '~/.claude.json', then asq install claude-code
        "#]],
    );
    entry(&shop, &json!({"args": ["mcp"]}));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     failed  '~/.claude.json' has an entry mcpServers.asq that has no command
                        fix     take that entry out of '~/.claude.json', then asq install claude-code
        "#]],
    );
    assert_eq!(shop.asq(&["install", "opencode"]).code, 0);
    let file = ".config/opencode/opencode.json";
    let text = fs::read_to_string(shop.join(file)).unwrap();
    write(&shop, file, &text.replace("\"enabled\": true", "\"enabled\": false"));
    stops(
        &shop,
        &["opencode"],
        &expect![[r#"
            OpenCode
              settings  ok      ~/.config/opencode/opencode.json
              entry     failed  mcp.asq in '~/.config/opencode/opencode.json' is switched off: enabled is false in it
                        fix     switch it on there, or in the agent
        "#]],
    );
    write(
        &shop,
        ".gemini/settings.json",
        &json!({"mcpServers": {"asq": {"command": ASQ, "args": ["mcp"], "timeout": 5000}}}).to_string(),
    );
    check(
        &shop,
        &["gemini"],
        &expect![[r#"
            Gemini
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.gemini/settings.json
              entry     ok      mcpServers.asq in ~/.gemini/settings.json
                        note    a call may end early: timeout isn't 86400000; asq install gemini sets it
                        note    It starts servers only in folders that you trust.
              approval  ?       Gemini asks you before each call of asq: the entry has no trust
                        fix     asq install gemini
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      came back, and counts as delivered
            exit code 0
        "#]],
    );
    write(
        &shop,
        ".qwen/settings.json",
        &json!({"mcpServers": {"asq": {"command": ASQ, "args": ["mcp"], "timeout": 86_400_000}}}).to_string(),
    );
    check(
        &shop,
        &["qwen"],
        &expect![[r#"
            Qwen
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.qwen/settings.json
              entry     ok      mcpServers.asq in ~/.qwen/settings.json
                        note    a call may end early: the arguments have no --limit; asq install qwen sets it
              approval  ?       Qwen asks you before each call of asq: the entry has no trust
                        fix     asq install qwen
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      came back, and counts as delivered
            exit code 0
        "#]],
    );
    write(
        &shop,
        ".copilot/mcp-config.json",
        &json!({"mcpServers": {"asq": {"command": ASQ, "args": ["mcp"], "tools": ["wait"]}}}).to_string(),
    );
    stops(
        &shop,
        &["copilot"],
        &expect![[r#"
            Copilot
              settings  ok      ~/.copilot/mcp-config.json
              entry     ok      mcpServers.asq in ~/.copilot/mcp-config.json
                        note    a call may end early: timeout isn't 86400000; asq install copilot sets it
              program   ok      ASQ, this one
              start     failed  the entry's list tools hides the tool ask
                        fix     change tools in '~/.copilot/mcp-config.json'
        "#]],
    );
    entry(
        &shop,
        &json!({"type": "stdio", "command": ASQ, "args": ["mcp"], "timeout": 86_400_000, "env": {"ASQ_STORE": "${HOME}/x"}}),
    );
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  Claude Code fills in a part of the entry, so only it can start it
                        fix     write the values out, or have the agent ask a question
        "#]],
    );
}

#[test]
fn the_program_has_to_be_this_one() {
    let shop = shop("doctor-program");
    entry(&shop, &entry_of("/gone/asq"));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  '/gone/asq' isn't there
                        fix     asq install claude-code
        "#]],
    );
    entry(&shop, &entry_of("asq"));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  'asq' isn't on the PATH
                        fix     asq install claude-code
        "#]],
    );
    write(&shop, "asq", "no program");
    entry(&shop, &entry_of("./asq"));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  './asq' isn't a program
                        fix     asq install claude-code
        "#]],
    );
    // As an older asq, which shows no forms.
    let old = format!(
        "[ \"$1\" = --version ] && exec echo 'asq 0.0.1'; sed -u s/elicitation/other/ | '{ASQ}' \"$@\""
    );
    program(&shop, "old/asq", &old);
    let place = shop.join("old/asq");
    entry(&shop, &entry_of(place.to_str().unwrap()));
    claude(
        &shop,
        &expect![[r#"
            Claude Code
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  ~/old/asq is another asq, 0.0.1; this one, VERSION, is ASQ
                        fix     asq install claude-code
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      no form came, so the doctor took the question back; that came back, and counts as delivered
            exit code 74
        "#]],
    );
    // The entry's own PATH counts.
    fs::create_dir(shop.join("bin")).unwrap();
    std::os::unix::fs::symlink(ASQ, shop.join("bin/asq")).unwrap();
    let mut by_path = entry_of("asq");
    by_path["env"] = json!({"PATH": format!("/usr/bin:{}", shop.join("bin").display())});
    entry(&shop, &by_path);
    claude(
        &shop,
        &expect![[r#"
            Claude Code
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   ok      ~/bin/asq, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      came back, and counts as delivered
            exit code 0
        "#]],
    );
}

#[test]
fn a_server_that_does_not_speak_is_ended_and_reported() {
    let shop = shop("doctor-silent");
    let place = shop.join("old/asq");
    entry(&shop, &entry_of(place.to_str().unwrap()));
    let version = "[ \"$1\" = --version ] && exec echo 'asq 0.0.1'\n";
    program(&shop, "old/asq", &format!("{version}exec 9>~/lock; flock 9; sleep 1000 & sleep 1000"));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  ~/old/asq is another asq, 0.0.1; this one, VERSION, is ASQ
                        fix     asq install claude-code
              start     failed  it said nothing for 10 s, and was ended
                        fix     asq install claude-code
        "#]],
    );
    // Whatever it started held the lock, too.
    let lock = fs::File::open(shop.join("lock")).unwrap();
    let free = || rustix::fs::flock(&lock, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok();
    eventually("all of it ended", free);
    program(&shop, "old/asq", &format!("{version}printf '\\033[2Jhello\\n'; sleep 1000"));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  ~/old/asq is another asq, 0.0.1; this one, VERSION, is ASQ
                        fix     asq install claude-code
              start     failed  it printed a line that isn't MCP: '<U+001B>[2Jhello'
                        fix     asq install claude-code
        "#]],
    );
    program(&shop, "old/asq", &format!("{version}echo 'no such \\033[2J token: hunter2' >&2; exit 3"));
    let mut secret = entry_of(place.to_str().unwrap());
    secret["env"] = json!({"TOKEN": "hunter2"});
    entry(&shop, &secret);
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  ~/old/asq is another asq, 0.0.1; this one, VERSION, is ASQ
                        fix     asq install claude-code
              start     failed  it ended: exit code 3, after 'no such <U+001B>[2J token: …'
                        fix     start it in a terminal with the entry's arguments; it may say more there
        "#]],
    );
    program(&shop, "old/asq", &format!("{version}kill -9 $$"));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  ~/old/asq is another asq, 0.0.1; this one, VERSION, is ASQ
                        fix     asq install claude-code
              start     failed  it ended: signal 9
                        fix     start it in a terminal with the entry's arguments; it may say more there
        "#]],
    );
    let refuses =
        r#"read line; echo '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"not you"}}'; sleep 1000"#;
    program(&shop, "old/asq", &format!("{version}{refuses}"));
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   failed  ~/old/asq is another asq, 0.0.1; this one, VERSION, is ASQ
                        fix     asq install claude-code
              start     failed  it refused initialize: not you
                        fix     start it in a terminal with the entry's arguments; it may say more there
        "#]],
    );
    entry(
        &shop,
        &json!({"type": "stdio", "command": ASQ, "args": ["mcp", "--nonsense"], "timeout": 86_400_000}),
    );
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   ok      ASQ, this one
              start     failed  it ended: exit code 2, after 'asq: asq mcp has no flag --nonsense'
                        fix     start it in a terminal with the entry's arguments; it may say more there
        "#]],
    );
}

#[test]
fn the_store_has_to_be_the_one_of_this_shell() {
    let mut shop = shop("doctor-store");
    let mut elsewhere = entry_of(ASQ);
    elsewhere["env"] = json!({"ASQ_STORE": shop.join("other.db")});
    entry(&shop, &elsewhere);
    claude(
        &shop,
        &expect![[r#"
            Claude Code
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  failed  in the store ~/other.db; asq inbox in this shell shows ~/.local/share/asq/store.db
                        fix     give the entry in '~/.claude.json' and this shell the same ASQ_STORE
              answer    ok      came back, and counts as delivered
            exit code 74
        "#]],
    );
    elsewhere["env"] = json!({"ASQ_STORE": "redis://s3cret"});
    entry(&shop, &elsewhere);
    claude_stops(
        &shop,
        &expect![[r#"
            Claude Code
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                        fix     asq install claude-code
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  failed  not in the store (ASQ_STORE names 'redis://…', an address of a kind that asq doesn't know); the agent got 'The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.'
                        fix     asq doctor says how the store is
        "#]],
    );
    assert_eq!(shop.asq(&["install", "codex"]).code, 0);
    let settings = shop.join(".codex/config.toml");
    let passes = std::fs::read_to_string(&settings).unwrap();
    let passes_nothing: Vec<&str> = passes.lines().filter(|line| !line.starts_with("env_vars")).collect();
    std::fs::write(&settings, passes_nothing.join("\n")).unwrap();
    let mine = shop.join("mine.db");
    shop.with("ASQ_STORE", mine.to_str().unwrap());
    check(
        &shop,
        &["codex"],
        &expect![[r#"
            Codex
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.codex/config.toml
              entry     ok      mcp_servers.asq in ~/.codex/config.toml
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  failed  in the store ~/.local/share/asq/store.db; asq inbox in this shell shows ~/mine.db
                        fix     asq install codex also passes on what this shell says of the store
              answer    ok      came back, and counts as delivered
            exit code 74
        "#]],
    );
    std::fs::write(&settings, passes).unwrap();
    check(
        &shop,
        &["codex"],
        &expect![[r#"
        Codex
          agent     ?       not on the PATH; the other steps don't need it
          settings  ok      ~/.codex/config.toml
          entry     ok      mcp_servers.asq in ~/.codex/config.toml
          program   ok      ASQ, this one
          start     ok      speaks MCP 2025-11-25; its tools: ask, wait
          question  ok      in the store ~/mine.db
          answer    ok      came back, and counts as delivered
        exit code 0
    "#]],
    );
}

#[test]
fn while_an_inbox_is_open_the_question_is_taken_back() {
    let shop = shop("doctor-inbox");
    assert_eq!(shop.asq(&["install", "claude-code"]).code, 0);
    shop.asq(&["doctor", "claude-code"]);
    let _inbox = shop.inbox();
    claude(
        &shop,
        &expect![[r#"
            Claude Code
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.claude.json
              entry     ok      mcpServers.asq in ~/.claude.json
              approval  ok      none needed: mcp__asq is allowed in ~/.claude/settings.json
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      an inbox is open, so the doctor took the question back; that came back, and counts as delivered
            exit code 0
        "#]],
    );
}

#[test]
fn what_a_project_names_starts_only_if_somebody_agrees() {
    let shop = shop("doctor-project");
    assert_eq!(shop.asq(&["install", "claude-code"]).code, 0);
    assert_eq!(shop.asq(&["install", "claude-code", "--project"]).code, 0);
    claude(
        &shop,
        &expect![[r#"
            Claude Code
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.mcp.json and ~/.claude.json
              entry     ok      mcpServers.asq in ~/.mcp.json
                        note    mcpServers.asq in ~/.claude.json doesn't count in this folder
                        note    It asks you before it starts a project's servers.
              approval  ok      none needed: mcp__asq is allowed in ~/.claude/settings.json
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      came back, and counts as delivered
            exit code 0
        "#]],
    );
    program(&shop, "old/asq", "touch ~/started; exit 1");
    let place = shop.join("old/asq");
    let named = entry_of(place.to_str().unwrap());
    let mut preloads = entry_of(ASQ);
    preloads["env"] = json!({"LD_PRELOAD": "./evil.so"});
    for entry in [preloads, named] {
        write(&shop, ".mcp.json", &json!({ "mcpServers": { "asq": entry } }).to_string());
        claude_stops(
            &shop,
            &expect![[r#"
                Claude Code
                  settings  ok      ~/.mcp.json and ~/.claude.json
                  entry     ok      mcpServers.asq in ~/.mcp.json
                            note    mcpServers.asq in ~/.claude.json doesn't count in this folder
                            note    It asks you before it starts a project's servers.
                  approval  ok      none needed: mcp__asq is allowed in ~/.claude/settings.json
                  program   failed  a project's file names it, and nobody agreed to start it
                            fix     look at '~/.mcp.json', then asq doctor claude-code --yes
            "#]],
        );
    }
    assert!(!shop.join("started").exists());
    stops(
        &shop,
        &["claude-code", "--yes"],
        &expect![[r#"
            Claude Code
              settings  ok      ~/.mcp.json and ~/.claude.json
              entry     ok      mcpServers.asq in ~/.mcp.json
                        note    mcpServers.asq in ~/.claude.json doesn't count in this folder
                        note    It asks you before it starts a project's servers.
              approval  ok      none needed: mcp__asq is allowed in ~/.claude/settings.json
              program   failed  ~/old/asq is another program; this one is ASQ
                        fix     asq install claude-code --project
              start     failed  it ended: exit code 1
                        fix     start it in a terminal with the entry's arguments; it may say more there
        "#]],
    );
    assert!(shop.join("started").exists());
}

#[test]
fn nothing_of_an_entry_acts_on_the_terminal() {
    let shop = shop("doctor-hostile");
    let hostile = "\u{1b}]0;owned\u{7}\u{202e}\n";
    for entry_value in [
        json!({"command": format!("{hostile}/asq"), "args": ["mcp"]}),
        json!({"command": hostile, "args": [hostile]}),
        json!({"url": format!("https://{hostile}/")}),
        json!({"command": ASQ, "args": ["mcp", hostile]}),
        json!({"command": ASQ, "args": ["mcp"], "env": {hostile: 1}}),
        json!({"command": ASQ, "args": ["mcp"], "env": {"ASQ_STORE": format!("/{hostile}/x")}}),
    ] {
        entry(&shop, &entry_value);
        for format in [&["doctor", "claude-code"][..], &["doctor", "claude-code", "--json"]] {
            let done = shop.asq(format);
            let acts = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(done.code == 74 && !done.out.contains(acts) && done.err.is_empty(), "{done:?}");
        }
    }
}

/// `claude mcp add` writes there by default.
#[test]
fn what_claude_code_keeps_for_a_folder_counts_first() {
    let shop = shop("doctor-folder");
    assert_eq!(shop.asq(&["install", "claude-code", "--project"]).code, 0);
    let folder = shop.join("").to_str().unwrap().trim_end_matches('/').to_owned();
    let settings = |of_folder: &Value| {
        let projects = json!({ folder.as_str(): of_folder, "/elsewhere": { "mcpServers": { "asq": 1 } } });
        let own = json!({ "projects": projects, "mcpServers": { "asq": entry_of("/old/asq") } });
        write(&shop, ".claude.json", &own.to_string());
    };
    settings(&json!({ "mcpServers": { "asq": entry_of(ASQ) } }));
    claude(
        &shop,
        &expect![[r#"
            Claude Code
              agent     ?       not on the PATH; the other steps don't need it
              settings  ok      ~/.mcp.json and ~/.claude.json
              entry     ok      projects.(this folder).mcpServers.asq in ~/.claude.json
                        note    mcpServers.asq in ~/.mcp.json doesn't count in this folder
                        note    mcpServers.asq in ~/.claude.json doesn't count in this folder
              approval  ok      none needed: mcp__asq is allowed in ~/.claude/settings.local.json
              program   ok      ASQ, this one
              start     ok      speaks MCP 2025-11-25; its tools: ask, wait
              question  ok      in the store ~/.local/share/asq/store.db
              answer    ok      came back, and counts as delivered
            exit code 0
        "#]],
    );
    settings(&json!({ "mcpServers": { "asq": entry_of(ASQ) }, "disabledMcpServers": ["asq"] }));
    claude_stops(
        &shop,
        &expect![[r#"
        Claude Code
          settings  ok      ~/.mcp.json and ~/.claude.json
          entry     failed  projects.(this folder).mcpServers.asq in '~/.claude.json' is switched off: disabledMcpServers of this folder names it
                    fix     switch it on there, or in the agent
    "#]],
    );
    settings(&json!({ "mcpServers": { "asq": { "command": "npx", "args": ["x"] } } }));
    claude_stops(
        &shop,
        &expect![[r#"
        Claude Code
          settings  ok      ~/.mcp.json and ~/.claude.json
          entry     failed  '~/.claude.json' for this folder has an entry mcpServers.asq that starts 'npx x …'
                    fix     take that entry out of '~/.claude.json', then asq install claude-code
    "#]],
    );
}

#[test]
fn a_store_that_can_not_be_made_is_told_with_its_reason() {
    let mut shop = shop("doctor-folder-of-others");
    let folder = shop.join("shared");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    shop.with("ASQ_STORE", folder.join("s.db").to_str().unwrap());
    let done = shop.asq(&["doctor"]);
    let told = format!(
        "asq: {} can't be trusted: others can write to this folder (chmod go-w, or a folder of your own)\n",
        folder.display()
    );
    assert_eq!((done.code, done.err), (74, told));
    assert!(done.out.contains("there is none yet") && !folder.join("s.db").exists(), "{}", done.out);
}

#[test]
fn an_agent_that_asks_before_it_asks_is_named() {
    let shop = shop("doctor-approval");
    let approval = |agent: &str| {
        let done = shop.asq(&["doctor", agent]);
        let text = masked(&shop, &done);
        let mut rows = text.lines().skip_while(|row| !row.starts_with("  approval "));
        let row = rows.next().unwrap_or("no row");
        let fix = rows.next().filter(|row| row.trim_start().starts_with("fix ")).unwrap_or("");
        format!("{}: {row}\n{fix}\n", done.code)
    };
    assert_eq!(shop.asq(&["install", "claude-code"]).code, 0);
    let mut all = approval("claude-code");
    write(&shop, ".claude/settings.json", "{}");
    all += &approval("claude-code");
    for rules in [
        r#"{"permissions": {"allow": ["mcp__asq__*"]}}"#,
        r#"{"permissions": {"allow": ["mcp__asq"], "ask": ["mcp__asq__wait"]}}"#,
        r#"{"permissions": {"allow": ["mcp__asq"], "deny": ["mcp__*"]}}"#,
    ] {
        write(&shop, ".claude/settings.local.json", rules);
        all += &approval("claude-code");
    }
    assert_eq!(shop.asq(&["install", "gemini"]).code, 0);
    all += &approval("gemini");
    let text = fs::read_to_string(shop.join(".gemini/settings.json")).unwrap();
    write(&shop, ".gemini/settings.json", &text.replace("\"trust\": true", "\"trust\": false"));
    all += &approval("gemini");
    write(&shop, ".gemini/settings.json", &text.replace(",\n      \"trust\": true", ""));
    all += &approval("gemini");
    expect![[r#"
        0:   approval  ok      none needed: mcp__asq is allowed in ~/.claude/settings.json

        0:   approval  ?       Claude Code asks you before each call of asq: no rule allows mcp__asq
                    fix     asq install claude-code
        0:   approval  ok      none needed: mcp__asq__* is allowed in ~/.claude/settings.local.json

        0:   approval  ?       Claude Code asks you before each call of asq: '~/.claude/settings.local.json' wants that for mcp__asq__wait
                    fix     take mcp__asq__wait out of permissions.ask in '~/.claude/settings.local.json'
        74:   approval  failed  '~/.claude/settings.local.json' denies mcp__*
                    fix     take mcp__* out of permissions.deny in '~/.claude/settings.local.json'
        0:   approval  ok      none needed: trust is true in the entry

        0:   approval  ?       Gemini asks you before each call of asq: trust isn't true in the entry
                    fix     set trust to true in '~/.gemini/settings.json'
        0:   approval  ?       Gemini asks you before each call of asq: the entry has no trust
                    fix     asq install gemini
    "#]].assert_eq(&all);
}
