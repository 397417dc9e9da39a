//! The tools and resources that the conformance suite's scenarios name.

use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientResult, ContentBlock, ElicitRequest,
    ElicitRequestParams, ElicitResult, ElicitationSchema, ErrorCode, ErrorData, InputRequest,
    InputRequiredResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, RequestStateCodec, Resource, ResourceContents, ResourceTemplate, ServerCapabilities,
    ServerConfig, ServerRequest, Tool,
};
use rmcp::service::{PeerRequestOptions, RequestContext};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The seal of the states that a client carries.
pub(crate) struct Sealed(RequestStateCodec);

impl Default for Sealed {
    fn default() -> Sealed {
        Sealed(RequestStateCodec::try_new(*b"a key of this test, 32 bytes long").unwrap())
    }
}

pub(crate) struct Fixture(pub(crate) Arc<Sealed>);

const TOOLS: [&str; 17] = [
    "json_schema_2020_12_tool",
    "test_audio_content",
    "test_embedded_resource",
    "test_image_content",
    "test_missing_capability",
    "test_multiple_content_types",
    "test_streaming_elicitation",
    "test_simple_text",
    "test_error_handling",
    "test_tool_with_progress",
    "test_elicitation",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_input_required_result_elicitation",
    "test_input_required_result_request_state",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
];

fn tool(name: &'static str) -> Tool {
    let schema = match name {
        "test_elicitation" => {
            json!({"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]})
        }
        "json_schema_2020_12_tool" => json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {"address": {"$anchor": "addressDef", "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
            "properties": {
                "name": {"type": "string"},
                "address": {"$ref": "#/$defs/address"},
                "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                "phone": {"type": "string"},
                "email": {"type": "string"},
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": false,
        }),
        _ => json!({"type": "object", "properties": {}}),
    };
    Tool::new(name, format!("The fixture {name}."), object(schema))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn picture() -> ContentBlock {
    ContentBlock::image("iVBORw0KGgo=", "image/png")
}

fn form(message: &str, properties: &Value, required: &[&str]) -> ElicitRequestParams {
    let schema = json!({"type": "object", "properties": properties, "required": required});
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: message.to_owned(),
        requested_schema: ElicitationSchema::from_json_schema(object(schema)).unwrap(),
    }
}

fn wants(requests: &[(&str, ElicitRequestParams)], state: Option<String>) -> CallToolResponse {
    let requests: BTreeMap<String, InputRequest> = requests
        .iter()
        .map(|(key, params)| {
            ((*key).to_owned(), InputRequest::Elicitation(ElicitRequest::new(params.clone())))
        })
        .collect();
    InputRequiredResult::new(Some(requests).filter(|requests| !requests.is_empty()), state).into()
}

fn name_form() -> ElicitRequestParams {
    form("What is your name?", &json!({"name": {"type": "string"}}), &["name"])
}

/// What came back under this key, if it is a reply that was accepted.
fn came<'a>(request: &'a CallToolRequestParams, key: &str) -> Option<&'a Value> {
    request.input_responses.as_ref()?.get(key).and_then(|reply| reply.get("content"))
}

impl Fixture {
    async fn elicits(
        &self,
        params: ElicitRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<ElicitResult, ErrorData> {
        let failed = |why: String| ErrorData::internal_error(why, None);
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(params));
        let handle = context
            .peer
            .send_cancellable_request(request, PeerRequestOptions::no_options())
            .await
            .map_err(|error| failed(error.to_string()))?;
        match handle.await_response().await {
            Ok(ClientResult::ElicitResult(result)) => Ok(result),
            other => Err(failed(format!("{other:?}"))),
        }
    }

    async fn asks_by_form(
        &self,
        begins: &str,
        params: ElicitRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let ElicitResult { action, content, .. } = self.elicits(params, context).await?;
        let action = serde_json::to_value(action).unwrap_or_default();
        let content = content.unwrap_or_else(|| json!({}));
        Ok(text(format!("{begins}: action={}, content={content}", action.as_str().unwrap_or_default()))
            .into())
    }

    /// The sealed step of a call that came back; an error if it isn't ours.
    fn step(&self, request: &CallToolRequestParams) -> Result<Option<u64>, ErrorData> {
        let Some(state) = &request.request_state else { return Ok(None) };
        let opened = self.0.0.open_json::<u64>(state);
        opened.map(Some).map_err(|_| ErrorData::invalid_params("requestState isn't ours", None))
    }

    fn seal(&self, step: u64) -> Option<String> {
        self.0.0.seal_json(&step).ok()
    }
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        TOOLS.iter().find(|known| **known == name).map(|name| tool(name))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(|name| tool(name)).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let step = self.step(&request)?;
        match &*request.name {
            "test_simple_text" => Ok(text("This is a simple text response for testing.").into()),
            "test_error_handling" => {
                let why = "This tool intentionally returns an error for testing";
                Ok(CallToolResult::error(vec![ContentBlock::text(why)]).into())
            }
            "test_tool_with_progress" => {
                if let Some(token) = context.meta.get_progress_token() {
                    for done in [0.0, 50.0, 100.0] {
                        let sign = ProgressNotificationParam::new(token.clone(), done).with_total(100.0);
                        drop(context.peer.notify_progress(sign).await);
                    }
                }
                Ok(text("done").into())
            }
            "test_elicitation" => {
                let message = request.arguments.as_ref().and_then(|arguments| arguments.get("message"));
                let message = message.and_then(Value::as_str).unwrap_or_default();
                let fields = json!({
                    "username": {"type": "string", "description": "User's response"},
                    "email": {"type": "string", "description": "User's email address"},
                });
                let params = form(message, &fields, &["username", "email"]);
                self.asks_by_form("User response", params, &context).await
            }
            "test_elicitation_sep1034_defaults" => {
                let fields = json!({
                    "name": {"type": "string", "default": "John Doe"},
                    "age": {"type": "integer", "default": 30},
                    "score": {"type": "number", "default": 95.5},
                    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
                    "verified": {"type": "boolean", "default": true},
                });
                self.asks_by_form("Elicitation completed", form("Defaults?", &fields, &[]), &context).await
            }
            "test_elicitation_sep1330_enums" => {
                let titled = |first: &str| {
                    json!([{"const": "value1", "title": first}, {"const": "value2", "title": "Second"},
                        {"const": "value3", "title": "Third"}])
                };
                let fields = json!({
                    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
                    "titledSingle": {"type": "string", "oneOf": titled("First Option")},
                    "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                        "enumNames": ["Option One", "Option Two", "Option Three"]},
                    "untitledMulti": {"type": "array",
                        "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
                    "titledMulti": {"type": "array", "items": {"anyOf": titled("First Choice")}},
                });
                self.asks_by_form("Elicitation completed", form("Which?", &fields, &[]), &context).await
            }
            "test_image_content" => Ok(CallToolResult::success(vec![picture()]).into()),
            "test_audio_content" => {
                Ok(CallToolResult::success(vec![ContentBlock::audio("UklGRiQAAABXQVZF", "audio/wav")]).into())
            }
            "test_embedded_resource" => {
                let text = ResourceContents::text(
                    "This is an embedded resource content.",
                    "test://embedded-resource",
                );
                Ok(CallToolResult::success(vec![ContentBlock::resource(text)]).into())
            }
            "test_multiple_content_types" => {
                let resource =
                    ResourceContents::text(r#"{"test":"data","value":123}"#, "test://mixed-content-resource");
                let resource = resource.with_mime_type("application/json");
                let parts = vec![
                    ContentBlock::text("Multiple content types test:"),
                    picture(),
                    ContentBlock::resource(resource),
                ];
                Ok(CallToolResult::success(parts).into())
            }
            "json_schema_2020_12_tool" => Ok(text("ok").into()),
            "test_missing_capability" => {
                let samples = context.client_capabilities().is_some_and(|can| can.sampling.is_some());
                if samples {
                    return Ok(text("ok").into());
                }
                let needed = json!({"requiredCapabilities": {"sampling": {}}});
                Err(ErrorData::new(ErrorCode(-32021), "the client doesn't sample", Some(needed)))
            }
            "test_streaming_elicitation" => Ok(wants(&[("user_name", name_form())], None)),
            "test_input_required_result_elicitation" => match came(&request, "user_name") {
                Some(content) if content["name"].is_string() => {
                    Ok(text(format!("Hello, {}!", content["name"].as_str().unwrap_or_default())).into())
                }
                _ => Ok(wants(&[("user_name", name_form())], None)),
            },
            "test_input_required_result_request_state" | "test_input_required_result_tampered_state" => {
                if step.is_some() && came(&request, "confirm").is_some() {
                    return Ok(text("state-ok").into());
                }
                let fields = json!({"ok": {"type": "boolean"}});
                Ok(wants(&[("confirm", form("Please confirm", &fields, &["ok"]))], self.seal(1)))
            }
            "test_input_required_result_multi_round" => {
                let color = || form("Which color?", &json!({"color": {"type": "string"}}), &["color"]);
                match (step, came(&request, "step1"), came(&request, "step2")) {
                    (Some(2), _, Some(_)) => Ok(text("Both rounds are done.").into()),
                    (Some(2), _, None) | (Some(1), Some(_), _) => {
                        Ok(wants(&[("step2", color())], self.seal(2)))
                    }
                    _ => Ok(wants(&[("step1", name_form())], self.seal(1))),
                }
            }
            name => Err(ErrorData::invalid_params(format!("no fixture {name}"), None)),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let one = |uri: &str, name: &str| Resource::new(uri, name).with_description("A fixture.");
        let all = vec![
            one("test://static-text", "Static text").with_mime_type("text/plain"),
            one("test://static-binary", "Static bytes").with_mime_type("image/png"),
        ];
        Ok(ListResourcesResult::with_all_items(all))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template =
            ResourceTemplate::new("test://template/{id}/data", "Template").with_mime_type("application/json");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = &request.uri;
        let id = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
        let content = match (uri.as_str(), id) {
            ("test://static-text", _) => {
                ResourceContents::text("This is the content of the static text resource.", uri)
            }
            ("test://static-binary", _) => {
                ResourceContents::blob("iVBORw0KGgo=", uri).with_mime_type("image/png")
            }
            (_, Some(id)) => {
                let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
                ResourceContents::text(data.to_string(), uri).with_mime_type("application/json")
            }
            (_, None) => {
                return Err(ErrorData::resource_not_found("no such resource", Some(json!({"uri": uri}))));
            }
        };
        Ok(ReadResourceResult::new(vec![content]).into())
    }
}
