//! Anything that can be stored.

use asq_core::life::{
    About, AccessToken, Actor, AskKey, Asked, AskerTree, Boot, Closed, Fact, How, IdempotencyKey, Kin,
    Leader, LetIn, Moment, Origin, PeerAddress, PeerPlace, Process, Record, Right, Spaces, TokenId, Unseen,
    Via,
};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, Danger, DangerRule, Draft, Entry, Expiry, Kind, Language, Order,
    Outcome, Pick, Prefs, Preview, PreviewKind, Provenance, Question, QuestionOption, Request, Typed,
    TypedIn,
};
use asq_core::number::Decimal;
use asq_core::text::Untrusted;
use proptest::option::of;
use proptest::prelude::*;

pub(crate) fn text() -> impl Strategy<Value = Untrusted> {
    "[a-z \"\\\\\n\u{1b}\u{202e}é😀\u{0}]{0,12}".prop_map(Untrusted::from)
}

pub(crate) fn number() -> impl Strategy<Value = Decimal> {
    let float = any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| n.to_string());
    let typed = "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,12})?";
    prop_oneof![float, typed.prop_map(String::from)].prop_map(|text| text.parse().unwrap_or(7.into()))
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
        (of(-9i64..0), of(0i64..9), "[0-9]{1,20}\\.[0-9]{0,3}1", of(text())).prop_map(
            |(min, max, step, unit)| Kind::Number {
                min: min.map(Into::into),
                max: max.map(Into::into),
                step: step.parse().unwrap(),
                unit
            }
        ),
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
        Just(PreviewKind::Html),
        "[a-z+#._-]{1,24}"
            .prop_map(|name| Language::named(&name).map_or(PreviewKind::Code, PreviewKind::CodeIn)),
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

pub(crate) fn request() -> impl Strategy<Value = Request> {
    let rules =
        (any::<[bool; 4]>(), 0..3).prop_map(|([every, offered, discuss, notes], danger)| AnswerRules {
            complete: if every { Complete::Every } else { Complete::Any },
            order: if offered { Order::Offered } else { Order::Picked },
            discuss,
            notes,
            danger: [DangerRule::Unknown, DangerRule::AnyText, DangerRule::ExactText][danger as usize],
        });
    let from = (of(text()), of(text()), of(text()), any::<bool>())
        .prop_map(|(agent, session, call_id, script)| Provenance { agent, session, call_id, script });
    let prefs = (any::<[bool; 3]>(), 0u32..10_001).prop_map(|(bools, debounce_ms)| Prefs {
        danger_check: bools[0],
        danger_held: false,
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

pub(crate) fn answers() -> impl Strategy<Value = Answers> {
    let entry = (of(answer()), of(text()), of(text())).prop_map(|(answer, note, confirmed)| Entry {
        answer,
        note,
        confirmed,
    });
    proptest::collection::vec(entry, 0..4).prop_map(|entries| Answers { entries })
}

pub(crate) fn draft() -> impl Strategy<Value = Draft> {
    let place = prop_oneof![Just(TypedIn::Custom), Just(TypedIn::Note), Just(TypedIn::Edit)];
    let typed =
        (0usize..4, place, text()).prop_map(|(question, place, text)| Typed { question, place, text });
    (answers(), proptest::collection::vec(typed, 0..3)).prop_map(|(answers, typed)| Draft {
        answers,
        typed,
        kept: None,
    })
}

pub(crate) fn outcome() -> impl Strategy<Value = Outcome> {
    (0..6, answers(), draft(), of(text())).prop_map(|(which, answers, draft, reason)| match which {
        0 => Outcome::Answered(answers),
        1 => Outcome::Discuss(draft),
        2 => Outcome::Declined { reason, draft },
        3 => Outcome::Cancelled(draft),
        4 => Outcome::Withdrawn(draft),
        _ => Outcome::Expired(draft),
    })
}

pub(crate) fn actor() -> impl Strategy<Value = Actor> {
    let right = prop_oneof![Just(Right::Ask), Just(Right::Answer), Just(Right::System)];
    let how = prop_oneof![
        Just(How::Tty),
        Just(How::Page),
        Just(How::Host),
        Just(How::Cli),
        Just(How::Api),
        Just(How::Bridge)
    ];
    let texts = (text(), of(text()), of(text()));
    (texts, any::<bool>(), right, how, of(any::<u32>()), of(leader()), kin(), via()).prop_map(
        |((name, exe, tty), claimed, right, how, pid, leader, kin, via)| Actor {
            name,
            claimed,
            right,
            how,
            pid,
            exe,
            tty,
            leader: leader.map(Box::new),
            kin,
            via,
        },
    )
}

fn leader() -> impl Strategy<Value = Leader> {
    (process(), of(text()), of(text())).prop_map(|(process, exe, above)| Leader { process, exe, above })
}

fn via() -> impl Strategy<Value = Via> {
    let place = prop::sample::select(vec![
        PeerPlace::Here,
        PeerPlace::Elsewhere,
        PeerPlace::Unknown,
        PeerPlace::Proxied,
    ]);
    let id = of((1u64..1 << 48).prop_map(|bits| TokenId::new(bits).unwrap()));
    let token = (text(), id).prop_map(|(label, id)| Box::new(AccessToken { label, id }));
    let peer = (text(), place).prop_map(|(address, place)| Box::new(PeerAddress { address, place }));
    (of(token), of(peer)).prop_map(|(token, peer)| Via { token, peer })
}

fn kin() -> impl Strategy<Value = Kin> {
    let why = prop::sample::select(vec![
        Unseen::Asker,
        Unseen::Ancestors,
        Unseen::Namespace,
        Unseen::User,
        Unseen::Proxy,
        Unseen::Lost,
        Unseen::Opener,
    ]);
    let let_in = of(prop::sample::select(vec![
        LetIn::Forced,
        LetIn::Settings,
        LetIn::Token,
        LetIn::Surface,
        LetIn::OpenBefore,
    ]));
    let unknown = (why, let_in).prop_map(|(why, let_in)| Kin::Unknown { why, let_in });
    prop_oneof![Just(Kin::Apart), any::<bool>().prop_map(|forced| Kin::Own { forced }), unknown].boxed()
}

fn process() -> impl Strategy<Value = Process> {
    (any::<u32>(), any::<u64>()).prop_map(|(pid, started)| Process { pid, started })
}

pub(crate) fn moment() -> impl Strategy<Value = Moment> {
    let boot = (any::<u128>(), any::<u64>()).prop_map(|(id, ms)| Boot { id, ms });
    (any::<u64>(), of(boot)).prop_map(|(wall_ms, boot)| Moment { wall_ms, boot })
}

pub(crate) fn origin() -> impl Strategy<Value = Origin> {
    let spaces = any::<([u64; 4], u32)>().prop_map(|([pid, user, uts, time], uid)| Spaces {
        pid,
        user,
        uts,
        time,
        uid,
    });
    let sessions = proptest::collection::vec("[A-Z]{1,3}:[0-9a-f]{2}", 0..3);
    (
        (of(text()), of(any::<u128>()), of(process()), of(process()), sessions),
        (of(process()), of(process()), of(spaces)),
        [of(text()), of(text()), of(text()), of(text())],
        via(),
    )
        .prop_map(
            |(
                (host, boot, process, root, sessions),
                (opener, leader, spaces),
                [exe, tty, folder, pane],
                via,
            )| {
                let tree = AskerTree { boot, opener, leader, spaces, sessions };
                Origin { host, process, root, exe, tty, folder, pane, via, tree: tree.known() }
            },
        )
}

pub(crate) fn about() -> impl Strategy<Value = Option<Box<About>>> {
    let six = || of(text());
    (six(), six(), six(), six(), six(), six()).prop_map(|(says, task, branch, link, text, diff)| {
        About { says, task, branch, link, text, diff }.known()
    })
}

pub(crate) fn key() -> impl Strategy<Value = IdempotencyKey> {
    "[a-z\u{0}é\"]{0,9}".prop_map(IdempotencyKey)
}

fn fact() -> impl Strategy<Value = Fact> {
    let claim = prop_oneof![key().prop_map(AskKey::Call), key().prop_map(AskKey::Content)];
    let asked = (
        request(),
        "[0-9a-f]{4}",
        of(claim),
        "[a-z_]{1,9}",
        "[ -~é\n]{0,20}",
        origin(),
        (of("[0-9a-f]{4}"), about(), any::<bool>()),
    )
        .prop_map(|(request, digest, claim, dialect, call, origin, (ticket, about, returns))| {
            Fact::Asked(Box::new(Asked {
                request,
                digest,
                claim,
                dialect,
                call,
                origin,
                ticket,
                about,
                returns,
            }))
        });
    let closed =
        (outcome(), of(key())).prop_map(|(outcome, key)| Fact::Closed(Box::new(Closed { outcome, key })));
    prop_oneof![asked, closed, Just(Fact::Delivered)]
}

pub(crate) fn record() -> impl Strategy<Value = Record> {
    (actor(), moment(), fact()).prop_map(|(by, at, fact)| Record { by, at, fact })
}
