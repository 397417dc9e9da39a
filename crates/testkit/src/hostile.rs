//! Text that could break something, by what it is after.
//!
//! - Every surface and every contract feeds all of it through itself; at least 20 cases a category.
//! - Terminals: sequences of every kind, also cut in two over fields. Eyes: order, invisible signs,
//!   look-alikes, marks, widths, rows that pass for asq's own. Readers: quotes, keys, lines of a reply.
//! - The sinks beside: pages, markdown, JSON, shells, streams, logs. And sheer size.
//! - Some cases are harmless: they stand beside those that a crude rule would confuse with them.

mod eyes;
mod readers;
mod sinks;
mod terminal;

/// All cases with their category.
pub fn hostile() -> Vec<(&'static str, String)> {
    [terminal::cases(), eyes::cases(), readers::cases(), sinks::cases()].concat()
}

/// The cases of one category.
pub fn of(category: &str) -> Vec<String> {
    hostile().into_iter().filter(|(c, _)| *c == category).map(|(_, case)| case).collect()
}

type Cases = Vec<(&'static str, String)>;

fn add<S: Into<String>>(cases: &mut Cases, category: &'static str, texts: impl IntoIterator<Item = S>) {
    cases.extend(texts.into_iter().map(|text| (category, text.into())));
}

/// Each text in each frame, `{}` in it replaced.
fn framed<'a>(frames: &'a [&str], texts: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    frames.iter().flat_map(move |frame| texts.iter().map(move |text| frame.replace("{}", text)))
}
