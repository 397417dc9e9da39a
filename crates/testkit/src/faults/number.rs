//! How much is tested: as much as a test may take, or what whoever starts it says.

/// A number that whoever starts the tests may set.
#[expect(clippy::disallowed_methods, reason = "how much is tested comes by the environment")]
pub fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}
