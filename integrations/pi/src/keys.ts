// What pi hands on as keys, joined to what asq can read.
//
// - pi hands on characters beyond U+FFFF as two halves in two calls: they are joined here.
// - A half that stays alone becomes U+FFFD, as everywhere else.

export class Joiner {
  #high = "";

  /** The text that is complete now; empty while a half is waited for. */
  join(data: string): string {
    const text = this.#high + data;
    this.#high = "";
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#high = text.slice(-1);
      return wellFormed(text.slice(0, -1));
    }
    return wellFormed(text);
  }
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}
