//! The configuration of an inbox.
//!
//! - The rules of forms, the person's keys, guard and time zone.
//! - What is announced, what opens by itself, and how long an answer is held back.

use super::now::LocalOffset;
use super::quiet_hours::Hours;
use super::rows::GroupBy;
use crate::form::{Binding, FormRules, Guard};
use crate::inbox::AnnouncePace;
use crate::life::RequestId;
use crate::model::Prefs;

/// The rules of a form, by the dialect's id and the settings.
pub type Rules = Box<dyn Fn(&str, &Prefs) -> FormRules>;

/// The configuration of an inbox.
pub struct Setup {
    /// The rules of forms, by dialect.
    pub rules: Rules,
    /// The person's own keys.
    pub keys: Vec<Binding>,
    /// A name that no other inbox ever has; the idempotency keys of its answers start with it.
    pub surface: String,
    /// How long an opened form ignores keys that would commit.
    pub guard: Guard,
    /// Whether this person confirms dangerous answers by typing, whatever the asker's settings say.
    pub danger_check: bool,
    /// For how many milliseconds an answer is held back.
    pub hold_ms: u64,
    /// Whether the next request opens by itself after an answer.
    pub advance: bool,
    /// Whether the person's last answer to the same questions is offered again.
    pub propose: bool,
    /// The hours without bells and notifications.
    pub quiet: Option<Hours>,
    /// How often arrivals may be announced; the quiet hours come from [`Setup::quiet`].
    pub pace: AnnouncePace,
    /// Whether the bell rings for arrivals.
    pub bell: bool,
    /// Whether arrivals are also announced by speech, a notification or a command.
    pub notify: bool,
    /// Whether announcements contain the question, not only its header.
    pub announce_question: bool,
    /// How requests are grouped at first.
    pub group: GroupBy,
    /// Whether the most urgent requests come first.
    pub urgent: bool,
    /// Whether there is a command that opens folders, diffs and links.
    pub opens: bool,
    /// The person's home folder.
    pub home: Option<String>,
    /// The person's time zone.
    pub zone: LocalOffset,
    /// Whether the inbox closes as soon as one request is answered: [`Setup::open_first`], or the oldest.
    pub close_after_one: bool,
    /// The request that opens by itself.
    pub open_first: Option<RequestId>,
    /// Whether an answer that is held back is sent if the inbox's window closes.
    pub send_on_hangup: bool,
}
