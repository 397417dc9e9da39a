//! A link as a QR code, for the camera of a phone.
//!
//! - Two rows of the code are one row of the terminal, if it knows such characters; else each takes a row.
//! - With colours it is black on white whatever the terminal's own colours are, and has no gaps between its rows.
//! - With the lines above it, the code of a usual link fits into 24 rows. Its margin is narrow; cameras read it anyway.

use crate::error::CommandError;
use qrcode::{Color, EcLevel, QrCode};

/// The light modules around the code. The standard says four; cameras manage with two.
const MARGIN: usize = 2;

/// How a terminal can draw a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QrLook {
    /// Whether it shows half blocks.
    pub(super) blocks: bool,
    pub(super) colours: bool,
}

/// The rows of the code.
///
/// # Errors
/// The text is too long for a code.
pub(super) fn drawn(text: &str, look: QrLook) -> Result<String, CommandError> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).map_err(CommandError::fault)?;
    let width = code.width();
    let dark = |x: usize, y: usize| {
        let (x, y) = (x.wrapping_sub(MARGIN), y.wrapping_sub(MARGIN));
        x < width && y < width && code[(x, y)] == Color::Dark
    };
    let side = width + 2 * MARGIN;
    let mut rows = String::new();
    for y in (0..side).step_by(if look.blocks { 2 } else { 1 }) {
        let mut colours = "";
        for x in 0..side {
            let upper = dark(x, y);
            let (wanted, cell) = cell(look, upper, if look.blocks { dark(x, y + 1) } else { upper });
            if wanted != colours {
                rows += wanted;
                colours = wanted;
            }
            rows += cell;
        }
        rows += if look.colours { "\u{1b}[0m\n" } else { "\n" };
    }
    Ok(rows)
}

/// The colours and the characters for one module above another.
fn cell(look: QrLook, upper: bool, lower: bool) -> (&'static str, &'static str) {
    const BLACK: &str = "\u{1b}[40m";
    const WHITE: &str = "\u{1b}[30;107m";
    let (blank, full) = if look.blocks { (" ", "█") } else { ("  ", "##") };
    match (look.colours, upper, lower) {
        // A block may leave a gap to the next row; a background leaves none.
        (true, true, true) => (BLACK, blank),
        (true, false, false) => (WHITE, blank),
        (true, true, false) => (WHITE, "▀"),
        (true, false, true) => (WHITE, "▄"),
        // The blocks are the light modules: most terminals are dark.
        (false, true, true) => ("", blank),
        (false, false, false) => ("", full),
        (false, true, false) => ("", "▄"),
        (false, false, true) => ("", "▀"),
    }
}

#[cfg(test)]
mod tests {
    use super::{QrLook, drawn};
    use expect_test::expect;

    #[test]
    fn a_code_has_a_margin_and_two_rows_in_one() {
        let code = drawn("HI", QrLook { blocks: true, colours: false }).unwrap();
        expect![[r#"
            █████████████████████████
            ██ ▄▄▄▄▄ ███▄█ █ ▄▄▄▄▄ ██
            ██ █   █ █▄█▄█▀█ █   █ ██
            ██ █▄▄▄█ ██ ▀ ▄█ █▄▄▄█ ██
            ██▄▄▄▄▄▄▄█ █ █▄█▄▄▄▄▄▄▄██
            ██▄▄▄▀  ▄▄▄█▄▀▄ ▄▀█▀▄█▀██
            ██▀█▀▀▀ ▄▄▀▄▄ ▀ ▄ ▀▀▄ ███
            ███▄████▄▄ █▀▄█▄ ▄██ █ ██
            ██ ▄▄▄▄▄ █ ▄ █▄█▀█▄█▀█▄██
            ██ █   █ █▄▄▄▀▄▀▄▀▄▀▄▀▄██
            ██ █▄▄▄█ █ ██ ▀ ▄ ▀ ▄▀ ██
            ██▄▄▄▄▄▄▄█▄▄▄▄█▄▄▄█▄▄█▄██
            █████████████████████████
        "#]]
        .assert_eq(&code);
        // With colours the black modules have a background, not a block, which may leave gaps.
        let coloured = drawn("HI", QrLook { blocks: true, colours: true }).unwrap();
        let corner = "\u{1b}[30;107m  \u{1b}[40m \u{1b}[30;107m▀▀▀▀▀\u{1b}[40m \u{1b}[30;107m ";
        let row = coloured.lines().nth(1).unwrap();
        assert!(row.starts_with(corner) && row.ends_with("\u{1b}[0m") && !row.contains('█'), "{row:?}");
        let rows = |look| drawn("HI", look).unwrap().lines().count();
        assert_eq!(
            [rows(QrLook { blocks: true, colours: true }), rows(QrLook { blocks: false, colours: false })],
            [13, 25]
        );
    }
}
