//! Passwords and services from the person's own files.
//!
//! - `~/.pgpass`: one HOST:PORT:DATABASE:USER:PASSWORD a line, `*` for any, a backslash before `:` and `\`. A file that
//!   others can read, or that somebody else owns, is refused.
//! - `~/.pg_service.conf`, then the system's: a service's parameters follow its name.
//! - It waits for no pipe or device in their place, and reads at most 1 MiB.

use super::Surroundings;
use super::text::Pairs;
use asq_files::Fault;
use std::path::{Path, PathBuf};

/// The most bytes of a file that are read.
const MOST: u64 = 1 << 20;

/// The connection whose password is needed.
pub(super) struct Login<'a> {
    pub(super) host: &'a str,
    pub(super) port: u16,
    pub(super) database: &'a str,
    pub(super) user: &'a str,
}

/// The passwords of one file.
#[derive(Default)]
pub(super) struct Passwords(Vec<[String; 5]>);

impl Passwords {
    /// Reads this file, or else the person's own. If the person's own is missing, there are no passwords.
    pub(super) fn read(named: Option<&str>, around: &Surroundings) -> Result<Passwords, String> {
        let own = around.home.as_ref().map(|home| home.join(".pgpass"));
        let Some(path) = named.map(PathBuf::from).or(own) else { return Ok(Passwords::default()) };
        let shown = path.display();
        let refused = |why: &dyn std::fmt::Display| format!("the password file {shown} can't be read: {why}");
        let found = match asq_files::read(&path, MOST).map_err(|fault| refused(&fault))? {
            Some(found) => found,
            None if named.is_none() => return Ok(Passwords::default()),
            None => return Err(refused(&"it doesn't exist")),
        };
        if let Some(theirs @ Fault::Foreign { .. }) = &found.doubt {
            return Err(format!("the password file {shown} can't be trusted: {theirs}"));
        }
        if found.open {
            return Err(format!("the password file {shown} is open to others: chmod 600 closes it"));
        }
        let text = String::from_utf8(found.bytes).map_err(|_| refused(&"it isn't UTF-8"))?;
        Ok(Passwords(text.lines().filter(|line| !line.starts_with('#')).filter_map(fields).collect()))
    }

    /// The first password that fits.
    pub(super) fn of(&self, wanted: &Login<'_>) -> Option<&str> {
        let port = wanted.port.to_string();
        // In that file a socket is called localhost.
        let host = if wanted.host.starts_with('/') { "localhost" } else { wanted.host };
        let wanted = [host, &port, wanted.database, wanted.user];
        let fits = |line: &&[String; 5]| line.iter().zip(wanted).all(|(has, it)| has == "*" || has == it);
        self.0.iter().find(fits).map(|line| line[4].as_str())
    }
}

fn fields(line: &str) -> Option<[String; 5]> {
    let mut fields = vec![String::new()];
    let mut all = line.chars();
    while let Some(c) = all.next() {
        let (c, ends) = if c == '\\' { (all.next()?, false) } else { (c, c == ':' && fields.len() < 5) };
        if ends {
            fields.push(String::new());
        } else if let Some(last) = fields.last_mut() {
            last.push(c);
        }
    }
    fields.try_into().ok()
}

pub(super) fn service(name: &str, around: &Surroundings) -> Result<Pairs, String> {
    let named = around.variables.get("PGSERVICEFILE").map(PathBuf::from);
    let own = named.or_else(|| Some(around.home.as_ref()?.join(".pg_service.conf")));
    let folder = around.variables.get("PGSYSCONFDIR").map_or("/etc/postgresql-common", String::as_str);
    let system = Path::new(folder).join("pg_service.conf");
    for file in own.into_iter().chain([system]) {
        let refused =
            |why: &dyn std::fmt::Display| format!("the service file {} can't be read: {why}", file.display());
        let Some(found) = asq_files::read(&file, MOST).map_err(|fault| refused(&fault))? else { continue };
        let text = String::from_utf8(found.bytes).map_err(|_| refused(&"it isn't UTF-8"))?;
        if let Some(pairs) = section(&text, name) {
            return Ok(pairs);
        }
    }
    Err(format!("the service {name:?} stands in no service file"))
}

/// The lines below a service's name.
fn section(text: &str, name: &str) -> Option<Pairs> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut lines =
        lines.skip_while(|line| line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) != Some(name));
    lines.next()?;
    let pairs = lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once('='));
    Some(pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect())
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests make and read whatever files they need")]
mod tests {
    use super::super::Address;
    use super::{Login, Passwords, Surroundings, fields, section, service};

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let lines = [r"db:5432:team:jo:it\:s\\a:b", "localhost:*:*:jo:socket", "*:*:*:*:any", "short:line"];
        let passwords = Passwords(lines.iter().filter_map(|line| fields(line)).collect());
        let of = |host, port, database, user| {
            passwords.of(&Login { host, port, database, user }).unwrap_or("none").to_owned()
        };
        assert_eq!(
            [of("db", 5432, "team", "jo"), of("/run/pg", 1, "x", "jo"), of("db", 5433, "team", "jo")],
            [r"it:s\a:b", "socket", "any"]
        );
    }

    #[test]
    fn a_service_has_what_stands_below_its_name() {
        let text = "# mine\n[other]\nhost=o\n\n[team]\n host = db \nport=1\n# no\n[last]\nhost=l\n";
        let pairs =
            |name| section(text, name).map(|it| it.into_iter().map(|(a, b)| format!("{a}={b}")).collect());
        assert_eq!(pairs("team"), Some(vec!["host=db".to_owned(), "port=1".to_owned()]));
        assert_eq!(pairs("none"), None);
    }

    #[test]
    fn a_service_that_is_not_ones_own_is_the_systems() {
        let folder = asq_testkit::folder::TempFolder::new("service");
        std::fs::write(folder.join("pg_service.conf"), "[team]\nhost=system\n").expect("written");
        std::fs::write(folder.join(".pg_service.conf"), "[own]\nhost=own\n").expect("written");
        let variables = [("PGSYSCONFDIR".to_owned(), folder.path().display().to_string())].into();
        let around = Surroundings { variables, home: Some(folder.path().to_owned()), user: None };
        let host = |name| service(name, &around).map(|pairs| pairs[0].1.clone());
        assert_eq!(host("own"), Ok("own".to_owned()));
        assert_eq!(host("team"), Ok("system".to_owned()));
        assert!(host("none").is_err());
    }

    /// As libpq does: the address, then its service, then variables, then the files of the home.
    #[test]
    fn a_password_file_and_a_service_are_named_by_address_variable_or_home() {
        use std::os::unix::fs::PermissionsExt;
        let folder = asq_testkit::folder::TempFolder::new("named");
        let place = |name: &str| folder.join(name).display().to_string();
        let write = |name: &str, text: &str, mode| {
            std::fs::write(folder.join(name), text).expect("written");
            std::fs::set_permissions(folder.join(name), std::fs::Permissions::from_mode(mode)).expect("set");
        };
        write(".pgpass", "*:*:*:*:home\n", 0o600);
        write("variable", "*:*:*:*:variable\n", 0o600);
        write("address", "*:*:*:*:address\n", 0o600);
        write("open", "*:*:*:*:open\n", 0o640);
        write(".pg_service.conf", "[team]\nhost=home.example\n", 0o600);
        let service = format!("[team]\nhost=variable.example\npassfile={}\n", place("address"));
        write("services", &service, 0o600);
        let told = |variables: &[(&str, &str)], address: &str| {
            let variables = variables.iter().map(|(name, value)| {
                let value = if name.ends_with("FILE") { place(value) } else { (*value).to_owned() };
                ((*name).to_owned(), value)
            });
            let home = Some(folder.path().to_owned());
            let around = Surroundings { variables: variables.collect(), home, user: Some("me".to_owned()) };
            let told =
                match Address::of(&address.replace("DIR", &folder.path().display().to_string()), &around) {
                    Ok(found) => {
                        let password = found.hosts()[0].config.get_password().unwrap_or_default();
                        format!("{}, {}", found.shown(), String::from_utf8_lossy(password))
                    }
                    Err(fault) => fault.to_string(),
                };
            told.replace(&folder.path().display().to_string(), "DIR") + "\n"
        };
        let all = [
            told(&[], "postgres://db/x"),
            told(&[("PGPASSFILE", "variable")], "postgres://db/x"),
            told(&[("PGPASSFILE", "variable")], "postgres://db/x?passfile=DIR/address"),
            told(&[("PGPASSFILE", "variable"), ("PGPASSWORD", "itself")], "postgres://db/x"),
            told(&[("PGPASSFILE", "open")], "postgres://db/x"),
            told(&[("PGPASSFILE", "missing")], "postgres://db/x"),
            told(&[], "dbname=x passfile=DIR/open"),
            told(&[("PGSERVICE", "team")], "postgres:///x"),
            told(&[("PGSERVICEFILE", "services")], "postgres:///x?service=team"),
            told(&[("PGSERVICEFILE", "services"), ("PGSERVICE", "team")], "postgres://db/x"),
            told(&[("PGSERVICEFILE", "services"), ("PGSERVICE", "other")], "postgres:///x?service=team"),
            told(&[("PGSERVICEFILE", "missing"), ("PGSERVICE", "team")], "postgres:///x"),
        ];
        expect_test::expect![[r#"
            x on db:5432, home
            x on db:5432, variable
            x on db:5432, address
            x on db:5432, itself
            the store failed: the address of the PostgreSQL server can't be used: the password file DIR/open is open to others: chmod 600 closes it
            the store failed: the address of the PostgreSQL server can't be used: the password file DIR/missing can't be read: it doesn't exist
            the store failed: the address of the PostgreSQL server can't be used: the password file DIR/open is open to others: chmod 600 closes it
            x on home.example:5432, home
            x on variable.example:5432, address
            x on db:5432, address
            x on variable.example:5432, address
            the store failed: the address of the PostgreSQL server can't be used: the service "team" stands in no service file
        "#]].assert_eq(&all.concat());
    }

    #[test]
    fn a_pipe_in_the_place_of_a_file_is_not_waited_for() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let folder = asq_testkit::folder::TempFolder::new("pgpipes");
        for name in [".pgpass", ".pg_service.conf"] {
            let mode = Mode::RUSR | Mode::WUSR;
            mknodat(CWD, folder.join(name), FileType::Fifo, mode, 0).expect("a pipe");
        }
        let home = Some(folder.path().to_owned());
        let around = Surroundings { variables: [].into(), home, user: None };
        let told =
            |name: &str| format!("{} can't be read: it isn't a regular file", folder.join(name).display());
        let passwords = Passwords::read(None, &around).map(|_| ());
        assert_eq!(passwords, Err(format!("the password file {}", told(".pgpass"))));
        let of = service("team", &around).map(|_| ());
        assert_eq!(of, Err(format!("the service file {}", told(".pg_service.conf"))));
    }
}
