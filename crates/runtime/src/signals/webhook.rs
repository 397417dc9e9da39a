//! A POST to the person's own address for each announcement: ntfy, or any webhook.
//!
//! - It contains agent, folder, kind, header and danger; the question only if the settings allow it.
//! - It leads to the page of each request, if a server runs whose pages other machines reach; a click in ntfy, too.
//! - It goes over https, or over http within the person's own network.
//! - A name and password, or a token after `#token=`, are sent as authorization and shown nowhere.
//! - It follows no redirect, and gives up after ten seconds.
//! - ntfy gets headers and a line of text, everything else JSON.

use super::payload::arrivals;
use asq_core::inbox::ArrivalNews;
use asq_core::text::Shown;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// The longest time for everything.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest time until a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// The person's address, as the setting has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// Without a password or token.
    url: String,
    host: String,
    authorization: Option<String>,
    ntfy: bool,
}

/// Why an address can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWebhook {
    /// It isn't an address.
    #[error("notify.url isn't an address such as https://ntfy.sh/TOPIC")]
    Shape,
    /// It would send the announcement in the clear to somebody else's network.
    #[error("notify.url needs https beyond your own network")]
    Clear,
}

/// One POST, for the watcher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WebhookPost {
    url: String,
    host: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Webhook {
    /// Reads the setting; `None` if it is empty.
    ///
    /// # Errors
    /// The address can't be used.
    pub fn read(setting: &str) -> Result<Option<Webhook>, NoWebhook> {
        if setting.trim().is_empty() {
            return Ok(None);
        }
        if setting.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(NoWebhook::Shape);
        }
        let (address, fragment) = setting.split_once('#').unwrap_or((setting, ""));
        let (scheme, rest) = address.split_once("://").ok_or(NoWebhook::Shape)?;
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let (user, place) = match authority.rsplit_once('@') {
            Some((user, place)) => (Some(user), place),
            None => (None, authority),
        };
        let host = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((address, _)) => address,
            None => place.split(':').next().unwrap_or_default(),
        };
        if host.is_empty() {
            return Err(NoWebhook::Shape);
        }
        match scheme {
            "https" => {}
            "http" if is_near(host) => {}
            "http" => return Err(NoWebhook::Clear),
            _ => return Err(NoWebhook::Shape),
        }
        let token = fragment.strip_prefix("token=").map(|token| format!("Bearer {token}"));
        let basic = user.map(|user| format!("Basic {}", base64(user.as_bytes())));
        Ok(Some(Webhook {
            url: format!("{scheme}://{place}{path}"),
            host: host.to_owned(),
            authorization: token.or(basic),
            ntfy: host.split('.').next() == Some("ntfy") || fragment == "ntfy",
        }))
    }

    /// The address as it may be shown.
    pub fn shown(&self) -> &str {
        &self.url
    }

    /// The POST; `pages` is the address before `/r/ID`.
    pub(super) fn post(&self, news: &ArrivalNews, question: bool, pages: Option<&str>) -> WebhookPost {
        let danger = news.requests.iter().any(|pending| pending.summary.danger);
        let mut headers: Vec<(String, String)> = Vec::new();
        let mut header = |name: &str, value: String| headers.push((name.to_owned(), value));
        if let Some(authorization) = &self.authorization {
            header("Authorization", authorization.clone());
        }
        let body = if self.ntfy {
            header("Title", encoded(&news.title));
            header("Tags", "question".to_owned());
            if danger {
                header("Priority", "high".to_owned());
            }
            if let Some(pages) = pages {
                // Of several requests, none is the one.
                let path = match &news.requests[..] {
                    [one] => format!("r/{}", one.id),
                    _ => String::new(),
                };
                header("Click", format!("{pages}/{path}"));
            }
            header("Content-Type", "text/plain; charset=utf-8".to_owned());
            news.body.to_string()
        } else {
            header("Content-Type", "application/json".to_owned());
            arrivals(news, question, pages).to_string()
        };
        WebhookPost { url: self.url.clone(), host: self.host.clone(), headers, body }
    }
}

impl WebhookPost {
    /// The address as it may be shown.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Sends it.
    ///
    /// # Errors
    /// The receiver can't be reached, or refuses; in words, with its name.
    pub(super) fn send(&self) -> Result<(), String> {
        let roots = rustls_native_certs::load_native_certs().certs;
        let roots: Vec<Certificate<'static>> =
            roots.iter().map(|root| Certificate::from_der(root).to_owned()).collect();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::Specific(Arc::new(roots)))
            .unversioned_rustls_crypto_provider(provider)
            .build();
        let agent = ureq::Agent::config_builder()
            .tls_config(tls)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(PATIENCE))
            .timeout_connect(Some(CONNECT))
            .proxy(None)
            .user_agent("asq")
            .build()
            .new_agent();
        let mut request = agent.post(&self.url);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let told = |why: String| {
            let why: String = why.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
            format!("{}: {why}", self.host)
        };
        match request.send(self.body.as_str()) {
            Ok(reply) if reply.status().is_success() => Ok(()),
            Ok(reply) => Err(told(format!("it answered {}", reply.status().as_u16()))),
            Err(error) => Err(told(error.to_string())),
        }
    }
}

/// Whether a host is this machine, or in the person's own network.
fn is_near(host: &str) -> bool {
    match host.parse() {
        Ok(IpAddr::V4(address)) => address.is_loopback() || address.is_private() || address.is_link_local(),
        Ok(IpAddr::V6(address)) => address.is_loopback() || address.is_unique_local(),
        Err(_) => host == "localhost",
    }
}

/// A header's value: ASCII as it is, anything else as RFC 2047 has it.
fn encoded(text: &Shown) -> String {
    let text = text.as_str();
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return text.to_owned();
    }
    format!("=?UTF-8?B?{}?=", base64(text.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            let _ = text.write_char(if at <= three.len() { letter.into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{NoWebhook, Webhook, WebhookPost};
    use asq_core::inbox::ArrivalNews;
    use asq_core::text::{Shown, Untrusted};
    use asq_testkit::hostile::hostile;
    use asq_testkit::sample::pending;
    use expect_test::expect;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::Arc;
    use std::thread::JoinHandle;

    fn news(title: &str) -> ArrivalNews {
        ArrivalNews {
            title: Shown::one_line(&Untrusted::from(title)),
            body: Shown::own("pick one: Go on?"),
            requests: vec![Arc::new(pending(1)), Arc::new(pending(2))],
            waiting: 3,
        }
    }

    /// A receiver that takes one POST and answers with these bytes; returns what came.
    fn receiver(answer: &'static str) -> (u16, JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let taken = std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            let came = request(&stream);
            (&stream).write_all(answer.as_bytes()).unwrap();
            came
        });
        (port, taken)
    }

    fn request(stream: &TcpStream) -> String {
        let mut from = BufReader::new(stream);
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            from.read_line(&mut line).unwrap();
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            let ends = line.trim().is_empty();
            if !line.to_ascii_lowercase().starts_with("host:") {
                head.push_str(&line.replace('\r', ""));
            }
            if ends {
                let mut body = vec![0; length];
                from.read_exact(&mut body).unwrap();
                return head + &String::from_utf8(body).unwrap();
            }
        }
    }

    fn post(url: &str, title: &str, question: bool) -> WebhookPost {
        Webhook::read(url).unwrap().unwrap().post(&news(title), question, None)
    }

    #[test]
    fn it_leads_to_the_page_of_each_request() {
        let pages = Some("https://asq.example");
        let post =
            |url: &str, news: &ArrivalNews| Webhook::read(url).unwrap().unwrap().post(news, false, pages);
        let (two, mut one) = (news("asq: pi"), news("asq: pi"));
        one.requests.truncate(1);
        let click = |news: &ArrivalNews| {
            let post = post("https://ntfy.sh/t", news);
            post.headers.into_iter().find(|(name, _)| name == "Click").map(|(_, value)| value)
        };
        let page = "https://asq.example/r/00000000000000000000000001";
        assert_eq!(
            (click(&one).as_deref(), click(&two).as_deref()),
            (Some(page), Some("https://asq.example/"))
        );
        let body: serde_json::Value = serde_json::from_str(&post("https://example.org/", &two).body).unwrap();
        let second = "https://asq.example/r/00000000000000000000000002";
        assert_eq!(
            [&body["url"], &body["requests"][0]["url"], &body["requests"][1]["url"]],
            [page, page, second]
        );
    }

    #[test]
    fn a_webhook_gets_json_and_ntfy_a_line() {
        const DONE: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
        let (port, taken) = receiver(DONE);
        assert_eq!(post(&format!("http://ann:pw@127.0.0.1:{port}/hook?x=1"), "asq: pi", true).send(), Ok(()));
        expect![[r#"
            POST /hook?x=1 HTTP/1.1
            content-length: 531
            user-agent: asq
            accept: */*
            authorization: Basic YW5uOnB3
            content-type: application/json

            {"id":"00000000000000000000000001","dialect":"asq","agent":"builder","session":null,"folder":"/srv","kind":"one","header":"Go on?","danger":false,"question":"Go on?","v":1,"waiting":3,"requests":[{"id":"00000000000000000000000001","dialect":"asq","agent":"builder","session":null,"folder":"/srv","kind":"one","header":"Go on?","danger":false,"question":"Go on?"},{"id":"00000000000000000000000002","dialect":"asq","agent":"builder","session":null,"folder":"/srv","kind":"one","header":"Go on?","danger":false,"question":"Go on?"}]}"#]].assert_eq(&taken.join().unwrap());
        let (port, taken) = receiver(DONE);
        assert_eq!(post(&format!("http://127.0.0.1:{port}/topic#ntfy"), "asq: pï", false).send(), Ok(()));
        expect![[r#"
            POST /topic HTTP/1.1
            content-length: 16
            user-agent: asq
            accept: */*
            title: =?UTF-8?B?YXNxOiBww68=?=
            tags: question
            content-type: text/plain; charset=utf-8

            pick one: Go on?"#]]
        .assert_eq(&taken.join().unwrap());
    }

    #[test]
    fn a_receiver_that_refuses_or_is_gone_is_named_without_its_password() {
        let (port, taken) =
            receiver("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n");
        let told = post(&format!("http://ann:pw@127.0.0.1:{port}/"), "asq: pi", false).send();
        assert_eq!(told, Err("127.0.0.1: it answered 302".to_owned()));
        taken.join().unwrap();
        let told = post("http://ann:pw@127.0.0.1:1/", "asq: pi", false).send().unwrap_err();
        assert!(told.starts_with("127.0.0.1: ") && !told.contains("pw"), "{told}");
    }

    #[test]
    fn hostile_text_stays_in_its_header_and_its_string() {
        for (_, case) in hostile() {
            let WebhookPost { headers, .. } = post("https://ntfy.sh/t", &case, false);
            for (name, value) in headers {
                assert!(value.bytes().all(|b| (b' '..=b'~').contains(&b)), "{case:?}: {name}: {value:?}");
            }
            let WebhookPost { body, .. } = post("https://example.org/", &case, true);
            assert!(serde_json::from_str::<serde_json::Value>(&body).is_ok(), "{case:?}");
        }
    }

    #[test]
    fn an_address_is_https_or_near() {
        let host = |url| Webhook::read(url).map(|it| it.map(|it| it.shown().to_owned()));
        assert_eq!(host(""), Ok(None));
        assert_eq!(host("https://a:b@ntfy.sh/t#token=x"), Ok(Some("https://ntfy.sh/t".to_owned())));
        for near in ["http://localhost:8080/x", "http://127.0.0.1", "http://10.1.2.3/", "http://[::1]:9/"] {
            assert!(matches!(host(near), Ok(Some(_))), "{near}");
        }
        for far in ["http://example.org/", "http://8.8.8.8/", "http://10.example.org/"] {
            assert_eq!(host(far), Err(NoWebhook::Clear), "{far}");
        }
        for none in ["ntfy.sh/t", "ftp://x/", "https://", "https://x/\r\nHost: y", "file:///etc/passwd"] {
            assert_eq!(host(none), Err(NoWebhook::Shape), "{none}");
        }
    }
}
