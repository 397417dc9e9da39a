//! Lays a screen out at one size: lines and a caret. Knows no terminal.
