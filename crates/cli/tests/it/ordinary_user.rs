//! What an ordinary user does on a machine of their own: root may read every process, so it hides what they can't.

use asq_testkit::tmux::Tmux;
use asq_testkit::users::Users;
use expect_test::expect;
use std::path::Path;

fn users() -> Option<Users> {
    Users::new("an ordinary user", Path::new(crate::ASQ))
}

/// Ada's server, with a token that asks, and her agent; `over ADDRESS QUESTION` asks through the server, and `how ID` says
/// how its answer was given.
const SERVES: &str = r#"
    run=$T/ada/run; ada mkdir -m 700 $run
    mine() { ada env XDG_RUNTIME_DIR=$run "$@"; }
    mine sh -c 'exec "$0" serve --port 0 --no-link >"$T/ada/served" 2>&1' $asq & server=$!
    trap 'kill $server; wait $server' EXIT
    until grep -q 'http://127' $T/ada/served 2>/dev/null; do read -rt 0.02 <> <(:); done
    mine sh -c 'umask 077; "$0" token new --right ask >"$T/ada/ask.tok" 2>/dev/null' $asq
    ada ln -s /bin/bash $T/ada/agent
    over() { ada env ASQ_STORE=$1 ASQ_TOKEN_FILE=$T/ada/ask.tok $T/ada/agent -c \
        '"$0" ask --no-wait --agent bot -q "$1" -o Alpha -o Beta; true' $asq $2 2>/dev/null |
        sed -n 's/.*"id":"\([^"]*\)".*/\1/p'; }
    how() { mine $asq show $1 | sed -n '/^answered/,$p' | sed -n '/^how/{s,process [0-9]*,process N,; s,: .*,: USER,; p}'; }
    socket=http+unix://$run/asq/asq.sock; port=$(grep -o 'http://127[^/ ]*' $T/ada/served | head -1)
"#;

#[test]
fn an_ordinary_user_gets_a_link_to_their_server() {
    let Some(users) = users() else { return };
    let script = format!("{SERVES} mine $asq serve --link 2>&1 | sed 's,:[0-9]*/l/[0-9a-f]*,:PORT/l/KEY,'");
    expect![[r"
        0
        http://127.0.0.1:PORT/l/KEY
    "]]
    .assert_eq(&users.run(&script));
}

#[test]
fn an_ordinary_user_answers_by_a_command_what_was_asked_through_their_server() {
    let Some(users) = users() else { return };
    let script = format!(
        r#"{SERVES}
        for at in $socket $port; do
            id=$(over $at Which-$((n += 1))?); mine setsid -w $asq answer $id --pick Alpha >$T/ada/said 2>&1; echo "code $?"
            how $id
        done"#
    );
    expect![[r#"
        0
        code 0
        how         with a command, process N: USER
        code 0
        how         with a command, process N: USER
    "#]]
    .assert_eq(&users.run(&script));
}

#[test]
fn an_ordinary_user_answers_in_the_inbox_what_was_asked_through_their_server() {
    let Some(users) = users() else { return };
    let script = users.shell(&format!(
        r#"{SERVES}
        id=$(over $socket Which?); mine $asq inbox; clear; how $id; echo over; exec cat"#
    ));
    let terminal = Tmux::start(80, 24, &script);
    terminal.wait_text("Which?");
    terminal.keys(&["Enter"]);
    terminal.wait_text("2. Beta");
    // Ada has the default guard: she presses a key that came too soon again.
    terminal.insist("an answer", &["1"], |screen| screen.contains("sending in"));
    // Leaving sends it at once.
    let screen = terminal.insist("the end", &["q"], |screen| screen.contains("over"));
    let how = screen.lines().find(|line| line.starts_with("how"));
    assert_eq!(how.map(str::trim_end), Some("how         at a terminal, process N: USER"), "{screen}");
}

/// A process hides itself only while it holds a secret: root owns the files of a hidden one.
#[test]
fn a_waiting_asker_can_be_seen_and_a_secret_is_hidden_while_it_is_typed() {
    let Some(users) = users() else { return };
    let seen = r#"seen() { [ "$(stat -c %u /proc/$1/environ)" = 20001 ] && echo "seen" || echo "hidden"; }"#;
    let waits = format!(
        "{seen}; ada sh -c 'exec \"$0\" ask --inbox -q Which? -o A -o B --agent bot 2>\"$T/ada/err\" >/dev/null' $asq &
        until grep -q waiting $T/ada/err 2>/dev/null; do read -rt 0.02 <> <(:); done
        asker=$(pgrep -u 20001 -f 'ask --inbox -q Which'); seen $asker; kill $asker; wait"
    );
    assert_eq!(users.run(&waits), "0\nseen\n");
    let terminal = Tmux::start(
        80,
        24,
        &users.shell("ada sh -c 'exec \"$0\" input --sensitive Token?' $asq; clear; echo over; exec cat"),
    );
    terminal.wait_text("Token?");
    let state = || {
        let script = format!(r#"{seen}; seen $(pgrep -u 20001 -f 'input --sensitive Token')"#);
        users.run(&script)
    };
    assert_eq!(state(), "0\nseen\n");
    terminal.text("s3cret");
    terminal.wait_text("••••••");
    assert_eq!(state(), "0\nhidden\n");
    terminal.keys(&["C-u"]);
    terminal.wait("an empty field", |screen| !screen.contains('•'));
    assert_eq!(state(), "0\nseen\n");
    terminal.keys(&["C-c"]);
    terminal.wait_text("over");
}
