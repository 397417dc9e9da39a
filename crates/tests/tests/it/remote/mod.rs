//! A store on a server, over real connections: what a process on the server's machine does, and what one elsewhere does.

mod asks;
mod away;
mod inbox;
mod log;
mod secrets;
mod setting;
