//! The tests of the command: one program, a module per subject. Each runs the real binary as a process of its own.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests may panic, print, and read whatever files they need"
)]

mod about;
mod ask;
mod bytes_out;
mod check;
mod clock;
mod completions;
mod contracts;
mod day;
mod deliveries;
mod demo_script;
mod doctor_walk;
mod done;
mod drafts;
mod embed_lines;
mod embed_posted;
mod faults;
mod file_limits;
mod formats_hostile;
mod host;
mod in_passing;
mod install;
mod install_files;
mod install_list;
mod install_mcp;
mod keep_states;
mod keep_story;
mod lines;
mod mcp;
mod mcp_client;
mod mcp_forms;
mod mcp_http;
mod mistakes;
mod misuse;
mod ordinary_user;
mod own_tree;
mod plain;
mod pty;
mod questionnaire;
mod quick;
mod run;
mod secrets;
mod serve;
mod serve_links;
mod serve_sessions;
mod serve_tls;
mod served;
mod serving;
mod settings;
mod shop;
mod signal_any;
mod signals;
mod store_answer;
mod store_ask;
mod store_look;
mod store_postgres;
mod store_wrong;
mod surface_lost;
mod terminal;
mod tmux;
mod tmux_ask;
mod tmux_completions;
mod tmux_contracts;
mod tmux_danger;
mod tmux_endings;
mod tmux_examples;
mod tmux_inbox;
mod tmux_inbox_faults;
mod tmux_install;
mod tmux_keys;
mod tmux_lines;
mod tmux_notify;
mod tmux_opener;
mod tmux_page;
mod tmux_phishing;
mod tmux_pick;
mod tmux_questionnaire;
mod tmux_quick;
mod tmux_reading;
mod tmux_receipt;
mod tmux_resize;
mod tmux_resize_any;
mod tmux_serve;
mod tmux_settings;
mod tmux_setup;
mod tmux_signals;
mod tmux_store;
mod tmux_themes;
mod tokens;
mod two_users;
mod two_users_files;
mod waits;

const ASQ: &str = env!("CARGO_BIN_EXE_asq");
