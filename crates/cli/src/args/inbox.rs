//! The arguments of `asq inbox`.
//!
//! An inbox normally stays open; --once is for a popup. Settings, not flags, choose its place and its signals.

use clap::Args;

pub(crate) const INBOX_ABOUT: &str = "\
Shows all open requests in the store, from every asker, and answers them: the list, and the form next to it or in its \
place. Made to stay open in a pane: a new request moves nothing, takes no focus and doesn't open by itself; the bell \
rings once, on one inbox of all that are open.

The right arrow opens a request. On a wide screen Enter picks the row with the focus if one pick answers the request; \
otherwise it opens the request. Ctrl+] puts a form aside and brings it back, . goes to the next one, s puts it off, \
d declines, / searches, g groups, t goes to the asker's tmux pane, ? shows all keys. An answer is held back for a few \
seconds (the setting inbox.hold): u takes it back, Enter sends it at once.

A request that was answered elsewhere says by whom; the text that you typed stays until you drop it.";

pub(crate) const INBOX_EXAMPLES: &str = "\
Examples:
  asq inbox
  asq inbox --once                                   answer the oldest and leave
  asq inbox 6tmspj                                   open this request
  asq inbox --accessible                             plain lines, for a screen reader
  tmux bind-key a display-popup -E 'asq inbox --once'
  asq settings set inbox.quiet 22:00-08:00           hours in which nothing rings
  asq settings set inbox.hold 0                      send at once";

/// `asq inbox`.
#[derive(Debug, Args)]
pub(crate) struct InboxArgs {
    /// The id of a request that opens at once, or the beginning of it
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Open the oldest request, or this one, and leave when it is answered or put aside
    #[arg(long)]
    pub(crate) once: bool,
    /// As plain lines, step by step, without cursor movement [also: ACCESSIBLE=1, TERM=dumb]
    #[arg(long)]
    pub(crate) accessible: bool,
}
