//! cliclack's plain select and confirm.
use asq_bench_peers::{CONFIRM, OPTIONS, QUESTION, confirms};

fn main() -> std::io::Result<()> {
    if confirms() {
        println!("{}", cliclack::confirm(CONFIRM).interact()?);
        return Ok(());
    }
    let mut select = cliclack::select(QUESTION);
    for option in OPTIONS {
        select = select.item(option, option, "");
    }
    println!("{}", select.interact()?);
    Ok(())
}
