//! A store over HTTP while things go wrong: the real server, real networks, and asq's own client.
//!
//! - A person on another machine answers an agent in a sandbox that sees nothing but the socket.
//! - A cable is cut, a server is killed: nothing is lost, and nothing happens twice.
//! - Many answer one request at once; two servers share a database.

mod askers;
mod cut_cable;
mod killed;
mod other_machine;
mod parties;
mod race;
mod site;
mod two_servers;
