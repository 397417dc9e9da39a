//! A server from its start to its end, as the process that was started for it.
//!
//! - It opens the store, becomes its server, listens, and tells where it is; in this order.
//! - Links are printed for a person alone: an agent's server prints none, and says why.
//! - Ctrl+C, SIGTERM and a closed terminal end it: open waits end as pending, within five seconds.
//! - A socket file that can't be made is reported; the port still works.

use super::announcement::{LinkLook, url};
use super::certificate::CertificateFiles;
use super::for_forms;
use super::keys::ServerKeys;
use super::reach::Reach;
use super::served_settings::ServedSettings;
use super::server_file::{ServerFiles, ServerPlace};
use super::socket_file::{SocketFile, SocketNames};
use crate::args::serve::ServeArgs;
use crate::clock::{local_zone, unix_now_ms};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, escaped};
use crate::session::{ThisProcess, open, origin, place, user};
use crate::token::KeptTokens;
use crate::token::agents_side::{self, AgentsSide};
use crate::{output, settings, version, when};
use asq_backend::Backend;
use asq_core::text::hex;
use asq_runtime::Driver;
use asq_runtime::process_origin::Peer;
use asq_server::{
    Config, LinkControl, Links, Listener, MayLink, ServeError, ServerLimits, ServerNames, Shutdown,
    opencode_routes,
};
use asq_tui::SecretHold;
use sha2::{Digest, Sha256};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Arc;

/// Serves until a signal ends it.
pub(super) fn run(args: &ServeArgs, env: &Env) -> Result<(), CommandError> {
    let reach = Reach::of(args)?;
    let public = args.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
    let mut names = ServerNames { public_url: public.clone(), hosts: Vec::new(), cors: args.cors.clone() };
    check_names(&names)?;
    let tls = match (&args.tls_cert, &args.tls_key) {
        (Some(cert), Some(key)) => Some(CertificateFiles::read(cert, key)?),
        (Some(_) | None, _) => None,
    };
    let place = place::of(env, env.cwd().as_deref())?;
    // Before the first connection: each is a descriptor, and shells start with a low limit.
    asq_runtime::file_limit::raise();
    let store = open::made(&place)?;
    // From here on the secrets of all askers may pass through this process.
    SecretHold::forever();
    let files = ServerFiles::of(&place, || store.about(), env).ok_or_else(|| {
        CommandError::new(ErrorClass::Usage, "there is no folder for the server's file")
            .hint("neither XDG_STATE_HOME nor HOME names one")
    })?;
    let sockets = SocketNames { usual: !place.named, digest: files.digest(), several: files.are_several() };
    let server = files.digest();
    let mut claim = files.claim()?;
    let ports = if args.for_forms { for_forms::bind(&reach, &server)? } else { reach.bind(args.port)? };
    let listens: Vec<_> = ports.iter().filter_map(|port| port.local_addr().ok()).collect();
    names.hosts.extend(reach.name.iter().cloned());
    names.hosts.extend(tls.iter().flat_map(CertificateFiles::names));
    let name = names.hosts.first().map(String::as_str);
    let url = public.unwrap_or_else(|| url(tls.is_some(), name, &listens));
    let tls = tls.map(CertificateFiles::config).transpose()?;
    let mut listeners: Vec<Listener> = ports
        .into_iter()
        .map(|port| match &tls {
            Some(config) => Listener::Tls(port, Arc::clone(config)),
            None => Listener::Tcp(port),
        })
        .collect();
    let socket = match SocketFile::listen(env, &sockets) {
        Ok((socket, listener)) => {
            listeners.push(Listener::Unix(listener));
            Some(socket)
        }
        Err(why) => {
            output::say(&escaped(&format!(
                "asq: there is no socket file, so asq serve --link can't work: {why}"
            )));
            None
        }
    };
    let control = random()?;
    claim.tell(&ServerPlace {
        pid: std::process::id(),
        version: version::NUMBER.to_owned(),
        started_ms: unix_now_ms(),
        url: url.clone(),
        listens,
        socket: socket.as_ref().map(|socket| socket.path.clone()),
        control: control.clone(),
    })?;
    let shutdown = Shutdown::new();
    end_by_signal(&shutdown)?;
    let driver = Driver::new(store);
    let backend = driver.backend(ThisProcess::looks(env));
    if args.for_forms {
        for_forms::end_when_unused(&backend, &shutdown)?;
    }
    let links = Links::new();
    let zone = local_zone(env);
    let settings = settings::for_server(env);
    let config = Config {
        driver,
        listeners,
        tokens: Arc::new(KeptTokens::open(env, server)?),
        settings: Arc::new(ServedSettings::of(env)),
        names,
        limits: ServerLimits {
            calls: settings.serve.calls as usize,
            streams: settings.serve.streams as usize,
            waits: settings.serve.waits as usize,
            ..ServerLimits::default()
        },
        person: user(),
        machine: origin(env, None).host,
        time: Arc::new(move |at| when::local(&zone, at.wall_ms)),
        report: Arc::new(|line| output::say(&format!("asq: {}", escaped(line)))),
        links: links.clone(),
        link_control: Some(LinkControl {
            sha256: Sha256::digest(&control).into(),
            may_link: may_link(Arc::clone(&backend)),
        }),
        version: version::NUMBER.to_owned(),
        extra: routes(&settings, env, &url),
    };
    let look = LinkLook::new(url, args.qr, env);
    let agents = agents_side::of_server(env, &*backend)?;
    let keys = match agents {
        None => further_links(&look, &links),
        Some(_) => None,
    };
    let link = if agents.is_none() && !args.no_link { links.make() } else { None };
    let path = socket.as_ref().map(|socket| socket.path.as_path());
    look.print(&look.started(path, link.as_deref(), keys.is_some()), link.as_deref())?;
    if let Some(why) = agents.filter(|_| !args.no_link) {
        output::say(&why.refusal("no link was made").to_string());
    }
    let served = asq_server::serve(config, &shutdown);
    drop((keys, socket, claim));
    served.map_err(failed)
}

/// Names the flag of a name that isn't one.
fn check_names(names: &ServerNames) -> Result<(), CommandError> {
    let wrong = |what: &str| Err(CommandError::new(ErrorClass::Usage, what));
    let fits = |public_url: Option<&String>, origin: Option<&String>| {
        let cors = origin.into_iter().cloned().collect();
        ServerNames { public_url: public_url.cloned(), hosts: Vec::new(), cors }.check().is_ok()
    };
    if let Some(url) = names.public_url.as_ref().filter(|url| !fits(Some(url), None)) {
        return wrong(&format!("--public-url expects https://NAME or https://NAME:PORT, got '{url}'"));
    }
    if let Some(origin) = names.cors.iter().find(|origin| !fits(None, Some(origin))) {
        return wrong(&format!("--cors expects an origin such as https://chat.example, got '{origin}'"));
    }
    Ok(())
}

/// What is mounted next to asq's own routes.
fn routes(settings: &asq_settings::Settings, env: &Env, url: &str) -> Vec<asq_server::ExtraRoutes> {
    let mut routes = vec![opencode_routes(settings.opencode_seed_compat)];
    #[cfg(feature = "mcp")]
    routes.push(super::mcp_route::route(env, url, &settings.mcp_limits));
    #[cfg(not(feature = "mcp"))]
    let _ = (env, url);
    routes
}

fn failed(failure: ServeError) -> CommandError {
    match failure {
        ServeError::Name(why) => CommandError::new(ErrorClass::Usage, why),
        ServeError::Store(why) => CommandError::of_store(&why),
        ServeError::NoListener | ServeError::System { .. } => CommandError::fault(failure),
    }
}

/// Prints a link for each `l` in this terminal.
fn further_links(look: &LinkLook, links: &Links) -> Option<ServerKeys> {
    let (look, links) = (look.clone(), links.clone());
    ServerKeys::read(move || {
        let Some(path) = links.make() else { return };
        if let Err(failure) = look.print(&look.further(&path, false), Some(&path)) {
            output::say(&failure.to_string());
        }
    })
}

/// Judges the process at the other end of the socket that wants a link.
fn may_link(backend: Arc<dyn Backend>) -> MayLink {
    Arc::new(move |pid| {
        let judged = |why: AgentsSide| Err(format!("{why}; {}", why.way_out()));
        let Some(peer) = pid.and_then(Peer::look) else { return judged(AgentsSide::Unseen) };
        match peer.is_agents() {
            Some(false) => {}
            Some(true) => return judged(AgentsSide::Environment),
            None => return judged(AgentsSide::Unseen),
        }
        let found =
            agents_side::among_open(&*backend, || peer.in_own_terminal(), |origin| peer.kin(origin, false));
        match found {
            Ok(None) => Ok(()),
            Ok(Some(why)) => judged(why),
            Err(failure) => Err(CommandError::from(failure).to_string()),
        }
    })
}

/// Ends the server on the usual signals, instead of the process.
fn end_by_signal(shutdown: &Shutdown) -> Result<(), CommandError> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(CommandError::fault)?;
    let shutdown = shutdown.clone();
    let thread = std::thread::Builder::new().name("asq-signals".to_owned()).stack_size(64 << 10);
    let end = move || signals.forever().for_each(|_| shutdown.begin());
    thread.spawn(end).map(drop).map_err(CommandError::fault)
}

/// A secret that nobody can guess, in hex.
fn random() -> Result<String, CommandError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(CommandError::fault)?;
    Ok(hex(&bytes))
}
