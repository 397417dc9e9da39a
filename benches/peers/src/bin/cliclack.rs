//! cliclack's plain select.
use asq_bench_peers::{OPTIONS, QUESTION};

fn main() -> std::io::Result<()> {
    let mut select = cliclack::select(QUESTION);
    for option in OPTIONS {
        select = select.item(option, option, "");
    }
    println!("{}", select.interact()?);
    Ok(())
}
