// The keys of a page. None of them answers anything by itself: they choose, move, and press what has a button.

import { isOver } from "./form.js";
import { isHeld, undo } from "./hold.js";
import { move } from "./list.js";
import { form } from "./wire.js";

const typing = (target) => target.matches?.("textarea, select, input:not([type=radio]):not([type=checkbox])");

/** The question that keys are for: the focused one, else the first that is open. */
function current() {
  const all = [...document.querySelectorAll("fieldset.question")];
  const open = (question) => !question.querySelector("input:checked");
  return document.activeElement?.closest("fieldset.question") ?? all.find(open) ?? all[0];
}

/** Opens something folded, and goes to its first field. */
function unfold(folded) {
  if (!folded) return false;
  folded.open = true;
  folded.querySelector("textarea, button")?.focus();
  return true;
}

function choose(number) {
  const options = current()?.querySelectorAll("li.option:not([hidden]) > label > input");
  const option = options?.[number - 1];
  if (!option) return false;
  option.focus();
  option.click();
  const words = option.closest("li.option").querySelector("textarea");
  if (words && option.checked) words.focus();
  return true;
}

/** Does what a key is for; says whether it is for something. */
function heed(key) {
  const list = !form();
  if (key === "/") {
    const field = current()?.querySelector(".filter input") ?? document.querySelector("form.search input");
    field?.focus();
    return Boolean(field);
  }
  if (list) {
    if (key === "j" || key === "ArrowDown") move(1);
    else if (key === "k" || key === "ArrowUp") move(-1);
    else return false;
    return location.pathname === "/";
  }
  if (key === "u") {
    if (!isHeld()) return false;
    undo();
    return true;
  }
  if (isOver() || isHeld()) return false;
  if (/^[1-9]$/.test(key)) return choose(Number(key));
  if (key === "n") return unfold(current()?.querySelector("details.note"));
  if (key === "s") return unfold(document.querySelector("details.aside"));
  if (key === "d") return unfold(document.querySelector("details.ways-out"));
  return false;
}

addEventListener("keydown", (event) => {
  // Keys of an input method are its own.
  if (event.isComposing || event.keyCode === 229) return;
  const { target, key } = event;
  const help = document.querySelector("dialog.keys");
  if ((event.ctrlKey || event.metaKey) && key === "Enter" && form() && !isOver() && !isHeld()) {
    event.preventDefault();
    return form().querySelector("button.primary")?.click();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape") {
    if (!document.querySelector("dialog[open]")) target.blur?.();
    return;
  }
  if (typing(target)) return;
  if (key === "?" && help) return help.open ? help.close() : help.showModal();
  if (document.querySelector("dialog[open]")) return;
  if (heed(key)) event.preventDefault();
});
