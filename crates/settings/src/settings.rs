//! The settings, each with a value.
//!
//! - The thirteen settings of `questionnaire`'s contract keep their names, in snake case.
//! - asq's own settings come from config.toml.
//! - A test or a host builds them from values: `Settings { bell_on_question: false, ..Settings::default() }`.

use std::fmt;

/// All of a person's settings, resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Whether a form offers its browser page if a server runs.
    pub browser_enabled: bool,
    /// Whether the page opens by itself.
    pub browser_auto_open: bool,
    /// The fewest questions for which the page opens by itself, 1–4.
    pub browser_min_questions: u32,
    /// Whether the page's address goes to the clipboard.
    pub copy_url_to_clipboard: bool,
    /// Whether the terminal's bell rings when a form opens.
    pub bell_on_question: bool,
    /// Whether a desktop notification announces a form.
    pub notification_on_question: bool,
    /// Seconds before the notification, 0–300.
    pub notification_delay_seconds: u32,
    /// Whether the header is read aloud.
    pub tts_on_question: bool,
    /// The command line that `sh` runs when a form opens; empty for none.
    pub on_question_command: String,
    /// Whether heartbeats tell the host that a form is still open.
    pub heartbeat_while_active: bool,
    /// Minutes between two heartbeats, 0.5–60.
    pub heartbeat_interval_minutes: f64,
    /// Milliseconds before other surfaces see a changed draft, 0–10,000.
    pub debounce_ms: u32,
    /// Whether the person confirms dangerous questions by typing.
    pub danger_check_enabled: bool,
    /// The colours of a form.
    pub theme: ThemeName,
    pub keys: Keys,
    /// Where a form is drawn.
    pub surface: Surface,
    /// Whether a form is plain numbered lines.
    pub accessible: bool,
    /// Whether a form shows its contract's clock.
    pub timer: bool,
    /// Milliseconds in which a key can't answer what has just appeared, 0–60,000.
    pub guard: u32,
    pub answer_unknown: UnknownAnswers,
    /// Seconds for which the inbox holds an answer back, 0–10.
    pub inbox_hold: f64,
    /// Hours in which the inbox doesn't ring, such as `22:00-08:00`; empty for none.
    pub inbox_quiet: String,
    pub inbox_group: Grouped,
    pub inbox_on_hangup: OnHangup,
    pub inbox_order: InboxOrder,
    /// Whether the next request opens after an answer.
    pub inbox_advance: bool,
    /// Whether the last answer to the same question is offered again.
    pub inbox_propose: bool,
    pub inbox_mouse: bool,
    /// The command that opens a folder, a diff or a link; empty for none.
    pub inbox_open: String,
    pub notify: NotifySettings,
    /// What `asq status` prints.
    pub status_format: String,
    /// Which requests the history keeps.
    pub record: Keep,
    pub serve: ServeSettings,
    /// How long the calls of an agent over MCP wait, such as `cursor=10m, goose=4m`; empty for what suits each.
    pub mcp_limits: String,
    /// Whether to keep two old habits of OpenCode's server.
    pub opencode_seed_compat: bool,
    /// Whether pi hides a tool from the model when nobody can answer.
    pub pi_hide_tool_without_person: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            browser_enabled: true,
            browser_auto_open: false,
            browser_min_questions: 2,
            copy_url_to_clipboard: true,
            bell_on_question: true,
            notification_on_question: false,
            notification_delay_seconds: 30,
            tts_on_question: false,
            on_question_command: String::new(),
            heartbeat_while_active: false,
            heartbeat_interval_minutes: 4.5,
            debounce_ms: 300,
            danger_check_enabled: true,
            theme: ThemeName::Auto,
            keys: Keys::default(),
            surface: Surface::Inline,
            accessible: false,
            timer: true,
            guard: 250,
            answer_unknown: UnknownAnswers::Take,
            inbox_hold: 3.0,
            inbox_quiet: String::new(),
            inbox_group: Grouped::None,
            inbox_on_hangup: OnHangup::Send,
            inbox_order: InboxOrder::Asked,
            inbox_advance: true,
            inbox_propose: true,
            inbox_mouse: true,
            inbox_open: String::new(),
            notify: NotifySettings::default(),
            status_format: "{?waiting}asq {waiting}{/}".to_owned(),
            record: Keep::Inbox,
            serve: ServeSettings::default(),
            mcp_limits: String::new(),
            opencode_seed_compat: false,
            pi_hide_tool_without_person: false,
        }
    }
}

/// The limits that the server has for each token, 1–65,536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServeSettings {
    /// The most calls at once, other than streams and waits.
    pub calls: u32,
    /// The most streams at once.
    pub streams: u32,
    /// The most waits for endings at once.
    pub waits: u32,
}

impl Default for ServeSettings {
    fn default() -> ServeSettings {
        ServeSettings { calls: 64, streams: 256, waits: 1024 }
    }
}

/// The colours of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ThemeName {
    /// Whatever suits the terminal.
    #[default]
    Auto,
    Dark,
    Light,
    /// No colours.
    None,
    /// A theme file's name, without folder and extension.
    File(String),
}

impl ThemeName {
    /// The names that aren't files.
    pub const WORDS: [&str; 4] = ["auto", "dark", "light", "none"];

    /// Any other name is a theme file's.
    pub fn named(name: &str) -> ThemeName {
        match name {
            "auto" => ThemeName::Auto,
            "dark" => ThemeName::Dark,
            "light" => ThemeName::Light,
            "none" => ThemeName::None,
            file => ThemeName::File(file.to_owned()),
        }
    }
}

impl fmt::Display for ThemeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ThemeName::Auto => "auto",
            ThemeName::Dark => "dark",
            ThemeName::Light => "light",
            ThemeName::None => "none",
            ThemeName::File(name) => name,
        })
    }
}

/// An enum whose variants are words in a file.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$variant_about:meta])* $variant:ident = $word:literal),+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$variant_about])* $variant),+ }

        impl $name {
            /// The words, in the order of the variants.
            pub const WORDS: &[&str] = &[$($word),+];

            /// The variant of this word.
            pub fn named(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }

            /// This variant's word.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}

words! {
    /// Where a form is drawn.
    Surface {
        /// Below the cursor; on the alternate screen where a resize would leave rows behind.
        #[default]
        Inline = "inline",
        /// On the alternate screen.
        Fullscreen = "fullscreen"
    }
}

words! {
    /// The keys that an action has if no binding changes them.
    Preset {
        #[default]
        Default = "default",
        Vi = "vi",
        Emacs = "emacs"
    }
}

words! {
    /// What the inbox groups requests by.
    Grouped {
        /// No groups; the oldest request comes first.
        #[default]
        None = "none",
        /// The asking agent.
        Agent = "agent",
        /// The asker's folder.
        Folder = "folder",
        /// How urgent it is.
        Urgency = "urgency"
    }
}

words! {
    /// What becomes of an answer that is held back when the inbox's window closes.
    OnHangup {
        #[default]
        Send = "send",
        /// It stays a draft that says that it was not sent.
        Keep = "keep"
    }
}

words! {
    /// What becomes of an answer in an inbox or a form if nobody can tell whether the asker gave it.
    UnknownAnswers {
        /// It counts, and its record says so.
        #[default]
        Take = "take",
        Refuse = "refuse"
    }
}

words! {
    /// The order of the inbox's requests.
    InboxOrder {
        /// The oldest first.
        #[default]
        Asked = "asked",
        /// The most urgent first.
        Urgent = "urgent"
    }
}

words! {
    /// How a terminal is asked to show a notification.
    TerminalNotice {
        /// Whatever the terminal is known for.
        #[default]
        Auto = "auto",
        Osc9 = "osc9",
        Osc777 = "osc777",
        Osc99 = "osc99",
        Off = "off"
    }
}

/// When and how the person hears that a request waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotifySettings {
    /// Seconds between two announcements, 0–600.
    pub batch: u32,
    /// Minutes before a request that still waits is announced once more, 0–1,440; 0 for never.
    pub again_after: u32,
    pub terminal: TerminalNotice,
    /// Whether the inbox's title has the number of waiting requests.
    pub title: bool,
    pub buttons: bool,
    /// The command that opens a request from a notification; empty for a popup of tmux.
    pub open: String,
    /// Whether announcements contain the question.
    pub question: bool,
    /// The address that gets a POST for each announcement; empty for none.
    pub url: String,
}

impl Default for NotifySettings {
    fn default() -> NotifySettings {
        NotifySettings {
            batch: 10,
            again_after: 0,
            terminal: TerminalNotice::Auto,
            title: true,
            buttons: true,
            open: String::new(),
            question: false,
            url: String::new(),
        }
    }
}

words! {
    /// The requests that the history keeps.
    Keep {
        /// Requests that went through the store.
        #[default]
        Inbox = "inbox",
        /// All requests.
        Always = "always"
    }
}

/// The person's key bindings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// The table to start from.
    pub preset: Preset,
    /// The person's changes to it.
    pub bindings: Bindings,
}

/// Actions and their keys as written. The keymap knows which names are valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings(pub Vec<(String, Vec<String>)>);

impl Bindings {
    /// The most actions that can be bound.
    pub const MOST: usize = 256;
    /// The most keys of one action.
    pub const MOST_KEYS: usize = 16;
    /// The most characters of an action's or a key's name.
    pub const MOST_CHARS: usize = 64;

    /// An action's keys; `None` if it keeps those of the preset.
    pub fn of(&self, action: &str) -> Option<&[String]> {
        self.0.iter().find(|(name, _)| name == action).map(|(_, keys)| keys.as_slice())
    }
}
