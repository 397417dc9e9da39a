//! What only the process that asks knows of itself.

use asq_core::life::{About, Moment, Origin};

/// What only the process that asks knows of itself. Each method is called when its answer is needed, and not before.
pub trait AskerSide {
    /// Where the ask comes from.
    fn origin(&self) -> Origin;

    /// The ticket of this process, for the secrets that it asks for.
    fn own_ticket(&self) -> Option<&str>;

    /// A ticket that somebody gave it.
    fn given_ticket(&self) -> Option<String>;

    /// Whether this process belongs, beyond doubt, to the process tree or the session that asked from there.
    fn is_askers(&self, origin: &Origin) -> bool;

    /// What the agent was doing.
    fn about(&self) -> Option<Box<About>> {
        None
    }

    /// Whether this process, or a later one, comes back for the ending instead of waiting for it.
    fn returns(&self) -> bool {
        false
    }

    /// Called when a secret comes for this process. The returned value is dropped once that is delivered, or given up.
    fn holds_secret(&self) -> Option<Box<dyn Send + Sync>> {
        None
    }

    /// A moment in words, by the asker's clock on the wall.
    fn time(&self, at: Moment) -> String;
}
