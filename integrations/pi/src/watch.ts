// What asq owes, and how long that may take.
//
// - Whoever was promised a line hears once that it did not come.
// - A pi that was stopped itself, or a machine that slept, gives asq the same time again.

/** For the first line after asq has said hello: it may have to wait for a store that others use. */
export const ANSWER_MS = 20_000;
/** How often an asq that waits without a form is asked whether it is still there. */
export const PING_MS = 30_000;

/** A timer that rings later than this was not running all the time. */
const SLEPT_MS = 2000;

export class Watch {
  readonly #late: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(late: () => void) {
    this.#late = late;
  }

  /** A line is owed from now on; it does not prolong what is owed already. */
  owed(ms = ANSWER_MS): void {
    if (this.#timer !== undefined) return;
    const due = performance.now() + ms;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (performance.now() > due + SLEPT_MS) this.owed(ms);
      else this.#late();
    }, ms);
  }

  /** A line came, or none is needed any more. */
  paid(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
