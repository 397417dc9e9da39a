// OpenCode's own protocol, which a real OpenCode and asq speak: its questions as a form made of texts, and the renderer of
// its question tool, with the class names of the first such renderer.

import { styled } from "./style.js";
import { Failed, call, failure, later, made, passes, pauses } from "./wire.js";

const basic = (token) => {
  if (!token) return undefined;
  const bytes = new TextEncoder().encode(token.includes(":") && !token.startsWith("asq_") ? token : `opencode:${token}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
};

/** A server with OpenCode's protocol: a real one, or asq's. */
export class OpenCodeServer {
  constructor({ server, token, directory }) {
    Object.assign(this, { server, authorization: basic(token), query: directory ? `?directory=${encodeURIComponent(directory)}` : "" });
  }

  /** The question of this id or call, if it is open. */
  async find({ id, callID }, signal) {
    const reply = await call(this.server, `/question${this.query}`, this.authorization, undefined, signal);
    if (!reply.ok) throw await failure(reply);
    const all = await reply.json();
    return all.find((question) => (id ? question.id === id : question.tool?.callID === callID));
  }

  /** The same once it is there. It may come after its part. */
  async found(which, seconds, signal) {
    const end = Date.now() + seconds * 1000;
    for (const pause of pauses()) {
      let error;
      try {
        const question = await this.find(which, signal);
        if (question) return question;
      } catch (failed) {
        error = failed;
        if (!passes(failed)) throw failed;
      }
      if (Date.now() + pause > end) throw error ?? new Failed("not_found", "the server doesn't list this question: it was answered, dismissed or lost");
      await later(pause);
      if (signal?.aborted) throw new DOMException("stopped", "AbortError");
    }
  }

  async close(id, deed, body, signal) {
    const reply = await call(this.server, `/question/${encodeURIComponent(id)}/${deed}${this.query}`, this.authorization, body, signal);
    if (!reply.ok) throw await failure(reply);
  }

  /** How a question ended, by the part of its tool call; `undefined` if the server has none. */
  async ending({ sessionID, tool }, signal) {
    if (!tool) return undefined;
    const path = `/session/${encodeURIComponent(sessionID)}/message/${encodeURIComponent(tool.messageID)}${this.query}`;
    try {
      const reply = await call(this.server, path, this.authorization, undefined, signal);
      const message = reply.ok && reply.headers.get("content-type")?.includes("json") ? await reply.json() : undefined;
      return message?.parts?.find((part) => part.callID === tool.callID)?.state;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      return undefined;
    }
  }
}

/** The form of OpenCode's questions. `send` and `stop` carry it out; what they throw is shown, and nothing is lost. */
export function questionForm(questions, { send, stop, failed }) {
  const picked = questions.map(() => []);
  const inputs = [];
  const unique = `asq${(questionForm.last = (questionForm.last ?? 0) + 1)}`;
  const says = made("p", { className: "question-problem", part: "problems", role: "alert", hidden: true });
  const tell = (words) => Object.assign(says, { textContent: words, hidden: !words });
  const blocks = questions.map((question, at) => {
    const named = `${unique}-${at}`;
    const press = (button, on) => button.setAttribute("aria-pressed", String(on));
    const options = (question.options ?? []).map(({ label, description }) => {
      const button = made("button", { type: "button", className: "question-option", part: "option", "aria-pressed": "false" },
        made("span", { className: "question-option-label" }, label),
        description ? made("span", { className: "question-option-description", part: "description" }, description) : null);
      button.addEventListener("click", () => {
        const on = picked[at].includes(button);
        const kept = question.multiple ? picked[at].filter((other) => other !== button) : [];
        picked[at] = on ? kept : [...kept, button];
        for (const other of options) {
          press(other, picked[at].includes(other));
          other.classList.toggle("selected", picked[at].includes(other));
        }
        tell("");
      });
      button.answer = label;
      return button;
    });
    const custom = question.custom === false ? null : made("textarea", {
      className: "question-custom-input", part: "input", rows: 1, placeholder: "Type your own answer", "aria-label": `Your own answer: ${question.header || question.question}`,
    });
    custom?.addEventListener("input", () => {
      if (custom.value.trim() && !question.multiple && picked[at].length > 0) picked[at][0].click();
      custom.style.height = "auto";
      custom.style.height = `${custom.scrollHeight + 2}px`;
      tell("");
    });
    inputs.push(custom);
    return made("div", { className: "question-block", part: "question", role: "group", "aria-labelledby": `${named}-t` },
      question.header ? made("div", { className: "question-header", part: "header" }, question.header) : null,
      made("div", { className: "question-text", part: "text", id: `${named}-t` }, question.question),
      made("div", { className: "question-options", part: "options" },
        question.multiple ? made("div", { className: "question-hint", part: "hint" }, "Any number of these") : null, ...options),
      custom);
  });
  const submit = made("button", { type: "button", className: "question-submit", part: "submit" }, "Submit");
  const dismiss = made("button", { type: "button", className: "question-dismiss", part: "dismiss" }, "Dismiss (stops the session)");
  const really = made("button", { type: "button", className: "question-dismiss-confirm", part: "dismiss-confirm" }, "Yes, dismiss");
  const back = made("button", { type: "button", className: "question-dismiss-back", part: "dismiss-back" }, "No, go on");
  const actions = made("div", { className: "question-actions", part: "actions" }, submit, dismiss);
  const sure = made("div", { className: "question-confirm", part: "confirm", role: "group", "aria-label": "Dismiss?", hidden: true },
    made("p", {}, "Dismiss the question? This stops the session."), really, back);
  const form = made("div", { className: "question-form" }, ...blocks, says, actions, sure);
  const asks = (on) => {
    actions.hidden = on;
    sure.hidden = !on;
    (on ? back : dismiss).focus();
  };
  dismiss.addEventListener("click", () => asks(true));
  back.addEventListener("click", () => asks(false));
  sure.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    asks(false);
  });
  let busy = false;
  const carry = async (button, words, deed) => {
    if (busy) return;
    busy = true;
    // A button that is switched off would lose the focus.
    const before = button.textContent;
    button.textContent = words;
    try {
      await deed();
    } catch (error) {
      if (error.name === "AbortError") return;
      busy = false;
      button.textContent = before;
      if (!sure.hidden) asks(false);
      tell(`Not sent: ${error.message}.`);
      failed(error);
    }
  };
  submit.addEventListener("click", () => {
    const both = questions.findIndex((question, at) => !question.multiple && picked[at].length > 0 && inputs[at]?.value.trim());
    if (both >= 0) {
      inputs[both].focus();
      return tell("You chose an option and typed words of your own: choose one of them.");
    }
    const answers = questions.map((_, at) => {
      const own = inputs[at]?.value.trim();
      return [...picked[at].map(({ answer }) => answer), ...(own ? [own] : [])];
    });
    return carry(submit, "Sending…", () => send(answers));
  });
  really.addEventListener("click", () => carry(really, "Dismissing…", stop));
  form.touched = () => picked.some((all) => all.length > 0) || inputs.some((input) => input?.value);
  return form;
}

/** The answered questions, one after the other. */
export function summary(questions, answers) {
  const rows = questions.map((question, at) => {
    const given = answers?.[at] ?? [];
    const answer = given.length > 0 ? given.map((text) => made("li", {}, text || "“”")) : [made("li", { className: "question-unanswered" }, "not answered")];
    return made("div", { className: "question-answered", part: "answer" },
      made("div", { className: "question-text" }, question.question || question.header),
      made("ul", { className: "question-answer" }, ...answer));
  });
  return made("div", { className: "question-summary", part: "summary" }, ...rows);
}

export const status = (words) => made("p", { className: "question-submitted", part: "status", role: "status" }, words);
export const SENT = "Answer submitted, waiting for agent…";
export const STOPPED = "Question dismissed, the session stops.";

/** Fires an event of the element. */
export function fire(on, name, detail) {
  on.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
}

/**
 * OpenCode's renderer of the tool `question`: an element for a part that runs, a summary for one that is completed, and
 * null for any other. It works with a real OpenCode and with asq.
 */
export function renderToolStreaming(part, { server = location.origin, token, directory } = {}) {
  const { status: state, input, metadata, output } = part?.state ?? {};
  const questions = input?.questions ?? [];
  if (state === "completed") {
    const it = made("div", { className: "question-tool-summary" });
    it.append(metadata?.answers ? summary(questions, metadata.answers) : made("p", { className: "question-output" }, output ?? ""));
    return styled(it);
  }
  if (state !== "running" || questions.length === 0) return null;
  const root = made("div", { className: "question-tool-interactive" });
  const ends = (words) => {
    const focused = root.contains(root.getRootNode().activeElement);
    root.replaceChildren(words);
    words.tabIndex = -1;
    if (focused) words.focus();
  };
  const code = new OpenCodeServer({ server, token, directory });
  const stop = new AbortController();
  // The id may come after the part. What the server lists counts, as long as nobody has begun with the form.
  const which = code.found({ callID: part.callID }, 20, stop.signal);
  which.then((question) => {
    if (JSON.stringify(question.questions) !== JSON.stringify(questions) && !form.touched()) form.replaceWith((form = ofQuestions(question.questions)));
  }, () => {});
  const ofQuestions = (all) => questionForm(all, {
    async send(answers) {
      const { id } = await which.catch(() => code.found({ callID: part.callID }, 20));
      await code.close(id, "reply", { answers });
      ends(status(SENT));
      fire(root, "answered", { id, answers });
    },
    async stop() {
      const { id } = await which.catch(() => code.found({ callID: part.callID }, 20));
      await code.close(id, "reject", {});
      ends(status(STOPPED));
      fire(root, "dismissed", { id });
    },
    failed: ({ code, message }) => fire(root, "failed", { code, message }),
  });
  let form = ofQuestions(questions);
  root.append(form);
  return styled(root);
}
