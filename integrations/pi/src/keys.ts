// Joins pi's key input into text that asq can read.
//
// - pi splits characters beyond U+FFFF into halves in two calls; they are joined here.
// - A lone half becomes U+FFFD, as everywhere else.

export class Joiner {
  #high = "";

  /** The text that is complete now; empty if it waits for the second half. */
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
