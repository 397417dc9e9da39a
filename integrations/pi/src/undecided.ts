// Questions of aborted calls, until it is known why pi aborted them.
//
// - A person who stops the agent takes its question back. A session that ends, or is left for another one, leaves it open.
// - pi aborts a call before it says that the session ends, and waits for the call. So this decides a moment later.
// - The agent's run settles either way; then a session that ends says so at once. A run that starts next shows that it goes on.
// - If pi exits without a word, the question stays open.

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** A question whose call is over. */
export interface Aborted {
  /** Withdraws it. */
  takeBack: () => void;
  /** Leaves it open. */
  stay: () => void;
}

/** How long a session may take to end after its run has settled, and after one that old versions only end. */
const SETTLED_MS = 300;
const ENDED_MS = 1500;
/** The same for a call whose run goes on, such as one of a script. */
const RUNS_ON_MS = 5000;

export class Undecided {
  #questions: Aborted[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onExit = (): void => {
    this.stay();
  };

  add(question: Aborted): void {
    if (this.#questions.length === 0) process.once("exit", this.#onExit);
    this.#questions.push(question);
    this.#decideIn(RUNS_ON_MS);
  }

  /** Watches what a session does next. */
  watch(pi: ExtensionAPI): void {
    pi.on("agent_end", () => this.#decideIn(ENDED_MS));
    pi.on("agent_settled", () => this.#decideIn(SETTLED_MS));
    pi.on("agent_start", () => {
      for (const question of this.#all()) question.takeBack();
    });
  }

  /** The session ends: leaves them open. */
  stay(): void {
    for (const question of this.#all()) question.stay();
  }

  #decideIn(ms: number): void {
    if (this.#questions.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const question of this.#all()) question.takeBack();
    }, ms);
    this.#timer.unref();
  }

  #all(): Aborted[] {
    clearTimeout(this.#timer);
    process.off("exit", this.#onExit);
    return this.#questions.splice(0);
  }
}
