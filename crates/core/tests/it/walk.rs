//! The walk as pictures: each step, each reply, and the ending.
#![allow(clippy::needless_pass_by_value)] // a request is written where it is used

use asq_core::fit;
use asq_core::form::{
    Act, Action, Called, CommitRow, CustomEntry, CustomRow, Effect, Ends, EscStep, Form, FormRules, Guard,
    Look, Notes, Numbers, PreviewPlace, Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::model::*;
use asq_core::text::{Shown, Untrusted};
use asq_core::time::Timestamp;
use asq_core::walk::{HeldFrom, Reply, RowIs, Step, StepRow, TextFor, Walk};
use asq_testkit::situation;
use asq_testkit::situation::Situation;
use expect_test::expect;
use proptest::prelude::*;

/// Rules like those of the contract `question`.
const RULES: FormRules = FormRules {
    called: Called::ASQ,
    keys: &[],
    custom: Some(CustomRow { label: "Something else…", entry: CustomEntry::Opens, placeholder: "" }),
    discuss: Some("Let's discuss"),
    tabs: Tabs::Several,
    review: Review {
        when: ReviewWhen::Several,
        title: "Review",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "Submit",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "Done", zero: Zero::Refuse },
    revisit: Revisit::Picked,
    ends: Ends::Wrap,
    esc: &[EscStep::LeaveEditor, EscStep::ConfirmIfAnswers, EscStep::Cancel],
    notes: Notes::Page(asq_core::form::OnSave::GoBack),
    preview: PreviewPlace::Never,
    look: Look {
        focus: ">",
        rules: false,
        numbers: Numbers::All,
        tab_open: "",
        tab_done: "",
        submit_tab: "",
        one: "",
        one_many: "",
        several: "",
        review: "",
        danger: "",
        editor: "",
        commit_gap: false,
        filter_over: 0,
    },
    elapsed: false,
};

fn question(header: &str, kind: Kind, options: &[&str]) -> Question {
    Question {
        id: header.into(),
        header: header.into(),
        text: format!("{header}?").as_str().into(),
        description: None,
        kind,
        options: options.iter().map(|o| QuestionOption::new(*o)).collect(),
        custom: true,
        default: None,
        danger: None,
        sensitive: false,
        skippable: false,
        context: None,
        custom_row: None,
    }
}

fn one(header: &str) -> Question {
    question(header, Kind::One, &["apple", "pear"])
}

fn many(header: &str, min: usize, max: usize) -> Question {
    question(header, Kind::Many { min, max }, &["apple", "pear", "plum"])
}

fn text(header: &str) -> Question {
    question(header, Kind::Text { multiline: true, placeholder: None }, &[])
}

fn number(header: &str) -> Question {
    question(
        header,
        Kind::Number { min: Some(1.into()), max: Some(9.into()), step: 1.into(), unit: None },
        &[],
    )
}

fn request(questions: Vec<Question>) -> Request {
    Request {
        questions,
        rules: AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: false,
            danger: DangerRule::Unknown,
        },
        prefs: Prefs::default(),
        from: Provenance::default(),
        expiry: None,
    }
}

fn rows_in_words(rows: &[StepRow<'_>]) -> String {
    let row = |(n, r): (usize, &StepRow<'_>)| {
        let marks: String = [(r.picked, "*"), (r.suggested, "~"), (r.lookalike, "!"), (r.preview, "^")]
            .into_iter()
            .filter_map(|(on, mark)| on.then_some(mark))
            .collect();
        format!("{}{} {}", n + 1, marks, r.label)
    };
    rows.iter().enumerate().map(row).collect::<Vec<_>>().join(", ")
}

fn in_words(step: &Step<'_>) -> String {
    let header = |q: &Question| q.header.raw().to_owned();
    match step {
        Step::Choose { asked, rows } => {
            let skip = if asked.may_skip { " (may skip)" } else { "" };
            format!("choose {}{skip}: {}", header(asked.question), rows_in_words(rows))
        }
        Step::Many { asked, rows, min, max } => {
            format!("many {} {min}..={max}: {}", header(asked.question), rows_in_words(rows))
        }
        Step::Text { asked, what, current, held } => {
            let what = match what {
                TextFor::Answer { .. } => "answer",
                TextFor::Custom => "own words",
                TextFor::Note => "note",
                TextFor::Confirmation { .. } => "confirmation",
            };
            let current = current.map(|c| format!(", stands {c:?}")).unwrap_or_default();
            let held = held.as_ref().map(|h| format!(", held {:?} {}", h.text, from(h.from)));
            format!("text {} {what}{current}{}", header(asked.question), held.unwrap_or_default())
        }
        Step::Value { asked, held } => {
            let Kind::Number { min, max, .. } = &asked.question.kind else { panic!("no number") };
            let held = held.as_ref().map(|h| format!(", held {:?} {}", h.text, from(h.from)));
            format!("number {} {min:?} {max:?}{}", header(asked.question), held.unwrap_or_default())
        }
        Step::Confirm { answers, open, may_send } => {
            let said: Vec<String> = answers
                .iter()
                .map(|s| {
                    let note = s.note.map(|n| format!(" note {n:?}")).unwrap_or_default();
                    let typed = s.typed.map(|t| format!(" typed {t:?}")).unwrap_or_default();
                    let answer = s.answer.map_or("-".to_owned(), answer_in_words);
                    format!("{}={answer}{note}{typed}", header(s.question))
                })
                .collect();
            format!("confirm [{}] open {open:?} may send {may_send}", said.join(", "))
        }
        Step::Leave { answers } => format!("leave and drop {answers}?"),
        Step::Done(outcome) => outcome_in_words(outcome),
    }
}

fn from(from: HeldFrom<'_>) -> String {
    match from {
        HeldFrom::Default => "by default".to_owned(),
        HeldFrom::Kept(when) => format!("kept {when}"),
        HeldFrom::Typed => "typed".to_owned(),
    }
}

fn answer_in_words(answer: &Answer) -> String {
    match answer {
        Answer::Picks(picks) => {
            let words: Vec<String> = picks
                .iter()
                .map(|p| match p {
                    Pick::Option(i) => (i + 1).to_string(),
                    Pick::Custom(text) => format!("{text:?}"),
                })
                .collect();
            format!("({})", words.join(" "))
        }
        Answer::Number(n) => n.to_string(),
        Answer::Text(text) => format!("{text:?}"),
    }
}

fn answers_in_words(answers: &Answers) -> String {
    let entries: Vec<String> = answers
        .entries
        .iter()
        .map(|e| {
            let note = e.note.as_ref().map(|n| format!(" note {n:?}")).unwrap_or_default();
            let confirmed = e.confirmed.as_ref().map(|n| format!(" confirmed {n:?}")).unwrap_or_default();
            format!("{}{note}{confirmed}", e.answer.as_ref().map_or("-".to_owned(), answer_in_words))
        })
        .collect();
    entries.join(", ")
}

fn draft_in_words(draft: &Draft) -> String {
    let typed: Vec<String> =
        draft.typed.iter().map(|t| format!("{} {:?} {:?}", t.question, t.place, t.text)).collect();
    format!("[{}] typed [{}]", answers_in_words(&draft.answers), typed.join(", "))
}

fn outcome_in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(answers) => format!("answered [{}]", answers_in_words(answers)),
        Outcome::Discuss(draft) => format!("discuss {}", draft_in_words(draft)),
        Outcome::Cancelled(draft) => format!("cancelled {}", draft_in_words(draft)),
        Outcome::Declined { .. } | Outcome::Withdrawn(_) | Outcome::Expired(_) => "?".to_owned(),
    }
}

/// One word of a script: `2` a row, `1,3` rows, `"text`, `=4.5` a number, `go2`, and named ones.
fn say(walk: &mut Walk, word: &str) -> Result<(), String> {
    let row = |w: &str| w.parse::<usize>().map_or(99, |n| n - 1);
    let told = match word {
        "keep" => walk.reply(Reply::Keep),
        "use" => walk.reply(Reply::Use),
        "yes" => walk.reply(Reply::Yes),
        "none" => walk.reply(Reply::Rows(Vec::new())),
        "back" => walk.back(),
        "note" => walk.note(None),
        "discuss" => walk.discuss(),
        "leave" => {
            walk.leave();
            Ok(())
        }
        "cancel" => {
            walk.cancel();
            Ok(())
        }
        word => {
            if let Some(text) = word.strip_prefix('"') {
                walk.reply(Reply::Text(text.into()))
            } else if let Some(n) = word.strip_prefix('=') {
                walk.reply(Reply::Text(n.into()))
            } else if let Some(n) = word.strip_prefix("go") {
                walk.reply(Reply::Go(row(n)))
            } else if let Some(text) = word.strip_prefix("note:") {
                walk.note(Some(text.into()))
            } else if let Some(text) = word.strip_prefix("hold:") {
                walk.hold(text.into());
                Ok(())
            } else if let Some(n) = word.strip_prefix("show") {
                walk.preview(row(n)).map(|_| ())
            } else if word.contains(',') {
                walk.reply(Reply::Rows(word.split(',').filter(|w| !w.is_empty()).map(row).collect()))
            } else {
                walk.reply(Reply::Row(row(word)))
            }
        }
    };
    told.map_err(|refusal| refusal.to_string())
}

fn check_with(request: Request, rules: &FormRules, draft: Draft, script: &str, situation: &mut Situation) {
    let mut walk = Walk::new(request.clone(), *rules, draft);
    let mut lines = vec![in_words(&walk.step())];
    for word in script.split('|').filter(|w| !w.is_empty()) {
        let told = word.replace('\r', "\\r").replace('\n', "\\n");
        match say(&mut walk, word) {
            Ok(()) => lines.push(format!("{told} → {}", in_words(&walk.step()))),
            Err(why) => lines.push(format!("{told} ✗ {why}")),
        }
    }
    if let Some(Outcome::Answered(answers)) = walk.outcome() {
        assert_eq!(fit(&request, answers), [], "what a walk sends fits");
    }
    let title = script.replace('\r', "\\r").replace('\n', "\\n");
    situation.shows(if title.is_empty() { "no replies" } else { &title }, &(lines.join("\n") + "\n"));
}

fn check(request: Request, script: &str, situation: &mut Situation) {
    check_with(request, &RULES, Draft::default(), script, situation);
}

#[test]
fn a_single_question_is_picked_and_confirmed() {
    let mut situation = situation!("walk/a_single_question_is_picked_and_confirmed");
    check(request(vec![one("A")]), "2|yes", &mut situation);
}

#[test]
fn own_words_are_a_step_of_their_own_and_blank_ones_bounce() {
    let mut situation = situation!("walk/own_words_are_a_step_of_their_own_and_blank_ones_bounce");
    check(request(vec![one("A")]), "3|\" \n|keep|\" a fig\n|yes", &mut situation);
}

#[test]
fn back_from_own_words_leads_to_the_list() {
    let mut situation = situation!("walk/back_from_own_words_leads_to_the_list");
    check(request(vec![one("A")]), "3|hold:half|back|3|use|yes", &mut situation);
}

#[test]
fn a_question_without_options_asks_for_own_words_at_once() {
    let mut situation = situation!("walk/a_question_without_options_asks_for_own_words_at_once");
    check(request(vec![one("A"), question("B", Kind::One, &[])]), "1|keep|back|1|\"x", &mut situation);
}

#[test]
fn one_goes_back_and_changes_answers_before_the_end() {
    let mut situation = situation!("walk/one_goes_back_and_changes_answers_before_the_end");
    check(
        request(vec![one("A"), one("B")]),
        "back|1|back|2|1|go1|1|go2|back|go3|back|keep|yes|yes",
        &mut situation,
    );
}

#[test]
fn every_question_needs_an_answer_where_the_rules_say_so() {
    let mut situation = situation!("walk/every_question_needs_an_answer_where_the_rules_say_so");
    check(request(vec![one("A"), one("B")]), "keep|3|back|keep|9|=1|\"x|go1|yes", &mut situation);
}

#[test]
fn questions_may_stay_open_where_the_rules_say_so() {
    let mut situation = situation!("walk/questions_may_stay_open_where_the_rules_say_so");
    let mut any = request(vec![one("A"), many("B", 1, 3), text("C")]);
    any.rules.complete = Complete::Any;
    check(any.clone(), "keep|none|keep|keep|yes", &mut situation);
    any.questions.truncate(1);
    check(any, "keep", &mut situation);
}

#[test]
fn several_picks_stand_in_the_order_of_the_rules_and_within_bounds() {
    let mut situation = situation!("walk/several_picks_stand_in_the_order_of_the_rules_and_within_bounds");
    let mut several = request(vec![many("A", 1, 3)]);
    check(several.clone(), "none|5|1,1|1,2,3,4|4,3,1|\"a fig|go1|3,1|yes", &mut situation);
    several.rules.order = Order::Picked;
    check(several, "4,3,1|\"a fig|yes", &mut situation);
}

#[test]
fn own_words_left_out_stay_as_a_draft() {
    let mut situation = situation!("walk/own_words_left_out_stay_as_a_draft");
    check(request(vec![one("A"), one("B")]), "3|\"a fig|back|1|cancel", &mut situation);
}

#[test]
fn half_made_picks_are_in_the_draft() {
    let mut situation = situation!("walk/half_made_picks_are_in_the_draft");
    check(request(vec![many("A", 1, 3)]), "1,4|hold:a f|cancel|1|cancel", &mut situation);
}

#[test]
fn no_picks_answer_where_none_are_needed() {
    let mut situation = situation!("walk/no_picks_answer_where_none_are_needed");
    check(request(vec![many("A", 0, 3)]), "none|yes", &mut situation);
}

#[test]
fn numbers_and_texts() {
    let mut situation = situation!("walk/numbers_and_texts");
    check(
        request(vec![number("A"), text("B")]),
        "=0.5|=NaN|=4.5|\"|\"two\nlines\n\n|go1|keep|yes",
        &mut situation,
    );
    let mut line = text("A");
    line.kind = Kind::Text { multiline: false, placeholder: None };
    check(request(vec![line]), "\"two\r\nlines\n", &mut situation);
}

#[test]
fn a_text_that_is_too_long_is_refused() {
    let mut walk = Walk::new(request(vec![text("A")]), RULES, Draft::default());
    let long = "x".repeat(fit::TEXT_MOST + 1);
    assert_eq!(
        say(&mut walk, &format!("\"{long}")),
        Err("That is too long: 1048577 bytes, and 1048576 is the most.".to_owned())
    );
    assert_eq!(say(&mut walk, &format!("\"{}", &long[1..])), Ok(()));
}

#[test]
fn defaults_are_held_out_and_never_taken_by_themselves() {
    let mut situation = situation!("walk/defaults_are_held_out_and_never_taken_by_themselves");
    let mut all = request(vec![one("A"), many("B", 1, 3), number("C"), text("D")]);
    all.questions[0].default = Some(Answer::Picks(vec![Pick::Option(1)]));
    all.questions[1].default = Some(Answer::Picks(vec![Pick::Option(0), Pick::Option(2)]));
    all.questions[2].default = Some(Answer::Number(5.into()));
    all.questions[3].default = Some(Answer::Text("so".into()));
    check(all.clone(), "keep|use|use|use|keep|use|yes", &mut situation);
    all.rules.danger = DangerRule::AnyText;
    all.questions[0].danger = Some(Danger::default());
    check(all, "use", &mut situation);
}

#[test]
fn kept_texts_are_held_out_and_picks_are_not_kept() {
    let mut situation = situation!("walk/kept_texts_are_held_out_and_picks_are_not_kept");
    let mut noted = request(vec![one("A"), text("B"), number("C")]);
    noted.rules.notes = true;
    let draft = Draft {
        answers: Answers {
            entries: vec![
                Entry {
                    answer: Some(Answer::Picks(vec![Pick::Option(0), Pick::Custom("fig".into())])),
                    note: Some("ripe".into()),
                    confirmed: None,
                },
                Entry::default(),
                Entry { answer: Some(Answer::Number(12.into())), ..Entry::default() },
            ],
        },
        typed: vec![
            Typed { question: 1, place: TypedIn::Edit, text: "half a th".into() },
            Typed { question: 9, place: TypedIn::Edit, text: "of no question".into() },
        ],
        kept: Some(Shown::own("14:03")),
    };
    check_with(noted, &RULES, draft, "note|use|3|use|use|use|=1|yes", &mut situation);
}

#[test]
fn notes_are_written_where_the_rules_allow_them() {
    let mut situation = situation!("walk/notes_are_written_where_the_rules_allow_them");
    check(request(vec![one("A")]), "note|note:no", &mut situation);
    let mut noted = request(vec![one("A"), one("B")]);
    noted.rules.notes = true;
    check(
        noted.clone(),
        "note|\"soon|3|note:later|\"fig|note|back|1|note|go1|note|keep|note: |1|yes",
        &mut situation,
    );
    // A note without an answer is a draft.
    check(noted.clone(), "note:soon|cancel", &mut situation);
    // Only next to previews, if the form has them there.
    noted.questions[1].options[0].preview = Some(Preview { kind: PreviewKind::Text, source: "look".into() });
    let rules =
        FormRules { notes: Notes::Compare, preview: PreviewPlace::Side { source_width: 120 }, ..RULES };
    check_with(noted, &rules, Draft::default(), "note:a|1|note:b|show1|show2|show9|1|yes", &mut situation);
}

#[test]
fn discussing_ends_it_only_where_offered() {
    let mut situation = situation!("walk/discussing_ends_it_only_where_offered");
    let mut open = request(vec![one("A"), many("B", 1, 2)]);
    check(open.clone(), "discuss|4", &mut situation);
    open.rules.discuss = true;
    check(open.clone(), "1|discuss|discuss", &mut situation);
    check(open, "4", &mut situation);
}

#[test]
fn leaving_asks_first_where_the_form_would() {
    let mut situation = situation!("walk/leaving_asks_first_where_the_form_would");
    check(request(vec![one("A"), one("B")]), "leave", &mut situation);
    check(request(vec![one("A"), one("B")]), "1|leave|1|back|leave|yes", &mut situation);
    check(request(vec![one("A"), one("B")]), "1|leave|leave", &mut situation);
    check(request(vec![one("A"), one("B")]), "1|cancel", &mut situation);
    check(request(vec![one("A")]), "1|leave", &mut situation);
    let at_once = FormRules { esc: &[EscStep::Cancel], ..RULES };
    check_with(request(vec![one("A"), one("B")]), &at_once, Draft::default(), "1|leave", &mut situation);
}

#[test]
fn dangerous_answers_wait_for_their_confirmation() {
    let mut situation = situation!("walk/dangerous_answers_wait_for_their_confirmation");
    let mut danger = request(vec![one("A"), one("B")]);
    danger.questions[0].danger = Some(Danger { confirm_text: Some("drop it".into()), direct: false });
    check(danger.clone(), "1", &mut situation);
    danger.rules.danger = DangerRule::ExactText;
    check(
        danger.clone(),
        "1|keep|\"drop|back|2|\"drop it |go1|1|back|back|1|go1|1|\"drop it|1|yes",
        &mut situation,
    );
    check(danger.clone(), "1|hold:dro|cancel", &mut situation);
    danger.rules.danger = DangerRule::AnyText;
    check(danger, "3|\"fig|\" |\"ok|1|yes", &mut situation);
}

#[test]
fn a_text_that_looks_like_a_secret_is_taken_the_second_time() {
    let token = format!("\"ghp_{}", "a1B2".repeat(9));
    let mut walk = Walk::new(request(vec![text("A")]), RULES, Draft::default());
    let refused = Err("This looks like a secret, and whoever asks would read it.".to_owned());
    assert_eq!(say(&mut walk, &token), refused);
    assert_eq!(say(&mut walk, &token.replace("a1", "b2")), refused);
    assert_eq!(say(&mut walk, "use"), Ok(()));
    assert_eq!(say(&mut walk, "yes"), Ok(()));
    let mut walk = Walk::new(request(vec![one("A")]), RULES, Draft::default());
    assert_eq!(say(&mut walk, "3"), Ok(()));
    assert_eq!(say(&mut walk, &token), refused);
    assert_eq!(say(&mut walk, &token), Ok(()));
}

#[test]
fn sensitive_answers_are_in_no_draft() {
    let mut situation = situation!("walk/sensitive_answers_are_in_no_draft");
    let mut pin = request(vec![text("A"), text("B")]);
    pin.questions[0].sensitive = true;
    check(pin.clone(), "\"1234|\"x|cancel", &mut situation);
    check(pin, "hold:12|cancel", &mut situation);
}

#[test]
fn labels_that_imitate_rows_of_asq_are_marked() {
    let mut situation = situation!("walk/labels_that_imitate_rows_of_asq_are_marked");
    let mut fake = one("A");
    fake.options[0] = QuestionOption::new("Something else…");
    check(request(vec![fake]), "", &mut situation);
}

fn any_question() -> impl Strategy<Value = Question> {
    let kind = prop_oneof![
        Just(Kind::One),
        (0..3usize, 0..4usize).prop_map(|(min, max)| Kind::Many { min, max }),
        Just(Kind::Number { min: Some((-1).into()), max: None, step: 1.into(), unit: None }),
        any::<bool>().prop_map(|multiline| Kind::Text { multiline, placeholder: None }),
    ];
    (kind, 0..4usize, any::<bool>(), 0..6u8).prop_map(|(kind, options, custom, extra)| {
        let labels = ["apple", "pear", "plum"];
        let mut question = question("Q", kind.clone(), &labels[..options.min(3)]);
        question.custom = custom;
        question.danger =
            (extra == 0).then(|| Danger { confirm_text: Some(Untrusted::from("drop it")), direct: false });
        question.sensitive = extra == 1;
        question.default = match kind {
            Kind::One if extra == 2 && options > 0 => Some(Answer::Picks(vec![Pick::Option(0)])),
            Kind::Number { .. } if extra == 2 => Some(Answer::Number(3.into())),
            Kind::Text { .. } if extra == 2 => Some(Answer::Text("so".into())),
            Kind::One | Kind::Many { .. } | Kind::Number { .. } | Kind::Text { .. } => None,
        };
        question
    })
}

fn any_request() -> impl Strategy<Value = Request> {
    let danger =
        prop_oneof![Just(DangerRule::Unknown), Just(DangerRule::AnyText), Just(DangerRule::ExactText)];
    (prop::collection::vec(any_question(), 1..4), any::<[bool; 4]>(), danger).prop_map(
        |(questions, [every, offered, discuss, notes], danger)| Request {
            rules: AnswerRules {
                complete: if every { Complete::Every } else { Complete::Any },
                order: if offered { Order::Offered } else { Order::Picked },
                discuss,
                notes,
                danger,
            },
            ..request(questions)
        },
    )
}

fn any_word() -> impl Strategy<Value = String> {
    const FIXED: &[&str] = &[
        "keep",
        "use",
        "none",
        "back",
        "note",
        "discuss",
        "leave",
        "cancel",
        "note:n",
        "hold:h",
        "hold:",
        "\"text",
        "\"drop it",
        "\" ",
        "=3",
        "=-7",
        "=inf",
        "go1",
        "go3",
        "go9",
        "show1",
        "show9",
    ];
    prop_oneof![
        6 => prop::sample::select(FIXED).prop_map(str::to_owned),
        6 => (1..6usize).prop_map(|n| n.to_string()),
        4 => (1..6usize, 1..6usize).prop_map(|(a, b)| format!("{a},{b}")),
        2 => Just("yes".to_owned()),
        4 => Just("\"drop it".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_walks_never_panic_and_what_they_send_fits(
        request in any_request(),
        words in prop::collection::vec(any_word(), 0..40),
    ) {
        let mut walk = Walk::new(request.clone(), RULES, Draft::default());
        for word in &words {
            let _ = say(&mut walk, word);
            let _ = in_words(&walk.step());
            let draft = walk.draft();
            prop_assert_eq!(draft.answers.entries.len(), request.questions.len());
            let again = Walk::new(request.clone(), RULES, draft);
            prop_assert!(again.outcome().is_none(), "a draft is no answer");
            for row in walk_rows(&walk) {
                prop_assert!(row != RowIs::Discuss || request.rules.discuss);
            }
        }
        if let Some(Outcome::Answered(answers)) = walk.outcome() {
            prop_assert_eq!(fit(&request, answers), []);
        }
    }
}

/// What a person says to one question, by row numbers from 1; row 4 is the custom one.
#[derive(Clone, Debug)]
enum Speech {
    One(usize, String),
    Many(Vec<usize>, String),
    Text(String),
}

fn any_speech() -> impl Strategy<Value = Speech> {
    let words = || prop::sample::select(&["fig", " two\nlines\n", "数 🦭"][..]).prop_map(str::to_owned);
    let rows = prop::sample::subsequence(vec![1, 2, 3, 4], 1..=4).prop_shuffle();
    prop_oneof![
        (1..=4usize, words()).prop_map(|(row, text)| Speech::One(row, text)),
        (rows, words()).prop_map(|(rows, text)| Speech::Many(rows, text)),
        words().prop_map(Speech::Text),
    ]
}

fn asked_by(speeches: &[Speech], order: Order) -> Request {
    let options = &["apple", "pear", "plum"];
    let questions = speeches.iter().map(|speech| match speech {
        Speech::One(..) => question("Q", Kind::One, options),
        Speech::Many(..) => question("Q", Kind::Many { min: 1, max: 4 }, options),
        Speech::Text(_) => text("Q"),
    });
    let mut request = request(questions.collect());
    request.rules.order = order;
    request
}

fn in_a_form(request: &Request, speeches: &[Speech], last: Act) -> Option<Outcome> {
    let now = Timestamp(0);
    let mut form = Form::new(request.clone(), RULES, Draft::default()).guarded(Guard::OFF);
    form.shown(now);
    let mut actions = Vec::new();
    let row = |n: usize| Action::Do(Act::Number(n));
    for speech in speeches {
        match speech {
            Speech::One(4, text) => {
                actions.extend([row(4), Action::Paste(text.clone()), Action::Do(Act::Choose)]);
            }
            Speech::One(n, _) => actions.push(row(*n)),
            Speech::Many(rows, text) => {
                for n in rows {
                    actions.push(row(*n));
                    if *n == 4 {
                        actions.extend([Action::Paste(text.clone()), Action::Do(Act::Choose)]);
                    }
                }
                actions.extend([Action::Do(Act::Last), Action::Do(Act::Choose)]);
            }
            Speech::Text(text) => actions.extend([Action::Paste(text.clone()), Action::Do(Act::Choose)]),
        }
    }
    actions.extend([Action::Do(Act::Last), Action::Do(last)]);
    let effects = actions.into_iter().flat_map(|action| form.handle(now, action));
    effects.into_iter().find_map(|effect| match effect {
        Effect::Close(outcome) => Some(outcome),
        Effect::Edit(_) | Effect::Suspend | Effect::Aside | Effect::DraftChanged => None,
    })
}

fn in_a_walk(request: &Request, speeches: &[Speech], last: &str) -> Option<Outcome> {
    let mut walk = Walk::new(request.clone(), RULES, Draft::default());
    for speech in speeches {
        let replies = match speech {
            Speech::One(4, text) => vec![Reply::Row(3), Reply::Text(text.as_str().into())],
            Speech::One(n, _) => vec![Reply::Row(n - 1)],
            Speech::Many(rows, text) => {
                let picked = Reply::Rows(rows.iter().map(|n| n - 1).collect());
                let words = rows.contains(&4).then(|| Reply::Text(text.as_str().into()));
                std::iter::once(picked).chain(words).collect()
            }
            Speech::Text(text) => vec![Reply::Text(text.as_str().into())],
        };
        for reply in replies {
            assert_eq!(walk.reply(reply), Ok(()));
        }
    }
    assert_eq!(say(&mut walk, last), Ok(()));
    walk.outcome().cloned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_walk_ends_as_a_form_does(
        speeches in prop::collection::vec(any_speech(), 2..5),
        order in prop_oneof![Just(Order::Offered), Just(Order::Picked)],
    ) {
        let request = asked_by(&speeches, order);
        let sent = in_a_form(&request, &speeches, Act::Choose);
        prop_assert!(matches!(sent, Some(Outcome::Answered(_))), "{:?}", sent);
        prop_assert_eq!(&sent, &in_a_walk(&request, &speeches, "yes"));
        let cancelled = in_a_form(&request, &speeches, Act::Cancel);
        prop_assert!(matches!(cancelled, Some(Outcome::Cancelled(_))));
        prop_assert_eq!(&cancelled, &in_a_walk(&request, &speeches, "cancel"));
    }
}

fn walk_rows(walk: &Walk) -> Vec<RowIs> {
    match walk.step() {
        Step::Choose { rows, .. } | Step::Many { rows, .. } => rows.iter().map(|r| r.is).collect(),
        Step::Text { .. }
        | Step::Value { .. }
        | Step::Confirm { .. }
        | Step::Leave { .. }
        | Step::Done(_) => Vec::new(),
    }
}

#[test]
fn an_option_that_became_the_custom_row_keeps_its_preview() {
    let mut situation = situation!("walk/an_option_that_became_the_custom_row_keeps_its_preview");
    let mut question = one("A");
    question.custom_row = Some(QuestionOption {
        preview: Some(Preview { kind: PreviewKind::Text, source: "a fig".into() }),
        ..QuestionOption::new("OTHER")
    });
    check(request(vec![question]), "show1|show3", &mut situation);
}

/// "An optional question can be skipped", and its answer becomes a draft; "if the form can be declined, so can the
/// walk, with a reason".
#[test]
fn what_may_stay_open_is_skipped_and_a_walk_is_declined_with_a_reason() {
    let mut open = number("A");
    open.skippable = true;
    let request = request(vec![open, one("B")]);
    let mut walk = Walk::new(request.clone(), RULES, Draft::default());
    say(&mut walk, "=4").unwrap();
    say(&mut walk, "back").unwrap();
    walk.skip().unwrap();
    assert_eq!(walk.skip(), Err(asq_core::walk::ReplyRefusal::NeedsAnswer));
    expect![[r#"[-, -] typed [0 Edit "4"]"#]].assert_eq(&draft_in_words(&walk.draft()));
    say(&mut walk, "1").unwrap();
    expect![[r#"confirm [A=- typed "4", B=(1)] open [] may send true"#]].assert_eq(&in_words(&walk.step()));
    let rules = FormRules { keys: DECLINES, ..RULES };
    let reason = |text: &str| {
        let mut walk = Walk::new(request.clone(), rules, Draft::default());
        walk.decline(Some(text.into())).unwrap();
        match walk.outcome() {
            Some(Outcome::Declined { reason, .. }) => reason.as_ref().map(|r| r.raw().to_owned()),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((reason("no time"), reason(" ")), (Some("no time".to_owned()), None));
    let mut walk = Walk::new(request, RULES, Draft::default());
    assert_eq!(walk.decline(None), Err(asq_core::walk::ReplyRefusal::NoDecline));
}

const DECLINES: &[asq_core::form::Binding] = &[asq_core::form::Binding::any(
    &[asq_core::form::Spot::Option],
    asq_core::form::Key::ctrl(asq_core::form::Code::Char('x')),
    asq_core::form::Act::Decline,
)];

/// "A script's single pick is sent at once", but not past a note that somebody wrote on it.
#[test]
fn a_scripts_pick_with_a_note_is_confirmed_first() {
    let mut situation = situation!("walk/a_scripts_pick_with_a_note_is_confirmed_first");
    let mut noted = request(vec![one("A")]);
    noted.rules.notes = true;
    noted.from.script = true;
    let rules = FormRules { notes: asq_core::form::Notes::Page(asq_core::form::OnSave::GoBack), ..RULES };
    check_with(noted.clone(), &rules, Draft::default(), "1", &mut situation);
    check_with(noted, &rules, Draft::default(), "note:why|1|yes", &mut situation);
}

/// Where the settings switch the typed text off, a script's dangerous pick is not sent at once.
#[test]
fn a_scripts_dangerous_pick_that_no_typed_text_confirms_is_confirmed_first() {
    let mut situation =
        situation!("walk/a_scripts_dangerous_pick_that_no_typed_text_confirms_is_confirmed_first");
    let mut danger = request(vec![one("A")]);
    danger.from.script = true;
    danger.rules.danger = DangerRule::ExactText;
    danger.questions[0].danger = Some(Danger { confirm_text: Some("drop it".into()), direct: false });
    check(danger.clone(), "1|\"drop it", &mut situation);
    danger.prefs.danger_check = false;
    check(danger, "1|yes", &mut situation);
}

/// "It has the current answer, and separately the offered text": not a default then; "the last step … names the open
/// questions"; "a message names what is possible"; "messages escape foreign text".
#[test]
fn the_last_step_names_what_is_open_and_an_answer_stands_instead_of_a_default() {
    let mut situation =
        situation!("walk/the_last_step_names_what_is_open_and_an_answer_stands_instead_of_a_default");
    let mut suggested = number("A");
    suggested.kind = Kind::Number { min: Some(1.into()), max: None, step: 1.into(), unit: None };
    suggested.default = Some(Answer::Number(3.into()));
    let draft = Draft { answers: Answers::none(2), ..Draft::default() };
    check_with(request(vec![suggested.clone()]), &RULES, draft, "=0|=5|go1", &mut situation);
    let mut any = request(vec![suggested, one("B")]);
    any.rules.complete = Complete::Any;
    check_with(any, &RULES, Draft::default(), "=5|keep", &mut situation);
    expect!["Not answered yet: 2 (B<U+202E>)."]
        .assert_eq(&asq_core::walk::ReplyRefusal::Open(vec![(1, "B\u{202e}".into())]).to_string());
}
