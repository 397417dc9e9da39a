//! Files that a stranger may have written, each at its limit.
//!
//! - `asq settings` reads the settings, the theme and the trusted folders; `asq install` reads what pi has.
//! - [`cases`] has the content of the files.
//! - A draft is typed into a form, kept when the form ends, and restored by the next form.

use super::{Bench, Row, Step, cases};
use crate::Outcome;
use crate::bench::process;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

/// How often a form is opened.
const SESSIONS: usize = 5;

/// Of a saved draft: so many questions, each with a text of this many bytes.
const DRAFTS: [(usize, usize); 2] = [(1, 1_000_000), (32, 1_000_000)];

pub(super) fn rows(bench: &Bench) -> Outcome<Vec<Row>> {
    let mut rows = settings(bench)?;
    rows.push(theme(bench)?);
    rows.push(trusted(bench)?);
    rows.extend(installed(bench)?);
    for (questions, bytes) in DRAFTS {
        rows.push(draft(bench, questions, bytes)?);
    }
    for row in &rows {
        crate::say(&format!("{}: {} {}\n", row.what, row.measured, row.unit));
    }
    Ok(rows)
}

fn write(file: &Path, text: &str) -> Outcome<()> {
    std::fs::create_dir_all(file.parent().ok_or("a file without a folder")?)?;
    Ok(std::fs::write(file, text)?)
}

fn settings(bench: &Bench) -> Outcome<Vec<Row>> {
    let plain = bench.count(&["settings"], "")?;
    let file = bench.home.join(".pi/ask-user-question.json");
    let mut rows = Vec::new();
    for (what, text) in cases::settings() {
        write(&file, &text)?;
        let with = bench.count(&["settings"], "")?;
        rows.push(Row::frame(format!("a repository's settings file of {what}"), with, plain));
    }
    std::fs::remove_file(file)?;
    Ok(rows)
}

fn theme(bench: &Bench) -> Outcome<Row> {
    let config = bench.home.join(".config/asq");
    write(&config.join("config.toml"), "theme = \"x\"\n")?;
    write(&config.join("themes/x.toml"), "")?;
    let plain = bench.count(&["settings", "--origins"], "")?;
    write(&config.join("themes/x.toml"), &cases::theme())?;
    let with = bench.count(&["settings", "--origins"], "")?;
    std::fs::remove_dir_all(config)?;
    Ok(Row::frame("a theme of 199 unknown tones, 63 KB", with, plain))
}

fn trusted(bench: &Bench) -> Outcome<Row> {
    let project = bench.home.join(".pi/ask-user-question.json");
    write(&project, r#"{"onQuestionCommand":"true"}"#)?;
    let plain = bench.count(&["settings"], "")?;
    let trust = bench.home.join(".local/state/asq/trust.json");
    write(&trust, &cases::trusted())?;
    let with = bench.count(&["settings"], "")?;
    std::fs::remove_file(trust)?;
    std::fs::remove_file(project)?;
    Ok(Row::frame("a trust.json of 1,000 folders, 0.9 MB", with, plain))
}

fn installed(bench: &Bench) -> Outcome<Vec<Row>> {
    let install = ["install", "pi", "--dialect", "question", "--dry-run"];
    let plain = bench.count(&install, "")?;
    let file = bench.home.join(".pi/agent/settings.json");
    let mut rows = Vec::new();
    for (what, text) in cases::installed() {
        write(&file, &text)?;
        let with = bench.count(&install, "")?;
        rows.push(Row::frame(format!("pi's settings.json of {what}, read by asq install"), with, plain));
    }
    std::fs::remove_file(file)?;
    Ok(rows)
}

/// Processor time up to the first frame: a form that ends writes its draft again, which callgrind would count.
fn draft(bench: &Bench, questions: usize, bytes: usize) -> Outcome<Row> {
    let asked: Vec<String> = (0..questions).map(|n| format!(r#"{{"question":"Say {n}"}}"#)).collect();
    let open = super::open_line("ask", &format!(r#"{{"questions":[{}]}}"#, asked.join(","))) + "\n";
    let text = "word ".repeat(bytes / 5);
    let typed = [Step::Keys(format!("\\u001b[200~{text}\\u001b[201~")), Step::Keys("\\t".to_owned())];
    let one: String = typed.iter().map(|step| step.line() + "\n").collect();
    bench.run(&[bench.asq.as_os_str()], &["embed"], &(open.clone() + &one.repeat(questions)))?;
    let kept = std::fs::read_dir(bench.drafts())?.next().ok_or("the form kept no draft")??;
    let size = kept.metadata()?.len() / 1000;
    let mut least = u128::MAX;
    for _ in 0..SESSIONS {
        let mut form = Command::new(&bench.asq)
            .arg("embed")
            .env_clear()
            .env("HOME", &bench.home)
            .current_dir(&bench.home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(mut to), Some(from)) = (form.stdin.take(), form.stdout.take()) else {
            return Err("the form has no pipes".into());
        };
        to.write_all(open.as_bytes())?;
        let mut frame = String::new();
        let mut from = BufReader::new(from);
        while !frame.contains(r#""type":"frame""#) {
            frame.clear();
            if from.read_line(&mut frame)? == 0 {
                return Err("the form ended without a frame".into());
            }
        }
        least = least.min(process::time(form.id())?.as_millis());
        if !frame.contains("word") {
            return Err(format!("the draft is not in the form: {frame}").into());
        }
        form.kill()?;
        form.wait()?;
    }
    let _ = std::fs::remove_dir_all(bench.drafts());
    Ok(Row::time(format!("a saved draft of {size} KB: first frame"), 100, least))
}
