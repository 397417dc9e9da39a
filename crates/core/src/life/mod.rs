//! One request from asked to closed. It is durable: records keep its inputs, and replaying them rebuilds it.
//!
//! - [`Life::decide`] turns an input into records, or refuses it; it changes nothing.
//! - Only [`Life::apply`] changes a life: a life is its records, applied in order.
//! - One input closes a request; a refusal of each later one names who closed it, when and how.
//! - Repeating an accepted answer under its key succeeds without a record.
//! - Silence never closes a request; only the asker's own time limit does, judged once, by one clock.
//! - Once the ending has reached the asker, one more record says so.

mod about;
mod actor;
mod closing;
mod id;
mod machine;
mod moment;
mod origin;
mod record;
mod refusal;
mod via;

pub use about::{About, TooMuchAbout};
pub use actor::{Actor, How, Kin, Leader, LetIn, Right, Unseen};
pub use closing::Closing;
pub use id::{NoId, RequestId};
pub use machine::{Input, Life};
pub use moment::{Boot, Due, Moment};
pub use origin::{AskerTree, Origin, Process, Spaces};
pub use record::{AskKey, Asked, Closed, Fact, IdempotencyKey, Record};
pub use refusal::Refusal;
pub use via::{AccessToken, NoTokenId, PeerAddress, PeerPlace, TokenId, Via};
