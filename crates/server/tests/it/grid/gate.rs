//! What the gate refuses before any route: other names, pages of other origins.

use super::Grid;
use crate::client::Call;
use crate::served::CORS;

impl Grid<'_> {
    /// With and without a token: the gate doesn't look at it.
    pub(super) fn names_and_pages(&mut self) {
        self.each(|grid, route| {
            let (call, token) = (route.call(&grid.own), grid.token_for(route));
            let own = format!("http://{}", grid.served.at.host());
            for call in [call.clone(), call.token(&token)] {
                let with = |name, value: &str| call.clone().with(name, value);
                let host = grid.served.at.host();
                for (attack, call, wanted) in [
                    ("evil host", with("Host", "evil.example"), 421),
                    ("empty host", with("Host", ""), 421),
                    ("host without port", with("Host", "127.0.0.1"), 421),
                    ("0.0.0.0", with("Host", &host.replace("127.0.0.1", "0.0.0.0")), 421),
                    ("two hosts", with("Host", &host).with("Host", &host), 421),
                    (
                        "evil address",
                        Call { path: format!("http://evil.example{}", call.path), ..call.clone() },
                        421,
                    ),
                    ("evil origin", with("Origin", "https://evil.example"), 403),
                    ("null origin", with("Origin", "null"), 403),
                    ("origin of another port", with("Origin", "http://127.0.0.1:1"), 403),
                    ("https origin", with("Origin", &own.replace("http", "https")), 403),
                    ("origin that begins alike", with("Origin", &format!("{own}.evil.example")), 403),
                    ("two origins", with("Origin", &own).with("Origin", &own), 403),
                    (
                        "a WebSocket from elsewhere",
                        with("Origin", "https://evil.example")
                            .with("Connection", "Upgrade")
                            .with("Upgrade", "websocket"),
                        403,
                    ),
                    ("cross-site", with("Sec-Fetch-Site", "cross-site"), 403),
                    ("same-site", with("Sec-Fetch-Site", "same-site"), 403),
                    (
                        "own origin, cross-site",
                        with("Origin", &own).with("Sec-Fetch-Site", "cross-site"),
                        403,
                    ),
                ] {
                    let reply = grid.expect(attack, &call, wanted);
                    assert_eq!(reply.header("access-control-allow-origin"), None, "{attack}");
                }
            }
            let none = Call { headers: vec![("Host".into(), CORS.into())], ..route.call(&grid.own) };
            grid.expect("an origin as the host", &none, 421);
        });
    }
}
