//! One request from asked to closed. Durable: its inputs are kept as records, and it is rebuilt from them.
//!
//! - [`Life::decide`] turns an input into the records that it leads to, or refuses; it changes nothing.
//! - [`Life::apply`] is the only change; a life is its records, applied in order.
//! - One input closes a request; each later one is refused with who closed it, when and how.
//! - Repeating one's own accepted answer, named by its key, succeeds without a record.
//! - Silence never closes: only an asker's own time limit does, judged once, by one clock.
//! - Delivered is a record of its own, once, after the ending reached the asker.

mod actor;
mod closing;
mod id;
mod machine;
mod moment;
mod origin;
mod record;
mod refusal;
mod via;

pub use actor::{Actor, How, Kin, Leader, LetIn, Right, Unseen};
pub use closing::Closing;
pub use id::{NoId, RequestId};
pub use machine::{Input, Life};
pub use moment::{Boot, Due, Moment};
pub use origin::{AskerTree, Origin, Process, Spaces};
pub use record::{Asked, Claim, Closed, Fact, Key, Record};
pub use refusal::Refusal;
pub use via::Via;
