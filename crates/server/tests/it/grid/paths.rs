//! Ids of nothing and of others, wrong methods, and paths of no route.
//!
//! - An id that is unknown, another asker's, or no id: the same reply, byte for byte.

use super::Grid;
use crate::client::Call;
use asq_server::TokenRight;

impl Grid<'_> {
    pub(super) fn ids(&mut self) {
        let mut unknown = None;
        self.each(|grid, route| {
            if !route.path.contains("{id}") {
                return;
            }
            let (foreign, own) = (grid.foreign.clone(), grid.own.clone());
            let ids = [
                ("an unknown id", "0".repeat(26)),
                ("half an id", own[..12].to_owned()),
                ("a long id", format!("{own}0")),
                ("an id out of range", "z".repeat(26)),
                ("an encoded id", own.replacen(&own[..1], &format!("%{:02x}", own.as_bytes()[0]), 1)),
                ("an id that climbs", "..".to_owned()),
                ("an encoded NUL", "%00".to_owned()),
                ("invalid UTF-8 in the path", "%ff".to_owned()),
            ];
            for right in TokenRight::ALL {
                if route.status(right) == 403 {
                    continue;
                }
                let token = grid.token(right);
                let mut replies: Vec<_> = ids
                    .iter()
                    .map(|(attack, id)| grid.expect(attack, &route.fitting(id).token(&token), 404))
                    .collect();
                if right == TokenRight::Ask {
                    replies.push(grid.expect(
                        "another asker's id",
                        &route.fitting(&foreign).token(&token),
                        404,
                    ));
                }
                for reply in replies {
                    assert_eq!(
                        *unknown.get_or_insert_with(|| reply.body.clone()),
                        reply.body,
                        "{}",
                        route.path
                    );
                }
            }
        });
    }

    pub(super) fn methods(&mut self) {
        let all: Vec<(String, String)> =
            self.routes.iter().map(|route| (route.path.clone(), route.method.clone())).collect();
        self.each(|grid, route| {
            let (at, token) = (route.at(&grid.own), grid.token_for(route));
            let taken: Vec<&str> =
                all.iter().filter(|(of, _)| *of == route.path).map(|(_, method)| method.as_str()).collect();
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "BREW"] {
                if taken.contains(&method) {
                    continue;
                }
                let reply = grid.expect("a wrong method", &Call::new(method, &at).token(&token), 405);
                let allow = reply.header("allow").unwrap_or_default();
                assert!(taken.iter().all(|method| allow.contains(method)), "{reply:?}");
                grid.expect("the same without a token", &Call::new(method, &at), 401);
            }
            if route.method == "GET" {
                let right = route.rights[0];
                grid.expect("HEAD", &Call::new("HEAD", &at).token(&token), route.status(right));
                grid.expect("HEAD without a token", &Call::new("HEAD", &at), 401);
            }
        });
        let admin = self.token(TokenRight::Admin);
        for path in [
            "/v1",
            "/v1/",
            "/v1/nothing",
            "/v2/requests",
            "/v1/requests/",
            "//v1/requests",
            "/v1/health/x",
            "/openapi.yaml",
            "/favicon.ico",
        ] {
            self.reply("no route, no token", &Call::get(path), self.served.line(), 401);
            let reply = self.reply("no route", &Call::get(path).token(&admin), self.served.line(), 404);
            self.elsewhere.push((path.to_owned(), reply.status));
        }
    }
}
