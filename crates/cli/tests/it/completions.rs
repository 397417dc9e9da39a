//! What `asq __complete` offers, and what it leaves alone.

use crate::run::asq;
use crate::shop::Shop;
use expect_test::expect;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The candidates for the last of these words, as fish and zsh get them.
fn offered(shop: &Shop, words: &[&str]) -> String {
    let done = shop.asq(&[&["__complete", "zsh", "--", "asq"], words].concat());
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{words:?}");
    done.out
}

fn picture(shop: &Shop, all: &[&[&str]]) -> String {
    let mut text = String::new();
    for words in all {
        let offered = offered(shop, words);
        // The tab between a value and its description.
        let offered = offered.replace("\t\n", "\n").replace('\t', " -- ");
        let _ = writeln!(text, "asq {}\n{offered}", words.join(" "));
    }
    text
}

#[test]
fn commands_flags_and_values_that_asq_knows() {
    let shop = Shop::new("candidates");
    fs::create_dir_all(shop.join(".config/asq/themes")).unwrap();
    for theme in ["solar", "\u{1b}[2J", "dracula"] {
        fs::write(shop.join(".config/asq/themes").join(format!("{theme}.toml")), "").unwrap();
    }
    let all: [&[&str]; 30] = [
        &["de"],
        &["__"],
        &["demo", ""],
        &["demo", "question", ""],
        &["ask", "--dialect", "q"],
        &["ask", "--dialect=q"],
        &["install", "pi", "--dialect", ""],
        &["schema", "spec", "--tool", "ask_m"],
        &["help", "e"],
        &["settings", ""],
        &["settings", "set", "th"],
        &["settings", "set", "theme", ""],
        &["settings", "set", "theme", "dark", "bellOn"],
        &["settings", "set", "bellOnQuestion", ""],
        &["settings", "set", "guard", ""],
        &["settings", "set", "--global", "t"],
        &["settings", "set", "keys.bindings.ch"],
        &["settings", "explain", "rec"],
        &["settings", "unset", "rec"],
        &["wait", "--"],
        &["ask", "--wa"],
        &["ask", "--", "--wa"],
        &["ask", "--format", ""],
        &["confirm", "Deploy?", "--default", ""],
        &["pick", "Which?", "Postgres", "-", "SQLite", "--default", ""],
        &["ask", ""],
        &["trust", ""],
        &["man", ""],
        &["log", "v"],
        &["nonsense", ""],
    ];
    expect![[r#"
        asq de
        words
        demo -- Try a form with a sample call
        decline -- Say no to a request

        asq __
        words

        asq demo 
        words
        question -- question
        ask_user_question -- ask_user_question
        opencode -- question
        questionnaire -- AskUserQuestion
        spec -- ask_question, ask_multi_select, resume_structured
        asq -- ask

        asq demo question 
        words

        asq ask --dialect q
        words
        question -- question
        questionnaire -- AskUserQuestion

        asq ask --dialect=q
        words
        --dialect=question -- question
        --dialect=questionnaire -- AskUserQuestion

        asq install pi --dialect 
        words
        questionnaire
        question
        ask_user_question
        spec

        asq schema spec --tool ask_m
        words
        ask_multi_select

        asq help e
        words
        exit-codes -- how a script tells one ending from another
        environment -- the variables that asq reads
        embed -- Show forms inside another program, over lines of JSON (docs/…

        asq settings 
        words
        set -- Write settings into a file; everything else in it stays as i…
        unset -- Take settings out of a file
        edit -- Open a file in your editor ($VISUAL, $EDITOR, vi); it is sav…
        explain -- Explain settings: what they do, what fits, where they may st…
        schema -- Print the JSON schema of a file, for editors that complete a…

        asq settings set th
        words
        theme -- the colours of a form; auto suits the terminal

        asq settings set theme 
        words
        auto
        dark
        light
        none
        dracula
        solar

        asq settings set theme dark bellOn
        words
        bellOnQuestion -- the terminal's bell rings when a form opens

        asq settings set bellOnQuestion 
        words
        true
        false

        asq settings set guard 
        words

        asq settings set --global t
        words
        ttsOnQuestion -- speak the header (the command attn)

        asq settings set keys.bindings.ch
        words
        keys.bindings.choose

        asq settings explain rec
        words
        record -- which requests get into the history: those that went through…

        asq settings unset rec
        words
        record -- which requests get into the history: those that went through…

        asq wait --
        words
        --any -- Wait only until the first of them is closed
        --since -- Only requests that closed after this cursor; each line then …
        --timeout -- Wait no longer than this
        --ticket -- The ticket that asq printed with a secret question: it gets …
        --format -- What is printed: JSON, only the text that the model would re…
        --help -- Print help (see more with '--help')

        asq ask --wa
        words
        --wait= -- Post it and wait at most this long, without a form here; the…

        asq ask -- --wa
        files

        asq ask --format 
        words
        json -- One JSON object on one line; asq ask indents it on a termina…
        text -- The text that the model would read
        value -- The answer's values, one per line; nothing without an answer

        asq confirm Deploy? --default 
        words
        yes
        no

        asq pick Which? Postgres - SQLite --default 
        words
        Postgres
        SQLite

        asq ask 
        files

        asq trust 
        folders

        asq man 
        folders

        asq log v
        words
        verify -- Look at every record: is it as it was written, and is none m…

        asq nonsense 
        words

    "#]]
    .assert_eq(&picture(&shop, &all));
    assert!(!shop.folder().exists(), "it made a store");
}

/// All files below a folder, with their content. SQLite's readers leave marks in the file that they share.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_dir() {
            all.extend(files(&entry.path()));
        } else if !entry.file_name().to_string_lossy().ends_with("-shm") {
            all.push((entry.path().display().to_string(), fs::read(entry.path()).unwrap()));
        }
    }
    all.sort();
    all
}

#[test]
fn open_requests_their_questions_and_their_labels() {
    let shop = Shop::new("labels");
    let (text, secret) = (r"\u001b]0;owned\u0007\u202e", r"$(touch ACTED)");
    let call = format!(
        r#"{{"name": "ask", "arguments": {{"questions": [
        {{"id": "db", "header": "Database", "question": "Which {text} {secret}?", "multi": true, "options": [
            {{"label": "PostgreSQL", "description": "One {text} more"}}, {{"label": "SQLite"}}, {{"label": "{secret}"}},
            {{"label": "{text}", "value": "plain"}}, {{"label": "a\nb", "value": "c\td"}}, {{"label": "-rf"}}]}},
        {{"id": "{text}", "header": "Size", "question": "How many?", "options": [{{"label": "One"}}, {{"label": "Two"}}]}},
        {{"id": "drop", "header": "Drop", "question": "Drop it?", "danger": {{"text": "It goes", "confirm_text": "drop"}},
            "options": [{{"label": "Drop"}}, {{"label": "Keep"}}]}}
        ]}}}}"#
    );
    fs::write(shop.join("call.json"), call).unwrap();
    let done = shop.agent(&["ask", "call.json", "--no-wait"]);
    assert_eq!(done.code, 6, "{done:?}");
    let (first, second) = (done.id(), shop.posted(&[]));
    let (first, second) = (&first[..6], &second[..6]);
    let over = shop.agent(&["ask", "-q", "Over?", "--confirm", "--no-wait"]).id();
    assert_eq!(shop.asq(&["decline", &over]).code, 0);
    let before = files(&shop.folder());
    let all: [&[&str]; 15] = [
        &["answer", ""],
        &["wait", first, ""],
        &["show", second],
        &["decline", "zz"],
        &["answer", second, "--pick", ""],
        &["answer", second, "--pick", "SQLite", "--pick", ""],
        &["answer", first, "--pick", ""],
        &["answer", first, "--question", ""],
        &["answer", first, "--question", "db", "--pick", ""],
        &["answer", first, "--question", "db", "--pick=S"],
        &["answer", first, "--question=Size", "--pick", "One", "--question", "db", "--pick", "$"],
        &["answer", first, "--question", "2", "--pick", ""],
        &["answer", first, "--question", "drop", "--pick", ""],
        &["answer", first, "--question", "nothing", "--pick", ""],
        &["answer", "zzzzzz", "--pick", ""],
    ];
    let text = picture(&shop, &all).replace(first, "FIRST").replace(second, "SECOND");
    expect![[r#"
        asq answer 
        words
        FIRST -- Which <U+001B>]0;owned<U+0007><U+202E> $(touch ACTED)?
        SECOND -- Which database?

        asq wait FIRST 
        words
        SECOND -- Which database?

        asq show SECOND
        words
        SECOND -- Which database?

        asq decline zz
        words

        asq answer SECOND --pick 
        words
        PostgreSQL
        SQLite

        asq answer SECOND --pick SQLite --pick 
        words
        PostgreSQL

        asq answer FIRST --pick 
        words

        asq answer FIRST --question 
        words
        db -- Which <U+001B>]0;owned<U+0007><U+202E> $(touch ACTED)?
        Size -- How many?
        drop -- Drop it?

        asq answer FIRST --question db --pick 
        words
        PostgreSQL -- One <U+001B>]0;owned<U+0007><U+202E> more
        SQLite
        $(touch ACTED)
        plain

        asq answer FIRST --question db --pick=S
        words
        --pick=SQLite

        asq answer FIRST --question=Size --pick One --question db --pick $
        words
        $(touch ACTED)

        asq answer FIRST --question 2 --pick 
        words
        One
        Two

        asq answer FIRST --question drop --pick 
        words

        asq answer FIRST --question nothing --pick 
        words

        asq answer zzzzzz --pick 
        words

    "#]]
    .assert_eq(&text);
    let bash = |line: &str, replaced: &str| shop.asq(&["__complete", "bash", "--", line, replaced]).out;
    expect![[r#"
        words
        PostgreSQL
        SQLite
        \$\(touch\ ACTED\)
        plain
    "#]]
    .assert_eq(&bash(&format!("asq answer {first} --question db --pick "), ""));
    assert!(before == files(&shop.folder()), "looking changes nothing");
    assert!(!shop.join("ACTED").exists());
}

#[test]
fn a_store_that_cant_be_reached_offers_nothing() {
    let mut shop = Shop::new("unreachable");
    shop.with("ASQ_STORE", "http://127.0.0.1:9");
    assert_eq!(offered(&shop, &["answer", ""]), "words\n");
    shop.with("ASQ_STORE", "nowhere://x");
    assert_eq!(offered(&shop, &["answer", "a", "--pick", ""]), "words\n");
}

#[test]
fn scripts_ask_asq_and_others_list_what_is_not_hidden() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = asq(&["completions", shell]).done().out;
        let asks = script.contains(&format!("asq __complete {shell}"));
        assert_eq!(asks, matches!(shell, "bash" | "zsh" | "fish"), "{shell}: {script}");
        assert!(!script.contains("__signals"), "{shell}: {script}");
        assert!(asks || script.contains("fullscreen"), "{shell}: {script}");
    }
}
