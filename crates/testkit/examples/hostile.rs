//! Prints the hostile texts, one JSON array of category and text a line, for tests that aren't in Rust.

use std::io::{BufWriter, Write as _, stdout};

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    for case in asq_testkit::hostile::hostile() {
        serde_json::to_writer(&mut out, &case)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
