//! Anything that may come over HTTP, without what never leaves the machine: starts of processes, ids of tokens.

use crate::public::{ID, asked, mark, ms, public_actor, public_origin};
use crate::stored::any::{about, actor, answers, draft, key, moment, number, origin, outcome, request, text};
use asq_core::fit::{Misfit, Wrong};
use asq_core::history::Past;
use asq_core::inbox::{
    AnnouncePace, Command, DoneContent, DoneRequest, Hours, LateTexts, Notice, Pending, Position, Summary,
};
use asq_core::life::{
    AccessToken, Actor, Asked, Closing, Due, How, Moment, Origin, Refusal, RequestId, Right, Unseen, Via,
};
use asq_core::model::{Answers, Draft, HeldAnswer, HeldAs, Outcome, Pick, WholeDraft};
use asq_core::number::Decimal;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use std::sync::Arc;

pub(super) fn id() -> impl Strategy<Value = RequestId> {
    any::<u128>().prop_map(RequestId)
}

/// A moment as public JSON has it.
pub(super) fn wall() -> impl Strategy<Value = Moment> {
    ms().prop_map(|wall_ms| Moment { wall_ms, boot: None })
}

pub(super) fn public_by() -> impl Strategy<Value = Actor> {
    actor().prop_map(public_actor)
}

fn unowned(mut origin: Origin) -> Origin {
    let Via { token, peer } = origin.via;
    origin.via = Via { token: token.map(|token| Box::new(AccessToken { id: None, ..*token })), peer };
    origin
}

pub(super) fn any_asked() -> BoxedStrategy<Asked> {
    (request(), origin(), about(), any::<bool>(), of("[0-9a-f]{4}"))
        .prop_map(|(request, origin, about, returns, ticket)| Asked {
            about,
            returns,
            ticket,
            ..asked(request, unowned(origin))
        })
        .boxed()
}

pub(super) fn summary() -> BoxedStrategy<Summary> {
    (request(), origin())
        .prop_map(|(request, origin)| Summary::of(&asked(request, public_origin(origin))))
        .boxed()
}

pub(super) fn pending() -> BoxedStrategy<Pending> {
    (id(), any::<u32>(), ms(), of(wall()), summary())
        .prop_map(|(id, position, asked_ms, due, summary)| Pending {
            id,
            position: Position(u64::from(position)),
            asked_ms,
            due: due.map(|due| Box::new(Due(due))),
            summary,
        })
        .boxed()
}

fn past() -> BoxedStrategy<Past> {
    let how = prop::sample::select(vec!["answered", "expired"]);
    (id(), wall(), wall(), public_by(), how, of(any::<bool>()), any::<bool>(), summary())
        .prop_map(|(id, asked, closed, by, how, danger_confirmed, delivered, summary)| Past {
            id,
            asked,
            closed,
            by,
            how: how.to_owned(),
            danger_confirmed,
            delivered,
            summary,
        })
        .boxed()
}

pub(super) fn whole() -> impl Strategy<Value = WholeDraft> {
    let how = vec![HeldAs::Answer, HeldAs::Decline, HeldAs::Cancel, HeldAs::Discuss];
    let held = (prop::sample::select(how), any::<u64>(), "[0-9a-f]{0,4}")
        .prop_map(|(how, until_ms, seen)| HeldAnswer { how, until_ms, seen });
    (of(held), of(text()), of(0usize..9)).prop_map(|(held, reason, page)| WholeDraft { held, reason, page })
}

pub(super) fn closing() -> impl Strategy<Value = Closing> {
    (0..5, answers(), draft(), of(text()), "[0-9a-f]{0,4}").prop_map(
        |(which, answers, draft, reason, seen)| match which {
            0 => Closing::Answer { answers, seen },
            1 => Closing::Decline { reason, draft },
            2 => Closing::Discuss { draft },
            3 => Closing::Cancel { draft },
            _ => Closing::Withdraw,
        },
    )
}

pub(super) fn command() -> BoxedStrategy<Command> {
    let hours =
        prop::sample::select(vec!["22:00-08:00", "0:01-23:59"]).prop_map(|it| Hours::read(it).unwrap());
    let pace = (any::<u64>(), any::<u64>(), of((hours, any::<i64>())))
        .prop_map(|(gap_ms, again_ms, quiet)| AnnouncePace { gap_ms, again_ms, quiet });
    prop_oneof![
        id().prop_map(Command::Open),
        id().prop_map(Command::Shut),
        (id(), closing(), of(key())).prop_map(|(id, closing, key)| Command::Close { id, closing, key }),
        (id(), draft()).prop_map(|(id, draft)| Command::Draft { id, draft }),
        (id(), whole()).prop_map(|(id, whole)| Command::Whole { id, whole }),
        (id(), any::<u64>()).prop_map(|(id, until_ms)| Command::Snooze { id, until_ms }),
        any::<u32>().prop_map(|limit| Command::Done(limit as usize)),
        Just(Command::Late),
        (id(), any::<u64>()).prop_map(|(id, typed_ms)| Command::ForgetLate { id, typed_ms }),
        id().prop_map(Command::Look),
        id().prop_map(Command::Propose),
        id().prop_map(Command::Jump),
        (vec(id(), 0..3), pace).prop_map(|(ids, pace)| Command::Announce { ids, pace }),
        Just(Command::Typed),
    ]
    .boxed()
}

fn done() -> BoxedStrategy<DoneRequest> {
    let late = (any::<u64>(), vec(text(), 1..3)).prop_map(|(typed_ms, texts)| LateTexts { typed_ms, texts });
    (past(), of(text()), of(late)).prop_map(|(past, said, late)| DoneRequest { past, said, late }).boxed()
}

fn content() -> BoxedStrategy<DoneContent> {
    (any_asked(), moment(), outcome(), public_by(), moment(), vec(text(), 0..3))
        .prop_map(|(asked, at, outcome, by, closed, late)| DoneContent {
            asked,
            at,
            outcome,
            by,
            closed,
            late,
        })
        .boxed()
}

pub(super) fn notice() -> BoxedStrategy<Notice> {
    let how =
        prop::sample::select(vec!["answered", "discuss", "declined", "cancelled", "withdrawn", "expired"]);
    let list = prop_oneof![
        pending().prop_map(|pending| Notice::Arrived(Arc::new(pending))),
        (id(), public_by(), moment(), how).prop_map(|(id, by, at, how)| Notice::Closed {
            id,
            by: Box::new(by),
            at,
            how
        }),
        id().prop_map(Notice::Gone),
        id().prop_map(Notice::Delivered),
        (id(), any::<bool>()).prop_map(|(id, waits)| Notice::Asker { id, waits }),
        (id(), any::<u64>()).prop_map(|(id, until_ms)| Notice::Snoozed { id, until_ms }),
        (id(), mark()).prop_map(|(id, mark)| Notice::Marked { id, mark }),
    ]
    .boxed();
    let texts = prop_oneof![
        (id(), any_asked(), moment(), draft()).prop_map(|(id, asked, at, draft)| Notice::Opened {
            id,
            asked: Box::new(asked),
            at,
            draft: Box::new(draft)
        }),
        (id(), whole()).prop_map(|(id, whole)| Notice::Whole { id, whole: Box::new(whole) }),
        (id(), draft()).prop_map(|(id, draft)| Notice::Drafted { id, draft: Box::new(draft) }),
        (id(), draft()).prop_map(|(id, draft)| Notice::Clash { id, draft: Box::new(draft) }),
    ]
    .boxed();
    let own = prop_oneof![
        id().prop_map(Notice::Accepted),
        (id(), refusal()).prop_map(|(id, why)| Notice::Refused { id, why: Box::new(why) }),
        (id(), "[a-z ]{0,9}").prop_map(|(id, why)| Notice::NotStored { id, why }),
        vec(id(), 1..3).prop_map(Notice::Announced),
        vec(done(), 0..3).prop_map(Notice::Done),
        any::<u32>().prop_map(|texts| Notice::Late(texts as usize)),
        (id(), of(content())).prop_map(|(id, content)| Notice::Looked { id, content: content.map(Box::new) }),
        (id(), answers(), any::<u64>(), any::<bool>()).prop_map(|(id, answers, at_ms, late)| {
            Notice::Proposed { id, answers: Box::new(answers), at_ms, late }
        }),
        of("[a-z ]{0,9}").prop_map(Notice::Trouble),
        "[a-z ]{0,9}".prop_map(Notice::Stopped),
    ]
    .boxed();
    prop_oneof![list, texts, own].boxed()
}

/// JSON readers take a minus zero for a zero.
fn limit() -> impl Strategy<Value = Decimal> {
    number().prop_filter("a minus zero", |number| number.as_str() != "-0")
}

fn wrong() -> impl Strategy<Value = Wrong> {
    let count = || 0usize..99;
    let noun = || prop::sample::select(vec!["picks", "a number", "a text"]);
    let pick = || prop_oneof![(0usize..9).prop_map(Pick::Option), text().prop_map(Pick::Custom)];
    let counts = prop_oneof![
        (count(), count()).prop_map(|(wanted, came)| Wrong::Entries { wanted, came }),
        (count(), count()).prop_map(|(options, came)| Wrong::NoSuchOption { options, came }),
        (count(), count()).prop_map(|(min, came)| Wrong::TooFew { min, came }),
        (count(), count()).prop_map(|(max, came)| Wrong::TooMany { max, came }),
        (count(), count()).prop_map(|(max, came)| Wrong::TooLong { max, came }),
        (count(), count()).prop_map(|(max, came)| Wrong::NoteTooLong { max, came }),
        count().prop_map(|option| Wrong::Twice { option }),
    ];
    prop_oneof![
        counts,
        prop::sample::select(vec![
            Wrong::Open,
            Wrong::CustomTwice,
            Wrong::NoCustom,
            Wrong::Blank,
            Wrong::NoNotes
        ]),
        (noun(), noun()).prop_map(|(wanted, came)| Wrong::Made { wanted, came }),
        (pick(), pick()).prop_map(|(first, then)| Wrong::Order { first, then }),
        (limit(), limit()).prop_map(|(min, came)| Wrong::TooSmall { min, came }),
        (limit(), limit()).prop_map(|(max, came)| Wrong::TooLarge { max, came }),
        of(text()).prop_map(|wanted| Wrong::Unconfirmed { wanted }),
        (text(), text()).prop_map(|(wanted, came)| Wrong::WrongConfirmation { wanted, came }),
    ]
}

pub(super) fn refusal() -> BoxedStrategy<Refusal> {
    let right = || prop::sample::select(vec![Right::Ask, Right::Answer, Right::System]);
    let how = prop::sample::select(vec![How::Tty, How::Page, How::Host, How::Cli, How::Api, How::Bridge]);
    let unseen = prop::sample::select(vec![
        Unseen::Asker,
        Unseen::Ancestors,
        Unseen::Namespace,
        Unseen::User,
        Unseen::Proxy,
        Unseen::Lost,
        Unseen::Opener,
    ]);
    let misfit = (of((0usize..9, text())), wrong()).prop_map(|(question, wrong)| Misfit { question, wrong });
    // Nobody else learns what was answered.
    let closed = (public_by(), wall(), outcome()).prop_map(|(by, at, outcome)| Refusal::Closed {
        by: Box::new(by),
        at,
        outcome: Box::new(match outcome {
            Outcome::Answered(_) => Outcome::Answered(Answers::default()),
            Outcome::Discuss(_) => Outcome::Discuss(Draft::default()),
            Outcome::Declined { .. } => Outcome::Declined { reason: None, draft: Draft::default() },
            Outcome::Cancelled(_) => Outcome::Cancelled(Draft::default()),
            Outcome::Withdrawn(_) => Outcome::Withdrawn(Draft::default()),
            Outcome::Expired(_) => Outcome::Expired(Draft::default()),
        }),
    });
    prop_oneof![
        prop::sample::select(vec![
            Refusal::NotAsked,
            Refusal::Erased,
            Refusal::OwnTree,
            Refusal::Overdue,
            Refusal::Open
        ]),
        "[0-9a-f]{0,4}".prop_map(|digest| Refusal::AskedBefore { digest }),
        closed,
        vec(misfit, 0..4).prop_map(Refusal::Misfit),
        ("[0-9a-f]{0,4}", "[0-9a-f]{0,4}").prop_map(|(came, asked)| Refusal::Changed { came, asked }),
        (right(), right()).prop_map(|(needed, came)| Refusal::Right { needed, came }),
        how.prop_map(Refusal::Danger),
        unseen.clone().prop_map(Refusal::UnknownTree),
        unseen.prop_map(Refusal::UnknownDanger),
        of(any::<u64>()).prop_map(Refusal::NotDue),
        any::<u32>().prop_map(|bytes| Refusal::LongKey(bytes as usize)),
        wall().prop_map(Refusal::DeliveredBefore),
    ]
    .boxed()
}

pub(super) const ONE: RequestId = ID;
