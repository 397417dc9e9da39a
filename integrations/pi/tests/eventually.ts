/** Waits for something that another process does; no test sleeps instead. */

/** The real one: a test may put another clock in its place. */
const later = globalThis.setTimeout;

/** Looks again and again until it holds, and fails after twenty seconds. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited for ${what} in vain`);
    await new Promise((resolve) => later(resolve, 5));
  }
}
