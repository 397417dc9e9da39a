//! The server behind every transport.
//!
//! - The agent is the client, by its own name; its folder is that of its roots, else that of its project.
//! - A call waits until the request is closed, or until shortly before the client would give it up.
//! - A client that cancels a call leaves its question open, unless the person wants it taken back.
//! - A client that hangs up leaves all questions open.

use crate::asked::{self, CallEnding, CallFailure, CallStage, McpCaller, OwnBackend, PendingCall};
use crate::asks_client;
use crate::client_forms::ClientForms;
use crate::clients;
use crate::deliveries::Deliveries;
use crate::progress::ProgressClock;
use crate::rounds::Rounds;
use crate::wait::EndingWaiter;
use crate::{McpOptions, McpSide, result, tools};
use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, RequestId, ServerCapabilities, ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// How long a client may take to list its roots.
const ROOTS: Duration = Duration::from_secs(2);

/// The folder of the client's first root.
#[derive(Clone, Default)]
enum ClientRoot {
    #[default]
    Unasked,
    /// `None`: it has none.
    Asked(Option<PathBuf>),
}

pub(crate) struct AskServer {
    options: McpOptions,
    pub(crate) side: Arc<dyn McpSide>,
    own: Arc<OwnBackend>,
    pub(crate) client_forms: ClientForms,
    pub(crate) rounds: Rounds,
    deliveries: Arc<Deliveries>,
    progress: ProgressClock,
    root: Mutex<ClientRoot>,
    hung_up: watch::Receiver<bool>,
    /// What it says of itself; rmcp asks for it with many requests.
    info: ServerConfig,
}

impl AskServer {
    pub(crate) fn new(
        options: McpOptions,
        side: Arc<dyn McpSide>,
        hung_up: watch::Receiver<bool>,
    ) -> AskServer {
        let instructions = tools::instructions(&options, side.prefs(None));
        let info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("asq", env!("CARGO_PKG_VERSION")).with_title("asq"))
            .with_instructions(instructions);
        AskServer {
            options,
            side,
            own: Arc::default(),
            client_forms: ClientForms::default(),
            rounds: Rounds::default(),
            deliveries: Arc::default(),
            progress: ProgressClock::default(),
            root: Mutex::default(),
            hung_up,
            info,
        }
    }

    pub(crate) fn deliveries(&self) -> Arc<Deliveries> {
        self.deliveries.clone()
    }

    /// Does something that may block, where that delays nobody.
    pub(crate) async fn blocking<T, F>(&self, run: F) -> Result<T, ErrorData>
    where
        T: Send + 'static,
        F: FnOnce(&dyn McpSide) -> T + Send + 'static,
    {
        let side = self.side.clone();
        let done = tokio::task::spawn_blocking(move || run(&*side)).await;
        done.map_err(|_| ErrorData::internal_error("asq failed", None))
    }

    /// The folder that the client works in.
    async fn folder(&self, context: &RequestContext<RoleServer>) -> Result<Option<PathBuf>, ErrorData> {
        let known = self.root.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let root = match known {
            ClientRoot::Asked(root) => root,
            ClientRoot::Unasked => {
                let root = root(context).await;
                *self.root.lock().unwrap_or_else(PoisonError::into_inner) = ClientRoot::Asked(root.clone());
                root
            }
        };
        match root {
            Some(root) => Ok(Some(root)),
            None => self.blocking(McpSide::folder).await,
        }
    }

    async fn call(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let call = asks_client::identity(&request);
        let client = context.client_info().map(|info| info.name);
        let has_token = context.meta.get_progress_token().is_some();
        let mut limit = clients::limit(client.as_deref(), has_token, self.side.background());
        let folder = self.folder(context).await?;
        let from = clients::provenance(client.as_deref(), &context.meta, self.side.session());
        let caller = McpCaller { from, folder };
        if let Some(wanted) = self.options.limit {
            limit = wanted;
        }
        if request.request_state.is_some() || request.input_responses.is_some() {
            return self.came_back(&request, &call, limit, context).await;
        }
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let own = self.own.clone();
        let stage = if request.name == tools::WAIT {
            let (id, longest) = waited(&arguments)?;
            limit = longest.map_or(limit, |longest| limit.min(longest));
            self.blocking(move |side| asked::go_on(side, &own, &id, &caller)).await?
        } else {
            let Some(dialect) = self.options.dialect_of(&request.name) else {
                let name = asq_wire::quoted(&request.name);
                return Err(ErrorData::invalid_params(format!("no tool is called {name}"), None));
            };
            let tool = request.name.into_owned();
            self.blocking(move |side| asked::ask(side, &own, dialect, &tool, arguments, caller)).await?
        };
        match stage {
            Ok(CallStage::Ended(ended)) => Ok(self.finished(&context.id, *ended).into()),
            Ok(CallStage::Open(pending, waiting)) => self.open(pending, waiting, &call, limit, context).await,
            Err(failure) => Ok(self.failed(&failure).into()),
        }
    }

    /// Waits for the end of a request, until the client would give the call up.
    pub(crate) async fn until_closed(
        &self,
        call: Box<PendingCall>,
        mut waiting: EndingWaiter,
        limit: Duration,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let token = context.meta.get_progress_token();
        let _progress = token.map(|token| self.progress.begin(context.peer.clone(), token));
        let ended = tokio::select! {
            closed = waiting.closed() => match closed {
                Some(Ok(closed)) => self.blocking(move |side| call.closed(side, &closed)).await?,
                Some(Err(failure)) => {
                    let why = self.blocking(move |side| side.words(&failure)).await?;
                    return Ok(self.failed(&CallFailure::Store(why)));
                }
                None => return Err(ErrorData::internal_error("the store is gone", None)),
            },
            () = tokio::time::sleep(limit) => self.blocking(move |side| call.still_open(side)).await?,
            () = context.ct.cancelled() => {
                if self.options.withdraw && !*self.hung_up.borrow() {
                    self.blocking(move |side| call.withdraw(side)).await?;
                }
                // The client wants no reply; nothing of this is sent.
                return Err(ErrorData::internal_error("cancelled", None));
            }
        };
        Ok(self.finished(&context.id, ended))
    }

    /// The result of an ending, which is delivered once the result was flushed.
    pub(crate) fn finished(&self, call: &RequestId, mut ended: CallEnding) -> CallToolResult {
        let result = result::of(&ended, self.options.structured);
        if let Some(delivery) = ended.ending.delivery.take() {
            self.deliveries.begin(call.clone(), delivery);
        }
        result
    }

    pub(crate) fn failed(&self, failure: &CallFailure) -> CallToolResult {
        self.side.tell(&format!("asq: {failure}"));
        result::failed(&failure.to_string())
    }
}

/// The arguments of `wait`.
fn waited(arguments: &Value) -> Result<(String, Option<Duration>), ErrorData> {
    let wrong = |what: &str| ErrorData::invalid_params(what.to_owned(), None);
    let id = match arguments.get("id") {
        Some(Value::String(id)) => id.clone(),
        _ => return Err(wrong("id is the text that the pending result named")),
    };
    let longest = match arguments.get("max_seconds") {
        None | Some(Value::Null) => None,
        Some(seconds) => match seconds.as_u64() {
            Some(seconds) => Some(Duration::from_secs(seconds)),
            None => return Err(wrong("max_seconds is a whole number of seconds, from 0")),
        },
    };
    Ok((id, longest))
}

/// The folder of the client's first root, if it has any and lists them in time.
#[expect(deprecated, reason = "clients of the older era have no other way to name their folder")]
async fn root(context: &RequestContext<RoleServer>) -> Option<PathBuf> {
    let legacy = context.protocol_version().is_none_or(|version| version < ProtocolVersion::V_2026_07_28);
    if !legacy || context.client_capabilities()?.roots.is_none() {
        return None;
    }
    let listed = tokio::time::timeout(ROOTS, context.peer.list_roots()).await.ok()?.ok()?;
    listed.roots.iter().find_map(|root| path(&root.uri))
}

/// The path of a file's address.
fn path(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let path = percent_encoding::percent_decode_str(path).decode_utf8().ok()?;
    path.starts_with('/').then(|| PathBuf::from(path.into_owned()))
}

impl ServerHandler for AskServer {
    fn get_info(&self) -> ServerConfig {
        self.info.clone()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let options = self.options.clone();
        let tools = self.blocking(move |side| tools::all(&options, side.prefs(None))).await?;
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.call(request, &context).await
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        *self.root.lock().unwrap_or_else(PoisonError::into_inner) = ClientRoot::Unasked;
    }
}
