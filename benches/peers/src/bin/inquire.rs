//! inquire's plain select.
use asq_bench_peers::{OPTIONS, QUESTION};

fn main() -> inquire::error::InquireResult<()> {
    println!("{}", inquire::Select::new(QUESTION, OPTIONS.to_vec()).prompt()?);
    Ok(())
}
