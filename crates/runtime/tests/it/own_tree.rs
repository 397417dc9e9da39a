//! A real process tree: descendants of the asker are recognised, and nobody else.

use asq_core::life::{AskerTree, How, Kin, Origin, Right};
use asq_runtime::process_origin::{self, ActingSurface, Peer};
use std::process::{Command, Stdio};

const ROLE: &str = "ASQ_TEST_ROLE";

/// What the child processes of this test run: it says how it stands to this test's own tree.
#[test]
fn role() {
    if std::env::var(ROLE).is_err() {
        return;
    }
    let pid: u32 = std::env::var("ASQ_TEST_ROOT").unwrap().parse().unwrap();
    let started: u64 = std::env::var("ASQ_TEST_STARTED").unwrap().parse().unwrap();
    let here_now = process_origin::origin(&|_| None, None);
    let root = asq_core::life::Process { pid, started };
    let tree = AskerTree { opener: None, leader: None, ..tree_of(&here_now) };
    let origin = Origin { process: None, root: Some(root), tree: tree.known(), ..here_now };
    println!("kin={:?}", process_origin::kins(&|_| None)(&origin));
}

fn tree_of(origin: &Origin) -> AskerTree {
    origin.tree.as_deref().cloned().unwrap()
}

fn ask(through: &[&str], started: u64) -> String {
    let own = std::env::current_exe().unwrap();
    let mut words = through.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    words.push(own.to_str().unwrap().to_owned());
    let out = Command::new(&words[0])
        .args(&words[1..])
        .args(["--exact", "own_tree::role", "--nocapture"])
        .env(ROLE, "1")
        .env("ASQ_TEST_ROOT", std::process::id().to_string())
        .env("ASQ_TEST_STARTED", started.to_string())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    text.lines().find_map(|line| line.split("kin=").nth(1)).unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
fn descendants_are_of_the_tree_through_shells_and_new_sessions() {
    let own = process_origin::origin(&|_| None, None).process.unwrap();
    assert_eq!(own.pid, std::process::id());
    assert_eq!(ask(&[], own.started), "Own { forced: false }");
    assert_eq!(ask(&["setsid", "--wait", "timeout", "60"], own.started), "Own { forced: false }");
    // The same number, started at another time, is another process.
    assert_eq!(ask(&[], own.started + 1), "Apart");
}

#[test]
fn an_origin_says_what_the_machine_knows() {
    let env = |name: &str| match name {
        "TMUX" => Some("/tmp/tmux-0/default,77,0".to_owned()),
        "TMUX_PANE" => Some("%3".to_owned()),
        "CODEX_THREAD_ID" => Some("t1".to_owned()),
        _ => None,
    };
    let origin = process_origin::origin(&env, Some(std::path::Path::new("/src")));
    assert_eq!(origin.folder, Some("/src".into()));
    assert_eq!(origin.pane, Some("/tmp/tmux-0/default %3".into()));
    assert_eq!(tree_of(&origin).sessions.len(), 1);
    let surface = ActingSurface::begins(&|_| None);
    let kin = |origin: &Origin, inbox| surface.kin(origin, &|_| None, inbox);
    let own = Kin::Own { forced: false };
    assert_eq!(kin(&origin, false), own, "a process is of the tree that it asked from");
    let tree = AskerTree { opener: None, ..tree_of(&origin) };
    let other = Origin { process: None, root: None, tree: tree.known(), ..origin };
    assert_eq!(kin(&other, false), own, "so is its session");
    assert_eq!(kin(&other, true), Kin::Apart, "but for a person's inbox");
    assert_eq!(surface.kin(&other, &env, true), own);
}

#[test]
fn a_peer_is_known_by_its_id() {
    let mut child = Command::new("cat")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .env_clear()
        .env("CODEX_THREAD_ID", "t1")
        .env("TMUX", "/tmp/tmux-0/default,77,0")
        .env("TMUX_PANE", "%3")
        .current_dir("/")
        .spawn()
        .unwrap();
    // It runs its own program as soon as it writes.
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), b"x").unwrap();
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0]).unwrap();
    let peer = Peer::look(child.id()).unwrap();
    let own = process_origin::origin(&|_| None, None);
    let origin = peer.origin().unwrap();
    assert_eq!(origin.process.unwrap().pid, child.id());
    assert_eq!(origin.folder, Some("/".into()));
    assert_eq!(origin.pane, Some("/tmp/tmux-0/default %3".into()));
    let (tree, own_tree) = (tree_of(&origin), tree_of(&own));
    assert_eq!(origin.host, own.host);
    assert_eq!((tree.boot, tree.leader, tree.spaces), (own_tree.boot, own_tree.leader, own_tree.spaces));
    let codex = |name: &str| (name == "CODEX_THREAD_ID").then(|| "t1".to_owned());
    assert_eq!(tree.sessions, tree_of(&process_origin::origin(&codex, None)).sessions);
    let actor = peer.actor("ada", Right::Answer, How::Api).unwrap();
    assert_eq!((actor.pid, actor.how), (Some(child.id()), How::Api));
    assert!(actor.exe.unwrap().raw().ends_with("/cat"));
    // Below this test, in its session, and of the session that its environment names.
    let kin = Kin::Own { forced: false };
    let nobodys = AskerTree { opener: None, leader: None, ..own_tree };
    let of_nobody = Origin { process: None, root: None, tree: nobodys.clone().known(), ..own.clone() };
    let sessions = AskerTree { sessions: tree.sessions, ..nobodys };
    let of_session = Origin { tree: sessions.known(), ..of_nobody.clone() };
    assert_eq!([&own, &of_session].map(|asked| peer.kin(asked, false)), [Some(kin), Some(kin)]);
    assert!(peer.is_askers(&own) && !peer.is_askers(&of_session));
    assert_eq!(peer.kin(&of_nobody, false), Some(Kin::Apart));
    // Its id may be another's once it has ended.
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(peer.kin(&own, false), None);
    assert!(peer.origin().is_none() && !peer.is_askers(&own) && Peer::look(child.id()).is_none());
}
