//! What one key costs until its bytes could be written: keymap, form, frame, painter. CPU time of this thread.
//!
//! - Four questions, each option with a preview of 200 lines, at 100×30: moves, pages, scrolling, notes.
//! - The same keys' bytes, against the bytes of the cells that a focus move changed.
//! - A megabyte of code as a preview, in colours: moves and pages through it.
//! - A megabyte of custom text, as lines and as one line: typing, caret moves, deleting.
//! - Prints lines for `cargo xtask bench terminal`: `key CASE KEYS P50 P99` (nanoseconds) and
//!   `bytes CASE WRITTEN CHANGED`, with tabs between.
//! - With `count N`: presses N keys of the first case and prints nothing, for callgrind.

use std::error::Error;
use std::io::Write as _;

use asq_core::form::{Action, Code, Form, Guard, Key};
use asq_core::model::{
    Draft, Kind, Prefs, Preview, PreviewKind, Provenance, Question, QuestionOption, Request,
};
use asq_core::text::{Line, Style};
use asq_core::time::Timestamp;
use asq_dialects::ask_user_question::rules;
use asq_frame::{Glyphs, Intercept, Size, View, paint};
use asq_tui::paint::{Painter, ScreenPlace};
use asq_tui::theme::Theme;
use rustix::time::{ClockId, clock_gettime};

const SIZE: (u16, u16) = (100, 30);
const DOWN: Key = Key::plain(Code::Down);
const UP: Key = Key::plain(Code::Up);

fn main() -> Result<(), Box<dyn Error>> {
    let mut desk = Desk::new(previews(markdown));
    let tour =
        [DOWN, DOWN, Key::plain(Code::PageDown), UP, Key::plain(Code::Tab), DOWN, Key::plain(Code::PageDown)];
    let notes = [Key::char('n'), Key::char('a'), Key::char('b'), Key::plain(Code::Esc)];
    let keys: Vec<Key> = tour.iter().chain(&notes).copied().cycle().take(2200).collect();
    if let [_, count, number] = &std::env::args().collect::<Vec<_>>()[..]
        && count == "count"
    {
        keys.iter().cycle().take(number.parse()?).for_each(|key| drop(desk.press(*key)));
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", desk.timed("four questions with 200-line previews", &keys))?;

    let mut code = previews(code);
    code.truncate(1);
    for preview in code[0].options.iter_mut().filter_map(|option| option.preview.as_mut()) {
        preview.kind = PreviewKind::Code;
    }
    let pages = [Key::plain(Code::PageDown), Key::plain(Code::PageDown), DOWN, Key::plain(Code::PageUp), UP];
    let keys: Vec<Key> = pages.iter().copied().cycle().take(1000).collect();
    writeln!(out, "{}", Desk::new(code).timed("1 MB of code as a preview", &keys))?;

    for (case, source) in [("prose", prose as Source), ("markdown with styles in most lines", markdown)] {
        let mut desk = Desk::new(previews(source));
        writeln!(out, "{}", desk.weighed(&format!("focus moves with a preview at 100×30, {case}"), 40))?;
    }

    let lines = "All work and no play makes Jack a dull boy, said the bench.\n".repeat(16_400);
    for (case, text) in [
        ("1 MB of custom text in lines", lines.clone()),
        ("1 MB of custom text, one line", lines.replace('\n', " ")),
    ] {
        let mut desk = Desk::new(plain());
        desk.press(DOWN);
        desk.press(DOWN);
        desk.act(Action::Paste(text));
        let keys = [Key::char('x'), Key::plain(Code::Left), Key::char('é'), Key::plain(Code::Backspace)];
        let keys: Vec<Key> = keys.iter().copied().cycle().take(400).collect();
        writeln!(out, "{}", desk.timed(case, &keys))?;
    }
    Ok(())
}

/// A form, its view and its painter, as the terminal loop holds them.
struct Desk {
    form: Form,
    view: View,
    painter: Painter,
    now: u64,
}

impl Desk {
    fn new(questions: Vec<Question>) -> Desk {
        let request = Request {
            questions,
            rules: rules::ANSWER,
            prefs: Prefs::default(),
            from: Provenance::default(),
            expiry: None,
        };
        let mut form = Form::new(request, rules::FORM, Draft::default()).guarded(Guard::OFF);
        form.shown(Timestamp(0));
        let painter = Painter::new(ScreenPlace::FullScreen, Theme::new(true), false, SIZE);
        let mut desk = Desk { form, view: View::new(Glyphs::Unicode), painter, now: 1000 };
        desk.draw();
        desk
    }

    /// What happens between a key and the bytes to write.
    fn press(&mut self, key: Key) -> (Vec<u8>, Vec<Line>) {
        let action = match self.view.intercept(&self.form.screen(), key) {
            Intercept::Scrolled => None,
            Intercept::Act(action) => Some(action),
            Intercept::Pass => self.form.resolve(key),
        };
        match action {
            Some(action) => self.act(action),
            None => self.draw(),
        }
    }

    fn act(&mut self, action: Action) -> (Vec<u8>, Vec<Line>) {
        self.now += 1000;
        self.form.handle(Timestamp(self.now), action);
        self.draw()
    }

    fn draw(&mut self) -> (Vec<u8>, Vec<Line>) {
        let (width, height) = self.painter.room();
        let frame = paint(&self.form.screen(), &mut self.view, Size { width, height });
        (self.painter.draw(&frame.lines, frame.caret), frame.lines)
    }

    fn timed(&mut self, case: &str, keys: &[Key]) -> String {
        let mut times: Vec<u64> = keys
            .iter()
            .map(|key| {
                let before = cpu_time();
                self.press(*key);
                cpu_time() - before
            })
            .collect();
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        format!("key\t{case}\t{}\t{}\t{}", keys.len(), at(50), at(99))
    }

    fn weighed(&mut self, case: &str, moves: usize) -> String {
        let (mut written, mut changed) = (0, 0);
        let (_, mut before) = self.draw();
        for key in [DOWN, UP].iter().cycle().take(moves) {
            let (bytes, after) = self.press(*key);
            written += bytes.len();
            changed += difference(&before, &after);
            before = after;
        }
        format!("bytes\t{case}\t{written}\t{changed}")
    }
}

/// The bytes of the characters of the cells that differ. The sample has no wide and no combining characters.
fn difference(before: &[Line], after: &[Line]) -> usize {
    let blank = (' ', Style::default());
    let row = |lines: &[Line], y: usize| -> Vec<(char, Style)> {
        let spans = lines.get(y).map_or(&[][..], |line| &line.spans);
        spans.iter().flat_map(|span| span.text.as_str().chars().map(|c| (c, span.style))).collect()
    };
    let rows = (0..before.len().max(after.len())).map(|y| (row(before, y), row(after, y)));
    rows.flat_map(|(old, new)| {
        (0..old.len().max(new.len())).map(move |x| {
            let at = |cells: &[(char, Style)]| cells.get(x).copied().unwrap_or(blank);
            if at(&old) == at(&new) { 0 } else { at(&new).0.len_utf8() }
        })
    })
    .sum()
}

/// A preview's text, by question and option.
type Source = fn(usize, usize) -> String;

fn previews(source: Source) -> Vec<Question> {
    let headers = ["Layout", "Storage", "Deploy", "Style"];
    headers.iter().enumerate().map(|(n, header)| question(header, n, Some(source))).collect()
}

fn plain() -> Vec<Question> {
    vec![question("Layout", 0, None)]
}

fn question(header: &str, n: usize, source: Option<Source>) -> Question {
    let options = ["First way", "Second way"].iter().enumerate().map(|(m, label)| {
        let preview =
            source.map(|source| Preview { kind: PreviewKind::Markdown, source: source(n, m).into() });
        QuestionOption {
            description: Some("What it means for the rest.".into()),
            preview,
            ..QuestionOption::new(*label)
        }
    });
    Question {
        id: header.into(),
        header: header.into(),
        text: format!("Which way should we go about {header}?").into(),
        description: None,
        kind: Kind::One,
        options: options.collect(),
        custom: source.is_none(),
        default: None,
        danger: None,
        sensitive: false,
        skippable: false,
        context: None,
        custom_row: None,
    }
}

/// 200 lines of markdown: headings, lists, code, prose; each option's its own.
fn markdown(question: usize, option: usize) -> String {
    let words = |at, count| words(question, option, at, count);
    let line = |at: usize| match (at + 3 * option) % 10 {
        0 => format!("## {}", words(at, 3)),
        1..=3 => format!("- *{}* for `{}`: {}", words(at, 1), words(at + 1, 1), words(at + 2, 4)),
        4 => "```rust".to_owned(),
        5 => format!("let {} = {}({at});", words(at, 1), words(at + 1, 1)),
        6 => "```".to_owned(),
        _ => words(at, 9),
    };
    (0..200).map(|at| line(at) + "\n").collect()
}

/// A megabyte of code.
fn code(question: usize, option: usize) -> String {
    let one = |at: usize| {
        let name = words(question, option, at, 2).replace(' ', "_");
        format!(
            "/// {}\npub fn {name}{at}(text: &str) -> Option<u32> {{\n    let found = text.find(\"{name}\")?; // {at}\n    Some(found as u32 + {at})\n}}\n\n",
            words(question, option, at, 9)
        )
    };
    (0..6000).map(one).collect()
}

/// 200 lines of prose.
fn prose(question: usize, option: usize) -> String {
    (0..200).map(|at| words(question, option, at * 3, 10) + "\n").collect()
}

fn words(question: usize, option: usize, from: usize, count: usize) -> String {
    const WORDS: [&str; 11] =
        ["wall", "river", "of", "stone", "light", "and", "harbour", "under", "seven", "bridges", "quiet"];
    let word = |at: usize| WORDS[(at * 7 + option * 5 + question) % WORDS.len()];
    (from..from + count).map(word).collect::<Vec<_>>().join(" ")
}

/// Nanoseconds that this thread has run.
fn cpu_time() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
