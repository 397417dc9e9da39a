//! A store, and runs of the real binary that meet in it.

use crate::ASQ;
pub(crate) use crate::done::Done;
use asq_backend::{AskReply, NewRequest};
use asq_core::life::{Actor, AskerTree, How, Life, Origin, RequestId, Right};
use asq_core::model::{
    AnswerRules, Complete, DangerRule, Expiry, Kind, Order, Question, QuestionOption, Request,
};
use asq_runtime::Driver;
use asq_runtime::driver::life_of;
use asq_runtime::process_origin;
use asq_store::{Log, Sqlite, Upkeep};
use asq_testkit::eventually::eventually;
use asq_testkit::faults::TempFolder;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// A store at a path, with a home.
pub(crate) struct Place {
    home: TempFolder,
    store: PathBuf,
}

impl Place {
    /// A store in a home of its own, in memory if possible: these tests aren't about disks.
    pub(crate) fn new() -> Place {
        let home = TempFolder::in_memory();
        let store = home.join("asq/store.db");
        Place { home, store }
    }

    /// A store in this folder.
    pub(crate) fn within(folder: &Path) -> Place {
        Place { home: TempFolder::in_memory(), store: folder.join("asq/store.db") }
    }

    pub(crate) fn store(&self) -> &Path {
        &self.store
    }

    /// The path of the store's WAL.
    pub(crate) fn wal(&self) -> PathBuf {
        self.store.with_file_name("store.db-wal")
    }

    /// Prepares asq with these arguments, without a terminal and without the settings of the machine's owner.
    pub(crate) fn asq(&self, args: &[&str]) -> Command {
        self.command(Path::new(ASQ), args)
    }

    /// The same below a program of its own, so answers from elsewhere don't come from its process tree. The
    /// program is bash under another name: asq looks past shells, because they pass on what others start.
    pub(crate) fn agent(&self, args: &[&str]) -> Command {
        let program = self.home.join("agent");
        if !program.exists() {
            std::os::unix::fs::symlink("/bin/bash", &program).unwrap();
        }
        self.command(&program, &[&["-c", r#""$0" "$@"; exit $?"#, ASQ], args].concat())
    }

    fn command(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.home.join(".")).env("HOME", self.home.join("home"));
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            let foreign =
                ["ASQ_", "XDG_", "CLAUDE", "TMUX", "LD_PRELOAD"].iter().any(|it| name.starts_with(it));
            if foreign {
                command.env_remove(name);
            }
        }
        command.env("ASQ_STORE", &self.store).env("LANG", "C.UTF-8").env("TZ", "UTC");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs it in a session of its own.
    pub(crate) fn run(&self, args: &[&str]) -> Done {
        Done::of(&self.command(Path::new("setsid"), &[&["--wait", ASQ], args].concat()).output().unwrap())
    }

    /// The id of the first open request, once there is one.
    pub(crate) fn first(&self) -> String {
        eventually("a request", || self.run(&["list", "--count"]).out.trim() == "1");
        let listed = self.run(&["list", "--json"]);
        let one: serde_json::Value = serde_json::from_str(&listed.out).unwrap();
        one["id"].as_str().unwrap().to_owned()
    }

    /// Whether `asq list` says that an asker waits for this.
    pub(crate) fn waits(&self, id: &str) -> bool {
        let listed = self.run(&["list", "--json"]).out;
        let all = listed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        all.filter(|it| it["id"] == id).any(|it| it["asker_waits"] == true)
    }

    /// Prepares an agent's question with a call id, which returns at once (`--no-wait`) or waits (`--inbox`).
    pub(crate) fn asks(&self, call: &str, how: &str) -> Command {
        self.agent(&asking(call, how))
    }

    /// A store, and a driver of it in this process.
    pub(crate) fn with_driver() -> (Place, Driver) {
        let place = Place::new();
        let driver = place.driver();
        (place, driver)
    }

    /// A driver of the store in this process.
    pub(crate) fn driver(&self) -> Driver {
        Driver::new(Arc::new(self.open()))
    }

    pub(crate) fn open(&self) -> Sqlite {
        Sqlite::open(&self.store).unwrap()
    }

    /// The life of a request, as a fresh process reads it.
    pub(crate) fn life(&self, id: RequestId) -> Life {
        life_of(&self.open().records(id).unwrap())
    }

    /// The request's call id.
    pub(crate) fn call_id(&self, id: RequestId) -> String {
        let life = self.life(id);
        let from = &life.request().unwrap().from;
        from.call_id.as_ref().unwrap().raw().to_owned()
    }

    /// Checks that the log is sound.
    pub(crate) fn sound(&self) {
        assert_eq!(self.open().verify(None).unwrap().problems, []);
    }
}

impl Done {
    /// The request in the printed line, if there is one.
    pub(crate) fn request(&self) -> Option<RequestId> {
        let line: serde_json::Value = serde_json::from_str(&self.out).ok()?;
        line["id"].as_str()?.parse().ok()
    }
}

/// The arguments of such a question.
pub(crate) fn asking<'a>(call: &'a str, how: &'a str) -> [&'a str; 10] {
    ["ask", "-q", "Which?", "-o", "Pine", "-o", "Oak", "--call-id", call, how]
}

pub(crate) fn agent() -> Actor {
    Actor::new("agent", Right::Ask, How::Cli)
}

/// Opens a request of this process, with or without a time limit.
pub(crate) fn open(driver: &Driver, call: &str, limit_ms: Option<u64>) -> RequestId {
    open_about(driver, call, limit_ms, "Which?")
}

/// Opens one with this question.
pub(crate) fn open_about(driver: &Driver, call: &str, limit_ms: Option<u64>, what: &str) -> RequestId {
    let mut question = Question::new(what, Kind::One);
    question.options = vec![QuestionOption::new("Pine"), QuestionOption::new("Oak")];
    let rules = AnswerRules {
        complete: Complete::Every,
        order: Order::Offered,
        discuss: true,
        notes: true,
        danger: DangerRule::Unknown,
    };
    let mut request = Request::new(vec![question], rules);
    request.from.agent = Some("agent".into());
    request.from.session = Some("s".into());
    request.from.call_id = Some(call.into());
    request.expiry = limit_ms.map(|after_ms| Expiry { after_ms, means: None });
    let call = r#"{"name":"ask","arguments":{"question":"Which?","options":["Pine","Oak"]}}"#.to_owned();
    // The origin is this machine, without a process tree.
    let origin = process_origin::origin(&|_| None, None);
    let tree = origin.tree.as_deref().cloned().unwrap_or_default();
    let tree = AskerTree { opener: None, leader: None, ..tree }.known();
    let origin = Origin { process: None, root: None, tree, ..origin };
    let put = NewRequest {
        request,
        dialect: "asq".into(),
        call,
        origin,
        ticket: None,
        about: None,
        returns: false,
    };
    match driver.ask(put, &agent()).unwrap() {
        AskReply::Open { id, .. } => id,
        other => panic!("{other:?}"),
    }
}
