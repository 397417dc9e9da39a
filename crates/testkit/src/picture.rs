//! Pictures of painted lines, for tests to compare.
//!
//! - Each row of the picture is one line after a bar; the size is the heading.
//! - A line with styles has a track below it, one letter per cell.
//! - `^` in the track is the caret.
//! - A space in the track is plain text; trailing spaces are cut from both.

use asq_core::text::{Line, Style, Tone, width};
use std::fmt::Write;

/// Lines as text with a track of styles; `caret` is column and row, `size` is width and height.
///
/// Letters of the track: `d` dim, `a` accent, `g` good, `w` warn, `x` danger, `h` heading, `c` code,
/// `k` keyword, `l` literal, `n` name, `t` trusted, `s` on the selected background, `i` slanted; upper case is bold (`B`: bold and plain).
pub fn picture(lines: &[Line], caret: Option<(u16, u16)>, size: (u16, u16)) -> String {
    let mut out = format!("── {}×{}\n", size.0, size.1);
    for (row, line) in lines.iter().enumerate() {
        put(&mut out, '│', &line.text());
        let mut track: Vec<char> = Vec::new();
        for span in &line.spans {
            let letter = letter(span.style);
            track.extend(std::iter::repeat_n(letter, width::of(span.text.as_str())));
        }
        if let Some((x, y)) = caret
            && usize::from(y) == row
        {
            let x = usize::from(x);
            track.resize(track.len().max(x + 1), ' ');
            track[x] = '^';
        }
        let track: String = track.into_iter().collect();
        if !track.trim().is_empty() {
            put(&mut out, '┆', &track);
        }
    }
    if let Some((x, y)) = caret
        && usize::from(y) >= lines.len()
    {
        let _ = writeln!(out, "caret outside: column {x}, row {y}");
    }
    out
}

fn put(out: &mut String, bar: char, text: &str) {
    let _ = writeln!(out, "{bar}{}", text.trim_end());
}

fn letter(style: Style) -> char {
    let letter = match style.tone {
        Tone::Plain if style.bold => 'b',
        Tone::Plain if style.italic => 'i',
        Tone::Plain => ' ',
        Tone::Dim => 'd',
        Tone::Accent => 'a',
        Tone::Good => 'g',
        Tone::Warn => 'w',
        Tone::Danger => 'x',
        Tone::Heading => 'h',
        Tone::Code => 'c',
        Tone::Keyword => 'k',
        Tone::Literal => 'l',
        Tone::Name => 'n',
        Tone::Trusted => 't',
    };
    let letter = if style.selected { 's' } else { letter };
    if style.bold { letter.to_ascii_uppercase() } else { letter }
}

#[cfg(test)]
mod tests {
    use super::picture;
    use asq_core::text::{Line, Shown, Span, Style, Tone};

    #[test]
    fn styles_stand_below_their_cells_and_the_caret_in_them() {
        let tabs = Line::new(vec![
            Span::new(Shown::own(" A "), Style::default().selected()),
            Span::own(" 日本 ", Tone::Good),
        ]);
        let lines = [tabs, Line::default(), Line::from(Span::own("plain", Tone::Plain))];
        assert_eq!(
            picture(&lines, Some((6, 2)), (20, 4)),
            "── 20×4\n│ A  日本\n┆sssgggggg\n│\n│plain\n┆      ^\n"
        );
        assert_eq!(picture(&lines[1..2], None, (9, 1)), "── 9×1\n│\n");
    }
}
