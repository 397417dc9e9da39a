//! What only the serving process knows. Where a method has a body, it is that of a process with one client.

use asq_asking::{AskerSide, Delivery};
use asq_backend::{Backend, Failure};
use asq_core::life::{Origin, RequestId};
use asq_core::model::Prefs;
use asq_core::text::Untrusted;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// Why there is no backend, in a sentence for the person.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreAway(pub String);

/// The time at which something may block, until it is dropped.
pub type BlockingTurn = Pin<Box<dyn Future<Output = Box<dyn Send>> + Send>>;

/// What only the serving process knows. Any thread may call it, and each call may block.
pub trait McpSide: Send + Sync + 'static {
    /// A backend in which this agent asks. Called for each call.
    ///
    /// # Errors
    /// The store can't be used.
    fn backend(&self, agent: Option<&Untrusted>) -> Result<Arc<dyn Backend>, StoreAway>;

    /// Whether the caller asked what has this origin, as far as more than the agent's name says so.
    fn owns(&self, _asked: &Origin) -> bool {
        true
    }

    /// Who calls, apart from the agent's name; a sealed state counts for the same caller alone.
    fn caller(&self) -> String {
        String::new()
    }

    /// Waits until something may block.
    fn turn(&self) -> BlockingTurn {
        Box::pin(async { Box::new(()) as Box<dyn Send> })
    }

    /// Takes a delivery that it records by itself, once the result was flushed; else returns it.
    fn delivers(&self, delivery: Delivery) -> Option<Delivery> {
        Some(delivery)
    }

    /// The settings of the person who is asked, for an ask from this folder.
    fn prefs(&self, folder: Option<&Path>) -> Prefs;

    /// The asker, in this folder.
    fn asker<'a>(&'a self, folder: Option<&'a Path>) -> Box<dyn AskerSide + 'a>;

    /// The agent's session, by the environment that it gave this process.
    fn session(&self) -> Option<String>;

    /// How long the agent waits for a call before it puts it into the background, by its environment.
    fn background(&self) -> Option<Duration>;

    /// The folder of the agent's project, by its environment; else this process's own.
    fn folder(&self) -> Option<PathBuf>;

    /// Whether a person whom the client shows a form may answer by it.
    fn answers_here(&self) -> bool {
        true
    }

    /// The address of the page on which this request is answered, if a server runs.
    fn page(&self, id: RequestId) -> Option<String>;

    /// Says a line to the person who runs the agent. Nothing depends on it.
    fn tell(&self, line: &str);

    /// A store's failure in words, with times by the clock on the wall.
    fn words(&self, failure: &Failure) -> String;
}
