//! What every form keeps to, whatever its contract: what is in a draft, what a key that is bound to nothing does,
//! what the help names, where the focus stands.

use crate::forms;
use crate::forms::{dangerous, many, number, one, previewed, text};
use asq_core::form::keys::parse;
use asq_core::form::{Act, Action, Aside, Effect, Form, FormRules, Guard, keys::NamedKeys};
use asq_core::model::{
    Answer, AnswerRules, Answers, Draft, Entry, Outcome, Preview, PreviewKind, Question, QuestionOption,
    Typed, TypedIn,
};
use asq_core::text::Shown;
use asq_core::time::Timestamp;
use asq_dialects::{ask_user_question, asq, opencode, question, questionnaire, spec};
use asq_testkit::sketch::{play, screen};
use expect_test::{Expect, expect};

fn asq(questions: Vec<Question>) -> Form {
    forms::form(asq::rules::FORM, asq::rules::ANSWER, questions)
}

fn two() -> Vec<Question> {
    vec![one("A", "First?", &["a1", "a2"]), one("B", "Second?", &["b1", "b2"])]
}

#[track_caller]
fn each(form: impl Fn() -> Form, keys: &[&str], expect: &Expect) {
    let played: Vec<String> = keys.iter().map(|keys| format!("=== {keys}\n{}", play(form(), keys))).collect();
    expect.assert_eq(&played.concat());
}

fn act(form: &mut Form, ms: u64, act: Act) -> Vec<Effect> {
    form.handle(Timestamp(ms), Action::Do(act))
}

/// "A key opens and folds the preview of the focused option; each option remembers its own state."
#[test]
fn to_fold_one_preview_leaves_the_others_open() {
    let form = || {
        let questions = vec![previewed("A", "Which?", &[("a1", "one"), ("a2", "two")])];
        let mut request = forms::request(questionnaire::rules::ANSWER, questions);
        request.prefs.clock = false;
        Form::new(request, questionnaire::rules::FORM, Draft::default())
    };
    each(
        form,
        &["e<down>e", "e<down>e<up>e"],
        &expect![[r#"
            === e<down>e
            [A]
            Which?
              1. a1
                markdown "one"
            > 2. a2
                markdown "two"
              3. Other
            -- ↑/↓ navigate · Enter/Space select · e fold · R source · z read · Tab notes · ? keys · Esc cancel
            === e<down>e<up>e
            [A]
            Which?
            > 1. a1
                [markdown] (press e to expand)
              2. a2
                markdown "two"
              3. Other
            -- ↑/↓ navigate · Enter/Space select · Tab notes · ? keys · Esc cancel
        "#]],
    );
}

/// "The key that opens a form doesn't answer it, however long it was in sight."
#[test]
fn the_key_that_opened_a_form_does_not_answer_it() {
    let mut form = asq(two());
    form.shown(Timestamp(0));
    form.opened(Timestamp(10_000));
    assert_eq!(act(&mut form, 10_249, Act::Choose), []);
    assert!(screen(&form.screen()).starts_with("[A] B"), "the key that opened it came again");
    act(&mut form, 10_499, Act::Choose);
    assert!(screen(&form.screen()).starts_with("*A [B]"), "a key of its own");
}

/// "Pressed twice by mistake, Enter doesn't commit."
#[test]
fn enter_that_picked_one_of_several_does_not_commit_them_at_once() {
    let picks = |again| {
        let mut form = asq(vec![many("A", "Which?", &["a1", "a2", "a3"], 1)]);
        form.shown(Timestamp(0));
        act(&mut form, 1000, Act::PickOrCommit);
        act(&mut form, again, Act::PickOrCommit)
    };
    assert_eq!(picks(1249), []);
    assert!(matches!(picks(1250)[..], [Effect::Close(Outcome::Answered(_))]), "{:?}", picks(1250));
}

/// "Dangerous requests keep the default guard, whatever the settings say."
#[test]
fn a_dangerous_request_is_guarded_though_the_guard_is_off() {
    let guarded = |questions| Guard::OFF.for_request(&forms::request(asq::rules::ANSWER, questions));
    assert_eq!(guarded(two()), Guard::OFF);
    assert_eq!(guarded(vec![dangerous(one("A", "Drop?", &["a1"]), None)]), Guard::DEFAULT);
}

/// "It leaves out acts without an effect on the page"; "the host's keys are at the end, in its words"; "descriptions
/// fit the page".
#[test]
fn the_help_names_what_works_here_and_what_the_host_does() {
    let own: &[NamedKeys] = &[("notes", "f2"), ("help", "f1")];
    let form = |rules: FormRules, answer: AnswerRules| {
        forms::form(rules, answer, two())
            .with_keys(parse(own.iter().copied()).unwrap())
            .with_host_keys(vec![("F9".into(), "the host's own menu".into())])
    };
    let lines = |form: &mut Form| -> Vec<String> {
        act(form, 1000, Act::Help);
        screen(&form.screen())
            .lines()
            .filter(|l| l.contains("note") || l.contains("F9"))
            .map(str::to_owned)
            .collect()
    };
    let mut without_notes = form(question::rules::FORM, question::rules::ANSWER);
    let mut with_notes = form(asq::rules::FORM, asq::rules::ANSWER);
    let mut on_notes = with_notes.clone();
    act(&mut on_notes, 500, Act::Notes);
    let all = [&mut without_notes, &mut with_notes, &mut on_notes].map(|form| lines(form).join("\n"));
    expect![[r#"
          F9          the host's own menu
        ===
          F2, n         add a note
          F9            the host's own menu
        ===
          Enter                  save the note, and go back
          F9                     the host's own menu"#]]
    .assert_eq(&all.join("\n===\n"));
}

/// "Each hint has a purpose and a brief form, for narrow screens."
#[test]
fn hints_have_a_brief_form() {
    let brief = |form: Form| {
        let screen = form.screen();
        screen.hints.parts.iter().map(|hint| hint.brief.to_string()).collect::<Vec<_>>().join(" · ")
    };
    let all = [
        brief(forms::form(spec::rules::FORM, spec::rules::ANSWER, vec![one("A", "First?", &["a1"])])),
        brief(forms::form(ask_user_question::rules::FORM, ask_user_question::rules::ANSWER, two())),
        brief(forms::form(opencode::rules::FORM, opencode::rules::ANSWER, two())),
        brief(asq(two()).aside(Aside::Esc)),
    ];
    expect![[r#"
        Up/Down navigate · Enter · Esc cancel
        Enter · Tab/Arrow keys to navigate · Esc cancel
        Tab next · ↑/↓ select · Enter · Esc dismiss
        ↑/↓ move · Enter · 1-4 pick · Tab next · ? · Esc aside"#]]
    .assert_eq(&all.join("\n"));
}

/// "All typed text is in the draft …, except sensitive answers and confirmations of danger": also cleared text.
#[test]
fn no_draft_holds_a_secret_or_what_confirms_danger() {
    let secret = || Question { sensitive: true, ..one("A", "Which?", &["a1"]) };
    let keys = ["2hush<c-c>", "2hush<ret><c-c>", "<down>hush<c-u><c-c>", "<down>hush<esc><c-c>"];
    each(
        || asq(vec![secret(), text("B", "Say?")]),
        &keys,
        &expect![[r#"
        === 2hush<c-c>
        cancelled
        0: -
        1: -
        === 2hush<ret><c-c>
        cancelled
        0: -
        1: -
        === <down>hush<c-u><c-c>
        cancelled
        0: -
        1: -
        === <down>hush<esc><c-c>
        cancelled
        0: -
        1: -
    "#]],
    );
    let cleared = ["3hush<esc><c-c>"];
    let rules = ask_user_question::rules::ANSWER;
    let open = || one("A", "Which?", &["a1", "a2"]);
    each(
        || forms::form(ask_user_question::rules::FORM, rules, vec![open()]),
        &cleared,
        &expect![[r#"
        === 3hush<esc><c-c>
        cancelled
        0: -
        0: typed Custom "hush"
    "#]],
    );
    let hidden = || Question { sensitive: true, ..open() };
    each(
        || forms::form(ask_user_question::rules::FORM, rules, vec![hidden()]),
        &cleared,
        &expect![[r#"
        === 3hush<esc><c-c>
        cancelled
        0: -
    "#]],
    );
    let mut form = asq(vec![dangerous(one("A", "Drop?", &["a1"]), Some("drop it")), text("B", "Say?")]);
    form.shown(Timestamp(0));
    act(&mut form, 1000, Act::Choose);
    form.seen(form.screen().page_id);
    form.handle(Timestamp(2000), Action::Paste("drop it".into()));
    act(&mut form, 3000, Act::Choose);
    let draft = form.draft();
    assert_eq!(draft.answers.entries[0].answer, Some(Answer::Picks(vec![asq_core::model::Pick::Option(0)])));
    assert_eq!(draft.answers.entries[0].confirmed, None);
    assert_eq!(draft.typed, []);
}

/// A kept number is an answer again; a text that another form passes on while this one shows its answer is a draft.
#[test]
fn a_kept_number_is_an_answer_and_a_text_from_elsewhere_a_draft() {
    let answers =
        Answers { entries: vec![Entry { answer: Some(Answer::Number(7.into())), ..Entry::default() }] };
    let draft = Draft { answers: answers.clone(), typed: Vec::new(), kept: Some(Shown::own("14:03")) };
    let request = forms::request(asq::rules::ANSWER, vec![number("A", "How many?", 1, 9)]);
    let mut form = Form::new(request, asq::rules::FORM, draft);
    let typed = |text: &str| vec![Typed { question: 0, place: TypedIn::Edit, text: text.into() }];
    assert_eq!(form.draft(), Draft { answers, typed: Vec::new(), kept: None });
    assert_eq!(play(form.clone(), "<ret>"), "answered\n0: number 7\n");

    let mut several = asq(vec![number("A", "How many?", 1, 9), text("B", "Say?")]);
    several.shown(Timestamp(0));
    several.handle(Timestamp(1000), Action::Insert('3'));
    act(&mut several, 2000, Act::Choose);
    assert_eq!(several.draft().answers.entries[0].answer, Some(Answer::Number(3.into())));
    several.take_text(&typed("5")[0]);
    assert_eq!(several.draft(), Draft { answers: Answers::none(2), typed: typed("5"), kept: None });
    form.take_text(&typed("8")[0]);
    assert_eq!(form.draft().typed, typed("8"));
}

/// "A printable key that nothing binds is text, where text is typed", and nothing while something lies over the page.
#[test]
fn a_key_over_a_page_types_nothing_into_it() {
    let form = || asq(two());
    each(
        form,
        &["3hi<c-o>x<paste:y><c-o>", "3hi<c-o><esc>"],
        &expect![[r#"
            === 3hi<c-o>x<paste:y><c-o>
            [A] B Review
            First?
              1. a1
              2. a2
            > 3. hi|
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · Esc back
            === 3hi<c-o><esc>
            [A] B Review
            First?
              1. a1
              2. a2
            > 3. hi|
              4. Let's discuss this
            -- ↑/↓ move · Enter select · Tab next · Esc back
        "#]],
    );
    let mut form = asq(two());
    act(&mut form, 1000, Act::Help);
    form.handle(Timestamp(2000), Action::Paste("into nothing".into()));
    assert!(form.draft().is_empty());
}

/// "suspend asq; fg brings it back"; "only where there is a place to come back from", Esc puts aside there.
#[test]
fn a_form_is_stopped_and_put_aside() {
    assert_eq!(play(asq(two()), "<c-z>"), "suspended\n");
    assert_eq!(play(asq(two()).aside(Aside::Esc), "<esc>"), "put aside\n");
    assert_eq!(act(&mut asq(two()), 1000, Act::Aside), []);
    let kept = act(&mut asq(two()).aside(Aside::Key), 1000, Act::Aside);
    assert_eq!(kept, [Effect::DraftChanged, Effect::Aside]);
    let ended = play(asq(two()).aside(Aside::Key), "<esc>");
    assert_eq!(ended, "cancelled\n0: -\n1: -\n");
}

/// A page that is visited again has its focus on what was picked, wherever it stood before.
#[test]
fn a_page_comes_back_with_its_focus_on_the_pick() {
    each(
        || asq(two()),
        &["2<s-tab><up>", "2<s-tab><up><tab><s-tab>"],
        &expect![[r#"
            === 2<s-tab><up>
            [*A] B Review
            First?
            > 1. a1
              2. a2 ✓
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · 1-4 pick · Tab next · ? keys · Esc cancel
            === 2<s-tab><up><tab><s-tab>
            [*A] B Review
            First?
              1. a1
            > 2. a2 ✓
              3. Something else…
              4. Let's discuss this
            -- ↑/↓ move · Enter select · 1-4 pick · Tab next · ? keys · Esc cancel
        "#]],
    );
}

/// "Skipping takes picks back": a skipped question has no ticks when the person comes back to it.
#[test]
fn a_skip_takes_the_ticks_back() {
    let form = || {
        let ticks = Question { skippable: true, ..many("A", "Which?", &["a1", "a2"], 1) };
        asq(vec![ticks, text("B", "Say?")])
    };
    each(
        form,
        &["<space>s", "<space>s<s-tab>"],
        &expect![[r#"
            === <space>s
            *A [B] Review
            Say?
            > |Type your answer
            -- Enter accept · Ctrl+L discuss · Ctrl+J new line · Alt+N note · Esc back
            === <space>s<s-tab>
            [*A] B Review
            Which?
            > 1. [ ] a1
              2. [ ] a2
              3. [ ] Something else…
              4. Let's discuss this
              [ Done · 0 picked ]
            -- ↑/↓ move · Enter tick · 1-4 tick · s skip · Tab next · ? keys · Esc cancel
        "#]],
    );
}

/// "A list has its options (those that match the filter)": also by their descriptions.
#[test]
fn the_filter_looks_at_descriptions() {
    let form = || {
        let mut question = one("A", "Which?", &[]);
        for n in 0..9 {
            let about = if n == 6 { "runs already" } else { "new" };
            let label = format!("a{n}");
            question.options.push(QuestionOption {
                description: Some(about.into()),
                ..QuestionOption::new(label.as_str())
            });
        }
        asq(vec![question])
    };
    each(
        form,
        &["/already", "/already<ret>"],
        &expect![[r#"
        === /already
        Which?
        > 7. a6
          10. Something else…
          11. Let's discuss this
        filter /already|
        -- type to filter · Enter to select · Esc to show all
        === /already<ret>
        answered
        0: a6
    "#]],
    );
}

/// "It looks like a secret": who will read it is named as what it is.
#[test]
fn who_reads_a_secret_is_a_script_where_a_script_asks() {
    let notice = |script: bool| {
        let mut request = forms::request(asq::rules::ANSWER, vec![text("A", "Say?")]);
        request.from.script = script;
        let form = Form::new(request, asq::rules::FORM, Draft::default());
        let played = play(form, "<paste:ghp_16C7e42F292c6912E7710c838347Ae178B4a><ret>");
        played.lines().find(|line| line.starts_with("! ")).unwrap_or_default().to_owned()
    };
    expect![[r#"
        ! This looks like a secret. Enter again sends it; the agent will read it
        ! This looks like a secret. Enter again sends it; the script will read it"#]]
    .assert_eq(&[notice(false), notice(true)].join("\n"));
}

/// The full-screen view: a question's page with all its texts, the review's with the focused answer.
#[test]
fn what_is_read_on_the_full_screen() {
    let read = |form: &mut Form, ms: u64| -> String {
        act(form, ms, Act::Read);
        let screen = form.screen();
        let passages = screen.reading.as_ref().map(|reading| &reading.passages).into_iter().flatten();
        let told: Vec<String> =
            passages.map(|p| format!("{} | {}", p.heading.text(), p.source.raw())).collect();
        told.join("\n")
    };
    let mut first = one("A", "First?", &["a1", "a2"]);
    first.options[0].description = Some("the first of them".into());
    let hidden = |question: Question| Question { sensitive: true, ..question };
    let mut form = asq(vec![
        first,
        hidden(one("B", "Second?", &["b1"])),
        hidden(text("C", "Third?")),
        text("D", "Fourth?"),
    ]);
    form.shown(Timestamp(0));
    let mut told = vec![read(&mut form, 1000)];
    act(&mut form, 2000, Act::Leave);
    act(&mut form, 3000, Act::Choose);
    act(&mut form, 4000, Act::Choose);
    form.handle(Timestamp(5000), Action::Paste("hush".into()));
    act(&mut form, 6000, Act::Choose);
    form.handle(Timestamp(7000), Action::Paste("aloud".into()));
    act(&mut form, 8000, Act::Choose);
    told.push(read(&mut form, 9000));
    act(&mut form, 10_000, Act::Leave);
    act(&mut form, 11_000, Act::First);
    told.push(read(&mut form, 12_000));
    assert_eq!(act(&mut form, 13_000, Act::Read), []);
    assert!(!form.reads(), "the same key closes it");
    assert!(matches!(act(&mut form, 14_000, Act::Cancel)[..], [Effect::Close(Outcome::Cancelled(_))]));
    expect![[r#"
        Question | First?
        Option | a1
         | the first of them
        ===
        Question A | First?
        Answer | a1
        Question B | Second?
        Answer | ••••••
        Question C | Third?
        Answer | ••••••
        Question D | Fourth?
        Answer | aloud
        ===
        Question A | First?
        Answer | a1"#]]
    .assert_eq(&told.join("\n===\n"));
}

/// "A secret is masked while it is typed", below a list too.
#[test]
fn own_words_of_a_sensitive_question_are_dots() {
    let question = || Question { sensitive: true, ..one("A", "Which key?", &["none"]) };
    each(
        || asq(vec![question()]),
        &["<down><ret>hush"],
        &expect![[r#"
            === <down><ret>hush
            Which key?
              1. none
            > 2. ••••|
              3. Let's discuss this
            -- ↑/↓ move · Enter select · Alt+N note · Esc back
        "#]],
    );
    let form = || forms::form(question::rules::FORM, question::rules::ANSWER, vec![question()]);
    each(
        form,
        &["<down><ret>hush"],
        &expect![[r#"
        === <down><ret>hush
        Which key?
          1. none
        > 2. Something else… ••••|
        -- Enter accept · Ctrl+J new line · Ctrl+G editor · Esc back
    "#]],
    );
}

/// A dangerous question is read there as its page shows it, blanks and CRs spelled out, with what there is to know.
#[test]
fn a_dangerous_question_is_read_literally() {
    let mut question = dangerous(one("A", "Drop\rit?", &["yes", "no   way"]), Some("prod"));
    let source = "It is   in use.".into();
    question.context = Some(Preview { kind: PreviewKind::Text, source });
    let mut form = asq(vec![question]);
    form.shown(Timestamp(0));
    act(&mut form, 1000, Act::Down);
    act(&mut form, 2000, Act::Read);
    let screen = form.screen();
    let passages = screen.reading.iter().flat_map(|reading| &reading.passages);
    let told: Vec<String> = passages.map(|p| format!("{} | {}", p.heading.text(), p.source.raw())).collect();
    expect![[r#"
        What to know | It is   in use.
        Question | Drop<U+000D>it?
        Option | no<3 blanks>way"#]]
    .assert_eq(&told.join("\n"));
}
