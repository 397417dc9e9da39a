//! The footer: hints next to each other.
//!
//! - It wraps between hints; a hint breaks only if it is wider than the form.
//! - With one line the way out always stays, then what Enter does, then declining; these get shorter before one of them
//!   is dropped, the way out down to its key.
//! - The key that shows all keys stays, too, where the way out and Enter's effect leave it room.
//! - The other hints get the rest of the room, from the left.
//! - Keys are brighter than words.
//! - A temporary message takes the first line of the hints; the other lines stay.

use crate::glyphs::Glyphs;
use asq_core::form::{Hint, HintFor, Hints as Footer};
use asq_core::text::{Line, Shown, Span, Style, Tone, width, wrap};

/// How much of a hint is on the single line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HintLength {
    Gone,
    /// The key alone.
    Key,
    /// The key and one word.
    Least,
    Brief,
    Whole,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct HintRow {
    parts: Vec<HintTexts>,
    between: Shown,
    ellipsis: &'static str,
    /// For a moment, in place of the first line.
    instead: Option<Shown>,
    /// What Enter does is more than the word for leaving.
    confirms: bool,
}

#[derive(Clone, Debug)]
struct HintTexts {
    whole: Shown,
    brief: Shown,
    least: Shown,
    key: Shown,
    of: HintFor,
}

impl HintTexts {
    fn text(&self, form: HintLength) -> Option<&Shown> {
        match form {
            HintLength::Gone => None,
            HintLength::Key => Some(&self.key),
            HintLength::Least => Some(&self.least),
            HintLength::Brief => Some(&self.brief),
            HintLength::Whole => Some(&self.whole),
        }
    }
}

/// The forms of the way out, of choosing and of declining, the best combination first.
const STEPS: [[HintLength; 3]; 11] = {
    use HintLength::{Brief, Gone, Key, Least, Whole};
    [
        [Whole, Whole, Whole],
        [Whole, Brief, Whole],
        [Brief, Brief, Whole],
        [Brief, Brief, Brief],
        [Whole, Brief, Gone],
        [Brief, Brief, Gone],
        [Least, Brief, Gone],
        [Key, Brief, Gone],
        [Key, Least, Gone],
        [Whole, Gone, Gone],
        [Brief, Gone, Gone],
    ]
};

/// So many of the combinations have both at full length.
const BRIEF: usize = 6;

/// If danger is confirmed, this comes before the shorter ones.
const CONFIRMING: [HintLength; 3] = [HintLength::Key, HintLength::Whole, HintLength::Gone];

const DIM: Style = Style::of(Tone::Dim);

/// So many words of a hint: the key, the first one about it.
fn own_text(text: &Shown, count: usize) -> Shown {
    let mut blanks = text.as_str().match_indices(' ');
    let end = blanks.nth(count.saturating_sub(1)).map_or(text.as_str().len(), |(at, _)| at);
    text.part(0..end)
}

/// The cells of the keys at the beginning of a hint: words such as `Enter`, `↑/↓`, `1-4` and single letters.
fn keys(text: &Shown) -> usize {
    let is_key = |word: &str| word.chars().count() == 1 || word.chars().any(|c| !c.is_lowercase());
    let mut end = 0;
    for word in text.as_str().split(' ') {
        if !is_key(word) {
            break;
        }
        end += word.len() + 1;
    }
    let end = text.as_str().floor_char_boundary(end.saturating_sub(1));
    width::of(&text.as_str()[..end])
}

impl HintRow {
    pub(crate) fn of(hints: &Footer, glyphs: Glyphs) -> HintRow {
        let part = |hint: &Hint| HintTexts {
            whole: glyphs.own_text(hint.words.clone()),
            brief: glyphs.own_text(hint.brief.clone()),
            least: glyphs.own_text(own_text(&hint.brief, 2)),
            key: glyphs.own_text(own_text(&hint.brief, 1)),
            of: hint.of,
        };
        HintRow {
            parts: hints.parts.iter().map(part).collect(),
            between: glyphs.own_text(Shown::own(hints.between)),
            ellipsis: glyphs.ellipsis(),
            instead: hints.instead.as_ref().map(|words| glyphs.own_text(words.clone())),
            confirms: false,
        }
    }

    /// The same if Enter may confirm a danger: its effect is named as long as there is room.
    pub(crate) fn confirming(self, confirms: bool) -> HintRow {
        HintRow { confirms, ..self }
    }

    /// The same without those that are for this.
    pub(crate) fn without(mut self, of: HintFor) -> HintRow {
        self.parts.retain(|part| part.of != of);
        self
    }

    /// The same with other words in a hint.
    pub(crate) fn reworded(mut self, of: HintFor, words: &'static str) -> HintRow {
        for part in self.parts.iter_mut().filter(|part| part.of == of) {
            (part.whole, part.brief) = (Shown::own(words), Shown::own(words));
        }
        self
    }

    pub(crate) fn wrapped(&self, width: usize) -> Vec<Line> {
        let mut rows: Vec<Vec<&Shown>> = Vec::new();
        for part in &self.parts {
            match rows.last_mut() {
                Some(row) if self.width(row) + self.between.width() + part.whole.width() <= width => {
                    row.push(&part.whole);
                }
                Some(_) | None => rows.push(vec![&part.whole]),
            }
        }
        let mut lines: Vec<Line> = rows.iter().flat_map(|row| wrap::wrap(&self.line(row), width)).collect();
        if let Some(instead) = self.in_place(width) {
            lines.splice(..lines.len().min(1), [instead]);
        }
        lines
    }

    fn in_place(&self, width: usize) -> Option<Line> {
        let words = self.instead.clone()?;
        Some(wrap::clip(&Line::of(words, DIM), width, self.ellipsis))
    }

    /// As many hints as fit into one line.
    pub(crate) fn short(&self, width: usize) -> Vec<Line> {
        if let Some(instead) = self.in_place(width) {
            return vec![instead];
        }
        if self.parts.is_empty() {
            return Vec::new();
        }
        let mut forms = self.kept(width);
        for at in 0..self.parts.len() {
            let least = match self.parts[at].of {
                HintFor::Help => forms[at],
                HintFor::Sideways | HintFor::Wrapping | HintFor::Other => HintLength::Gone,
                HintFor::Leaving | HintFor::Choosing | HintFor::Declining => continue,
            };
            forms[at] = HintLength::Whole;
            if self.width(&self.texts(&forms)) > width {
                forms[at] = least;
            }
        }
        if forms.iter().all(|f| *f == HintLength::Gone) {
            forms[0] = HintLength::Brief;
        }
        vec![wrap::clip(&self.line(&self.texts(&forms)), width, self.ellipsis)]
    }

    /// The hints that must stay, in the longest form that fits.
    fn kept(&self, width: usize) -> Vec<HintLength> {
        let forms = |step: &[HintLength; 3], help| -> Vec<HintLength> {
            let form = |part: &HintTexts| match part.of {
                HintFor::Leaving => step[0],
                HintFor::Choosing => step[1],
                HintFor::Declining => step[2],
                HintFor::Help => help,
                HintFor::Sideways | HintFor::Wrapping | HintFor::Other => HintLength::Gone,
            };
            self.parts.iter().map(form).collect()
        };
        let fits = |forms: &Vec<HintLength>| self.width(&self.texts(forms)) <= width;
        let last = forms(&STEPS[STEPS.len() - 1], HintLength::Gone);
        let (brief, briefer) = STEPS.split_at(BRIEF);
        let confirming = [CONFIRMING].into_iter().filter(|_| self.confirms);
        let steps = brief.iter().copied().chain(confirming).chain(briefer.iter().copied());
        let helped = [HintLength::Brief, HintLength::Gone];
        let mut all = steps.flat_map(|step| helped.map(|help| forms(&step, help)));
        all.find(fits).unwrap_or(last)
    }

    fn texts(&self, forms: &[HintLength]) -> Vec<&Shown> {
        self.parts.iter().zip(forms).filter_map(|(part, form)| part.text(*form)).collect()
    }

    fn width(&self, texts: &[&Shown]) -> usize {
        texts.iter().map(|t| t.width()).sum::<usize>() + texts.len().saturating_sub(1) * self.between.width()
    }

    /// Keys are plain and words dim. Neighbours of one style are one span, painted in one go.
    fn line(&self, texts: &[&Shown]) -> Line {
        let mut line = Line::default();
        let mut dim = Shown::default();
        for (at, text) in texts.iter().enumerate() {
            if at > 0 {
                dim.push(&self.between);
            }
            let (keys, words) = text.split(keys(text));
            if !keys.is_empty() && !dim.is_empty() {
                line.push(Span::new(std::mem::take(&mut dim), DIM));
            }
            if !keys.is_empty() {
                line.push(Span::new(keys, Style::default()));
            }
            dim.push(&words);
        }
        if !dim.is_empty() {
            line.push(Span::new(dim, DIM));
        }
        line
    }
}
