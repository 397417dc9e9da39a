// The keys that the person has set in pi, for asq's actions.
//
// - Only what differs from pi's defaults is handed on: asq's own keys stay as they are otherwise.
// - Ctrl+C always cancels, whatever is bound.

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

/** Action to keys, as the line `open` takes them. */
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
      // An action that this pi does not know.
    }
  }
  return bound;
}
