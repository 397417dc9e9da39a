// What a page does on top of its plain HTML: it stays current, keeps what is typed, and has keys.
// Everything works without it. It never writes HTML: what the server sends is parsed as a document and taken over node
// by node.

const form = document.querySelector("form.answer");

/** Fetches a page as a document. */
function page(path, fields) {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(fields ? "POST" : "GET", path);
    call.responseType = "document";
    // Without a style and a script, which would count as foreign here.
    call.setRequestHeader("Asq-Page", "bare");
    call.timeout = 8000;
    call.onload = () => (call.response ? resolve([call.status, call.response]) : reject(new Error("no page")));
    call.onerror = call.ontimeout = () => reject(new Error("not connected"));
    if (fields) call.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
    call.send(fields ? fields.toString() : null);
  });
}

// The connection, and what it tells.

const line = document.createElement("p");
line.className = "line-state";
line.setAttribute("role", "status");
document.body.append(line);

function says(words) {
  if (line.textContent !== words) line.textContent = words;
}

let connected = true;

function lost() {
  connected = false;
  says("Not connected. What you type stays here.");
}

function found() {
  if (!connected) {
    connected = true;
    says("");
    look();
    kept();
  }
}

let looks = 0;

/** Looks again soon; several changes at once are one look. */
function look() {
  clearTimeout(looks);
  looks = setTimeout(() => (form ? lookAtForm() : lookAtList()), 100);
}

function follow() {
  const events = new EventSource("/v1/events");
  events.onopen = found;
  events.onerror = lost;
  for (const name of ["asked", "closed", "delivered", "erased", "reset", "snoozed", "draft"]) {
    events.addEventListener(name, look);
  }
}

addEventListener("offline", lost);
addEventListener("online", look);

// The list.

async function lookAtList() {
  if (location.pathname !== "/") return closedSoFar();
  let document_;
  try {
    [, document_] = await page("/");
  } catch {
    return lost();
  }
  found();
  document.title = document_.title;
  for (const part of ["nav > a", "main h1"]) takeText(part, document_);
  const now = new Map([...document_.querySelectorAll("li.request")].map((row) => [row.id, row]));
  const focused = document.activeElement?.closest("li.request");
  const lists = document.querySelectorAll("ol.requests");
  for (const row of document.querySelectorAll("li.request")) {
    if (now.has(row.id)) continue;
    if (row === focused) (row.nextElementSibling ?? row.previousElementSibling)?.querySelector("a")?.focus();
    row.remove();
  }
  document_.querySelectorAll("ol.requests").forEach((theirs, at) => {
    const ours = lists[at];
    if (!ours) return;
    for (const row of theirs.querySelectorAll("li.request")) {
      const known = document.getElementById(row.id);
      const about = known?.querySelector("p.own");
      if (about && known.parentElement === ours) {
        const text = row.querySelector("p.own");
        if (about.textContent !== text.textContent) about.replaceWith(document.importNode(text, true));
      } else {
        known?.remove();
        ours.append(document.importNode(row, true));
      }
    }
  });
}

function takeText(selector, from) {
  const theirs = from.querySelectorAll(selector);
  document.querySelectorAll(selector).forEach((ours, at) => {
    if (theirs[at] && ours.textContent !== theirs[at].textContent) {
      ours.replaceChildren(...[...theirs[at].childNodes].map((node) => document.importNode(node, true)));
    }
  });
}

/** A closed request: whether its asker has the answer. */
async function closedSoFar() {
  if (!location.pathname.startsWith("/r/")) return;
  try {
    const [, theirs] = await page(location.pathname);
    takeText("main h1", theirs);
    found();
  } catch {
    lost();
  }
}

// The form.

let over = false;

async function lookAtForm() {
  if (over) return;
  try {
    const [, theirs] = await page(location.pathname);
    found();
    if (theirs.querySelector("form.answer")) takeOthers(theirs);
    else ended(theirs);
  } catch {
    lost();
  }
}

/** Somebody else closed it. What is typed here stays to be read and copied. */
function ended(theirs) {
  if (over) return;
  over = true;
  const main = document.querySelector("main");
  const news = [...theirs.querySelectorAll("main > [role=status], main > p.own, main > .answered")];
  const box = document.createElement("div");
  box.className = "notice";
  box.setAttribute("role", "status");
  box.append(...news.map((node) => document.importNode(node, true)));
  main.prepend(box);
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  for (const field of form.querySelectorAll("input, textarea")) {
    if (field.type === "radio" || field.type === "checkbox") field.disabled = true;
    else field.readOnly = true;
  }
}

/** What others typed at the same time, and the revisions that it goes on from. */
function takeOthers(theirs) {
  form.querySelectorAll(".other").forEach((node) => node.remove());
  theirs.querySelectorAll("form.answer > .other").forEach((other) => {
    const before = other.previousElementSibling;
    const at = before?.id ? document.getElementById(before.id) : null;
    (at ?? form.querySelector(".send")).after(document.importNode(other, true));
  });
}

let typed = 0;
let sent = "";

function fields() {
  return new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
}

/** Keeps what is typed, a moment after the last key. */
function kept() {
  clearTimeout(typed);
  typed = setTimeout(keep, 250);
}

async function keep() {
  if (!form || over) return;
  const all = fields();
  if (all.toString() === sent) return;
  sent = all.toString();
  all.set("act", "keep");
  try {
    const [status, theirs] = await page(location.pathname, all);
    found();
    if (status === 409) return ended(theirs);
    for (const revision of theirs.querySelectorAll("input[name$='.rev']")) {
      const ours = form.elements[revision.name];
      if (ours) ours.value = revision.value;
    }
    sent = fields().toString();
    takeOthers(theirs);
  } catch {
    sent = "";
    lost();
    setTimeout(kept, 2000);
  }
}

if (form) {
  sent = fields().toString();
  form.addEventListener("input", (event) => {
    const field = event.target;
    // Own words are the choice as soon as they are typed.
    if (field.name?.endsWith(".custom") && field.value) {
      const row = field.closest("li.option")?.querySelector("input");
      if (row) row.checked = true;
    }
    kept();
  });
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault();
    clearTimeout(typed);
    form.dataset.sent = "yes";
  });
  addEventListener("pageshow", () => delete form.dataset.sent);
  addEventListener("pagehide", () => keep());
}

// Keys.

const help = document.querySelector("dialog.keys");

function typing(target) {
  return target.matches?.("textarea, select, input:not([type=radio]):not([type=checkbox])");
}

/** The question that keys are for: the focused one, else the first that is open. */
function current() {
  const all = [...document.querySelectorAll("fieldset.question")];
  const open = (question) => !question.querySelector("input:checked");
  return document.activeElement?.closest("fieldset.question") ?? all.find(open) ?? all[0];
}

addEventListener("keydown", (event) => {
  if (event.isComposing || event.keyCode === 229) return;
  const { target, key } = event;
  if ((event.ctrlKey || event.metaKey) && key === "Enter" && form && !over) {
    event.preventDefault();
    return form.querySelector("button.primary")?.click();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape") {
    if (!help?.open && typing(target)) target.blur();
    return;
  }
  if (typing(target)) return;
  if (key === "?" && help) return help.open ? help.close() : help.showModal();
  if (!form || over) return;
  const question = current();
  if (/^[1-9]$/.test(key) && question) {
    const option = question.querySelectorAll("li.option > label > input")[Number(key) - 1];
    if (!option) return;
    event.preventDefault();
    option.focus();
    option.click();
    const words = option.closest("li.option").querySelector("textarea");
    if (words && option.checked) words.focus();
  } else if (key === "n" && question) {
    const note = question.querySelector("details.note");
    if (!note) return;
    event.preventDefault();
    note.open = true;
    note.querySelector("textarea").focus();
  }
});

if (document.querySelector("nav")) follow();
