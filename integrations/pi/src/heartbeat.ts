// Reports regularly that a form is still open; never keeps pi alive.

export class Heartbeat {
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  constructor(everyMs: number, beat: () => void) {
    if (!Number.isFinite(everyMs) || everyMs < 1000) return;
    this.#timer = setInterval(() => {
      try {
        beat();
      } catch {
        // A host that can't use the report loses nothing.
      }
    }, everyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
