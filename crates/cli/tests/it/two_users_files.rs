//! What asq keeps in files of its own, when another user made the file, could write it, or put something else in its place.
//!
//! - A list of trusted folders, a password file and a draft count only if nobody else could have written them.
//! - A theme holds nothing but colours, so one from somebody else counts; asq waits for no pipe.
//! - The text in an editor and the payload of a command are in a folder that nobody else can enter.

use asq_testkit::eventually::eventually;
use asq_testkit::tmux::Tmux;
use asq_testkit::users::Users;
use expect_test::expect;
use std::path::Path;

fn users() -> Option<Users> {
    Users::new("files of two users", Path::new(crate::ASQ))
}

#[test]
fn a_list_of_trust_and_a_password_file_count_only_if_nobody_else_wrote_them() {
    let Some(users) = users() else { return };
    let script = r#"
        ada mkdir -p ada/p/.pi ada/.local/state/asq
        echo '{"onQuestionCommand": "id"}' >ada/p/.pi/ask-user-question.json
        digest=$(sha256sum <ada/p/.pi/ask-user-question.json | cut -d' ' -f1)
        printf '{"folders": {"%s": {"digest": "%s", "at": 0}}}' $T/ada/p $digest >list
        echo '*:*:*:*:s3cret' >word
        trust() {
            (cd ada/p; $1 env HOME=$T/ada $asq settings --origins) >said
            echo "  $2: $(grep -c '^onQuestionCommand *"id"' said)" $(sed '1,/^What/d' said | tr -s '\n ' ' ' | sed 's# ~/p/.pi.*##')
        }
        password() {
            address='postgres://jo@127.0.0.1:1/x?connect_timeout=1'
            echo "  $2: $($1 env HOME=$T/ada ASQ_STORE=$address $asq list 2>&1 | head -1 | sed 's/.*used: //')"
        }
        for case in "trust list $PWD/ada/.local/state/asq/trust.json" "password word $PWD/ada/.pgpass"; do
            set -- $case; put() { rm -f $3; cp $2 $3; chown 20001 $3; chmod 600 $3; }
            echo "- $1"; put $case; $1 ada own
            chown 0 $3; chmod 644 $3; $1 ada "of root, open"
            chown 20002 $3; $1 ada "of eve, open"
            put $case; chmod 622 $3; $1 ada "others can write it"
            put $case; mv $3 behind; ln -s $T/behind $3; $1 ada "a link to their own"
            chown 20002 behind; chmod 644 behind; $1 ada "a link to one of eve"
            rm $3; mkfifo -m 666 $3; $1 ada "a pipe"
            put $case; chmod 1777 $(dirname $3); $1 ada "others can write the folder"; chmod 700 $(dirname $3)
            $1 root "root, with the home of ada"
        done"#;
    expect![[r#"
        0
        - trust
          own: 1
          of root, open: 1
          of eve, open: 0 ~/.local/state/asq/trust.json can't be read: it belongs to user 20002, and this is user 20001, so it is not believed
          others can write it: 0 ~/.local/state/asq/trust.json can't be read: others can write to it (chmod go-w), so it is not believed
          a link to their own: 1
          a link to one of eve: 0 ~/.local/state/asq/trust.json can't be read: it belongs to user 20002, and this is user 20001, so it is not believed
          a pipe: 0 ~/.local/state/asq/trust.json can't be read: it isn't a regular file
          others can write the folder: 0 ~/.local/state/asq/trust.json can't be read: its folder DIR/ada/.local/state/asq: others can write to it (chmod go-w), so it is not believed
          root, with the home of ada: 0 ~/.local/state/asq/trust.json can't be read: it belongs to user 20001, and this is user 0, so it is not believed
        - password
          own: asq: the store can't be reached: x on 127.0.0.1:1: Connection refused
          of root, open: the password file DIR/ada/.pgpass is open to others: chmod 600 closes it
          of eve, open: the password file DIR/ada/.pgpass can't be trusted: it belongs to user 20002, and this is user 20001
          others can write it: the password file DIR/ada/.pgpass is open to others: chmod 600 closes it
          a link to their own: asq: the store can't be reached: x on 127.0.0.1:1: Connection refused
          a link to one of eve: the password file DIR/ada/.pgpass can't be trusted: it belongs to user 20002, and this is user 20001
          a pipe: the password file DIR/ada/.pgpass can't be read: it isn't a regular file
          others can write the folder: asq: the store can't be reached: x on 127.0.0.1:1: Connection refused
          root, with the home of ada: the password file DIR/ada/.pgpass can't be trusted: it belongs to user 20001, and this is user 0
    "#]].assert_eq(&users.run(script));
}

/// A form for each case; `half` is typed in the first one.
const FORMS: &str = r#"
    state=ada/.local/state/asq; theme=ada/.config/asq/themes/mine.toml; ada mkdir -p ${theme%/*}
    printf '#!/bin/sh\nstat -c "${0##*/} %%a %%u %%n" "$1" "${1%%/*}" >>%s/ada/seen\n' $T >editor
    cp editor command; chmod 755 editor command
    printf 'onQuestionCommand = "%s/command \\"$PI_QUESTIONNAIRE_PAYLOAD_FILE\\""\ntheme = "mine"\n' $T >ada/.config/asq/config.toml
    own() { chown 20001 $1; chmod $2 $1; }
    own ada/.config/asq/config.toml 600
    fresh() {
        rm -rf behind second theirs real $theme run $draft; mkdir run; own run 700
        echo 'nothing = "red"' >$theme; own $theme 600
        [ ! -e kept ] || { cp kept $draft; own $draft 600; }
    }
    ask() {
        n=$((n + 1)); clear; echo "$n. $1" | tee -a log; rm -f ada/seen
        ada env EDITOR=$T/editor XDG_RUNTIME_DIR=$T/run $asq ask -q Why --text 2>told >/dev/null
        sed 's/^/  /' told >>log; sort ada/seen | sed -E 's/[0-9a-f]{16}/RANDOM/; s/^/  /' >>log
    }
    n=0; draft=; fresh; ask 'no draft yet'
    draft=$(ls -d $state/drafts/*); cp $draft kept
    exec 3<&0
    while read -r case; do fresh; eval "$case"; ask "$case" <&3; done <<'CASES'
true
chown 20002 $draft $theme run; chmod 644 $draft $theme
chmod 622 $draft $theme; chmod 777 run
chmod 640 $draft; chmod 1777 run
mv $draft behind; ln -s $T/behind $draft; mv run real; ln -s $T/real run
ln $draft second; rm -r run; mkfifo run
rm $draft $theme; mkfifo -m 666 $draft $theme; rm -r run; ln -s $T/eve run
chown 20002 $state/drafts; rm -r run; touch run
CASES
    clear; echo "$((n + 1)). over"; exec cat
"#;

#[test]
fn a_draft_a_theme_and_texts_for_other_programs_are_nobody_elses() {
    let Some(users) = users() else { return };
    let terminal = Tmux::start(100, 30, &users.shell(FORMS));
    let seen = |what: &str| {
        eventually(what, || users.run("cat ada/seen 2>/dev/null").matches(what).count() == 2);
    };
    let mut came_back = Vec::new();
    for case in 1..=9 {
        let up = |screen: &str| screen.contains(&format!("{case}. ")) && screen.contains("Esc cancel");
        let screen = terminal.wait("the form of a case", up);
        if case == 1 {
            terminal.text("half");
            terminal.wait_text("half");
        }
        came_back.push(screen.contains("half (kept from"));
        seen("command ");
        terminal.keys(&["C-g"]);
        seen("editor ");
        terminal.wait("the form after its editor", up);
        terminal.keys(&["C-c"]);
    }
    terminal.wait_text("10. over");
    assert_eq!(came_back, [false, true, false, false, false, false, false, false, false]);
    expect![[r#"
        0
        1. no draft yet
          asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "nothing"
          command 600 20001 DIR/run/asq-question.RANDOM.json
          command 700 20001 DIR/run
          editor 600 20001 DIR/run/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/run/asq-edit-RANDOM
        2. true
          asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "nothing"
          command 600 20001 DIR/run/asq-question.RANDOM.json
          command 700 20001 DIR/run
          editor 600 20001 DIR/run/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/run/asq-edit-RANDOM
        3. chown 20002 $draft $theme run; chmod 644 $draft $theme
          asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "nothing"
          asq: a kept draft did not come back: it belongs to user 20002, and this is user 20001
          command 600 20001 DIR/ada/.local/state/asq/tmp/asq-question.RANDOM.json
          command 700 20001 DIR/ada/.local/state/asq/tmp
          editor 600 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM
        4. chmod 622 $draft $theme; chmod 777 run
          asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "nothing"
          asq: a kept draft did not come back: others can write to it (chmod go-w)
          command 600 20001 DIR/ada/.local/state/asq/tmp/asq-question.RANDOM.json
          command 700 20001 DIR/ada/.local/state/asq/tmp
          editor 600 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM
        5. chmod 640 $draft; chmod 1777 run
          asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "nothing"
          asq: a kept draft did not come back: others can read it (chmod go=)
          command 600 20001 DIR/ada/.local/state/asq/tmp/asq-question.RANDOM.json
          command 700 20001 DIR/ada/.local/state/asq/tmp
          editor 600 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM
        6. mv $draft behind; ln -s $T/behind $draft; mv run real; ln -s $T/real run
          asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "nothing"
          asq: a kept draft did not come back: it is a link, which is not followed here
          command 600 20001 DIR/real/asq-question.RANDOM.json
          command 700 20001 DIR/real
          editor 600 20001 DIR/real/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/real/asq-edit-RANDOM
        7. ln $draft second; rm -r run; mkfifo run
          asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "nothing"
          asq: a kept draft did not come back: it has a second name (a hard link)
          command 600 20001 DIR/ada/.local/state/asq/tmp/asq-question.RANDOM.json
          command 700 20001 DIR/ada/.local/state/asq/tmp
          editor 600 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM
        8. rm $draft $theme; mkfifo -m 666 $draft $theme; rm -r run; ln -s $T/eve run
          asq: ~/.config/asq/themes/mine.toml can't be read: it isn't a regular file
          asq: a kept draft did not come back: it isn't a regular file
          command 600 20001 DIR/ada/.local/state/asq/tmp/asq-question.RANDOM.json
          command 700 20001 DIR/ada/.local/state/asq/tmp
          editor 600 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM
        9. chown 20002 $state/drafts; rm -r run; touch run
          asq: ~/.config/asq/themes/mine.toml: theme: there is no tone "nothing"
          command 600 20001 DIR/ada/.local/state/asq/tmp/asq-question.RANDOM.json
          command 700 20001 DIR/ada/.local/state/asq/tmp
          editor 600 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM/asq-answer.md
          editor 700 20001 DIR/ada/.local/state/asq/tmp/asq-edit-RANDOM
    "#]]
    .assert_eq(&users.run("cat log"));
}
