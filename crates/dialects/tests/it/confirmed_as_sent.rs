//! A person changes their mind: every kind of answer × every key that may change it × every way to leave.
//!
//! What the review shows is what is sent, what is sent was confirmed exactly as it is, and what a page showed
//! when it was left is what was answered on it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use crate::forms;
use crate::forms::{dangerous, direct, many, number, one, text};
use asq_core::fit::fit;
use asq_core::form::{Act, Action, Effect, Form, FormRules, Label, Page, Role, Screen};
use asq_core::model::{Answer, AnswerRules, Answers, Danger, DangerRule, Draft, Outcome, Pick, Question};
use asq_core::text::Untrusted;
use asq_core::time::Timestamp;
use asq_dialects::{ask_user_question, asq, opencode, question, questionnaire, spec};
use asq_testkit::keys::{Keystroke, parse};
use proptest::prelude::*;

/// All rules; each knows danger here, also where its contract doesn't.
const RULES: &[(&str, FormRules, AnswerRules)] = &[
    ("asq", asq::rules::FORM, asq::rules::ANSWER),
    ("questionnaire", questionnaire::rules::FORM, questionnaire::rules::ANSWER),
    ("question", question::rules::FORM, question::rules::ANSWER),
    ("ask_user_question", ask_user_question::rules::FORM, ask_user_question::rules::ANSWER),
    ("opencode", opencode::rules::FORM, opencode::rules::ANSWER),
    ("spec", spec::rules::FORM, spec::rules::ANSWER),
];

const CONFIRM: &str = "go";

/// What a page shows of its answer.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shown {
    /// The text of a number or text question.
    edit: Option<String>,
    /// The ticked options of a list of several picks.
    ticks: Option<Vec<usize>>,
    /// The text in the custom row.
    own: Option<String>,
}

/// What is up.
#[derive(Clone, Debug)]
struct Up {
    page: Page,
    page_id: u64,
    at: Option<usize>,
    /// What the page that confirms says is confirmed.
    confirms: Option<String>,
    focus: Option<Role>,
}

/// A form, and what was on its screen.
struct Person {
    form: Form,
    up: Up,
    now: Timestamp,
    shown: Vec<Shown>,
    /// The lines of the review, with the notes below them.
    review: Option<Vec<(String, Option<String>)>>,
    /// What the page that confirms said was confirmed.
    confirmed: Vec<Option<String>>,
    ended: Option<Outcome>,
}

impl Person {
    fn new(rules: FormRules, answer: AnswerRules, questions: Vec<Question>) -> Person {
        let count = questions.len();
        let mut form = forms::form(rules, answer, questions);
        form.shown(Timestamp(0));
        let up = Up { page: Page::Review, page_id: 0, at: None, confirms: None, focus: None };
        let mut person = Person {
            form,
            up,
            now: Timestamp(0),
            shown: vec![Shown::default(); count],
            review: None,
            confirmed: vec![None; count],
            ended: None,
        };
        person.look();
        person
    }

    fn keys(&mut self, keys: &str) {
        for typed in parse(keys) {
            if self.ended.is_some() {
                return;
            }
            let action = match typed {
                Keystroke::Key(key) => self.form.resolve(key),
                Keystroke::Paste(text) => Some(Action::Paste(text)),
            };
            if let Some(action) = action {
                self.act(action);
            }
        }
    }

    fn act(&mut self, action: Action) {
        self.now = self.now.plus(1000);
        let before = self.up.clone();
        let confirms = before.page == Page::Danger && action == Action::Do(Act::Choose);
        self.form.seen(before.page_id);
        for effect in self.form.handle(self.now, action) {
            match effect {
                Effect::Close(outcome) => self.ended = Some(outcome),
                Effect::Edit(_) => drop(self.form.handle(self.now, Action::Edited("8".to_owned()))),
                Effect::Suspend | Effect::Aside | Effect::DraftChanged => {}
            }
        }
        self.look();
        self.keeps();
        let left = self.ended.is_some() || self.up.page != Page::Danger || self.up.at != before.at;
        if confirms && left {
            self.confirmed[before.at.unwrap()] = before.confirms;
        }
    }

    /// Whatever was typed is in the draft, in an answer or not; what confirms is in none.
    fn keeps(&self) {
        let draft = self.form.draft();
        assert!(draft.answers.entries.iter().all(|e| e.confirmed.is_none()));
        let kept = draft.texts();
        for (i, shown) in self.shown.iter().enumerate().filter(|_| self.ended.is_none()) {
            for text in [&shown.edit, &shown.own].into_iter().flatten().filter(|text| !text.is_empty()) {
                let is_there = kept
                    .iter()
                    .any(|t| t.question == i && (t.text.raw() == text || t.text.raw() == text.trim()));
                assert!(is_there, "{text:?} is in no draft: {draft:?}");
            }
        }
    }

    /// Takes in what is on the screen.
    fn look(&mut self) {
        let screen = self.form.screen();
        let questions = &self.form.request().questions;
        let at = screen.question.and_then(|text| questions.iter().position(|q| q.text == *text));
        match (screen.page, at) {
            (_, _) if self.ended.is_some() => {}
            (Page::Choose | Page::Compare | Page::Edit, Some(at)) => self.shown[at] = shown(&screen),
            (Page::Review, _) => self.review = Some(review(&screen)),
            (Page::Danger | Page::Notes | Page::Choose | Page::Compare | Page::Edit, _) => {}
        }
        self.up = Up {
            page: screen.page,
            page_id: screen.page_id,
            at,
            confirms: (screen.page == Page::Danger && at.is_some()).then(|| confirms(&screen)),
            focus: screen.focus.and_then(|f| screen.rows.get(f)).map(|r| r.role),
        };
    }

    /// To the end: over the pages that are left, and sends.
    fn send(&mut self) {
        for _ in 0..4 {
            if self.ended.is_none() && self.up.page != Page::Review {
                self.act(Action::Do(Act::NextTab));
            }
        }
        if self.ended.is_none() && self.up.page == Page::Review {
            self.act(Action::Do(Act::Last));
            for _ in 0..4 {
                if self.up.focus != Some(Role::Submit) {
                    self.act(Action::Do(Act::Up));
                }
            }
            self.act(Action::Do(Act::Choose));
        }
    }

    /// What has to be true of an end.
    fn judge(&self) -> Result<bool, String> {
        let drafted = |draft: &Draft| draft.answers.entries.iter().all(|e| e.confirmed.is_none());
        let answers = match &self.ended {
            Some(Outcome::Answered(answers)) => answers,
            Some(Outcome::Cancelled(draft) | Outcome::Discuss(draft) | Outcome::Declined { draft, .. }) => {
                return if drafted(draft) { Ok(false) } else { Err("a draft holds a confirmation".into()) };
            }
            Some(Outcome::Withdrawn(_) | Outcome::Expired(_)) | None => return Ok(false),
        };
        let request = self.form.request();
        let misfits = fit(request, answers);
        if !misfits.is_empty() {
            return Err(format!("doesn't fit: {misfits:?}"));
        }
        for (i, question) in request.questions.iter().enumerate() {
            self.judge_one(i, question, answers)?;
        }
        Ok(true)
    }

    fn judge_one(&self, i: usize, question: &Question, answers: &Answers) -> Result<(), String> {
        let entry = &answers.entries[i];
        let sent = said(question, entry.answer.as_ref());
        if let Some(review) = &self.review
            && self.up.page == Page::Review
        {
            let (line, note) = &review[i];
            let shows = if entry.answer.is_none() { line.starts_with('(') } else { *line == sent };
            if !shows {
                return Err(format!("the review shows {line:?}, {sent:?} is sent"));
            }
            let sent = entry.note.as_ref().map(|n| n.raw().to_owned());
            if entry.answer.is_some() && *note != sent {
                return Err(format!("the review shows the note {note:?}, {sent:?} is sent"));
            }
        }
        let Some(answer) = &entry.answer else { return Ok(()) };
        let declined = question.danger.as_ref().is_some_and(|d| d.direct)
            && *answer == Answer::Picks(vec![Pick::Option(1)]);
        let confirmed = self.confirmed[i].as_deref();
        if question.danger.is_some() && !declined && confirmed != Some(sent.as_str()) {
            return Err(format!("{confirmed:?} was confirmed, {sent:?} is sent"));
        }
        let Shown { edit, ticks, own } = &self.shown[i];
        let left = match answer {
            Answer::Number(n) => edit.as_ref().and_then(|t| t.parse().ok()).as_ref() == Some(n),
            Answer::Text(text) => edit.as_deref() == Some(text.raw()),
            Answer::Picks(picks) => {
                let options = picks.iter().filter_map(|p| match p {
                    Pick::Option(o) => Some(*o),
                    Pick::Custom(_) => None,
                });
                let typed = picks.iter().find_map(|p| match p {
                    Pick::Custom(text) => Some(text.raw()),
                    Pick::Option(_) => None,
                });
                let mut options: Vec<usize> = options.collect();
                options.sort_unstable();
                ticks.as_ref().is_none_or(|ticks| *ticks == options)
                    && typed.is_none_or(|typed| own.as_deref() == Some(typed))
            }
        };
        if left { Ok(()) } else { Err(format!("{:?} was left, {sent:?} is sent", self.shown[i])) }
    }
}

fn entry(label: &Label<'_>) -> Option<String> {
    match label {
        Label::Entry(entry) => Some(entry.editor.text().to_owned()),
        Label::Own(_) | Label::Theirs(_) | Label::Pair(_) | Label::Exact(_) => None,
    }
}

fn shown(screen: &Screen<'_>) -> Shown {
    let mut shown = Shown::default();
    for row in &screen.rows {
        match row.role {
            Role::Edit => shown.edit = entry(&row.label),
            Role::Custom => shown.own = entry(&row.label),
            Role::Option(i) => {
                if let Some(ticked) = row.check {
                    let ticks = shown.ticks.get_or_insert_default();
                    ticks.extend(ticked.then_some(i));
                }
            }
            Role::Discuss | Role::Commit | Role::Answer(_) => {}
            Role::Remark | Role::Submit | Role::CancelRow => {}
        }
    }
    shown
}

fn review(screen: &Screen<'_>) -> Vec<(String, Option<String>)> {
    let mut lines: Vec<(String, Option<String>)> = Vec::new();
    for row in &screen.rows {
        let Label::Pair(line) = &row.label else { continue };
        let line = line.text();
        match row.role {
            Role::Answer(_) => lines.push((line.split_once(": ").unwrap().1.to_owned(), None)),
            _ => {
                if let (Some(note), Some(last)) = (line.strip_prefix("  note: "), lines.last_mut()) {
                    last.1 = Some(note.to_owned());
                }
            }
        }
    }
    lines
}

/// What a page that confirms says is confirmed.
fn confirms(screen: &Screen<'_>) -> String {
    let line = screen.rows.iter().find_map(|row| match &row.label {
        Label::Pair(line) => Some(line.text()),
        Label::Own(_) | Label::Theirs(_) | Label::Entry(_) | Label::Exact(_) => None,
    });
    let line = line.unwrap();
    let said = line.strip_prefix("Your answer: ").or(line.strip_prefix("If you confirm, the answer is: "));
    said.unwrap_or_else(|| panic!("{line}")).to_owned()
}

/// An answer as pages say it.
fn said(question: &Question, answer: Option<&Answer>) -> String {
    match answer {
        None => String::new(),
        Some(Answer::Number(n)) => n.to_string(),
        Some(Answer::Text(text)) => one_line(text),
        Some(Answer::Picks(picks)) => {
            let pick = |pick: &Pick| match pick {
                Pick::Option(i) => question.options[*i].label.raw().to_owned(),
                Pick::Custom(text) => format!("{} (own words)", one_line(text)),
            };
            picks.iter().map(pick).collect::<Vec<_>>().join(", ")
        }
    }
}

fn one_line(text: &Untrusted) -> String {
    asq_core::text::Shown::one_line(text).to_string()
}

/// The kinds of answers: a name, the question, and the keys that answer it.
fn kinds(rules: &FormRules) -> Vec<(&'static str, Question, String)> {
    let custom = rules.custom.map(|c| c.entry);
    let opens = match custom {
        Some(asq_core::form::CustomEntry::Opens) => "<ret>",
        Some(asq_core::form::CustomEntry::Focus) | None => "",
    };
    let limited = |q: Question| Question { custom: custom.is_some() && q.custom, ..q };
    let pears = ["apple", "pear", "plum"];
    // The custom row is the fourth.
    let mut kinds = vec![
        ("pick", limited(one("A", "Drop?", &pears)), "2".to_owned()),
        ("tick", limited(many("A", "Drop?", &pears, 2)), "13<commit>".to_owned()),
        ("number", number("A", "Drop?", 1, 9), "3<ret>".to_owned()),
        ("text", text("A", "Drop?"), "all<ret>".to_owned()),
        ("confirm", direct("A", "Drop?", &["yes", "no"], Some(CONFIRM)), String::new()),
    ];
    if custom.is_some() {
        let to = "<down><down><down>";
        kinds.push(("own words", one("A", "Drop?", &pears), format!("{to}{opens}fig<ret>")));
        let into = if opens.is_empty() { "" } else { "<ret>" };
        kinds.push((
            "own words of several",
            many("A", "Drop?", &pears, 1),
            format!("1{to}{opens}fig{into}<commit>"),
        ));
    }
    kinds
}

/// Presses the keys; `<commit>` goes to the row that commits and presses it.
fn answer(person: &mut Person, keys: &str) {
    let mut parts = keys.split("<commit>");
    if let Some(first) = parts.next() {
        person.keys(first);
    }
    for rest in parts {
        for _ in 0..8 {
            if person.ended.is_none() && person.up.focus != Some(Role::Commit) {
                person.keys("<down>");
            }
        }
        person.keys("<ret>");
        person.keys(rest);
    }
}

/// Ways to change an answer, apart from going to another row first.
const CHANGES: &[&str] = &[
    "",
    "1",
    "2",
    "3",
    "4",
    "5",
    "<space>",
    "<ret>",
    "<up>",
    "<down>",
    "<pgup>",
    "<pgdn>",
    "x",
    "<bs>",
    "<del>",
    "<left><bs>",
    "<home><del>",
    "<c-u>",
    "<c-k>",
    "<c-w>",
    "<c-u><c-z>",
    "<bs><c-z>",
    "x<c-z>",
    "x<bs>",
    "<c-u><c-y>",
    "<paste:7>",
    "<c-g>",
    "<c-u>5<ret>",
    "x<ret>",
    "n",
    "<tab>",
    "<a-n>note<ret>",
    "/p",
    "s",
    "<c-s>",
    "<c-x>",
    "<commit>",
];

/// Where the change is made.
const ROWS: &[&str] =
    &["", "<down>", "<down><down>", "<down><down><down>", "<up>", "<down><down><down><ret>"];

/// How the page is left.
const WAYS: &[&str] = &[
    "",
    "<next>",
    "<ret>",
    "<commit>",
    "<tab>",
    "<right>",
    "<esc>",
    "]",
    "<c-pgdn>",
    "<s-tab>",
    "<down><ret>",
];

/// What is done on the page that confirms, if it comes up.
const CONFIRMS: &[&str] = &["", "<next>", "no<ret>", "<c-u>no<ret>", "<esc>", "<c-x>", "<c-u>go<ret>"];

fn several(keys: &str, person: &mut Person) {
    for (n, part) in keys.split("<next>").enumerate() {
        if n > 0 && person.ended.is_none() {
            person.act(Action::Do(Act::NextTab));
        }
        answer(person, part);
    }
}

/// Answers, confirms, goes back, changes, leaves, sends; whether an answer was sent.
fn walk(rules: usize, kind: usize, change: &[&str], way: &str, confirm: &str) -> Option<bool> {
    let (name, form, answers) = RULES[rules];
    let rule =
        if answers.danger == DangerRule::AnyText { DangerRule::AnyText } else { DangerRule::ExactText };
    let answers = AnswerRules { danger: rule, ..answers };
    let (kind_name, question, keys) = kinds(&form).into_iter().nth(kind)?;
    let question = match &question.danger {
        Some(Danger { .. }) => question,
        None => dangerous(question, Some(CONFIRM)),
    };
    let mut person = Person::new(form, answers, vec![question, one("B", "And?", &["x", "y"])]);
    let so_far = |person: &Person| {
        format!("{name}, {kind_name}: {change:?} {way:?} {confirm:?} at {:?}", person.up.at)
    };
    answer(&mut person, &keys);
    assert_eq!(person.up.page, Page::Danger, "{}", so_far(&person));
    person.keys("<c-u>go<ret>");
    assert_eq!(person.up.at, Some(1), "{}", so_far(&person));
    person.keys("1");
    // Back to the first question, from wherever this led.
    while person.ended.is_none() && person.up.at != Some(0) {
        person.act(Action::Do(Act::PreviousTab));
    }
    for keys in change {
        several(keys, &mut person);
    }
    several(way, &mut person);
    if person.ended.is_none() && person.up.page == Page::Danger {
        several(confirm, &mut person);
    }
    person.send();
    match person.judge() {
        Ok(sent) => Some(sent),
        Err(why) => panic!("{}: {why}", so_far(&person)),
    }
}

/// Every change in every row, and every change before every way to leave, in the contracts that know danger.
fn every_change(kind: usize) {
    for (rules, (name, form, _)) in RULES.iter().enumerate().take(2) {
        let mut sent = 0;
        let mut walk = |row: &str, change: &str, way: usize, nth: usize| {
            let confirm = if nth.is_multiple_of(2) { "" } else { "<c-u>go<ret>" };
            let ended = walk(rules, kind, &[row, change], WAYS[way % WAYS.len()], confirm);
            sent += usize::from(ended == Some(true));
        };
        for (c, change) in CHANGES.iter().enumerate() {
            for (r, row) in ROWS.iter().enumerate() {
                // Half of them in each contract.
                if (c + r) % 2 == rules {
                    walk(row, change, c + r, c / 2);
                }
            }
            for way in 0..WAYS.len() {
                if (c + way) % 2 == rules {
                    walk("", change, way, c / 2 + way);
                }
            }
        }
        assert!(sent > 50, "{name} {kind} of {}: only {sent} were sent", kinds(form).len());
    }
}

#[test]
fn a_pick_that_is_changed_is_confirmed_again() {
    every_change(0);
}

#[test]
fn ticks_that_are_changed_are_confirmed_again() {
    every_change(1);
}

#[test]
fn a_number_that_is_changed_is_confirmed_again() {
    every_change(2);
}

#[test]
fn a_text_that_is_changed_is_confirmed_again() {
    every_change(3);
}

#[test]
fn a_yes_that_is_taken_back_is_not_sent() {
    every_change(4);
}

#[test]
fn own_words_that_are_changed_are_confirmed_again() {
    every_change(5);
}

#[test]
fn own_words_beside_ticks_are_confirmed_again_with_them() {
    every_change(6);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_changed_several_times(
        rules in 0..RULES.len(),
        kind in 0..7usize,
        changes in prop::collection::vec((0..ROWS.len(), 0..CHANGES.len(), 0..WAYS.len(), 0..CONFIRMS.len()), 1..4),
    ) {
        let keys: Vec<&str> = changes
            .iter()
            .flat_map(|(row, change, way, confirm)| [ROWS[*row], CHANGES[*change], WAYS[*way], CONFIRMS[*confirm]])
            .collect();
        walk(rules, kind, &keys, "", "");
    }
}
