//! A link as a QR code, for the camera of a phone.
//!
//! - Two rows of the code are one row of the terminal, if it knows such characters; else each takes a row.
//! - With colours it is black on white whatever the terminal's own colours are.
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
        // Without colours, the blocks are the light modules: most terminals are dark.
        let lit = |dark: bool| dark == look.colours;
        let row: String = (0..side)
            .map(|x| match (look.blocks, lit(dark(x, y)), lit(dark(x, y + 1))) {
                (true, true, true) => "█",
                (true, true, false) => "▀",
                (true, false, true) => "▄",
                (true, false, false) => " ",
                (false, true, _) => "##",
                (false, false, _) => "  ",
            })
            .collect();
        let (black_on_white, end) = if look.colours { ("\u{1b}[30;107m", "\u{1b}[0m") } else { ("", "") };
        rows.extend([black_on_white, &row, end, "\n"]);
    }
    Ok(rows)
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
        let rows = |look| drawn("HI", look).unwrap().lines().count();
        assert_eq!(
            [rows(QrLook { blocks: true, colours: true }), rows(QrLook { blocks: false, colours: false })],
            [13, 25]
        );
    }
}
