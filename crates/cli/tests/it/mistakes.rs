//! What people type wrong, with the whole message of each mistake.
//!
//! - Each message names what failed, what came and what to do, and has asq's voice, not the parser's.
//! - A mistake in the command line exits with 2 and asks nobody.
//! - Broken pipes, full disks and closed descriptors are reported once.
//! - Binary input, a label of a megabyte and a pipe without an end are refused at once.

use crate::ASQ;
use crate::done::printed;
use crate::shop::Shop;
use std::fmt::Write;
use std::fs;

/// Files and requests that the mistakes are about; `$N` is an open request for a number, `$P` one for a list.
const BEFORE: &str = r#"
    printf '{"questions": [{"id": "q", "prompt": "Which?", "options": [{"value": "a", "label": "A"}]}]}' >call.json
    echo '{' >cut.json; : >empty; echo hello >text.json; printf '\200\377' >bytes; mkdir folder
    echo '{}' >object.json; cp text.json notes.db; chmod 600 notes.db; touch before
    yes x | head -c 1100000 | tr -d '\n' >long; yes | head -n 300 >many
    asq ask -q 'How many?' --number --min 1 --max 9 --no-wait --agent a --call-id c >n.json 2>err
    asq ask -q 'Which?' -o SQLite -o MySQL --no-wait --agent a >p.json 2>err
    N=$(grep -o '"id":"[^"]*' n.json | head -n 1 | cut -c7-); P=$(grep -o '"id":"[^"]*' p.json | head -n 1 | cut -c7-)
"#;

/// Runs each line in a shell of its own below the same home, and compares what it prints and its exit code.
fn check(name: &str, lines: &str) {
    let mut shop = Shop::new("mistakes");
    shop.with("ASQ", ASQ);
    let asq = r#"asq() { setsid --wait "$ASQ" "$@"; }; "#;
    let before = shop.script(&format!("{asq}{BEFORE} echo N=$N P=$P"), &[]).done();
    assert_eq!(before.code, 0, "{before:?}");
    let ids = before.out.trim().replace(' ', "; ");
    let mut all = String::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let done = shop.script(&format!("{asq}{ids}; {line}"), &[]).done();
        let text = format!("{}{}", done.out, done.err);
        let _ = writeln!(all, "$ {line}\n{}{}\n", shop.masked(&text), done.code);
    }
    printed(name, &all);
    assert!(fs::metadata(shop.join("before")).is_ok());
}

#[test]
fn commands_and_flags() {
    check(
        "mistakes/commands_and_flags",
        r#"
        asq aks
        asq 'Deploy?'
        asq log frob
        asq log note
        asq token add
        asq settings frob
        asq attach opencod
        asq help exit
        asq help comfirm
        asq help foo
        asq ask --bogus
        asq ask --fullscren
        asq ask -q X -o -v --frob
        asq inbox --nope
        asq demo --inbox
        asq input X --only-options
        asq log import --force
        asq list --frob
        asq dialects x
        asq prune
        asq settings set theme
        asq ask -q X call.json
        asq ask --inbox --no-wait call.json
        asq ask --format xml call.json
        asq ask --format
        asq install frob
        asq doctor claude
        asq doctor pi
        asq doctor agents-md --yes
        asq choose a b
        asq write
        asq input X --password
        asq input X --value a
        asq pick X a b --limit 1
        asq pick X a b --many=2
        asq pick X a b --height 40%
        asq pick --title X a b
        asq confirm --prompt 'Deploy?'
        asq confirm Deploy to production
        asq ask -q 'Which db?' x
        asq pick X a b -m
        asq confirm X --affirmative Ja
        asq confirm X --timeout 5s
        asq status --timeout 5s
        asq ask 'Which db?'
        asq ask 'Which db?' -o a
        asq completions tcsh
        asq token new god
        asq attach opencode foo
        asq pick $'\xff' b
        "#,
    );
}

#[test]
fn numbers_and_durations() {
    check(
        "mistakes/numbers_and_durations",
        r#"
        asq ask -q X --guard -5
        asq ask -q X --guard 999999
        asq history --limit x
        asq history --limit -1
        asq wait abc --since abc
        asq serve --port 80a
        asq serve --port 99999
        asq ask -q X --wait=5x
        asq ask -q X --wait=0
        asq ask call.json --wait 1s
        asq wait zzz --timeout 0
        asq mcp --limit 0s
        asq token new ask --expires 0
        asq prune --older-than -1d
        asq ask -q X --expires soon
        asq ask -q X --expires 400d
        asq ask -q X --number --min x
        asq ask -q X --number --min 9 --max 1
        asq input X --number --min 1 --max 3 --default 9
        asq history --day tomorow
        asq history --since 2026-01-02 --until 2026-01-01
        "#,
    );
}

#[test]
fn questions_without_a_call() {
    check(
        "mistakes/questions_without_a_call",
        r#"
        asq ask -q X --min 3 --text
        asq input X --min 2
        asq ask -q X -o a --multiline
        asq ask -q X --yes J
        asq confirm 'Drop?' --danger ''
        asq confirm X --default maybe
        asq pick X a b --default a --default b
        asq pick X a a
        asq pick X --default a '' b
        asq pick '' a b
        asq pick X - </dev/null
        asq pick X - <bytes --default a
        asq pick X - <long --default a
        asq pick X - <many --default y
        asq pick X a b </dev/null
        asq pick X $(seq 201)
        asq pick X a b --print0 --format json
        asq pick X a b --index --format text
        asq confirm X </dev/null
        asq demo >out
        "#,
    );
}

#[test]
fn calls_that_cannot_be_read() {
    check(
        "mistakes/calls_that_cannot_be_read",
        r#"
        asq ask none.json
        asq ask folder
        asq ask "$(cat call.json)"
        asq ask empty >out
        asq ask cut.json >out
        asq ask text.json >out
        asq ask bytes >out
        asq check none.json
        asq check cut.json >report; cat report
        asq ask --dialect foo call.json
        asq ask --tool foo call.json >out
        asq schema foo
        asq schema question --tool foo
        yes | asq ask - >out
        asq ask - </dev/zero >out
        mkfifo open; exec 9<>open; cat call.json >&9; asq check - <&9 | head -n 1
        "#,
    );
}

#[test]
fn answers_and_stores() {
    check(
        "mistakes/answers_and_stores",
        r#"
        asq show zzzzzz
        asq wait zzzzzz
        asq ask -q other --no-wait --agent a --call-id c >out
        asq answer $N --number 12 --force
        asq answer $N --number 3 --as '' --force
        asq answer $N --answers text.json --force
        asq answer $N --answers object.json --force
        asq answer $N --answers none.json
        asq answer $N --force
        asq answer $P --pick c --force
        asq answer $P --pick SQLit --force
        asq cancel $P
        asq withdraw $P
        asq withdraw $P
        asq inbox --once $P 2>&1 | sed 's/ by .*//'; echo ${PIPESTATUS[0]}
        asq inbox
        asq log export log.jsonl
        asq log export log.jsonl
        asq log import log.jsonl
        asq log import text.json
        asq log verify --head xyz
        asq token revoke zzz
        asq status --format '{nope}'
        asq status --format '{'
        ASQ_STORE=/dev/null asq list
        ASQ_STORE=folder asq list
        ASQ_STORE=notes.db asq list
        ASQ_STORE=ftp://x asq list
        ASQ_STORE=http+unix:///none asq list
        ASQ_STORE=postgres://127.0.0.1:1/x asq list
        ASQ_STORE=/proc/none/s.db asq ask -q X --no-wait >out
        HOME= asq list
        "#,
    );
}

#[test]
fn settings() {
    check(
        "mistakes/settings",
        r#"
        asq settings set theme pink
        asq settings set theme pink --global
        asq settings set theem dark
        asq settings set nope x
        asq settings unset nope
        asq settings explain nope
        asq settings set guard 5s
        asq settings edit
        asq trust none
        asq install codex FILE
        asq install agents-md --global
        asq serve --cors foo
        asq serve --tls-cert none --tls-key none
        mkdir -p .config/asq; echo 'theme = "pink"' >.config/asq/config.toml; asq settings >out
        printf 'bellOnQuestion = true\nguard = \n' >.config/asq/config.toml; asq settings >out
        "#,
    );
}

#[test]
fn streams() {
    check(
        "mistakes/streams",
        r#"
        asq --help >/dev/full
        asq list >/dev/full
        asq list >&-
        asq help keys | head -n 0
        asq --help | true
        asq ask text.json >&-
        asq check call.json >/dev/full
        "#,
    );
}
