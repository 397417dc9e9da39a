//! What an agent was doing when it asked, in the store and in the public JSON.
//!
//! - Absent parts are left out.
//! - A host's empty parts count as absent.

use super::{raw_option, untrusted};
use asq_core::life::About;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredAbout {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    says: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    task: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
}

impl From<&About> for StoredAbout {
    fn from(about: &About) -> StoredAbout {
        let About { says, task, branch, link, text, diff } = about;
        StoredAbout {
            says: raw_option(says.as_ref()),
            task: raw_option(task.as_ref()),
            branch: raw_option(branch.as_ref()),
            link: raw_option(link.as_ref()),
            text: raw_option(text.as_ref()),
            diff: raw_option(diff.as_ref()),
        }
    }
}

impl StoredAbout {
    /// The same without empty parts, as a host may send them.
    pub(crate) fn filled(self) -> StoredAbout {
        let StoredAbout { says, task, branch, link, text, diff } = self;
        let filled = |part: Option<String>| part.filter(|text| !text.is_empty());
        StoredAbout {
            says: filled(says),
            task: filled(task),
            branch: filled(branch),
            link: filled(link),
            text: filled(text),
            diff: filled(diff),
        }
    }

    pub(crate) fn back(self) -> Option<Box<About>> {
        let StoredAbout { says, task, branch, link, text, diff } = self;
        About {
            says: untrusted(says),
            task: untrusted(task),
            branch: untrusted(branch),
            link: untrusted(link),
            text: untrusted(text),
            diff: untrusted(diff),
        }
        .known()
    }
}
