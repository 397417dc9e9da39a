//! Classes of characters, for painting.
//!
//! - Plain characters (most Latin, Greek, Cyrillic, kana, Han, Hangul syllables) need no segmentation. Next to each
//!   other each is a grapheme of a known width.
//! - Hidden characters have no ink: controls, bidi controls, default-ignorables, tags, fillers,
//!   noncharacters, private use. A token is painted in place of each.
//! - Marks join the character before them; prepended marks join the one after.
//! - An emoji sequence (flag, keycap, skin tone, joined people) keeps its invisible parts.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

/// The cells of a plain character: one that is its own grapheme next to ASCII and other plain characters.
pub(super) fn plain(c: char) -> Option<usize> {
    // The most frequent characters come first, because this runs for every character.
    if c.is_ascii() {
        return (!c.is_ascii_control()).then_some(1);
    }
    if matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}') {
        return Some(2);
    }
    match c {
        '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2af}' => Some(1),
        '\u{370}'..='\u{377}' | '\u{37b}'..='\u{37f}' | '\u{391}'..='\u{3a1}' | '\u{3a3}'..='\u{482}' => {
            Some(1)
        }
        '\u{48a}'..='\u{52f}' | '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}' => Some(1),
        '\u{2010}'..='\u{2027}' | '\u{2500}'..='\u{257f}' => Some(1),
        // The characters of asq's own rows: arrows, boxes, ticks, dots, the pointer.
        '\u{2190}'..='\u{2193}' | '\u{25a0}'..='\u{25a1}' | '\u{25c9}' | '\u{25cb}' | '\u{25cf}' => Some(1),
        '\u{2610}' | '\u{2612}' | '\u{2713}' | '\u{276f}' => Some(1),
        '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3041}'..='\u{3096}' => Some(2),
        '\u{30a1}'..='\u{30ff}' => Some(2),
        '\u{ff01}'..='\u{ff5e}' => Some(2),
        _ => None,
    }
}

/// Whether the character has no ink of its own or changes its neighbours.
pub fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}')
        || (u32::from(c) & 0xfffe) == 0xfffe
}

/// Whether it is one of the frequent marks that join the character before them, have ink and take no cell.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{34e}' | '\u{350}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'
            | '\u{5c1}'..='\u{5c2}' | '\u{64b}'..='\u{65f}' | '\u{1ab0}'..='\u{1abd}' | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20dc}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether the character joins the one before it.
pub(super) fn joins_back(c: char) -> bool {
    if plain(c).is_some() {
        return false;
    }
    let mut pair = String::with_capacity(8);
    // The segmentation itself decides, so the two never disagree.
    pair.push('\u{25cc}');
    pair.push(c);
    pair.graphemes(true).nth(1).is_none()
}

/// Whether the character joins the one after it.
pub(super) fn joins_forward(c: char) -> bool {
    if plain(c).is_some() {
        return false;
    }
    let mut pair = String::with_capacity(8);
    pair.push(c);
    pair.push('a');
    pair.graphemes(true).nth(1).is_none()
}

/// Whether the character alone takes no cell.
pub(super) fn is_zero_width(c: char) -> bool {
    c.width().unwrap_or(0) == 0
}

/// Skin tones, from light to dark.
pub(super) fn is_modifier(c: char) -> bool {
    matches!(c, '\u{1f3fb}'..='\u{1f3ff}')
}

/// First parts of Hangul syllables: a run of any length is one grapheme.
pub(super) fn is_initial_jamo(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115e}' | '\u{a960}'..='\u{a97c}')
}

/// Regional indicators: a pair of these letters is a flag.
pub(super) fn is_regional(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// Whether the character has the property Extended_Pictographic. Only these continue a grapheme after an emoji and a
/// joiner, apart from marks.
fn is_pictograph(c: char) -> bool {
    if plain(c).is_some() {
        return false;
    }
    // The most frequent ones, without segmentation.
    if matches!(c, '\u{1f337}'..='\u{1f37c}' | '\u{1f3e0}'..='\u{1f3f0}' | '\u{1f400}'..='\u{1f4fd}'
        | '\u{1f5fb}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6c5}' | '\u{1f910}'..='\u{1f93a}' | '\u{1f947}'..='\u{1f9ff}')
    {
        return true;
    }
    !joins_back(c) && continues_emoji(c)
}

fn continues_emoji(c: char) -> bool {
    let mut chain = String::with_capacity(12);
    chain.push_str("\u{1f469}\u{200d}");
    chain.push(c);
    chain.graphemes(true).nth(1).is_none()
}

/// The bytes of the emoji sequence at the start of `grapheme`; 0 without one. A single emoji isn't a sequence.
pub(super) fn emoji_sequence(grapheme: &str) -> usize {
    const JOINED: usize = 5;
    // England, Scotland and Wales: Unicode recommends no other flag of a region.
    const FLAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
    let mut chars = grapheme.chars();
    let Some(first) = chars.next() else { return 0 };
    if matches!(first, '0'..='9' | '#' | '*') {
        // A keycap: the digit, a variation selector and the enclosing key.
        return if chars.as_str().starts_with("\u{fe0f}\u{20e3}") { 1 + 3 + 3 } else { 0 };
    }
    if is_regional(first) {
        return if chars.next().is_some_and(is_regional) { 8 } else { 0 };
    }
    if first == '\u{1f3f4}' {
        let tags: String = chars.as_str().chars().map_while(tag_letter).collect();
        let end = first.len_utf8() + tags.len() * 4;
        if FLAGS.contains(&tags.as_str()) && grapheme[end..].starts_with('\u{e007f}') {
            return end + 4;
        }
    }
    let mut end = 0;
    for _ in 0..JOINED {
        let from = if end == 0 { 0 } else { end + '\u{200d}'.len_utf8() };
        let mut element = grapheme[from..].chars();
        if !element.next().is_some_and(is_pictograph) {
            break;
        }
        let rest = element.as_str();
        if rest.starts_with(|c| is_modifier(c) || matches!(c, '\u{fe0e}' | '\u{fe0f}')) {
            element.next();
        }
        end = grapheme.len() - element.as_str().len();
        if !grapheme[end..].starts_with('\u{200d}') {
            break;
        }
    }
    end
}

fn tag_letter(c: char) -> Option<char> {
    matches!(c, '\u{e0061}'..='\u{e007a}').then(|| char::from_u32(u32::from(c) - 0xe0000)).flatten()
}

/// Whether this grapheme is a space, after which a line may break.
pub(super) fn is_space(grapheme: &str) -> bool {
    let mut chars = grapheme.chars();
    let space = match chars.next() {
        Some(' ' | '\t') => true,
        Some('!'..='~') | None => false,
        Some('\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200a}' | '\u{1680}' | '\u{205f}' | '\u{3000}') => {
            true
        }
        Some(_) => false,
    };
    space && chars.next().is_none()
}

/// Whether a line may break between two neighbours that aren't spaces. Both must be independent wide signs (CJK,
/// emoji), without an opening bracket at the end or a stop at the start.
pub(super) fn breaks_between(before: &str, next: &str) -> bool {
    match (before.chars().next(), next.chars().next()) {
        (Some(a), Some(b)) if !a.is_ascii() && !b.is_ascii() => {
            is_wide(a) && is_wide(b) && !opens(a) && !closes(b)
        }
        (Some(_) | None, Some(_) | None) => false,
    }
}

fn is_wide(c: char) -> bool {
    plain(c).or_else(|| c.width()) == Some(2) || is_regional(c)
}

/// Wide punctuation that must not start a line.
fn closes(c: char) -> bool {
    matches!(
        c,
        '、' | '。'
            | '，'
            | '．'
            | '：'
            | '；'
            | '？'
            | '！'
            | '）'
            | '］'
            | '｝'
            | '〉'
            | '》'
            | '」'
            | '』'
            | '】'
            | '〕'
            | '〗'
            | 'ー'
            | 'ぁ'
            | 'ぃ'
            | 'ぅ'
            | 'ぇ'
            | 'ぉ'
            | 'っ'
            | 'ゃ'
            | 'ゅ'
            | 'ょ'
            | 'ァ'
            | 'ィ'
            | 'ゥ'
            | 'ェ'
            | 'ォ'
            | 'ッ'
            | 'ャ'
            | 'ュ'
            | 'ョ'
            | '々'
    )
}

/// Wide punctuation that must not end a line.
fn opens(c: char) -> bool {
    matches!(c, '（' | '［' | '｛' | '〈' | '《' | '「' | '『' | '【' | '〔' | '〖')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::width;

    #[test]
    fn plain_characters_are_graphemes_of_their_own() {
        for c in ('\u{20}'..='\u{2ffff}').filter(|&c| plain(c).is_some()) {
            for other in ['a', 'é', 'ת', '漢', '한', 'か', '─'] {
                let pair = String::from_iter([c, other]);
                assert_eq!(pair.graphemes(true).count(), 2, "{c:?} before {other:?}");
                let pair = String::from_iter([other, c]);
                assert_eq!(pair.graphemes(true).count(), 2, "{c:?} after {other:?}");
            }
            assert!(!hidden(c), "{c:?}");
            assert_eq!(plain(c), Some(width::of_grapheme(&c.to_string())), "{c:?}");
        }
    }

    #[test]
    fn marks_join_what_is_before_them_and_nothing_after() {
        let marks: Vec<char> = ('\0'..='\u{2ffff}').filter(|&c| is_mark(c)).collect();
        for &mark in &marks {
            assert!(joins_back(mark) && !hidden(mark) && is_zero_width(mark), "{mark:?}");
        }
        for (at, base) in ('\u{20}'..='\u{2ffff}').filter(|&c| plain(c).is_some()).enumerate() {
            let marks = [marks[at % marks.len()], marks[at * 7 % marks.len()]];
            for next in ["", "a", "漢", "©", "\n", "\t", "\u{1}"] {
                let letter = String::from_iter([base, marks[0], marks[1]]);
                let text = letter.clone() + next;
                assert_eq!(text.graphemes(true).next(), Some(letter.as_str()), "{text:?}");
                assert_eq!(width::of_grapheme(&letter), plain(base).unwrap(), "{text:?}");
            }
        }
    }

    #[test]
    fn pictographs_found_by_their_range_are_pictographs() {
        for c in ('\u{1f000}'..='\u{1ffff}').filter(|&c| is_pictograph(c)) {
            assert!(continues_emoji(c) && !joins_back(c), "{c:?}");
        }
    }

    #[test]
    fn emoji_sequences_end_where_they_should() {
        for (text, end) in [
            ("👩\u{200d}💻", 11),
            ("❤\u{fe0f}\u{200d}🔥", 13),
            ("👋🏽", 8),
            ("🇫🇷", 8),
            ("1\u{fe0f}\u{20e3}", 7),
            ("1\u{fe0f}", 0),
            ("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", 28),
            ("🏴\u{e0061}\u{e0062}\u{e007f}", 4),
            ("👩\u{200d}", 4),
            ("a\u{200d}", 0),
            ("\u{fe0f}", 0),
        ] {
            assert_eq!(emoji_sequence(text), end, "{}", text.escape_unicode());
        }
    }
}
