//! Tokens that don't count, and those whose right doesn't reach a route.
//!
//! - Whatever is wrong with a token, the reply is the same.
//! - Nothing but its own requests exists for a token that asks, nor for a narrowed one.

use super::Grid;
use crate::client::Call;
use asq_server::{TokenRight, TokenScope};

impl Grid<'_> {
    pub(super) fn tokens_that_do_not_count(&mut self) {
        let expired = self.served.tokens.add(TokenRight::Admin, "old", |record| record.expires_ms = Some(1));
        let revoked = self.served.tokens.add(TokenRight::Admin, "gone", |_| ());
        self.served.tokens.revoke(&revoked);
        let mut forged = self.tokens[3].clone();
        forged.replace_range(forged.len() - 1.., if forged.ends_with('0') { "1" } else { "0" });
        let foreign = format!("asq_{}_{}", "f".repeat(12), "0".repeat(64));
        let mut body = None;
        self.each(|grid, route| {
            let (call, good) = (route.call(&grid.own), grid.token_for(route));
            let header = |value: &str| call.clone().with("Authorization", value);
            let attacks = [
                ("no token", call.clone()),
                ("empty token", header("Bearer ")),
                ("empty authorization", header("")),
                ("no scheme", header(&good)),
                ("another scheme", header(&format!("Basic {good}"))),
                (
                    "doubled token",
                    header(&format!("Bearer {good}")).with("Authorization", &format!("Bearer {good}")),
                ),
                ("two tokens in one", header(&format!("Bearer {good}, Bearer {good}"))),
                ("foreign token", header(&format!("Bearer {foreign}"))),
                ("forged token", header(&format!("Bearer {forged}"))),
                ("expired token", header(&format!("Bearer {expired}"))),
                ("revoked token", header(&format!("Bearer {revoked}"))),
                ("token in the query", Call { path: format!("{}?token={good}", call.path), ..call.clone() }),
                ("cookie of nobody", call.clone().with("Cookie", &format!("asq_1={}", "0".repeat(64)))),
            ];
            for (attack, call) in attacks {
                let reply = grid.expect(attack, &call, 401);
                assert_eq!(reply.header("www-authenticate"), Some("Bearer"), "{attack}");
                assert_eq!(*body.get_or_insert_with(|| reply.body.clone()), reply.body, "{attack}");
            }
        });
    }

    pub(super) fn rights(&mut self) {
        let mut unknown = None;
        self.each(|grid, route| {
            for right in TokenRight::ALL {
                let name = match right {
                    TokenRight::Ask => "a token that asks",
                    TokenRight::Answer => "a token that answers",
                    TokenRight::Observe => "a token that observes",
                    TokenRight::Admin => "a token that administers",
                };
                let call = route.call(&grid.own).token(&grid.token(right));
                let reply = grid.expect(name, &call, route.status(right));
                if reply.status == 404 {
                    assert_eq!(
                        *unknown.get_or_insert_with(|| reply.body.clone()),
                        reply.body,
                        "{}",
                        route.path
                    );
                }
            }
        });
        // Of another session: only the routes of the element exist, and there it sees nothing.
        let scope = TokenScope { session: Some("another".into()), ..TokenScope::default() };
        let narrowed =
            self.served.tokens.add(TokenRight::Answer, "narrowed", |record| record.scope = Some(scope));
        self.each(|grid, route| {
            let sees_none = ["/v1/embed/calls/{call}", "/v1/embed/news"].contains(&route.path.as_str());
            let call = route.fitting(&grid.own).token(&narrowed);
            let reply = grid.expect("a token of another session", &call, if sees_none { 200 } else { 404 });
            assert!(sees_none || unknown.as_ref() == Some(&reply.body), "{}", route.path);
        });
        // A path of no route is as unknown.
        let asker = self.token(TokenRight::Ask);
        let reply =
            self.reply("unknown path", &Call::get("/v1/nothing").token(&asker), self.served.line(), 404);
        assert_eq!(Some(reply.body), unknown);
    }
}
