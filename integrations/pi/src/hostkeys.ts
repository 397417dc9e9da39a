// The person's own keys in pi, for asq's actions.
//
// - Passes on only keys that differ from pi's defaults; asq's other keys stay as they are.
// - Ctrl+C always cancels, whatever is bound.

import { getKeybindings } from "@earendil-works/pi-tui";

interface Keys {
  getKeys?: (action: string) => unknown;
}

const ACTIONS: readonly (readonly [pi: string, asq: string, defaults: readonly string[]])[] = [
  ["tui.select.up", "up", ["up"]],
  ["tui.select.down", "down", ["down"]],
  ["tui.select.confirm", "choose", ["enter", "return"]],
  ["tui.select.cancel", "leave", ["escape", "esc", "ctrl+c"]],
  ["tui.input.newLine", "newline", ["shift+enter", "ctrl+j"]],
  ["app.editor.external", "editor", ["ctrl+g"]],
];

/** pi's keys, for a form that isn't on the screen yet. */
export function keysOfPi(): unknown {
  try {
    return getKeybindings();
  } catch {
    return undefined;
  }
}

/** Keys by action, as the line `open` expects them. */
export function hostKeys(keys: unknown): Record<string, string[]> {
  const bound: Record<string, string[]> = {};
  for (const [pi, asq, defaults] of ACTIONS) {
    try {
      const set = (keys as Keys).getKeys?.(pi);
      const own = (Array.isArray(set) ? set : [set]).filter(
        (key): key is string => typeof key === "string" && !defaults.includes(key),
      );
      if (own.length > 0) bound[asq] = own;
    } catch {
      // This pi doesn't know the action.
    }
  }
  return bound;
}
