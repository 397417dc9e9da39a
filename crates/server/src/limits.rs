//! The limits of a server.

use std::time::Duration;

/// The limits of a server. The defaults are those of the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// The most calls of one token at once, other than streams and waits.
    pub calls: usize,
    /// The most streams of one token.
    pub streams: usize,
    /// The most waits for endings of one token.
    pub waits: usize,
    /// The most connections.
    pub connections: usize,
    /// The time for the head of a request.
    pub head: Duration,
    /// The time for a body.
    pub body: Duration,
    /// The time that a connection may be idle.
    pub idle: Duration,
    /// The most bytes of a body. Never more than the strict reader takes.
    pub body_bytes: usize,
    /// The most bytes of all bodies that are being read.
    pub all_bodies: usize,
    /// The time without progress after which a stream or a reply is cut.
    pub stalled: Duration,
    /// The bytes that a stream may lag.
    pub lag: usize,
    /// The time between two heartbeats of a stream.
    pub heartbeat: Duration,
    /// The same for a feed, whose person has to learn within ten seconds that the server is away.
    pub feed_heartbeat: Duration,
    /// The pause between two failed authentications of one address.
    pub failure_pause: Duration,
    /// How long an asker counts as waiting after its poll.
    pub asker_lingers: Duration,
    /// How long an inbox counts as in use after its stream.
    pub inbox_lingers: Duration,
    /// The time that open calls have to end after a shutdown began.
    pub shutdown: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            calls: 64,
            streams: 256,
            waits: 1024,
            connections: 16_384,
            head: Duration::from_secs(10),
            body: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            body_bytes: asq_wire::MAX_BYTES,
            all_bodies: 64 << 20,
            stalled: Duration::from_secs(30),
            lag: 256 << 10,
            heartbeat: Duration::from_secs(15),
            feed_heartbeat: Duration::from_secs(4),
            failure_pause: Duration::from_millis(100),
            asker_lingers: Duration::from_secs(10),
            inbox_lingers: Duration::from_secs(30),
            shutdown: Duration::from_secs(5),
        }
    }
}
