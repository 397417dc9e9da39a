//! What a backend leaves out is made up for, or missed by name.

use crate::conversation::{PLAIN, Side, backend, call, conversation, open};
use asq_backend::{Failure, FaultKind, StoreFault};
use asq_core::history::Query;

#[test]
fn what_a_backend_leaves_out_comes_from_its_list_or_is_missed_by_name() {
    let (_, backend) = backend();
    let side = Side::default();
    let ids =
        ["c1", "c2"].map(|id| open(conversation(&call(PLAIN, Some(id)), &side).post(&backend).unwrap()));
    assert_eq!((backend.count(), backend.waiting()), (Ok(2), Ok(2)));
    for id in ids {
        assert_eq!(backend.find(&id.to_string(), 2), Ok(vec![id]));
    }
    let text = "this backend has no history".to_owned();
    let missing = Failure::Store(StoreFault { kind: FaultKind::Failed, text });
    assert_eq!(backend.history(&Query::default()), Err(missing));
}
