//! The output of the commands, over a store in memory whose times and ids never change.
//!
//! - Three requests are open: an old one, a dangerous and secret one, and one that is hostile in every name.
//! - Three are closed: one answered and delivered, one declined by a person who insisted, one cancelled by a hostile
//!   name.
//! - The current time is always the same.

mod ids_and_refusals;
mod lists;
mod objects;
mod shows;

use super::{history, list, show};
use crate::env::Env;
use crate::session::OpenBackend;
use crate::session::ThisProcess;
use crate::session::ids;
use crate::session::refused::failure;
use crate::when;
use crate::zone::LocalZone;
use asq_core::history::Query;
use asq_core::life::Input;
use asq_core::life::{
    About, Actor, Asked, Closed, Closing, Fact, How, Kin, Leader, LetIn, Life, Moment, Origin, Process,
    Record, Refusal, RequestId, Right, Unseen,
};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, Danger, DangerRule, Draft, Entry, Kind, Order, Outcome, Pick,
    Question, QuestionOption, Request, Typed, TypedIn,
};
use asq_runtime::Driver;
use asq_store::{Append, Log, Memory, Verdict};
use std::fmt::Write;
use std::sync::Arc;

/// 2026-11-21 10:40:00 UTC
const NOW: u64 = 1_795_257_600_000;
const MINUTE: u64 = 60_000;
/// What an agent might put in place of a name.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\n  open  asq: \u{202e}all is well\t\u{200b}世界";

fn id(n: u64) -> RequestId {
    RequestId(u128::from(n.wrapping_mul(0x9E37_79B9_7F4A_7C15)) << 64 | u128::from(n))
}

fn moment(ago: u64) -> Moment {
    Moment { wall_ms: NOW - ago * MINUTE, boot: None }
}

fn env() -> Env {
    Env::of(&[("HOME", "/home/ada")])
}

fn berlin() -> LocalZone {
    LocalZone::posix("CET-1CEST,M3.5.0,M10.5.0/3")
}

fn asker() -> Actor {
    Actor { pid: Some(42), exe: Some("/usr/bin/asq".into()), ..Actor::new("claude", Right::Ask, How::Cli) }
}

fn person(how: How) -> Actor {
    Actor { tty: Some("/dev/pts/1".into()), pid: Some(77), ..Actor::new("ada", Right::Answer, how) }
}

fn db() -> Question {
    Question {
        id: "db".into(),
        header: "Database".into(),
        options: vec![QuestionOption::new("PostgreSQL"), QuestionOption::new("SQLite")],
        custom: true,
        ..Question::new("Which database should it be?", Kind::One)
    }
}

fn why() -> Question {
    let kind = Kind::Text { multiline: true, placeholder: None };
    Question { id: "why".into(), header: "Why".into(), skippable: true, ..Question::new("Why so?", kind) }
}

fn asked(questions: Vec<Question>, agent: &str, folder: &str) -> Asked {
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: false,
        notes: true,
        danger: DangerRule::AnyText,
    };
    let mut request = Request::new(questions, rules);
    request.from.agent = Some(agent.into());
    request.from.session = Some("s 7".into());
    Asked {
        digest: asq_wire::digest(&request).unwrap(),
        request,
        claim: None,
        ticket: None,
        about: None,
        returns: false,
        dialect: "asq".to_owned(),
        call: "{}".to_owned(),
        origin: Origin {
            host: Some("box".into()),
            process: Some(Process { pid: 43, started: 1 }),
            root: Some(Process { pid: 42, started: 1 }),
            exe: Some("/home/ada/bin/claude".into()),
            tty: Some("/dev/pts/3".into()),
            folder: Some(folder.into()),
            pane: Some("/tmp/tmux-1000/default %3".into()),
            ..Origin::default()
        },
    }
}

struct Shop(OpenBackend, Memory);

impl Shop {
    fn new() -> Shop {
        let store = Memory::new([7; 32]);
        let backend = Driver::new(Arc::new(store.clone())).backend(ThisProcess::looks(&env()));
        Shop(OpenBackend { backend, now_ms: NOW, remote: None }, store)
    }

    fn put(&self, n: u64, expected: u64, by: Actor, ago: u64, fact: Fact) {
        let record = Record { by, at: moment(ago), fact };
        let append = Append { request: id(n), expected, records: vec![record] };
        let verdicts = self.1.append(&[append]).unwrap();
        assert!(matches!(verdicts[..], [Verdict::Appended(_)]), "{verdicts:?}");
    }

    fn ask(&self, n: u64, ago: u64, asked: Asked) {
        self.put(n, 0, asker(), ago, Fact::Asked(Box::new(asked)));
    }

    fn close(&self, n: u64, ago: u64, by: Actor, outcome: Outcome) {
        self.put(n, 1, by, ago, Fact::Closed(Box::new(Closed { outcome, key: None })));
    }
}

fn picked(picks: Vec<Pick>) -> Entry {
    Entry { answer: Some(Answer::Picks(picks)), ..Entry::default() }
}

/// Three open requests and three closed ones.
fn shop() -> Shop {
    let shop = Shop::new();
    shop.ask(1, 3000, asked(vec![db()], "claude", "/home/ada/src/asq"));
    let mut wipe = db();
    wipe.danger = Some(Danger::default());
    wipe.sensitive = true;
    wipe.text = "世界を消しますか? 本当によろしいですか? これは元に戻せません".into();
    shop.ask(2, 125, asked(vec![wipe, why()], "codex", "/srv"));
    let mut hostile = db();
    hostile.text = HOSTILE.into();
    hostile.header = HOSTILE.into();
    hostile.options[0].label = HOSTILE.into();
    shop.ask(3, 0, asked(vec![hostile], HOSTILE, HOSTILE));
    shop.ask(4, 90, asked(vec![db(), why()], "claude", "/home/ada"));
    let mut noted = picked(vec![Pick::Option(0), Pick::Custom("and a \u{1b}[31mcache\nof our own".into())]);
    noted.note = Some("soon".into());
    shop.close(
        4,
        60,
        person(How::Tty),
        Outcome::Answered(Answers { entries: vec![noted, Entry::default()] }),
    );
    shop.put(4, 2, asker(), 59, Fact::Delivered);
    shop.ask(5, 80, asked(vec![db()], "codex", "/srv"));
    let typed = Typed { question: 0, place: TypedIn::Custom, text: "not sure".into() };
    let draft = Draft { answers: Answers::none(1), typed: vec![typed], kept: None };
    let declined = Outcome::Declined { reason: Some("not now".into()), draft };
    let leader = Leader {
        process: Process { pid: 70, started: 1 },
        exe: Some("/bin/sh".into()),
        above: Some("/usr/bin/python3".into()),
    };
    let insisting = Actor {
        kin: Kin::Own { forced: true },
        claimed: true,
        leader: Some(Box::new(leader)),
        ..person(How::Cli)
    };
    shop.close(5, 50, insisting, declined);
    shop.ask(6, 70, asked(vec![db()], HOSTILE, HOSTILE));
    shop.close(6, 40, Actor::new(HOSTILE, Right::Answer, How::Page), Outcome::Cancelled(Draft::default()));
    shop
}
