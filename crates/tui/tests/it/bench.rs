//! An inbox with a store's side that tests play: keys and news in, pictures and sent commands out.

#![allow(dead_code, reason = "each test file uses a part")]

use asq_core::form::{
    Called, CommitRow, CustomEntry, CustomRow, Ends, EscStep, FormRules, Guard, Look, Notes, Numbers,
    PreviewPlace, Review, ReviewRows, ReviewWhen, Revisit, SubmitOn, Tabs, Zero,
};
use asq_core::history::Past;
use asq_core::inbox::{
    AnnouncePace, BoardEffect, Command, DoneContent, DoneRequest, GroupBy, LateTexts, Notice, Now, Pending,
    Position, Setup, Summary,
};
use asq_core::life::{Actor, Asked, Boot, Closing, How, Moment, Origin, Process, RequestId, Right};
use asq_core::model::*;
use asq_core::text::Untrusted;
use asq_core::time::Timestamp;
use asq_frame::{Glyphs, Size};
use asq_testkit::keys::{Keystroke, parse};
use asq_testkit::picture::picture;
use asq_tui::inbox::InboxFace;
use asq_tui::input::{MouseAct, TermInput};
use std::collections::BTreeMap;
use std::fmt::Write;

/// 2026-11-21 10:00:00 UTC.
pub(crate) const MORNING: u64 = 1_795_255_200_000;

pub(crate) const RULES: FormRules = FormRules {
    called: Called::ASQ,
    keys: &[],
    custom: Some(CustomRow { label: "Something else…", entry: CustomEntry::Focus, placeholder: "" }),
    discuss: None,
    tabs: Tabs::Several,
    review: Review {
        when: ReviewWhen::Several,
        title: "Review your answers",
        rows: ReviewRows::AnswersAndSubmit,
        submit: "Submit answers",
        cancel: "",
    },
    single: SubmitOn::Pick,
    many: CommitRow { label: "Done ({n} picked)", zero: Zero::Refuse },
    revisit: Revisit::Picked,
    ends: Ends::Wrap,
    esc: &[EscStep::LeaveEditor, EscStep::LeaveCustom, EscStep::ConfirmIfAnswers, EscStep::Cancel],
    notes: Notes::Never,
    preview: PreviewPlace::Never,
    look: Look {
        focus: "❯",
        rules: false,
        numbers: Numbers::All,
        tab_open: "○",
        tab_done: "✓",
        submit_tab: "Review",
        one: "{move} move · {enter} select · {help} keys · {leave} back · {cancel} cancel",
        one_many: "{move} move · {enter} tick · {help} keys · {cancel} cancel",
        several: "{move} move · {enter} select · {tab} next · {help} keys · {cancel} cancel",
        review: "{enter} submit · {cancel} cancel",
        danger: "",
        editor: "{enter} accept · {newline} new line · {leave} back · {cancel} cancel",
        commit_gap: true,
        filter_over: 0,
    },
    elapsed: false,
};

pub(crate) fn pick_one(text: &str, options: &[&str]) -> Question {
    let mut question = Question::new(text, Kind::One);
    question.header = Untrusted::from(text.split(' ').next_back().unwrap_or(text).trim_end_matches('?'));
    question.options = options.iter().map(|o| QuestionOption::new(*o)).collect();
    question.custom = true;
    question
}

/// A request of this agent, from this folder.
pub(crate) fn asked(questions: Vec<Question>, agent: &str, folder: &str) -> Asked {
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: false,
        notes: false,
        danger: DangerRule::Unknown,
    };
    let mut request = Request::new(questions, rules);
    request.from.agent = Some(agent.into());
    request.from.session = (agent == "pi").then(|| "8f3a".into());
    Asked {
        request,
        digest: "digest".into(),
        claim: None,
        ticket: None,
        about: None,
        returns: false,
        dialect: "asq".into(),
        call: "{}".into(),
        origin: Origin {
            process: Some(Process { pid: 4711, started: 1 }),
            exe: Some("/usr/bin/node".into()),
            tty: Some("pts/3".into()),
            folder: Some(folder.into()),
            pane: Some("/tmp/tmux-1000/default %3".into()),
            ..Origin::default()
        },
    }
}

/// The inbox, and the store's side of it.
pub(crate) struct Bench {
    pub(crate) board: InboxFace,
    pub(crate) now: Now,
    pub(crate) open: BTreeMap<RequestId, (Asked, Moment)>,
    drafts: BTreeMap<RequestId, Draft>,
    /// What is kept of whole requests.
    pub(crate) wholes: BTreeMap<RequestId, WholeDraft>,
    position: u64,
    /// How requests were closed, and in which order.
    endings: BTreeMap<RequestId, (Outcome, Actor, Moment)>,
    closed: Vec<RequestId>,
    /// The last answer to any question.
    pub(crate) proposal: Option<(Answers, u64)>,
    /// The texts that came too late for closed requests.
    pub(crate) late: BTreeMap<RequestId, Vec<Untrusted>>,
    /// The commands, bells and notifications so far, a line each.
    pub(crate) sent: String,
    /// Whether the store's side carries out commands.
    pub(crate) obeys: bool,
    pub(crate) left: bool,
    /// The size at which keys are typed.
    pub(crate) size: Size,
    /// The requests that were fetched and shut.
    pub(crate) fetched: Vec<String>,
}

impl Bench {
    pub(crate) fn new() -> Bench {
        Bench::with(|_| {})
    }

    pub(crate) fn with(change: impl FnOnce(&mut Setup)) -> Bench {
        let mut setup = Setup {
            rules: Box::new(|_, _| RULES),
            keys: Vec::new(),
            surface: "s".into(),
            guard: Guard::DEFAULT,
            danger_check: true,
            hold_ms: 3000,
            advance: false,
            propose: false,
            quiet: None,
            pace: AnnouncePace::default(),
            bell: true,
            notify: false,
            announce_question: false,
            group: GroupBy::None,
            urgent: false,
            opens: true,
            home: Some("/home/ada".into()),
            zone: Box::new(|_| 3_600_000),
            close_after_one: false,
            open_first: None,
            send_on_hangup: true,
        };
        change(&mut setup);
        Bench {
            board: InboxFace::new(setup, Glyphs::Unicode),
            now: Now { at: Timestamp(1_000_000), wall_ms: MORNING, boot: Some(1) },
            open: BTreeMap::new(),
            drafts: BTreeMap::new(),
            wholes: BTreeMap::new(),
            position: 0,
            endings: BTreeMap::new(),
            closed: Vec::new(),
            proposal: None,
            late: BTreeMap::new(),
            sent: String::new(),
            obeys: true,
            left: false,
            size: Size { width: 80, height: 24 },
            fetched: Vec::new(),
        }
    }

    /// Three requests, four minutes old.
    pub(crate) fn three(self) -> Bench {
        self.filled(&[
            asked(
                vec![pick_one("Which database?", &["PostgreSQL", "SQLite"])],
                "claude-code",
                "/home/ada/src/shop",
            ),
            asked(
                vec![
                    pick_one("Where does it run?", &["Frankfurt", "Dublin"]),
                    pick_one("Ship it?", &["Yes", "No"]),
                ],
                "pi",
                "/home/ada/src/asq",
            ),
            asked(vec![pick_one("Drop the table users?", &["Yes", "No"])], "claude-code", "/srv/db"),
        ])
    }

    pub(crate) fn filled(mut self, all: &[Asked]) -> Bench {
        for asked in all {
            self.arrive(asked.clone());
        }
        self.pass(4 * 60_000);
        self.sent.clear();
        self
    }

    pub(crate) fn moment(&self) -> Moment {
        Moment { wall_ms: self.now.wall_ms, boot: Some(Boot { id: 1, ms: self.now.at.0 }) }
    }

    /// A request arrives; its id counts from 1.
    pub(crate) fn arrive(&mut self, asked: Asked) -> RequestId {
        let (id, notices) = self.posted(asked);
        let effects = self.board.notices(self.now, notices.into());
        self.follow(effects);
        id
    }

    /// Many requests arrive at once.
    pub(crate) fn arrive_all(&mut self, asked: impl IntoIterator<Item = Asked>) {
        let notices = asked.into_iter().flat_map(|asked| self.posted(asked).1).collect();
        let effects = self.board.notices(self.now, notices);
        self.follow(effects);
    }

    fn posted(&mut self, asked: Asked) -> (RequestId, [Notice; 2]) {
        self.position += 1;
        let id = RequestId(u128::from(self.position));
        let at = self.moment();
        let pending = Pending::of(id, Position(self.position), at, &asked);
        self.open.insert(id, (asked, at));
        (id, [Notice::Arrived(std::sync::Arc::new(pending)), Notice::Asker { id, waits: true }])
    }

    pub(crate) fn closed(&mut self, id: u128, name: &str, how: How, word: &'static str) {
        let by = Box::new(Actor::new(name, Right::Answer, how));
        self.notice(Notice::Closed { id: RequestId(id), by, at: self.moment(), how: word });
    }

    pub(crate) fn notice(&mut self, notice: Notice) {
        let effects = self.board.notices(self.now, vec![notice]);
        self.follow(effects);
    }

    /// Lets time pass; everything due happens at its time.
    pub(crate) fn pass(&mut self, ms: u64) {
        let end = self.now.at.plus(ms);
        let mut last = None;
        while let Some(due) = self.board.deadline().filter(|due| *due <= end) {
            assert!(last != Some(due) || due > self.now.at, "a deadline that stays: {due:?}");
            last = Some(due);
            self.go_to(due.max(self.now.at));
            let effects = self.board.tick(self.now);
            self.follow(effects);
        }
        self.go_to(end);
    }

    fn go_to(&mut self, at: Timestamp) {
        self.now.wall_ms += at.0 - self.now.at.0;
        self.now.at = at;
    }

    /// Types without a pause, as a terminal passes on a paste.
    pub(crate) fn at_once(&mut self, keys: &str) {
        for typed in parse(keys) {
            let input = match typed {
                Keystroke::Key(key) => TermInput::Key(key),
                Keystroke::Paste(text) => TermInput::Paste(text),
            };
            let effects = self.board.input(self.now, input);
            self.follow(effects);
        }
    }

    /// Types as fast as a key that is held down, a key every 30 ms.
    pub(crate) fn quick(&mut self, keys: &str) {
        for typed in parse(keys) {
            self.pass(30);
            if let Keystroke::Key(key) = typed {
                let effects = self.board.input(self.now, TermInput::Key(key));
                self.follow(effects);
                self.board.paint(self.now, self.size);
            }
        }
    }

    /// Uses the mouse.
    pub(crate) fn mouse(&mut self, act: MouseAct, column: u16, row: u16) {
        self.pass(600);
        let effects = self.board.input(self.now, TermInput::Mouse(act, column, row));
        self.follow(effects);
        self.board.paint(self.now, self.size);
    }

    /// Types a key every 600 ms, as fast as a person who reads.
    pub(crate) fn keys(&mut self, keys: &str) -> &mut Bench {
        for typed in parse(keys) {
            self.pass(600);
            let input = match typed {
                Keystroke::Key(key) => TermInput::Key(key),
                Keystroke::Paste(text) => TermInput::Paste(text),
            };
            let effects = self.board.input(self.now, input);
            self.follow(effects);
            // A surface paints after each batch of keys.
            self.board.paint(self.now, self.size);
        }
        self
    }

    fn follow(&mut self, effects: Vec<BoardEffect>) {
        for effect in effects {
            match effect {
                BoardEffect::Command(command) => self.command(command),
                BoardEffect::Bell => self.sent.push_str("bell\n"),
                BoardEffect::Announce(news) => {
                    let _ = writeln!(self.sent, "announce {} | {}", news.title, news.body);
                }
                BoardEffect::Jump(pane) => {
                    let _ = writeln!(self.sent, "jump {}", pane.raw());
                }
                BoardEffect::Copy(text) => {
                    let _ = writeln!(self.sent, "copy {text:?}");
                }
                BoardEffect::Open(target) => {
                    let _ = writeln!(self.sent, "open {target:?}");
                }
                BoardEffect::Edit(text) => {
                    let _ = writeln!(self.sent, "edit {text:?}");
                }
                BoardEffect::Suspend => self.sent.push_str("suspend\n"),
                BoardEffect::Quit => {
                    self.sent.push_str("quit\n");
                    self.left = true;
                }
            }
        }
    }

    fn command(&mut self, command: Command) {
        let said = |sent: &mut String, text: String| {
            let _ = writeln!(sent, "{text}");
        };
        match command {
            Command::Open(id) => {
                self.fetched.push(format!("open {}", id.0));
                let Some((asked, at)) = self.open.get(&id).cloned() else { return };
                let draft = self.drafts.get(&id).cloned().unwrap_or_default();
                if self.obeys {
                    if let Some(whole) = self.wholes.get(&id).cloned() {
                        self.notice(Notice::Whole { id, whole: Box::new(whole) });
                    }
                    self.notice(Notice::Opened { id, asked: Box::new(asked), at, draft: Box::new(draft) });
                }
            }
            Command::Shut(id) => self.fetched.push(format!("shut {}", id.0)),
            Command::Draft { id, draft } => {
                said(&mut self.sent, format!("draft {}: {}", id.0, texts(&draft)));
                self.drafts.insert(id, draft);
            }
            Command::Whole { id, whole } => {
                self.wholes.insert(id, whole);
            }
            Command::Close { id, closing, key } => {
                let by = Actor::new("ada", Right::Answer, How::Tty);
                self.ended(id, &closing, by);
                let key = key.map(|key| key.0).unwrap_or_default();
                let (what, how) = match closing {
                    Closing::Answer { answers, seen } => {
                        (format!("answer {} {:?} {seen} {key}", id.0, picks(&answers)), "answered")
                    }
                    Closing::Decline { reason, .. } => (format!("decline {} {reason:?}", id.0), "declined"),
                    Closing::Discuss { .. } => (format!("discuss {}", id.0), "discuss"),
                    Closing::Cancel { .. } => (format!("cancel {}", id.0), "cancelled"),
                    Closing::Withdraw => (format!("withdraw {}", id.0), "withdrawn"),
                };
                said(&mut self.sent, what);
                self.close(id, how);
            }
            Command::Snooze { id, until_ms } => {
                let minutes = until_ms.saturating_sub(self.now.wall_ms) / 60_000;
                said(&mut self.sent, format!("snooze {} {minutes} min", id.0));
                self.notice(Notice::Snoozed { id, until_ms });
            }
            Command::Done(limit) => {
                let is_late = |id: &&RequestId| self.late.contains_key(id);
                let (late, rest): (Vec<&RequestId>, Vec<&RequestId>) =
                    self.closed.iter().rev().partition(is_late);
                let all = late.into_iter().chain(rest.into_iter().take(limit));
                let all: Vec<DoneRequest> = all.map(|id| self.done(*id)).collect();
                self.notice(Notice::Done(all));
            }
            Command::Late => {}
            Command::ForgetLate { id, typed_ms } => {
                said(&mut self.sent, format!("forget {} {typed_ms}", id.0));
                self.late.remove(&id);
            }
            Command::Look(id) => {
                let content = self.endings.get(&id).cloned().map(|(outcome, by, closed)| {
                    let (asked, at) = self.open[&id].clone();
                    Box::new(DoneContent {
                        asked,
                        at,
                        outcome,
                        by,
                        closed,
                        late: self.late.get(&id).cloned().unwrap_or_default(),
                    })
                });
                self.notice(Notice::Looked { id, content });
            }
            Command::Propose(id) => {
                said(&mut self.sent, format!("propose {}", id.0));
                if let Some((answers, at_ms)) = self.proposal.clone() {
                    let late = !self.late.is_empty();
                    self.notice(Notice::Proposed { id, answers: Box::new(answers), at_ms, late });
                }
            }
            Command::Jump(id) => said(&mut self.sent, format!("jump {}", id.0)),
            Command::Typed => {}
            Command::Announce { ids, pace: _ } => {
                if self.obeys {
                    self.notice(Notice::Announced(ids));
                }
            }
        }
    }

    /// Notes how a request was closed.
    pub(crate) fn ended(&mut self, id: RequestId, closing: &Closing, by: Actor) {
        let outcome = match closing.clone() {
            Closing::Answer { answers, .. } => Outcome::Answered(answers),
            Closing::Decline { reason, draft } => Outcome::Declined { reason, draft },
            Closing::Discuss { draft } => Outcome::Discuss(draft),
            Closing::Cancel { draft } => Outcome::Cancelled(draft),
            Closing::Withdraw => Outcome::Withdrawn(Draft::default()),
        };
        self.endings.insert(id, (outcome, by, self.moment()));
        self.closed.push(id);
    }

    fn done(&self, id: RequestId) -> DoneRequest {
        let (asked, at) = &self.open[&id];
        let (outcome, by, closed) = self.endings[&id].clone();
        let said = asq_core::inbox::said(&asked.request, &outcome);
        let past = Past {
            id,
            asked: *at,
            closed,
            by,
            how: outcome.name().to_owned(),
            danger_confirmed: None,
            delivered: id.0 % 2 == 1,
            summary: Summary::of(asked),
        };
        let late = self.late.get(&id).map(|texts| LateTexts { typed_ms: 7, texts: texts.clone() });
        DoneRequest { past, said, late }
    }

    /// Takes over what another inbox left in the store.
    pub(crate) fn keep_of(&mut self, other: &Bench) {
        self.drafts.clone_from(&other.drafts);
        self.wholes.clone_from(&other.wholes);
    }

    /// The terminal is gone.
    pub(crate) fn hang_up(&mut self) {
        let effects = self.board.ended(self.now);
        self.follow(effects);
    }

    fn close(&mut self, id: RequestId, how: &'static str) {
        if !self.obeys {
            return;
        }
        let by = Box::new(Actor::new("ada", Right::Answer, How::Tty));
        let at = self.moment();
        self.notice(Notice::Closed { id, by, at, how });
        self.notice(Notice::Accepted(id));
    }

    pub(crate) fn picture(&mut self, width: u16, height: u16) -> String {
        let frame = self.board.paint(self.now, Size { width, height });
        picture(&frame.lines, frame.caret, (width, height))
    }

    /// The lines without their styles.
    pub(crate) fn text(&mut self, width: u16, height: u16) -> String {
        let frame = self.board.paint(self.now, Size { width, height });
        let mut text = String::new();
        for line in frame.lines {
            text.push_str(line.text().trim_end());
            text.push('\n');
        }
        text
    }
}

fn texts(draft: &Draft) -> String {
    let texts: Vec<String> = draft.texts().iter().map(|t| format!("{:?}", t.text.raw())).collect();
    texts.join(", ")
}

fn picks(answers: &Answers) -> Vec<String> {
    let said = |entry: &Entry| match &entry.answer {
        Some(Answer::Picks(picks)) => format!("{picks:?}"),
        Some(Answer::Text(text)) => text.raw().to_owned(),
        Some(Answer::Number(n)) => n.to_string(),
        None => "-".to_owned(),
    };
    answers.entries.iter().map(said).collect()
}
