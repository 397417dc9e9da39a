// How a person who looks elsewhere hears of requests: the title, the icon, and the browser's notifications.
// The server says whose turn it is, so that a request is announced once over all pages, inboxes and forms.

// The service worker that shows notifications, once it is registered; null while this page may not show any.
let worker = null;

const canNotify = () => "Notification" in window && "serviceWorker" in navigator && isSecureContext;
const looks = () => document.visibilityState === "visible" && document.hasFocus();

async function registered() {
  // The only script address that this page makes.
  const policy = window.trustedTypes?.createPolicy("asq", { createScriptURL: () => "/worker.js" });
  await navigator.serviceWorker.register(policy?.createScriptURL("") ?? "/worker.js");
  return navigator.serviceWorker.ready;
}

/** From now on what arrives is announced. A browser that refuses the worker announces nothing. */
function begin() {
  worker = registered().catch(() => null);
}

/** A button that asks for the permission, as long as it is neither given nor refused. */
function offer() {
  if (!canNotify() || Notification.permission !== "default") return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "notify", textContent: "Notify me" });
  button.addEventListener("click", async () => {
    const given = await Notification.requestPermission();
    button.remove();
    if (given === "granted") begin();
  });
  document.querySelector("nav")?.append(button);
}

// What is to be announced, for the first time and once more.
const first = { again: "no", ids: [], soon: 0 };
const second = { again: "yes", ids: [], soon: 0 };
const reminders = new Map();

/** Announces a request if it is this page's turn. */
export const announce = (id) => wants(first, id);

function wants(round, id) {
  if (!worker || !id) return;
  round.ids.push(id);
  clearTimeout(round.soon);
  round.soon = setTimeout(ask, 50, round);
}

async function ask(round) {
  // What arrives while the worker is being registered waits for it.
  const shows = await worker;
  if (!shows) round.ids = [];
  const ids = round.ids.slice(0, 100);
  if (ids.length === 0) return;
  const fields = new URLSearchParams(ids.map((id) => ["id", id]));
  fields.set("csrf", document.querySelector("input[name=csrf]")?.value ?? "");
  fields.set("seen", looks() ? "yes" : "no");
  fields.set("again", round.again);
  let told;
  try {
    const reply = await fetch("/news", { method: "POST", body: fields });
    if (!reply.ok) return;
    told = await reply.json();
  } catch {
    return;
  }
  if (told.wait_ms) {
    round.soon = setTimeout(ask, told.wait_ms, round);
    return;
  }
  const left = ids.filter((id) => round.ids.includes(id));
  round.ids = round.ids.filter((id) => !ids.includes(id));
  if (told.again_ms) for (const id of left) reminders.set(id, setTimeout(wants, told.again_ms, second, id));
  // What was closed meanwhile is not announced.
  if (!told.ids?.some((id) => left.includes(id))) return;
  await shows.showNotification(told.title, {
    body: told.body,
    tag: told.ids.join(" "),
    renotify: round === second,
    icon: "/icon.svg",
    data: { path: told.path },
  }).catch(() => {});
}

// The requests that ended while this tab was open, from page to page.
const OVER = "asq-over";
const over = new Set(stored());

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(OVER) ?? "[]");
  } catch {
    // A browser may refuse it: then each page knows its own.
    return [];
  }
}

function isOver(id) {
  over.add(id);
  try {
    sessionStorage.setItem(OVER, JSON.stringify([...over].slice(-500)));
  } catch {
    // Then this page alone knows it.
  }
}

/** Takes back a request's notification once everything that it announces is closed. */
export async function calledOff(id) {
  isOver(id);
  for (const round of [first, second]) round.ids = round.ids.filter((one) => one !== id);
  clearTimeout(reminders.get(id));
  const shows = await worker;
  if (!shows || !id) return;
  for (const shown of await shows.getNotifications().catch(() => [])) {
    if (shown.tag.split(" ").every((announced) => over.has(announced))) shown.close();
  }
}

/** Draws the number of open requests into the icon. */
export function count() {
  const open = Number(document.querySelector("nav .count")?.textContent ?? 0);
  navigator.setAppBadge?.(open).catch(() => {});
  const icon = document.querySelector("link[rel=icon]");
  if (!icon || icon.dataset.open === String(open)) return;
  icon.dataset.open = String(open);
  if (open === 0) {
    icon.href = "/icon.svg";
    return;
  }
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#1f5fbf";
  pen.beginPath();
  pen.roundRect(0, 0, 64, 64, 14);
  pen.fill();
  pen.fillStyle = "#fff";
  pen.font = `bold ${open > 9 ? 38 : 46}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(open > 99 ? "99" : String(open), 32, 35);
  icon.href = canvas.toDataURL();
}

offer();
count();
if (canNotify() && Notification.permission === "granted") begin();
