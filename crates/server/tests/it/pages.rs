//! The page without a script: every kind of question is answered by plain forms, and nothing typed is lost.

use crate::client::{Call, Reply};
use crate::served::{STORES, Served, Setup, ask};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

/// A browser without scripts, with the cookie of a link.
struct Browser<'a> {
    served: &'a Served,
    cookie: String,
}

/// A form of a page, as it would be sent.
#[derive(Clone)]
struct Form {
    fields: Vec<(String, String)>,
}

impl Browser<'_> {
    fn of(served: &Served) -> Browser<'_> {
        let traded = served.call(&served.sign_in());
        let set = traded.header("set-cookie").unwrap();
        Browser { served, cookie: set.split(';').next().unwrap().to_owned() }
    }

    fn get(&self, path: &str) -> Reply {
        self.served.call(&Call::get(path).with("Cookie", &self.cookie))
    }

    #[track_caller]
    fn form(&self, path: &str) -> Form {
        let page = self.get(path);
        assert_eq!(page.status, 200, "{}", page.text());
        Form::of(page.text())
    }

    fn send(&self, path: &str, form: &Form, act: &str) -> Reply {
        self.post(path, &form.clone().and("act", act))
    }

    fn post(&self, path: &str, form: &Form) -> Reply {
        let mut all = form_urlencoded::Serializer::new(String::new());
        all.extend_pairs(&form.fields);
        let origin = format!("http://{}", self.served.at.host());
        let call = Call { body: all.finish().into_bytes(), ..Call::new("POST", path) };
        let call = call.with("Content-Type", "application/x-www-form-urlencoded").with("Origin", &origin);
        self.served.call(&call.with("Sec-Fetch-Site", "same-origin").with("Cookie", &self.cookie))
    }
}

impl Form {
    /// The fields of a page's form that a browser would send: no unchecked box, and no button.
    fn of(html: &str) -> Form {
        let html = &html[html.find("<form class=\"answer\"").unwrap()..];
        let html = &html[..html.find("</form>").unwrap()];
        let mut fields = Vec::new();
        for (at, _) in html.match_indices("<input ").chain(html.match_indices("<textarea ")) {
            let end = at + html[at..].find('>').unwrap();
            let tag = &html[at..end];
            let value = |name: &str| {
                let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
                Some(unescaped(&tag[from..from + tag[from..].find('"')?]))
            };
            let Some(name) = value("name") else { continue };
            if tag.starts_with("<textarea") {
                let text = &html[end + 1..];
                let text = unescaped(&text[..text.find("</textarea>").unwrap()]);
                fields.push((at, name, text.strip_prefix('\n').unwrap_or(&text).to_owned()));
            } else if !matches!(value("type").as_deref(), Some("radio" | "checkbox"))
                || tag.contains(" checked")
            {
                fields.push((at, name, value("value").unwrap_or_default()));
            }
        }
        fields.sort();
        Form { fields: fields.into_iter().map(|(_, name, value)| (name, value)).collect() }
    }

    fn get(&self, name: &str) -> Vec<&str> {
        self.fields.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str()).collect()
    }

    /// Types into a field, or chooses the only one of a group.
    fn with(mut self, name: &str, value: &str) -> Form {
        self.fields.retain(|(known, _)| known != name);
        self.fields.push((name.into(), value.into()));
        self
    }

    /// Ticks one more box.
    fn and(mut self, name: &str, value: &str) -> Form {
        self.fields.push((name.into(), value.into()));
        self
    }
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn asks(served: &Served, call: &Value) -> String {
    let mut body = ask("unused");
    body["call"] = call.clone();
    body.as_object_mut().unwrap().remove("call_id");
    let asked = served.asks(Call::post("/v1/requests", &body));
    assert_eq!(asked.status, 201, "{}", asked.text());
    asked.json()["id"].as_str().unwrap().to_owned()
}

fn ending(served: &Served, id: &str) -> Value {
    served.asks(Call::get(&format!("/v1/requests/{id}/ending"))).json()
}

fn all_kinds() -> Value {
    let options = json!([{ "label": "a" }, { "label": "b", "description": "two\nlines" }, { "label": "c" }]);
    json!({ "questions": [
        { "prompt": "One?", "options": options },
        { "prompt": "Several?", "kind": "many", "options": options, "min": 1, "max": 3 },
        { "prompt": "Really?", "kind": "confirm" },
        { "prompt": "How many?", "kind": "number", "min": 1, "max": 99, "unit": "GB" },
        { "prompt": "Why?", "kind": "text", "multiline": true },
        { "prompt": "In your words?", "options": options, "allow_custom": true },
    ] })
}

#[test]
fn every_kind_is_answered_by_plain_forms_and_shown_once_more_before_it_is_sent() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let (browser, id) = (Browser::of(&served), asks(&served, &all_kinds()));
        let path = format!("/r/{id}");
        let form = browser.form(&path);
        let form =
            form.with("q0", "1").with("q1", "2").and("q1", "0").with("q2", "1").with("q3.text", "42.50");
        let form =
            form.with("q4.text", "one\r\n\r\n  <two>").with("q5", "custom").with("q5.custom", "mine \"&\"");
        let review = browser.send(&path, &form, "review");
        assert_eq!(review.status, 200, "{}", review.text());
        for shown in ["Your answers", "42.50", "&lt;two&gt;", "mine &quot;&amp;&quot;", "(own words)"] {
            assert!(review.text().contains(shown), "{shown}: {}", review.text());
        }
        assert!(ending(&served, &id)["outcome"] == "pending", "a review sends nothing");
        let back = browser.send(&path, &Form::of(review.text()), "edit");
        let again = Form::of(back.text());
        for (name, values) in [("q0", vec!["1"]), ("q1", vec!["0", "2"]), ("q3.text", vec!["42.50"])] {
            assert_eq!(again.get(name), values, "{name}");
        }
        assert_eq!(again.get("q4.text"), ["one\n\n  <two>"]);
        assert_eq!((again.get("q5"), again.get("q5.custom")), (vec!["custom"], vec!["mine \"&\""]));
        let sent = browser.send(&path, &Form::of(review.text()), "submit");
        assert_eq!((sent.status, sent.header("location")), (303, Some(path.as_str())));
        let closed = browser.get(&path);
        assert!(closed.text().contains("Answer submitted, waiting for agent…"), "{}", closed.text());
        let ending = ending(&served, &id);
        assert_eq!(ending["outcome"], "answered");
        let text = ending["details"].to_string();
        for part in ["\"b\"", "\"a\"", "\"c\"", "42.50", "one\\n\\n  <two>", "mine \\\"&\\\""] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

#[test]
fn what_is_wrong_comes_back_at_once_with_what_was_typed() {
    let served = Served::start();
    let (browser, id) = (Browser::of(&served), asks(&served, &all_kinds()));
    let path = format!("/r/{id}");
    let form = browser.form(&path).with("q0", "7").with("q3.text", "100 or so").with("q4.text", "why\r\nnot");
    let form = form.with("q5", "1").with("q5.custom", "and mine");
    let wrong = browser.send(&path, &form, "submit");
    assert_eq!(wrong.status, 422);
    for marked in ["q0-wrong", "q1-wrong", "q2-wrong", "q3-wrong", "q5-wrong"] {
        assert!(wrong.text().contains(&format!("id=\"{marked}\"")), "{marked}");
    }
    assert!(!wrong.text().contains("q4-wrong") && wrong.text().contains("choose one of them"));
    let again = Form::of(wrong.text());
    assert_eq!((again.get("q3.text"), again.get("q5.custom")), (vec!["100 or so"], vec!["and mine"]));
    let drafts = served.answers(Call::get(&format!("/v1/requests/{id}/drafts"))).ok();
    let drafts = drafts["drafts"].as_array().unwrap().iter().map(|draft| &draft["question"]);
    assert_eq!(drafts.collect::<Vec<_>>(), [3, 4, 5], "an option that isn't there is no choice");
    // A reload has it as well, and so has every other surface.
    let reload = browser.form(&path);
    let names = ["q3.text", "q4.text", "q5", "q5.custom"];
    let values: Vec<Vec<&str>> = names.iter().map(|name| reload.get(name)).collect();
    assert_eq!(values, [vec!["100 or so"], vec!["why\nnot"], vec!["1"], vec!["and mine"]]);
    assert_eq!(ending(&served, &id)["outcome"], "pending");
}

#[test]
fn a_dangerous_answer_is_confirmed_below_its_whole_text_and_by_nothing_else() {
    let served = Served::start();
    let question =
        json!({ "prompt": "Drop it?\nAll of it,  with two blanks", "kind": "confirm", "danger": "prod-db" });
    let (browser, id) = (Browser::of(&served), asks(&served, &json!({ "questions": [question] })));
    let path = format!("/r/{id}");
    let form = browser.form(&path).with("q0", "0");
    let review = browser.send(&path, &form, "review");
    let text = review.text();
    let whole = "<p class=\"text asks\">";
    assert!(browser.get(&path).text().contains(whole) && text.contains(whole), "{text}");
    let (question, field) = (text.find("2 blanks").or(text.find("All of it")), text.find("q0.confirm"));
    assert!(question.unwrap() < field.unwrap(), "{text}");
    for confirmed in ["", "prod", "PROD-DB"] {
        let refused = browser.send(&path, &Form::of(text).with("q0.confirm", confirmed), "submit");
        assert_eq!(refused.status, 422, "{confirmed}");
        assert!(refused.text().contains("id=\"q0-wrong\""), "{}", refused.text());
    }
    assert_eq!(browser.form(&path).get("q0.confirm"), [""], "no draft has a confirmation");
    let sent = browser.send(&path, &Form::of(text).with("q0.confirm", " prod-db "), "submit");
    assert_eq!((sent.status, ending(&served, &id)["outcome"].as_str()), (303, Some("answered")));
    let shown = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
    assert_eq!(shown["closed_by"]["how"], "page");
}

/// The warning of a question whose asker wanted no confirmation.
const SWITCHED_OFF: &str = "<p class=\"warning\">The asker switched confirmation off.</p>";

/// Posts a dangerous request whose asker switched its confirmation off, which the settings of no person here do.
fn asks_unchecked(served: &Served, prompt: &str) -> String {
    served.prefs.unchecked.store(true, Ordering::Relaxed);
    let question = json!({ "prompt": prompt, "kind": "confirm", "danger": "prod-db" });
    let id = asks(served, &json!({ "questions": [question] }));
    served.prefs.unchecked.store(false, Ordering::Relaxed);
    let shown = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
    assert_eq!(shown["settings"]["danger_check"], false, "{shown}");
    id
}

#[test]
fn a_confirmation_that_the_asker_switched_off_is_asked_for_on_each_page_and_the_page_says_so() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let (browser, id) = (Browser::of(&served), asks_unchecked(&served, "Drop it?"));
        let path = format!("/r/{id}");
        let asks_for_it = |page: &Reply| {
            let (warning, field) = (page.text().find(SWITCHED_OFF), page.text().find("name=\"q0.confirm\""));
            matches!((warning, field), (Some(warning), Some(field)) if warning < field)
        };
        let first = browser.get(&path);
        assert!(asks_for_it(&first), "{}", first.text());
        let form = Form::of(first.text()).with("q0", "0");
        let review = browser.send(&path, &form, "review");
        assert!(asks_for_it(&review), "{}", review.text());
        // From the form, past the review, judged before it is held back, and from the review itself.
        for (form, act) in [(&form, "submit"), (&form, "check"), (&Form::of(review.text()), "submit")] {
            let refused = browser.send(&path, form, act);
            assert_eq!(refused.status, 422, "{act}: {}", refused.text());
            assert!(
                asks_for_it(&refused) && refused.text().contains("id=\"q0-wrong\""),
                "{}",
                refused.text()
            );
        }
        assert_eq!(ending(&served, &id)["outcome"], "pending");
        let review = Form::of(review.text());
        assert_eq!(browser.send(&path, &review.clone().with("q0.confirm", "prod"), "submit").status, 422);
        assert_eq!(browser.send(&path, &review.with("q0.confirm", "prod-db"), "submit").status, 303);
        let closed = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
        let answers = json!([{ "answer": { "picks": [{ "option": 0 }] }, "confirmed": "prod-db" }]);
        assert_eq!((&closed["answers"], &closed["closed_by"]["how"]), (&answers, &json!("page")));
    }
}

#[test]
fn a_confirmation_that_the_asker_switched_off_is_asked_for_whatever_way_a_page_answers() {
    let served = Served::start();
    let (browser, id) = (Browser::of(&served), asks_unchecked(&served, "Drop it?"));
    let own = format!("http://{}", served.at.host());
    let call = |path: &str, body: &Value| {
        served.call(&Call::post(path, body).with("Cookie", &browser.cookie).with("Origin", &own))
    };
    let answer = |confirmed: &str| {
        let mut body = served.pick(&id, 0);
        body["answers"][0]["confirmed"] = confirmed.into();
        call(&format!("/v1/requests/{id}/answer"), &body)
    };
    let refused = call(&format!("/v1/requests/{id}/answer"), &served.pick(&id, 0));
    assert_eq!(refused.problem(), (422, "misfit".into()), "{}", refused.text());
    assert_eq!(answer("prod").problem(), (422, "misfit".into()));
    // The element asks for nothing dangerous, and a cookie counts in no page but asq's own.
    let embedded = served.answers(Call::get(&format!("/v1/embed/{id}")));
    assert!(embedded.text().contains("asq's own page alone"), "{}", embedded.text());
    assert_eq!(ending(&served, &id)["outcome"], "pending");
    assert_eq!(answer("prod-db").ok()["by"]["how"], "page");
}

#[test]
fn a_secret_is_in_no_page_and_in_no_draft() {
    let served = Served::start();
    let questions = json!({ "questions": [
        { "prompt": "The key?", "kind": "text", "sensitive": true }, { "prompt": "Why?", "kind": "text" } ] });
    let (browser, id) = (Browser::of(&served), asks(&served, &questions));
    let path = format!("/r/{id}");
    let form = browser.form(&path).with("q0.text", "hunter2-secret").with("q1.text", "so");
    let wrong = browser.send(&path, &form.clone().with("q1.text", ""), "submit");
    assert_eq!(wrong.status, 422, "{}", wrong.text());
    assert!(!wrong.text().contains("hunter2"), "{}", wrong.text());
    let review = browser.send(&path, &form, "review");
    assert!(!review.text().contains("hunter2"), "{}", review.text());
    assert!(!browser.get(&path).text().contains("hunter2"));
    let drafts = served.answers(Call::get(&format!("/v1/requests/{id}/drafts"))).ok().to_string();
    assert!(drafts.contains("\"so\"") && !drafts.contains("hunter2"), "{drafts}");
    let sent = browser.send(&path, &Form::of(review.text()).with("q0.text", "hunter2-secret"), "submit");
    assert_eq!(sent.status, 303, "{}", sent.text());
    let closed = browser.get(&path);
    assert!(closed.text().contains("••••••") && !closed.text().contains("hunter2"), "{}", closed.text());
}

#[test]
fn an_ending_says_who_and_when_and_shows_what_came_too_late() {
    let served = Served::start();
    let question = json!({ "questions": [{ "prompt": "Why?", "kind": "text" }] });
    let (browser, id) = (Browser::of(&served), asks(&served, &question));
    let path = format!("/r/{id}");
    assert_eq!(
        browser.send(&path, &browser.form(&path).with("q0.text", "half a thought"), "review").status,
        200
    );
    let shown = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
    let body = json!({ "answers": [{ "answer": { "text": "because" } }], "digest": shown["digest"] });
    served.answers(Call::post(&format!("/v1/requests/{id}/answer"), &body)).ok();
    let closed = browser.get(&path).text().to_owned();
    let (_, ended) = closed.split_once("<p class=\"ended\">").unwrap();
    let (ended, _) = ended.split_once("</p>").unwrap();
    // The clock of the person who runs the server tells times like this.
    assert!(ended.starts_with("Answered by answer over HTTP, at 17"), "{ended}");
    let (_, late) = closed.split_once("Typed, but too late</h2><p class=\"text late\">").unwrap();
    assert!(late.starts_with("<span class=\"line\" dir=\"auto\">half a thought</span>"), "{late}");
}

#[test]
fn each_way_out_ends_it_and_takes_what_was_typed_along() {
    for (act, outcome) in [("decline", "declined"), ("discuss", "discuss"), ("cancel", "cancelled")] {
        let served = Served::start();
        let question = json!({ "questions": [{ "prompt": "Why?", "kind": "text" }] });
        let (browser, id) = (Browser::of(&served), asks(&served, &question));
        let path = format!("/r/{id}");
        let form = browser.form(&path).with("q0.text", "half a thought").with("reason", "not now");
        let sent = browser.send(&path, &form, act);
        assert_eq!((sent.status, ending(&served, &id)["outcome"].as_str()), (303, Some(outcome)), "{act}");
        let shown = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok().to_string();
        assert!(shown.contains("half a thought"), "{act}: {shown}");
        let page = browser.get(&path);
        assert_eq!(page.text().contains("not now"), act == "decline", "{}", page.text());
    }
}

#[test]
fn sending_twice_is_once_and_who_comes_too_late_keeps_the_text() {
    let served = Served::start();
    let question = json!({ "questions": [{ "prompt": "Why?", "kind": "text" }] });
    let (browser, id) = (Browser::of(&served), asks(&served, &question));
    let path = format!("/r/{id}");
    let (mine, late) =
        (browser.form(&path).with("q0.text", "mine"), browser.form(&path).with("q0.text", "too late"));
    assert_eq!(browser.send(&path, &mine, "submit").status, 303);
    assert_eq!(browser.send(&path, &mine, "submit").status, 303, "the back button, and once more");
    let beaten = browser.send(&path, &late, "submit");
    assert_eq!(beaten.status, 409);
    let text = beaten.text();
    assert!(text.contains("too late") && text.contains("mine") && text.contains("on the page"), "{text}");
}

#[test]
fn a_form_of_an_older_session_comes_back_whole_and_changes_nothing() {
    let served = Served::start();
    let question = json!({ "questions": [{ "prompt": "Why?", "kind": "text" }] });
    let id = asks(&served, &question);
    let path = format!("/r/{id}");
    let old = Browser::of(&served).form(&path).with("q0.text", "typed before");
    let browser = Browser::of(&served);
    let again = browser.send(&path, &old, "submit");
    assert_eq!((again.status, ending(&served, &id)["outcome"].as_str()), (200, Some("pending")));
    assert!(again.text().contains("older than your session"), "{}", again.text());
    assert_eq!(served.answers(Call::get(&format!("/v1/requests/{id}/drafts"))).ok()["drafts"], json!([]));
    assert_eq!(browser.send(&path, &Form::of(again.text()), "submit").status, 303);
}

#[test]
fn an_answer_to_something_else_is_not_sent() {
    let served = Served::start();
    let question = json!({ "questions": [{ "prompt": "Why?", "kind": "text" }] });
    let (browser, id) = (Browser::of(&served), asks(&served, &question));
    let path = format!("/r/{id}");
    let form = browser.form(&path).with("q0.text", "so").with("seen", "another digest");
    let refused = browser.send(&path, &form, "submit");
    assert_eq!((refused.status, ending(&served, &id)["outcome"].as_str()), (200, Some("pending")));
    assert!(refused.text().contains("It was not sent") && Form::of(refused.text()).get("q0.text") == ["so"]);
}

#[test]
fn svg_and_html_are_documents_without_any_right() {
    let served = Served::start();
    let (svg, html) = (
        "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        "<b>x</b><script>1</script>",
    );
    let option = |label: &str, kind: &str, source: &str| json!({ "label": label, "preview": { "kind": kind, "content": source } });
    let options = [option("a", "svg", svg), option("b", "html", html), option("c", "markdown", "*x*")];
    let id = asks(&served, &json!({ "questions": [{ "prompt": "Which?", "options": options }] }));
    let browser = Browser::of(&served);
    let page = browser.get(&format!("/r/{id}"));
    assert!(page.text().contains(&format!("<iframe sandbox=\"\" referrerpolicy=\"no-referrer\" loading=\"lazy\" title=\"preview\" src=\"/r/{id}/preview/0/0\">")), "{}", page.text());
    assert!(page.text().contains("<em>x</em>") && page.text().matches("<script").count() == 1);
    for (option, kind, source) in [(0, "image/svg+xml", svg), (1, "text/html; charset=utf-8", html)] {
        let framed = browser.get(&format!("/r/{id}/preview/0/{option}"));
        assert_eq!((framed.status, framed.header("content-type"), framed.text()), (200, Some(kind), source));
        let policy = framed.header("content-security-policy").unwrap();
        assert!(policy.starts_with("sandbox; default-src 'none';"), "{policy}");
    }
    for path in ["preview/0/2", "preview/0/9", "preview/1/0", "preview/0", "preview/0/custom", "preview/x/0"]
    {
        assert_eq!(browser.get(&format!("/r/{id}/{path}")).status, 404, "{path}");
    }
    assert_eq!(served.call(&Call::get(&format!("/r/{id}/preview/0/0"))).status, 401);
}

#[test]
fn a_form_counts_on_the_page_s_own_paths_and_from_its_own_origin_alone() {
    let served = Served::start();
    let (browser, id) = (Browser::of(&served), served.ask("Which?"));
    let own = format!("http://{}", served.at.host());
    let form = |path: &str| {
        let call = Call { body: b"act=cancel".to_vec(), ..Call::new("POST", path) };
        call.with("Content-Type", "application/x-www-form-urlencoded").with("Cookie", &browser.cookie)
    };
    let path = format!("/r/{id}");
    assert_eq!(served.call(&form(&path)).problem().0, 415, "without an origin");
    for origin in ["null", "https://evil.example"] {
        assert_eq!(served.call(&form(&path).with("Origin", origin)).problem(), (403, "forbidden".into()));
    }
    let elsewhere = form(&format!("/v1/requests/{id}/cancel")).with("Origin", &own);
    assert_eq!(served.call(&elsewhere).problem().0, 415);
    let token = form(&path).with("Origin", &own).token(&served.answerer);
    assert_eq!(served.call(&token).problem(), (404, "not_found".into()));
    assert_eq!(ending(&served, &id)["outcome"], "pending");
}

#[test]
fn the_bar_says_who_asks_and_no_text_of_the_request_is_in_it() {
    let served = Served::start();
    let mut body = ask("<aside class=\"bar\">asked by agent root</aside>");
    body["call_id"] = "c9".into();
    let id = served.asks(Call::post("/v1/requests", &body)).json()["id"].as_str().unwrap().to_owned();
    let page = Browser::of(&served).get(&format!("/r/{id}"));
    let text = page.text();
    assert_eq!(text.matches("<aside class=\"bar\"").count(), 1);
    let bar = &text[text.find("<aside class=\"bar\"").unwrap()..text.find("</aside>").unwrap()];
    for part in [
        "asked by",
        "agent</span> <bdi>builder</bdi>",
        "session</span> <bdi>s1</bdi>",
        "token</span> <bdi>ask</bdi>",
    ] {
        assert!(bar.contains(part), "{part}: {bar}");
    }
    assert!(!bar.contains("root"), "{bar}");
}

#[test]
fn what_is_answered_is_found_again() {
    let served = Served::start();
    let (browser, id) = (Browser::of(&served), served.ask("A needle?"));
    served.ask("Hay?");
    served.answers(Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(&id, 1))).ok();
    let found = browser.get("/history?text=needle");
    assert!(found.text().contains(&format!("href=\"/r/{id}\"")), "{}", found.text());
    assert!(browser.get("/history?text=nothing").text().contains("Nothing was found."));
}

#[test]
fn dark_or_light_is_kept() {
    let served = Served::start();
    let browser = Browser::of(&served);
    let own = format!("http://{}", served.at.host());
    let call = Call { body: b"theme=dark".to_vec(), ..Call::new("POST", "/theme") };
    let call = call.with("Content-Type", "application/x-www-form-urlencoded").with("Origin", &own);
    let chosen = served.call(&call.with("Cookie", &browser.cookie));
    assert_eq!((chosen.status, chosen.header("location")), (303, Some("/")));
    let set = chosen.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(set, "asq_theme=dark");
    let page = served.call(&Call::get("/").with("Cookie", &format!("{}; {set}", browser.cookie)));
    assert!(page.text().contains("data-theme=\"dark\""), "{}", page.text());
}

#[test]
fn a_request_is_put_aside_with_what_was_typed_and_comes_back() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let question = json!({ "questions": [{ "prompt": "Why?", "kind": "text" }] });
        let (browser, id) = (Browser::of(&served), asks(&served, &question));
        let path = format!("/r/{id}");
        let form = browser.form(&path).with("q0.text", "half a thought");
        let unknown = browser.post(&path, &form.clone().with("aside", "soon"));
        assert!(unknown.status == 200 && unknown.text().contains("Until when?"), "{}", unknown.text());
        let sent = browser.post(&path, &form.with("aside", "15m"));
        assert_eq!((sent.status, sent.header("location")), (303, Some("/")));
        let list = browser.get("/");
        let (heading, row) = (list.text().find("Put aside</h2>"), list.text().find(&format!("id=\"r{id}\"")));
        assert!(
            list.text().contains("Nothing is open") && heading.unwrap() < row.unwrap(),
            "{}",
            list.text()
        );
        assert!(list.text().contains("<title>Nothing is open · asq</title>"), "{}", list.text());
        assert!(browser.get(&path).text().contains("Put aside until at "));
        // The button of the list carries nothing else.
        let csrf = browser.form(&path).get("csrf")[0].to_owned();
        let bare = Form { fields: vec![("csrf".into(), csrf)] };
        let back = browser.send(&path, &bare, "back");
        assert_eq!((back.status, back.header("location")), (303, Some(path.as_str())));
        assert!(browser.get("/").text().contains("1 open question"));
        assert_eq!(browser.form(&path).get("q0.text"), ["half a thought"]);
    }
}

#[test]
fn a_check_says_what_is_wrong_and_sends_nothing() {
    let served = Served::start();
    let question = json!({ "questions": [{ "prompt": "How many?", "kind": "number", "max": 9 }] });
    let (browser, id) = (Browser::of(&served), asks(&served, &question));
    let path = format!("/r/{id}");
    let wrong = browser.send(&path, &browser.form(&path).with("q0.text", "10"), "check");
    assert!(wrong.status == 422 && wrong.text().contains("q0-wrong"), "{}", wrong.text());
    let right = browser.send(&path, &browser.form(&path).with("q0.text", "9"), "check");
    assert_eq!((right.status, ending(&served, &id)["outcome"].as_str()), (200, Some("pending")));
}

#[test]
fn a_long_list_comes_in_parts_and_a_search_looks_through_all_of_it() {
    let served = Served::start();
    let ids: Vec<String> = (0..120).map(|n| served.ask(&format!("Number {n}?"))).collect();
    let browser = Browser::of(&served);
    let rows = |path: &str| -> Vec<String> {
        let page = browser.get(path);
        assert_eq!(page.status, 200, "{}", page.text());
        let ids = page.text().match_indices("<li class=\"request\" id=\"r");
        ids.map(|(at, found)| page.text()[at + found.len()..].split('"').next().unwrap().to_owned()).collect()
    };
    assert_eq!(rows("/"), ids[..100]);
    assert!(browser.get("/").text().contains("<a href=\"/?from=100\">Show more: 20 follow</a>"));
    assert_eq!(rows("/?from=100"), ids[100..]);
    assert_eq!(rows("/?rows=120"), ids);
    assert_eq!(rows("/?text=NUMBER+117"), [ids[117].clone()]);
    assert_eq!(rows("/?from=12&text=number+1"), ids[100..].iter().skip(1).cloned().collect::<Vec<_>>());
    for wrong in ["/?from=x", "/?rows=401", "/?from=1&from=2"] {
        assert_eq!(browser.get(wrong).problem().0, 400, "{wrong}");
    }
}

#[test]
fn a_request_is_announced_by_one_page_and_by_no_page_that_is_seen() {
    let served = Served::start();
    let (browser, other) = (Browser::of(&served), Browser::of(&served));
    let news = |browser: &Browser<'_>, ids: &[&String], seen: &str| {
        let csrf =
            browser.get("/history").text().split("name=\"csrf\" value=\"").nth(1).unwrap()[..32].to_owned();
        let mut fields = vec![("csrf".to_owned(), csrf), ("seen".to_owned(), seen.to_owned())];
        fields.extend(ids.iter().map(|id| ("id".to_owned(), (*id).clone())));
        browser.post("/news", &Form { fields })
    };
    let first = served.asks_unseen(Call::post("/v1/requests", &ask("The first?"))).json();
    let first = first["id"].as_str().unwrap().to_owned();
    let second = served.ask("The second?");
    let told = news(&browser, &[&first], "no").json();
    let expected = json!({
        "title": "asq: builder",
        "body": "pick one: Question 1",
        "path": format!("/r/{first}"),
        "ids": [first],
    });
    assert_eq!(told, expected);
    assert_eq!(news(&other, &[&first], "no").json(), json!({}), "it was announced");
    assert_eq!(news(&other, &[&second], "yes").json(), json!({}), "who sees it hears nothing");
    assert_eq!(news(&browser, &[&second], "no").json(), json!({}), "and nobody announces it any more");
    assert_eq!(news(&browser, &[&"nothing".to_owned()], "no").problem().0, 400);
    assert_eq!(news(&browser, &[], "no").problem().0, 400);
    // Once more, for what still waits.
    let again = |id: &str| {
        let csrf =
            browser.get("/history").text().split("name=\"csrf\" value=\"").nth(1).unwrap()[..32].to_owned();
        let fields = [("csrf", csrf.as_str()), ("again", "yes"), ("id", id)];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        browser.post("/news", &Form { fields }).json()
    };
    assert_eq!(again(&first)["path"], expected["path"]);
    assert_eq!(again(&first), json!({}), "it was announced once more");
    served.answers(Call::post(&format!("/v1/requests/{second}/decline"), &json!({}))).ok();
    assert_eq!(again(&second), json!({}), "it is closed");
    let third = served.ask("The third?");
    let until = json!({ "until": "2040-01-01T00:00:00.000Z" });
    let snoozed = served.answers(Call::post(&format!("/v1/requests/{third}/snooze"), &until));
    assert_eq!(snoozed.status, 204);
    assert_eq!(again(&third), json!({}), "it is put aside");
    let forged = Form { fields: vec![("csrf".into(), "0".repeat(32)), ("id".into(), first)] };
    assert_eq!(browser.post("/news", &forged).problem().0, 400);
}

#[test]
fn what_pages_load_is_the_same_for_everybody_and_asked_for_once() {
    let served = Served::start();
    for (path, kind) in [
        ("/page/page.js", "text/javascript; charset=utf-8"),
        ("/worker.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let part = served.call(&Call::get(path));
        assert_eq!((part.status, part.header("content-type")), (200, Some(kind)), "{path}");
        let tag = part.header("etag").unwrap().to_owned();
        let again = served.call(&Call::get(path).with("If-None-Match", &tag));
        assert_eq!((again.status, again.text()), (304, ""), "{path}");
    }
    assert_eq!(served.call(&Call::get("/page/other.js")).problem().0, 404);
}
