//! Recognises text with the shape of a secret.
//!
//! - It finds tokens with a known beginning, signed web tokens, and private keys in their armour.
//! - It finds addresses with a password, and card numbers with a valid check digit.
//! - It finds long random strings, except hashes, ids, paths, and base64 of plain text.

/// Beginnings of tokens, with the fewest characters that follow.
#[rustfmt::skip]
const BEGINNINGS: &[(&str, usize)] = &[
    ("sk-", 20), ("sk_live_", 16), ("sk_test_", 16), ("rk_live_", 16), ("rk_test_", 16), ("whsec_", 20),
    ("ghp_", 30), ("gho_", 30), ("ghu_", 30), ("ghs_", 30), ("ghr_", 30), ("github_pat_", 30),
    ("glpat-", 20), ("xoxa-", 10), ("xoxb-", 10), ("xoxp-", 10), ("xoxr-", 10), ("xoxs-", 10),
    ("xoxe-", 10), ("xapp-", 10), ("AIza", 35), ("ya29.", 20), ("npm_", 36), ("pypi-", 40), ("hf_", 30),
    ("gsk_", 40), ("dop_v1_", 40), ("SG.", 40), ("AGE-SECRET-KEY-1", 50), ("shpat_", 30), ("lin_api_", 30),
    ("pat-na1-", 30), ("dckr_pat_", 20), ("xai-", 40), ("r8_", 30), ("sq0atp-", 20), ("EAAC", 80),
    ("figd_", 30), ("ATATT3x", 80),
];

/// Whether a character occurs in tokens.
fn of_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '/' | '=' | '~')
}

pub(super) fn like_secret(text: &str) -> bool {
    text.contains("-----BEGIN ") && text.contains("PRIVATE KEY")
        || text.split_whitespace().any(has_password)
        || has_card(text)
        || text.split(|c| !of_token(c)).any(|token| {
            let after_equals = token.split_once('=').map_or("", |(_, right)| right);
            [token, after_equals].into_iter().any(|t| is_token(t.trim_matches(['.', '=', '/', '-', '+'])))
        })
}

fn is_token(token: &str) -> bool {
    let begins = |&(beginning, more): &(&str, usize)| {
        token
            .strip_prefix(beginning)
            .is_some_and(|rest| rest.len() >= more && has_digit(rest) && !is_words(rest))
    };
    BEGINNINGS.iter().any(begins) || is_aws(token) || is_signed(token) || is_random(token)
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether it is a name: words in lower case with hyphens.
fn is_words(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '_']).collect();
    parts.len() > 2
        && parts.iter().all(|part| part.len() <= 12 && !part.bytes().any(|b| b.is_ascii_uppercase()))
}

fn is_aws(token: &str) -> bool {
    let rest = token.strip_prefix("AKIA").or_else(|| token.strip_prefix("ASIA"));
    rest.is_some_and(|rest| {
        rest.len() == 16 && rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    })
}

/// Whether it is a JSON web token: three parts, the first two JSON in base64.
fn is_signed(token: &str) -> bool {
    let mut parts = token.split('.');
    let json = |part: Option<&str>| part.is_some_and(|part| part.len() >= 10 && part.starts_with("eyJ"));
    json(parts.next()) && json(parts.next()) && parts.next().is_some_and(|part| part.len() >= 20)
}

/// Whether it is `scheme://name:password@host`, without a placeholder as the password.
fn has_password(word: &str) -> bool {
    let Some((_, rest)) = word.split_once("://") else { return false };
    let Some((user, _)) = rest.split(['/', '?', '#']).next().unwrap_or("").rsplit_once('@') else {
        return false;
    };
    let Some((_, password)) = user.split_once(':') else { return false };
    let lower = password.to_ascii_lowercase();
    let placeholder = lower.starts_with(['$', '<', '{', '[', '*', '%'])
        || matches!(
            lower.as_str(),
            "password" | "pass" | "pw" | "pwd" | "secret" | "xxx" | "token" | "…" | "..."
        );
    password.len() >= 4 && !placeholder
}

/// Whether it has a card number: 15 or 16 digits with optional spaces and hyphens, a valid start and check digit.
fn has_card(text: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_digit() || matches!(c, ' ' | '-'))).any(|run| {
        let digits: Vec<u32> = run.chars().filter_map(|c| c.to_digit(10)).collect();
        let groups = run.split([' ', '-']).filter(|group| !group.is_empty());
        let grouped = groups.map(str::len).all(|len| len >= 4);
        let issuer = digits.iter().take(2).fold(0, |number, digit| number * 10 + digit);
        let known = match digits.len() {
            15 => matches!(issuer, 34 | 37),
            16 => matches!(issuer, 40..=49 | 51..=55 | 60 | 65),
            _ => false,
        };
        known && grouped && checks(&digits)
    })
}

/// Whether the check digit of a card number is right (Luhn).
fn checks(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(i, &digit)| if i % 2 == 0 { digit } else { digit * 2 / 10 + digit * 2 % 10 })
        .sum();
    sum.is_multiple_of(10)
}

fn is_random(token: &str) -> bool {
    if !(32..=512).contains(&token.len()) || token.contains('.') || token.starts_with("sha") {
        return false;
    }
    // Paths and lists of names are judged part by part.
    if token.bytes().filter(|byte| matches!(byte, b'/' | b'-' | b'_' | b'~')).count() * 12 > token.len() {
        return false;
    }
    let class = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    let classes: Vec<u8> = token.bytes().map(class).collect();
    let has_all = (0..3).all(|class| classes.contains(&class));
    let turns = classes.windows(2).filter(|pair| pair[0] != pair[1]).count();
    has_all && turns * 100 >= token.len() * 42 && entropy(token) >= 4.0 && !is_base64_of_text(token)
}

/// The entropy in bits per character.
fn entropy(token: &str) -> f64 {
    let mut counts = [0_u32; 128];
    for byte in token.bytes() {
        counts[usize::from(byte & 127)] += 1;
    }
    let length = token.len() as f64;
    counts.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) / length).map(|share| -share * share.log2()).sum()
}

fn is_base64_of_text(token: &str) -> bool {
    let mut bits = 0_u32;
    let mut held = 0;
    let (mut text, mut other) = (0_usize, 0_usize);
    for byte in token.bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => continue,
        };
        bits = (bits << 6 | u32::from(six)) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            match (bits >> held & 0xff) as u8 {
                b' '..=b'~' | b'\n' | b'\t' => text += 1,
                _ => other += 1,
            }
        }
    }
    text > other * 12
}
