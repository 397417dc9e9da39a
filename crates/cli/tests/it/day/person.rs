//! The person of a day: reads the screen, and presses random keys that mean something there.
//!
//! - Picks, ticks, numbers, own words; texts that are half typed, deleted, or overtaken by somebody else's answer.
//! - Declines with a reason, puts off, takes an answer back, goes on to the next request.
//! - Each typed word occurs once in the day, so that it can be found again.

use super::agents::Given;
use super::questions::Kind;
use super::{Day, opened};
use asq_testkit::eventually::eventually;
use asq_testkit::tmux::Tmux;
use std::time::{Duration, Instant};

/// A word that the person typed for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) n: usize,
    /// Whether it is a part of a reason for declining.
    reason: bool,
    /// Whether the person deleted it with a key.
    pub(super) deleted: bool,
}

/// What the inbox shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    List,
    /// The form of this question.
    Form(usize),
    /// A form whose request is closed.
    Closed,
}

/// Keys that decide are ignored for so long after a form's end.
const ASTRAY: Duration = Duration::from_millis(700);
/// What was typed so long ago survives a kill.
const KEPT: Duration = Duration::from_secs(1);
/// How long a key may take to have its effect, before it is pressed again.
const PATIENCE: Duration = Duration::from_secs(5);
/// The same for keys that may have none.
const SOON: Duration = Duration::from_millis(300);

impl View {
    /// `None` while a form is being read.
    fn of(screen: &str) -> Option<View> {
        let lines: Vec<&str> = screen.lines().collect();
        let below = lines.get(1).filter(|_| lines[0].starts_with("Inbox"))?;
        if below.chars().all(|c| c == '─') || below.contains(" above ──") {
            return Some(View::List);
        }
        let footer = lines[2..].iter().any(|line| line.contains("Esc "));
        if screen.contains("Esc to close") {
            return Some(View::Closed);
        }
        // The row of the asker has it on each page of the form.
        let (_, rest) = screen.split_once(" call-").filter(|_| footer)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok().map(View::Form)
    }
}

/// The screen without what wraps its lines.
fn squeezed(screen: &str) -> String {
    screen.chars().filter(|c| !c.is_whitespace()).collect()
}

impl Day<'_> {
    fn tmux(&self) -> &Tmux {
        &self.inbox.as_ref().expect("an inbox").tmux
    }

    /// The list or a form, once it is there.
    fn view(&self) -> View {
        let screen = self.tmux().wait("a list or a form", |screen| View::of(screen).is_some());
        View::of(&screen).expect("a view")
    }

    /// Whether this comes within so long.
    fn comes(&self, wanted: impl Fn(&str) -> bool, patience: Duration) -> bool {
        let began = Instant::now();
        let mut came = false;
        eventually("a moment", || {
            came = wanted(&self.tmux().screen());
            came || began.elapsed() > patience
        });
        came
    }

    fn passes(time: Duration) {
        let began = Instant::now();
        eventually("a moment", || began.elapsed() >= time);
    }

    fn at(&self, n: usize) -> usize {
        self.asked.iter().position(|asked| asked.question.n == n).expect("a question of this day")
    }

    fn kind(&self, n: usize) -> Kind {
        self.asked[self.at(n)].question.kind
    }

    fn gives(&mut self, n: usize, given: Given) {
        let at = self.at(n);
        self.asked[at].given = Some(given);
    }

    /// Does one thing.
    pub(super) fn step(&mut self) {
        match self.view() {
            View::List => self.open_next(),
            View::Closed => self.close(),
            View::Form(n) => self.handle(n),
        }
    }

    /// Goes from the list to the next request that waits. It may not be there yet.
    fn open_next(&mut self) {
        if self.random.below(8) == 0 {
            self.looks_around();
        }
        let is_form = |screen: &str| matches!(View::of(screen), Some(View::Form(_)));
        eventually("a form", || {
            match self.view() {
                View::List => self.tmux().keys(&[".", "Enter"]),
                // The list had nothing else, and opened what the person had typed too late.
                View::Closed => self.close(),
                View::Form(_) => {}
            }
            if self.comes(is_form, PATIENCE) {
                return Ok(());
            }
            let left: Vec<_> = self.asked.iter().filter(|asked| asked.given.is_none()).collect();
            let left: Vec<_> = left.iter().map(|asked| &asked.question).collect();
            Err(format!("{left:?}\n{}\n{}", self.tmux().screen(), self.asq(&["history"]).1))
        });
    }

    /// Keys of the list that decide nothing.
    fn looks_around(&mut self) {
        let (key, there) =
            [("?", "Esc close"), ("D", "Esc back"), ("/", "show all")][self.random.below(3) as usize];
        self.tmux().keys(&[key]);
        self.tmux().wait_text(there);
        self.tmux().keys(&["Escape"]);
        self.tmux().wait("the list", |screen| !screen.contains(there));
        // A key right after Esc counts as Alt and that key.
        Day::passes(Duration::from_millis(100));
    }

    /// Leaves a form whose request somebody else answered.
    fn close(&self) {
        self.tmux().wait("a key that closes it", |screen| {
            if View::of(screen) == Some(View::Closed) {
                self.tmux().keys(&["Escape"]);
            }
            View::of(screen) == Some(View::List)
        });
        Day::passes(Duration::from_millis(100));
    }

    fn handle(&mut self, n: usize) {
        // Its decline was held back when the inbox was killed.
        if self.has_reason(n) {
            return self.declines(n);
        }
        if self.reviews() {
            return self.submits(n);
        }
        let words = self.takes_words(n);
        let chance = self.random.below(100);
        match chance {
            0..8 if words => {
                self.types(n);
                self.aside();
            }
            8..14 if words => self.deletes(n),
            14..20 => self.declines(n),
            20..24 if self.unanswered() > 1 => self.goes_on(n),
            24..32 if words => self.is_overtaken(n),
            32..35 => self.puts_off(),
            chance => {
                if self.answers(n) && chance < 45 {
                    self.takes_back(n);
                }
            }
        }
    }

    /// Types a word into the text of this form, which may have some already.
    fn types(&mut self, n: usize) -> String {
        self.edits(n);
        let text = format!("w{}q{n}.", self.words.len() + 1);
        self.words.push(Word { text: text.clone(), n, reason: false, deleted: false });
        self.tmux().text(&text);
        self.tmux().wait(&text, |screen| squeezed(screen).contains(&text));
        text
    }

    /// Opens the row for own words, if there is a list.
    fn edits(&self, n: usize) {
        let typing = || self.tmux().tell("#{cursor_flag}") == "1";
        if !typing() {
            let asked = &self.asked[self.at(n)].question;
            // A text of this contract is a list without options.
            let row = if asked.kind == Kind::Text { "1" } else { "4" };
            self.tmux().keys(&[row]);
            self.tmux().wait_for(
                "a caret",
                |tmux| tmux.tell("#{cursor_flag}") + &tmux.screen(),
                |it| it.starts_with('1'),
            );
        }
        self.tmux().keys(&["End"]);
    }

    /// Puts the form aside.
    fn aside(&self) {
        self.tmux().keys(&["C-]"]);
        self.tmux().wait("the list", |screen| View::of(screen) == Some(View::List));
    }

    fn deletes(&mut self, n: usize) {
        let word = self.types(n);
        self.tmux().keys(&["C-u"]);
        self.tmux().wait("an empty text", |screen| !squeezed(screen).contains(&word));
        let screen = self.tmux().screen();
        // All that the line had is gone, also what came back of an earlier draft.
        for word in self.words.iter_mut().filter(|word| word.n == n) {
            word.deleted |= !squeezed(&screen).contains(&word.text);
        }
        self.aside();
    }

    fn declines(&mut self, n: usize) {
        self.aside();
        Day::passes(ASTRAY);
        self.tmux().keys(&["d"]);
        self.tmux().wait_text("Why do you decline?");
        let text = format!("w{}q{n}.", self.words.len() + 1);
        self.words.push(Word { text: text.clone(), n, reason: true, deleted: false });
        self.tmux().text(&text);
        self.tmux().wait_text(&text);
        self.tmux().keys(&["Enter"]);
        self.tmux().wait("no question", |screen| !screen.contains("Why do you decline?"));
        self.gives(n, Given::Declined);
    }

    /// The next request, if another one is there.
    fn goes_on(&self, n: usize) {
        if self.tmux().tell("#{cursor_flag}") == "1" {
            self.aside();
        } else {
            self.tmux().keys(&["."]);
            self.comes(|screen| View::of(screen).is_some_and(|view| view != View::Form(n)), SOON);
        }
    }

    /// Somebody else answers while the person types.
    fn is_overtaken(&mut self, n: usize) {
        let Some(id) = self.open_id(n) else { return };
        self.types(n);
        let kind = self.kind(n);
        let (how, what) = match kind {
            Kind::Pick | Kind::Several => ("--pick", self.asked[self.at(n)].question.labels()[0].clone()),
            Kind::Text => ("--text", format!("kims-{n}")),
            Kind::Number => ("--number", "7".to_owned()),
        };
        let (code, out) = self.asq(&["answer", &id, how, &what, "--as", "kim"]);
        assert_eq!(code, Some(0), "{out}");
        self.gives(n, Given::Elsewhere(what));
        self.tmux().wait("who was faster", |screen| View::of(screen) == Some(View::Closed));
        self.close();
    }

    fn puts_off(&mut self) {
        self.aside();
        Day::passes(ASTRAY);
        self.tmux().keys(&["s"]);
        self.tmux().wait_text("Put off until");
        self.tmux().keys(&["1", "Enter"]);
        self.tmux().wait_text("1 put off");
        // Nobody waits for a quarter of an hour here.
        self.tmux().keys(&["S", "Home"]);
        for _ in 0..self.asked.len() {
            if self.comes(|screen| screen.contains("bring back"), SOON) {
                break;
            }
            self.tmux().keys(&["Down"]);
        }
        self.tmux().keys(&["s"]);
        self.tmux().wait("it to be back", |screen| !screen.contains("1 put off"));
        self.tmux().keys(&["S"]);
    }

    /// Whether it was answered, and not only put aside.
    fn answers(&mut self, n: usize) -> bool {
        let given = match self.kind(n) {
            Kind::Pick if self.random.below(3) > 0 => {
                if self.tmux().tell("#{cursor_flag}") == "1" {
                    self.aside();
                    return false;
                }
                let row = self.random.below(3) as usize;
                self.tmux().keys(&[&(row + 1).to_string()]);
                Given::Picked(vec![row])
            }
            Kind::Pick | Kind::Text => {
                let word = self.types(n);
                self.tmux().keys(&["Enter"]);
                Given::Typed(word)
            }
            Kind::Several => {
                if self.tmux().tell("#{cursor_flag}") == "1" {
                    self.aside();
                    return false;
                }
                self.ticks(n)
            }
            Kind::Number => {
                let number = 1000 + self.random.below(9000);
                self.tmux().keys(&["End", "C-u"]);
                self.tmux().text(&number.to_string());
                self.tmux().wait_text(&number.to_string());
                self.tmux().keys(&["Enter"]);
                Given::Number(number)
            }
        };
        self.ends(n);
        self.gives(n, given);
        true
    }

    /// Ticks some options, whatever was ticked before, and submits.
    fn ticks(&mut self, n: usize) -> Given {
        let wanted = 1 + self.random.below(7);
        let labels = self.asked[self.at(n)].question.labels();
        for (row, label) in labels.iter().enumerate() {
            let ticked = |screen: &str| {
                let line = screen.lines().find(|line| line.contains(label.as_str()));
                line.is_some_and(|line| ["[x]", "[✓]", "☒"].iter().any(|mark| line.contains(mark)))
            };
            let wants = wanted >> row & 1 == 1;
            if ticked(&self.tmux().screen()) != wants {
                self.tmux().keys(&[&(row + 1).to_string()]);
                self.tmux().wait(label, |screen| ticked(screen) == wants);
            }
        }
        if self.asked[self.at(n)].question.agent == "opencode" {
            self.tmux().keys(&["Tab"]);
            self.tmux().wait_text("Review");
        } else {
            self.tmux().keys(&["End"]);
        }
        self.tmux().keys(&["Enter"]);
        Given::Picked((0..labels.len()).filter(|row| wanted >> row & 1 == 1).collect())
    }

    fn has_reason(&self, n: usize) -> bool {
        self.words.iter().any(|word| word.n == n && word.reason)
    }

    /// Whether the form shows its review.
    fn reviews(&self) -> bool {
        self.tmux().screen().lines().any(|line| line.trim() == "Review")
    }

    fn takes_words(&self, n: usize) -> bool {
        self.kind(n) != Kind::Number && !self.reviews()
    }

    /// Submits what the review shows: the form came back on this page.
    fn submits(&mut self, n: usize) {
        let screen = self.tmux().screen();
        let labels = self.asked[self.at(n)].question.labels();
        let rows = (0..labels.len()).filter(|row| screen.contains(&labels[*row])).collect();
        self.tmux().keys(&["Enter"]);
        self.ends(n);
        self.gives(n, Given::Picked(rows));
    }

    fn ends(&self, n: usize) {
        let over = |screen: &str| View::of(screen).is_some_and(|view| view != View::Form(n));
        self.tmux().wait("the end of the form", over);
    }

    /// Takes back the last answer, if that hasn't been sent.
    fn takes_back(&mut self, n: usize) {
        self.tmux().keys(&["M-u"]);
        if self.comes(|screen| View::of(screen) == Some(View::Form(n)), SOON) {
            let at = self.at(n);
            self.asked[at].given = None;
        }
    }

    /// Kills the inbox a second after a word was typed, and opens another one.
    pub(super) fn kill_inbox(&mut self) {
        if self.unanswered() > 0 {
            let mut tries = 0;
            loop {
                match self.view() {
                    View::Form(n) if self.takes_words(n) => {
                        self.types(n);
                        Day::passes(KEPT);
                        break;
                    }
                    View::Form(n) => self.goes_on(n),
                    View::List => self.open_next(),
                    View::Closed => self.close(),
                }
                tries += 1;
                if tries > 20 {
                    break;
                }
            }
        }
        let inbox = self.inbox.take().expect("an inbox");
        inbox.signal("KILL");
        inbox.end();
        self.inbox = Some(opened(self.home, self.store));
        // What was held back wasn't sent.
        let open = self.rows(&["list", "--json"]);
        for asked in &mut self.asked {
            let text = format!("Question {}:", asked.question.n);
            if open.iter().any(|row| row["question"].as_str().is_some_and(|it| it.starts_with(&text))) {
                asked.given = None;
            }
        }
        self.view();
    }

    /// Opens an inbox if this one has ended.
    pub(super) fn reopen_if_closed(&mut self) {
        if self.home.path("code").exists() {
            let inbox = self.inbox.take().expect("an inbox");
            inbox.end();
            self.inbox = Some(opened(self.home, self.store));
        }
    }

    /// The end of the day: what is left has a word in it, and is cancelled by command.
    pub(super) fn leave(&mut self) {
        for _ in 0..self.unanswered() {
            if self.view() == View::List {
                self.open_next();
            }
            match self.view() {
                View::Form(n) if self.has_reason(n) => self.declines(n),
                View::Form(n) if self.takes_words(n) => {
                    self.types(n);
                    self.aside();
                }
                View::Form(_) => self.aside(),
                View::List | View::Closed => {}
            }
        }
        if let View::Form(_) = self.view() {
            self.aside();
        }
        Day::passes(ASTRAY);
        self.tmux().keys(&["q"]);
        let inbox = self.inbox.take().expect("an inbox");
        inbox.end();
        let left = self.asked.iter().filter(|asked| asked.given.is_none());
        for n in left.map(|asked| asked.question.n).collect::<Vec<_>>() {
            let at = self.at(n);
            let asked = &self.asked[at];
            let id = self.open_id(n).unwrap_or_else(|| panic!("{:?} isn't open", asked.question));
            assert_eq!(self.asq(&["cancel", &id]).0, Some(0));
            self.gives(n, Given::Cancelled);
        }
    }
}
