//! The style of all pages: one text, in the page itself.
//!
//! - Dark and light follow the system, unless the person chose.
//! - From 320 px on; from 1,000 px on, previews stand next to their options.
//! - What asq says, what an agent says and what a person types look different, and not by colour alone.

/// The text of the only style element of each page.
pub(crate) const STYLE: &str = r#"
:root { color-scheme: light dark;
  --paper: light-dark(#f7f6f3, #131417); --card: light-dark(#fff, #1b1d21); --ink: light-dark(#1b1c1f, #e8e8e5);
  --dim: light-dark(#5b5e66, #a2a6af); --line: light-dark(#dedcd5, #33363d); --edge: light-dark(#85878e, #7d818a);
  --accent: light-dark(#1d5bb8, #8ab8ff); --on-accent: light-dark(#fff, #0d1522); --wash: light-dark(#eef4fd, #1c2736);
  --good: light-dark(#176f3b, #7fd29c); --warn: light-dark(#8a5300, #f0bf6c); --danger: light-dark(#b3261e, #ff9c92);
  --bar: light-dark(#ebe9e2, #22252b); --code: light-dark(#f3f2ed, #101114);
  --half: 24rem; --beside: max(1rem, calc(50vw - var(--half))); --round: .65rem }
:root:has(.preview) { --half: 34rem }
:root[data-theme="dark"] { color-scheme: dark }
:root[data-theme="light"] { color-scheme: light }
* { box-sizing: border-box }
html { scroll-padding-top: 8rem; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
main:focus { outline: none }
.unseen, fieldset.danger:only-of-type > legend.named { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%) }
.skip { position: absolute; left: -100vw }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .5rem; z-index: 5 }
nav { display: flex; flex-wrap: wrap; gap: 0 1.1rem; align-items: center; padding: .4rem var(--beside) }
nav > a { display: inline-flex; align-items: center; gap: .4rem; min-height: 44px; text-decoration: none; font-weight: 600; color: var(--ink) }
nav > a:hover { text-decoration: underline }
.count { background: var(--accent); color: var(--on-accent); border-radius: 1rem; padding: 0 .5rem; font-size: .8rem; font-variant-numeric: tabular-nums }
.theme { margin-left: auto; display: flex; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden }
.theme button { border: 0; border-radius: 0; background: none; color: var(--dim); min-height: 32px; padding: 0 .5rem; font-size: .75rem; font-weight: 500 }
.sign-in { margin: 1.25rem 0 .9rem }
.sign-out { margin-left: auto }
.sign-out button { border: 0; background: none; color: var(--dim); min-height: 36px; padding: 0 .2rem; font-size: .8rem }
.sign-out button:hover { color: var(--ink); text-decoration: underline }
.theme button[aria-pressed="true"] { background: var(--bar); color: var(--ink); font-weight: 600 }
.theme button:focus-visible { outline-offset: -3px }
main { padding: 0 var(--beside) 4rem }
.bar { position: sticky; top: 0; z-index: 3; background: var(--bar); border-block: 1px solid var(--line); font-size: .85rem;
  padding: .45rem var(--beside); max-height: 40vh; overflow: auto }
.bar p { margin: 0; padding-left: .7rem; border-left: 3px solid var(--accent); overflow-wrap: anywhere }
.bar p:first-child { font-size: .95rem }
.fact { margin-right: .6rem; display: inline-block; max-width: 100% }
.own, .ended { color: var(--dim) }
.bar .own { font-weight: 500 }
.bar p:first-child .fact:first-of-type bdi { font-weight: 650 }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; margin: 1.75rem 0 1rem }
h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem }
bdi, .line, .text, .preview { overflow-wrap: anywhere }
.line { display: block; white-space: pre-wrap; min-height: 1.5em }
main > p > code { display: block; width: fit-content; max-width: 100%; margin-top: .75rem; padding: .6rem 1rem; border: 1px solid var(--line);
  border-radius: var(--round); background: var(--card); overflow-wrap: anywhere }
main > .hint code { display: inline; padding: .1rem .4rem; border-radius: .3rem }

.requests { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: var(--round); background: var(--card); overflow: clip }
.requests:empty { display: none }
.request { position: relative; padding: .7rem 1rem .75rem; content-visibility: auto; contain-intrinsic-size: auto 6rem }
.request + .request { border-top: 1px solid var(--line) }
.request:hover { background: var(--wash) }
.request > a { display: block; min-height: 44px; text-decoration: none; color: inherit }
.request > a::after { content: ""; position: absolute; inset: 0 }
.request > a:focus-visible { outline: none }
.request > a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: var(--round) }
.request .header { font-weight: 650; display: block }
.request .text { display: block }
.request .header:only-child { min-height: 2.75rem; align-content: center }
.request p { margin: .2rem 0 0; font-size: .85rem }
.mark { border: 1px solid currentcolor; border-radius: .3rem; padding: 0 .35rem; font-size: .8rem; color: var(--warn); font-weight: 600; white-space: nowrap }
.mark.danger { color: var(--danger) }
.back { position: relative; z-index: 1; width: fit-content; margin: .5rem 0 0 }
.more { text-align: center; padding: 1rem 0 }
.more a { display: inline-block; padding: .6rem 1rem }
.search { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0 }
.search input { flex: 1; min-width: 10rem }

fieldset.question { border: 0; margin: 1.75rem 0; padding: 0; min-width: 0 }
fieldset.question:not(:only-of-type), fieldset.danger, fieldset.wrong { border: 1px solid var(--line); border-radius: .9rem; background: var(--card);
  margin: 1.25rem 0; padding: 1.1rem 1.15rem 1.15rem }
fieldset.danger { border-color: var(--danger) }
fieldset.wrong { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }
legend { float: left; width: 100%; padding: 0; margin: 0 0 .75rem; font-size: 1.35rem; font-weight: 650; line-height: 1.3; letter-spacing: -.01em; overflow-wrap: anywhere }
legend + * { clear: both }
legend.named { margin: 0 0 .25rem; font-size: .9rem; line-height: 1.5; letter-spacing: 0; color: var(--dim) }
.asked { margin: 0 0 1rem }
.asked p { margin: .35rem 0 }
.asked > .asks { margin: 0; font-size: 1.35rem; font-weight: 650; line-height: 1.3; letter-spacing: -.01em }
fieldset.question:not(:only-of-type) legend:not(.named), fieldset.question:not(:only-of-type) .asks { font-size: 1.15rem }
.context { margin-top: .75rem }
.danger-head { color: var(--danger); font-weight: 700; margin: 0 0 .4rem }
.warning { color: var(--warn); font-weight: 600; margin: .25rem 0 .5rem }
.description { color: var(--dim); margin: .15rem 0 .25rem; font-size: .95rem }
.description .line, .asks .line { min-height: 0 }
.options { list-style: none; margin: .5rem 0; padding: 0; display: grid; gap: .5rem }
.option { position: relative; border: 1px solid var(--line); border-radius: var(--round); background: var(--card); padding: .7rem .9rem; min-width: 0 }
.option > label { display: flex; gap: .7rem; align-items: start; min-height: 24px; cursor: pointer }
.option > label::after { content: ""; position: absolute; inset: 0; border-radius: var(--round) }
.option > :not(label, .description) { position: relative; z-index: 1 }
.option:hover { border-color: var(--edge) }
.option:has(> label > input:checked) { border-color: var(--accent); background: var(--wash); box-shadow: inset 0 0 0 1px var(--accent) }
.option:has(> label > input:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px }
.option > label > input:focus-visible { outline: none }
.option > .description, .option > details, .option > textarea { margin-left: 1.95rem }
.option > .description { margin-block: .1rem 0 }
.option > textarea { margin-top: .5rem }
.option > details { margin-top: .25rem; width: fit-content; max-width: calc(100% - 1.95rem); min-width: min(20rem, calc(100% - 1.95rem)) }
.option > details:has(iframe) { width: calc(100% - 1.95rem) }
.option > label > * { position: relative; z-index: 1 }
input[type="radio"], input[type="checkbox"] { width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; flex: none; accent-color: var(--accent) }
.label { font-weight: 550; min-width: 0; overflow-wrap: anywhere }
.label.own { font-weight: 450 }
.recommended { font-size: .78rem; font-weight: 600; color: var(--good); border: 1px solid currentcolor; border-radius: .3rem; padding: 0 .35rem; margin-left: .25rem; white-space: nowrap }
textarea, input[type="text"], input[type="password"], input[type="search"] { font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--edge); border-radius: .5rem; padding: .55rem .7rem; min-height: 44px; width: 100%; max-width: 44rem }
textarea { display: block; field-sizing: content; max-height: 60vh; resize: vertical }
textarea[rows="4"] { min-height: 7.2rem }
::placeholder { color: var(--dim); opacity: 1 }
[readonly], :disabled { background: transparent }
.option > textarea { width: calc(100% - 1.95rem) }
.entry { margin: .5rem 0 }
.entry input[inputmode="decimal"] { width: 12rem; max-width: 100% }
.entry label, .note label, .confirm label, .ways-out label { display: block; font-weight: 550; margin: 0 0 .3rem }
.note { margin-top: .75rem }
.hint { color: var(--dim); font-size: .875rem; margin: .25rem 0 }
.confirm { border: 2px solid var(--danger); border-radius: var(--round); padding: .75rem .9rem .9rem; margin-top: 1rem }
.confirm code { display: block; font-size: 1.05rem; font-weight: 700; overflow-wrap: anywhere; white-space: pre-wrap; padding: .25rem 0 }
.problems { color: var(--danger); font-weight: 600; margin: .75rem 0 0; padding-left: 1.2rem }
.problems:has(> :only-child) { list-style: none; padding: 0 }
.summary { border: 1px solid var(--danger); box-shadow: inset 4px 0 0 var(--danger); border-radius: var(--round); background: var(--card); padding: .6rem 1rem .75rem; margin: 1.25rem 0 }
.summary h2 { color: var(--danger); margin: 0 0 .25rem }
.summary ul { margin: 0; padding-left: 1.2rem }
.notice { border: 1px solid var(--line); box-shadow: inset 4px 0 0 var(--warn); border-radius: var(--round); background: var(--card); padding: .7rem 1rem; margin: 1.25rem 0 }
.notice h1 { font-size: 1.15rem; margin: 0 } .notice p { margin: .2rem 0 }
.other { border: 1px dashed var(--warn); border-radius: var(--round); background: var(--card); padding: .6rem .9rem; margin: -.5rem 0 1.25rem }
.other p { margin: .2rem 0 } .other p:first-child { color: var(--warn); font-weight: 600; font-size: .9rem }
button, a.button { font: inherit; font-weight: 600; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: .55rem; padding: .5rem 1.1rem; min-height: 44px; cursor: pointer }
button:hover, a.button:hover { border-color: var(--ink) }
button:disabled { opacity: .5; cursor: default; border-color: var(--edge) }
button.primary, a.button { background: var(--accent); color: var(--on-accent); border-color: var(--accent) }
button.stop { color: var(--danger); border-color: var(--danger) }
a.button { display: inline-flex; align-items: center; text-decoration: none; max-width: 100% }
.send { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: 1.25rem 0 }
.next { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin-top: 1.5rem }
.aside > p, .aside > .times { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
.filter { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .5rem 0 }
.filter label { font-weight: 550 } .filter input { flex: 1; min-width: 8rem }
.compare, .notify, .back button { min-height: 36px; padding: .2rem .7rem; font-size: .85rem }
.notify { min-height: 32px; font-size: .75rem }
.compare { margin-top: .4rem }
.compare[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); background: var(--wash) }
.two { width: min(100rem, 96vw); max-height: 94vh; border: 1px solid var(--line); border-radius: var(--round); background: var(--card); color: var(--ink) }
.two[open] { display: grid; gap: 1rem; align-items: start }
.two section { min-width: 0 } .two h2 { margin: .25rem 0 .5rem } .two > button { grid-column: 1 / -1; justify-self: start }
.two::backdrop, .keys::backdrop { background: rgb(0 0 0 / .45) }
.holding { position: fixed; inset: auto 0 0; z-index: 4; display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; justify-content: center;
  background: var(--ink); color: var(--paper); padding: .6rem var(--beside); font-weight: 600 }
.holding button { padding: .4rem .8rem }
.clock { font-variant-numeric: tabular-nums }
form.answer[inert] { opacity: .55 }
.ways-out, .aside { border-top: 1px solid var(--line); padding-top: .6rem; margin-top: 1.25rem }
.ways-out + .ways-out, .aside + .ways-out { margin-top: .6rem }
summary { cursor: pointer; width: fit-content; min-height: 32px; padding: .25rem .5rem .25rem 0; color: var(--dim); font-weight: 550 }
summary:hover { color: var(--ink) }
.ways-out p { margin: .6rem 0 } .ways-out textarea { margin: 0 0 .5rem } .ways-out button { margin-right: .6rem }
.answered { border: 1px solid var(--line); border-radius: var(--round); background: var(--card); padding: .75rem 1rem; margin: .6rem 0 }
.answered p { margin: 0 }
.asked-again { display: flex; gap: .6rem; flex-wrap: wrap; color: var(--dim) }
.asked-again .text { flex: 1; min-width: 12rem }
.good { color: var(--good) } .refused { color: var(--danger) } .open { color: var(--warn) }
.answered :is(.reply, .note-text) { margin: .2rem 0 0; padding-left: 1.45rem }
ul.reply { font-weight: 600 } ul.reply:has(> :only-child) { list-style: none }
.answered ul.reply:not(:has(> :only-child)) { padding-left: 2.6rem }
.late { border-left: 3px solid var(--warn); padding-left: .8rem }
.line-state { position: fixed; inset: auto 0 0; margin: 0; padding: .5rem 1rem; text-align: center; font-weight: 600; background: var(--warn); color: var(--paper); z-index: 3 }
.line-state:empty { display: none }
.keys { border: 1px solid var(--line); border-radius: .9rem; background: var(--card); color: var(--ink); padding: 1rem 1.25rem; max-width: min(36rem, 92vw) }
.keys h2 { margin: 0 0 .75rem }
.keys dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; margin: .5rem 0 1rem }
.keys dd { margin: 0 } kbd { font: .85rem ui-monospace, monospace; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: .3rem; padding: 0 .35rem; white-space: nowrap }

.preview { min-width: 0; overflow-x: auto; background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; margin: .3rem 0 }
.preview > :first-child { margin-top: 0 } .preview > :last-child { margin-bottom: 0 }
.preview :is(p, ul, ol, blockquote, table, pre) { margin: .5rem 0 }
.preview :is(h1, h2, h3, h4, h5, h6) { font-size: 1rem; line-height: 1.4; margin: 1rem 0 .4rem }
.preview ul { list-style: disc; padding-left: 1.4rem } .preview ol { list-style: decimal; padding-left: 1.6rem }
.preview blockquote { border-left: 3px solid var(--line); padding-left: .8rem; margin-left: 0 }
.preview iframe { display: block; width: 100%; height: 16rem; min-height: 6rem; border: 0; border-radius: .3rem; background: #fff; color-scheme: light; resize: vertical; overflow: auto }
.preview pre { font: .85rem/1.45 ui-monospace, monospace; tab-size: 4 }
.preview pre.asq-diagram, .preview pre.asq-text { line-height: 1.2 }
.preview table { border-collapse: collapse } .preview th, .preview td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: start }
.asq-bold { font-weight: 700 } .asq-comment, .asq-dim { color: var(--dim) } .asq-comment { font-style: italic }
.asq-accent, .asq-name { color: var(--accent) } .asq-good { color: var(--good) } .asq-warn, .asq-literal { color: var(--warn) }
.asq-keyword { color: light-dark(#7a2fa0, #d5a6f5) } .asq-removed { color: var(--danger) }
@media (max-width: 420px) { nav { gap: 0 .8rem } .theme button { padding: 0 .4rem } .send button { flex: 1; padding-inline: .6rem } }
@media (pointer: coarse) { .theme button, .compare, .notify, .back button, summary { min-height: 44px } summary { padding-block: .6rem } }
@media (min-width: 700px) { .two[open] { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } }
@media (min-width: 600px) { .sign-out { order: 1; margin-left: 0 } }
@media (min-width: 1000px) {
  .option:has(> .shows) { display: grid; grid-template-columns: minmax(14rem, 2fr) minmax(0, 3fr); column-gap: 1rem; align-content: start }
  .option > .shows { grid-column: 2; grid-row: 1 / span 3; margin: -.25rem 0 0; width: auto; max-width: none; min-width: 0 }
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
