//! The story, told to PostgreSQL.
#![allow(clippy::expect_used)]

mod pg;
mod story;

use story::Opened;

fn open() -> Opened {
    let url = pg::database(pg::shared());
    let store = pg::open(&url);
    Opened { store: Box::new(store), again: Box::new(move || Box::new(pg::open(&url))) }
}

story!(open);
