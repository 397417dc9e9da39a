// <asq-question>: a question of an agent in a page of any origin.
//
// - asq's server says what a request looks like and judges every form; this module only shows it in a shadow root.
// - With OpenCode's own protocol the form is made here, of texts alone. A real OpenCode has no other.
// - It shows nothing while there is no request, and waits for one that comes later.
// - What it shows stays until something else is there: while it moves, while it gets another token, and when it comes back.
// - What is typed is kept on the server a moment later, and never dropped here: not by news, and not by a failure.
//
// docs/element.md describes attributes, events, parts and custom properties.

import { News, drawn } from "./embed/asq.js";
import { copied } from "./embed/copied.js";
import { OpenCodeServer, SENT, STOPPED, fire, questionForm, renderToolStreaming, status, summary } from "./embed/opencode.js";
import { style } from "./embed/style.js";
import { call, failure, later, made, passes, pauses } from "./embed/wire.js";

export { renderToolStreaming };

const ATTRIBUTES = ["server", "token", "request-id", "call-id", "protocol", "directory"];
const LOST = "Not connected. What you type stays here.";
const typing = (target) => target.matches?.("textarea, input:not([type=radio]):not([type=checkbox])");

export class AsqQuestion extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  #root = this.attachShadow({ mode: "open" });
  #states = this.attachInternals().states;
  #said = made("p", { className: "unseen", role: "status" });
  #body = made("div", {});
  #trouble = made("p", { className: "trouble", part: "trouble", role: "status", hidden: true });
  #token;
  #stop;
  #failed;
  /** What its attributes name, and whether something else is shown. */
  #named;
  #other = false;
  /** The id of the request that is shown, its state, and whether its form was sent. */
  #shown = {};
  /** The server and the token of now, for asq; keeps what is typed in the form that is shown. */
  #now = {};
  #keeps;
  /** OpenCode's server with the token of now, and how far its question is. */
  #code;
  #question = {};

  constructor() {
    super();
    style(this.#root);
    this.#root.append(this.#body, this.#trouble, this.#said);
    this.#states?.add("nothing");
    // Keys that are typed here are no shortcuts of the page around.
    this.#root.addEventListener("keydown", (event) => typing(event.target) && event.key !== "Escape" && event.stopPropagation());
  }

  /** A token that is set here stands in no attribute. */
  get token() {
    return this.#token ?? this.getAttribute("token") ?? "";
  }

  set token(token) {
    const changes = token !== this.token || this.#failed;
    this.#token = token;
    if (changes) this.#again();
  }

  connectedCallback() {
    // Set before the module was there.
    for (const name of ["token"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.#again();
  }

  disconnectedCallback() {
    this.#stop?.abort();
    this.#stop = undefined;
    void this.#keeps?.();
  }

  attributeChangedCallback(_, before, now) {
    if (before !== now) this.#again();
  }

  /** Begins, once all attributes of this moment are set. */
  #again() {
    if (!this.isConnected) return;
    this.#stop?.abort();
    const stop = (this.#stop = new AbortController());
    queueMicrotask(() => {
      if (stop.signal.aborted) return;
      const server = new URL(this.getAttribute("server") ?? "", location.href).origin;
      const [id, callID] = [this.getAttribute("request-id"), this.getAttribute("call-id")];
      const opencode = this.getAttribute("protocol") === "opencode" || Boolean(id?.startsWith("que_"));
      const named = JSON.stringify([server, id, callID, opencode, opencode ? this.getAttribute("directory") : null]);
      this.#other ||= named !== this.#named;
      this.#named = named;
      this.#failed = undefined;
      void this.#keeps?.();
      if (!id && !callID) return this.#clear();
      void (opencode ? this.#followOpenCode({ id, callID }, server, stop.signal) : this.#followAsq({ id, callID }, server, stop.signal));
    });
  }

  /** Shows this, and keeps the focus inside if it was there. */
  #show(node, words, shown = {}, keeps) {
    const focused = this.#root.activeElement;
    this.#body.replaceChildren(...(node ? [node] : []));
    this.#other = false;
    this.#shown = shown;
    this.#keeps = keeps;
    if (node) this.#states?.delete("nothing");
    else this.#states?.add("nothing");
    if (words) this.#said.textContent = words;
    if (node && focused) {
      node.tabIndex = -1;
      (node.querySelector(".wrong :is(input, textarea):not([type=hidden])") ?? node).focus();
    }
  }

  /** Shows nothing. */
  #clear() {
    this.#show();
    this.#works();
  }

  /** There is nothing of what is named now: something else goes, and what is named stays as it was. */
  #absent() {
    if (this.#other) this.#clear();
    else this.#works();
  }

  #fails(error) {
    const { code = "fault", message } = error;
    const hard = !passes(error);
    if (hard && this.#other) this.#show();
    // Without a form a server that is away has nothing to say: it is waited for.
    this.#trouble.hidden = !hard && !this.#body.firstChild;
    this.#trouble.textContent = hard ? `${message}.` : LOST;
    if (hard) this.#states?.delete("nothing");
    if (this.#failed !== code) fire(this, "failed", { code, message });
    this.#failed = code;
  }

  #works() {
    this.#failed = undefined;
    this.#trouble.hidden = true;
    if (!this.#body.firstChild) this.#states?.add("nothing");
  }

  // asq.

  async #followAsq({ id, callID }, server, signal) {
    const token = this.token;
    const authorization = `Bearer ${token}`;
    this.#now = { server, authorization };
    this.#question = {};
    const find = async () => {
      const reply = await call(server, `/v1/embed/calls/${encodeURIComponent(callID)}`, authorization, undefined, signal);
      if (!reply.ok) throw await failure(reply);
      return (await reply.json()).id;
    };
    let looks = false, again = false;
    const look = async () => {
      if (looks) return void (again = true);
      looks = true;
      for (const pause of pauses()) {
        again = false;
        try {
          id ??= await find();
          const request = id && (await drawn(server, id, authorization, undefined, signal)).request;
          if (request && (!this.#shown.sends || this.#shown.id !== id)) this.#take(request);
          if (request) this.#works();
          else this.#absent();
          if (!again) break;
        } catch (error) {
          if (signal.aborted) return;
          // A request that isn't there yet comes with the news.
          if (error.code === "not_found") {
            this.#absent();
            break;
          }
          this.#fails(error);
          if (!passes(error)) break;
          await later(pause);
        }
        if (signal.aborted) return;
      }
      looks = false;
    };
    News.of(server, token).listen((row, error) => {
      if (error) return this.#fails(error);
      const of = row && (id ? row.id === id : row.call === callID);
      if (!row || of) void look();
    }, signal);
  }

  /** Shows a request as its server drew it. */
  #take(request, here) {
    const { state, id, outcome } = request.dataset;
    const before = this.#shown;
    if (before.id === id) this.#other = false;
    // A form that is filled in stays as it is until the request is closed.
    if (before.id === id && before.state === "open" && state === "open" && here !== "problems") return;
    if (before.id === id && before.state === state && state !== "open") return;
    if (before.id !== id) before.sent = false;
    const section = copied(request);
    if (state !== "open" && before.id === id) this.#keepLate(section);
    const keeps = state === "open" ? this.#bind(section, id) : undefined;
    const words = section.querySelector(".status, [role=alert]")?.textContent ?? (state === "over" ? "Closed" : undefined);
    this.#show(section, words, { id, state, sent: before.sent }, keeps);
    if (before.id === id && before.state === "open" && state !== "open") {
      fire(this, outcome === "answered" ? "answered" : "dismissed", { id, outcome, here: here === "sent" });
    }
  }

  /** What was typed here and not sent stands below the ending, to be copied. */
  #keepLate(section) {
    if (this.#shown.sent) return;
    const known = [...section.querySelectorAll(".late")].map((late) => late.textContent);
    const here = [...this.#body.querySelectorAll("form :is(textarea, input[type=text]), .late")].map((it) => (it.value ?? it.textContent).trim());
    const own = here.filter((text) => text && !known.includes(text));
    if (own.length > 0 && known.length === 0) section.append(made("p", { className: "warning" }, "Typed here, but too late:"));
    section.append(...own.map((text) => made("p", { className: "text late" }, text)));
  }

  /** Has a form act; what keeps its text. */
  #bind(section, id) {
    const from = this.#now;
    const form = section.querySelector("form");
    const [dismiss, sure, actions] = [form.querySelector("button.dismiss"), form.querySelector(".sure"), form.querySelector(".actions")];
    const asks = (on) => {
      actions.hidden = on;
      sure.hidden = !on;
      (on ? sure.querySelector("button.back") : dismiss).focus();
    };
    dismiss.addEventListener("click", () => asks(true));
    sure.querySelector("button.back").addEventListener("click", () => asks(false));
    sure.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      asks(false);
    });
    const page = form.querySelector("a.to-page");
    if (page) Object.assign(page, { href: new URL(page.dataset.page, from.server).href, target: "_blank", rel: "noopener noreferrer" });
    const fields = (act) => [...new FormData(form)].filter(([, value]) => typeof value === "string").concat([["act", act]]);
    // The token may be another one by now. What is under way goes on, wherever the element is.
    const send = (act) => drawn(from.server, id, (this.#now.server === from.server ? this.#now : from).authorization, fields(act));
    const isShown = () => this.#body.contains(form);
    let timer, typed = JSON.stringify(fields("keep")), kept = Promise.resolve();
    const keep = async () => {
      const now = JSON.stringify(fields("keep"));
      if (now === typed || this.#shown.sends || !isShown()) return;
      try {
        const { request } = await send("keep");
        typed = now;
        for (const revision of request.querySelectorAll("input[name$='.rev']")) form.elements[revision.name].value = revision.value;
        if (!isShown() || this.#other) return;
        if (request.dataset.state !== "open") this.#take(request);
        this.#works();
      } catch (error) {
        // An element that comes back tries again.
        if (!isShown() || !this.isConnected) return;
        this.#fails(error);
        timer = setTimeout(keeps, 2000);
      }
    };
    const keeps = () => {
      clearTimeout(timer);
      return (kept = kept.then(keep));
    };
    form.addEventListener("input", ({ target }) => {
      // Own words are the choice as soon as they are typed.
      if (target.name?.endsWith(".custom") && target.value) target.closest("li.option").querySelector("input").checked = true;
      clearTimeout(timer);
      timer = setTimeout(keeps, 400);
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (this.#shown.sends) return;
      clearTimeout(timer);
      await kept;
      // Enter in a field is Submit, and never Dismiss.
      const act = event.submitter?.value === "cancel" && !sure.hidden ? "cancel" : "submit";
      if (act === "submit" && !form.querySelector("button.submit")) return;
      this.#shown.sends = true;
      // A button that is switched off would lose the focus.
      const button = form.querySelector(act === "cancel" ? "button.really" : "button.submit");
      const words = button.textContent;
      button.textContent = act === "cancel" ? "Dismissing…" : "Sending…";
      try {
        const { status, request } = await send(act);
        if (!isShown()) return;
        this.#shown.sends = false;
        if (this.#other) return;
        this.#works();
        if (status === 409) fire(this, "failed", { code: "closed", message: "somebody else was first" });
        this.#shown.sent = status === 200;
        this.#take(request, status === 422 ? "problems" : status === 200 ? "sent" : undefined);
      } catch (error) {
        if (!isShown()) return;
        this.#shown.sends = false;
        button.textContent = words;
        this.#failed = undefined;
        this.#fails(error);
      }
    });
    return keeps;
  }

  // OpenCode.

  async #followOpenCode(which, server, signal) {
    const code = (this.#code = new OpenCodeServer({ server, token: this.token, directory: this.getAttribute("directory") }));
    const it = (this.#question = this.#other ? {} : this.#question);
    if (it.over) return this.#works();
    let waits = pauses();
    const take = (question) => {
      it.open = question;
      const isShown = () => this.#question === it && !this.#other;
      // The token may be another one by now. What is under way goes on, wherever the element is.
      const close = (deed, body) => (this.#question === it ? this.#code : code).close(question.id, deed, body);
      const form = questionForm(question.questions, {
        send: async (answers) => {
          await close("reply", { answers });
          it.ours = { answers };
          if (isShown()) this.#show(made("div", { className: "question-tool", part: "request" }, status(SENT)), SENT);
          fire(this, "answered", { id: question.id, outcome: "answered", here: true, answers });
        },
        stop: async () => {
          await close("reject", {});
          it.ours = {};
          if (isShown()) this.#show(made("div", { className: "question-tool over", part: "request" }, status(STOPPED)), STOPPED);
          fire(this, "dismissed", { id: question.id, outcome: "cancelled", here: true });
        },
        failed: ({ code, message }) => fire(this, "failed", { code, message }),
      });
      this.#show(made("section", { className: "question-tool question-tool-interactive", part: "request", "aria-label": "A question" }, form));
    };
    while (!signal.aborted) {
      try {
        const listed = await code.find(which, signal);
        if (signal.aborted) return;
        this.#works();
        if (listed && !it.open) take(listed);
        else if (!listed && !it.open) this.#absent();
        else if (!listed) {
          const ending = it.ours?.answers ? { status: "completed", metadata: it.ours } : await code.ending(it.open, signal);
          if (ending?.status !== "running" && ending?.status !== "pending") {
            it.over = true;
            return this.#ended(it.open, it.ours, ending);
          }
        }
      } catch (error) {
        if (signal.aborted) return;
        this.#fails(error);
        if (!passes(error)) return;
      }
      if (it.open) waits = pauses();
      await later(it.open ? (document.hidden ? 5000 : 1000) : waits.next().value);
    }
  }

  #ended(question, ours, ending) {
    const answered = ending?.status === "completed" && ending.metadata?.answers;
    if (ours && !answered) return;
    const node = made("section", { className: "question-tool over", part: "request summary", "aria-label": "An answered question" },
      answered ? summary(question.questions, answered) : status(ending?.status === "error" ? STOPPED : "This question is closed: somebody was here before."));
    this.#show(node, answered ? "Answered" : "Closed");
    if (!ours) fire(this, answered ? "answered" : "dismissed", { id: question.id, outcome: answered ? "answered" : "cancelled", here: false });
  }
}

customElements.get("asq-question") ?? customElements.define("asq-question", AsqQuestion);
