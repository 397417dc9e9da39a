//! The command `asq`.
fn main() {}
