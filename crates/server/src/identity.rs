//! The parties that use the store through the server.
//!
//! - A caller asks under its agent's name, else under its token's label.
//! - Who answers is recorded with the token, the address and, on this machine, the process.
//! - The asker's own process tree is refused as everywhere, also if it calls the server by its public name.
//! - Behind a proxy on this machine nobody is known; the proxy's own process asked nothing of what came through it.
//! - A process that can't be judged may answer, because its token may; the record says so. One that is gone may not.
//! - Of several processes that share a connection, none may be the asker's own.
//! - Only the page, and a feed of a token made for it, may give dangerous answers.

use crate::auth::caller::{Authenticated, Credential};
use crate::connection::Connection;
use crate::own_names::NamedBy;
use asq_core::life::{Actor, How, Kin, LetIn, Origin, PeerPlace, Process, Right, Unseen, Via};
use asq_core::text::Untrusted;
use asq_runtime::driver::Identity;
use std::sync::Arc;

/// Somebody who only reads: every change is refused.
pub(crate) struct Onlooker;

impl Identity for Onlooker {
    fn asker(&self) -> Option<Actor> {
        None
    }

    fn taker(&self) -> Option<Actor> {
        None
    }

    fn person(&self, _: &Origin) -> Option<Actor> {
        None
    }
}

/// A caller, as the store knows it.
pub(crate) struct HttpParty {
    connection: Arc<Connection>,
    named: NamedBy,
    via: Via,
    name: Untrusted,
    asks: bool,
    answers: bool,
    how: How,
    /// Whether a person uses an inbox of their own.
    inbox: bool,
}

impl HttpParty {
    /// Reads `/proc` the first time.
    pub(crate) fn new(caller: &Authenticated, person: &str) -> HttpParty {
        let credential = &caller.credential;
        let how = match credential {
            Credential::Page { .. } => How::Page,
            Credential::Token { .. } | Credential::Socket => How::Api,
        };
        HttpParty {
            connection: caller.connection.clone(),
            named: caller.named,
            via: caller.via(),
            name: credential.label().cloned().unwrap_or_else(|| person.into()),
            // An administrator may take back what others asked, which is the asker's right.
            asks: credential.asks() || credential.right() == Some(asq_wire::http::TokenRight::Admin),
            answers: credential.answers(),
            how,
            inbox: false,
        }
    }

    /// The same under the name of the agent that asks.
    pub(crate) fn agent(self, agent: Option<&Untrusted>) -> HttpParty {
        HttpParty { name: agent.cloned().unwrap_or(self.name), ..self }
    }

    /// The same in an inbox of a person's own.
    pub(crate) fn inbox(self, credential: &Credential) -> HttpParty {
        let how = match credential {
            Credential::Token { record, .. } if record.danger => How::Tty,
            // A page answers by its own forms alone: they ask for what its person's guards want.
            Credential::Page { .. } => How::Api,
            Credential::Token { .. } | Credential::Socket => self.how,
        };
        HttpParty { how, inbox: true, ..self }
    }

    fn actor(&self, right: Right) -> Actor {
        // A proxy's process isn't the one behind it.
        let known = match self.named {
            NamedBy::Publicly => None,
            NamedBy::Directly => self.connection.peer.look().actor().cloned(),
        };
        let actor = Actor { via: self.via.clone(), ..Actor::new(self.name.clone(), right, self.how) };
        match known {
            Some(Actor { pid, exe, tty, leader, .. }) => Actor { pid, exe, tty, leader, ..actor },
            None => actor,
        }
    }

    fn kin(&self, asker: &Origin) -> Kin {
        let look = self.connection.peer.look();
        let unknown = Kin::Unknown { why: Unseen::Ancestors, let_in: None };
        let kin = match (look.place, &look.process) {
            (PeerPlace::Elsewhere, _) => Kin::Apart,
            (PeerPlace::Here, Some(process)) => process.kin(asker, self.inbox).unwrap_or(unknown),
            (PeerPlace::Here | PeerPlace::Unknown | PeerPlace::Proxied, _) => {
                let several = look.several.iter().filter_map(|process| process.kin(asker, self.inbox));
                several.into_iter().find(|kin| matches!(kin, Kin::Own { .. })).unwrap_or(unknown)
            }
        };
        let of_token = |why| Kin::Unknown { why, let_in: Some(LetIn::Token) };
        match (self.named, kin) {
            (_, Kin::Unknown { .. }) if look.gone => kin,
            // Both came through the same proxy, as far as anybody can tell: that isn't the asker's own tree.
            (NamedBy::Publicly, Kin::Own { .. }) if self.came_through_proxy_of(asker) => {
                of_token(Unseen::Proxy)
            }
            (_, Kin::Own { .. }) => kin,
            (NamedBy::Publicly, Kin::Apart) if look.place == PeerPlace::Elsewhere => kin,
            // Who is behind the proxy is known by the token alone.
            (NamedBy::Publicly, Kin::Apart | Kin::Unknown { .. }) => of_token(Unseen::Proxy),
            (NamedBy::Directly, Kin::Unknown { why, let_in: None }) => of_token(why),
            (NamedBy::Directly, Kin::Apart | Kin::Unknown { .. }) => kin,
        }
    }

    /// Whether the asker came through the proxy that this call comes through: one of its processes.
    fn came_through_proxy_of(&self, asker: &Origin) -> bool {
        let Some(peer) = self.connection.peer.look().origin() else { return false };
        let same = |one: Option<Process>, other: Option<Process>| one.is_some() && one == other;
        asker.via.place() == PeerPlace::Proxied
            && (same(peer.process, asker.process) || same(peer.root, asker.root))
    }
}

impl Identity for HttpParty {
    fn asker(&self) -> Option<Actor> {
        self.asks.then(|| self.actor(Right::Ask))
    }

    fn taker(&self) -> Option<Actor> {
        self.asker()
    }

    fn person(&self, asker: &Origin) -> Option<Actor> {
        self.answers.then(|| Actor { kin: self.kin(asker), ..self.actor(Right::Answer) })
    }
}
