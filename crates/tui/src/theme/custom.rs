//! A theme of the person's own: a palette with other looks for some tones.
//!
//! - `base` is the palette to begin with: auto, dark or light; auto is the one for any background.
//! - An invalid entry is skipped and reported; the others apply.
//! - Trusted rows stay unlike everything else: a look that another tone could have is refused for them, and their look
//!   is refused for another tone.

use super::{Background, TONES, Theme, colour, keywords, name, named};
use asq_core::text::Tone;
use ratatui_core::style::{Color, Modifier, Style as Look};
use std::fmt;

/// A theme as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custom {
    /// The theme, with all valid entries.
    pub theme: Theme,
    /// The invalid entries.
    pub problems: Vec<ThemeProblem>,
}

/// A problem with an entry of a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThemeProblem {
    /// There is no tone of this name.
    NoSuchTone(String),
    /// There is no palette of this name.
    NoSuchBase(String),
    /// A look has a word that is neither a colour nor a keyword.
    NoSuchWord { tone: &'static str, word: String },
    /// Trusted rows would have no background of their own, or could not be read.
    Unmarked,
    /// Trusted rows would look like this tone.
    LikeTone(&'static str),
    /// A tone would look like trusted rows.
    LikeTrusted(&'static str),
}

impl Custom {
    /// Reads entries: names of tones, or `base`, and looks in words.
    pub fn read(entries: &[(String, String)]) -> Custom {
        let mut problems = Vec::new();
        let base = entries.iter().rfind(|(name, _)| name == "base").map_or("auto", |(_, base)| base);
        let base = match base {
            "auto" => Theme::new(true),
            "dark" => Theme::on(Background::Dark),
            "light" => Theme::on(Background::Light),
            other => {
                problems.push(ThemeProblem::NoSuchBase(other.to_owned()));
                Theme::new(true)
            }
        };
        let mut theme = base.clone();
        for (written, look) in entries.iter().filter(|(name, _)| name != "base") {
            let Some(tone) = named(written) else {
                problems.push(ThemeProblem::NoSuchTone(written.clone()));
                continue;
            };
            match keywords::read(look) {
                Ok(look) => theme.looks[tone as usize] = look,
                Err(word) => problems.push(ThemeProblem::NoSuchWord { tone: name(tone), word }),
            }
        }
        keep_trusted_apart(&mut theme, &base, &mut problems);
        Custom { theme, problems }
    }
}

/// Undoes entries that would make trusted rows and others look alike.
fn keep_trusted_apart(theme: &mut Theme, base: &Theme, problems: &mut Vec<ThemeProblem>) {
    const TRUSTED: usize = Tone::Trusted as usize;
    let others = || TONES.into_iter().filter(|tone| *tone != Tone::Trusted);
    if theme.looks[TRUSTED] != base.looks[TRUSTED] {
        let trusted = theme.looks[TRUSTED];
        let problem = match mark(trusted) {
            None => Some(ThemeProblem::Unmarked),
            Some(mark) => others()
                .find(|tone| shows(theme.looks[*tone as usize], mark))
                .map(|tone| ThemeProblem::LikeTone(name(tone))),
        };
        if let Some(problem) = problem {
            problems.push(problem);
            theme.looks[TRUSTED] = base.looks[TRUSTED];
        }
    }
    let Some(mark) = mark(theme.looks[TRUSTED]) else { return };
    for tone in others() {
        let (look, own) = (&mut theme.looks[tone as usize], base.looks[tone as usize]);
        if *look != own && shows(*look, mark) {
            problems.push(ThemeProblem::LikeTrusted(name(tone)));
            *look = own;
        }
    }
}

/// The feature that distinguishes trusted rows.
#[derive(Clone, Copy)]
enum Mark {
    /// The background of their text.
    Ground(Color),
    /// They alone are reversed and underlined.
    Both,
}

/// The feature that distinguishes a look of trusted rows; `None` if there isn't one, or if the text can't be read.
fn mark(look: Look) -> Option<Mark> {
    let has = |modifier| look.add_modifier.contains(modifier);
    let (text, ground) = if has(Modifier::REVERSED) { (look.bg, look.fg) } else { (look.fg, look.bg) };
    if let (Some(text), Some(ground)) = (text, ground)
        && colour::alike(text, ground)
    {
        return None;
    }
    if has(Modifier::REVERSED) && has(Modifier::UNDERLINED) {
        return Some(Mark::Both);
    }
    ground.map(Mark::Ground)
}

/// Whether a tone with this look can show the mark, plain or reversed like the active tab and a caret.
fn shows(look: Look, mark: Mark) -> bool {
    match mark {
        Mark::Ground(ground) => [look.fg, look.bg].into_iter().flatten().any(|c| colour::alike(c, ground)),
        Mark::Both => false,
    }
}

/// The message for the person.
impl fmt::Display for ThemeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThemeProblem::NoSuchTone(name) => write!(f, "there is no tone {name:?}"),
            ThemeProblem::NoSuchBase(name) => write!(f, "base is {name:?}, not auto, dark or light"),
            ThemeProblem::NoSuchWord { tone, word } => {
                write!(f, "{tone}: {word:?} is no colour, nor bold, dim, italic, underline, reverse or on")
            }
            ThemeProblem::Unmarked => write!(
                f,
                "trusted: needs a background unlike its text, or reverse and underline, so that nothing looks like it"
            ),
            ThemeProblem::LikeTone(tone) => {
                write!(f, "trusted: its background is the colour of {tone}, which could look like it")
            }
            ThemeProblem::LikeTrusted(tone) => {
                write!(f, "{tone}: is the background of trusted rows, which nothing may look like")
            }
        }
    }
}
