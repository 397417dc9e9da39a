//! JSON's `\uNNNN`.

/// Bytes of an escape such as `\u0041`.
pub(crate) const ESCAPE: usize = 6;

/// The UTF-16 unit of the escape at `i`, if there is one.
pub(crate) fn unit(bytes: &[u8], i: usize) -> Option<u32> {
    let escape = bytes.get(i..i + ESCAPE)?;
    if !escape.starts_with(b"\\u") || !escape[2..].iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
}
