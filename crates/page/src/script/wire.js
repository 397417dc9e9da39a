// The connection to the server, and the line that says so when there is none.
// A page that the server sends is parsed as a document and taken over node by node: no script here writes HTML.

/** Fetches a page as a document; rejects if there is no server, or no page. */
export function page(path, fields) {
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

/** The form of an open request, if this is its page. */
export const form = () => document.querySelector("form.answer");

export const imported = (node) => document.importNode(node, true);

/** Takes over the text of these elements, where it changed. */
export function takeText(selector, from) {
  const theirs = from.querySelectorAll(selector);
  document.querySelectorAll(selector).forEach((ours, at) => {
    if (theirs[at] && ours.textContent !== theirs[at].textContent) {
      ours.replaceChildren(...[...theirs[at].childNodes].map(imported));
    }
  });
}

const line = document.createElement("p");
line.className = "line-state";
line.setAttribute("role", "status");
document.body.append(line);

/** Says something at the foot of the page. */
export function says(words) {
  if (line.textContent !== words) line.textContent = words;
}

let connected = true;
const again = [];

/** Calls this when the connection is back. */
export const whenFound = (run) => again.push(run);

export function lost() {
  connected = false;
  says("Not connected. What you type stays here.");
}

export function found() {
  if (connected) return;
  connected = true;
  says("");
  for (const run of again) run();
}

/** Follows what happens to requests: calls this with the kind of news, and the id if it has one. */
export function follow(heed) {
  const events = new EventSource("/v1/events");
  events.onopen = found;
  events.onerror = lost;
  for (const kind of ["asked", "closed", "delivered", "erased", "reset", "snoozed", "draft"]) {
    events.addEventListener(kind, (event) => heed(kind, idIn(event.data)));
  }
}

function idIn(text) {
  try {
    return JSON.parse(text).id ?? null;
  } catch {
    return null;
  }
}
