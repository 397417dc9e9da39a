// What the server draws, node by node: only known elements and attributes, so no script, frame, style or address.
//
// Nothing makes HTML of text, so a page's policy of trusted types needs no exception.

const ELEMENTS = new Set(
  ("a aside b bdi blockquote br button code dd del details div dl dt em fieldset form h1 h2 h3 h4 h5 h6 hr i input ins " +
    "kbd label legend li ol p pre s section small span strong sub summary sup table tbody td th thead tr ul textarea").split(" "),
);
const ATTRIBUTES = new Set(
  ("aria-describedby aria-hidden aria-label aria-labelledby autocapitalize autocomplete checked class data-id data-outcome " +
    "data-page data-state dir for hidden id inputmode name novalidate open placeholder role rows spellcheck start type value").split(" "),
);
const TYPES = new Set(["hidden", "radio", "checkbox", "text", "password", "button", "submit"]);

/** The part that an element is, by its class. */
const PARTS = {
  request: "request", asker: "asker", question: "question", asked: "text", description: "description", options: "options",
  option: "option", actions: "actions", submit: "submit", dismiss: "dismiss", sure: "confirm", really: "dismiss-confirm",
  back: "dismiss-back", problems: "problems", notice: "notice", warning: "warning", answered: "answer", closed: "summary",
  status: "status", "to-page": "page-link", preview: "preview", note: "note",
};
/** The class that OpenCode's renderer has for the same. */
const OWN_CLASSES = {
  request: "question-tool-interactive", question: "question-block", options: "question-options", option: "question-option",
  actions: "question-actions", submit: "question-submit", dismiss: "question-dismiss", sure: "question-confirm", really: "question-dismiss-confirm",
  back: "question-dismiss-back", status: "question-submitted",
};

/** Copies what is known of a node. */
export function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE || !ELEMENTS.has(node.localName)) return document.createDocumentFragment();
  const it = document.createElement(node.localName);
  for (const { name, value } of node.attributes) {
    if (ATTRIBUTES.has(name) && (name !== "type" || TYPES.has(value))) it.setAttribute(name, value);
  }
  it.append(...[...node.childNodes].map(copied));
  if (node.localName === "textarea") it.value = node.value;
  // It may scroll, so keys have to reach it.
  if (node.localName === "pre") it.tabIndex = 0;
  const parts = [...node.classList].map((name) => PARTS[name]).filter(Boolean);
  if (node.localName === "legend") parts.push("header");
  if (node.localName === "textarea" || (node.localName === "input" && ["text", "password"].includes(node.type))) parts.push("input");
  if (parts.length > 0) it.setAttribute("part", parts.join(" "));
  it.classList.add(...[...node.classList].map((name) => OWN_CLASSES[name]).filter(Boolean));
  return it;
}
