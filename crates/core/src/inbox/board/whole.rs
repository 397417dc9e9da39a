//! What the inbox keeps of whole requests: the page, a reason that is being typed, an answer that is held back.
//!
//! - It goes to the store as it changes, and comes back with the request.
//! - An answer that is held back is marked there, until it is sent or taken back: another inbox can tell that it never
//!   went out.
//! - What another inbox holds back is never sent from here by itself.

use super::effect::BoardEffect;
use super::machine::{Board, ListMode};
use super::now::Now;
use super::rows::RowState;
use crate::inbox::{Command, RequestMark};
use crate::life::{Closing, RequestId};
use crate::model::{HeldAnswer, HeldAs, WholeDraft};
use crate::text::Editor;

impl Board {
    /// Changes what is kept of a request, and passes it on.
    pub(super) fn keep_whole(
        &mut self,
        id: RequestId,
        effects: &mut Vec<BoardEffect>,
        change: impl FnOnce(&mut WholeDraft),
    ) {
        let whole = self.wholes.entry(id).or_default();
        let before = whole.clone();
        change(whole);
        if *whole != before {
            let whole = whole.clone();
            effects.push(BoardEffect::Command(Command::Whole { id, whole }));
        }
    }

    /// Keeps the page of a form and its reason.
    pub(super) fn keep_form(&mut self, id: RequestId, effects: &mut Vec<BoardEffect>) {
        let Some(WholeDraft { reason, page, .. }) = self.form(id).map(|open| open.form.whole()) else {
            return;
        };
        self.keep_whole(id, effects, |whole| {
            whole.reason = reason;
            whole.page = page;
        });
    }

    /// Takes what another surface, or an earlier inbox, kept.
    pub(super) fn took_whole(&mut self, id: RequestId, whole: WholeDraft) {
        if let Some(reason) = &whole.reason {
            if let Some(open) = self.known_mut(id).filter(|open| open.form.whole().reason.is_none()) {
                open.form.take_reason(reason);
            }
            if let ListMode::Reason(asked, editor) = &mut self.mode
                && *asked == id
                && editor.text().is_empty()
            {
                *editor = reason_editor(reason.raw());
            }
        }
        self.wholes.insert(id, whole);
    }

    /// Takes what the store keeps of a request that is not open here.
    pub(super) fn took_mark(&mut self, id: RequestId, mark: RequestMark) {
        // This inbox knows what it holds back itself, and for how long.
        if self.rows.of(id).is_none_or(|row| !matches!(row.state, RowState::Waits)) {
            return;
        }
        let held = match mark {
            RequestMark::None | RequestMark::Draft => None,
            RequestMark::Held { how, until_ms } => Some(HeldAnswer { how, until_ms, seen: String::new() }),
        };
        if mark == RequestMark::None {
            self.drafted.remove(&id);
        } else {
            self.drafted.insert(id);
        }
        if held.is_some() || self.wholes.contains_key(&id) {
            self.wholes.entry(id).or_default().held = held;
        }
    }

    /// Whether there is a draft, on this surface or in the store.
    pub(super) fn has_draft(&self, id: RequestId) -> bool {
        self.known(id).map_or_else(|| self.drafted.contains(&id), |open| open.touched)
    }

    /// The reason for declining, as far as it was typed.
    pub(super) fn reason_of(&self, id: RequestId) -> Editor {
        let kept = self.wholes.get(&id).and_then(|whole| whole.reason.as_ref());
        kept.map_or_else(|| Editor::new(""), |reason| reason_editor(reason.raw()))
    }
}

fn reason_editor(text: &str) -> Editor {
    let mut editor = Editor::new("");
    editor.paste_line(text);
    editor
}

/// The mark of an answer that is held back.
pub(super) fn held(closing: &Closing, now: Now, hold_ms: u64, digest: Option<&str>) -> Option<HeldAnswer> {
    let (how, seen) = match closing {
        Closing::Answer { seen, .. } => (HeldAs::Answer, Some(seen.as_str())),
        Closing::Decline { .. } => (HeldAs::Decline, digest),
        Closing::Cancel { .. } => (HeldAs::Cancel, digest),
        Closing::Discuss { .. } => (HeldAs::Discuss, digest),
        Closing::Withdraw => return None,
    };
    let seen = seen.unwrap_or_default().to_owned();
    Some(HeldAnswer { how, until_ms: now.wall_ms.saturating_add(hold_ms), seen })
}
