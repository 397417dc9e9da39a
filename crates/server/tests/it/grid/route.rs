//! The routes that the OpenAPI document describes, with all that an attack needs to know of them.
//!
//! - A route's rights are the roles that the document names for its token.
//! - A call that reaches a route and changes nothing is one without a body, or with a list as its body.
//! - A body that fits is made from the schema: what must be there, as short as possible.

use crate::client::Call;
use crate::served::Served;
use asq_server::TokenRight;
use serde_json::{Map, Value, json};

/// A route of the document.
#[derive(Clone, Debug)]
pub(super) struct RouteUnderAttack {
    pub(super) method: String,
    pub(super) path: String,
    /// The rights that reach it.
    pub(super) rights: Vec<TokenRight>,
    /// The body that fits, if it takes one.
    pub(super) body: Option<Value>,
    /// The replies that the document describes; it doesn't describe its own.
    pub(super) replies: Option<Vec<u16>>,
    /// Whether it says that something is still open.
    waits: bool,
}

impl RouteUnderAttack {
    /// All of them, and the document's own.
    pub(super) fn all(served: &Served) -> Vec<RouteUnderAttack> {
        let document = served.answers(Call::get("/openapi.json")).ok();
        assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{document}");
        let mut routes = vec![RouteUnderAttack {
            method: "GET".into(),
            path: "/openapi.json".into(),
            rights: TokenRight::ALL.into(),
            body: None,
            replies: None,
            waits: false,
        }];
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, route) in methods.as_object().unwrap() {
                routes.push(RouteUnderAttack::read(&document, path, method, route));
            }
        }
        routes.sort_by(|a, b| (&a.path, &a.method).cmp(&(&b.path, &b.method)));
        routes
    }

    fn read(document: &Value, path: &str, method: &str, route: &Value) -> RouteUnderAttack {
        let roles = route["security"][0]["token"].as_array();
        let roles = roles.unwrap_or_else(|| panic!("{method} {path} names no rights"));
        let right = |role: &Value| {
            let named = TokenRight::ALL.into_iter().find(|right| *role == right.name());
            named.unwrap_or_else(|| panic!("{method} {path} names a right that nobody has: {role}"))
        };
        let replies = route["responses"].as_object().unwrap();
        let schema = &route["requestBody"]["content"]["application/json"]["schema"];
        let body = if schema.is_null() { json!({}) } else { sample(document, schema) };
        RouteUnderAttack {
            method: method.to_uppercase(),
            path: path.to_owned(),
            rights: roles.iter().map(right).collect(),
            body: (method != "get").then_some(body),
            replies: Some(replies.keys().map(|status| status.parse().unwrap()).collect()),
            waits: replies.contains_key("202"),
        }
    }

    pub(super) fn has_body(&self) -> bool {
        self.body.is_some()
    }

    /// Its address for this request; what isn't a request's id is the first number, or a name of nobody's.
    pub(super) fn at(&self, id: &str) -> String {
        let path = self.path.replace("{id}", id).replace("{question}", "0");
        let part = |part: &str| if part.starts_with('{') { "0".repeat(32) } else { part.to_owned() };
        path.split('/').map(part).collect::<Vec<_>>().join("/")
    }

    /// A call that reaches the route and changes nothing.
    pub(super) fn call(&self, id: &str) -> Call {
        let call = Call::new(&self.method, &self.at(id));
        if self.has_body() { call.json("[]") } else { call }
    }

    /// A call with a body that fits.
    pub(super) fn fitting(&self, id: &str) -> Call {
        let call = Call::new(&self.method, &self.at(id));
        match &self.body {
            Some(body) => call.json(body.to_string()),
            None => call,
        }
    }

    /// The reply to the call that changes nothing, by the right of its token.
    pub(super) fn status(&self, right: TokenRight) -> u16 {
        if !self.rights.contains(&right) {
            // Nothing but its own requests exists for a token that asks.
            return if right == TokenRight::Ask { 404 } else { 403 };
        }
        match (self.has_body(), self.waits) {
            (true, _) => 400,
            (false, true) => 202,
            (false, false) => 200,
        }
    }
}

/// The shortest value that a schema allows.
fn sample(document: &Value, schema: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        let of = document.pointer(name.trim_start_matches('#'));
        return sample(document, of.unwrap_or_else(|| panic!("no schema {name}")));
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        one => vec![one.clone()],
    };
    if kinds.contains(&json!("null")) {
        return Value::Null;
    }
    match kinds[0].as_str() {
        Some("array") => json!([]),
        Some("string") => json!("x"),
        Some("integer" | "number") => json!(0),
        Some("boolean") => json!(false),
        Some("object") => {
            let names = schema["required"].as_array().cloned().unwrap_or_default();
            let member = |name: &Value| {
                let name = name.as_str().unwrap();
                (name.to_owned(), sample(document, &schema["properties"][name]))
            };
            Value::Object(names.iter().map(member).collect::<Map<_, _>>())
        }
        kind => panic!("a schema of another kind: {kind:?} {schema}"),
    }
}
