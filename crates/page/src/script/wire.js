// The connection to the server, and the line that says so when there is none, or when the browser is signed out.
// A page that the server sends is parsed as a document and taken over node by node: no script here writes HTML.

/**
 * Fetches a page: its status, its document, and whether it is of another session of this browser. Rejects if there is no
 * server, no session, or no page.
 */
export function page(path, fields) {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(fields ? "POST" : "GET", path);
    call.responseType = "document";
    // Without a style and a script, which would count as foreign here.
    call.setRequestHeader("Asq-Page", "bare");
    call.timeout = 8000;
    call.onload = () => {
      signedIn = call.status !== 401;
      if (signedIn && call.response) resolve([call.status, call.response, takeToken(call.response)]);
      else reject(new Error("no page"));
    };
    call.onerror = call.ontimeout = () => reject(new Error("not connected"));
    if (fields) call.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
    // What was filled in under an older session is sent under the one that the browser has now.
    if (fields?.has("csrf")) fields.set("csrf", tokens()[0]?.value ?? "");
    call.send(fields ? fields.toString() : null);
  });
}

const tokens = (from = document) => [...from.querySelectorAll("input[name=csrf]")];

/** Takes over the token of another session; whether it is one. */
function takeToken(from) {
  const theirs = tokens(from)[0]?.value;
  const ours = tokens().filter((field) => theirs && field.value !== theirs);
  for (const field of ours) field.value = theirs;
  return ours.length > 0;
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
let signedIn = true;
const again = [];

/** Whether the server knew this browser when it was last asked. */
export const isSignedIn = () => signedIn;

/** Calls this when the connection is back. */
export const whenFound = (run) => again.push(run);

export function lost() {
  connected = false;
  says(
    signedIn
      ? "Not connected. What you type stays here."
      : "You are signed out. What you type stays here. To sign in: asq serve --link",
  );
}

export function found() {
  if (connected) return;
  connected = true;
  says("");
  for (const run of again) run();
  if (events.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
}

/** How long until news are followed again that the server had ended, in milliseconds. */
const AGAIN = 2000;
/** How long a stream may take to come back by itself before the page says that it isn't connected, in milliseconds. */
const BLINK = 3000;

let events;
let open;

/** Follows what happens to requests: calls this with the kind of news, and the id if it has one. */
export function follow(heed) {
  open = () => {
    events?.close();
    events = new EventSource(`/v1/events?after=${document.body.dataset.position}`);
    let blink = 0;
    events.onopen = () => {
      clearTimeout(blink);
      blink = 0;
      found();
    };
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) {
        // The browser gives it up: perhaps the session has ended.
        lost();
        page("/").then(found, lost);
      } else {
        blink ||= setTimeout(lost, BLINK);
      }
    };
    listen(heed);
  };
  open();
}

function listen(heed) {
  for (const kind of ["asked", "closed", "delivered", "erased", "reset"]) {
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
