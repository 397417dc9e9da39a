// One pi with several questions: each call is a turn of its own.
//
// - After each call the model says one sentence, so that the next turn starts after the last one has ended.

import { Pi, type Options, type Result } from "./pi.ts";

export interface Called {
  name: string;
  arguments: unknown;
}

export class Turns {
  readonly pi: Pi;
  #turn = 0;

  private constructor(pi: Pi) {
    this.pi = pi;
  }

  static async start(extensions: string[], calls: Called[], more: Partial<Options> = {}): Promise<Turns> {
    const steps = calls.flatMap((call, n) => [{ calls: [call] }, { text: sentence(n + 1) }]);
    return new Turns(await Pi.start({ steps, extensions, ...more }));
  }

  /** Makes the next call, and waits until the screen shows part of it. */
  async next(shows: string): Promise<string> {
    this.#turn += 1;
    await this.pi.ask(`turn${String(this.#turn)}`);
    return this.pi.shows(shows);
  }

  /** Presses a key until the call has ended; returns what the model read and what the session file keeps. */
  async end(key?: string): Promise<Result & { read: string | undefined }> {
    const over = (screen: string): boolean => screen.includes(sentence(this.#turn));
    if (key === undefined) await this.pi.until("the end of the turn", over);
    else await this.pi.press(key, "the end of the turn", over);
    const results = await this.pi.resultsOf(this.#turn);
    const result = results[this.#turn - 1];
    if (result === undefined) throw new Error("no result");
    return { ...result, read: this.pi.model.results().at(-1) };
  }
}

function sentence(turn: number): string {
  return `That was turn ${String(turn)}.`;
}
