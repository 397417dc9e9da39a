//! inquire's plain select and confirm.
use asq_bench_peers::{CONFIRM, OPTIONS, QUESTION, confirms};

fn main() -> inquire::error::InquireResult<()> {
    if confirms() {
        println!("{}", inquire::Confirm::new(CONFIRM).prompt()?);
        return Ok(());
    }
    println!("{}", inquire::Select::new(QUESTION, OPTIONS.to_vec()).prompt()?);
    Ok(())
}
