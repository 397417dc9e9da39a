//! Helpers for tests: key strings, pictures of frames, tmux.
