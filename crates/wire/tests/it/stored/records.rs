//! Records: every fact comes back, and a change of the format is seen.

use super::any::record;
use super::sample;
use asq_core::life::{
    About, AccessToken, Actor, AskKey, Asked, AskerTree, Boot, Closed, Fact, How, IdempotencyKey, Kin,
    Leader, LetIn, Moment, Origin, PeerAddress, PeerPlace, Process, Record, Right, Spaces, TokenId, Unseen,
    Via,
};
use asq_core::model::{
    Answer, Answers, Draft, Entry, HeldAnswer, HeldAs, Outcome, Pick, Typed, TypedIn, WholeDraft,
};
use asq_core::text::Shown;
use asq_wire::stored::{
    draft_from_bytes, draft_to_bytes, name_of, record_from_bytes, record_to_bytes, whole_from_bytes,
    whole_to_bytes,
};
use expect_test::{Expect, expect};
use proptest::prelude::*;

proptest! {
    #[test]
    fn records_come_back(record in record()) {
        let bytes = record_to_bytes(&record).unwrap();
        let again = record_from_bytes(&bytes).unwrap();
        prop_assert_eq!(record_to_bytes(&again).unwrap(), bytes);
        prop_assert_eq!(again, record);
    }

    #[test]
    fn half_a_record_is_refused(record in record(), cut in any::<prop::sample::Index>()) {
        let bytes = record_to_bytes(&record).unwrap();
        prop_assert!(record_from_bytes(&bytes[..cut.index(bytes.len())]).is_err());
    }
}

fn written(record: &Record, picture: &Expect) {
    let bytes = record_to_bytes(record).unwrap();
    picture.assert_eq(std::str::from_utf8(&bytes).unwrap());
    assert_eq!(&record_from_bytes(&bytes).unwrap(), record);
}

fn asked() -> Record {
    Record {
        by: Actor {
            pid: Some(41),
            exe: Some("/usr/bin/node".into()),
            tty: Some("/dev/pts/3".into()),
            ..Actor::new("claude", Right::Ask, How::Cli)
        },
        at: Moment { wall_ms: 1_790_000_000_000, boot: Some(Boot { id: 0xfeed, ms: 12 }) },
        fact: Fact::Asked(Box::new(Asked {
            request: sample(),
            digest: "5d72".into(),
            claim: Some(AskKey::Call(IdempotencyKey("c1".into()))),
            dialect: "question".into(),
            call: r#"{"a":1}"#.into(),
            origin: Origin {
                host: Some("box".into()),
                process: Some(Process { pid: 41, started: 900 }),
                root: Some(Process { pid: 40, started: 0 }),
                exe: Some("/usr/bin/node".into()),
                tty: Some("/dev/pts/3".into()),
                folder: Some("/src/\u{1b}x".into()),
                pane: Some("/tmp/tmux-0/default %3".into()),
                via: Via::default(),
                tree: AskerTree {
                    boot: Some(0xfeed),
                    opener: Some(Process { pid: 39, started: 5 }),
                    leader: Some(Process { pid: 38, started: 4 }),
                    spaces: Some(Spaces { pid: 1, user: 2, uts: 3, time: 4, uid: 1000 }),
                    sessions: vec!["CLAUDECODE:6b86b273".into()],
                }
                .known(),
            },
            ticket: Some("7f3a".into()),
            about: None,
            returns: false,
        })),
    }
}

#[test]
fn the_stored_form_of_what_an_agent_was_doing_is_fixed() {
    let mut record = asked();
    let before = record_to_bytes(&record).unwrap();
    if let Fact::Asked(asked) = &mut record.fact {
        asked.about = Some(Box::new(About {
            says: Some("Done.\u{1b}]0;x".into()),
            task: Some("Move\0".into()),
            branch: Some("side".into()),
            link: Some("https://example.org".into()),
            text: Some("".into()),
            diff: Some("-a\n+b\n".into()),
        }));
        asked.returns = true;
    }
    let bytes = record_to_bytes(&record).unwrap();
    let (Some(head), tail) = (
        before.strip_suffix(b"}}}"),
        r#","about":{"says":"Done.\u001b]0;x","task":"Move\u0000","branch":"side","link":"https://example.org","text":"","diff":"-a\n+b\n"},"returns":true}}}"#,
    ) else {
        panic!("another shape")
    };
    assert_eq!(
        String::from_utf8(bytes.clone()).unwrap(),
        String::from_utf8([head, tail.as_bytes()].concat()).unwrap()
    );
    assert_eq!(record_from_bytes(&bytes).unwrap(), record);
}

#[test]
fn the_stored_form_of_records_is_fixed() {
    written(
        &asked(),
        &expect![[
            r#"{"by":{"name":"claude","right":"ask","how":"cli","pid":41,"exe":"/usr/bin/node","tty":"/dev/pts/3"},"at":{"wall_ms":1790000000000,"boot":{"id":"0000000000000000000000000000feed","ms":12}},"fact":{"asked":{"request":{"questions":[{"id":"db","header":"Database","text":"Which?","kind":"one","options":[{"label":"PostgreSQL","value":"pg"},{"label":"SQLite"}],"custom":true}],"rules":{"complete":"every","order":"offered","discuss":false,"notes":false,"danger":"unknown"},"prefs":{"danger_check":true,"debounce_ms":300,"clock":true,"opencode_offered":true},"from":{}},"digest":"5d72","claim":{"call":"c1"},"dialect":"question","call":"{\"a\":1}","origin":{"host":"box","boot":"0000000000000000000000000000feed","process":{"pid":41,"started":900},"root":{"pid":40,"started":0},"opener":{"pid":39,"started":5},"leader":{"pid":38,"started":4},"spaces":{"pid":1,"user":2,"uts":3,"time":4,"uid":1000},"exe":"/usr/bin/node","tty":"/dev/pts/3","folder":"/src/\u001bx","pane":"/tmp/tmux-0/default %3","sessions":["CLAUDECODE:6b86b273"]},"ticket":"7f3a"}}}"#
        ]],
    );
    written(
        &Record {
            by: Actor {
                leader: Some(Box::new(Leader {
                    process: Process { pid: 50, started: 7 },
                    exe: Some("/bin/sh".into()),
                    above: Some("/usr/bin/python3".into()),
                })),
                claimed: true,
                kin: Kin::Own { forced: true },
                ..Actor::new("ann", Right::Answer, How::Tty)
            },
            at: Moment { wall_ms: 7, boot: None },
            fact: Fact::Closed(Box::new(Closed {
                outcome: Outcome::Answered(Answers {
                    entries: vec![Entry {
                        answer: Some(Answer::Picks(vec![Pick::Option(0)])),
                        ..Entry::default()
                    }],
                }),
                key: Some(IdempotencyKey("k".into())),
            })),
        },
        &expect![[
            r#"{"by":{"name":"ann","claimed":true,"right":"answer","how":"tty","own_tree":true,"forced":true,"leader":{"pid":50,"started":7,"exe":"/bin/sh","above":"/usr/bin/python3"}},"at":{"wall_ms":7},"fact":{"closed":{"outcome":{"answered":[{"answer":{"picks":[{"option":0}]}}]},"key":"k"}}}"#
        ]],
    );
    written(
        &Record {
            by: Actor::system(),
            at: Moment { wall_ms: 8, boot: None },
            fact: Fact::Closed(Box::new(Closed { outcome: Outcome::Expired(Draft::default()), key: None })),
        },
        &expect![[
            r#"{"by":{"name":"asq","right":"system","how":"cli"},"at":{"wall_ms":8},"fact":{"closed":{"outcome":{"expired":{"answers":[]}}}}}"#
        ]],
    );
    written(
        &Record { by: asked().by, at: Moment { wall_ms: 9, boot: None }, fact: Fact::Delivered },
        &expect![[
            r#"{"by":{"name":"claude","right":"ask","how":"cli","pid":41,"exe":"/usr/bin/node","tty":"/dev/pts/3"},"at":{"wall_ms":9},"fact":{"delivered":{}}}"#
        ]],
    );
}

#[test]
fn how_somebody_was_authenticated_is_left_out_for_a_user_of_the_machine() {
    let via = Via {
        token: Some(Box::new(AccessToken { label: "ci".into(), id: TokenId::new(0xabc) })),
        peer: Some(Box::new(PeerAddress { address: "10.0.0.7:4711".into(), place: PeerPlace::Elsewhere })),
    };
    written(
        &Record {
            by: Actor { via, ..Actor::new("ann", Right::Answer, How::Page) },
            at: Moment { wall_ms: 9, boot: None },
            fact: Fact::Delivered,
        },
        &expect![[
            r#"{"by":{"name":"ann","right":"answer","how":"page","via":{"token":"ci","peer":"10.0.0.7:4711","owner":"000000000abc","place":"elsewhere"}},"at":{"wall_ms":9},"fact":{"delivered":{}}}"#
        ]],
    );
    // A place that only a newer version knows.
    let newer = r#"{"by":{"name":"a","right":"ask","how":"api","via":{"peer":"x","place":"on the moon"}},"at":{"wall_ms":9},"fact":{"delivered":{}}}"#;
    assert_eq!(record_from_bytes(newer.as_bytes()).unwrap().by.via.place(), PeerPlace::Unknown);
    // As every older version wrote it.
    let old =
        r#"{"by":{"name":"ann","right":"answer","how":"page"},"at":{"wall_ms":9},"fact":{"delivered":{}}}"#;
    let record = record_from_bytes(old.as_bytes()).unwrap();
    assert!(record.by.via.is_local());
    assert_eq!(record_to_bytes(&record).unwrap(), old.as_bytes());
}

#[test]
fn what_came_later_may_be_absent_and_what_is_not_known_is_passed_over() {
    let text = r#"{"by":{"name":"a","right":"ask","how":"cli","mood":"good"},"at":{"wall_ms":1,"leap":true},"fact":{"delivered":{"to":"b"}},"more":[1]}"#;
    let record = record_from_bytes(text.as_bytes()).unwrap();
    let at = Moment { wall_ms: 1, boot: None };
    assert_eq!(record, Record { by: Actor::new("a", Right::Ask, How::Cli), at, fact: Fact::Delivered });
}

#[test]
fn records_that_are_none_are_refused() {
    let text = String::from_utf8(record_to_bytes(&asked()).unwrap()).unwrap();
    let refused = |from: &str, to: &str, picture: &Expect| {
        assert!(text.contains(from), "{from}");
        picture.assert_eq(&record_from_bytes(text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string());
    };
    refused(
        r#"{"asked":"#,
        r#"{"delegated":"#,
        &expect![
            "the stored record says that the request was “delegated”, which this asq does not know: update asq"
        ],
    );
    refused(
        r#"{"asked":"#,
        r#"{"a\u0007\u202ebcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz":"#,
        &expect![[
            r#"the stored record says that the request was “a\u{7}\u{202e}bcdefghijklmnopqrstuvwxyza”, which this asq does not know: update asq"#
        ]],
    );
    refused(
        r#""how":"cli""#,
        r#""how":"dream""#,
        &expect![
            "the stored text has another shape: unknown variant `dream`, expected one of `tty`, `page`, `host`, `cli`, `api`, `bridge` at line 1 column 50"
        ],
    );
    refused("0000feed", "0000feeD", &expect!["the stored name of a boot is no 32 hex digits"]);
    refused("0000feed", "000feed", &expect!["the stored name of a boot is no 32 hex digits"]);
    refused(
        r#""digest":"5d72","#,
        "",
        &expect!["the stored text has another shape: missing field `digest` at line 1 column 1025"],
    );
    refused(
        r#"{"by""#,
        r#"["by""#,
        &expect![[
            r#"the stored text has another shape: invalid type: string "by", expected struct StoredActor at line 1 column 5"#
        ]],
    );
}

#[test]
fn parts_have_a_name_that_no_other_parts_have() {
    let parts: [&[&str]; 6] = [&[], &[""], &["", ""], &["ab"], &["a", "b"], &["", "ab"]];
    let names: std::collections::BTreeSet<String> = parts.iter().map(|p| name_of(p)).collect();
    assert_eq!(names.len(), parts.len());
    expect!["5dff2b3fa79721a8"].assert_eq(&name_of(&["ab"])[..16]);
}

#[test]
fn drafts_come_back_without_when_they_were_kept() {
    let draft = Draft {
        answers: Answers::none(2),
        typed: vec![Typed { question: 1, place: TypedIn::Note, text: "half\u{0}".into() }],
        kept: None,
    };
    let bytes = draft_to_bytes(&Draft { kept: Some(Shown::own("14:03")), ..draft.clone() }).unwrap();
    expect![[r#"{"answers":[{},{}],"typed":[{"question":1,"place":"note","text":"half\u0000"}]}"#]]
        .assert_eq(std::str::from_utf8(&bytes).unwrap());
    assert_eq!(draft_from_bytes(&bytes).unwrap(), draft);
}

#[test]
fn who_answered_reads_as_older_versions_wrote_it_and_as_strictly_as_they_read_it() {
    let kin = |by: &str| {
        let record = format!(
            r#"{{"by":{{"name":"a","right":"answer","how":"cli"{by}}},"at":{{"wall_ms":7}},"fact":{{"delivered":{{}}}}}}"#
        );
        record_from_bytes(record.as_bytes()).unwrap().by.kin
    };
    assert_eq!(kin(""), Kin::Apart);
    assert_eq!(kin(r#","own_tree":true"#), Kin::Own { forced: false });
    assert_eq!(kin(r#","own_tree":true,"forced":true"#), Kin::Own { forced: true });
    // Nobody could force what was not refused.
    assert_eq!(kin(r#","forced":true"#), Kin::Apart);
    let unknown = |why, let_in| {
        let by = Actor { kin: Kin::Unknown { why, let_in }, ..Actor::new("a", Right::Answer, How::Cli) };
        let record = Record { by, at: Moment { wall_ms: 7, boot: None }, fact: Fact::Delivered };
        let bytes = record_to_bytes(&record).unwrap();
        assert_eq!(record_from_bytes(&bytes).unwrap(), record);
        let text = String::from_utf8(bytes).unwrap();
        text.split(r#""cli","#).nth(1).unwrap().split('}').next().unwrap().to_owned()
    };
    // What an older version knows of it is that it counts as the asker's own tree.
    assert_eq!(unknown(Unseen::User, None), r#""own_tree":true,"unseen":"user""#);
    let forced = unknown(Unseen::Asker, Some(LetIn::Forced));
    assert_eq!(forced, r#""own_tree":true,"forced":true,"unseen":"asker""#);
    let allowed = unknown(Unseen::Namespace, Some(LetIn::Settings));
    assert_eq!(allowed, r#""own_tree":true,"unseen":"namespace","by_settings":true"#);
    let token = unknown(Unseen::Asker, Some(LetIn::Token));
    assert_eq!(token, r#""own_tree":true,"unseen":"asker","by_token":true"#);
    let surface = unknown(Unseen::Lost, Some(LetIn::Surface));
    assert_eq!(surface, r#""own_tree":true,"unseen":"lost","by_surface":true"#);
}

/// The row lies behind those of the questions; an older asq takes it for none of them.
#[test]
fn what_is_kept_of_a_whole_request_is_no_draft_of_a_question() {
    let whole = WholeDraft {
        held: Some(HeldAnswer { how: HeldAs::Answer, until_ms: 1_795_256_598_000, seen: "ab12".into() }),
        reason: Some("too \u{202e}early".into()),
        page: Some(2),
    };
    let bytes = whole_to_bytes(&whole).unwrap();
    let golden = "{\"held\":{\"how\":\"answer\",\"until\":1795256598000,\"seen\":\"ab12\"},\"reason\":\"too \u{202e}early\",\"page\":2}";
    assert_eq!(String::from_utf8(bytes.clone()).unwrap(), golden);
    assert_eq!(whole_from_bytes(&bytes).unwrap(), whole);
    assert!(draft_from_bytes(&bytes).is_err());
    assert_eq!(whole_to_bytes(&WholeDraft::default()).unwrap(), b"{}");
    assert!(draft_from_bytes(b"{}").is_err());
}
