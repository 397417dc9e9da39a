//! A store on a server: where its token is, and how it is opened.
//!
//! - The token is in the file that ASQ_TOKEN_FILE names, else in a file per host under the folder of the settings.
//! - A file has a token or two, a line each: one that asks, one that answers.
//! - A file that others can read, a link and somebody else's file are refused, with the way out.
//! - A socket that isn't there is reported before a missing token.
//! - No token is taken from the command line or from the address, which other programs can read.
//! - Plain http to another machine needs ASQ_INSECURE=1.

use super::asker_side;
use super::place::VARIABLE;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use asq_client::{ClientLimits, NoAddress, RemoteBackend, RemoteConfig, Secrets, ServerAddress};
use asq_files::{Folder, Whose, by_name};
use asq_runtime::driver::{MachineNames, Names};
use std::path::{Path, PathBuf};

/// The variable that names the file with the tokens.
const TOKEN_FILE: &str = "ASQ_TOKEN_FILE";
/// The variable that allows plain http to another machine.
const INSECURE: &str = "ASQ_INSECURE";
/// The most bytes of a file with tokens.
const MOST: u64 = 4 << 10;
/// The most tokens in it.
const TOKENS: usize = 2;

/// The address of a server in ASQ_STORE.
///
/// # Errors
/// It isn't an address, or asq doesn't use its kind. No error repeats the address, which may hold a password.
pub(super) fn address(text: &str, env: &Env) -> Result<ServerAddress, CommandError> {
    let in_the_clear = env.text(INSECURE).is_some_and(|it| it == "1");
    ServerAddress::parse(text, in_the_clear).map_err(|why| {
        let failure = CommandError::new(ErrorClass::Store, format!("the address in {VARIABLE} {why}"));
        match why {
            NoAddress::Shape => failure.hint("its server prints it when it starts: asq serve"),
            NoAddress::Secret => failure.hint(format!("a token stands in a file: {TOKEN_FILE}=FILE")),
            NoAddress::Clear => failure
                .hint("use https, or a tunnel to the server's own machine (ssh -L), or a socket")
                .hint(format!("{INSECURE}=1 allows it anyway")),
        }
    })
}

/// Opens a store on a server. Nothing is sent before the first call.
///
/// # Errors
/// There is no token, or its file can't be used.
pub(crate) fn open(address: &ServerAddress, env: &Env) -> Result<RemoteBackend, CommandError> {
    check_socket(address)?;
    let file = token_file(address, env)?;
    let tokens = tokens(&file, address)?;
    let secrets = Secrets {
        tokens,
        own_ticket: asker_side::own().map(str::to_owned),
        given_ticket: env.text(asker_side::VARIABLE),
    };
    let config = RemoteConfig {
        address: address.clone(),
        secrets,
        token_source: file.display().to_string(),
        limits: ClientLimits::default(),
        random: Box::new(|| MachineNames.next()),
    };
    Ok(RemoteBackend::open(config)?)
}

/// Reports a missing socket before a missing token: its server may not run, or be elsewhere.
fn check_socket(address: &ServerAddress) -> Result<(), CommandError> {
    let text = address.to_string();
    match text.strip_prefix("http+unix://").filter(|path| !by_name::is_there(Path::new(path))) {
        Some(path) => Err(CommandError::new(
            ErrorClass::Store,
            format!("there is no socket '{path}'; {VARIABLE} names it"),
        )
        .hint("asq serve makes one when it starts, and prints its address")),
        None => Ok(()),
    }
}

/// The file with the tokens for this server.
fn token_file(address: &ServerAddress, env: &Env) -> Result<PathBuf, CommandError> {
    if let Some(named) = env.get(TOKEN_FILE).map(PathBuf::from) {
        return super::place::in_folder(named, env.cwd().as_deref()).ok_or_else(|| {
            let what = format!("{TOKEN_FILE} names a file in the current folder, which was removed");
            CommandError::new(ErrorClass::Store, what).hint("name the whole path")
        });
    }
    let folder = env.config_dir().ok_or_else(|| {
        CommandError::new(ErrorClass::Store, format!("there is no place for the token of {address}")).hint(
            format!("neither XDG_CONFIG_HOME nor HOME names a folder; {TOKEN_FILE}=FILE names the file"),
        )
    })?;
    Ok(folder.join("tokens").join(address.file_name()))
}

fn tokens(file: &Path, address: &ServerAddress) -> Result<Vec<String>, CommandError> {
    let place = file.display();
    let refused = |why: String| {
        CommandError::new(ErrorClass::Store, format!("'{place}' can't be used as a token's file: {why}"))
    };
    let (Some(parent), Some(name)) = (file.parent(), file.file_name()) else {
        return Err(refused("it names no file".to_owned()));
    };
    let folder = Folder::open(parent, Whose::Trusted).map_err(|fault| refused(fault.to_string()))?;
    let found = folder.map(|folder| folder.read(name, MOST, Whose::Mine)).transpose();
    let found = found.map_err(|fault| refused(fault.to_string()))?.flatten();
    let Some(found) = found else {
        return Err(CommandError::new(ErrorClass::Store, format!("there is no token for {address}"))
            .hint("asq token new makes one, on the machine of the server")
            .hint(format!("write it to '{place}', readable for you alone (chmod 600), or name another file: {TOKEN_FILE}")));
    };
    let text = String::from_utf8_lossy(&found.bytes);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if let Some(at) = lines.iter().position(|line| !is_token(line)) {
        return Err(refused(format!("line {} isn't a token, as asq token new prints it", at + 1)));
    }
    match lines.len() {
        0 => Err(refused("it is empty".to_owned())),
        1..=TOKENS => Ok(lines.into_iter().map(str::to_owned).collect()),
        count => {
            Err(refused(format!("it has {count} tokens; one that asks and one that answers are enough")))
        }
    }
}

/// Whether a line has the shape of a token.
fn is_token(line: &str) -> bool {
    let hex = |text: &str, digits| {
        text.len() == digits && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    };
    let parts = line.strip_prefix("asq_").and_then(|rest| rest.split_once('_'));
    parts.is_some_and(|(id, secret)| hex(id, 12) && hex(secret, 64))
}

/// The failure of a command that works on the store itself.
pub(super) fn elsewhere(address: &ServerAddress) -> CommandError {
    CommandError::new(
        ErrorClass::Store,
        format!("this needs the store itself, and {VARIABLE} names a server"),
    )
    .hint(format!(
        "run it on the machine of the server at {address}, without {VARIABLE} or with the store's own place"
    ))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and change whatever files they need")]
mod tests {
    use super::{ServerAddress, open};
    use crate::env::Env;
    use asq_testkit::folder::TempFolder;
    use expect_test::expect;
    use std::fmt::Write as _;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    fn token(letter: &str) -> String {
        format!("asq_0123456789ab_{}", letter.repeat(64))
    }

    fn write(file: &Path, text: &str, mode: u32) {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        fs::set_permissions(file, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_token_comes_from_a_file_that_is_the_persons_alone() {
        let home = TempFolder::new("server");
        let named = home.join("named");
        let env =
            Env::of(&[("HOME", home.path().to_str().unwrap()), ("ASQ_TOKEN_FILE", named.to_str().unwrap())]);
        let socket = home.join("asq.sock");
        let address = ServerAddress::parse(&format!("http+unix://{}", socket.display()), false).unwrap();
        let mut all = String::new();
        let mut look = |what: &str| {
            let said = match open(&address, &env) {
                Ok(_) => "opened".to_owned(),
                Err(failure) => failure.to_string().replace(home.path().to_str().unwrap(), "HOME"),
            };
            assert!(!said.contains(&"f".repeat(64)), "{said}");
            let _ = writeln!(all, "{what}: {said}");
        };
        look("no socket");
        write(&socket, "", 0o600);
        look("none");
        write(&named, &token("f"), 0o600);
        look("one");
        write(&named, &format!("{}\n\n{}\n", token("f"), token("e")), 0o600);
        look("two");
        write(&named, &format!("{0}\n{0}\n{0}\n", token("f")), 0o600);
        look("three");
        write(&named, "\n", 0o600);
        look("empty");
        write(&named, &format!("{}\nBearer {}", token("f"), token("f")), 0o600);
        look("not a token");
        write(&named, &"x".repeat(5000), 0o600);
        look("long");
        write(&named, &token("f"), 0o644);
        look("others can read it");
        write(&named, &token("f"), 0o620);
        look("others can write it");
        fs::remove_file(&named).unwrap();
        write(&home.join("real"), &token("f"), 0o600);
        symlink(home.join("real"), &named).unwrap();
        look("a link");
        fs::remove_file(&named).unwrap();
        fs::hard_link(home.join("real"), &named).unwrap();
        look("two names");
        fs::remove_file(&named).unwrap();
        fs::create_dir(&named).unwrap();
        look("a folder");
        expect![[r#"
            no socket: asq: there is no socket 'HOME/asq.sock'; ASQ_STORE names it
              asq serve makes one when it starts, and prints its address
            none: asq: there is no token for http+unix://HOME/asq.sock
              asq token new makes one, on the machine of the server
              write it to 'HOME/named', readable for you alone (chmod 600), or name another file: ASQ_TOKEN_FILE
            one: opened
            two: opened
            three: asq: 'HOME/named' can't be used as a token's file: it has 3 tokens; one that asks and one that answers are enough
            empty: asq: 'HOME/named' can't be used as a token's file: it is empty
            not a token: asq: 'HOME/named' can't be used as a token's file: line 2 isn't a token, as asq token new prints it
            long: asq: 'HOME/named' can't be used as a token's file: it has 5000 bytes; at most 4 KiB are read
            others can read it: asq: 'HOME/named' can't be used as a token's file: others can read it (chmod go=)
            others can write it: asq: 'HOME/named' can't be used as a token's file: others can write to it (chmod go-w)
            a link: asq: 'HOME/named' can't be used as a token's file: it is a link, which is not followed here
            two names: asq: 'HOME/named' can't be used as a token's file: it has a second name (a hard link)
            a folder: asq: 'HOME/named' can't be used as a token's file: it isn't a regular file
        "#]].assert_eq(&all);
    }

    #[test]
    fn each_host_has_a_file_under_the_settings() {
        let home = TempFolder::new("server-hosts");
        let env = Env::of(&[("HOME", home.path().to_str().unwrap())]);
        let https = ServerAddress::parse("https://asq.example.org", false).unwrap();
        assert!(open(&https, &env).is_err());
        write(&home.join(".config/asq/tokens/asq.example.org"), &token("f"), 0o600);
        assert!(open(&https, &env).is_ok());
        let other = ServerAddress::parse("https://asq.example.org:8443", false).unwrap();
        let failure = open(&other, &env).map(drop).unwrap_err().to_string();
        expect![[r#"
            asq: there is no token for https://asq.example.org:8443
              asq token new makes one, on the machine of the server
              write it to 'HOME/.config/asq/tokens/asq.example.org_8443', readable for you alone (chmod 600), or name another file: ASQ_TOKEN_FILE"#]].assert_eq(&failure.replace(home.path().to_str().unwrap(), "HOME"));
    }
}
