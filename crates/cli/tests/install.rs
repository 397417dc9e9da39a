//! `asq install` and `asq uninstall`: what they write, show, leave alone.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test")]

mod run;

use expect_test::expect;
use run::{ASQ, Done, Folder};
use std::fs;
use std::process::Command;

fn asq(home: &Folder, words: &[&str]) -> Done {
    let out =
        Command::new(ASQ).args(words).env_clear().env("HOME", home.path()).current_dir(home.path()).output();
    let out = out.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(home.path().to_str().unwrap(), "~");
    Done { code: out.status.code().unwrap(), out: text(out.stdout), err: text(out.stderr) }
}

const ALL: [&str; 4] = ["AskUserQuestion.ts", "ask_user_question.ts", "question.ts", "spec.ts"];

fn files(home: &Folder, folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(home.join(folder)) else { return Vec::new() };
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn all_contracts_go_into_pis_own_folder_and_come_out_again() {
    let home = Folder::new("install");
    let done = asq(&home, &["install", "pi", "--dry-run"]);
    assert_eq!((done.code, files(&home, ".pi")), (0, Vec::new()));
    let done = asq(&home, &["install", "pi"]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    expect![[r#"
        create            ~/.pi/agent/extensions/question.ts
        create            ~/.pi/agent/extensions/AskUserQuestion.ts
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
        remove            ~/.pi/agent/extensions/question.ts
        remove            ~/.pi/agent/extensions/AskUserQuestion.ts
        remove            ~/.pi/agent/extensions/spec.ts
        remove            ~/.pi/agent/extensions/ask_user_question.ts
    "#]]
    .assert_eq(&done.out);
    assert_eq!(files(&home, ".pi/agent/extensions"), [""; 0]);
}

#[test]
fn a_project_and_a_linked_folder_are_places_too() {
    let home = Folder::new("install-places");
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
    assert_eq!(done.code, 66);
    assert!(done.err.contains("did you mean 'question'?"), "{}", done.err);
}

#[test]
fn what_asq_did_not_write_is_neither_written_over_nor_removed() {
    let home = Folder::new("install-foreign");
    let folder = ".pi/agent/extensions";
    fs::create_dir_all(home.join(folder)).unwrap();
    let file = home.join(".pi/agent/extensions/question.ts");
    fs::write(&file, "export default () => {};\n").unwrap();
    for command in ["install", "uninstall"] {
        let done = asq(&home, &[command, "pi"]);
        assert_eq!(done.code, 2);
        assert!(done.out.contains("leave alone       ~/.pi/agent/extensions/question.ts"), "{}", done.out);
        expect![[r#"
            asq: nothing was changed: '~/.pi/agent/extensions/question.ts' was not written by asq
              move that file away, or choose another place with --project, --global or --path
        "#]]
        .assert_eq(&done.err);
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
