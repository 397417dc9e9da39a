// Long lists have a filter, two previews can be compared side by side, and wide ones are scrolled by keys.

import { form, imported } from "./wire.js";

function prepare() {
  document.querySelectorAll("ul.options[data-filter]").forEach(addFilter);
  document.querySelectorAll("fieldset.question").forEach(addCompare);
  reach(document);
}

/** What scrolls sideways can be reached with Tab. */
function reach(within) {
  for (const preview of within.querySelectorAll(".preview")) {
    if (preview.scrollWidth > preview.clientWidth) preview.tabIndex = 0;
  }
}

function addFilter(list, number) {
  const box = document.createElement("p");
  box.className = "filter";
  const label = document.createElement("label");
  label.textContent = "Filter";
  label.htmlFor = `filter${number}`;
  const field = document.createElement("input");
  Object.assign(field, { type: "search", id: `filter${number}`, autocomplete: "off" });
  field.setAttribute("aria-keyshortcuts", "/");
  const count = document.createElement("span");
  count.className = "hint";
  count.setAttribute("role", "status");
  box.append(label, field, count);
  list.before(box);
  const options = [...list.querySelectorAll("li.option:not(.custom, .open)")];
  const texts = options.map((option) => option.textContent.toLowerCase());
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    options.forEach((option, at) => {
      const match = words.every((word) => texts[at].includes(word));
      option.hidden = !match;
      if (match) shown += 1;
    });
    count.textContent = words.length ? `${shown} of ${options.length}` : "";
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) {
      // It is no answer; it goes to the first that matches.
      event.preventDefault();
      options.find((option) => !option.hidden)?.querySelector("input")?.focus();
    } else if (event.key === "Escape" && field.value) {
      event.stopPropagation();
      field.value = "";
      field.dispatchEvent(new Event("input"));
    }
  });
}

function addCompare(question) {
  const shows = [...question.querySelectorAll("li.option > details.shows")];
  if (shows.length < 2) return;
  let chosen = [];
  const buttons = shows.map((preview) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "compare";
    button.textContent = "Compare";
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      chosen = chosen.includes(preview) ? chosen.filter((one) => one !== preview) : [...chosen, preview].slice(-2);
      buttons.forEach((other, at) => other.setAttribute("aria-pressed", String(chosen.includes(shows[at]))));
      if (chosen.length === 2) compare(chosen, button);
    });
    preview.append(button);
    return button;
  });
  const compare = (two, button) => {
    const dialog = document.createElement("dialog");
    dialog.className = "two";
    dialog.setAttribute("aria-label", "Two previews");
    for (const preview of two) {
      const side = document.createElement("section");
      const heading = document.createElement("h2");
      heading.append(...[...preview.closest("li.option").querySelector(".label").childNodes].map(imported));
      side.append(heading, ...[...preview.querySelectorAll(":scope > .preview")].map(imported));
      dialog.append(side);
    }
    const close = document.createElement("button");
    close.textContent = "Close";
    close.addEventListener("click", () => dialog.close());
    dialog.append(close);
    dialog.addEventListener("close", () => {
      dialog.remove();
      chosen = [];
      buttons.forEach((other) => other.setAttribute("aria-pressed", "false"));
      button.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
    reach(dialog);
  };
}

if (form()) prepare();
addEventListener("asq-shown", prepare);
