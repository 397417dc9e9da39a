//! Requests, answers and outcomes go to bytes and back.

use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, Danger, DangerRule, Draft, Entry, Expiry, Kind, Order, Outcome,
    Pick, Prefs, Preview, PreviewKind, Provenance, Question, QuestionOption, Request, Typed, TypedIn,
};
use asq_core::text::Untrusted;
use asq_wire::{digest, stored};
use expect_test::expect;
use proptest::option::of;
use proptest::prelude::*;

fn text() -> impl Strategy<Value = Untrusted> {
    "[a-z \"\\\\\n\u{1b}\u{202e}é😀\u{0}]{0,12}".prop_map(Untrusted::from)
}

fn number() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("finite", |n| n.is_finite())
}

fn answer() -> impl Strategy<Value = Answer> {
    let pick = prop_oneof![(0usize..9).prop_map(Pick::Option), text().prop_map(Pick::Custom)];
    prop_oneof![
        proptest::collection::vec(pick, 0..4).prop_map(Answer::Picks),
        number().prop_map(Answer::Number),
        text().prop_map(Answer::Text),
    ]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::One),
        (0usize..3, 0usize..9).prop_map(|(min, more)| Kind::Many { min, max: min + more }),
        (of(-9.0..0.0), of(0.0..9.0), 0.1..5.0, of(text())).prop_map(|(min, max, step, unit)| Kind::Number {
            min,
            max,
            step,
            unit
        }),
        (any::<bool>(), of(text()))
            .prop_map(|(multiline, placeholder)| Kind::Text { multiline, placeholder }),
    ]
}

fn option() -> impl Strategy<Value = QuestionOption> {
    (text(), text(), of(text()), of(preview()), any::<bool>()).prop_map(
        |(label, value, description, preview, recommended)| QuestionOption {
            label,
            value,
            description,
            preview,
            recommended,
        },
    )
}

fn preview() -> impl Strategy<Value = Preview> {
    let kind = prop_oneof![
        Just(PreviewKind::Markdown),
        Just(PreviewKind::Code),
        Just(PreviewKind::Text),
        Just(PreviewKind::Mermaid),
        Just(PreviewKind::Svg),
        Just(PreviewKind::Html)
    ];
    (kind, text()).prop_map(|(kind, source)| Preview { kind, source })
}

fn question() -> impl Strategy<Value = Question> {
    let danger =
        (of(text()), any::<bool>()).prop_map(|(confirm_text, direct)| Danger { confirm_text, direct });
    (
        (text(), text(), of(text()), of(preview()), kind()),
        (
            proptest::collection::vec(option(), 0..4),
            of(option()),
            of(answer()),
            of(danger),
            any::<[bool; 3]>(),
        ),
    )
        .prop_map(
            |((header, text, description, context, kind), (options, custom_row, default, danger, bools))| {
                Question {
                    id: "".into(),
                    header,
                    text,
                    description,
                    context,
                    kind,
                    options,
                    custom: bools[0],
                    custom_row,
                    default,
                    danger,
                    sensitive: bools[1],
                    skippable: bools[2],
                }
            },
        )
}

fn request() -> impl Strategy<Value = Request> {
    let rules =
        (any::<[bool; 4]>(), 0..3).prop_map(|([every, offered, discuss, notes], danger)| AnswerRules {
            complete: if every { Complete::Every } else { Complete::Any },
            order: if offered { Order::Offered } else { Order::Picked },
            discuss,
            notes,
            danger: [DangerRule::Unknown, DangerRule::AnyText, DangerRule::ExactText][danger as usize],
        });
    let from = (of(text()), of(text()), of(text())).prop_map(|(agent, session, call_id)| Provenance {
        agent,
        session,
        call_id,
    });
    let prefs = (any::<[bool; 3]>(), 0u32..10_001).prop_map(|(bools, debounce_ms)| Prefs {
        danger_check: bools[0],
        debounce_ms,
        clock: bools[1],
        opencode_offered: bools[2],
    });
    let expiry = of((1u64..9, of(text())).prop_map(|(after_ms, means)| Expiry { after_ms, means }));
    (proptest::collection::vec(question(), 1..4), rules, prefs, from, expiry).prop_map(
        |(mut questions, rules, prefs, from, expiry)| {
            for (n, question) in questions.iter_mut().enumerate() {
                question.id = n.to_string().into();
            }
            Request { questions, rules, prefs, from, expiry }
        },
    )
}

fn answers() -> impl Strategy<Value = Answers> {
    let entry = (of(answer()), of(text()), of(text())).prop_map(|(answer, note, confirmed)| Entry {
        answer,
        note,
        confirmed,
    });
    proptest::collection::vec(entry, 0..4).prop_map(|entries| Answers { entries })
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let place = prop_oneof![Just(TypedIn::Custom), Just(TypedIn::Note), Just(TypedIn::Edit)];
    let typed =
        (0usize..4, place, text()).prop_map(|(question, place, text)| Typed { question, place, text });
    let draft = (answers(), proptest::collection::vec(typed, 0..3)).prop_map(|(answers, typed)| Draft {
        answers,
        typed,
        kept: None,
    });
    (0..6, answers(), draft, of(text())).prop_map(|(which, answers, draft, reason)| match which {
        0 => Outcome::Answered(answers),
        1 => Outcome::Discuss(draft),
        2 => Outcome::Declined { reason, draft },
        3 => Outcome::Cancelled(draft),
        4 => Outcome::Withdrawn(draft),
        _ => Outcome::Expired(draft),
    })
}

proptest! {
    #[test]
    fn requests_come_back(request in request()) {
        let bytes = stored::request_to_bytes(&request).unwrap();
        let again = stored::request_from_bytes(&bytes).unwrap();
        prop_assert_eq!(stored::request_to_bytes(&again).unwrap(), bytes);
        prop_assert_eq!(again, request);
    }

    #[test]
    fn outcomes_come_back(outcome in outcome()) {
        let bytes = stored::outcome_to_bytes(&outcome).unwrap();
        prop_assert_eq!(stored::outcome_from_bytes(&bytes).unwrap(), outcome);
    }

    #[test]
    fn answers_come_back(answers in answers()) {
        let bytes = stored::answers_to_bytes(&answers).unwrap();
        prop_assert_eq!(stored::answers_from_bytes(&bytes).unwrap(), answers);
    }
}

fn sample() -> Request {
    Request {
        questions: vec![Question {
            id: "db".into(),
            header: "Database".into(),
            text: "Which?".into(),
            description: None,
            kind: Kind::One,
            options: vec![
                QuestionOption { value: "pg".into(), ..QuestionOption::new("PostgreSQL") },
                QuestionOption::new("SQLite"),
            ],
            custom: true,
            default: None,
            danger: None,
            sensitive: false,
            context: None,
            custom_row: None,
            skippable: false,
        }],
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

#[test]
fn the_stored_form_is_fixed() {
    expect![[r#"{"questions":[{"id":"db","header":"Database","text":"Which?","kind":"one","options":[{"label":"PostgreSQL","value":"pg"},{"label":"SQLite"}],"custom":true}],"rules":{"complete":"every","order":"offered","discuss":false,"notes":false,"danger":"unknown"},"prefs":{"danger_check":true,"debounce_ms":300,"clock":true,"opencode_offered":true},"from":{}}"#]]
        .assert_eq(&String::from_utf8(stored::request_to_bytes(&sample()).unwrap()).unwrap());
    expect!["5d72a6ece1c5efab"].assert_eq(&digest(&sample()).unwrap()[..16]);
}

#[test]
fn any_change_changes_the_digest() {
    let before = digest(&sample()).unwrap();
    assert_eq!(before.len(), 64);
    let mut other = sample();
    other.questions[0].options[1].label = "SQLite ".into();
    assert_ne!(digest(&other).unwrap(), before);
    let mut other = sample();
    other.from.agent = Some("a".into());
    assert_ne!(digest(&other).unwrap(), before);
}

#[test]
fn nonsense_is_refused() {
    let text = String::from_utf8(stored::request_to_bytes(&sample()).unwrap()).unwrap();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        stored::request_from_bytes(text.replace(from, to).as_bytes()).unwrap_err().to_string()
    };
    expect!["the stored question wants more picks than it allows"]
        .assert_eq(&refused(r#""kind":"one""#, r#""kind":{"many":{"min":2,"max":1}}"#));
    expect!["the stored question's step is not above 0"]
        .assert_eq(&refused(r#""kind":"one""#, r#""kind":{"number":{"step":0}}"#));
    expect!["the stored question's smallest number is over its largest"]
        .assert_eq(&refused(r#""kind":"one""#, r#""kind":{"number":{"min":2,"max":1,"step":1}}"#));
    assert!(
        refused(r#""kind":"one""#, r#""kind":"two""#)
            .starts_with("the stored text has another shape: unknown variant")
    );
    let nothing = r#"{"questions":[],"#.to_owned() + &text[text.find(r#""rules""#).unwrap()..];
    expect!["the stored request has no questions"]
        .assert_eq(&stored::request_from_bytes(nothing.as_bytes()).unwrap_err().to_string());
    let mut twins = sample();
    twins.questions.push(twins.questions[0].clone());
    let bytes = stored::request_to_bytes(&twins).unwrap();
    expect!["the stored request has two questions of one id"]
        .assert_eq(&stored::request_from_bytes(&bytes).unwrap_err().to_string());
    let endless = Outcome::Answered(Answers {
        entries: vec![Entry { answer: Some(Answer::Number(f64::NAN)), ..Entry::default() }],
    });
    expect!["the stored number is not finite"]
        .assert_eq(&stored::outcome_to_bytes(&endless).unwrap_err().to_string());
}
