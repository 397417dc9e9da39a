// An answer is held back for a moment, so that it can be taken back. The server has judged it before that.
// If its page is left meanwhile, it is sent at once, or stays a draft, as the settings say.
// Undo counts from the first moment, since it commits nothing. Send now waits until a stray press has passed.

import { ended, fields, finish, isOver, show, stopKeeping } from "./form.js";
import { form, found, isSignedIn, lost, page, says } from "./wire.js";

/** What ends a request. */
const ENDS = ["submit", "decline", "discuss", "cancel"];
/** A press of Send now so soon after the one that submitted doesn't count, in milliseconds. */
const STRAY = 1000;
/** How long until a try that failed is repeated, in milliseconds. */
const AGAIN = 5000;

let held = null;

/** Whether an answer is on its way. */
export const isHeld = () => held !== null;

document.addEventListener("submit", async (event) => {
  const button = event.submitter;
  if (event.target !== form() || button?.name !== "act" || !ENDS.includes(button.value)) return;
  event.preventDefault();
  if (held || isOver()) return;
  if (button.value === "submit" && !readToTheEnd()) return;
  stopKeeping();
  const all = fields();
  held = { all, at: performance.now() };
  if (button.value === "submit") {
    all.set("act", "check");
    try {
      const [status, theirs] = await page(location.pathname, all);
      found();
      if (status === 409) return drop(() => ended(theirs));
      if (status !== 200) return drop(() => show(theirs));
    } catch {
      if (!isSignedIn()) return drop(lost);
      // It is judged when it is sent.
    }
  }
  all.set("act", button.value);
  const seconds = Math.round(Number(form().dataset.hold) / 1000);
  if (seconds > 0) holdBack(button, seconds);
  else send();
});

function drop(then) {
  held = null;
  then();
}

function holdBack(button, seconds) {
  const box = document.createElement("div");
  box.className = "holding";
  box.setAttribute("role", "status");
  const [words, clock] = [document.createElement("span"), document.createElement("span")];
  clock.className = "clock";
  words.append("Sending", clock);
  box.append(words, own("Undo", undo, "u"), own("Send now", now));
  // The key that submitted may still be down. It presses no button here.
  box.addEventListener("keydown", (event) => event.repeat && ["Enter", " "].includes(event.key) && event.preventDefault());
  form().inert = true;
  document.body.append(box);
  Object.assign(held, { box, button, left: seconds, clock });
  tick();
  // A look at the clock isn't an announcement, so only its first words are read out.
  clock.setAttribute("aria-live", "off");
  box.querySelector("button").focus();
}

function own(words, run, key) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  if (key) button.setAttribute("aria-keyshortcuts", key);
  button.addEventListener("click", run);
  return button;
}

function tick() {
  if (!held?.clock) return;
  held.clock.textContent = ` in ${held.left} s`;
  if (held.left <= 0) return send();
  held.left -= 1;
  held.timer = setTimeout(tick, 1000);
}

/** Takes it back, as it was. */
export function undo() {
  if (!held?.box || held.sending) return;
  clearTimeout(held.timer);
  const { box, button } = held;
  held = null;
  box.remove();
  form().inert = false;
  says("");
  button.focus();
}

function now() {
  if (!held?.box || held.sending || performance.now() - held.at < STRAY) return;
  clearTimeout(held.timer);
  send();
}

async function send() {
  if (!held || held.sending) return;
  held.sending = true;
  try {
    const [, theirs] = await page(location.pathname, held.all);
    found();
    held.box?.remove();
    held = null;
    // A page of its own, so that a reload or the way back sends nothing again.
    if (theirs.querySelector("form.answer")) show(theirs);
    else {
      finish();
      location.replace(location.pathname);
    }
  } catch {
    held.sending = false;
    lost();
    if (!isSignedIn()) return release();
    says("Not sent yet. It is sent again every five seconds.");
    held.timer = setTimeout(send, AGAIN);
  }
}

addEventListener("pagehide", () => {
  if (!held || held.sending || form()?.dataset.leaving !== "send") return;
  clearTimeout(held.timer);
  held.sending = true;
  navigator.sendBeacon(location.pathname, held.all);
});

/** Has it be an open form again, as it is filled in. */
function release() {
  held?.box?.remove();
  held = null;
  if (form()) form().inert = false;
}

addEventListener("pageshow", (event) => {
  if (event.persisted) release();
});

// The end of each dangerous question has to be seen before it is answered.

const seen = new WeakSet();
const watch = new IntersectionObserver((all) => {
  for (const one of all) if (one.isIntersecting) seen.add(one.target);
});

function watchEnds() {
  document.querySelectorAll("fieldset.danger .end").forEach((end) => watch.observe(end));
}

function readToTheEnd() {
  const unread = [...document.querySelectorAll("fieldset.danger .end")].find((end) => !seen.has(end));
  if (!unread) return true;
  says("Read the question to its end, then submit.");
  unread.scrollIntoView({ block: "center" });
  setTimeout(() => says(""), 4000);
  return false;
}

watchEnds();
addEventListener("asq-shown", watchEnds);
