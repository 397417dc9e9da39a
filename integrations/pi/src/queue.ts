// One form at a time in one pi, whichever extension asks.
//
// - pi runs the tool calls of a turn in parallel by default: two forms at once would hang it.
// - All copies of this code in the process share the queue.

const KEY = Symbol.for("asq.pi.queue");

/** Runs `work` after all earlier work. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const shared = globalThis as unknown as Record<symbol, Promise<unknown> | undefined>;
  const before = shared[KEY] ?? Promise.resolve();
  const mine = before.then(work, work);
  shared[KEY] = mine.catch(() => undefined);
  return mine;
}
