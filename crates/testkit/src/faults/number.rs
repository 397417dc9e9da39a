//! The amount of testing: short by default, more if the environment asks for it.

/// A number that the environment may override.
#[expect(clippy::disallowed_methods, reason = "how much is tested comes by the environment")]
pub fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} isn't a number: {text}")))
}
