//! The story of records through PgBouncer, which gives each transaction any of its sessions.

use crate::pg::{self, Pooler};
use crate::story::Opened;
use std::sync::OnceLock;

fn pooler() -> &'static Pooler {
    static POOLER: OnceLock<Pooler> = OnceLock::new();
    POOLER.get_or_init(|| Pooler::start(pg::shared(), 3))
}

fn open() -> Opened {
    let url = pooler().url(&pg::name(pg::shared()));
    let store = pg::open(&url);
    Opened { store: Box::new(store), again: Box::new(move || Box::new(pg::open(&url))) }
}

crate::story!(records of open);

#[test]
fn nothing_that_was_said_to_one_session_stays_at_the_server() {
    let name = pg::name(pg::shared());
    let pooler = Pooler::start(pg::shared(), 1);
    let store = pg::open(&pooler.url(&name));
    let held = asq_store::Presence::hold_asker(&store, asq_core::life::RequestId(7)).expect("held");
    asq_store::Log::append(&store, &[crate::sample::ask(1)]).expect("stored");
    // The only session, as another client of the pooler finds it.
    let left = "SELECT (SELECT count(*) FROM pg_prepared_statements) || ' statements, ' ||
        (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) || ' locks, ' ||
        current_setting('lock_timeout') || ' for a lock'";
    assert_eq!(pooler.sql(&name, left), "0 statements, 0 locks, 0 for a lock");
    drop(held);
}
