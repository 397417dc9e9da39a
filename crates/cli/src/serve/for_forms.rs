//! A server that a form started, since the person wants its page to open by itself.
//!
//! - It has the same port each time, unless another program has that: browsers stay signed in.
//! - It ends by itself once nothing has been open for ten minutes, neither a request nor an inbox or page.

use super::reach::Reach;
use crate::error::CommandError;
use asq_backend::Backend;
use asq_server::Shutdown;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

/// The first of the ports that no program has by custom, and their number.
const FIRST: u16 = 49_152;
const PORTS: u64 = 1 << 14;

/// How often it looks whether anything is open, and how often it finds nothing before it ends.
const LOOKS: Duration = Duration::from_mins(1);
const UNUSED: u32 = 10;

/// Listens on the port of the store with this digest, or on a free one.
///
/// # Errors
/// The system lets it listen on none.
pub(super) fn bind(reach: &Reach, store: &str) -> Result<Vec<TcpListener>, CommandError> {
    reach.bind(Some(port(store))).or_else(|_| reach.bind(None))
}

fn port(store: &str) -> u16 {
    let digest = u64::from_str_radix(store.get(..12).unwrap_or_default(), 16).unwrap_or_default();
    FIRST + u16::try_from(digest % PORTS).unwrap_or_default()
}

/// Ends the server once it is of no use to anybody.
///
/// # Errors
/// The system starts no thread.
pub(super) fn end_when_unused(backend: &Arc<dyn Backend>, shutdown: &Shutdown) -> Result<(), CommandError> {
    let (backend, shutdown) = (Arc::clone(backend), shutdown.clone());
    let watch = move || {
        until_unused(&*backend, || std::thread::sleep(LOOKS));
        shutdown.begin();
    };
    let thread = std::thread::Builder::new().name("asq-unused".to_owned()).stack_size(256 << 10);
    thread.spawn(watch).map(drop).map_err(CommandError::fault)
}

/// Looks after each pause whether anything is open; returns once nothing was for long enough.
fn until_unused(backend: &dyn Backend, mut pause: impl FnMut()) {
    let mut unused = 0;
    while unused < UNUSED {
        pause();
        // A store that fails keeps no server for ever.
        let used = backend.count().is_ok_and(|open| open > 0) || backend.inbox_in_use();
        unused = if used { 0 } else { unused + 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::{bind, port, until_unused};
    use crate::args::serve::ServeArgs;
    use crate::serve::reach::Reach;
    use asq_backend::{AskReply, Backend, NewRequest};
    use asq_core::life::{Closing, Origin, RequestId};
    use asq_testkit::backend::TestBackend;

    #[test]
    fn a_server_ends_once_nothing_was_open_for_ten_minutes_on_end() {
        let backend = TestBackend::new("ann");
        let mut asked = None;
        let mut minutes = 0;
        until_unused(&backend, || {
            minutes += 1;
            match minutes {
                5 => asked = Some(ask(&backend)),
                // Ten minutes later it is still open, and nobody looks at it.
                15 => close(&backend, asked.unwrap()),
                20 => backend.use_inbox(true),
                35 => backend.use_inbox(false),
                _ => {}
            }
        });
        assert_eq!(minutes, 44);
    }

    fn ask(backend: &TestBackend) -> RequestId {
        let new = NewRequest {
            request: asq_testkit::sample::texts(&[("Why?", false)]),
            dialect: "asq".to_owned(),
            call: "{}".to_owned(),
            origin: Origin::default(),
            ticket: None,
            about: None,
            returns: true,
        };
        match backend.ask(new) {
            Ok(AskReply::Open { id, .. }) => id,
            other => panic!("{other:?}"),
        }
    }

    fn close(backend: &TestBackend, id: RequestId) {
        assert_eq!(backend.close(id, Closing::Withdraw, None), Ok(true));
    }

    #[test]
    fn a_store_has_a_port_of_its_own_and_a_taken_one_is_replaced() {
        assert_eq!(
            ["0000000000000000", "ffffffffffffffff", "0123456789abcdef", ""].map(port),
            [49_152, 65_535, 51_627, 49_152]
        );
        let reach = Reach::of(&ServeArgs::default()).unwrap();
        let ports = |store: &str| -> Vec<u16> {
            bind(&reach, store).unwrap().iter().map(|port| port.local_addr().unwrap().port()).collect()
        };
        let taken = std::net::TcpListener::bind(("127.0.0.1", port("3fff00000000")));
        let other = ports("3fff00000000");
        assert!(
            other[0] != port("3fff00000000") && other.iter().all(|it| *it == other[0]),
            "{taken:?} {other:?}"
        );
    }
}
