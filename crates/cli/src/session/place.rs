//! The place of the store.
//!
//! - `ASQ_STORE` names it: a path, relative to the current folder, the address of a PostgreSQL server in one of libpq's
//!   two forms, or the address of asq's own server. Without it, the store is store.db under XDG_DATA_HOME.
//! - Reports an address that this build can't use, and never takes it for a path.
//! - Never shows more of a variable than its scheme, since an address may hold a password.

use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use asq_client::ServerAddress;
use std::ffi::OsStr;
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The variable that names the store.
pub(crate) const VARIABLE: &str = "ASQ_STORE";

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum StoreAddress {
    /// In this file.
    File(PathBuf),
    /// In a database on a server. The address, and what completes it, may hold a password.
    #[cfg(feature = "postgres")]
    Database(String, asq_store::Surroundings),
    /// Behind asq's own server.
    Server(ServerAddress),
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAddress::File(file) => file.display().fmt(f),
            #[cfg(feature = "postgres")]
            StoreAddress::Database(..) => f.write_str("a PostgreSQL database"),
            StoreAddress::Server(address) => write!(f, "the server at {address}"),
        }
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The place of the store, and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StorePlace {
    pub(crate) at: StoreAddress,
    /// Whether `ASQ_STORE` names it.
    pub(crate) named: bool,
}

/// Finds the place of the store.
///
/// # Errors
/// `ASQ_STORE` names something that can't be used, or there is no home.
pub(crate) fn of(env: &Env, cwd: Option<&Path>) -> Result<StorePlace, CommandError> {
    match env.get(VARIABLE) {
        Some(named) => Ok(StorePlace { at: at(named, env, cwd)?, named: true }),
        None => match env.data_dir() {
            Some(dir) => Ok(StorePlace { at: StoreAddress::File(dir.join("store.db")), named: false }),
            None => Err(CommandError::new(ErrorClass::Store, "there is no place for the store")
                .hint("neither XDG_DATA_HOME nor HOME names a folder; ASQ_STORE=PATH names the file itself")),
        },
    }
}

/// A path as it is meant in the current folder; `None` if that is gone and the path needs it.
pub(crate) fn in_folder(path: PathBuf, cwd: Option<&Path>) -> Option<PathBuf> {
    if path.is_absolute() { Some(path) } else { cwd.map(|cwd| cwd.join(path)) }
}

fn at(named: &OsStr, env: &Env, cwd: Option<&Path>) -> Result<StoreAddress, CommandError> {
    if is_address(named) {
        return database(named, env);
    }
    if let Some(text) = named.to_str().filter(|text| ServerAddress::claims(text)) {
        return super::server::address(text, env).map(StoreAddress::Server);
    }
    // A path may contain a colon, but an address that was taken for a path would make a file of that name.
    let scheme = named.as_bytes().windows(3).position(|three| three == b"://");
    if let Some(end) = scheme {
        let scheme = String::from_utf8_lossy(&named.as_bytes()[..end]).to_ascii_lowercase();
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
        let (what, way_out) = match scheme.as_str() {
            "file" => {
                ("'file://…', an address".to_owned(), "write the path alone: ASQ_STORE=/path/to/store.db")
            }
            short if short.len() <= SCHEME && short.bytes().all(plain) => {
                (format!("'{short}://…', an address of a kind that asq doesn't know"), KINDS)
            }
            _ => ("an address of a kind that asq doesn't know".to_owned(), KINDS),
        };
        let failure = CommandError::new(ErrorClass::Store, format!("{VARIABLE} names {what}"));
        return Err(failure.hint(way_out));
    }
    let path = PathBuf::from(named);
    if let (Ok(rest), Some(home)) = (path.strip_prefix("~"), env.home()) {
        return Ok(StoreAddress::File(home.join(rest)));
    }
    in_folder(path, cwd).map(StoreAddress::File).ok_or_else(|| {
        let what = format!("{VARIABLE} names a file in the current folder, which was removed");
        CommandError::new(ErrorClass::Store, what).hint("cd to a folder that exists, or name the whole path")
    })
}

#[cfg(feature = "postgres")]
fn is_address(named: &OsStr) -> bool {
    asq_store::is_address(&named.to_string_lossy())
}

#[cfg(not(feature = "postgres"))]
fn is_address(named: &OsStr) -> bool {
    named.to_string_lossy().starts_with("postgres")
}

#[cfg(feature = "postgres")]
fn database(named: &OsStr, env: &Env) -> Result<StoreAddress, CommandError> {
    let ill = || {
        CommandError::new(ErrorClass::Store, format!("the address in {VARIABLE} can't be read")).hint(FILE)
    };
    let around = asq_store::Surroundings {
        variables: env.beginning("PG"),
        home: env.home(),
        user: super::person::name_here(),
    };
    Ok(StoreAddress::Database(named.to_str().ok_or_else(ill)?.to_owned(), around))
}

#[cfg(not(feature = "postgres"))]
fn database(_: &OsStr, _: &Env) -> Result<StoreAddress, CommandError> {
    let what = format!("{VARIABLE} names a PostgreSQL database, which this asq was built without");
    Err(CommandError::new(ErrorClass::Store, what).hint(FILE))
}

const FILE: &str =
    "ASQ_STORE=PATH names a file on a local disk; without it the store is in your own data folder";

/// The most bytes of a scheme that a message shows.
const SCHEME: usize = 20;

#[cfg(feature = "postgres")]
const KINDS: &str = "asq knows a path, postgres://, https://, http:// and http+unix://";
#[cfg(not(feature = "postgres"))]
const KINDS: &str = "asq knows a path, https://, http:// and http+unix://";

#[cfg(test)]
mod tests {
    use super::of;
    use crate::env::Env;
    use expect_test::expect;
    use std::fmt::Write as _;
    use std::path::Path;

    #[test]
    fn the_place_and_what_is_none() {
        let mut all = String::new();
        for (store, data, home) in [
            ("", "", "/h"),
            ("", "/d", "/h"),
            ("", "d", "/h"),
            ("", "", ""),
            ("/s/a.db", "/d", "/h"),
            ("a.db", "", ""),
            ("~/a.db", "", "/h"),
            ("postgres://me:secret@db/asq", "", "/h"),
            ("host=db user=me password=secret dbname=asq", "", "/h"),
            ("HTTPS://asq.example/?token=secret", "", "/h"),
            ("https://asq.example.org:8443", "", "/h"),
            ("http://10.0.0.1:4180", "", "/h"),
            ("http+unix:///run/asq.sock", "", "/h"),
            ("file:///s/a.db", "", "/h"),
            ("redis://x", "", "/h"),
            ("my secret://x", "", "/h"),
        ] {
            let env = Env::of(&[("ASQ_STORE", store), ("XDG_DATA_HOME", data), ("HOME", home)]);
            let said = match of(&env, Some(Path::new("/cwd"))) {
                Ok(place) => {
                    format!("{} ({})", place.at, if place.named { "named" } else { "by itself" })
                }
                Err(failure) => failure.to_string(),
            };
            let _ = writeln!(all, "{store:?} {data:?} {home:?}: {said}");
        }
        let removed = Env::of(&[("ASQ_STORE", "a.db"), ("HOME", "/h")]);
        let failure = of(&removed, None).map_err(|failure| failure.to_string());
        let _ = writeln!(all, "\"a.db\" in a removed folder: {}", failure.unwrap_err());
        assert!(
            !all.contains("token=secret\n")
                && !all.lines().any(|l| l.starts_with("  ") && l.contains("secret"))
        );
        expect![[r#"
            "" "" "/h": /h/.local/share/asq/store.db (by itself)
            "" "/d" "/h": /d/asq/store.db (by itself)
            "" "d" "/h": /h/.local/share/asq/store.db (by itself)
            "" "" "": asq: there is no place for the store
              neither XDG_DATA_HOME nor HOME names a folder; ASQ_STORE=PATH names the file itself
            "/s/a.db" "/d" "/h": /s/a.db (named)
            "a.db" "" "": /cwd/a.db (named)
            "~/a.db" "" "/h": /h/a.db (named)
            "postgres://me:secret@db/asq" "" "/h": a PostgreSQL database (named)
            "host=db user=me password=secret dbname=asq" "" "/h": a PostgreSQL database (named)
            "HTTPS://asq.example/?token=secret" "" "/h": asq: the address in ASQ_STORE holds a name, a password or a token, which other programs could read
              a token stands in a file: ASQ_TOKEN_FILE=FILE
            "https://asq.example.org:8443" "" "/h": the server at https://asq.example.org:8443 (named)
            "http://10.0.0.1:4180" "" "/h": asq: the address in ASQ_STORE is plain http to another machine, where others could read along
              use https, or a tunnel to the server's own machine (ssh -L), or a socket
              ASQ_INSECURE=1 allows it anyway
            "http+unix:///run/asq.sock" "" "/h": the server at http+unix:///run/asq.sock (named)
            "file:///s/a.db" "" "/h": asq: ASQ_STORE names 'file://…', an address
              write the path alone: ASQ_STORE=/path/to/store.db
            "redis://x" "" "/h": asq: ASQ_STORE names 'redis://…', an address of a kind that asq doesn't know
              asq knows a path, postgres://, https://, http:// and http+unix://
            "my secret://x" "" "/h": asq: ASQ_STORE names an address of a kind that asq doesn't know
              asq knows a path, postgres://, https://, http:// and http+unix://
            "a.db" in a removed folder: asq: ASQ_STORE names a file in the current folder, which was removed
              cd to a folder that exists, or name the whole path
        "#]].assert_eq(&all);
    }
}
