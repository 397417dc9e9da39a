// Calls of a server, their failures, and how they are tried again. Tokens go in a header alone.

export const later = (ms) => new Promise((done) => setTimeout(done, ms));

/** Pauses between tries: a quarter of a second at first, five seconds at last. */
export function* pauses() {
  for (let ms = 250; ; ms = Math.min(ms * 1.6, 5000)) yield ms;
}

/** An element with these properties and children. Texts become text nodes. */
export function made(name, { part, ...properties } = {}, ...children) {
  const it = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role" || key === "for") it.setAttribute(key, value);
    else it[key] = value;
  }
  if (part) it.setAttribute("part", part);
  it.append(...children.filter((child) => child !== null && child !== undefined));
  return it;
}

/** A call that failed; `code` is asq's word for it, or `offline`. */
export class Failed extends Error {
  constructor(code, message, status = 0) {
    super(message);
    Object.assign(this, { code, status });
  }
}

/** A request; its reply, unless the server can't be reached. */
export async function call(server, path, authorization, body, signal) {
  const headers = authorization ? { Authorization: authorization } : {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init = { headers, signal, credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store" };
  if (body !== undefined) Object.assign(init, { method: "POST", body: JSON.stringify(body) });
  try {
    return await fetch(new URL(path, server), init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failed("offline", `the server can't be reached: ${server}`);
  }
}

/** The failure that a reply tells. */
export async function failure(reply) {
  const text = await reply.text().catch(() => "");
  let told = {};
  try {
    told = JSON.parse(text);
  } catch {
    // Another server's page.
  }
  const message = told.detail ?? told.message ?? told.data?.message ?? `the server replied with ${reply.status}`;
  return new Failed(told.code ?? told._tag ?? String(reply.status), message, reply.status);
}

/** Whether trying again may help. */
export const passes = (error) => error.code === "offline" || error.status === 429 || error.status >= 500;
