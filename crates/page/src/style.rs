//! The style of all pages: one text, in the page itself.
//!
//! - Dark and light follow the system, unless the person chose.
//! - From 320 px on; from 1,000 px on, previews stand next to their options.
//! - What asq says, what an agent says and what a person types look different, and not by colour alone.

/// The text of the only style element of each page.
pub(crate) const STYLE: &str = r#"
:root { color-scheme: light dark;
  --paper: light-dark(#fbfaf8, #16181c); --card: light-dark(#fff, #1e2127); --ink: light-dark(#1c1d20, #e6e6e3);
  --dim: light-dark(#5d6069, #a3a7b0); --line: light-dark(#d9d7d1, #363a43); --accent: light-dark(#1f5fbf, #8ab8ff);
  --on-accent: light-dark(#fff, #0d1522); --good: light-dark(#176f3b, #7fd29c); --warn: light-dark(#8a5300, #f0bf6c);
  --danger: light-dark(#b3261e, #ff9c92); --bar: light-dark(#eceae4, #24272e); --code: light-dark(#f3f2ee, #121418) }
:root[data-theme="dark"] { color-scheme: dark }
:root[data-theme="light"] { color-scheme: light }
* { box-sizing: border-box }
html { scroll-padding-top: 8rem; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px }
main:focus { outline: none }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%) }
.skip { position: absolute; left: -100vw }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .5rem; z-index: 2 }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding: .5rem max(1rem, calc(50vw - 34rem)) }
nav > a { padding: .6rem 0; min-height: 44px; text-decoration: none; font-weight: 600; color: var(--ink) }
.count { background: var(--accent); color: var(--on-accent); border-radius: 1rem; padding: 0 .5rem; font-size: .8rem }
.theme { margin-left: auto; display: flex; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden }
.theme button { border: 0; border-radius: 0; background: none; color: var(--dim); min-height: 36px; padding: 0 .6rem; font-size: .8rem }
.sign-out { margin-left: auto }
.sign-out button { border: 0; background: none; color: var(--dim); min-height: 36px; padding: 0 .2rem; font-size: .8rem }
.sign-out button:hover { color: var(--ink); text-decoration: underline }
.theme button[aria-pressed="true"] { background: var(--bar); color: var(--ink); font-weight: 600 }
main, .bar { padding: 0 max(1rem, calc(50vw - 34rem)) }
main { padding-bottom: 4rem }
.bar { position: sticky; top: 0; z-index: 1; background: var(--bar); border-block: 1px solid var(--line);
  border-left: 6px solid var(--accent); font-size: .85rem; padding-block: .4rem; max-height: 40vh; overflow: auto }
.bar p { margin: 0; overflow-wrap: anywhere }
.fact { margin-right: .6rem; display: inline-block; max-width: 100% }
.own, .ended { color: var(--dim) }
.bar .own { font-weight: 600 }
h1 { font-size: 1.35rem; margin: 1.5rem 0 1rem }
h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
bdi, .line, .text, .preview { overflow-wrap: anywhere }
.line { display: block; white-space: pre-wrap; min-height: 1.5em }
.requests { list-style: none; margin: 0; padding: 0 }
.request { border-top: 1px solid var(--line); padding: .25rem 0 .75rem }
.request a { display: block; padding: .6rem 0 .2rem; text-decoration: none; color: inherit; min-height: 44px }
.request .header { font-weight: 650; display: block }
.request a:hover .header { text-decoration: underline; color: var(--accent) }
.request p { margin: 0; font-size: .85rem }
.mark { border: 1px solid currentcolor; border-radius: .3rem; padding: 0 .35rem; color: var(--warn); font-weight: 600 }
.mark.danger { color: var(--danger) }
fieldset.question { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); margin: 1.25rem 0; padding: .5rem 1.1rem 1.1rem; min-width: 0 }
fieldset.danger { border-color: var(--danger) }
fieldset.wrong { border-color: var(--danger); border-width: 2px }
legend { font-size: 1.15rem; font-weight: 650; padding: 0 .4rem; overflow-wrap: anywhere }
.danger-head { color: var(--danger); font-weight: 700; margin: .25rem 0 }
.warning { color: var(--warn); font-weight: 600; margin: .25rem 0 }
legend.named { font-size: .9rem; color: var(--dim) }
.asked > .asks { font-size: 1.15rem; font-weight: 650 }
a.button { display: inline-flex; align-items: center; min-height: 44px; padding: .55rem 1.1rem; border-radius: .5rem; font-weight: 600;
  background: var(--accent); color: var(--on-accent); text-decoration: none; max-width: 100% }
.next { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin-top: 1.5rem }
.asked { border-left: 3px solid var(--line); padding-left: .8rem; margin: .5rem 0 1rem }
.asked p { margin: .25rem 0 }
.description { color: var(--dim); margin: .15rem 0 .25rem; font-size: .95rem }
.options { list-style: none; margin: .5rem 0; padding: 0; display: grid; gap: .5rem }
.option { border: 1px solid var(--line); border-radius: .6rem; padding: .2rem .8rem .4rem; min-width: 0 }
.option > label { display: flex; gap: .7rem; align-items: start; min-height: 44px; padding: .6rem 0 .2rem; cursor: pointer }
.option:has(> label > input:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
.option > .description, .option > details, .option > textarea { margin-left: 2rem }
input[type="radio"], input[type="checkbox"] { width: 1.25rem; height: 1.25rem; margin: .1rem 0 0; flex: none; accent-color: var(--accent); align-self: start }
.label { font-weight: 550; min-width: 0; overflow-wrap: anywhere }
.label.own { font-weight: 450 }
.recommended { font-size: .8rem; font-weight: 600; color: var(--good); border: 1px solid currentcolor; border-radius: .3rem; padding: 0 .35rem; white-space: nowrap }
textarea, input[type="text"], input[type="password"], input[type="search"] { font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--dim); border-radius: .5rem; padding: .55rem .7rem; min-height: 44px; width: 100%; max-width: 40rem }
.option > textarea { width: calc(100% - 2rem) }
.entry input[inputmode="decimal"] { width: 12rem }
.entry label, .note label, .confirm label, .ways-out label { display: block; font-weight: 550; margin: .25rem 0 }
.hint { color: var(--dim); font-size: .875rem; margin: .25rem 0 }
.confirm { border: 2px solid var(--danger); border-radius: .6rem; padding: .6rem .8rem .8rem; margin-top: 1rem }
.confirm code { display: block; font-size: 1.05rem; font-weight: 700; overflow-wrap: anywhere; white-space: pre-wrap; padding: .25rem 0 }
.problems { color: var(--danger); font-weight: 600; margin: .6rem 0 0; padding-left: 1.2rem }
.summary { border: 2px solid var(--danger); border-radius: .75rem; padding: .2rem 1rem .6rem; margin: 1.25rem 0 }
.summary h2 { color: var(--danger); margin: .5rem 0 .25rem }
.summary ul { margin: 0; padding-left: 1.2rem }
.notice { border-left: 4px solid var(--warn); background: var(--card); padding: .6rem .9rem; margin: 1.25rem 0; font-weight: 550 }
.other { border: 1px dashed var(--warn); border-radius: .6rem; padding: .4rem .8rem; margin: .5rem 0 }
.other p { margin: .2rem 0 }
button { font: inherit; font-weight: 600; color: var(--ink); background: var(--card); border: 1px solid var(--dim); border-radius: .5rem; padding: .55rem 1.1rem; min-height: 44px; cursor: pointer }
button.primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent) }
button.stop { color: var(--danger); border-color: var(--danger) }
.send { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: 1.25rem 0 }
.aside > p, .aside > .times { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
.filter { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .5rem 0 }
.filter label { font-weight: 550 } .filter input { flex: 1; min-width: 8rem }
.compare, .notify { min-height: 36px; padding: .2rem .7rem; font-size: .85rem; margin-top: .3rem }
.compare[aria-pressed="true"] { border-color: var(--accent); color: var(--accent) }
.two { width: min(100rem, 96vw); max-height: 94vh; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); color: var(--ink) }
.two[open] { display: grid; gap: 1rem; align-items: start }
.two section { min-width: 0 } .two h2 { margin: .25rem 0 .5rem } .two > button { grid-column: 1 / -1; justify-self: start }
.two::backdrop { background: rgb(0 0 0 / .4) }
.holding { position: fixed; inset: auto 0 0; z-index: 4; display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; justify-content: center;
  background: var(--ink); color: var(--paper); padding: .6rem max(1rem, calc(50vw - 34rem)); font-weight: 600 }
.holding button { padding: .4rem .8rem }
.clock { font-variant-numeric: tabular-nums }
form.answer[inert] { opacity: .55 }
.more { text-align: center; padding: 1rem 0 }
.back { margin: .3rem 0 0 } .back button { min-height: 36px; padding: .2rem .7rem; font-size: .85rem }
.ways-out { border-top: 1px solid var(--line); padding-top: .5rem; margin-top: 2rem }
summary { cursor: pointer; min-height: 32px; padding: .3rem 0; color: var(--dim); font-weight: 550 }
.ways-out textarea { display: block; margin: .4rem 0 }
.answered { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); padding: .5rem 1rem; margin: .75rem 0 }
.answered p { margin: .2rem 0 }
.asked-again { display: flex; gap: .6rem; flex-wrap: wrap }
.asked-again .text { flex: 1; min-width: 12rem }
.good { color: var(--good) } .refused { color: var(--danger) } .open { color: var(--warn) }
ul.reply { margin: .25rem 0; padding-left: 1.6rem; font-weight: 600 }
.late { border-left: 3px solid var(--warn); padding-left: .8rem }
.line-state { position: fixed; inset: auto 0 0; margin: 0; padding: .5rem 1rem; text-align: center; font-weight: 600; background: var(--warn); color: var(--paper); z-index: 3 }
.line-state:empty { display: none }
.keys { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); color: var(--ink); max-width: min(34rem, 92vw) }
.keys::backdrop { background: rgb(0 0 0 / .4) }
.keys dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; margin: .5rem 0 1rem }
.keys dd { margin: 0 } kbd { font: .9rem ui-monospace, monospace; border: 1px solid var(--line); border-radius: .3rem; padding: 0 .35rem }
.search { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0 }
.search input { flex: 1; min-width: 10rem }
.preview { min-width: 0; overflow-x: auto; background: var(--code); border-radius: .5rem; padding: .5rem .8rem; margin: .3rem 0 }
.preview iframe { width: 100%; min-height: 18rem; border: 1px solid var(--line); border-radius: .4rem; background: #fff }
.preview pre { font: .85rem/1.45 ui-monospace, monospace; margin: 0; overflow-x: auto; tab-size: 4 }
.preview pre.asq-diagram { line-height: 1.15 }
.preview table { border-collapse: collapse } .preview th, .preview td { border: 1px solid var(--line); padding: .2rem .5rem }
.asq-bold { font-weight: 700 } .asq-comment, .asq-dim { color: var(--dim) } .asq-comment { font-style: italic }
.asq-accent, .asq-name { color: var(--accent) } .asq-good { color: var(--good) } .asq-warn, .asq-literal { color: var(--warn) }
.asq-keyword { color: light-dark(#7a2fa0, #d5a6f5) } .asq-removed { color: var(--danger) }
@media (min-width: 700px) { .two[open] { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } }
@media (min-width: 600px) { .sign-out { order: 1; margin-left: 0 } }
@media (min-width: 1000px) {
  .option:has(> .shows) { display: grid; grid-template-columns: minmax(14rem, 2fr) minmax(0, 3fr); column-gap: 1rem; align-content: start }
  .option > .shows { grid-column: 2; grid-row: 1 / span 3; margin-left: 0 }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
"#;

#[cfg(test)]
mod tests {
    use super::STYLE;

    #[test]
    fn the_style_loads_nothing_and_ends_no_element() {
        assert!(!STYLE.contains('<') && !STYLE.contains("url(") && !STYLE.contains("@import"));
    }
}
