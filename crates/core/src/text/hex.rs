//! Bytes as hexadecimal digits, and back.

use std::fmt::Write as _;

/// Two lower-case digits per byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The bytes of such a text, with digits in any case; `None` for any other text.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_go_to_digits_and_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(hex(&[0, 1, 0x7f, 0xff]), "00017fff");
        assert_eq!(unhex(&hex(&all)), Some(all));
        assert_eq!(unhex(""), Some(Vec::new()));
        assert_eq!(unhex("0A"), Some(vec![10]));
        assert_eq!(["a", "0g", "+1", "é"].map(unhex), [const { None }; 4]);
    }
}
