//! The terminal surface: bytes to keys, frames to bytes, inline and full screen, line mode.
