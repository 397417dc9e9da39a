//! How long a client waits.

use std::time::Duration;

/// How long a client waits.
#[derive(Clone, Copy, Debug)]
pub struct ClientLimits {
    /// The longest time for a call, apart from the time that it asks the server to wait.
    pub call: Duration,
    /// The longest silence of a stream: a server sends a sign of life every 15 seconds.
    pub silence: Duration,
    /// The same of a feed: its server sends one every 4 seconds.
    pub feed_silence: Duration,
    /// How long a server may be away before a surface hears of it.
    pub away: Duration,
    /// How long a surface that leaves waits for what isn't sent.
    pub leaving: Duration,
}

impl Default for ClientLimits {
    fn default() -> ClientLimits {
        ClientLimits {
            call: Duration::from_secs(10),
            silence: Duration::from_secs(25),
            feed_silence: Duration::from_secs(7),
            away: Duration::from_secs(2),
            leaving: Duration::from_secs(3),
        }
    }
}
