//! Characters by name and by number: `&amp;`, `&#8212;`, `&#x2014;`.
//!
//! - Knows the names that people write; others stay unchanged.

const NAMES: &str = "amp & lt < gt > quot \" apos ' copy © reg ® trade ™ hellip … mdash — ndash – lsquo ‘ rsquo ’ \
    ldquo “ rdquo ” laquo « raquo » bull • middot · times × divide ÷ plusmn ± minus − euro € pound £ yen ¥ cent ¢ \
    deg ° larr ← uarr ↑ rarr → darr ↓ harr ↔ check ✓ cross ✗ star ☆ hearts ♥ sect § para ¶ frac12 ½ frac14 ¼ \
    auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è agrave à ccedil ç ntilde ñ";

/// A text with its entities decoded.
pub(super) fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let inside = &rest[at + 1..];
        let near = &inside[..inside.floor_char_boundary(12)];
        if let Some((c, end)) = near.find(';').and_then(|end| Some((character(&near[..end])?, end))) {
            out.push(c);
            rest = &inside[end + 1..];
        } else {
            out.push('&');
            rest = inside;
        }
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    if name == "nbsp" {
        return Some(' ');
    }
    let mut names = NAMES.split(' ');
    while let (Some(known), Some(sign)) = (names.next(), names.next()) {
        if known == name {
            return sign.chars().next();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn names_and_numbers_are_characters() {
        assert_eq!(decoded("a &lt;b&gt; &amp;amp; &#8212; &#x1F600; &nbsp;|"), "a <b> &amp; — 😀  |");
        assert_eq!(decoded("AT&T & co &nothing; &#xD800; &; &"), "AT&T & co &nothing; &#xD800; &; &");
    }
}
