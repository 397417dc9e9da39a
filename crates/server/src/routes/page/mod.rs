//! The page of a person: the list, each request, the history, and the links that lead to it.
//!
//! - It takes the cookie of a link; a token's holder has other routes.
//! - Every reply has its own policy: only a style or script with the reply's random nonce counts.
//! - A form counts with the session's own token in it. Another origin's form doesn't come as far as that.

mod link;
mod list;
mod news;
mod open;
mod parts;
mod posted;
mod sign_out;

pub(super) use link::{keep, trade, visit};
pub(super) use list::{history, list, theme};
pub(super) use news::news;
pub(super) use open::{PageRequest, in_words, option_preview, preview, request};
pub(super) use parts::part;
pub(super) use posted::{PostedStage, carry_out, posted, texts};
pub(super) use sign_out::sign_out;

use crate::auth::caller::{Answerer, Authenticated, Credential};
use crate::auth::session::{SessionCookie, cookies, csrf};
use crate::links;
use crate::person_settings::PageSettings;
use crate::problem::FailedCall;
use crate::server_state::ServerState;
use asq_core::inbox::Position;
use asq_page::{PageChrome, PageTheme};
use asq_runtime::Driver;
use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY};
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};

/// The header of the page's script, which takes a page over node by node.
const BARE: &str = "asq-page";

/// The cookie of the person's choice between dark and light.
const THEME: &str = "asq_theme";

/// A person at the page.
pub(super) struct PagePerson {
    caller: Authenticated,
    csrf: String,
    theme: PageTheme,
    bare: bool,
}

impl FromRequestParts<ServerState> for PagePerson {
    type Rejection = Response;

    async fn from_request_parts(head: &mut Parts, state: &ServerState) -> Result<PagePerson, Response> {
        let bare = head.headers.contains_key(BARE);
        let csrf = SessionCookie::brought(state, head).map(|session| csrf(&session));
        let theme = theme_of(head);
        match Answerer::from_request_parts(head, state).await {
            Ok(Answerer(caller)) if matches!(caller.credential, Credential::Page { .. }) => {
                Ok(PagePerson { caller, csrf: csrf.unwrap_or_default(), theme, bare })
            }
            Ok(_) => Err(FailedCall::not_found().into_response()),
            Err(failed) if failed.status() == StatusCode::UNAUTHORIZED => {
                let reply = stranger(failed.status(), "asq", "This page opens with a link. This prints one:");
                Err(match open::wanted(head) {
                    Some(id) => link::remembering(reply, id),
                    None => reply,
                })
            }
            Err(failed) => Err(failed.into_response()),
        }
    }
}

/// What one reply of the page is made with.
struct PageReply {
    nonce: String,
    csrf: String,
    theme: PageTheme,
    open: usize,
    position: Position,
    bare: bool,
    settings: PageSettings,
}

impl PagePerson {
    /// A reply; the store says how many requests are open.
    async fn reply(&self, state: &ServerState) -> Result<PageReply, Response> {
        let (onlooker, settings) = (state.onlooker().clone(), state.settings().clone());
        let read = move |driver: &Driver| {
            // As in the title of the inbox, those that are put aside don't count.
            let aside = onlooker.snoozed()?.len() as u64;
            Ok((driver.head()?, onlooker.count()?.saturating_sub(aside), settings.page()))
        };
        let (position, open, settings) = state.store(read).await.map_err(IntoResponse::into_response)?;
        let nonce = links::random().ok_or_else(|| FailedCall::broken().into_response())?;
        let open = usize::try_from(open).unwrap_or(usize::MAX);
        Ok(PageReply {
            nonce,
            csrf: self.csrf.clone(),
            theme: self.theme,
            open,
            position,
            bare: self.bare,
            settings,
        })
    }
}

impl PageReply {
    fn chrome(&self) -> PageChrome<'_> {
        PageChrome {
            nonce: &self.nonce,
            theme: self.theme,
            csrf: Some(&self.csrf),
            open: self.open,
            position: self.position,
            bare: self.bare,
        }
    }

    fn html(&self, status: StatusCode, text: String) -> Response {
        html(status, &self.nonce, text)
    }

    /// A page that says one thing.
    fn message(&self, status: StatusCode, heading: &str, text: &str) -> Response {
        self.html(status, asq_page::message(&self.chrome(), heading, text))
    }
}

/// A page for somebody without a cookie.
fn stranger(status: StatusCode, heading: &str, text: &str) -> Response {
    let Some(nonce) = links::random() else { return FailedCall::broken().into_response() };
    let page = asq_page::command(&stranger_chrome(&nonce), heading, text, "asq serve --link");
    html(status, &nonce, page)
}

/// What is around a page for somebody without a cookie.
pub(super) fn stranger_chrome(nonce: &str) -> PageChrome<'_> {
    PageChrome { nonce, theme: PageTheme::System, csrf: None, open: 0, position: Position(0), bare: false }
}

pub(super) fn html(status: StatusCode, nonce: &str, text: String) -> Response {
    // Without its policy no page goes out.
    let Ok(policy) = HeaderValue::from_str(&asq_page::policy(nonce)) else {
        return FailedCall::broken().into_response();
    };
    let mut reply = Response::new(Body::from(text));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    // With no-referrer, Chromium sends `Origin: null` with plain forms.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(opener, HeaderValue::from_static("same-origin"));
    reply
}

/// Leads the browser on with GET.
fn see_other(path: &str) -> Response {
    let mut reply = StatusCode::SEE_OTHER.into_response();
    match HeaderValue::from_str(path) {
        Ok(path) => reply.headers_mut().insert(LOCATION, path),
        Err(_) => return FailedCall::broken().into_response(),
    };
    reply
}

fn theme_of(head: &Parts) -> PageTheme {
    let named = cookies(head).find(|(name, _)| *name == THEME);
    named.and_then(|(_, theme)| PageTheme::named(theme)).unwrap_or_default()
}
