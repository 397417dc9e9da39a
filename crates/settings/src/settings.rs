//! The settings, every one of them with a value.
//!
//! - The thirteen of `questionnaire`'s contract under their own names, in snake case.
//! - Those that are asq's own, read from config.toml.
//! - Built from values in a test or by a host: `Settings { bell_on_question: false, ..Settings::default() }`.

use std::fmt;

/// What a person has set, completely resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Whether a form offers its page in the browser where a server runs.
    pub browser_enabled: bool,
    /// Whether the page is opened by itself.
    pub browser_auto_open: bool,
    /// From how many questions on the page is opened by itself, 1–4.
    pub browser_min_questions: u32,
    /// Whether the page's address goes to the clipboard.
    pub copy_url_to_clipboard: bool,
    /// Whether the terminal's bell rings when a form opens.
    pub bell_on_question: bool,
    /// Whether a desktop notification tells of a form.
    pub notification_on_question: bool,
    /// Seconds before it does, 0–300.
    pub notification_delay_seconds: u32,
    /// Whether the header is spoken.
    pub tts_on_question: bool,
    /// The command line for `sh` that runs when a form opens; empty for none.
    pub on_question_command: String,
    /// Whether a host is told now and then that a form is open.
    pub heartbeat_while_active: bool,
    /// Minutes between two heartbeats, 0.5–60.
    pub heartbeat_interval_minutes: f64,
    /// Milliseconds before a changed draft is told to others, 0–10,000.
    pub debounce_ms: u32,
    /// Whether dangerous questions are confirmed by typing.
    pub danger_check_enabled: bool,
    /// The colours of a form.
    pub theme: ThemeName,
    /// Which keys do what.
    pub keys: Keys,
    /// Where a form is drawn.
    pub surface: Surface,
    /// Whether a form is plain numbered lines.
    pub accessible: bool,
    /// Whether a form whose contract has a clock shows it.
    pub timer: bool,
    /// Milliseconds in which a key can't answer what has just come up, 0–60,000.
    pub guard: u32,
    pub answer_unknown: bool,
    /// Seconds for which the inbox holds an answer back, 0–10.
    pub inbox_hold: f64,
    /// Hours of the day in which the inbox does not ring, such as `22:00-08:00`; empty for none.
    pub inbox_quiet: String,
    /// What the inbox groups requests by.
    pub inbox_group: Grouped,
    /// Which requests get into the history.
    pub record: Keep,
    /// Whether two old habits of OpenCode's server are kept.
    pub opencode_seed_compat: bool,
    /// Whether pi hides a tool from the model where nobody can answer.
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
            answer_unknown: false,
            inbox_hold: 3.0,
            inbox_quiet: String::new(),
            inbox_group: Grouped::None,
            record: Keep::Inbox,
            opencode_seed_compat: false,
            pi_hide_tool_without_person: false,
        }
    }
}

/// Which colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ThemeName {
    /// What suits the terminal.
    #[default]
    Auto,
    Dark,
    Light,
    /// No colours.
    None,
    /// A theme file's name, without folder and ending.
    File(String),
}

impl ThemeName {
    /// The names that are no file's.
    pub const WORDS: [&str; 4] = ["auto", "dark", "light", "none"];

    /// By its name.
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

/// A word of a fixed few.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$variant_about:meta])* $variant:ident = $word:literal),+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name { $($(#[$variant_about])* $variant),+ }

        impl $name {
            /// The words, in the order of the variants.
            pub const WORDS: &[&str] = &[$($word),+];

            /// By its word.
            pub fn named(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }

            /// Its word.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}

words! {
    /// Where a form is drawn.
    Surface {
        /// Below the cursor.
        #[default]
        Inline = "inline",
        /// On the alternate screen.
        Fullscreen = "fullscreen"
    }
}

words! {
    /// Which keys an action has where no binding says otherwise.
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
        /// Not at all: the oldest first.
        #[default]
        None = "none",
        /// Who asks.
        Agent = "agent",
        /// The folder that the asker works in.
        Folder = "folder"
    }
}

words! {
    /// Which requests get into the history.
    Keep {
        /// Those that went through the store.
        #[default]
        Inbox = "inbox",
        /// All of them.
        Always = "always"
    }
}

/// Which keys do what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// The table to begin with.
    pub preset: Preset,
    /// What the person changed in it.
    pub bindings: Bindings,
}

/// Actions with their keys, as they were written; which names there are, the reader of the keys knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings(pub Vec<(String, Vec<String>)>);

impl Bindings {
    /// Most actions that can be bound.
    pub const MOST: usize = 256;
    /// Most keys of one action.
    pub const MOST_KEYS: usize = 16;
    /// Most characters of an action's or a key's name.
    pub const MOST_CHARS: usize = 64;

    /// The keys of an action; `None` where it keeps those of the preset.
    pub fn of(&self, action: &str) -> Option<&[String]> {
        self.0.iter().find(|(name, _)| name == action).map(|(_, keys)| keys.as_slice())
    }
}
