//! Runs the bridges to OpenCode servers.
//!
//! - One thread carries all servers; calls of the backend that block have threads of their own.
//! - Each server has its own machine; this only does what the machine says, and tells it what happened.
//! - Looks and lists end with their connection. Posting, recording and sending are finished.
//! - Dropping [`Attached`] ends the bridges; the requests stay, and a later bridge continues.

use super::connection::follow;
use super::machine::OpenCodeBridge;
use super::news::BridgeNews;
use super::question::OpenCodeQuestion;
use super::steps::{BridgeInput, EndedHere, PostReply, RecordReply, SendReply, Todo};
use super::store::{ServerStore, ended_here, text};
use crate::address::SystemAddress;
use crate::calls::{Calls, Password, SocketEnds};
use asq_backend::{Backend, Failure, Hold};
use asq_core::life::{Origin, RequestId};
use asq_core::model::Prefs;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::{JoinSet, LocalSet, spawn_blocking, spawn_local};
use tokio::time::sleep;

/// The wait after something failed, before it is tried again.
const SOON: Duration = Duration::from_secs(1);

/// An OpenCode server.
#[derive(Clone, Debug)]
pub struct OpenCodeServer {
    /// Its address.
    pub address: SystemAddress,
    /// Its password, if it has one; OpenCode's usual user is `opencode`.
    pub password: Option<Password>,
}

/// What only the attaching process knows. Calls come from several threads, and may take a while.
pub trait AttachSide: Send + Sync {
    /// The origin of requests from the process at the other end of this connection. The bridge adds its folder and the
    /// server's address.
    fn origin(&self, ends: Option<SocketEnds>) -> Origin;

    /// The settings for a request from this folder of the process at the other end of this connection.
    fn prefs(&self, ends: Option<SocketEnds>, folder: &Path) -> Prefs;

    /// Tells the person.
    fn tell(&self, server: &SystemAddress, news: BridgeNews);
}

/// Running bridges. Dropping this ends them.
pub struct Attached {
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Attached {
    fn drop(&mut self) {
        // The thread may have ended by itself; nothing is lost with it.
        let _ = self.stop.send(true);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Attaches these servers to a backend. The backend needs the right to ask; with the right to answer, answers that are
/// given in OpenCode are recorded as such, else they close requests as withdrawn.
///
/// # Errors
/// No thread, or no descriptors for it.
pub fn attach_opencode(
    servers: Vec<OpenCodeServer>,
    backend: Arc<dyn Backend>,
    side: Arc<dyn AttachSide>,
) -> io::Result<Attached> {
    let (stop, stopped) = watch::channel(false);
    let runtime = Builder::new_current_thread().enable_io().enable_time().max_blocking_threads(4).build()?;
    let run = move || {
        let tasks = LocalSet::new();
        for server in servers {
            let (backend, side) = (backend.clone(), side.clone());
            tasks.spawn_local(async move { serve(Rc::new(Server::new(server, backend, side))).await });
        }
        let mut stopped = stopped;
        runtime.block_on(tasks.run_until(async move { drop(stopped.wait_for(|stop| *stop).await) }));
        drop(tasks);
        // A call of the store that hangs doesn't keep the process.
        runtime.shutdown_timeout(SOON);
    };
    let thread = std::thread::Builder::new().name("asq bridges".to_owned()).spawn(run)?;
    Ok(Attached { stop, thread: Some(thread) })
}

/// One server, with all that carries its questions.
struct Server {
    calls: Calls,
    address: String,
    backend: Arc<dyn Backend>,
    side: Arc<dyn AttachSide>,
    /// The connection of the stream.
    ends: Cell<Option<SocketEnds>>,
    /// What ends with the connection.
    linked: RefCell<JoinSet<()>>,
    watches: RefCell<BTreeMap<RequestId, Vec<Hold>>>,
}

impl Server {
    fn new(server: OpenCodeServer, backend: Arc<dyn Backend>, side: Arc<dyn AttachSide>) -> Server {
        let OpenCodeServer { address, password } = server;
        Server {
            address: address.to_string(),
            calls: Calls { address, password },
            backend,
            side,
            ends: Cell::default(),
            linked: RefCell::default(),
            watches: RefCell::default(),
        }
    }
}

async fn serve(server: Rc<Server>) {
    let (inputs, mut happened) = unbounded_channel();
    let (calls, tell) = (server.calls.clone(), inputs.clone());
    spawn_local(async move { follow(&calls, &tell).await });
    let mut bridge = OpenCodeBridge::default();
    while let Some(input) = happened.recv().await {
        if let BridgeInput::Connected { ends, .. } = &input {
            server.ends.set(Some(*ends));
        } else if let BridgeInput::Lost(_) = &input {
            server.linked.borrow_mut().abort_all();
        }
        for todo in bridge.handle(input) {
            server.act(todo, &inputs);
        }
        while server.linked.borrow_mut().try_join_next().is_some() {}
    }
}

impl Server {
    fn act(self: &Rc<Self>, todo: Todo, inputs: &UnboundedSender<BridgeInput>) {
        match todo {
            Todo::Recall => self.blocking(inputs, |store| Some(BridgeInput::Recalled(store.recall()))),
            Todo::FindFolders => {
                self.linked(inputs, |server| async move {
                    BridgeInput::Folders(again(|| async { server.calls.folders().await.ok() }).await)
                });
            }
            Todo::List { folder, number } => {
                self.linked(inputs, move |server| async move {
                    let list = || async { server.calls.questions(&folder).await.ok().flatten() };
                    let questions = again(list).await;
                    BridgeInput::Listed { folder, number, questions }
                });
            }
            Todo::PartLook { question, soon } => {
                self.linked(inputs, move |server| async move {
                    if soon {
                        sleep(SOON).await;
                    }
                    let look = || async { server.calls.look(&question).await.ok().flatten() };
                    let look = again(look).await;
                    BridgeInput::Looked { question: question.id.clone(), look }
                });
            }
            Todo::Post { question, look } => {
                let (side, address) = (self.side.clone(), self.calls.address.clone());
                self.blocking(inputs, move |store| {
                    let posted = store.post(&question, &look);
                    let notes =
                        if let PostReply::Open(_) = &posted { store.notes(&question) } else { Vec::new() };
                    if !notes.is_empty() {
                        side.tell(&address, BridgeNews::Noted { header: question.header().into(), notes });
                    }
                    Some(BridgeInput::Posted { question: question.id.clone(), posted })
                });
            }
            Todo::Watch { question, request } => self.watch(&question, request, inputs),
            Todo::Unwatch(request) => drop(self.watches.borrow_mut().remove(&request)),
            Todo::Send { question, ending } => {
                let (server, inputs) = (self.clone(), inputs.clone());
                spawn_local(async move {
                    let sent: SendReply = server.calls.answer(&question, &ending).await;
                    let dismissed = sent == SendReply::Taken && matches!(ending, EndedHere::Reject(_));
                    // The receiver is gone when the bridge ends.
                    let _ = inputs.send(BridgeInput::Sent { question: question.id.clone(), sent });
                    if dismissed {
                        // Without a reply the messages stay as OpenCode leaves them.
                        let _ = server.calls.run_queued(&question).await;
                    }
                });
            }
            Todo::Record { question, request, there, soon } => {
                let (server, inputs) = (self.clone(), inputs.clone());
                spawn_local(async move {
                    if soon {
                        sleep(SOON).await;
                    }
                    server.blocking(&inputs, move |store| {
                        let recorded: RecordReply = store.record(request, there.as_ref());
                        Some(BridgeInput::Recorded { question: question.id.clone(), recorded })
                    });
                });
            }
            Todo::Deliver(request) => self.deliver(request),
            Todo::Tell(news) => self.tell(news),
        }
    }

    /// Does something that ends with the connection.
    fn linked<F: Future<Output = BridgeInput> + 'static>(
        self: &Rc<Self>,
        inputs: &UnboundedSender<BridgeInput>,
        work: impl FnOnce(Rc<Server>) -> F,
    ) {
        let (work, inputs) = (work(self.clone()), inputs.clone());
        self.linked.borrow_mut().spawn_local(async move {
            let _ = inputs.send(work.await);
        });
    }

    /// Calls the backend on a thread that may wait.
    fn blocking(
        &self,
        inputs: &UnboundedSender<BridgeInput>,
        work: impl FnOnce(&ServerStore<'_>) -> Option<BridgeInput> + Send + 'static,
    ) {
        let (backend, side, address) = (self.backend.clone(), self.side.clone(), self.address.clone());
        let (ends, inputs) = (self.ends.get(), inputs.clone());
        spawn_blocking(move || {
            let store = ServerStore { backend: &*backend, side: &*side, address: &address, ends };
            if let Some(input) = work(&store) {
                let _ = inputs.send(input);
            }
        });
    }

    fn watch(
        self: &Rc<Self>,
        question: &OpenCodeQuestion,
        request: RequestId,
        inputs: &UnboundedSender<BridgeInput>,
    ) {
        let (id, inputs) = (question.id.clone(), inputs.clone());
        let closed = self.backend.when_closed(
            request,
            Box::new(move |closed| {
                // An erased ending can't be sent any more.
                let ending = closed.ok().and_then(|closed| ended_here(&closed));
                let _ = inputs.send(BridgeInput::ClosedHere { question: id, ending });
            }),
        );
        self.watches.borrow_mut().insert(request, vec![closed]);
        let server = self.clone();
        spawn_local(async move {
            let backend = server.backend.clone();
            let Ok(held) = spawn_blocking(move || backend.hold(request)).await else { return };
            match held {
                // If it is over meanwhile, nobody waits.
                Ok(hold) => {
                    if let Some(watches) = server.watches.borrow_mut().get_mut(&request) {
                        watches.push(hold);
                    }
                }
                Err(failure) => server.tell(BridgeNews::NotStored { id: request, why: text(&failure) }),
            }
        });
    }

    /// Records the delivery, again and again if the store fails. The person learns that once.
    fn deliver(self: &Rc<Self>, request: RequestId) {
        let server = self.clone();
        spawn_local(async move {
            let mut told = false;
            loop {
                let backend = server.backend.clone();
                let delivered = spawn_blocking(move || backend.delivered(request)).await;
                let Ok(Err(failure)) = delivered else { return };
                if !std::mem::replace(&mut told, true) {
                    server.tell(BridgeNews::NotStored { id: request, why: text(&failure) });
                }
                match failure {
                    Failure::Store(_) => sleep(SOON).await,
                    Failure::NoSuch(_) | Failure::Refused(_) => return,
                }
            }
        });
    }

    fn tell(&self, news: BridgeNews) {
        self.side.tell(&self.calls.address, news);
    }
}

/// Repeats a call until it succeeds; the caller ends with the connection.
async fn again<T, F: Future<Output = Option<T>>>(call: impl Fn() -> F) -> T {
    loop {
        match call().await {
            Some(reply) => return reply,
            None => sleep(SOON).await,
        }
    }
}
