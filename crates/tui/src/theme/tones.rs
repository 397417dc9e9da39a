//! The tones in their order, with their names in themes and for hosts.

use asq_core::text::Tone;

/// All tones; the index of each is its number.
pub(super) const TONES: [Tone; 12] = [
    Tone::Plain,
    Tone::Dim,
    Tone::Accent,
    Tone::Good,
    Tone::Warn,
    Tone::Danger,
    Tone::Heading,
    Tone::Code,
    Tone::Keyword,
    Tone::Literal,
    Tone::Name,
    Tone::Trusted,
];

pub(crate) fn name(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "plain",
        Tone::Dim => "dim",
        Tone::Accent => "accent",
        Tone::Good => "good",
        Tone::Warn => "warn",
        Tone::Danger => "danger",
        Tone::Heading => "heading",
        Tone::Code => "code",
        Tone::Keyword => "keyword",
        Tone::Literal => "literal",
        Tone::Name => "name",
        Tone::Trusted => "trusted",
    }
}

/// The tone of a name.
pub(crate) fn named(text: &str) -> Option<Tone> {
    TONES.into_iter().find(|tone| name(*tone) == text)
}

#[cfg(test)]
mod tests {
    use super::{TONES, name, named};

    #[test]
    fn each_tone_stands_in_its_place_and_is_found_by_its_name() {
        for (place, tone) in TONES.into_iter().enumerate() {
            assert_eq!((tone as usize, named(name(tone))), (place, Some(tone)));
        }
    }
}
