//! What the tests share: a clock that stands still, names in their order, a question.

use asq_backend::{AskReply, Feed, Follow, NewRequest, Wake};
use asq_core::inbox::Notice;
use asq_core::life::{Actor, Boot, Closing, How, IdempotencyKey, Kin, Moment, Origin, RequestId, Right};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, DangerRule, Draft, Entry, Expiry, Kind, Order, Pick, Question,
    QuestionOption, Request, Typed, TypedIn,
};
use asq_runtime::driver::{Clock, Driver, DriverFeed, Identity, Names, Surface};
use asq_store::{Memory, Store};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A clock that stands still until a test sets it.
#[derive(Default)]
pub(crate) struct Still(AtomicU64);

impl Still {
    pub(crate) fn set(&self, ms: u64) {
        self.0.store(ms, Ordering::SeqCst);
    }
}

impl Clock for Still {
    fn now(&self) -> Moment {
        at(self.0.load(Ordering::SeqCst))
    }
}

/// Names in their order.
pub(crate) struct Counted(AtomicU64);

impl Names for Counted {
    fn next(&self) -> u128 {
        u128::from(self.0.fetch_add(1, Ordering::SeqCst))
    }
}

pub(crate) fn at(ms: u64) -> Moment {
    Moment { wall_ms: 1_000_000 + ms, boot: Some(Boot { id: 1, ms }) }
}

/// Two processes on one store in memory.
pub(crate) fn two() -> (OnStore, OnStore, Arc<Still>) {
    let store = Memory::new([7; 32]);
    let clock = Arc::new(Still::default());
    (driver(Arc::new(store.clone()), &clock, 100), driver(Arc::new(store), &clock, 200), clock)
}

pub(crate) fn driver(store: Arc<dyn Store>, clock: &Arc<Still>, from: u64) -> OnStore {
    let driver = Driver::with(store.clone(), clock.clone(), Arc::new(Counted(AtomicU64::new(from))));
    OnStore { driver, store }
}

/// A driver, and the store under it.
#[derive(Clone)]
pub(crate) struct OnStore {
    driver: Driver,
    store: Arc<dyn Store>,
}

impl OnStore {
    /// With the machine's own clocks and names.
    pub(crate) fn real(store: Arc<dyn Store>) -> OnStore {
        OnStore { driver: Driver::new(store.clone()), store }
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }
}

impl std::ops::Deref for OnStore {
    type Target = Driver;

    fn deref(&self) -> &Driver {
        &self.driver
    }
}

pub(crate) fn asker() -> Actor {
    Actor { pid: Some(7), ..Actor::new("agent", Right::Ask, How::Cli) }
}

pub(crate) fn person(name: &str) -> Actor {
    Actor::new(name, Right::Answer, How::Tty)
}

pub(crate) fn request(text: &str) -> Request {
    let mut question = Question::new(text, Kind::One);
    question.options = vec![QuestionOption::new("a"), QuestionOption::new("b")];
    question.custom = true;
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: true,
        notes: true,
        danger: DangerRule::Unknown,
    };
    Request::new(vec![question], rules)
}

pub(crate) fn limited(text: &str, after_ms: u64) -> Request {
    Request { expiry: Some(Expiry { after_ms, means: None }), ..request(text) }
}

/// The same, called under a name.
pub(crate) fn called(call: &str, mut request: Request) -> NewRequest {
    request.from.agent = Some("agent".into());
    request.from.session = Some("s".into());
    request.from.call_id = Some(call.into());
    put(request)
}

pub(crate) fn put(request: Request) -> NewRequest {
    NewRequest {
        request,
        dialect: "asq".into(),
        call: "{}".into(),
        origin: Origin::default(),
        ticket: None,
        about: None,
        returns: false,
    }
}

/// Asks, and gives the name and the digest of what is open now.
pub(crate) fn open(driver: &Driver, put: NewRequest) -> (RequestId, String) {
    match driver.ask(put, &asker()).unwrap() {
        AskReply::Open { id, .. } => (id, driver.life(id).unwrap().asked().unwrap().digest.clone()),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn pick(option: usize) -> Answers {
    let answer = Some(Answer::Picks(vec![Pick::Option(option)]));
    Answers { entries: vec![Entry { answer, ..Entry::default() }] }
}

/// A draft of one's own words for the first question.
pub(crate) fn typed(text: &str) -> Draft {
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: text.into() }];
    Draft { answers: Answers::none(1), typed, kept: None }
}

pub(crate) fn answer(answers: Answers, seen: &str) -> Closing {
    Closing::Answer { answers, seen: seen.into() }
}

pub(crate) fn key(name: &str) -> IdempotencyKey {
    IdempotencyKey(name.into())
}

pub(crate) fn surface(name: &str, all: bool) -> Surface {
    let follow = if all { Follow::Inbox } else { Follow::Opened };
    Surface {
        follow,
        wake: Wake::Descriptor,
        identity: Arc::new(Party { person: person(name), kin: Kin::Apart }),
    }
}

/// Somebody with both rights.
pub(crate) struct Party {
    pub(crate) person: Actor,
    pub(crate) kin: Kin,
}

impl Identity for Party {
    fn asker(&self) -> Option<Actor> {
        Some(asker())
    }

    fn taker(&self) -> Option<Actor> {
        Some(asker())
    }

    fn person(&self, _: &Origin) -> Option<Actor> {
        Some(Actor { kin: self.kin, ..self.person.clone() })
    }
}

/// The notices of a surface up to the one for which this holds.
pub(crate) fn told_until(link: &DriverFeed, mut last: impl FnMut(&Notice) -> bool) -> Vec<Notice> {
    let mut told = Vec::new();
    loop {
        for notice in link.notices() {
            let done = last(&notice);
            told.push(notice);
            if done {
                return told;
            }
        }
        let fd = link.descriptor().unwrap();
        let patience = Timespec { tv_sec: 10, tv_nsec: 0 };
        let readable = poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&patience)).unwrap();
        assert_eq!(readable, 1, "told nothing more than {told:#?}");
    }
}
