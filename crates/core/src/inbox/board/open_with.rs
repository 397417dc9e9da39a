//! Opens the folder, the diff or the link of a request through the person's own command.
//!
//! - If there are several, a digit chooses; a single folder or diff is opened at once.
//! - A link is opened by Enter, and only after all of it was on the screen, with its host.
//! - From a form, it leads back to that form.
//! - Without a command, it says which setting names one.

use super::effect::BoardEffect;
use super::keys::{self, InboxAct, InboxSpot};
use super::machine::{Board, ListMode};
use super::messages;
use crate::form::{Code, Key};
use crate::inbox::open_target::{host_of, judge_link};
use crate::inbox::{Command, LinesShown, OpenTarget};
use crate::life::{About, RequestId};
use crate::text::{Line, Shown, Span, Style, Tone, Untrusted};

const NO_COMMAND: &str = "Set inbox.open to the command that opens folders, such as xdg-open.";
const NOTHING: &str = "Nothing of it can be opened: neither its folder nor a diff nor a link is known.";

/// Something of a request is being opened.
#[derive(Debug)]
pub(super) struct OpenWith {
    id: RequestId,
    step: OpenStep,
}

#[derive(Debug)]
enum OpenStep {
    /// The request is being fetched.
    Fetching,
    /// The person chooses.
    Choosing(Vec<OpenTarget>),
    /// The person looks at the link: so many lines of so many were in sight, and whether all were.
    Link { link: Untrusted, seen: usize, of: usize, whole: bool },
}

impl Board {
    /// Asks what to open of a request.
    pub(super) fn open_with(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        if !self.setup.opens {
            self.failed(NO_COMMAND);
            self.after_asking(id, false, effects);
            return;
        }
        if let Some(open) = self.known(id) {
            let targets = self.targets(id, open.form.about());
            self.offer(id, targets, effects);
        } else {
            self.mode = ListMode::Open(OpenWith { id, step: OpenStep::Fetching });
            effects.push(BoardEffect::Command(Command::Open(id)));
        }
    }

    /// Takes a request that was fetched for what can be opened of it.
    pub(super) fn fetched_to_open(
        &mut self,
        id: RequestId,
        about: Option<&About>,
        effects: &mut Vec<BoardEffect>,
    ) {
        let ListMode::Open(OpenWith { id: wanted, step: OpenStep::Fetching }) = &self.mode else { return };
        if *wanted == id {
            let targets = self.targets(id, about);
            self.offer(id, targets, effects);
        }
    }

    fn targets(&self, id: RequestId, about: Option<&About>) -> Vec<OpenTarget> {
        let row = self.rows.of(id);
        let folder = row.and_then(|row| row.pending.summary.origin.folder.clone()).map(OpenTarget::Folder);
        let diff = about.and_then(|about| about.diff.clone()).map(OpenTarget::Diff);
        let link = about.and_then(|about| about.link.clone()).map(OpenTarget::Link);
        [folder, diff, link].into_iter().flatten().collect()
    }

    fn offer(&mut self, id: RequestId, mut targets: Vec<OpenTarget>, effects: &mut Vec<BoardEffect>) {
        match targets.len() {
            0 => {
                self.mode = ListMode::List;
                self.failed(NOTHING);
                self.after_asking(id, false, effects);
            }
            1 => self.open_target(id, targets.remove(0), effects),
            _ => self.mode = ListMode::Open(OpenWith { id, step: OpenStep::Choosing(targets) }),
        }
    }

    /// Opens it, or shows the link first.
    fn open_target(&mut self, id: RequestId, target: OpenTarget, effects: &mut Vec<BoardEffect>) {
        if let OpenTarget::Link(link) = target {
            self.laid.lines = LinesShown::default();
            let step = OpenStep::Link { link, seen: 0, of: 0, whole: false };
            self.mode = ListMode::Open(OpenWith { id, step });
        } else {
            self.opens(id, target, effects);
        }
    }

    fn opens(&mut self, id: RequestId, target: OpenTarget, effects: &mut Vec<BoardEffect>) {
        effects.push(BoardEffect::Open(Box::new(target)));
        // The same key again isn't meant for the request: it counts as new on the screen.
        let now = self.now.at;
        if let Some(open) = self.known_mut(id) {
            open.form.hidden();
            open.form.in_sight(now);
        }
        self.end_opening(id, effects);
    }

    fn end_opening(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        self.mode = ListMode::List;
        self.after_asking(id, false, effects);
    }

    pub(super) fn open_with_act(&mut self, act: Option<InboxAct>, key: Key, effects: &mut Vec<BoardEffect>) {
        let by = self.step_of(act);
        let ListMode::Open(OpenWith { id, step }) = &mut self.mode else { return };
        let id = *id;
        match step {
            OpenStep::Choosing(targets) => {
                let digit = if let Key { code: Code::Char(c), ctrl: false, alt: false, .. } = key {
                    c.to_digit(10).and_then(|n| usize::try_from(n).ok()?.checked_sub(1))
                } else {
                    None
                };
                if let Some(at) = digit.filter(|at| *at < targets.len()) {
                    let target = targets.remove(at);
                    self.open_target(id, target, effects);
                    return;
                }
            }
            OpenStep::Link { link, whole, .. } => {
                if let Some(by) = by {
                    self.laid.lines.top = self.laid.lines.top.saturating_add_signed(by);
                    return;
                }
                if act == Some(InboxAct::Accept) {
                    if *whole && judge_link(link).is_ok() {
                        let target = OpenTarget::Link(link.clone());
                        self.opens(id, target, effects);
                    }
                    return;
                }
            }
            OpenStep::Fetching => {}
        }
        if act == Some(InboxAct::Leave) {
            self.end_opening(id, effects);
        }
    }

    /// Notes which lines of the link were in sight.
    pub(super) fn looked_at_link(&mut self, shown: LinesShown) {
        let ListMode::Open(OpenWith { step: OpenStep::Link { seen, of, whole, .. }, .. }) = &mut self.mode
        else {
            return;
        };
        // At another width its lines are others.
        if std::mem::replace(of, shown.all) != shown.all {
            *seen = 0;
        }
        if shown.top <= *seen {
            *seen = (*seen).max(shown.top + shown.count);
            *whole |= shown.all > 0 && *seen >= shown.all;
        }
    }

    /// `Open: 1 folder · 2 diff · 3 link · Esc back`
    pub(super) fn open_with_line(&self) -> Option<Line> {
        let ListMode::Open(OpenWith { step, .. }) = &self.mode else { return None };
        let text = match step {
            OpenStep::Fetching => "…".to_owned(),
            OpenStep::Choosing(targets) => {
                let each = targets.iter().enumerate().map(|(at, it)| format!("{} {}", at + 1, it.name()));
                let back = keys::label(InboxSpot::Open, InboxAct::Leave, &self.setup.keys);
                format!("Open: {} · {back} back", each.collect::<Vec<_>>().join(" · "))
            }
            OpenStep::Link { .. } => return None,
        };
        Some(messages::line(&text, Tone::Accent))
    }

    /// The page with the link, if it is shown.
    pub(super) fn link_lines(&self) -> Option<Vec<Line>> {
        let (link, _) = self.shown_link()?;
        let behind = |shown: Shown, style| {
            let mut line = Line::from(Span::own("│ ", Tone::Dim));
            line.push(Span::new(shown, style));
            line
        };
        let bad = judge_link(link).err();
        let title = if bad.is_some() { "The agent's link isn't opened" } else { "Open the agent's link?" };
        let mut lines = vec![
            Line::of(Shown::own(title), Style::default().bold()),
            Line::default(),
            behind(Shown::one_line(link), Style::default()),
        ];
        if let Some(why) = bad {
            lines.extend([Line::default(), messages::line(&why.to_string(), Tone::Warn)]);
        } else if let Some(host) = host_of(link) {
            lines.extend([Line::default(), messages::line("It leads to this host:", Tone::Plain)]);
            lines.push(behind(host, Style::default().bold()));
        }
        Some(lines)
    }

    /// Whether the link that is shown is one that asq opens.
    pub(super) fn link_opens(&self) -> bool {
        self.shown_link().is_some_and(|(link, _)| judge_link(link).is_ok())
    }

    /// Whether all of the link that is shown was in sight; `None` if none is shown.
    pub fn link_is_read(&self) -> Option<bool> {
        self.shown_link().map(|(_, whole)| whole)
    }

    /// The link that is shown, and whether all of it was in sight.
    fn shown_link(&self) -> Option<(&Untrusted, bool)> {
        let ListMode::Open(OpenWith { step: OpenStep::Link { link, whole, .. }, .. }) = &self.mode else {
            return None;
        };
        Some((link, *whole))
    }
}
