//! What all pages load besides their HTML.
//!
//! - The scripts are small modules; nothing comes from third parties.
//! - The worker only shows notifications and follows a click on one. It keeps nothing.

/// A file that pages load.
#[derive(Clone, Copy, Debug)]
pub struct PagePart {
    /// Its path.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// Its text.
    pub text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! script {
    ($name:literal) => {
        PagePart {
            path: concat!("/page/", $name),
            kind: SCRIPT,
            text: include_str!(concat!("script/", $name)),
        }
    };
}

macro_rules! embedded {
    ($name:literal) => {
        PagePart {
            path: concat!("/embed/", $name),
            kind: SCRIPT,
            text: include_str!(concat!("script/embed/", $name)),
        }
    };
}

impl PagePart {
    /// All of them; the first is the script that loads the others.
    pub const ALL: [PagePart; 17] = [
        script!("page.js"),
        script!("wire.js"),
        script!("list.js"),
        script!("form.js"),
        script!("hold.js"),
        script!("options.js"),
        script!("keys.js"),
        script!("news.js"),
        // For pages of other origins (docs/element.md).
        PagePart { path: "/embed.js", kind: SCRIPT, text: include_str!("script/embed.js") },
        embedded!("asq.js"),
        embedded!("copied.js"),
        embedded!("opencode.js"),
        embedded!("style.js"),
        embedded!("wire.js"),
        // A worker looks after the pages below its own path.
        PagePart { path: "/worker.js", kind: SCRIPT, text: include_str!("script/worker.js") },
        PagePart {
            path: "/manifest.webmanifest",
            kind: "application/manifest+json",
            text: include_str!("script/manifest.json"),
        },
        PagePart { path: "/icon.svg", kind: "image/svg+xml", text: include_str!("script/icon.svg") },
    ];
}
