// The list stays current: what is asked appears, what is closed goes, and nothing moves the person's place.

import { found, imported, lost, page, takeText, whenFound } from "./wire.js";

const rows = () => document.querySelectorAll("li.request");
const isList = () => location.pathname === "/";

let soon = 0;
let last = -Infinity;

/** Looks again: at once after a quiet moment, else soon, so that several changes are one look. */
export function look() {
  clearTimeout(soon);
  soon = setTimeout(lookNow, performance.now() - last > 200 ? 0 : 25);
}

/** Takes a row away at once; a look follows for the rest. */
export function closed(id) {
  if (isList() && id) remove(document.getElementById(`r${id}`));
}

function remove(row) {
  if (!row) return;
  const next = row.nextElementSibling ?? row.previousElementSibling;
  if (row.contains(document.activeElement)) next?.querySelector("a")?.focus();
  row.remove();
}

async function lookNow() {
  if (!isList()) return;
  last = performance.now();
  const address = new URL(location.href);
  address.searchParams.set("rows", Math.min(Math.max(rows().length, 100), 400));
  let theirs;
  try {
    [, theirs] = await page(address.pathname + address.search);
  } catch {
    return lost();
  }
  found();
  document.title = theirs.title;
  for (const part of ["nav > a", "main h1"]) takeText(part, theirs);
  const now = new Set([...theirs.querySelectorAll("li.request")].map((row) => row.id));
  const known = rows();
  // Rows beyond what was looked at stay.
  const looked = [...known].slice(0, 400);
  for (const row of looked) if (!now.has(row.id)) remove(row);
  for (const section of ["now", "later"]) takeRows(section, theirs);
  document.querySelector(".aside-list").hidden = !listOf("later", document)?.children.length;
  more(theirs);
}

const listOf = (section, within) => within.querySelector(`ol.requests.${section}`);

function takeRows(section, theirs) {
  const [ours, other] = [listOf(section, document), listOf(section, theirs)];
  if (!ours || !other) return;
  for (const row of other.children) {
    const known = document.getElementById(row.id);
    if (known?.parentElement === ours) {
      takeAbout(known, row);
    } else {
      remove(known);
      insert(ours, other, row);
    }
  }
}

/** At its place among those that are there. */
function insert(ours, other, row) {
  let before = row.previousElementSibling;
  while (before && document.getElementById(before.id)?.parentElement !== ours) before = before.previousElementSibling;
  const after = before ? document.getElementById(before.id) : null;
  if (after) after.after(imported(row));
  else ours.prepend(imported(row));
}

function takeAbout(known, row) {
  const [ours, theirs] = [known.querySelector("p.own"), row.querySelector("p.own")];
  if (ours && theirs && ours.textContent !== theirs.textContent) ours.replaceWith(imported(theirs));
}

/** Takes over the link to what follows. */
function more(theirs) {
  const [ours, other] = [document.querySelector("p.more"), theirs.querySelector("p.more")];
  if (rows().length > 400) return;
  if (ours && other) ours.replaceWith(imported(other));
  else if (other) document.querySelector("main").append(imported(other));
  else ours?.remove();
}

/** Shows the next part below this one. */
async function follows(link) {
  if (link.dataset.asked) return;
  link.dataset.asked = "yes";
  try {
    const [, theirs] = await page(link.getAttribute("href"));
    for (const section of ["now", "later"]) {
      const [ours, other] = [listOf(section, document), listOf(section, theirs)];
      for (const row of other?.children ?? []) if (!document.getElementById(row.id)) ours?.append(imported(row));
    }
    const next = theirs.querySelector("p.more");
    const own = link.closest("p.more");
    if (next) own.replaceWith(imported(next));
    else own.remove();
    watchEnd();
  } catch {
    delete link.dataset.asked;
    lost();
  }
}

const end = new IntersectionObserver(
  (seen) => {
    for (const one of seen) if (one.isIntersecting) follows(one.target.querySelector("a"));
  },
  { rootMargin: "600px" },
);

function watchEnd() {
  end.disconnect();
  const more = document.querySelector("p.more");
  if (more && isList()) end.observe(more);
}

/** The row with the focus, or the first; moves it by one. */
export function move(by) {
  const all = [...document.querySelectorAll("li.request > a")];
  const at = all.indexOf(document.activeElement);
  const next = all[at < 0 ? 0 : at + by];
  next?.focus();
}

if (isList()) {
  whenFound(look);
  watchEnd();
}
