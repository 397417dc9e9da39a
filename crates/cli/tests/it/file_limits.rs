//! Files that a stranger may have written, at their limits and one beyond, as the binary reads them.

use crate::run::asq;
use crate::terminal::Home;
use expect_test::{Expect, expect};
use std::fmt::Write as _;

/// Runs a script of bash in an empty home, where `json N DEPTH` makes an object with that many members and levels.
fn check(text: &str, expected: &Expect) {
    let whole = format!(
        "cd; mkdir -p .pi/agent .config/asq/themes .local/state/asq/drafts proj/.pi; chmod -R go= .local .config
        json() {{ printf '{{'; for n in $(seq 2 $1); do printf '\"k%d\":1,' $n; done
            printf '\"deep\":'; printf '[%.0s' $(seq 2 $2); printf ']%.0s' $(seq 2 $2); printf '}}'; }}
        {{ {text}
        }} 2>&1 | sed \"s|$HOME|~|g\""
    );
    expected.assert_eq(&asq(&[]).shell(&whole).done().out);
}

#[test]
fn a_settings_file_has_limits() {
    let says = |json: &str| {
        format!(
            "{json} >proj/.pi/ask-user-question.json; (cd proj; asq settings --origins | grep -e 'read:' -A1 -e 'setting deep' | sed 's/^ *//')\n"
        )
    };
    check(
        &[
            says("json 3 16"),
            says("json 3 17"),
            says("json 200 2 | sed s/k[0-9]*/debounceMs/g"),
            says("json 201 2"),
        ]
        .concat(),
        &expect![[r#"
            ~/proj/.pi/ask-user-question.json: there is no setting deep
            ~/proj/.pi/ask-user-question.json can't be read:
            deep[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0] lies deeper than 16 levels;
            ~/proj/.pi/ask-user-question.json: there is no setting deep
            ~/proj/.pi/ask-user-question.json can't be read: it holds 201 members; at most
            200 are read
        "#]],
    );
    check(
        "F=.pi/agent/ask-user-question.json
        for most in 65536 65537; do (echo '{}'; head -c $((most - 3)) /dev/zero | tr '\\0' ' ') >$F
            asq settings --origins | grep -e 'bytes' -e 'global.*read' | sed 's/^ *//'; done",
        &expect![[r#"
            global   ~/.pi/agent/ask-user-question.json: read
            global   ~/.pi/agent/ask-user-question.json: can't be read
            ~/.pi/agent/ask-user-question.json can't be read: it has 65537 bytes; at most
        "#]],
    );
}

#[test]
fn a_theme_has_limits() {
    check(
        "T=.config/asq/themes/mine.toml; echo 'theme = \"mine\"' >.config/asq/config.toml
        says() { asq settings --origins | sed -n '/does not count/,$p'; echo -; }
        echo 'base = \"dark\"' >$T; says
        for most in 65536 65537; do (echo 'base = \"dark\"'; head -c $((most - 14)) /dev/zero | tr '\\0' '#') >$T; says; done
        for most in 200 201; do (seq 2 $most | sed 's/.*/k& = 1/'; echo 'base = \"dark\"') >$T; says | tail -n 3; done
        for most in 16 17; do echo \"base$(printf '.b%.0s' $(seq 2 $most)) = 1\" >$T; says; done",
        &expect![[r#"
            -
            -
            What does not count:
              ~/.config/asq/themes/mine.toml can't be read: it has 65537 bytes; at most 64
              KiB are read
            -
              ~/.config/asq/themes/mine.toml: theme: there is no tone "k199"
              ~/.config/asq/themes/mine.toml: theme: there is no tone "k200"
            -
              ~/.config/asq/themes/mine.toml can't be read: it holds 201 members; at most
              200 are read
            -
            What does not count:
              ~/.config/asq/themes/mine.toml: theme: base is
              "{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":{\"b\":1}}}}}}}}}}}}}}}",
              not auto, dark or light
            -
            What does not count:
              ~/.config/asq/themes/mine.toml can't be read:
              base.b.b.b.b.b.b.b.b.b.b.b.b.b.b.b lies deeper than 16 levels; no more are
              read
            -
        "#]],
    );
}

#[test]
fn the_list_of_trusted_folders_has_limits() {
    check(
        r#"T=.local/state/asq/trust.json; umask 077
        list() { printf '{"folders":{'; for n in $(seq 2 $1); do printf '"/f%d":{"digest":"x","at":1},' $n; done
            printf '"/last":{"digest":"x","at":1}}}'; }
        lists() { asq trust --list | (head -2; tail -1); echo -; }
        list 1000 >$T; lists; list 1001 >$T; lists
        list 1 | sed 's/}}}/,"x":[]}}}/' >$T; lists; list 1 | sed 's/}}}/,"x":[[]]}}}/' >$T; lists
        for most in 1048576 1048577; do (list 1; head -c $((most - 43)) /dev/zero | tr '\0' ' ') >$T; stat -c %s $T; lists; done"#,
        &expect![[r#"
            /f10  has no settings file any more
            /f100  has no settings file any more
            /last  has no settings file any more
            -
            asq: ~/.local/state/asq/trust.json can't be read: folders holds 1001 members; at most 1000 are read; no folder is trusted
            no folder is trusted
            -
            /last  has no settings file any more
            -
            asq: ~/.local/state/asq/trust.json can't be read: folders."/last".x[0] lies deeper than 4 levels; no more are read; no folder is trusted
            no folder is trusted
            -
            1048576
            /last  has no settings file any more
            -
            1048577
            asq: ~/.local/state/asq/trust.json can't be read: it has 1048577 bytes; at most 1 MiB are read
            no folder is trusted
            -
        "#]],
    );
}

/// Processes of other users may hide their names: the list is a guess then, asq refuses nothing for it, and says
/// that it is incomplete.
#[test]
fn what_an_install_looks_into_has_limits() {
    check(
        r#"S=.pi/settings.json; says() { asq install pi --dialect question --dry-run 2>&1 >/dev/null; echo -; }
        json 2000 32 >$S; says; json 2001 2 >$S; says; json 3 33 >$S; says
        for most in 1048576 1048577; do (echo '{}'; head -c $((most - 3)) /dev/zero | tr '\0' ' ') >$S; says; done
        rm $S; mkdir -p .pi/extensions/a; (cd .pi/extensions/a; seq 4999 | xargs touch); says
        touch .pi/extensions/a/more; says; rm -r .pi/extensions/a; mkdir -p .pi/agent/extensions/many
        for n in $(seq 64); do head -c 1048576 /dev/zero >.pi/agent/extensions/many/$n.js; done; says
        cp .pi/agent/extensions/many/{1,z}.js; says; rm -r .pi/agent/extensions/many
        mkdir -p .pi/extensions/a/2/3/4/5/6/7; says; mkdir .pi/extensions/a/2/3/4/5/6/7/8; says"#,
        &expect![[r#"
            -
            asq: looking for tools of the same name: '.pi/settings.json' can't be read: it holds 2001 members; at most 2000 are read
            -
            asq: looking for tools of the same name: '.pi/settings.json' can't be read: deep[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0… lies deeper than 32 levels; no more are read
            -
            -
            asq: looking for tools of the same name: '.pi/settings.json' can't be read: it has 1048577 bytes; at most 1 MiB are read
            -
            -
            asq: looking for tools of the same name: other extensions hold more than asq looks into (5000 files, 64 MiB, 6 levels of folders)
            -
            -
            asq: looking for tools of the same name: other extensions hold more than asq looks into (5000 files, 64 MiB, 6 levels of folders)
            -
            -
            asq: looking for tools of the same name: other extensions hold more than asq looks into (5000 files, 64 MiB, 6 levels of folders)
            -
        "#]],
    );
}

/// A draft beyond its limits doesn't come back.
#[test]
fn a_kept_draft_has_limits() {
    let home = Home::new().unguarded();
    home.write(
        "call.json",
        r#"{"name": "question", "arguments": {"questions": [{"id": "db", "prompt": "Which?", "options": [{"value": "a", "label": "A"}]}]}}"#,
    );
    let first = home.run("$asq ask call.json >out");
    first.sees("Something else");
    first.tmux.keys(&["2"]);
    first.sees("Enter accept");
    first.tmux.text("typed");
    first.sees("typed");
    first.tmux.keys(&["C-c"]);
    assert_eq!(first.end().code, "3");
    let draft = home.drafts().remove(0);
    let kept = std::fs::read_to_string(&draft).unwrap();
    let (one, rest) = kept.split_once("\"typed\":[").unwrap();
    let member = rest.trim_end_matches("]}}");
    let many = |count: usize| format!("{one}\"typed\":[{}]}}}}", vec![member; count].join(","));
    let deep = |levels: usize| {
        let list = "[".repeat(levels) + &"]".repeat(levels);
        kept.replacen("{\"cancelled\"", &format!("{{\"cancelled\":{{\"x\":{list}}}, \"cancelled\""), 1)
    };
    let blanks = |bytes: usize| kept.clone() + &" ".repeat(bytes - kept.len());
    let mut said = String::new();
    for (what, text) in [
        ("1000 texts", many(1000)),
        ("1001 texts", many(1001)),
        ("17 levels", deep(15)),
        ("64 MiB", blanks(64 << 20)),
        ("64 MiB and a byte", blanks((64 << 20) + 1)),
    ] {
        std::fs::write(&draft, text).unwrap();
        let session = home.run("$asq ask call.json >out");
        let screen = session.sees("Esc cancel");
        let back = if screen.contains("typed") { "comes back" } else { "does not come back" };
        session.tmux.keys(&["C-c"]);
        let _ = writeln!(said, "{what}: {back}\n{}", session.end().err);
    }
    expect![[r#"
        1000 texts: comes back

        1001 texts: does not come back
        asq: a kept draft did not come back: cancelled.typed holds 1001 members; at most 1000 are read

        17 levels: does not come back
        asq: a kept draft did not come back: cancelled.x[0][0][0][0][0][0][0][0][0][0][0][0][0][0] lies deeper than 16 levels; no more are read

        64 MiB: comes back

        64 MiB and a byte: does not come back
        asq: a kept draft did not come back: it has 67108865 bytes; at most 64 MiB are read

    "#]].assert_eq(&said);
}
