// asq's own routes: a request as HTML, and news of all requests of a token.

import { Failed, call, failure, later, passes, pauses } from "./wire.js";

/** A request as its server draws it. A document of this kind has no scripts and loads nothing. */
export function drawn(server, id, authorization, fields, signal) {
  return new Promise((done, failed) => {
    const call = new XMLHttpRequest();
    call.open(fields ? "POST" : "GET", new URL(`/v1/embed/${encodeURIComponent(id)}`, server));
    call.responseType = "document";
    call.setRequestHeader("Authorization", authorization);
    call.timeout = 20_000;
    call.onload = () => {
      const request = call.response?.querySelector("section.request");
      if (request) done({ status: call.status, request });
      else failed(new Failed(call.status === 404 ? "not_found" : String(call.status), REFUSALS[call.status] ?? `the server replied with ${call.status}`, call.status));
    };
    call.onerror = call.ontimeout = () => failed(new Failed("offline", `the server can't be reached: ${server}`));
    call.onabort = () => failed(new DOMException("stopped", "AbortError"));
    signal?.addEventListener("abort", () => call.abort());
    if (fields) call.setRequestHeader("Content-Type", "application/json");
    call.send(fields ? JSON.stringify({ fields }) : null);
  });
}
const REFUSALS = {
  401: "the token doesn't count: it is unknown, revoked or expired",
  403: "this token may not do that here",
  404: "there is no such request for this token",
};

/** News of a token's requests, by one long poll for all elements that have the same server and token. */
export class News {
  static all = new Map();
  listeners = new Set();

  static of(server, token) {
    const key = `${server} ${token}`;
    if (!News.all.has(key)) News.all.set(key, new News(server, token, key));
    return News.all.get(key);
  }

  constructor(server, token, key) {
    Object.assign(this, { server, token, key });
  }

  /** Listens until the signal; `look` is called with each row, with nothing at first and after a gap, and with a failure. */
  listen(look, signal) {
    this.listeners.add(look);
    signal.addEventListener("abort", () => {
      this.listeners.delete(look);
      if (this.listeners.size === 0) {
        this.stopped?.abort();
        News.all.delete(this.key);
      }
    });
    if (!this.stopped) void this.follow((this.stopped = new AbortController()).signal);
    // The first reply had all look that were there. An element that joins looks for itself.
    else if (this.position !== undefined) look();
  }

  tell(row, error) {
    for (const look of [...this.listeners]) look(row, error);
  }

  async follow(signal) {
    let tries = pauses(), lost = false;
    this.position = undefined;
    while (!signal.aborted) {
      try {
        const path = this.position === undefined ? "/v1/embed/news" : `/v1/embed/news?after=${this.position}&wait=50`;
        const reply = await call(this.server, path, `Bearer ${this.token}`, undefined, signal);
        if (!reply.ok) throw await failure(reply);
        const news = await reply.json();
        // Whatever happened before the first position, or in a gap, is seen by looking.
        const looks = this.position === undefined || news.reset || lost;
        this.position = news.position;
        if (looks) this.tell();
        lost = false;
        tries = pauses();
        for (const row of news.requests) this.tell(row);
      } catch (error) {
        if (signal.aborted) return;
        lost = true;
        // The next element that listens begins once more.
        if (!passes(error)) this.stopped = undefined;
        this.tell(undefined, error);
        if (!passes(error)) return;
        await later(tries.next().value);
      }
    }
  }
}
