//! Text that could break something, sorted by its target.
//!
//! - Every surface and every contract must survive all of it. Each category has at least 20 cases.
//! - Terminals: escape sequences of every kind, also split over two fields. Eyes: order, invisible characters,
//!   look-alikes, marks, widths, rows that imitate asq's own. Readers: quotes, keys, lines of a reply.
//! - Sinks: pages, markdown, JSON, shells, streams, logs. And sheer size.
//! - Some cases are harmless; a crude rule would confuse them with their neighbours.

mod eyes;
mod readers;
mod sinks;
mod terminal;

/// All cases, each with its category.
pub fn hostile() -> Vec<(&'static str, String)> {
    [terminal::cases(), eyes::cases(), readers::cases(), sinks::cases()].concat()
}

pub fn of(category: &str) -> Vec<String> {
    hostile().into_iter().filter(|(c, _)| *c == category).map(|(_, case)| case).collect()
}

type Cases = Vec<(&'static str, String)>;

fn add<S: Into<String>>(cases: &mut Cases, category: &'static str, texts: impl IntoIterator<Item = S>) {
    cases.extend(texts.into_iter().map(|text| (category, text.into())));
}

/// Puts each text in place of `{}` in each frame.
fn framed<'a>(frames: &'a [&str], texts: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    frames.iter().flat_map(move |frame| texts.iter().map(move |text| frame.replace("{}", text)))
}
