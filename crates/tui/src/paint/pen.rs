//! Bytes for a terminal, and where its cursor is after them.
//!
//! - Relative moves reach rows, so that nobody has to know where the form is.
//! - A column is reached by its number whenever the cursor's own column is uncertain.
//! - Plain ASCII moves the cursor for certain; after any other grapheme its column is unknown.
//! - A style is set by the shortest sequence that gets there.

use ratatui_core::style::{Color, Modifier};

/// The look of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ink {
    pub(super) fg: Color,
    pub(super) bg: Color,
    pub(super) modifier: Modifier,
}

impl Ink {
    /// Whether a space in it looks different from one in the default style.
    pub(super) fn shows_on_blank(self) -> bool {
        self.bg != Color::Reset || self.modifier.intersects(Modifier::REVERSED | Modifier::UNDERLINED)
    }
}

/// Collects bytes; coordinates count from the form's top left cell.
#[derive(Debug)]
pub(super) struct TermPen {
    out: Vec<u8>,
    x: Option<u16>,
    y: u16,
    ink: Ink,
    /// The last grapheme, if the column after it is uncertain, and that column.
    repeat: (String, u16),
}

impl TermPen {
    /// A pen at this cell, in the default style.
    pub(super) fn new(x: u16, y: u16) -> TermPen {
        TermPen { out: Vec::new(), x: Some(x), y, ink: Ink::default(), repeat: (String::new(), 0) }
    }

    /// The cursor's position, as far as it is certain.
    pub(super) fn at(&self) -> (Option<u16>, u16) {
        (self.x, self.y)
    }

    pub(super) fn ink(&self) -> Ink {
        self.ink
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.set_ink(Ink::default());
        self.out
    }

    /// Adds bytes that don't move the cursor.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Sets the known position of the cursor.
    pub(super) fn declare(&mut self, x: u16, y: u16) {
        self.x = Some(x);
        self.y = y;
    }

    pub(super) fn go(&mut self, x: u16, y: u16) {
        match i32::from(y) - i32::from(self.y) {
            0 => {}
            // In raw mode a line feed keeps the column; the row exists, so that nothing scrolls.
            1 => self.out.push(b'\n'),
            down @ 1.. => self.count(down.unsigned_abs(), b'B'),
            up => self.count(up.unsigned_abs(), b'A'),
        }
        self.y = y;
        if self.x == Some(x) {
            return;
        }
        if x == 0 {
            self.out.push(b'\r');
        } else {
            self.sequence(u32::from(x) + 1, b'G');
        }
        self.x = Some(x);
    }

    /// Writes a grapheme of so many columns there. A repetition needs no column number: even if the terminal is wrong
    /// about its width, the cell after the last one is placed by number.
    pub(super) fn put(&mut self, x: u16, y: u16, symbol: &str, wide: u16, ink: Ink) {
        if !(self.x.is_none() && self.y == y && self.repeat.1 == x && self.repeat.0 == symbol) {
            self.go(x, y);
        }
        // A terminal that gives a sequence one column would leave the old content in the other.
        if wide > 1 && symbol.chars().nth(1).is_some() {
            self.erase_cells(x, y, wide);
        }
        self.write(symbol, ink);
        if self.x.is_none() {
            self.repeat.0.clear();
            self.repeat.0.push_str(symbol);
            self.repeat.1 = x + wide;
        }
    }

    /// Erases `n` cells from this column on.
    pub(super) fn erase_cells(&mut self, x: u16, y: u16, n: u16) {
        self.go(x, y);
        self.set_ink(Ink::default());
        self.count(u32::from(n), b'X');
    }

    /// Creates `n` rows below this one, scrolling if necessary.
    pub(super) fn new_rows(&mut self, n: u16) {
        self.out.extend(std::iter::repeat_n(b'\n', usize::from(n)));
        self.y += n;
    }

    pub(super) fn write(&mut self, symbol: &str, ink: Ink) {
        self.set_ink(ink);
        self.out.extend_from_slice(symbol.as_bytes());
        // Terminals agree about the width of ASCII, and about nothing else.
        let certain = symbol.len() == 1;
        self.x = self.x.filter(|_| certain).map(|x| x + 1);
    }

    /// Erases from here to the end of the row.
    pub(super) fn erase_right(&mut self) {
        self.set_ink(Ink::default());
        self.raw(b"\x1b[K");
    }

    /// Erases this row and all below it; afterwards the cursor is on the first column.
    ///
    /// It takes two sequences: in the top left corner tmux would scroll the erased rows into its history.
    pub(super) fn erase_below(&mut self) {
        self.set_ink(Ink::default());
        self.raw(b"\r\x1b[K\x1b[C\x1b[J\r");
        self.x = Some(0);
    }

    /// A sequence that counts to one unless it says more.
    fn count(&mut self, n: u32, letter: u8) {
        match n {
            1 => self.out.extend([b'\x1b', b'[', letter]),
            n => self.sequence(n, letter),
        }
    }

    fn sequence(&mut self, n: u32, letter: u8) {
        self.raw(b"\x1b[");
        self.number(n);
        self.out.push(letter);
    }

    fn number(&mut self, n: u32) {
        if n >= 10 {
            self.number(n / 10);
        }
        self.out.push(b'0' + (n % 10) as u8);
    }

    fn set_ink(&mut self, ink: Ink) {
        if ink == self.ink {
            return;
        }
        self.raw(b"\x1b[");
        let before = self.out.len();
        // An empty code counts as 0 and turns off everything.
        if self.ink != Ink::default() {
            self.out.push(b';');
        }
        let modifiers = [
            (Modifier::BOLD, 1),
            (Modifier::DIM, 2),
            (Modifier::ITALIC, 3),
            (Modifier::UNDERLINED, 4),
            (Modifier::REVERSED, 7),
        ];
        for (modifier, code) in modifiers {
            if ink.modifier.contains(modifier) {
                self.codes(&[code]);
            }
        }
        self.colour(ink.fg, 30);
        self.colour(ink.bg, 40);
        // Each code ends with a separator; the last one isn't needed.
        if self.out.len() > before {
            self.out.pop();
        }
        self.out.push(b'm');
        self.ink = ink;
    }

    /// The code of a colour: for a named one its number counted from `base`, for a bright one 60 more; for another the
    /// announcing code with its value.
    fn colour(&mut self, colour: Color, base: u8) {
        let named = match colour {
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 60,
            Color::LightRed => 61,
            Color::LightGreen => 62,
            Color::LightYellow => 63,
            Color::LightBlue => 64,
            Color::LightMagenta => 65,
            Color::LightCyan => 66,
            Color::White => 67,
            Color::Reset => return,
            Color::Indexed(number) => return self.codes(&[base + 8, 5, number]),
            Color::Rgb(r, g, b) => return self.codes(&[base + 8, 2, r, g, b]),
        };
        self.codes(&[base + named]);
    }

    fn codes(&mut self, codes: &[u8]) {
        for code in codes {
            self.number(u32::from(*code));
            self.out.push(b';');
        }
    }
}
