//! dialoguer's plain select.
use asq_bench_peers::{OPTIONS, QUESTION};

fn main() -> dialoguer::Result<()> {
    let theme = dialoguer::theme::ColorfulTheme::default();
    let select = dialoguer::Select::with_theme(&theme).with_prompt(QUESTION).items(OPTIONS).default(0);
    println!("{}", select.interact()?);
    Ok(())
}
