// Foreign text for pi's transcript: one line, no control characters, not too long.
//
// - Every value from a model may be half-streamed, of another type, or missing.
// - Replaces control characters, line breaks and characters that reorder or hide text with a mark.

const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A value as one line of at most `most` characters. */
export function clean(value: unknown, most = 80): string {
  if (typeof value !== "string") return "";
  const joined = value.slice(0, most * 4).replace(/[\r\n\t]+/g, " ").replace(HARMFUL, "·");
  const letters = Array.from(joined);
  return letters.length > most || value.length > most * 4 ? `${letters.slice(0, most - 1).join("")}…` : joined;
}

/** A property of a value of any type. */
export function at(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Record<string | number, unknown>)[key];
}

/** A list from a value of any type. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
