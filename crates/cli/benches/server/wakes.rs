//! From an answer over HTTP to the asker that waits over HTTP.
//!
//! - The time begins before the answer is sent and ends when the asker has its ending.
//! - Next to each stands one sync of as many bytes.

use crate::connection::{Connection, PUBLIC, asked, bearer};
use crate::{Outcome, print};
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// About the bytes of an answer's record.
const BYTES: [u8; 600] = [b'x'; 600];

pub(crate) fn run(address: &str, tokens: [&str; 2], times: usize, folder: &Path) -> Outcome<()> {
    let [mut asker, mut waiter] =
        [(); 2].map(|()| Connection::of(PUBLIC, address, &bearer(tokens[0])).map_err(drop));
    let (Ok(asker), Ok(waiter)) = (&mut asker, &mut waiter) else { return Err("no connection".into()) };
    let mut person = Connection::of(PUBLIC, address, &bearer(tokens[1]))?;
    let mut disk = File::create(folder.join("syncs"))?;
    let (mut wakes, mut syncs) = (Vec::new(), Vec::new());
    for n in 0..times {
        syncs.push(sync(&mut disk)?);
        let id = asked(asker, &format!("wakes {n}"))?;
        let shown = person.call("GET", &format!("/v1/requests/{id}"), "")?.json()?;
        let answer = serde_json::json!({
            "digest": shown["digest"],
            "answers": serde_json::from_str::<serde_json::Value>(FIRST)?,
        });
        waiter.send("GET", &format!("/v1/requests/{id}/ending?wait=60"), "")?;
        // It waits once the server says so.
        let mut waits = false;
        while !waits {
            let shown = person.call("GET", &format!("/v1/requests/{id}"), "")?.json()?;
            waits = shown["asker_waits"] == true;
        }
        let begun = Instant::now();
        person.send("POST", &format!("/v1/requests/{id}/answer"), &answer.to_string())?;
        let ending = waiter.reply()?;
        wakes.push(begun.elapsed());
        let accepted = person.reply()?;
        if (accepted.status, ending.status) != (200, 200) {
            let said = String::from_utf8_lossy(&accepted.body);
            return Err(format!("answered: {} {said}, ending: {}", accepted.status, ending.status).into());
        }
    }
    print("wakes", &wakes)?;
    print("syncs", &syncs)
}

/// The first option of the only question.
const FIRST: &str = r#"[{"answer":{"picks":[{"option":0}]}}]"#;

fn sync(disk: &mut File) -> Outcome<Duration> {
    let begun = Instant::now();
    disk.write_all(&BYTES)?;
    disk.sync_data()?;
    Ok(begun.elapsed())
}
