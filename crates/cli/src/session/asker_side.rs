//! This process as an asker: the folder that it asks from, what the agent was doing, and its tickets for secrets.
//!
//! - Without a branch of the agent's own, the branch is that of the folder's repository.
//! - A ticket is random; the store holds only its digest.
//! - One process has one ticket, for every secret that it asks for.
//! - Takes a given ticket from `--ticket` or ASQ_TICKET.

use super::{branch, origin};
use crate::clock::local_zone;
use crate::env::Env;
use crate::when;
use asq_asking::AskerSide;
use asq_core::life::{About, Moment, Origin};
use asq_core::text::hex;
use asq_runtime::process_origin;
use asq_tui::SecretHold;
use std::path::Path;
use std::sync::OnceLock;

/// The variable that names a ticket.
pub(crate) const VARIABLE: &str = "ASQ_TICKET";

/// This process, when it asks or waits.
#[derive(Clone, Copy)]
pub(crate) struct ThisAsker<'a> {
    pub(crate) env: &'a Env,
    /// The folder that it asks from, if that isn't this process's own.
    pub(crate) folder: Option<&'a Path>,
    /// A ticket that goes before the one in the environment.
    pub(crate) ticket: Option<&'a str>,
    /// Whether it comes back for the ending, instead of waiting for it.
    pub(crate) returns: bool,
    /// What the agent was doing, by its own account.
    pub(crate) about: Option<&'a About>,
}

impl ThisAsker<'_> {
    /// This process, in its own folder.
    pub(crate) fn of(env: &Env) -> ThisAsker<'_> {
        ThisAsker { env, folder: None, ticket: None, returns: false, about: None }
    }
}

impl AskerSide for ThisAsker<'_> {
    fn origin(&self) -> Origin {
        match self.folder {
            Some(folder) => origin(self.env, Some(folder)),
            None => origin(self.env, self.env.cwd().as_deref()),
        }
    }

    fn own_ticket(&self) -> Option<&str> {
        own()
    }

    fn given_ticket(&self) -> Option<String> {
        self.ticket.map(str::to_owned).or_else(|| self.env.text(VARIABLE))
    }

    fn is_askers(&self, origin: &Origin) -> bool {
        process_origin::is_askers(origin)
    }

    fn about(&self) -> Option<Box<About>> {
        let mut about = self.about.cloned().unwrap_or_default();
        if about.branch.is_none() {
            about.branch = match self.folder {
                Some(folder) => branch::of(folder),
                None => self.env.cwd().as_deref().and_then(branch::of),
            };
            // asq adds nothing that makes it too much.
            if about.fits().is_err() {
                about.branch = None;
            }
        }
        about.known()
    }

    fn returns(&self) -> bool {
        self.returns
    }

    fn holds_secret(&self) -> Option<Box<dyn Send + Sync>> {
        Some(Box::new(SecretHold::new()))
    }

    fn time(&self, at: Moment) -> String {
        when::local(&local_zone(self.env), at.wall_ms)
    }
}

/// The ticket of this process; `None` if the machine has no random numbers.
pub(super) fn own() -> Option<&'static str> {
    static OWN: OnceLock<Option<String>> = OnceLock::new();
    OWN.get_or_init(|| {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(hex(&bytes))
    })
    .as_deref()
}
