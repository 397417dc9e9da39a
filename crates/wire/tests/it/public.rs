//! What asq prints about stored requests reads back, and has everything that a surface draws.

#![allow(clippy::unwrap_used)] // outside the tests themselves, too

use crate::stored::any::{about, actor, origin, outcome, request, text};
use asq_core::history::Past;
use asq_core::inbox::{Pending, Position, RequestMark, Summary};
use asq_core::life::{
    AccessToken, Actor, Asked, Closed, Due, Fact, How, Life, Moment, Origin, Process, Record, RequestId,
    Right, Via,
};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, Danger, DangerRule, Entry, Expiry, HeldAs, Kind, Order, Outcome,
    Pick, Preview, PreviewKind, Question, QuestionOption, Request,
};
use asq_wire::public::{ClosedReply, FoundRequest, LateText, ListedRequest, ShownRequest};
use expect_test::expect;
use proptest::option::of;
use proptest::prelude::*;
use serde_json::Value;

pub(crate) const ID: RequestId = RequestId(7 << 100 | 5);

pub(crate) fn moment(wall_ms: u64) -> Moment {
    Moment { wall_ms, boot: None }
}

/// A moment before the year 9999.
pub(crate) fn ms() -> impl Strategy<Value = u64> {
    0u64..250_000_000_000_000
}

pub(crate) fn mark() -> impl Strategy<Value = RequestMark> {
    let how = [HeldAs::Answer, HeldAs::Decline, HeldAs::Cancel, HeldAs::Discuss];
    prop_oneof![
        Just(RequestMark::None),
        Just(RequestMark::Draft),
        (prop::sample::select(how.to_vec()), ms())
            .prop_map(|(how, until_ms)| RequestMark::Held { how, until_ms }),
    ]
}

pub(crate) fn asked(request: Request, origin: Origin) -> Asked {
    Asked {
        request,
        digest: "d1".into(),
        claim: None,
        dialect: "asq".into(),
        call: "{}".into(),
        origin,
        ticket: None,
        about: None,
        returns: false,
    }
}

/// What of a process everybody may see: a start time counts on its own machine alone.
fn without_start(process: Process) -> Process {
    Process { started: 0, ..process }
}

pub(crate) fn public_origin(origin: Origin) -> Origin {
    Origin {
        process: origin.process.map(without_start),
        root: origin.root.map(without_start),
        tree: None,
        via: public_via(origin.via),
        ..origin
    }
}

/// To which token a request belongs is nobody's business but the store's.
pub(crate) fn public_via(via: Via) -> Via {
    let token = via.token.map(|token| Box::new(AccessToken { id: None, ..*token }));
    Via { token, ..via }
}

pub(crate) fn public_actor(mut actor: Actor) -> Actor {
    if let Some(leader) = &mut actor.leader {
        leader.process = without_start(leader.process);
    }
    actor.via = public_via(actor.via);
    actor
}

pub(crate) fn of_json<T>(
    value: &Value,
    read: impl Fn(&Value) -> Result<T, asq_wire::public::PublicError>,
) -> T {
    // Through text, as it reaches another process.
    let line = asq_wire::inert(value.to_string());
    read(&serde_json::from_str(&line).unwrap()).unwrap()
}

proptest! {
    #[test]
    fn a_shown_request_reads_back(
        (request, origin, asker, about) in (request(), origin(), actor(), about()),
        closed in of((outcome(), actor(), of(actor()))),
        (times, waits) in ([ms(), ms(), ms()], any::<bool>()),
        late in proptest::collection::vec((text(), ms(), text(), text()), 0..3),
    ) {
        let record = |by: Actor, at, fact| Record { by, at: moment(at), fact };
        let mut records = vec![record(asker, times[0], Fact::Asked(Box::new(Asked { about, ..asked(request, origin) })))];
        if let Some((outcome, by, taker)) = closed {
            records.push(record(by, times[1], Fact::Closed(Box::new(Closed { outcome, key: None }))));
            records.extend(taker.map(|by| record(by, times[2], Fact::Delivered)));
        }
        let by = (records[0].at, records[0].by.clone());
        let mut shown = ShownRequest::of(ID, &Life::replay(&records), Some(&by));
        shown.asker_waits = waits;
        let ask = shown.asked.as_mut().unwrap();
        ask.late = late
            .into_iter()
            .map(|(question, at_ms, picked, typed)| LateText {
                question, at_ms, picked: vec![picked], typed: vec![typed],
            })
            .collect();
        ask.drafts = vec!["0".into()];
        let json = shown.to_json();
        let again = of_json(&json, ShownRequest::from_json);
        prop_assert_eq!(again.to_json(), json);
        let ask = shown.asked.as_mut().unwrap();
        ask.origin = public_origin(std::mem::take(&mut ask.origin));
        for by in [&mut shown.asked_by, &mut shown.closed_by, &mut shown.delivered_to] {
            *by = by.take().map(public_actor);
        }
        prop_assert_eq!(again, shown);
    }

    #[test]
    fn rows_of_lists_read_back(
        request in request(), origin in origin(), by in actor(), times in [ms(), ms()], due in of(ms()), snoozed_until in of(ms()),
        mark in mark(),
    ) {
        let summary = Summary::of(&asked(request, public_origin(origin)));
        let pending = Pending {
            id: ID,
            position: Position(3),
            asked_ms: times[0],
            due: due.map(|ms| Box::new(Due(moment(ms)))),
            summary: summary.clone(),
        };
        let row = ListedRequest { pending, short: "7".into(), asker_waits: true, snoozed_until, mark };
        prop_assert_eq!(of_json(&row.to_json(), ListedRequest::from_json), row);
        let past = Past {
            id: ID,
            asked: moment(times[0]),
            closed: moment(times[1]),
            by: public_actor(by.clone()),
            how: "answered".into(),
            danger_confirmed: Some(false),
            delivered: true,
            summary,
        };
        let row = FoundRequest { past, short: "7".into(), late: 2 };
        prop_assert_eq!(of_json(&row.to_json(), FoundRequest::from_json), row);
        let reply = ClosedReply {
            id: ID,
            outcome: "answered".into(),
            at_ms: times[0],
            by: public_actor(by),
            repeated: true,
            asker_waits: false,
        };
        prop_assert_eq!(of_json(&reply.to_json(), ClosedReply::from_json), reply);
    }
}

fn sample() -> Request {
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: true,
        notes: true,
        danger: DangerRule::ExactText,
    };
    let preview = |kind, source: &str| Some(Preview { kind, source: source.into() });
    let wipe = Question {
        id: "wipe".into(),
        header: "Wipe".into(),
        description: Some("All of it.".into()),
        context: preview(PreviewKind::Markdown, "# Disks"),
        options: vec![QuestionOption {
            description: Some("the disk".into()),
            preview: preview(PreviewKind::Text, "sda"),
            recommended: true,
            ..QuestionOption::new("Yes")
        }],
        custom: true,
        default: Some(Answer::Picks(vec![Pick::Option(0)])),
        danger: Some(Danger { confirm_text: Some("wipe".into()), direct: true }),
        ..Question::new("Wipe it?", Kind::Many { min: 1, max: usize::MAX })
    };
    let size = Kind::Number {
        min: Some(1.into()),
        max: None,
        step: "0.5".parse().unwrap(),
        unit: Some("GB".into()),
    };
    let password = Kind::Text { multiline: false, placeholder: None };
    let mut request = Request::new(
        vec![
            wipe,
            Question::new("How much?", size),
            Question { sensitive: true, ..Question::new("The password?", password) },
        ],
        rules,
    );
    request.expiry = Some(Expiry { after_ms: 60_000, means: Some("I go on.".into()) });
    request
}

#[test]
fn a_surface_gets_everything_that_it_draws() {
    let record = |right, at, fact| Record { by: Actor::new("ada", right, How::Page), at: moment(at), fact };
    let entry = |answer| Entry { answer: Some(answer), ..Entry::default() };
    let answers = Answers {
        entries: vec![
            entry(Answer::Picks(vec![Pick::Option(0)])),
            entry(Answer::Number(3.into())),
            entry(Answer::Text("hunter2".into())),
        ],
    };
    let outcome = Outcome::Answered(answers);
    let records = [
        record(Right::Ask, 1000, Fact::Asked(Box::new(asked(sample(), Origin::default())))),
        record(Right::Answer, 2000, Fact::Closed(Box::new(Closed { outcome, key: None }))),
    ];
    let shown = ShownRequest::of(ID, &Life::replay(&records), None);
    let json = shown.to_json();
    assert!(!json.to_string().contains("hunter2"));
    assert_eq!(of_json(&json, ShownRequest::from_json), shown);
    let object = |key: &str| format!("{key}: {:#}\n", json[key]);
    let drawn = ["questions", "rules", "settings", "time_limit", "answers", "closed_by"].map(object);
    expect![[r##"
        questions: [
          {
            "id": "wipe",
            "header": "Wipe",
            "question": "Wipe it?",
            "description": "All of it.",
            "kind": "many",
            "options": [
              {
                "label": "Yes",
                "value": "Yes",
                "description": "the disk",
                "recommended": true,
                "preview": {
                  "kind": "text",
                  "source": "sda"
                }
              }
            ],
            "custom": true,
            "skippable": false,
            "danger": true,
            "sensitive": false,
            "input": {
              "min": 1,
              "max": null
            },
            "context": {
              "kind": "markdown",
              "source": "# Disks"
            },
            "custom_row": null,
            "default": {
              "picks": [
                {
                  "option": 0
                }
              ]
            },
            "confirm_text": "wipe",
            "direct": true
          },
          {
            "id": "How much?",
            "header": "How much?",
            "question": "How much?",
            "description": null,
            "kind": "number",
            "options": [],
            "custom": false,
            "skippable": false,
            "danger": false,
            "sensitive": false,
            "input": {
              "min": 1.0,
              "step": 0.5,
              "unit": "GB"
            },
            "context": null,
            "custom_row": null,
            "default": null,
            "confirm_text": null,
            "direct": false
          },
          {
            "id": "The password?",
            "header": "The password?",
            "question": "The password?",
            "description": null,
            "kind": "text",
            "options": [],
            "custom": false,
            "skippable": false,
            "danger": false,
            "sensitive": true,
            "input": {
              "multiline": false
            },
            "context": null,
            "custom_row": null,
            "default": null,
            "confirm_text": null,
            "direct": false
          }
        ]
        rules: {
          "complete": "every",
          "order": "offered",
          "discuss": true,
          "notes": true,
          "danger": "exact_text"
        }
        settings: {
          "danger_check": true,
          "debounce_ms": 300,
          "clock": true,
          "opencode_offered": true
        }
        time_limit: {
          "after_ms": 60000,
          "means": "I go on."
        }
        answers: [
          {
            "answer": {
              "picks": [
                {
                  "option": 0
                }
              ]
            }
          },
          {
            "answer": {
              "number": 3.0
            }
          },
          {}
        ]
        closed_by: {
          "name": "ada",
          "claimed": false,
          "how": "page",
          "pid": null,
          "exe": null,
          "tty": null,
          "leader": null,
          "own_tree": false,
          "unknown_tree": null,
          "forced": false,
          "right": "answer",
          "let_in": null,
          "via": null
        }
    "##]]
    .assert_eq(&drawn.concat());
}

#[test]
fn an_erased_request_has_nothing_but_its_frame() {
    let shown = ShownRequest { asked_at_ms: Some(1), ..ShownRequest::of(ID, &Life::default(), None) };
    let json = shown.to_json();
    let told =
        json.as_object().unwrap().iter().filter(|(_, told)| !told.is_null()).map(|(key, _)| key.as_str());
    let told: Vec<&str> = told.collect();
    assert_eq!(told, ["id", "short", "state", "asked_at", "asker_waits"]);
    assert_eq!(of_json(&json, ShownRequest::from_json), shown);
}

#[test]
fn what_nobody_could_ask_is_refused() {
    let life = Life::replay(&[Record {
        by: Actor::new("ada", Right::Ask, How::Cli),
        at: moment(1),
        fact: Fact::Asked(Box::new(asked(sample(), Origin::default()))),
    }]);
    let json = ShownRequest::of(ID, &life, None).to_json();
    let with = |pointer: &str, value: Value| {
        let mut json = json.clone();
        *json.pointer_mut(pointer).unwrap() = value;
        ShownRequest::from_json(&json).unwrap_err().to_string()
    };
    let all = [
        with("/id", "x".into()),
        with("/closed_at", "noon".into()),
        with("/questions", Value::Array(Vec::new())),
        with("/questions", Value::Null),
        with("/questions/0/kind", "dance".into()),
        with("/questions/0/input/max", 0.into()),
        with("/questions/1/input/step", 0.into()),
        with("/rules/order", "none".into()),
    ];
    expect![[r#"
        the request's id is invalid
        the moment isn't one in UTC
        the request has no questions
        the request has no questions, rules or settings
        the object has another shape: unknown variant `dance`, expected one of `one`, `many`, `number`, `text`
        the question wants more picks than it allows
        the question's step is not above 0
        the object has another shape: unknown variant `none`, expected `offered` or `picked`
    "#]]
    .assert_eq(&(all.join("\n") + "\n"));
}
