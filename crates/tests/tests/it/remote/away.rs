//! Askers whose server stops and comes back.

use super::setting::{Served, answer, asks};
use std::collections::BTreeMap;
use std::sync::mpsc::channel;

#[test]
fn every_waiting_asker_gets_its_ending_once_through_restarts() {
    let mut served = Served::start();
    let (here, agent) = (served.local(), served.over_socket(&[&served.asker]));
    let ids: Vec<_> = (0..20).map(|n| asks(&agent, &format!("c{n}"))).collect();
    let (send, ended) = channel();
    let waits: Vec<_> = ids
        .iter()
        .map(|id| {
            let (send, id) = (send.clone(), *id);
            agent.when_closed(id, Box::new(move |closed| send.send((id, closed)).unwrap()))
        })
        .collect();
    for id in &ids[..5] {
        here.close(*id, answer(&*here, *id, 0), None).unwrap();
    }
    served.stop();
    // Closed while no server is there.
    for id in &ids[5..10] {
        here.close(*id, answer(&*here, *id, 0), None).unwrap();
    }
    served.run();
    for id in &ids[10..] {
        here.close(*id, answer(&*here, *id, 0), None).unwrap();
    }
    let mut endings = BTreeMap::new();
    for _ in &ids {
        let (id, closed) = ended.recv().unwrap();
        assert_eq!(endings.insert(id, closed.unwrap().outcome.name()), None);
    }
    assert!(endings.values().all(|name| *name == "answered"));
    drop(waits);
    drop(send);
    assert!(ended.recv().is_err(), "once each");
}
