//! `asq serve --install`: a service of the person's that runs the server at each login, by systemd or launchd.
//!
//! - Shows the whole file before it is written; on a terminal a yes counts only after all of it was on the screen.
//! - The service has the same flags, store and folders as this command. It prints no link.
//! - What asq serve would refuse at its start is refused here.
//! - A file that asq did not write, or that was changed since, is left alone; `--uninstall` removes asq's own.

use super::certificate::CertificateFiles;
use super::reach::Reach;
use crate::args::serve::ServeArgs;
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::exit::Exit;
use crate::grant::{self, GrantPage};
use crate::install::{FilePlan, FirstLine, InstallFolder};
use crate::session::place::{self, StoreAddress};
use crate::settings::person::OwnSettings;
use crate::{input, output};
use asq_files::plain_io;
use asq_wire::Ended;
use std::path::{Path, PathBuf};

/// The program that runs services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ServiceManager {
    Systemd,
    Launchd,
}

/// The name that launchd has for the service.
const LABEL: &str = "asq.serve";

/// Folders of this account that the service must find, too.
const FOLDERS: [&str; 4] = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "PI_CODING_AGENT_DIR"];

impl ServiceManager {
    const HERE: ServiceManager =
        if cfg!(target_os = "macos") { ServiceManager::Launchd } else { ServiceManager::Systemd };

    fn name(self) -> &'static str {
        match self {
            ServiceManager::Systemd => "systemd",
            ServiceManager::Launchd => "launchd",
        }
    }

    fn first_line(self) -> FirstLine {
        match self {
            ServiceManager::Systemd => FirstLine {
                lead: "# Written by asq serve --install; asq serve --uninstall removes it. sha256:",
                end: "",
            },
            // A comment of XML may hold no two hyphens in a row.
            ServiceManager::Launchd => FirstLine {
                lead: "<!-- Written by asq serve (install); asq serve (uninstall) removes it. sha256:",
                end: " -->",
            },
        }
    }

    fn folder(self, env: &Env) -> Option<InstallFolder> {
        let folder = match self {
            ServiceManager::Systemd => {
                let config = env.get("XDG_CONFIG_HOME").map(PathBuf::from).filter(|dir| dir.is_absolute());
                config.or_else(|| Some(env.home()?.join(".config")))?.join("systemd/user")
            }
            ServiceManager::Launchd => env.home()?.join("Library/LaunchAgents"),
        };
        Some(InstallFolder::own_with(folder, self.first_line()))
    }

    fn file(self) -> String {
        match self {
            ServiceManager::Systemd => "asq.service".to_owned(),
            ServiceManager::Launchd => format!("{LABEL}.plist"),
        }
    }

    /// What starts the service without another login.
    fn start(self, path: &Path) -> String {
        match self {
            ServiceManager::Systemd => {
                "To start it now: systemctl --user daemon-reload && systemctl --user enable --now asq"
                    .to_owned()
            }
            ServiceManager::Launchd => {
                format!("To start it now: launchctl bootstrap gui/$(id -u) '{}'", path.display())
            }
        }
    }

    fn stop(self) -> String {
        match self {
            ServiceManager::Systemd => {
                "To end one that runs: systemctl --user disable --now asq; systemctl --user daemon-reload"
                    .to_owned()
            }
            ServiceManager::Launchd => {
                format!("To end one that runs: launchctl bootout gui/$(id -u)/{LABEL}")
            }
        }
    }

    fn body(self, service: &ServiceProgram) -> String {
        match self {
            ServiceManager::Systemd => service.unit(),
            ServiceManager::Launchd => service.plist(),
        }
    }
}

pub(super) fn run(args: &ServeArgs, env: &Env) -> Result<Exit, CommandError> {
    let manager = ServiceManager::HERE;
    let folder = manager.folder(env).ok_or_else(|| {
        CommandError::new(ErrorClass::Usage, "neither XDG_CONFIG_HOME nor HOME names a folder")
    })?;
    let spot = folder.file(manager.file());
    if args.uninstall {
        let plan = FilePlan::remove(spot)?;
        check(&plan)?;
        let after = if plan.is_ours() { manager.stop() + "\n" } else { String::new() };
        return follow(&plan, args.dry_run, &after);
    }
    let body = manager.body(&ServiceProgram::of(args, env)?);
    let plan = FilePlan::write(spot, &body)?;
    check(&plan)?;
    let path = plan.path();
    if args.dry_run || !input::is_terminal() {
        output::print(&format!("{}\n", escaped(&body)))?;
    } else if plan.writes() && !allowed(manager, &path, &body)? {
        output::say("asq: nothing was installed");
        return Ok(Exit::Ended(Ended::Declined));
    }
    follow(&plan, args.dry_run, &format!("{}\n", manager.start(&path)))
}

/// Whether the person says yes, after all of the file was on the screen.
fn allowed(manager: ServiceManager, path: &Path, body: &str) -> Result<bool, CommandError> {
    let page = GrantPage::default()
        .own(format!("{} runs this each time you log in, until you remove it:", manager.name()))
        .theirs(body.lines().filter(|line| !line.is_empty()))
        .own("It is written to:")
        .theirs([path.to_string_lossy().as_ref()]);
    let mut person = OwnSettings::here("you are asked first")?;
    grant::ask(&mut person, &page, "Write it? asq serve --uninstall removes it again. [y/N]")
}

fn check(plan: &FilePlan) -> Result<(), CommandError> {
    match plan.refused() {
        None => Ok(()),
        Some(why) => Err(CommandError::new(ErrorClass::Usage, format!("nothing was changed: {why}"))
            .hint("move that file away first")),
    }
}

fn follow(plan: &FilePlan, dry_run: bool, after: &str) -> Result<Exit, CommandError> {
    output::print(&format!("{}\n", escaped(&plan.to_string())))?;
    if !dry_run {
        plan.follow()?;
        output::print(&escaped(after))?;
    }
    Ok(Exit::DONE)
}

struct ServiceProgram {
    /// The program and its arguments.
    command: Vec<String>,
    variables: Vec<(&'static str, String)>,
}

impl ServiceProgram {
    fn of(args: &ServeArgs, env: &Env) -> Result<ServiceProgram, CommandError> {
        Reach::of(args)?;
        if let (Some(cert), Some(key)) = (&args.tls_cert, &args.tls_key) {
            CertificateFiles::read(cert, key)?;
        }
        let asq = std::env::current_exe().map_err(|e| {
            CommandError::new(ErrorClass::Fault, format!("can't tell where this asq is: {}", plain_io(&e)))
        })?;
        let mut command = vec![text(&asq)?, "serve".to_owned(), "--no-link".to_owned()];
        let mut add = |flag: &str, value: String| command.extend([flag.to_owned(), value]);
        if let Some(port) = args.port {
            add("--port", port.to_string());
        }
        if let Some(listen) = &args.listen {
            add("--listen", listen.clone());
        }
        for (flag, file) in [("--tls-cert", &args.tls_cert), ("--tls-key", &args.tls_key)] {
            if let Some(file) = file {
                // A service runs in another folder.
                let whole = std::path::absolute(file).map_err(CommandError::fault)?;
                add(flag, text(&whole)?);
            }
        }
        if let Some(url) = &args.public_url {
            add("--public-url", url.clone());
        }
        for origin in &args.cors {
            add("--cors", origin.clone());
        }
        if args.insecure {
            command.push("--insecure".to_owned());
        }
        let service = ServiceProgram { command, variables: ServiceProgram::variables(env)? };
        let all = service.command.iter().chain(service.variables.iter().map(|(_, value)| value));
        if let Some(odd) = all.clone().find(|text| text.contains(char::is_control)) {
            let what = format!("a service's file can't hold '{}'", escaped(odd));
            return Err(CommandError::new(ErrorClass::Usage, what));
        }
        Ok(service)
    }

    fn variables(env: &Env) -> Result<Vec<(&'static str, String)>, CommandError> {
        let mut variables = Vec::new();
        let place = place::of(env, env.cwd().as_deref())?;
        match &place.at {
            StoreAddress::File(file) if place.named => variables.push((place::VARIABLE, text(file)?)),
            StoreAddress::File(_) => {}
            StoreAddress::Server(_) => {
                let what =
                    format!("{} names a server, not a store that a service could serve", place::VARIABLE);
                return Err(
                    CommandError::new(ErrorClass::Usage, what).hint("install it without that variable")
                );
            }
            #[cfg(feature = "postgres")]
            StoreAddress::Database(..) => {
                let what = format!("{} names no file, and its address may hold a password", place::VARIABLE);
                return Err(CommandError::new(ErrorClass::Usage, what)
                    .hint("install it without that variable, and give it to the service yourself")
                    .hint("with systemd: systemctl --user edit asq, and there [Service] Environment=ASQ_STORE=…"));
            }
        }
        for name in FOLDERS {
            if let Some(dir) = env.get(name).map(Path::new).filter(|dir| dir.is_absolute()) {
                variables.push((name, text(dir)?));
            }
        }
        Ok(variables)
    }

    fn unit(&self) -> String {
        let quoted = |text: &str| {
            format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"))
        };
        // Only in a command a dollar begins a variable.
        let words: Vec<String> = self.command.iter().map(|word| quoted(&word.replace('$', "$$"))).collect();
        let variable = |(name, value): &(&str, String)| quoted(&format!("{name}={value}"));
        let variables = self.variables.iter().map(variable);
        let variables: String = variables.fold(String::new(), |all, one| all + "Environment=" + &one + "\n");
        format!(
            "[Unit]\nDescription=asq serve\n\n[Service]\nExecStart={}\n{variables}Restart=on-failure\nRestartSec=5\n\
             # Wrong flags, or another server: to start again would not help.\nRestartPreventExitStatus=2 9\n\
             NoNewPrivileges=yes\nUMask=0077\n\n[Install]\nWantedBy=default.target\n",
            words.join(" ")
        )
    }

    fn plist(&self) -> String {
        let string = |text: &str| {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            format!("<string>{text}</string>")
        };
        let words = self.command.iter().fold(String::new(), |all, word| all + "    " + &string(word) + "\n");
        let variables = self.variables.iter().fold(String::new(), |all, (name, value)| {
            all + &format!("    <key>{name}</key>{}\n", string(value))
        });
        format!(
            "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
             <plist version=\"1.0\">\n<dict>\n  <key>Label</key>{}\n  <key>ProgramArguments</key>\n  <array>\n{words}  </array>\n  \
             <key>EnvironmentVariables</key>\n  <dict>\n{variables}  </dict>\n  <key>RunAtLoad</key><true/>\n  \
             <key>KeepAlive</key>\n  <dict>\n    <key>SuccessfulExit</key><false/>\n  </dict>\n  \
             <key>Umask</key><integer>63</integer>\n</dict>\n</plist>\n",
            string(LABEL)
        )
    }
}

fn text(path: &Path) -> Result<String, CommandError> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        CommandError::new(ErrorClass::Usage, format!("the path '{}' isn't UTF-8", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::{ServiceManager, ServiceProgram};
    use expect_test::expect;

    fn service() -> ServiceProgram {
        let command = ["/opt/100% \"own\"/asq", "serve", "--no-link", "--cors", "https://a.example/$x&<b>\\"];
        ServiceProgram {
            command: command.map(str::to_owned).to_vec(),
            variables: vec![("ASQ_STORE", "/home/ada/$ and & 5%.db".to_owned())],
        }
    }

    #[test]
    fn a_unit_of_systemd_means_what_it_says() {
        expect![[r#"
            [Unit]
            Description=asq serve

            [Service]
            ExecStart="/opt/100%% \"own\"/asq" "serve" "--no-link" "--cors" "https://a.example/$$x&<b>\\"
            Environment="ASQ_STORE=/home/ada/$ and & 5%%.db"
            Restart=on-failure
            RestartSec=5
            # Wrong flags, or another server: to start again would not help.
            RestartPreventExitStatus=2 9
            NoNewPrivileges=yes
            UMask=0077

            [Install]
            WantedBy=default.target
        "#]]
        .assert_eq(&ServiceManager::Systemd.body(&service()));
    }

    #[test]
    fn an_agent_of_launchd_means_what_it_says() {
        expect![[r#"
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
              <key>Label</key><string>asq.serve</string>
              <key>ProgramArguments</key>
              <array>
                <string>/opt/100% "own"/asq</string>
                <string>serve</string>
                <string>--no-link</string>
                <string>--cors</string>
                <string>https://a.example/$x&amp;&lt;b&gt;\</string>
              </array>
              <key>EnvironmentVariables</key>
              <dict>
                <key>ASQ_STORE</key><string>/home/ada/$ and &amp; 5%.db</string>
              </dict>
              <key>RunAtLoad</key><true/>
              <key>KeepAlive</key>
              <dict>
                <key>SuccessfulExit</key><false/>
              </dict>
              <key>Umask</key><integer>63</integer>
            </dict>
            </plist>
        "#]].assert_eq(&ServiceManager::Launchd.body(&service()));
        let first = ServiceManager::Launchd.first_line();
        assert!(!first.lead[4..].contains("--") && first.end == " -->");
    }
}
