//! What another user of the same machine, or root, can do to a person's asq: nothing.

use asq_testkit::tmux::Tmux;
use asq_testkit::users::Users;
use expect_test::{Expect, expect};
use std::path::Path;

fn check(script: &str, wanted: &Expect) {
    let Some(users) = users() else { return };
    wanted.assert_eq(&users.run(script));
}

fn users() -> Option<Users> {
    Users::new("two users", Path::new(crate::ASQ))
}

/// Another user holds a lock under every name that the lock of a terminal has ever had in a shared folder.
#[test]
fn another_user_cannot_take_the_turn_on_a_terminal() {
    let Some(users) = users() else { return };
    let script = users.shell(
        "device=$(printf %x $(cut -d' ' -f7 /proc/self/stat)); lock=/tmp/asq-20001-tty-$device.lock
        rm -f $lock; eve sh -c \"umask 0; : >$lock\"
        mkfifo held go; eve flock $lock sh -c 'echo held; exec cat' <go >held & exec 8>go; read line <held
        ada $asq ask -q Go -o Yes -o No >out; code=$?
        kill %1; rm -f $lock; find ada -type f; echo \"ended with $code\"; exec cat",
    );
    let terminal = Tmux::start(80, 24, &script);
    terminal.wait_text("❯ 1. Yes");
    expect![[r#"
        0
        600 20001 DIR/ada/.local/state/asq/turns/tty.lock
        700 20001 DIR/ada/.local/state/asq/turns
        700 20001 DIR/ada/.local/state/asq
        700 20001 DIR/ada/.local/state
        700 20001 DIR/ada/.local
        700 20001 DIR/ada
        ls: cannot access 'DIR/ada/.local/state/asq/turns': Permission denied
    "#]]
    .assert_eq(&users.run(
        "stat -c '%a %u %n' $T/ada/.local/state/asq/turns/*.lock | sed 's/tty-.*.lock/tty.lock/'
        p=$T/ada/.local/state/asq/turns; while [ $p != $T ]; do stat -c '%a %u %n' $p; p=${p%/*}; done
        eve ls $T/ada/.local/state/asq/turns; true",
    ));
    terminal.keys(&["Down"]);
    terminal.wait_text("❯ 2. No");
    // Ada has the default guard: she presses an Enter that came too soon again.
    let screen = terminal.insist("the end", &["Enter"], |screen| screen.contains("ended with"));
    assert!(screen.contains("ended with 0"), "{screen}");
    assert!(!screen.contains(".lock"), "{screen}");
}

#[test]
fn a_store_lies_in_no_folder_that_others_can_write() {
    check(
        "mkdir -m 1777 sticky; cd sticky
        (umask 0; eve touch s.db-wal s.db-shm; eve mkdir s.db.waiting)
        ada env ASQ_STORE=$PWD/s.db $asq ask --no-wait -q TOPSECRETQUESTION -o a -o b; echo $?
        grep -c TOPSECRETQUESTION s.db-wal; ls",
        &expect![[r#"
            0
            asq: DIR/sticky can't be trusted: others can write to this folder (chmod go-w, or a folder of your own)
              nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
              asq help store says where the store is, and how to choose another
            {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
            7
            0
            s.db-shm
            s.db-wal
            s.db.waiting
        "#]],
    );
}

/// The folder was once writable for others, and another user's file is still in it.
#[test]
fn what_lies_next_to_a_store_is_checked_before_the_store_is_opened() {
    check(
        "mkdir -m 700 own; chown 20001 own; cd own
        ask() { ada env ASQ_STORE=$PWD/s.db $asq ask --no-wait -q Go -o a -o b 2>&1 >/dev/null | head -1; }
        for name in s.db-wal s.db-shm s.db-journal s.db.gate s.db.bell s.db.drafts s.db.inbox; do
            echo \"- $name\"; touch $name; chown 20002 $name; chmod 666 $name; ask; rm -rf s.db*
            ada sh -c \"umask 077; echo x >theirs; ln theirs $name\"; ask; rm -rf s.db* theirs
            ln -s theirs $name; ask; ls theirs 2>/dev/null; rm -rf s.db*
        done
        echo '- s.db.waiting'; mkdir -m 700 s.db.waiting; chown 20002 s.db.waiting; ask; rm -rf s.db*
        ada mkdir -m 777 s.db.waiting; ask; rm -rf s.db*
        mkdir -m 777 elsewhere; ln -s elsewhere s.db.waiting; ask; rm -rf s.db*",
        &expect![[r#"
            0
            - s.db-wal
            asq: DIR/own/s.db-wal belongs to user 20002, and this is user 20001: run asq as its owner, or name another store with ASQ_STORE
            asq: DIR/own/s.db-wal can't be trusted: it has a second name (a hard link): remove it
            asq: DIR/own/s.db-wal can't be trusted: it is a link, which no file of a store is: remove it
            - s.db-shm
            asq: DIR/own/s.db-shm belongs to user 20002, and this is user 20001: run asq as its owner, or name another store with ASQ_STORE
            asq: DIR/own/s.db-shm can't be trusted: it has a second name (a hard link): remove it
            asq: DIR/own/s.db-shm can't be trusted: it is a link, which no file of a store is: remove it
            - s.db-journal
            asq: DIR/own/s.db-journal belongs to user 20002, and this is user 20001: run asq as its owner, or name another store with ASQ_STORE
            asq: DIR/own/s.db-journal can't be trusted: it has a second name (a hard link): remove it
            asq: DIR/own/s.db-journal can't be trusted: it is a link, which no file of a store is: remove it
            - s.db.gate
            asq: DIR/own/s.db.gate belongs to user 20002, and this is user 20001: run asq as its owner, or name another store with ASQ_STORE
            asq: DIR/own/s.db.gate can't be trusted: it has a second name (a hard link): remove it
            asq: DIR/own/s.db.gate can't be trusted: it is a link, which no file of a store is: remove it
            - s.db.bell
            asq: DIR/own/s.db.bell belongs to user 20002, and this is user 20001: run asq as its owner, or name another store with ASQ_STORE
            asq: DIR/own/s.db.bell can't be trusted: it has a second name (a hard link): remove it
            asq: DIR/own/s.db.bell can't be trusted: it is a link, which no file of a store is: remove it
            - s.db.drafts
            asq: DIR/own/s.db.drafts belongs to user 20002, and this is user 20001: run asq as its owner, or name another store with ASQ_STORE
            asq: DIR/own/s.db.drafts can't be trusted: it has a second name (a hard link): remove it
            asq: DIR/own/s.db.drafts can't be trusted: it is a link, which no file of a store is: remove it
            - s.db.inbox
            asq: DIR/own/s.db.inbox belongs to user 20002, and this is user 20001: run asq as its owner, or name another store with ASQ_STORE
            asq: DIR/own/s.db.inbox can't be trusted: it has a second name (a hard link): remove it
            asq: DIR/own/s.db.inbox can't be trusted: it is a link, which no file of a store is: remove it
            - s.db.waiting
            asq: DIR/own/s.db.waiting belongs to user 20002, and this is user 20001: run asq as its owner, or name another store with ASQ_STORE
            asq: DIR/own/s.db.waiting can't be trusted: others can read or write it (chmod go=)
            asq: DIR/own/s.db.waiting can't be trusted: it is a link, which no file of a store is: remove it
        "#]],
    );
}

#[test]
fn settings_that_run_commands_come_from_files_that_nobody_else_can_write() {
    check(
        "mkdir -p ada/.config/asq ada/.pi/agent; C=ada/.config/asq/config.toml G=ada/.pi/agent/ask-user-question.json
        echo 'onQuestionCommand = \"id\"
debounceMs = 7' >$C; echo '{\"dangerCheckEnabled\": false, \"bellOnQuestion\": false}' >$G
        all() { (cd ada; \"$1\" env HOME=$T/ada $asq settings --origins) >said; grep -e ^onQ -e ^debounce -e ^danger -e ^bellOn said
            sed '1,/^What/d' said | tr -s '\\n ' ' '; echo; }
        chown -R 20001:20001 ada; echo '- their own'; all ada
        echo '- of root'; chown -R 0:0 ada/.config ada/.pi; all ada
        echo '- eve owns the files'; chown -R 20001:20001 ada; chown 20002 $C $G; all ada
        echo '- others can write the files'; chown 20001 $C $G; chmod 620 $C; chmod 602 $G; all ada
        echo '- others can write the folders'; chmod 600 $C $G; chmod 1777 ada/.config/asq ada/.pi/agent; all ada
        echo '- root, with the home of ada'; chmod 700 ada/.config/asq ada/.pi/agent; all root",
        &expect![[r#"
            0
            - their own
            bellOnQuestion               false         global
            onQuestionCommand            "id"          config
            debounceMs                   7             config
            dangerCheckEnabled           false         global

            - of root
            bellOnQuestion               false         global
            onQuestionCommand            "id"          config
            debounceMs                   7             config
            dangerCheckEnabled           false         global

            - eve owns the files
            bellOnQuestion               false         global
            onQuestionCommand            ""            default
            debounceMs                   7             config
            dangerCheckEnabled           true          default
             ~/.config/asq/config.toml: onQuestionCommand does not count, since somebody else could have set it: it belongs to user 20002, and this is user 20001 ~/.pi/agent/ask-user-question.json: dangerCheckEnabled does not count, since somebody else could have set it: it belongs to user 20002, and this is user 20001 
            - others can write the files
            bellOnQuestion               false         global
            onQuestionCommand            ""            default
            debounceMs                   7             config
            dangerCheckEnabled           true          default
             ~/.config/asq/config.toml: onQuestionCommand does not count, since somebody else could have set it: others can write to it (chmod go-w) ~/.pi/agent/ask-user-question.json: dangerCheckEnabled does not count, since somebody else could have set it: others can write to it (chmod go-w) 
            - others can write the folders
            bellOnQuestion               false         global
            onQuestionCommand            ""            default
            debounceMs                   7             config
            dangerCheckEnabled           true          default
             ~/.config/asq/config.toml: onQuestionCommand does not count, since somebody else could have set it: its folder DIR/ada/.config/asq: others can write to it (chmod go-w) ~/.pi/agent/ask-user-question.json: dangerCheckEnabled does not count, since somebody else could have set it: its folder DIR/ada/.pi/agent: others can write to it (chmod go-w) 
            - root, with the home of ada
            bellOnQuestion               false         global
            onQuestionCommand            ""            default
            debounceMs                   7             config
            dangerCheckEnabled           true          default
             ~/.config/asq/config.toml: onQuestionCommand does not count, since somebody else could have set it: it belongs to user 20001, and this is user 0 ~/.pi/agent/ask-user-question.json: dangerCheckEnabled does not count, since somebody else could have set it: it belongs to user 20001, and this is user 0 
        "#]],
    );
}

#[test]
fn root_leaves_nothing_in_the_home_of_somebody_else() {
    check(
        "in_ada() { (cd ada; as 0 $T/ada \"$@\"; echo \"$?\"); }
        in_ada $asq ask --no-wait -q Go -o Yes -o No
        in_ada $asq settings set debounceMs 7
        in_ada $asq settings set bellOnQuestion off --global
        in_ada $asq settings set bellOnQuestion off --project
        in_ada $asq install pi --dialect question
        in_ada $asq install pi --dialect question --project
        find ada -mindepth 1
        echo '- with folders of ada'
        ada mkdir -p ada/.local/share/asq ada/.local/state/asq ada/.config/asq ada/.pi/agent/extensions
        in_ada $asq ask --no-wait -q Go -o Yes -o No
        in_ada $asq settings set debounceMs 7
        in_ada $asq settings set bellOnQuestion off --global
        in_ada $asq settings set bellOnQuestion off --project
        in_ada $asq install pi --dialect question
        in_ada $asq install pi --dialect question --project
        find ada -user 0
        echo '- root has a home of its own'
        root $asq settings set debounceMs 7; find root -type f",
        &expect![[r#"
            0
            asq: DIR/ada belongs to user 20001, and this is root: run asq as its owner, or name another store with ASQ_STORE
              nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
              asq help store says where the store is, and how to choose another
            {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
            7
            asq: can't write DIR/ada/.config/asq/config.toml: its folder DIR/ada: it belongs to user 20001, and this is user 0
            74
            asq: can't write DIR/ada/.pi/agent/ask-user-question.json: its folder DIR/ada: it belongs to user 20001, and this is user 0
            74
            asq: can't write DIR/ada/.pi/ask-user-question.json: its folder DIR/ada: it belongs to user 20001, and this is user 0
            74
            create            DIR/ada/.pi/agent/extensions/question.ts
            asq: can't change 'DIR/ada/.pi/agent/extensions/question.ts': its folder DIR/ada: it belongs to user 20001, and this is user 0
            74
            create            .pi/extensions/question.ts
            asq: can't change '.pi/extensions/question.ts': its folder DIR/ada: it belongs to user 20001, and this is user 0
            74
            - with folders of ada
            asq: DIR/ada/.local/share/asq belongs to user 20001, and this is root: run asq as its owner, or name another store with ASQ_STORE
              nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
              asq help store says where the store is, and how to choose another
            {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
            7
            asq: can't write DIR/ada/.config/asq/config.toml: its folder DIR/ada/.config/asq: it belongs to user 20001, and this is user 0
            74
            asq: can't write DIR/ada/.pi/agent/ask-user-question.json: its folder DIR/ada/.pi/agent: it belongs to user 20001, and this is user 0
            74
            asq: can't write DIR/ada/.pi/ask-user-question.json: its folder DIR/ada: it belongs to user 20001, and this is user 0
            74
            create            DIR/ada/.pi/agent/extensions/question.ts
            asq: can't change 'DIR/ada/.pi/agent/extensions/question.ts': its folder DIR/ada/.pi/agent/extensions: it belongs to user 20001, and this is user 0
            74
            create            .pi/extensions/question.ts
            asq: can't change '.pi/extensions/question.ts': its folder DIR/ada: it belongs to user 20001, and this is user 0
            74
            - root has a home of its own
            debounceMs = 7 in ~/.config/asq/config.toml
            root/.config/asq/config.toml
        "#]],
    );
}
