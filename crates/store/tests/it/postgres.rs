//! The story of a PostgreSQL server.

use crate::pg;
use crate::story::Opened;

fn open() -> Opened {
    let url = pg::database(pg::shared());
    let store = pg::open(&url);
    Opened { store: Box::new(store), again: Box::new(move || Box::new(pg::open(&url))) }
}

crate::story!(open);
