//! The asker at the other end of a connection.
//!
//! - Where it asks from is what the kernel knows of its process; what it claims counts only without one.
//! - The process behind the server's public name may be a proxy: it is kept only to recognise an answer from its own tree.
//! - A ticket comes in a header; for a secret without one the server makes one.
//! - A secret is for the holder of its ticket, and for the asker's own process tree on this machine.

use crate::auth::caller::Authenticated;
use crate::{ServerState, TimeWords};
use asq_asking::AskerSide;
use asq_core::life::{About, Moment, Origin, PeerPlace};
use asq_runtime::driver::{MachineNames, Names};
use asq_wire::http::{ClaimedOrigin, TICKET_HEADER};
use http::HeaderMap;
use std::sync::Arc;

/// The asker at the other end.
pub(crate) struct HttpAsker {
    caller: Arc<Authenticated>,
    origin: Origin,
    /// Its own ticket, and one that somebody gave it.
    tickets: Tickets,
    about: Option<Box<About>>,
    returns: bool,
    time: TimeWords,
}

/// The tickets in a header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tickets {
    own: Option<String>,
    given: Option<String>,
}

impl Tickets {
    /// The first one is the asker's own, the second one was given to it.
    pub(crate) fn of(headers: &HeaderMap) -> Tickets {
        let header = headers.get(TICKET_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let mut tickets =
            header.split(',').map(str::trim).filter(|ticket| !ticket.is_empty()).map(str::to_owned);
        Tickets { own: tickets.next(), given: tickets.next() }
    }

    /// With one of the server's making, for an asker without its own.
    fn or_new(self) -> Tickets {
        Tickets { own: self.own.or_else(|| Some(format!("{:032x}", MachineNames.next()))), ..self }
    }
}

impl HttpAsker {
    /// A caller that waits for an ending.
    pub(crate) fn waits(state: &ServerState, caller: Arc<Authenticated>, tickets: Tickets) -> HttpAsker {
        let time = state.time().clone();
        HttpAsker { caller, origin: Origin::default(), tickets, about: None, returns: false, time }
    }

    /// Somebody who asks. Reads `/proc`.
    pub(crate) fn asks(
        state: &ServerState,
        caller: Arc<Authenticated>,
        tickets: Tickets,
        claimed: ClaimedOrigin,
        about: Option<Box<About>>,
        returns: bool,
    ) -> HttpAsker {
        let (time, origin) = (state.time().clone(), origin(&caller, claimed));
        HttpAsker { caller, origin, tickets: tickets.or_new(), about, returns, time }
    }
}

fn origin(caller: &Authenticated, claimed: ClaimedOrigin) -> Origin {
    let look = caller.connection.peer.look();
    // Here, where reading may take its time: the ask needs the asker as an actor later.
    look.actor();
    let ClaimedOrigin { host, folder, exe, tty, pane } = claimed;
    let claimed = || Origin { host, folder, exe, tty, pane, ..Origin::default() };
    let via = caller.via();
    let origin = match (look.origin(), via.place()) {
        (Some(peer), PeerPlace::Proxied) => peer.proxied(claimed()),
        (Some(known), PeerPlace::Here | PeerPlace::Elsewhere | PeerPlace::Unknown) => known.clone(),
        (None, _) => claimed(),
    };
    Origin { via, ..origin }
}

impl AskerSide for HttpAsker {
    fn origin(&self) -> Origin {
        self.origin.clone()
    }

    fn own_ticket(&self) -> Option<&str> {
        self.tickets.own.as_deref()
    }

    fn given_ticket(&self) -> Option<String> {
        self.tickets.given.clone()
    }

    fn is_askers(&self, origin: &Origin) -> bool {
        self.caller.is_askers(origin)
    }

    fn about(&self) -> Option<Box<About>> {
        self.about.clone()
    }

    fn returns(&self) -> bool {
        self.returns
    }

    fn time(&self, at: Moment) -> String {
        (self.time)(at)
    }
}
