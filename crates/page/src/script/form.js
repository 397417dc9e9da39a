// The form of an open request: what is typed is kept, and what happens elsewhere is shown without moving anything.

import { form, found, imported, lost, page, says, takeText, whenFound } from "./wire.js";

let over = false;

/** Whether somebody closed it meanwhile. */
export const isOver = () => over;

let soon = 0;

/** Looks again soon. What changes until then is one look, and however much changes, the look comes. */
export function look() {
  soon ||= setTimeout(lookNow, 50);
}

async function lookNow() {
  soon = 0;
  if (!location.pathname.startsWith("/r/")) return;
  try {
    const [, theirs] = await page(location.pathname);
    found();
    takeText("nav > a", theirs);
    if (!form()) takeText("main h1", theirs);
    else if (over) return;
    else if (theirs.querySelector("form.answer")) takeKept(theirs);
    else ended(theirs);
  } catch {
    lost();
  }
}

/** Somebody else closed it. What is typed here stays to be read and copied. */
export function ended(theirs) {
  if (over) return;
  over = true;
  const box = document.createElement("div");
  box.className = "notice over";
  const unsent = document.createElement("p");
  unsent.textContent = "What is filled in below was not sent. You can still read and copy it.";
  box.append(...[...theirs.querySelectorAll("main > .ended, main > .answered")].map(imported), unsent);
  document.querySelector("main").prepend(box);
  // The box may be out of sight, and nothing moves by itself.
  says(`${theirs.querySelector("main > .ended")?.textContent ?? "Closed"}. Not sent from here.`);
  for (const button of form().querySelectorAll("button")) button.disabled = true;
  for (const field of form().querySelectorAll("input, textarea")) {
    if (field.type === "radio" || field.type === "checkbox") field.disabled = true;
    else field.readOnly = true;
  }
}

/** What was filled in elsewhere: into the fields if nothing was filled in here meanwhile, else below them. */
function takeKept(theirs) {
  takeOthers(theirs);
  if (composing || filled() !== sent) return;
  const others = [...theirs.querySelector("form.answer").elements];
  for (const ours of form().elements) {
    const chosen = ours.type === "radio" || ours.type === "checkbox";
    const same = others.find((field) => field.name === ours.name && (!chosen || field.value === ours.value));
    if (!ours.name || !same) continue;
    if (chosen) ours.checked = same.checked;
    // Secrets and the texts of dangerous answers are in no draft.
    else if (same.value && ours.value !== same.value) ours.value = same.value;
  }
  sent = filled();
}

let composing = false;
addEventListener("compositionstart", () => (composing = true));
addEventListener("compositionend", () => (composing = false));

/** What others typed at the same time. */
function takeOthers(theirs) {
  const texts = (from) => [...from.querySelectorAll("form.answer > .other")].map((node) => node.textContent).join("\n");
  if (texts(document) === texts(theirs)) return;
  form().querySelectorAll(".other").forEach((node) => node.remove());
  theirs.querySelectorAll("form.answer > .other").forEach((other) => {
    const before = other.previousElementSibling;
    const at = before?.id ? document.getElementById(before.id) : null;
    (at ?? form().querySelector(".send")).after(imported(other));
  });
}

/** All that is filled in, as a form sends it. */
export function fields() {
  return new URLSearchParams([...new FormData(form())].filter(([, value]) => typeof value === "string"));
}

/** What a person fills in, without the revisions of what is kept of it. */
function filled() {
  return new URLSearchParams([...fields()].filter(([name]) => !name.endsWith(".rev"))).toString();
}

let typed = 0;
let sent = "";

/** Keeps what is typed, a moment after the last key. */
function kept() {
  clearTimeout(typed);
  typed = setTimeout(keep, 200);
}

async function keep() {
  if (!form() || over || filled() === sent) return;
  sent = filled();
  const all = fields();
  all.set("act", "keep");
  try {
    const [status, theirs, renewed] = await page(location.pathname, all);
    found();
    if (renewed) {
      // It was sent under the older session, which keeps nothing.
      sent = "";
      return kept();
    }
    if (status === 409) return ended(theirs);
    for (const revision of theirs.querySelectorAll("input[name$='.rev']")) {
      const ours = form().elements[revision.name];
      if (ours) ours.value = revision.value;
    }
    takeOthers(theirs);
  } catch {
    sent = "";
    lost();
    setTimeout(kept, 2000);
  }
}

/** Keeps what is typed although the page is being left. */
function keepLast() {
  if (!form() || over || filled() === sent) return;
  const all = fields();
  all.set("act", "keep");
  navigator.sendBeacon(location.pathname, all);
}

/** Keeps nothing more of what is filled in now: it is on its way. */
export function stopKeeping() {
  clearTimeout(typed);
  sent = filled();
}

/** Keeps nothing more at all: it is sent. */
export function finish() {
  clearTimeout(typed);
  over = true;
}

/** Shows a page that the server sent instead of this one. */
export function show(theirs) {
  over = false;
  clearTimeout(typed);
  document.title = theirs.title;
  takeText("nav > a", theirs);
  const [bar, other] = [document.querySelector(".bar"), theirs.querySelector(".bar")];
  if (bar && other) bar.replaceChildren(...[...other.childNodes].map(imported));
  const main = document.querySelector("main");
  main.replaceChildren(...[...theirs.querySelector("main").childNodes].map(imported));
  sent = form() ? filled() : "";
  dispatchEvent(new Event("asq-shown"));
  const wrong = main.querySelector("[role=alert]");
  if (wrong) wrong.tabIndex = -1;
  (wrong ?? main).focus({ preventScroll: true });
  scrollTo(0, 0);
}

if (form()) {
  sent = filled();
  whenFound(kept);
  addEventListener("pagehide", keepLast);
}
whenFound(look);

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.form || field.form !== form()) return;
  // Own words are the choice as soon as they are typed.
  if (field.name?.endsWith(".custom") && field.value) {
    const row = field.closest("li.option")?.querySelector("input");
    if (row) row.checked = true;
  }
  kept();
});

addEventListener("pageshow", (event) => {
  // Back from elsewhere: it may be over by now.
  if (event.persisted) look();
});
