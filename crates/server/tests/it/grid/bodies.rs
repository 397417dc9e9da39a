//! Bodies that no route takes.

use super::Grid;
use crate::client::Call;

impl Grid<'_> {
    pub(super) fn bodies(&mut self) {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(40), "]".repeat(40));
        self.each(|grid, route| {
            if !route.has_body() {
                return;
            }
            let token = grid.token_for(route);
            let call = || Call::new(&route.method, &route.at(&grid.own)).token(&token);
            let typed = |kind: &str| Call { body: b"{}".to_vec(), ..call() }.with("Content-Type", kind);
            let huge = (asq_wire::MAX_BYTES + 1).to_string();
            let chunked = [b"500000\r\n", &vec![b' '; 0x50_0000][..], b"\r\n0\r\n\r\n"].concat();
            let attacks = [
                ("text/plain", typed("text/plain"), 415),
                ("a form", typed("application/x-www-form-urlencoded"), 415),
                ("multipart", typed("multipart/form-data; boundary=x"), 415),
                ("no content type", Call { body: b"{}".to_vec(), ..call() }, 415),
                ("two content types", typed("application/json").with("Content-Type", "text/plain"), 415),
                ("utf-16", typed("application/json; charset=utf-16"), 415),
                ("broken JSON", call().json("{\"call\":"), 400),
                ("two values", call().json("{} {}"), 400),
                ("a list", call().json("[]"), 400),
                ("a number", call().json("7"), 400),
                ("null", call().json("null"), 400),
                ("a repeated key", call().json("{\"call\":{},\"call\":{}}"), 400),
                ("deep JSON", call().json(deep.clone()), 400),
                ("invalid UTF-8", call().json(b"{\"call\":\"\xff\"}".to_vec()), 400),
                ("NUL", call().json("{\"call\":\"\0\"}"), 400),
                ("a huge length", call().json("").with("Content-Length", &huge), 413),
                (
                    "a huge body in chunks",
                    Call { body: chunked, ..call() }
                        .with("Content-Type", "application/json")
                        .with("Transfer-Encoding", "chunked"),
                    413,
                ),
            ];
            for (attack, call, wanted) in attacks {
                grid.expect(attack, &call, wanted);
            }
        });
    }
}
