//! The keys that settings bind, for the form.
//!
//! - A host's keys go before the person's, and those before the preset's. The first layer that names an action decides
//!   all its keys. A key that two actions want belongs to the first.
//! - Leaves out and reports a key that can't be bound; the others hold.
//! - If none of an action's keys can be bound, it keeps those of the next layer; an empty list removes them.

use asq_core::form::Act;
use asq_core::form::Binding;
use asq_core::form::keys::{EMACS, KeyProblem, NamedKeys, Unbindable, VI, parse};
use asq_settings::{Keys, Preset, nearest};
use std::collections::BTreeMap;

/// The bindings, and the keys that can't be bound.
#[derive(Debug, Default)]
pub(super) struct Bound {
    pub(super) bindings: Vec<Binding>,
    pub(super) of_host: Vec<KeyProblem>,
    pub(super) of_person: Vec<KeyProblem>,
}

/// An action and one of its keys, as they were written.
type Pair = (String, String);

/// Binds the keys of a host and of the settings.
pub(super) fn bound(host: &BTreeMap<String, Vec<String>>, keys: &Keys) -> Bound {
    let preset: &[NamedKeys] = match keys.preset {
        Preset::Default => &[],
        Preset::Vi => VI,
        Preset::Emacs => EMACS,
    };
    let preset = preset.iter().map(|(act, keys)| ((*act).to_owned(), vec![(*keys).to_owned()])).collect();
    let host = host.iter().map(|(act, keys)| (act.clone(), keys.clone())).collect();
    let mut layers = KeyLayers::default();
    let of_host = layers.put(&host);
    let of_person = layers.put(&keys.bindings.0);
    layers.put(&preset);
    Bound { bindings: sift(&mut layers.pairs).0, of_host, of_person }
}

#[derive(Default)]
struct KeyLayers {
    /// Earlier pairs go before later ones.
    pairs: Vec<Pair>,
    /// Actions whose keys a layer above has decided.
    decided: Vec<String>,
}

impl KeyLayers {
    /// Puts a layer below the existing ones; returns what is wrong with this layer alone.
    fn put(&mut self, layer: &Vec<(String, Vec<String>)>) -> Vec<KeyProblem> {
        let mut pairs: Vec<Pair> = Vec::new();
        for (act, keys) in layer {
            // An action without keys makes no pair, but its name must still be checked.
            let keys: Vec<&str> = keys.iter().flat_map(|key| key.split_whitespace()).collect();
            let none = keys.is_empty().then_some("");
            pairs.extend(keys.into_iter().chain(none).map(|key| (act.clone(), key.to_owned())));
        }
        let (_, problems) = sift(&mut pairs);
        pairs.retain(|(act, _)| !self.decided.contains(act));
        for (act, _) in &pairs {
            if !self.decided.contains(act) {
                self.decided.push(act.clone());
            }
        }
        pairs.retain(|(_, key)| !key.is_empty());
        self.pairs.extend(pairs);
        // A key that a layer above has taken isn't a mistake of this layer.
        sift(&mut self.pairs);
        problems
    }
}

/// Removes the pairs that can't be bound.
fn sift(pairs: &mut Vec<Pair>) -> (Vec<Binding>, Vec<KeyProblem>) {
    let wanted = |pairs: &[Pair]| parse(pairs.iter().map(|(act, key)| (act.as_str(), key.as_str())));
    match wanted(pairs) {
        Ok(bindings) => (bindings, Vec::new()),
        Err(mut problems) => {
            let ill = |(act, key): &Pair| {
                problems.iter().any(|p| p.act == *act && (p.key.is_empty() || p.key == *key))
            };
            pairs.retain(|pair| !ill(pair));
            // An unknown action is reported once, not for each of its keys.
            problems.dedup();
            (wanted(pairs).unwrap_or_default(), problems)
        }
    }
}

/// The problems of these bindings, without other layers.
pub(super) fn problems(rows: &Vec<(String, Vec<String>)>) -> Vec<KeyProblem> {
    KeyLayers::default().put(rows)
}

/// Words a problem, with the name that was probably meant.
pub(super) fn worded(problem: &KeyProblem) -> String {
    match problem.why {
        Unbindable::NoSuchAct => match nearest(&problem.act, Act::names()) {
            Some(near) => format!("{problem}; did you mean {near}?"),
            None => problem.to_string(),
        },
        Unbindable::NoSuchKey | Unbindable::Fixed | Unbindable::IsText | Unbindable::Taken(_) => {
            problem.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bound, worded};
    use asq_core::form::Binding;
    use asq_settings::{Bindings, Keys, Preset};
    use expect_test::{Expect, expect};
    use std::fmt::Write;

    fn rows(rows: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
        let owned = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
        rows.iter().map(|(act, keys)| ((*act).to_owned(), owned(keys))).collect()
    }

    fn check(host: &[(&str, &[&str])], preset: Preset, person: &[(&str, &[&str])], expected: &Expect) {
        let host = rows(host).into_iter().collect();
        let bound = bound(&host, &Keys { preset, bindings: Bindings(rows(person)) });
        let mut text = String::new();
        for Binding { key, act, .. } in &bound.bindings {
            let _ = writeln!(text, "{key} {}", act.name().unwrap());
        }
        for (whose, problems) in [("host", bound.of_host), ("person", bound.of_person)] {
            for problem in problems {
                let _ = writeln!(text, "{whose}: {}", worded(&problem));
            }
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn presets_are_bound_whole() {
        check(
            &[],
            Preset::Vi,
            &[],
            &expect![[r#"
                k up
                j down
                g first
                G last
                h previous-tab
                l next-tab
                ctrl+u page-up
                ctrl+b page-up
                ctrl+d page-down
                ctrl+f page-down
            "#]],
        );
        check(
            &[],
            Preset::Emacs,
            &[],
            &expect![[r#"
                ctrl+p up
                ctrl+n down
                alt+< first
                alt+> last
                alt+< text-start
                alt+> text-end
                alt+v page-up
                ctrl+v page-down
            "#]],
        );
        check(&[], Preset::Default, &[], &expect![""]);
    }

    #[test]
    fn an_action_that_is_named_has_only_the_keys_that_are_named() {
        check(
            &[],
            Preset::Vi,
            &[("down", &["ctrl+n", "n"]), ("up", &[]), ("last", &["j k"]), ("first", &["hyper+x"])],
            &expect![[r#"
                ctrl+n down
                n down
                j last
                k last
                g first
                h previous-tab
                l next-tab
                ctrl+u page-up
                ctrl+b page-up
                ctrl+d page-down
                ctrl+f page-down
                person: first: there is no key "hyper+x"
            "#]],
        );
    }

    #[test]
    fn a_key_of_the_person_is_taken_from_the_preset() {
        check(
            &[],
            Preset::Vi,
            &[("help", &["j"]), ("choose", &["l", "ctrl+s"])],
            &expect![[r#"
                j help
                l choose
                ctrl+s choose
                k up
                g first
                G last
                h previous-tab
                ctrl+u page-up
                ctrl+b page-up
                ctrl+d page-down
                ctrl+f page-down
            "#]],
        );
    }

    #[test]
    fn a_host_goes_before_the_person() {
        check(
            &[("choose", &["ctrl+s", "enter"]), ("dwon", &["x"])],
            Preset::Emacs,
            &[("choose", &["ctrl+x"]), ("notes", &["ctrl+s", "ctrl+t"])],
            &expect![[r#"
                ctrl+s choose
                ctrl+t notes
                ctrl+p up
                ctrl+n down
                alt+< first
                alt+> last
                alt+< text-start
                alt+> text-end
                alt+v page-up
                ctrl+v page-down
                host: there is no action "dwon"; did you mean down?
            "#]],
        );
    }

    #[test]
    fn what_can_not_be_bound_is_told_and_the_rest_holds() {
        check(
            &[],
            Preset::Default,
            &[
                ("choose", &["ctrl+s", "esc", "ctrl+c", "enter"]),
                ("newline", &["n", "alt+n"]),
                ("cancle", &["x", "y"]),
                ("fly", &[]),
                ("up", &["super+u", "w"]),
                ("down", &["w"]),
                ("nothing", &["/"]),
            ],
            &expect![[r#"
                ctrl+s choose
                alt+n newline
                w up
                / nothing
                person: choose: esc can't be given away
                person: choose: ctrl+c can't be given away
                person: newline: n is typed as text there; add ctrl or alt
                person: there is no action "cancle"; did you mean cancel?
                person: there is no action "fly"
                person: up: there is no key "super+u"
                person: down: w is up already
            "#]],
        );
    }
}
