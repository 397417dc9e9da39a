// The endings that asq couldn't word itself: one sentence, which says whether the person saw the question.

import type { Gone } from "./child.ts";
import { clean } from "./clean.ts";

/** The ending of a call. */
export interface Ending {
  content: string;
  details: unknown;
  isError: boolean;
  outcome: string;
}

const ADVICE = "Ask in plain text or go on without assuming an answer.";

/** The ending if nobody saw the question. */
export function unseen(why: string): Ending {
  return {
    content: `The user never saw the question: ${why}. ${ADVICE}`,
    details: undefined,
    isError: true,
    outcome: "unavailable",
  };
}

export function failed(why: string, seen: boolean): Ending {
  if (!seen) return unseen(why);
  return {
    content: `The user saw the question and did not answer it: ${why}. No choice was made. ${ADVICE}`,
    details: undefined,
    isError: true,
    outcome: "unavailable",
  };
}

const GET = "Install asq (its README says how), put it on the PATH that pi starts with, or name it with ASQ_BIN; then ask again";

export function broken(gone: Gone, seen: boolean): Ending {
  switch (gone.why) {
    case "missing":
      return unseen(`the program asq was not found (tried ${clean(gone.tried, 200)}). ${GET}`);
    case "old":
      return unseen(`the program asq is too old or another one (${clean(gone.said, 200)}). ${GET}`);
    case "silent":
      return failed(`asq did not answer within ${String(gone.ms / 1000)} seconds`, seen);
    case "ended": {
      const how = gone.signal ?? `code ${String(gone.code)}`;
      const said = gone.said === "" ? "" : `: ${clean(gone.said, 200)}`;
      return failed(`asq ended unexpectedly (${how}${said})`, seen);
    }
  }
}
