//! Slowloris: a head and a body that never end, on every route at once.

use super::Grid;
use crate::client::{Call, Line};
use crate::served::{SHORT, Served, Setup};

impl Grid<'_> {
    /// On a server of its own, whose time limits are short.
    pub(super) fn slow(&mut self) {
        let served = Served::with(Setup::limits(|limits| (limits.head, limits.body) = (SHORT, SHORT)));
        let own = served.ask("own");
        let tokens = [&served.asker, &served.answerer, &served.observer, &served.admin].map(Clone::clone);
        let sends = |bytes: &[u8]| {
            let mut line = served.line();
            line.send(bytes);
            line
        };
        let mut late: Vec<(usize, &'static str, &'static str, Line)> = Vec::new();
        for (column, route) in self.routes.clone().iter().enumerate() {
            let token = &tokens[route.rights[0] as usize];
            let call = Call::new(&route.method, &route.at(&own)).token(token);
            let head = call.bytes(&served.at.host());
            late.push((column, "a head that never ends", "GET", sends(&head[..head.len() - 2])));
            if route.has_body() {
                let body = call.json("{").with("Content-Length", "1000").bytes(&served.at.host());
                late.push((column, "a body that never ends", "POST", sends(&body)));
            }
        }
        assert_eq!(served.answers(Call::get("/v1/health")).status, 200, "others are served meanwhile");
        late.sort_by_key(|(_, attack, _, _)| *attack == "a body that never ends");
        for (column, attack, method, mut line) in late {
            let reply = line.reply(method);
            assert_eq!(reply.problem(), (408, "timeout".into()), "{attack}: {:?}", self.routes[column]);
            assert_eq!(line.rest(), b"", "{attack}");
            self.column = column;
            self.note(attack, reply.status);
        }
        assert_eq!(served.store.head().unwrap().position.0, 1);
    }
}
