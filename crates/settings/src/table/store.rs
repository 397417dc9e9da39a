//! Settings of the history, and of programs around asq.

use crate::given::Given;
use crate::setting::{AllowedLayers, Setting, Shape};
use crate::settings::Keep;

pub(super) const ROWS: &[Setting] = &[
    row!(
        "record",
        Own,
        Word(Keep),
        record,
        "which requests get into the history: those that went through the inbox, or all",
        None
    ),
    row!(
        "opencode.seed_compat",
        Own,
        Flag,
        opencode_seed_compat,
        "OpenCode's old habits: unknown ids are answered with true, no question events",
        Some("of asq serve, which reads it when it starts")
    ),
    row!(
        "pi.hide_tool_without_person",
        Own,
        Flag,
        pi_hide_tool_without_person,
        "in pi the model is not offered a tool where nobody could answer it",
        Some("only in pi")
    ),
];
