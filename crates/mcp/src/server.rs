//! The server behind every transport.
//!
//! - The agent is the client, by its own name; its folder is that of its roots, else that of its project.
//! - A call waits until the request is closed, or until shortly before the client would give it up.
//! - A client that cancels a call leaves its question open, unless the person wants it taken back.
//! - A client that hangs up leaves all questions open.

use crate::asked::{self, CallEnding, CallFailure, CallStage, McpCaller, PendingCall};
use crate::client_forms::ClientForms;
use crate::clients;
use crate::deliveries::Deliveries;
use crate::progress::ProgressClock;
use crate::resources::UnreadResource;
use crate::rounds::Rounds;
use crate::wait::EndingWaiter;
use crate::{McpOptions, McpSide, resources, result, tools};
use asq_core::model::Prefs;
use http::request::Parts;
use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation, JsonObject,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::{NotificationContext, RequestContext};
use serde_json::{Value, json};
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

/// What outlives a call, and where each message has a server of its own, the server.
#[derive(Default)]
pub(crate) struct KeptForCalls {
    pub(crate) client_forms: ClientForms,
    pub(crate) rounds: Rounds,
    progress: ProgressClock,
}

/// The side of one call, among what its transport tells of it.
#[derive(Clone)]
pub(crate) struct CallSide(pub(crate) Arc<dyn McpSide>);

/// A call that is carried out.
pub(crate) struct CallNow<'a> {
    pub(crate) side: Arc<dyn McpSide>,
    /// Its tool and its arguments.
    identity: Vec<u8>,
    /// How long it may wait for the person.
    limit: Duration,
    pub(crate) context: &'a RequestContext<RoleServer>,
}

impl CallNow<'_> {
    /// What a sealed state is bound to: who calls, and the call.
    pub(crate) fn bound(&self) -> Vec<u8> {
        [self.side.caller().as_bytes(), b"\0", &self.identity].concat()
    }
}

pub(crate) struct AskServer {
    pub(crate) options: McpOptions,
    /// The caller of every call; `None` where each call comes with its own.
    side: Option<Arc<dyn McpSide>>,
    pub(crate) kept: Arc<KeptForCalls>,
    deliveries: Arc<Deliveries>,
    root: Mutex<ClientRoot>,
    hung_up: watch::Receiver<bool>,
    /// What it says of itself; rmcp asks for it with many requests.
    info: ServerConfig,
}

impl AskServer {
    pub(crate) fn new(
        options: McpOptions,
        info: ServerConfig,
        side: Option<Arc<dyn McpSide>>,
        kept: Arc<KeptForCalls>,
        hung_up: watch::Receiver<bool>,
    ) -> AskServer {
        AskServer { options, side, kept, deliveries: Arc::default(), root: Mutex::default(), hung_up, info }
    }

    /// What a server with these options says of itself.
    pub(crate) fn info(options: &McpOptions, prefs: Prefs) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
            .with_server_info(Implementation::new("asq", env!("CARGO_PKG_VERSION")).with_title("asq"))
            .with_instructions(tools::instructions(options, prefs))
    }

    pub(crate) fn deliveries(&self) -> Arc<Deliveries> {
        self.deliveries.clone()
    }

    /// The side of a call.
    fn side(&self, context: &RequestContext<RoleServer>) -> Result<Arc<dyn McpSide>, ErrorData> {
        let of_call = context.extensions.get::<Parts>().and_then(|parts| parts.extensions.get::<CallSide>());
        let side = of_call.map(|CallSide(side)| side.clone()).or_else(|| self.side.clone());
        side.ok_or_else(|| ErrorData::internal_error("nobody is known to call", None))
    }

    /// The folder that the client works in.
    async fn folder(
        &self,
        side: &Arc<dyn McpSide>,
        context: &RequestContext<RoleServer>,
    ) -> Result<Option<PathBuf>, ErrorData> {
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
            None => blocking(side, McpSide::folder).await,
        }
    }

    async fn call(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = context.client_info().map(|info| info.name);
        let side = self.side(context)?;
        let has_token = context.meta.get_progress_token().is_some();
        let limit = self.options.limit_of(client.as_deref());
        let mut limit =
            limit.unwrap_or_else(|| clients::limit(client.as_deref(), has_token, side.background()));
        let waits = match &request.arguments {
            Some(arguments) if request.name == tools::WAIT => Some(waited(arguments)?),
            None if request.name == tools::WAIT => Some(waited(&JsonObject::new())?),
            Some(_) | None => None,
        };
        if let Some(longest) = waits.as_ref().and_then(|(_, longest)| *longest) {
            limit = limit.min(longest);
        }
        let folder = self.folder(&side, context).await?;
        let from = clients::provenance(client.as_deref(), &context.meta, side.session());
        let caller = McpCaller { from, folder };
        // Only a client without a session carries a state that is bound to it.
        let identity = match context.protocol_version() {
            Some(version) if version >= ProtocolVersion::V_2026_07_28 => {
                serde_json::to_vec(&(&request.name, &request.arguments)).unwrap_or_default()
            }
            Some(_) | None => Vec::new(),
        };
        let now = CallNow { side, identity, limit, context };
        if request.request_state.is_some() || request.input_responses.is_some() {
            return self.came_back(&now, &request, caller).await;
        }
        let side = &now.side;
        let stage = if let Some((id, _)) = waits {
            blocking(side, move |side| asked::go_on(side, &id, &caller)).await?
        } else {
            let Some(dialect) = self.options.dialect_of(&request.name) else {
                let name = asq_wire::quoted(&request.name);
                return Err(ErrorData::invalid_params(format!("no tool is called {name}"), None));
            };
            let tool = request.name.into_owned();
            let arguments = Value::Object(request.arguments.unwrap_or_default());
            blocking(side, move |side| asked::ask(side, dialect, &tool, arguments, caller)).await?
        };
        match stage {
            Ok(CallStage::Ended(ended)) => Ok(self.finished(&now, *ended).into()),
            Ok(CallStage::Open(pending, waiting)) => self.open(&now, pending, waiting).await,
            Err(failure) => Ok(failed(&*now.side, &failure).into()),
        }
    }

    /// Waits for the end of a request, until the client would give the call up.
    pub(crate) async fn until_closed(
        &self,
        now: &CallNow<'_>,
        call: Box<PendingCall>,
        mut waiting: EndingWaiter,
    ) -> Result<CallToolResult, ErrorData> {
        let CallNow { side, limit, context, identity: _ } = now;
        let token = context.meta.get_progress_token();
        let _progress = token.map(|token| self.kept.progress.begin(context.peer.clone(), token));
        let ended = tokio::select! {
            closed = waiting.closed() => match closed {
                Some(Ok(closed)) => blocking(side, move |side| call.closed(side, &closed)).await?,
                Some(Err(failure)) => {
                    let why = blocking(side, move |side| side.words(&failure)).await?;
                    return Ok(failed(&**side, &CallFailure::Store(why)));
                }
                None => return Err(ErrorData::internal_error("the store is gone", None)),
            },
            () = tokio::time::sleep(*limit) => blocking(side, move |side| call.still_open(side)).await?,
            () = context.ct.cancelled() => {
                if self.options.withdraw && !*self.hung_up.borrow() {
                    blocking(side, move |side| call.withdraw(side)).await?;
                }
                // The client wants no reply; nothing of this is sent.
                return Err(ErrorData::internal_error("cancelled", None));
            }
        };
        Ok(self.finished(now, ended))
    }

    /// The result of an ending, which is delivered once the result was flushed.
    fn finished(&self, now: &CallNow<'_>, mut ended: CallEnding) -> CallToolResult {
        let result = result::of(&ended, self.options.structured);
        if let Some(delivery) = ended.ending.delivery.take().and_then(|delivery| now.side.delivers(delivery))
        {
            self.deliveries.begin(now.context.id.clone(), delivery);
        }
        result
    }
}

/// The result of a call that has no ending.
pub(crate) fn failed(side: &dyn McpSide, failure: &CallFailure) -> CallToolResult {
    side.tell(&format!("asq: {failure}"));
    result::failed(&failure.to_string())
}

/// Does something that may block, where that delays nobody.
pub(crate) async fn blocking<T, F>(side: &Arc<dyn McpSide>, run: F) -> Result<T, ErrorData>
where
    T: Send + 'static,
    F: FnOnce(&dyn McpSide) -> T + Send + 'static,
{
    let (side, turn) = (side.clone(), side.turn().await);
    let run = move || {
        let done = run(&*side);
        drop(turn);
        done
    };
    tokio::task::spawn_blocking(run).await.map_err(|_| ErrorData::internal_error("asq failed", None))
}

/// The error of a resource that can't be read.
fn unread(why: &UnreadResource, uri: &str) -> ErrorData {
    match why {
        UnreadResource::Unknown(_) => {
            ErrorData::resource_not_found(why.to_string(), Some(json!({ "uri": uri })))
        }
        UnreadResource::Store(_) => ErrorData::internal_error(why.to_string(), None),
    }
}

/// The arguments of `wait`.
fn waited(arguments: &JsonObject) -> Result<(String, Option<Duration>), ErrorData> {
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
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let options = self.options.clone();
        let tools =
            blocking(&self.side(&context)?, move |side| tools::all(&options, side.prefs(None))).await?;
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.call(request, &context).await
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let agent = clients::agent(context.client_info().map(|info| info.name).as_deref());
        let listed =
            blocking(&self.side(&context)?, move |side| resources::list(side, agent.as_ref())).await?;
        listed.map(ListResourcesResult::with_all_items).map_err(|why| unread(&why, ""))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(vec![resources::template()]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let agent = clients::agent(context.client_info().map(|info| info.name).as_deref());
        let uri = request.uri.clone();
        let read = move |side: &dyn McpSide| resources::read(side, agent.as_ref(), &request.uri);
        let read = blocking(&self.side(&context)?, read).await?.map_err(|why| unread(&why, &uri))?;
        Ok(ReadResourceResult::new(vec![read]).into())
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        *self.root.lock().unwrap_or_else(PoisonError::into_inner) = ClientRoot::Unasked;
    }
}

#[cfg(test)]
#[path = "../tests/unit/server.rs"]
mod tests;
