//! Previews as lines at a width: markdown, code and plain text.
