// A sign of life at an interval while a form is open; it never keeps pi alive.

export class Heartbeat {
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  constructor(everyMs: number, beat: () => void) {
    if (!Number.isFinite(everyMs) || everyMs < 1000) return;
    this.#timer = setInterval(() => {
      try {
        beat();
      } catch {
        // A host that can't take it loses nothing.
      }
    }, everyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
