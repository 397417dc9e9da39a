//! `asq install` and `asq uninstall`: what they write, print and leave alone.

use crate::ASQ;
use crate::run::{Done, TempFolder};
use expect_test::expect;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

pub(crate) fn asq(home: &TempFolder, words: &[&str]) -> Done {
    let out =
        Command::new(ASQ).args(words).env_clear().env("HOME", home.path()).current_dir(home.path()).output();
    let out = out.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(home.path().to_str().unwrap(), "~");
    Done { code: out.status.code().unwrap(), out: text(out.stdout), err: text(out.stderr) }
}

const ALL: [&str; 4] = ["AskUserQuestion.ts", "ask_user_question.ts", "question.ts", "spec.ts"];

fn files(home: &TempFolder, folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(home.join(folder)) else { return Vec::new() };
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn contracts_are_named_by_id_tool_or_file_and_come_out_again() {
    let home = TempFolder::new("install");
    let all = [
        "install",
        "pi",
        "--dialect",
        "AskUserQuestion",
        "--dialect",
        "question.ts",
        "--dialect",
        "ask_multi_select",
        "--dialect",
        "ask_user_question",
        "--dialect",
        "spec",
    ];
    let done = asq(&home, &[&all[..], &["--dry-run"]].concat());
    assert_eq!((done.code, files(&home, ".pi")), (0, Vec::new()));
    let done = asq(&home, &all);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    expect![[r#"
        create            ~/.pi/agent/extensions/AskUserQuestion.ts
        create            ~/.pi/agent/extensions/question.ts
        create            ~/.pi/agent/extensions/spec.ts
        create            ~/.pi/agent/extensions/ask_user_question.ts
        Start pi, or type /reload in one that runs.
    "#]]
    .assert_eq(&done.out);
    assert_eq!(files(&home, ".pi/agent/extensions"), ALL);
    let text = fs::read_to_string(home.join(".pi/agent/extensions/question.ts")).unwrap();
    assert!(text.contains(&format!("var INSTALLED = \"{ASQ}\";")), "{text}");
    let again = asq(&home, &["install", "pi", "--dialect", "question"]);
    assert!(again.out.starts_with("is there already  ~/.pi/agent/extensions/question.ts\n"), "{}", again.out);
    let done = asq(&home, &["uninstall", "pi"]);
    expect![[r#"
        remove            ~/.pi/agent/extensions/AskUserQuestion.ts
        remove            ~/.pi/agent/extensions/question.ts
        remove            ~/.pi/agent/extensions/ask_user_question.ts
        remove            ~/.pi/agent/extensions/spec.ts
        Removed 4 files of asq: pi offers what was in there no more.
    "#]]
    .assert_eq(&done.out);
    assert!(!home.join(".pi").exists());
}

/// Somebody may copy it to where pi looks, and it works there.
#[test]
fn what_pi_loads_is_one_file_that_imports_only_modules_of_nodes_and_pis() {
    let home = TempFolder::new("install-one-file");
    let ids = ["questionnaire", "question", "ask_user_question", "spec"];
    let named: Vec<&str> = ids.into_iter().flat_map(|id| ["--dialect", id]).collect();
    assert_eq!(asq(&home, &[&["install", "pi"], &named[..]].concat()).code, 0);
    let folder = ".pi/agent/extensions";
    assert_eq!(files(&home, folder), ALL);
    for file in ALL {
        let text = fs::read_to_string(home.join(folder).join(file)).unwrap();
        let imports = text.lines().filter(|line| line.starts_with("import "));
        let modules: BTreeSet<&str> = imports.map(|line| line.split('"').nth(1).unwrap()).collect();
        let expected =
            ["@earendil-works/pi-tui", "node:child_process", "node:fs", "node:os", "node:path", "node:url"];
        assert_eq!(modules, BTreeSet::from(expected), "{file}");
        assert!(!text.contains("import(") && !text.contains("require("), "{file}");
        assert_eq!(text.matches(" as default\n").count(), 1, "{file}");
    }
}

#[test]
fn without_a_terminal_it_has_to_be_said_which_contract_and_what_is_there_is_updated() {
    let home = TempFolder::new("install-which");
    let done = asq(&home, &["install", "pi"]);
    expect![[r#"
        2

        asq: --dialect has to say which contract pi gets
          --dialect AskUserQuestion is recommended; asq help install shows the others
          on a terminal asq asks
    "#]]
    .assert_eq(&format!("{}\n{}\n{}", done.code, done.out, done.err));
    assert!(!home.join(".pi").exists());
    asq(&home, &["install", "pi", "--dialect", "spec"]);
    let done = asq(&home, &["install", "pi"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.starts_with("is there already  ~/.pi/agent/extensions/spec.ts\nStart"), "{}", done.out);
}

#[test]
fn folders_that_install_made_go_with_the_last_file_and_others_stay() {
    let home = TempFolder::new("install-folders");
    for place in [&["--project"][..], &["--global"], &["--path", "dotfiles"]] {
        let run = |words: &[&str]| assert_eq!(asq(&home, &[words, place].concat()).code, 0);
        run(&["install", "pi", "--dialect", "question"]);
        run(&["install", "pi", "--dialect", "spec"]);
        run(&["uninstall", "pi", "--dialect", "question"]);
        run(&["uninstall", "pi"]);
        assert_eq!(files(&home, ""), [""; 0], "{place:?}");
        // A new file in the same folders stays, and so do they.
        run(&["install", "pi", "--dialect", "question"]);
        let folder = match place {
            ["--project"] => ".pi",
            ["--global"] => ".pi/agent",
            _ => "dotfiles/.pi",
        };
        fs::write(home.join(folder).join("settings.json"), "{}").unwrap();
        run(&["uninstall", "pi"]);
        assert_eq!(files(&home, folder), ["settings.json"], "{place:?}");
        fs::remove_dir_all(home.join(folder.split('/').next().unwrap())).unwrap();
        // A folder that existed before stays, too.
        fs::create_dir_all(home.join(folder).join("extensions")).unwrap();
        run(&["install", "pi", "--dialect", "question"]);
        run(&["uninstall", "pi"]);
        let there = home.join(folder).join(if place.len() == 2 { "agent/extensions" } else { "extensions" });
        assert_eq!(there.exists(), place.len() == 1, "{place:?}");
        assert!(home.join(folder).join("extensions").exists(), "{place:?}");
        fs::remove_dir_all(home.join(folder.split('/').next().unwrap())).unwrap();
    }
}

#[test]
fn names_that_other_extensions_hold_are_said_first() {
    let home = TempFolder::new("install-held");
    let write = |file: &str, text: &str| {
        let file = home.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    let registers = |name: &str| format!("export default (pi) => pi.registerTool({{ name: \"{name}\" }});\n");
    write(".pi/agent/extensions/mine.ts", &registers("question"));
    write(".pi/extensions/ours/index.js", "const TOOL_NAME = 'ask_question';\n");
    write(".pi/agent/npm/node_modules/@who/ask/dist/index.js", &registers("ask_user_question"));
    write(".pi/agent/npm/node_modules/asq-pi/standalone/AskUserQuestion.ts", &registers("AskUserQuestion"));
    write(".pi/agent/npm/node_modules/asq-pi/package.json", r#"{"name": "asq-pi"}"#);
    write(".pi/agent/settings.json", r#"{"packages": ["npm:@who/ask@2.1.0", {"source": "npm:asq-pi"}]}"#);
    let all = ["question", "spec", "ask_user_question", "questionnaire"];
    let all: Vec<&str> = all.into_iter().flat_map(|id| ["--dialect", id]).collect();
    let done = asq(&home, &[&["install", "pi"], &all[..]].concat());
    assert_eq!(done.code, 0);
    expect![[r#"
        asq: the tool question seems to be in '~/.pi/agent/extensions/mine.ts' already: while it is, pi keeps that one and asq does not offer its own
        asq: the tool ask_user_question seems to be in 'npm:@who/ask@2.1.0' already: while it is, pi keeps that one and asq does not offer its own
        asq: the tool ask_question seems to be in '.pi/extensions/ours' already: while it is, pi keeps that one and asq does not offer its own
    "#]]
    .assert_eq(&done.err);
    let again = asq(&home, &["install", "pi", "--dialect", "questionnaire"]);
    assert_eq!((again.code, again.err.as_str()), (0, ""), "asq's own files are no others");
}

#[test]
fn a_project_and_a_linked_folder_are_places_too() {
    let home = TempFolder::new("install-places");
    let done = asq(&home, &["install", "pi", "--project", "--dialect", "spec"]);
    expect![[r#"
        create            .pi/extensions/spec.ts
        Start pi, or type /reload in one that runs.
        pi loads a project's extensions once the project is trusted: it asks, or start it with --approve.
    "#]]
    .assert_eq(&done.out);
    assert_eq!(files(&home, ".pi/extensions"), ["spec.ts"]);
    let done = asq(&home, &["install", "pi", "--path", "dotfiles", "--dialect", "question"]);
    assert_eq!(done.code, 0);
    assert_eq!(files(&home, "dotfiles/.pi/agent/extensions"), ["question.ts"]);
    let done = asq(&home, &["install", "pi", "--path", "x", "--project"]);
    assert_eq!(done.code, 2);
    let done = asq(&home, &["install", "pi", "--dialect", "questions"]);
    expect![[r#"
        2
        asq: pi has no contract 'questions'
          did you mean 'question'?
          --dialect takes one of these, or a tool's name: questionnaire (AskUserQuestion); question (question); ask_user_question (ask_user_question); spec (ask_question, ask_multi_select, resume_structured)
    "#]]
    .assert_eq(&format!("{}\n{}", done.code, done.err));
}

#[test]
fn what_asq_did_not_write_is_neither_written_over_nor_removed() {
    let home = TempFolder::new("install-foreign");
    let folder = ".pi/agent/extensions";
    fs::create_dir_all(home.join(folder)).unwrap();
    let file = home.join(".pi/agent/extensions/question.ts");
    fs::write(&file, "export default () => {};\n").unwrap();
    let done = asq(&home, &["install", "pi", "--dialect", "question", "--dialect", "spec"]);
    expect![[r#"
        2
        leave alone       ~/.pi/agent/extensions/question.ts

        asq: nothing was changed: '~/.pi/agent/extensions/question.ts' was not written by asq
          move that file away, or choose another place with --project, --global or --path
          or leave it out: --dialect spec
    "#]]
    .assert_eq(&format!("{}\n{}\n{}", done.code, done.out, done.err));
    for command in ["install", "uninstall"] {
        let done = asq(&home, &[command, "pi", "--dialect", "question"]);
        expect![[r#"
            2
            leave alone       ~/.pi/agent/extensions/question.ts

            asq: nothing was changed: '~/.pi/agent/extensions/question.ts' was not written by asq
              move that file away, or choose another place with --project, --global or --path
        "#]]
        .assert_eq(&format!("{}\n{}\n{}", done.code, done.out, done.err));
        assert_eq!(files(&home, folder), ["question.ts"]);
    }
    fs::remove_file(&file).unwrap();
    asq(&home, &["install", "pi", "--dialect", "question"]);
    let changed = fs::read_to_string(&file).unwrap() + "// mine\n";
    fs::write(&file, &changed).unwrap();
    let done = asq(&home, &["install", "pi", "--dialect", "question"]);
    assert!(done.err.contains("was changed since asq wrote it"), "{}", done.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), changed);
}

/// Runs a script of bash in a home with a repository in it; returns its output.
pub(crate) fn script(home: &TempFolder, text: &str) -> String {
    let whole = format!(
        "exec 2>&1; asq() {{ timeout 20 '{ASQ}' \"$@\"; }}; mkdir -p repo && cd repo || exit; {text}"
    );
    let mut command = Command::new("bash");
    let out = command.args(["-c", &whole]).env_clear().env("HOME", home.path()).current_dir(home.path());
    let path = std::env::var_os("PATH").unwrap();
    let out = out.env("PATH", path).stdin(std::process::Stdio::null()).output().unwrap();
    String::from_utf8(out.stdout).unwrap().replace(home.path().to_str().unwrap(), "~")
}

/// A repository has links under every name that an install may give its temporary file.
#[test]
fn a_repository_cannot_lead_an_install_to_a_file_of_the_persons() {
    let home = TempFolder::new("install-links");
    fs::write(home.join("bashrc"), "my bashrc\n").unwrap();
    let said = script(
        &home,
        "mkdir -p .pi/extensions
        for n in $(seq $$ $(($$ + 60))); do ln -s ../../../bashrc .pi/extensions/.asq-install-$n; done
        asq install pi --project --dialect question; echo $?; cat ~/bashrc
        stat -c '%F %a' .pi/extensions/question.ts; ls -A .pi/extensions | grep -v -e asq-install
        asq uninstall pi --project
        echo '- the file is a link'; ln -s ../../../bashrc .pi/extensions/question.ts
        asq install pi --project --dialect question; echo $?; cat ~/bashrc
        echo '- extensions is a link'; rm -r .pi/extensions; mkdir ~/elsewhere; ln -s ~/elsewhere .pi/extensions
        asq install pi --project --dialect question; echo $?; ls ~/elsewhere
        echo '- .pi is a link'; rm -r .pi; ln -s ~/elsewhere .pi
        asq install pi --project --dialect question; echo $?; ls ~/elsewhere",
    );
    expect![[r#"
        create            .pi/extensions/question.ts
        Start pi, or type /reload in one that runs.
        pi loads a project's extensions once the project is trusted: it asks, or start it with --approve.
        0
        my bashrc
        regular file 644
        question.ts
        is not there      .pi/extensions/AskUserQuestion.ts
        remove            .pi/extensions/question.ts
        is not there      .pi/extensions/ask_user_question.ts
        is not there      .pi/extensions/spec.ts
        Removed 1 file of asq: pi offers what was in there no more.
        - the file is a link
        leave alone       .pi/extensions/question.ts
        asq: nothing was changed: '.pi/extensions/question.ts' is a link
          move that file away, or choose another place with --project, --global or --path
        2
        my bashrc
        - extensions is a link
        asq: can't read '.pi/extensions/question.ts': its folder ~/repo/.pi/extensions: it is a link, which is not followed here
        74
        - .pi is a link
        asq: can't read '.pi/extensions/question.ts': its folder ~/repo/.pi: it is a link, which is not followed here
        74
    "#]].assert_eq(&said);
}

#[test]
fn an_install_waits_for_no_pipe() {
    let home = TempFolder::new("install-pipes");
    let said = script(
        &home,
        "mkdir -p .pi/extensions/other; mkfifo .pi/extensions/question.ts
        asq install pi --project --dialect question; echo $?
        rm .pi/extensions/question.ts; mkfifo .pi/settings.json .pi/extensions/a.ts .pi/extensions/other/package.json
        asq install pi --project --dialect question; echo $?",
    );
    expect![[r#"
        leave alone       .pi/extensions/question.ts
        asq: nothing was changed: '.pi/extensions/question.ts' isn't a regular file
          move that file away, or choose another place with --project, --global or --path
        2
        asq: looking for tools of the same name: '.pi/settings.json' can't be read: it isn't a regular file
        asq: looking for tools of the same name: '.pi/extensions/other/package.json' can't be read: it isn't a regular file
        create            .pi/extensions/question.ts
        Start pi, or type /reload in one that runs.
        pi loads a project's extensions once the project is trusted: it asks, or start it with --approve.
        0
    "#]]
    .assert_eq(&said);
}

#[test]
fn modes_of_installed_files_do_not_come_from_the_umask() {
    let home = TempFolder::new("install-modes");
    let said = script(
        &home,
        "for umask in 000 002 077; do
            umask $umask; echo \"- $umask\"; asq install pi --dialect question >/dev/null; asq install pi --project --dialect question >/dev/null
            asq settings set bellOnQuestion off --project >/dev/null
            (cd ..; find .pi repo/.pi -printf '%m %p\\n' | sort -k 2; rm -r .pi repo/.pi)
        done",
    );
    expect![[r#"
        - 000
        700 .pi
        700 .pi/agent
        700 .pi/agent/extensions
        600 .pi/agent/extensions/question.ts
        755 repo/.pi
        600 repo/.pi/ask-user-question.json
        755 repo/.pi/extensions
        644 repo/.pi/extensions/question.ts
        - 002
        700 .pi
        700 .pi/agent
        700 .pi/agent/extensions
        600 .pi/agent/extensions/question.ts
        755 repo/.pi
        600 repo/.pi/ask-user-question.json
        755 repo/.pi/extensions
        644 repo/.pi/extensions/question.ts
        - 077
        700 .pi
        700 .pi/agent
        700 .pi/agent/extensions
        600 .pi/agent/extensions/question.ts
        755 repo/.pi
        600 repo/.pi/ask-user-question.json
        755 repo/.pi/extensions
        644 repo/.pi/extensions/question.ts
    "#]]
    .assert_eq(&said);
}

#[test]
fn pis_folder_is_where_its_variable_says() {
    let home = TempFolder::new("install-variable");
    let done = Command::new(ASQ)
        .args(["install", "pi", "--dialect", "question"])
        .env_clear()
        .env("HOME", home.path())
        .env("PI_CODING_AGENT_DIR", home.join("agent"))
        .current_dir(home.path())
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    assert_eq!(files(&home, "agent/extensions"), ["question.ts"]);
    assert_eq!(files(&home, ".pi"), Vec::<String>::new());
}
