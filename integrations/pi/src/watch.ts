// Watches for replies that asq owes, and how long they take.
//
// - Reports a missing reply once.
// - Grants the same time again if pi itself was stopped or the machine slept.

/** For the first line after the hello: asq may have to wait for a store that others use. */
export const ANSWER_MS = 20_000;
/** How often to check whether an asq that waits without a form is alive. */
export const PING_MS = 30_000;

/** A timer that is later than this was asleep for a while. */
const SLEPT_MS = 2000;

export class Watch {
  readonly #late: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(late: () => void) {
    this.#late = late;
  }

  /** From now on asq owes a line; this doesn't extend an earlier deadline. */
  owed(ms = ANSWER_MS): void {
    if (this.#timer !== undefined) return;
    const due = performance.now() + ms;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (performance.now() > due + SLEPT_MS) this.owed(ms);
      else this.#late();
    }, ms);
  }

  /** A line has arrived, or isn't needed any more. */
  paid(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
