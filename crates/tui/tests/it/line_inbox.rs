//! The inbox in plain lines as one conversation, as a person would hear it.

use crate::console::{ASK_USER_QUESTION, QUESTION, question, request};
use asq_core::history::Past;
use asq_core::inbox::{
    AnnouncePace, Command, DoneRequest, LateTexts, Notice, Pending, Position, RequestMark, Summary,
};
use asq_core::life::{
    About, Actor, Asked, Closing, Fact, How, Life, Moment, Origin, Record, Refusal, RequestId, Right,
};
use asq_core::model::*;
use asq_core::text::Untrusted;
use asq_testkit::situation;
use asq_tui::line::inbox::{LineInboxEnd, LineInboxHost, LineInboxSetup, Waited, inbox, one};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;

const NOW: u64 = 1_795_256_598_000;
const MINUTE: u64 = 60_000;

/// What happens next: the person types a line, or something happens elsewhere.
enum Event {
    Types(&'static str),
    Asks(u64, Box<Asked>),
    Answers(u64, &'static str),
    /// Kim has answered, and the news isn't here yet.
    Unheard(u64),
    /// The disk is full, or not any more.
    Full(bool),
}

#[derive(Default)]
struct World {
    events: VecDeque<Event>,
    requests: Vec<(u64, Moment, Asked)>,
    closed: Vec<u64>,
    full: bool,
    late: Vec<DoneRequest>,
    news: Vec<Notice>,
    commands: String,
    announced: Vec<RequestId>,
    /// What somebody typed for a request on another surface.
    typed: Vec<(u64, Draft)>,
    sheet: Vec<u8>,
}

impl World {
    fn ask(&mut self, n: u64, minutes: u64, asked: Asked) {
        let at = Moment { wall_ms: NOW - minutes * MINUTE, boot: None };
        self.news.push(Notice::Arrived(Pending::of(RequestId(n.into()), Position(n), at, &asked).into()));
        self.requests.push((n, at, asked));
    }

    fn request(&self, id: RequestId) -> (u64, Moment, Asked) {
        let found = self.requests.iter().find(|(n, ..)| id == RequestId((*n).into()));
        found.cloned().unwrap_or_else(|| panic!("nobody asked {id}"))
    }

    /// Everything that happens before the next typed line.
    fn happen(&mut self) {
        while let Some(event) = self.events.pop_front_if(|event| !matches!(event, Event::Types(_))) {
            match event {
                Event::Asks(n, asked) => self.ask(n, 0, *asked),
                Event::Answers(n, name) => {
                    self.closed.push(n);
                    let by = Box::new(Actor::new(name, Right::Answer, How::Cli));
                    let at = Moment { wall_ms: NOW, boot: None };
                    self.news.push(Notice::Closed { id: RequestId(n.into()), by, at, how: "answered" });
                }
                Event::Unheard(n) => self.closed.push(n),
                Event::Full(full) => self.full = full,
                Event::Types(_) => {}
            }
        }
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Open(id) => {
                let (_, at, asked) = self.request(id);
                let typed = self.typed.iter().find(|(n, _)| id == RequestId((*n).into()));
                let draft = Box::new(typed.map(|(_, draft)| draft.clone()).unwrap_or_default());
                self.news.push(Notice::Opened { id, asked: Box::new(asked), at, draft });
            }
            Command::Close { id, closing, .. } => {
                let _ = writeln!(self.commands, "close {}: {}", id.0, name(&closing));
                if self.full {
                    return self.news.push(Notice::NotStored { id, why: "no space is left".into() });
                }
                let refusal = self.judge(id, closing);
                self.news.push(match refusal {
                    None => Notice::Accepted(id),
                    Some(why) => Notice::Refused { id, why: Box::new(why) },
                });
            }
            Command::Draft { id, draft } => {
                let texts: Vec<&str> = draft.typed.iter().map(|typed| typed.text.raw()).collect();
                let _ = writeln!(self.commands, "draft {}: {texts:?} {:?}", id.0, draft.answers.entries);
            }
            Command::Snooze { id, until_ms } => {
                let _ = writeln!(self.commands, "snooze {}: {}", id.0, until_ms.saturating_sub(NOW) / MINUTE);
            }
            Command::Announce { ids, .. } => {
                self.announced.extend(&ids);
                self.news.push(Notice::Announced(ids));
            }
            Command::Done(_) => self.news.push(Notice::Done(self.late.clone())),
            Command::Late => {
                let texts = self.late.iter().flat_map(|row| &row.late).map(|late| late.texts.len()).sum();
                if texts > 0 {
                    self.news.push(Notice::Late(texts));
                }
            }
            Command::Shut(_)
            | Command::ForgetLate { .. }
            | Command::Look(_)
            | Command::Propose(_)
            | Command::Jump(_)
            | Command::Whole { .. }
            | Command::Typed => {}
        }
    }

    /// What the life of the request says to it.
    fn judge(&mut self, id: RequestId, closing: Closing) -> Option<Refusal> {
        let (n, at, asked) = &self.request(id);
        let by = Actor::new("you", Right::Answer, How::Tty);
        let asker = Actor::new("claude", Right::Ask, How::Cli);
        let mut life = Life::default();
        life.apply(&Record { by: asker, at: *at, fact: Fact::Asked(Box::new(asked.clone())) });
        if self.closed.contains(n) {
            let kim = Actor::new("kim", Right::Answer, How::Cli);
            let outcome = Box::new(Outcome::Cancelled(Draft::default()));
            return Some(Refusal::Closed { by: Box::new(kim), at: *at, outcome });
        }
        let input = asq_core::life::Input::Close { closing, key: None };
        let decided = life.decide(Moment { wall_ms: NOW, boot: None }, &by, input);
        if decided.is_ok() {
            self.closed.push(*n);
            let (by, at) = (Box::new(by), Moment { wall_ms: NOW, boot: None });
            self.news.push(Notice::Closed { id, by, at, how: "answered" });
        }
        decided.err()
    }
}

fn name(closing: &Closing) -> String {
    match closing {
        Closing::Answer { answers, .. } => format!("{:?}", answers.entries),
        Closing::Decline { reason, .. } => format!("declined {reason:?}"),
        Closing::Discuss { .. } | Closing::Cancel { .. } | Closing::Withdraw => format!("{closing:?}"),
    }
}

#[derive(Clone)]
struct Desk(Rc<RefCell<World>>);

impl LineInboxHost for Desk {
    fn now(&self) -> Moment {
        Moment { wall_ms: NOW, boot: None }
    }
    fn begin(&mut self) -> Vec<Notice> {
        self.notices()
    }
    fn notices(&mut self) -> Vec<Notice> {
        let mut world = self.0.borrow_mut();
        world.happen();
        std::mem::take(&mut world.news)
    }
    fn command(&mut self, command: Command) {
        self.0.borrow_mut().command(command);
    }
    fn wait(&mut self, line: bool) -> Waited {
        let mut world = self.0.borrow_mut();
        world.happen();
        match (world.news.is_empty(), line) {
            (false, _) => Waited::News,
            (true, true) => Waited::Line,
            (true, false) => Waited::Ended,
        }
    }
    fn short_id(&self, id: RequestId) -> String {
        format!("6tms{}", id.0)
    }
    fn hide(&mut self, _: bool) {}
}

/// Returns a typed line at a time, and echoes it.
impl Read for Desk {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut world = self.0.borrow_mut();
        match world.events.pop_front() {
            Some(Event::Types(line)) => {
                let bytes = [line.as_bytes(), b"\n"].concat();
                into[..bytes.len()].copy_from_slice(&bytes);
                world.sheet.extend(&bytes);
                Ok(bytes.len())
            }
            other => {
                if let Some(event) = other {
                    world.events.push_front(event);
                }
                Ok(0)
            }
        }
    }
}

struct Pen(Rc<RefCell<World>>);

impl Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().sheet.extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn asked(agent: &str, folder: &str, questions: Vec<Question>) -> Asked {
    let mut request = request(questions);
    request.from.agent = Some(Untrusted::from(agent));
    Asked {
        request,
        digest: "digest".into(),
        claim: None,
        dialect: "question".into(),
        call: String::new(),
        origin: Origin { folder: Some(folder.into()), ..Origin::default() },
        ticket: None,
        about: None,
        returns: false,
    }
}

fn setup() -> LineInboxSetup {
    let rules =
        Box::new(|dialect: &str, _: &Prefs| if dialect == "notes" { ASK_USER_QUESTION } else { QUESTION });
    LineInboxSetup {
        width: 80,
        rules,
        home: Some("/home/ada".into()),
        danger_check: true,
        bell: false,
        pace: AnnouncePace::default(),
    }
}

fn drop_table() -> Question {
    let mut drop =
        question("Drop", "Drop the table users?", Kind::One, &[("Drop it", "14 rows."), ("Keep it", "")]);
    let context: String =
        (1..=22).fold(String::new(), |text, n| text + &format!("Statement {n} of the migration.\n"));
    drop.context = Some(Preview { kind: PreviewKind::Text, source: context.trim_end().into() });
    drop.danger = Some(Danger { confirm_text: Some("drop users".into()), direct: false });
    drop
}

fn database() -> Question {
    question(
        "Database",
        "Which database should the service use?",
        Kind::One,
        &[("PostgreSQL", ""), ("SQLite", "")],
    )
}

fn reason() -> Question {
    question("Reason", "Why was it rolled back", Kind::Text { multiline: false, placeholder: None }, &[])
}

fn world(events: Vec<Event>) -> Rc<RefCell<World>> {
    let mut world = World { events: events.into(), ..World::default() };
    let mut dangerous = asked("claude", "/home/ada/srv/db", vec![drop_table()]);
    dangerous.request.rules.danger = DangerRule::ExactText;
    world.ask(1, 16, dangerous);
    let mut limited = asked("codex", "/home/ada/shop", vec![database()]);
    limited.request.expiry = Some(Expiry { after_ms: 14 * MINUTE, means: Some("I take SQLite.".into()) });
    world.ask(2, 2, limited);
    world.ask(3, 125, asked("pi", "/home/ada", vec![reason()]));
    world.news.push(Notice::Marked { id: RequestId(3), mark: RequestMark::Draft });
    Rc::new(RefCell::new(world))
}

fn heard(world: &Rc<RefCell<World>>, end: &LineInboxEnd) -> String {
    let world = world.borrow();
    assert_eq!(world.events.len(), 0, "everything was typed");
    format!("{}----\n{end:?}\n{}", String::from_utf8_lossy(&world.sheet), world.commands)
}

fn told(events: Vec<Event>) -> String {
    let world = world(events);
    let end = inbox(
        &mut Desk(world.clone()),
        setup(),
        None,
        BufReader::new(Desk(world.clone())),
        Pen(world.clone()),
    );
    heard(&world, &end.unwrap_or_else(|error| panic!("{error}")))
}

use Event::{Answers, Asks, Full, Types, Unheard};

#[test]
fn a_whole_conversation() {
    let mut situation = situation!("line_inbox/a_whole_conversation");
    let deploy = question("Deploy", "Deploy now?", Kind::One, &[("Yes", ""), ("No", "")]);
    situation.shows(
        "conversation",
        &told(vec![
            Types("2"),
            Types("1"),
            Types("yes"),
            Asks(4, Box::new(asked("kimi", "/home/ada/web", vec![deploy]))),
            Types("1"),
            Types("1"),
            Types("drop users"),
            Types("more"),
            Types("drop users"),
            Types("yes"),
            Types("later 3 15 minutes"),
            Types("4"),
            Types("list"),
            Types("decline 4 Not before the backup."),
            Types("search ROLLED"),
            Types("3"),
            Types("The index was"),
            Types("1"),
            Types("The index was missing."),
            Types("yes"),
            Types("done"),
            Types("status"),
            Types("quit"),
        ]),
    );
}

#[test]
fn what_could_not_be_stored_is_asked_again() {
    let mut situation = situation!("line_inbox/what_could_not_be_stored_is_asked_again");
    situation.shows(
        "conversation",
        &told(vec![
            Types("2"),
            Types("1"),
            Full(true),
            Types("yes"),
            Full(false),
            Types("2"),
            Types("1"),
            Types("yes"),
            Types("quit"),
        ]),
    );
}

#[test]
fn somebody_else_is_faster() {
    let mut situation = situation!("line_inbox/somebody_else_is_faster");
    situation.shows(
        "conversation",
        &told(vec![
            Types("3"),
            Types("The index was missing."),
            Answers(3, "kim"),
            Types("yes"),
            Types("3"),
            Types("2"),
            Answers(2, "kim"),
            Types("4"),
            Types("quit"),
        ]),
    );
}

#[test]
fn a_new_request_is_announced_and_one_that_waited_before_is_only_listed() {
    let deploy = || Box::new(asked("kimi", "/home/ada/web", vec![database()]));
    let [at_the_list, in_between] = [4, 5].map(|n| Asks(n, deploy()));
    let events = vec![Types("status"), at_the_list, Types("3"), in_between, Types("back"), Types("quit")];
    let world = world(events);
    let (mut desk, reader) = (Desk(world.clone()), BufReader::new(Desk(world.clone())));
    inbox(&mut desk, setup(), None, reader, Pen(world.clone())).unwrap();
    assert_eq!(world.borrow().announced, [RequestId(4), RequestId(5)]);
}

#[test]
fn what_was_typed_on_another_surface_is_suggested() {
    let world = world(vec![Types("3"), Types("use"), Types("yes"), Types("quit")]);
    let text = "The index was missing.";
    let typed = Typed { question: 0, place: TypedIn::Edit, text: text.into() };
    world.borrow_mut().typed = vec![(3, Draft { typed: vec![typed], ..Draft::default() })];
    let (mut desk, reader) = (Desk(world.clone()), BufReader::new(Desk(world.clone())));
    let end = inbox(&mut desk, setup(), None, reader, Pen(world.clone())).unwrap();
    let heard = heard(&world, &end);
    assert!(heard.contains("close 3: [Entry") && heard.contains(&format!("{text:?}")), "{heard}");
}

/// The asker's settings would let Enter confirm it.
#[test]
fn danger_is_confirmed_by_typing_where_the_persons_own_settings_want_it() {
    let sent = |danger_check: bool| {
        let world = world(vec![Types("1"), Types("1"), Types("more"), Types("yes")]);
        world.borrow_mut().requests[0].2.request.prefs.danger_check = false;
        let (mut desk, reader) = (Desk(world.clone()), BufReader::new(Desk(world.clone())));
        let setup = LineInboxSetup { danger_check, ..setup() };
        inbox(&mut desk, setup, None, reader, Pen(world.clone())).unwrap();
        let commands = world.borrow().commands.clone();
        commands.contains("close 1")
    };
    assert_eq!([false, true].map(sent), [true, false]);
}

/// The store says it before the news does.
#[test]
fn a_refusal_names_the_winner_and_how_to_see_the_kept_text() {
    let said =
        told(vec![Types("3"), Types("The index was missing."), Unheard(3), Types("yes"), Types("quit")]);
    let told =
        "Not taken: it is closed: cancelled by kim with a command. Your text is kept:\n  asq show 6tms3.\n";
    assert!(said.contains(told), "{said}");
}

#[test]
fn what_is_typed_wrong_is_explained_and_cancel_is_typed_twice() {
    let mut situation = situation!("line_inbox/what_is_typed_wrong_is_explained_and_cancel_is_typed_twice");
    situation.shows(
        "conversation",
        &told(
            [
                "help",
                "9",
                "later",
                "later 2 soon",
                "decline",
                "yes",
                "more",
                "decline 2",
                "back",
                "2",
                "cancel",
                "?",
            ]
            .into_iter()
            .chain(["cancel", "cancel", "2", "now 1", "later 1 1d", "list", "quit"])
            .map(Types)
            .collect(),
        ),
    );
}

#[test]
fn what_the_asker_was_doing_is_read_on_a_word() {
    let mut situation = situation!("line_inbox/what_the_asker_was_doing_is_read_on_a_word");
    let events =
        [Types("2"), Types("about"), Types("?"), Types("3"), Types("=about"), Types("list"), Types("quit")];
    let world = world(events.into());
    world.borrow_mut().requests[1].2.about = Some(Box::new(About {
        task: Some("Move the shop to a server of its own.".into()),
        says: Some("I would go on with the schema.\n1. PostgreSQL\u{1b}[2J".into()),
        branch: Some("db-move".into()),
        ..About::default()
    }));
    let mut host = Desk(world.clone());
    let end =
        inbox(&mut host, setup(), None, BufReader::new(Desk(world.clone())), Pen(world.clone())).unwrap();
    situation.shows("conversation", &heard(&world, &end));
}

/// A closed request with these texts that came too late.
fn late(asked: &Asked, texts: &[&str]) -> DoneRequest {
    let at = Moment { wall_ms: NOW, boot: None };
    let past = Past {
        id: RequestId(9),
        asked: at,
        closed: at,
        by: Actor::new("kim", Right::Answer, How::Cli),
        how: "answered".into(),
        danger_confirmed: None,
        delivered: true,
        summary: Summary::of(asked),
    };
    let texts = texts.iter().map(|text| Untrusted::from(*text)).collect();
    DoneRequest { past, said: Some("SQLite".into()), late: Some(LateTexts { typed_ms: NOW, texts }) }
}

#[test]
fn texts_that_came_too_late_are_announced_and_told() {
    let mut situation = situation!("line_inbox/texts_that_came_too_late_are_announced_and_told");
    for (name, texts) in [
        ("one", vec!["PostgreSQL, as it is\nat work.\u{1b}[2J".to_owned()]),
        ("two", vec!["a note".to_owned(), "word ".repeat(500)]),
    ] {
        let world = world(vec![Types("done"), Types("quit")]);
        let closed = asked("codex", "/home/ada/shop", vec![database()]);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        world.borrow_mut().late = vec![late(&closed, &texts)];
        let mut host = Desk(world.clone());
        let end =
            inbox(&mut host, setup(), None, BufReader::new(Desk(world.clone())), Pen(world.clone())).unwrap();
        situation.shows(name, &heard(&world, &end));
    }
}

#[test]
fn one_request_alone() {
    let mut situation = situation!("line_inbox/one_request_alone");
    let world = world(vec![Types("2"), Types("yes")]);
    world.borrow_mut().news.clear();
    let mut host = Desk(world.clone());
    let end = one(&mut host, setup(), RequestId(2), BufReader::new(Desk(world.clone())), Pen(world.clone()));
    situation.shows("conversation", &heard(&world, &end.unwrap()));
}

/// An agent's text never begins a line, and no control of it is written.
#[test]
fn hostile_texts_stay_texts() {
    for (_, hostile) in asq_testkit::hostile::hostile() {
        let hostile = hostile.as_str();
        let world = world(vec![Types("list"), Types("4"), Types("list"), Types("quit")]);
        let text = if hostile.trim().is_empty() { "empty" } else { hostile };
        let mut hostile = question(text, text, Kind::One, &[(text, text), ("b", "")]);
        hostile.context = Some(Preview { kind: PreviewKind::Text, source: text.into() });
        world.borrow_mut().ask(4, 3, asked(text, text, vec![hostile]));
        let end = inbox(
            &mut Desk(world.clone()),
            setup(),
            None,
            BufReader::new(Desk(world.clone())),
            Pen(world.clone()),
        );
        assert_eq!(end.unwrap(), LineInboxEnd::Left);
        let sheet = String::from_utf8(world.borrow().sheet.clone()).unwrap();
        assert!(sheet.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}: {sheet:?}");
    }
}

/// Many at once are one sentence; a long list comes in pages; an asker that is gone is named, and one that comes back.
#[test]
fn a_long_list_comes_in_pages_with_its_askers() {
    let mut situation = situation!("line_inbox/a_long_list_comes_in_pages_with_its_askers");
    let go_on = || {
        let questions = vec![question("Go", "Go on?", Kind::One, &[("Yes", ""), ("No", "")])];
        Box::new(asked("kimi", "/srv", questions))
    };
    let mut events = vec![Types("status")];
    events.extend((5..=25).map(|n| Asks(n, go_on())));
    events.extend([Types("later 5"), Types("list"), Types("more"), Types("quit")]);
    let world = world(events);
    world.borrow_mut().ask(4, 1, Asked { returns: true, ..*go_on() });
    for n in [1, 4] {
        world.borrow_mut().news.push(Notice::Asker { id: RequestId(n), waits: false });
    }
    let (mut desk, reader) = (Desk(world.clone()), BufReader::new(Desk(world.clone())));
    let end = inbox(&mut desk, setup(), None, reader, Pen(world.clone())).unwrap();
    situation.shows("conversation", &heard(&world, &end));
}

#[test]
fn the_end_of_the_input_leaves_and_decides_nothing() {
    let mut situation = situation!("line_inbox/the_end_of_the_input_leaves_and_decides_nothing");
    situation.shows("at the list", &told(vec![Types("status")]));
    situation.shows("at a reason", &told(vec![Types("decline 2")]));
}
