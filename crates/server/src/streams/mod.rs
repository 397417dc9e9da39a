//! The streams: public events, and the feeds of asq's own surfaces.

mod event_hub;
mod event_ring;
mod event_stream;
mod feed_stream;
mod open_feeds;
mod render;
pub(crate) mod sse;

pub(crate) use event_hub::EventHub;
pub(crate) use event_stream::{EventBody, StreamHolds};
pub(crate) use feed_stream::FeedStream;
pub(crate) use open_feeds::OpenFeeds;
