// The look: one style for the shadow roots of the element, and one without weight for what OpenCode's renderer returns,
// so that a host's own rules for its class names win.

const COLOURS = `
  --_ink: var(--asq-ink, light-dark(#1c1d20, #e6e6e3)); --_dim: var(--asq-dim, light-dark(#5d6069, #a3a7b0));
  --_paper: var(--asq-paper, light-dark(#fbfaf8, #16181c)); --_card: var(--asq-card, light-dark(#fff, #1e2127));
  --_line: var(--asq-line, light-dark(#d9d7d1, #363a43)); --_code: var(--asq-code, light-dark(#f3f2ee, #121418));
  --_accent: var(--asq-accent, light-dark(#1f5fbf, #8ab8ff)); --_on-accent: var(--asq-on-accent, light-dark(#fff, #0d1522));
  --_good: var(--asq-good, light-dark(#176f3b, #7fd29c)); --_warn: var(--asq-warn, light-dark(#8a5300, #f0bf6c));
  --_danger: var(--asq-danger, light-dark(#b3261e, #ff9c92)); --_radius: var(--asq-radius, .6rem);
  font: var(--asq-font, 1rem/1.5 system-ui, sans-serif); color: var(--_ink);`;

/** OpenCode's form and summary. */
const QUESTIONS = `
.question-block { margin: 0 0 1rem; min-width: 0 }
.question-header { color: var(--_dim); font-size: .85rem; font-weight: 650; overflow-wrap: anywhere }
.question-text { font-weight: 600; overflow-wrap: anywhere; white-space: pre-wrap; margin: 0 0 .5rem }
.question-options { display: grid; gap: .5rem }
.question-hint { color: var(--_dim); font-size: .85rem }
.question-option { display: block; width: 100%; text-align: start; font: inherit; color: inherit; background: var(--_card); border: 1px solid var(--_line);
  border-radius: var(--_radius); padding: .55rem .8rem; min-height: 44px; cursor: pointer; overflow-wrap: anywhere }
.question-option:hover { border-color: var(--_accent) }
.question-option[aria-pressed="true"] { border-color: var(--_accent); box-shadow: inset 0 0 0 1px var(--_accent) }
.question-option[aria-pressed="true"] .question-option-label::before { content: "✓ "; color: var(--_accent) }
.question-option-label { font-weight: 550; white-space: pre-wrap }
.question-option-description { display: block; color: var(--_dim); font-size: .9rem; white-space: pre-wrap }
.question-custom-input { box-sizing: border-box; display: block; width: 100%; margin-top: .5rem; font: inherit; color: inherit; background: var(--_paper);
  border: 1px solid var(--_dim); border-radius: var(--_radius); padding: .55rem .7rem; min-height: 44px; resize: vertical }
.question-custom-input::placeholder { color: var(--_dim); opacity: 1 }
.question-problem { color: var(--_danger); font-weight: 600; margin: .6rem 0 }
.question-actions, .question-confirm { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin-top: .9rem }
.question-actions[hidden], .question-confirm[hidden], .question-problem[hidden] { display: none }
.question-confirm { border: 2px solid var(--_danger); border-radius: var(--_radius); padding: .6rem .8rem }
.question-confirm p { margin: 0; flex: 1 1 100% }
.question-submit, .question-dismiss, .question-dismiss-confirm, .question-dismiss-back { font: inherit; font-weight: 600; color: var(--_ink); background: var(--_card);
  border: 1px solid var(--_dim); border-radius: var(--_radius); padding: .55rem 1.1rem; min-height: 44px; cursor: pointer }
.question-submit { background: var(--_accent); color: var(--_on-accent); border-color: var(--_accent) }
.question-dismiss, .question-dismiss-confirm { color: var(--_danger) }
.question-dismiss-confirm { border-color: var(--_danger) }
.question-submitted { margin: 0; outline-offset: 4px; font-weight: 600; color: var(--_dim) }
.question-answered { border-top: 1px solid var(--_line); padding: .4rem 0 }
.question-answered:first-child { border-top: 0 }
.question-answered .question-text { font-weight: 450; margin: 0; color: var(--_dim) }
.question-answer { margin: 0; padding-left: 1.3rem; font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere }
.question-unanswered { color: var(--_dim); font-weight: 450 }`;

const ELEMENT = `
:host { display: block; ${COLOURS} }
:host([hidden]), :host(:state(nothing)) { display: none }
:host([theme="dark"]) { color-scheme: dark } :host([theme="light"]) { color-scheme: light }
* { box-sizing: border-box } [hidden] { display: none !important }
:focus-visible { outline: 3px solid var(--_accent); outline-offset: 2px; border-radius: 3px }
section:focus { outline: none }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%) }
section.request, .question-tool { background: var(--_paper); border: 1px solid var(--_line); border-left: 4px solid var(--_accent); border-radius: var(--_radius); padding: .7rem .9rem .9rem; min-width: 0 }
section.closed, .question-tool.over { border-left-color: var(--_line); padding-block: .5rem }
bdi, .line, .text, .preview { overflow-wrap: anywhere }
.line { display: block; white-space: pre-wrap; min-height: 1.5em }
.own { color: var(--_dim) } .asker, .by { margin: 0; font-size: .82rem; color: var(--_dim); overflow-wrap: anywhere }
.asker { margin-bottom: .5rem } .asker .own { font-weight: 600 } .fact { margin-right: .5rem }
fieldset { border: 0; margin: .8rem 0 0; padding: 0; min-width: 0 }
fieldset + fieldset { border-top: 1px solid var(--_line); padding-top: .7rem; margin-top: 1rem }
fieldset.wrong { border-left: 3px solid var(--_danger); padding-left: .7rem }
legend { float: left; width: 100%; padding: 0; margin-bottom: .4rem; font-size: 1.05rem; font-weight: 650; overflow-wrap: anywhere } legend ~ * { clear: both }
.asked { min-width: 0 } .asked p { margin: .15rem 0 } .asked:empty { display: none }
.description { color: var(--_dim); margin: .1rem 0 .3rem; font-size: .92rem }
.warning { color: var(--_warn); font-weight: 600; margin: .4rem 0 } .hint { color: var(--_dim); font-size: .875rem; margin: .25rem 0 }
ul.options { list-style: none; margin: .4rem 0; padding: 0; display: grid; gap: .45rem }
.option { background: var(--_card); border: 1px solid var(--_line); border-radius: var(--_radius); padding: .1rem .8rem .3rem; min-width: 0 }
.option > label { display: flex; gap: .7rem; align-items: start; min-height: 44px; padding: .6rem 0 .2rem; cursor: pointer }
.option:hover { border-color: var(--_accent) }
.option:has(> label > input:checked) { border-color: var(--_accent); box-shadow: inset 0 0 0 1px var(--_accent) }
.option > .description, .option > details, .option > textarea { margin-left: 2rem }
input[type="radio"], input[type="checkbox"] { width: 1.25rem; height: 1.25rem; margin: .1rem 0 0; flex: none; accent-color: var(--_accent) }
.label { font-weight: 550; min-width: 0; overflow-wrap: anywhere } .label.own { font-weight: 450 }
.recommended { font-size: .8rem; font-weight: 600; color: var(--_good); border: 1px solid currentcolor; border-radius: .3rem; padding: 0 .35rem; white-space: nowrap }
textarea, input[type="text"] { font: inherit; color: inherit; background: var(--_paper); border: 1px solid var(--_dim); border-radius: var(--_radius); padding: .55rem .7rem; min-height: 44px; width: 100% }
.option > textarea { width: calc(100% - 2rem); margin-bottom: .4rem; field-sizing: content }
textarea::placeholder, input::placeholder { color: var(--_dim); opacity: 1 }
.entry { margin: .3rem 0 } .entry input[inputmode="decimal"] { width: min(12rem, 100%) }
.entry label, .note label { display: block; font-weight: 550; margin: .25rem 0 }
summary { cursor: pointer; min-height: 44px; padding: .6rem 0; color: var(--_dim); font-weight: 550 }
.problems { color: var(--_danger); font-weight: 600; margin: .5rem 0; padding-left: 1.2rem } .notice, .trouble { color: var(--_danger); font-weight: 600; margin: .6rem 0 }
.other { border: 1px dashed var(--_warn); border-radius: var(--_radius); padding: .3rem .8rem; margin: .5rem 0 } .other p { margin: .2rem 0 }
.actions, .sure { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin-top: 1rem }
.sure { border: 2px solid var(--_danger); border-radius: var(--_radius); padding: .6rem .8rem } .sure p { margin: 0; flex: 1 1 100% }
a.to-page { display: inline-block; min-height: 44px; padding: .6rem 0; color: var(--_accent); font-weight: 600 }
.answered { padding: .2rem 0 } .answered p { margin: .1rem 0 } .asked-again { display: flex; gap: .6rem } .asked-again .text { flex: 1; min-width: 0; color: var(--_dim) }
.good { color: var(--_good) } .refused { color: var(--_danger) } .open { color: var(--_warn) }
ul.reply { margin: .1rem 0; padding-left: 2.2rem; font-weight: 600 } .status { margin: .1rem 0 .3rem; font-weight: 600 } .late { border-left: 3px solid var(--_warn); padding-left: .8rem; margin: .3rem 0 }
.preview { min-width: 0; overflow-x: auto; background: var(--_code); border-radius: .5rem; padding: .5rem .8rem; margin: .3rem 0 }
.preview pre { font: .85rem/1.45 ui-monospace, monospace; margin: 0; overflow-x: auto; tab-size: 4 } .preview table { border-collapse: collapse } .preview th, .preview td { border: 1px solid var(--_line); padding: .2rem .5rem }
.asq-bold { font-weight: 700 } .asq-comment, .asq-dim { color: var(--_dim) } .asq-comment { font-style: italic } .asq-accent, .asq-name { color: var(--_accent) }
.asq-good { color: var(--_good) } .asq-warn, .asq-literal { color: var(--_warn) } .asq-keyword { color: light-dark(#7a2fa0, #d5a6f5) } .asq-removed { color: var(--_danger) }`;

const sheet = (text) => {
  const it = new CSSStyleSheet();
  it.replaceSync(text);
  return it;
};

/** Gives a shadow root its style. No inline style, so a page's policy for styles needs no exception. */
export const style = (root) => (root.adoptedStyleSheets = [sheet(ELEMENT + QUESTIONS)]);

let added = false;

/** Gives the document a style for what the renderer returns. Any rule of the host's goes before it. */
export function styled(element) {
  if (!added) {
    added = true;
    const roots = ":where(.question-tool-interactive, .question-tool-summary)";
    // A rule without weight for each of the rules above, and one for the roots.
    const rules = [...sheet(QUESTIONS).cssRules].map(({ selectorText, style }) => `${roots} :where(${selectorText}) { ${style.cssText} }`);
    const before = [...sheet(QUESTIONS).cssRules].filter(({ selectorText }) => selectorText.includes("::"));
    const plain = rules.filter((rule) => !rule.includes("::"));
    const marks = before.map(({ selectorText, style }) => {
      const [of, pseudo] = selectorText.split("::");
      return `${roots} :where(${of})::${pseudo} { ${style.cssText} }`;
    });
    document.adoptedStyleSheets.push(sheet([`${roots} { ${COLOURS} }`, ...plain, ...marks].join("\n")));
  }
  return element;
}
