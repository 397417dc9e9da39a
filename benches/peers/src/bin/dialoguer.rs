//! dialoguer's plain select and confirm.
use asq_bench_peers::{CONFIRM, OPTIONS, QUESTION, confirms};

fn main() -> dialoguer::Result<()> {
    let theme = dialoguer::theme::ColorfulTheme::default();
    if confirms() {
        println!("{}", dialoguer::Confirm::with_theme(&theme).with_prompt(CONFIRM).interact()?);
        return Ok(());
    }
    let select = dialoguer::Select::with_theme(&theme).with_prompt(QUESTION).items(OPTIONS).default(0);
    println!("{}", select.interact()?);
    Ok(())
}
