// One form at a time in one pi, whichever extension file asks.
//
// - pi runs the tool calls of one turn side by side by default: two forms at once would hang it.
// - The queue is shared by all copies of this code in the process.

const KEY = Symbol.for("asq.pi.queue");

/** Runs `work` when all that came before it is done. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const shared = globalThis as unknown as Record<symbol, Promise<unknown> | undefined>;
  const before = shared[KEY] ?? Promise.resolve();
  const mine = before.then(work, work);
  shared[KEY] = mine.catch(() => undefined);
  return mine;
}
