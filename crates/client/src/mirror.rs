//! What a surface has of its feed on the server, so that a new feed can go on where a lost one ended.
//!
//! - Commands keep their order and their numbers until the server has taken them.
//! - A new feed gets what the surface has open, its text, and the endings that got no reply, each under its old key.
//! - The surface hears of each request once, and learns which ones closed meanwhile.
//! - Text that was typed here while the server was away is sent again. If somebody else wrote meanwhile, both are kept.
//! - Text of a secret isn't sent before it is an answer.

use asq_core::inbox::{AnnouncePace, Command, Notice};
use asq_core::life::{Closing, IdempotencyKey, RequestId};
use asq_core::model::{Draft, Entry, Request, WholeDraft};
use asq_wire::http::{FeedCommands, FeedHello};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most commands of one batch.
const BATCH: usize = 64;
/// So many of the last texts of a request are known as this surface's own.
const OWN: usize = 16;
/// So many of the latest requests that ask for a secret are known.
const SECRETS: usize = 256;

/// What a surface has of its feed.
#[derive(Debug, Default)]
pub(crate) struct FeedMirror {
    /// How many feeds there were.
    feeds: u64,
    /// The requests that the surface knows to be open.
    known: BTreeSet<RequestId>,
    opened: BTreeMap<RequestId, OpenedHere>,
    /// By question, whether it asks for a secret, of the requests that do. The surface may still type after the end.
    secrets: BTreeMap<RequestId, Vec<bool>>,
    /// Endings without a reply.
    closings: Vec<UnansweredClosing>,
    /// What waits for its turn to be announced here.
    announcing: BTreeMap<RequestId, AnnouncePace>,
    /// Questions without a reply.
    questions: Vec<Command>,
    /// Requests that closed while an ending of this surface was on its way.
    gone: BTreeSet<RequestId>,
    /// Commands that the server hasn't taken.
    queue: VecDeque<Command>,
    /// The number of the first of them.
    first: u64,
    /// How many of them are on their way.
    on_their_way: usize,
}

#[derive(Debug)]
struct UnansweredClosing {
    id: RequestId,
    closing: Closing,
    key: IdempotencyKey,
}

/// A request that the surface has open.
#[derive(Debug, Default)]
struct OpenedHere {
    /// Whether the surface has it.
    shown: bool,
    /// The last text that came from the server.
    theirs: Draft,
    /// The texts that were sent, the last one at the end.
    own: VecDeque<Draft>,
    whole: Option<WholeDraft>,
}

impl FeedMirror {
    /// Takes a command of the surface. An ending has its key.
    pub(crate) fn command(&mut self, command: Command) {
        let command = match command {
            Command::Open(id) => {
                self.opened.entry(id).or_default();
                Command::Open(id)
            }
            Command::Shut(id) => {
                self.opened.remove(&id);
                Command::Shut(id)
            }
            Command::Close { id, closing, key } => {
                if let Some(key) = &key {
                    let (closing, key) = (closing.clone(), key.clone());
                    self.closings.push(UnansweredClosing { id, closing, key });
                }
                Command::Close { id, closing, key }
            }
            Command::Draft { id, draft } => {
                let draft = self.typed(id, draft);
                Command::Draft { id, draft }
            }
            Command::Whole { id, whole } => {
                if let Some(opened) = self.opened.get_mut(&id) {
                    opened.whole = Some(whole.clone());
                }
                self.forget_unsent(|unsent| matches!(unsent, Command::Whole { id: of, .. } if *of == id));
                Command::Whole { id, whole }
            }
            Command::Announce { ids, pace } => {
                self.announcing.extend(ids.iter().map(|id| (*id, pace)));
                Command::Announce { ids, pace }
            }
            question @ (Command::Done(_) | Command::Look(_)) => {
                self.questions.push(question.clone());
                question
            }
            other @ (Command::Snooze { .. }
            | Command::Late
            | Command::ForgetLate { .. }
            | Command::Propose(_)
            | Command::Jump(_)
            | Command::Typed) => other,
        };
        self.queue.push_back(command);
    }

    /// Notes a text of this surface; returns the part of it that may be sent.
    fn typed(&mut self, id: RequestId, draft: Draft) -> Draft {
        self.forget_unsent(|unsent| matches!(unsent, Command::Draft { id: of, .. } if *of == id));
        let draft = without_secrets(draft, self.secrets.get(&id).map_or(&[], Vec::as_slice));
        let Some(opened) = self.opened.get_mut(&id) else { return draft };
        if opened.own.len() == OWN {
            opened.own.pop_front();
        }
        opened.own.push_back(draft.clone());
        draft
    }

    /// Notes which questions of a request ask for a secret, if any does.
    fn knows_secrets(&mut self, id: RequestId, request: &Request) {
        let secrets: Vec<bool> = request.questions.iter().map(|question| question.sensitive).collect();
        if secrets.contains(&true) {
            self.secrets.insert(id, secrets);
        }
        if self.secrets.len() > SECRETS {
            // Ids grow with time.
            self.secrets.pop_first();
        }
    }

    /// A later text replaces one that isn't on its way.
    fn forget_unsent(&mut self, is_it: impl Fn(&Command) -> bool) {
        let on_their_way = self.on_their_way;
        let mut at = 0;
        self.queue.retain(|command| {
            at += 1;
            at <= on_their_way || !is_it(command)
        });
    }

    /// Begins with a feed, the first one or a new one.
    pub(crate) fn hello(&mut self, hello: &FeedHello) -> Vec<Notice> {
        (self.first, self.on_their_way) = (0, 0);
        self.feeds += 1;
        if self.feeds == 1 {
            return Vec::new();
        }
        let mut notices = Vec::new();
        if let Some(open) = &hello.known {
            let open: BTreeSet<RequestId> = open.iter().copied().collect();
            let gone: Vec<RequestId> = self.known.difference(&open).copied().collect();
            for id in gone {
                self.over(id);
                // The reply to this surface's own ending comes first.
                if self.closings.iter().any(|closing| closing.id == id) {
                    self.gone.insert(id);
                } else {
                    notices.push(Notice::Gone(id));
                }
            }
        }
        self.begin_again();
        notices
    }

    /// The commands for a new feed.
    fn begin_again(&mut self) {
        let old = std::mem::take(&mut self.queue);
        self.queue.extend(self.opened.keys().map(|id| Command::Open(*id)));
        for UnansweredClosing { id, closing, key } in &self.closings {
            let (closing, key) = (closing.clone(), Some(key.clone()));
            self.queue.push_back(Command::Close { id: *id, closing, key });
        }
        let mut by_pace: Vec<(AnnouncePace, Vec<RequestId>)> = Vec::new();
        for (id, pace) in &self.announcing {
            match by_pace.iter_mut().find(|(other, _)| other == pace) {
                Some((_, ids)) => ids.push(*id),
                None => by_pace.push((*pace, vec![*id])),
            }
        }
        self.queue.extend(by_pace.into_iter().map(|(pace, ids)| Command::Announce { ids, pace }));
        self.queue.extend(self.questions.iter().cloned());
        let opened = &self.opened;
        self.queue.extend(old.into_iter().filter(|command| match command {
            Command::Draft { id, .. } | Command::Whole { id, .. } => !opened.contains_key(id),
            // Done twice, these have the same effect.
            Command::Snooze { .. } | Command::Late | Command::ForgetLate { .. } | Command::Propose(_) => true,
            Command::Open(_)
            | Command::Shut(_)
            | Command::Close { .. }
            | Command::Done(_)
            | Command::Look(_)
            | Command::Jump(_)
            | Command::Announce { .. }
            | Command::Typed => false,
        }));
    }

    fn over(&mut self, id: RequestId) {
        self.known.remove(&id);
        self.announcing.remove(&id);
        self.opened.remove(&id);
    }

    /// Takes a notice of the server; returns what the surface hears of it.
    pub(crate) fn notice(&mut self, notice: Notice) -> Vec<Notice> {
        match notice {
            Notice::Arrived(pending) => {
                let new = self.known.insert(pending.id);
                new.then_some(Notice::Arrived(pending)).into_iter().collect()
            }
            Notice::Closed { id, by, at, how } => {
                self.over(id);
                vec![Notice::Closed { id, by, at, how }]
            }
            Notice::Gone(id) => {
                self.over(id);
                vec![Notice::Gone(id)]
            }
            Notice::Opened { id, asked, at, draft } => match self.opened.get_mut(&id) {
                Some(opened) if opened.shown => self.opened_again(id, *draft),
                opened => {
                    if let Some(opened) = opened {
                        *opened = OpenedHere {
                            shown: true,
                            theirs: (*draft).clone(),
                            own: std::mem::take(&mut opened.own),
                            whole: opened.whole.take(),
                        };
                    }
                    self.knows_secrets(id, &asked.request);
                    vec![Notice::Opened { id, asked, at, draft }]
                }
            },
            Notice::Drafted { id, draft } => {
                if self.is_own(id, &draft) {
                    return Vec::new();
                }
                if let Some(opened) = self.opened.get_mut(&id) {
                    opened.theirs = (*draft).clone();
                }
                vec![Notice::Drafted { id, draft }]
            }
            Notice::Clash { id, draft } if self.is_own(id, &draft) => Vec::new(),
            Notice::Whole { id, whole } => {
                let own = self.opened.get(&id).is_some_and(|opened| opened.whole.as_ref() == Some(&*whole));
                if own { Vec::new() } else { vec![Notice::Whole { id, whole }] }
            }
            Notice::Accepted(id) => self.replied(id, Notice::Accepted(id)),
            Notice::Refused { id, why } => self.replied(id, Notice::Refused { id, why }),
            Notice::NotStored { id, why } => self.replied(id, Notice::NotStored { id, why }),
            Notice::Announced(ids) => {
                self.announcing.retain(|id, _| !ids.contains(id));
                vec![Notice::Announced(ids)]
            }
            Notice::Done(requests) => {
                self.questions.retain(|question| !matches!(question, Command::Done(_)));
                vec![Notice::Done(requests)]
            }
            Notice::Looked { id, content } => {
                self.questions.retain(|question| *question != Command::Look(id));
                vec![Notice::Looked { id, content }]
            }
            other @ (Notice::Delivered(_)
            | Notice::Asker { .. }
            | Notice::Snoozed { .. }
            | Notice::Marked { .. }
            | Notice::Clash { .. }
            | Notice::Late(_)
            | Notice::Proposed { .. }
            | Notice::Trouble(_)
            | Notice::Stopped(_)) => vec![other],
        }
    }

    /// The reply to an ending of this surface.
    fn replied(&mut self, id: RequestId, reply: Notice) -> Vec<Notice> {
        if let Some(at) = self.closings.iter().position(|closing| closing.id == id) {
            self.closings.remove(at);
        }
        let gone = self.gone.remove(&id).then_some(Notice::Gone(id));
        [Some(reply), gone].into_iter().flatten().collect()
    }

    /// A new feed has opened a request that the surface shows.
    fn opened_again(&mut self, id: RequestId, theirs: Draft) -> Vec<Notice> {
        let Some(opened) = self.opened.get_mut(&id) else { return Vec::new() };
        if let Some(whole) = &opened.whole {
            self.queue.push_back(Command::Whole { id, whole: whole.clone() });
        }
        let known = same(&theirs, &opened.theirs) || opened.own.iter().any(|own| same(&theirs, own));
        match opened.own.back() {
            None if known => Vec::new(),
            None => {
                opened.theirs.clone_from(&theirs);
                vec![Notice::Drafted { id, draft: Box::new(theirs) }]
            }
            Some(mine) if same(&theirs, mine) => Vec::new(),
            Some(mine) => {
                let draft = mine.clone();
                if known {
                    self.queue.push_back(Command::Draft { id, draft });
                } else {
                    opened.theirs = theirs;
                    // Written by somebody who doesn't know the other text, so that the store keeps both.
                    self.queue.extend([Command::Shut(id), Command::Draft { id, draft }, Command::Open(id)]);
                }
                Vec::new()
            }
        }
    }

    /// Whether a text is this surface's own: an earlier feed of it wrote late.
    fn is_own(&self, id: RequestId, draft: &Draft) -> bool {
        self.feeds > 1
            && self.opened.get(&id).is_some_and(|opened| opened.own.iter().any(|own| same(draft, own)))
    }

    /// The next commands to send. They stay until the server has taken them.
    pub(crate) fn batch(&mut self) -> Option<FeedCommands> {
        self.on_their_way = self.queue.len().min(BATCH);
        let commands: Vec<Command> = self.queue.iter().take(self.on_their_way).cloned().collect();
        (!commands.is_empty()).then_some(FeedCommands { from: self.first, commands })
    }

    /// The server has taken the last batch.
    pub(crate) fn taken(&mut self) {
        self.queue.drain(..self.on_their_way.min(self.queue.len()));
        self.first += self.on_their_way as u64;
        self.on_their_way = 0;
    }

    /// Whether the server has taken everything.
    pub(crate) fn is_sent(&self) -> bool {
        self.queue.is_empty()
    }
}

fn without_secrets(mut draft: Draft, secret: &[bool]) -> Draft {
    let is_secret = |at: usize| secret.get(at).copied().unwrap_or_default();
    let secrets = draft.answers.entries.iter_mut().enumerate().filter(|(at, _)| is_secret(*at));
    secrets.for_each(|(_, entry)| *entry = Entry::default());
    draft.typed.retain(|typed| !is_secret(typed.question));
    draft
}

/// Whether two drafts hold the same text and picks. A confirmation is never kept, so it doesn't count.
fn same(one: &Draft, other: &Draft) -> bool {
    let entries = |draft: &Draft| {
        let entry = |entry: &Entry| Entry { confirmed: None, ..entry.clone() };
        let mut entries: Vec<Entry> = draft.answers.entries.iter().map(entry).collect();
        // Without an entry a question is open.
        while entries.last() == Some(&Entry::default()) {
            entries.pop();
        }
        entries
    };
    one.texts() == other.texts() && entries(one) == entries(other)
}
