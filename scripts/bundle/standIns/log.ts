const said = new Set<string>();
const nothing = (): void => {};
const quiet = (): (() => void) => nothing;
/** To be called at once, as probe.gl's functions are: the console then names the place of the call. */
const once =
  (show: (...args: unknown[]) => void) =>
  (message: unknown, ...args: unknown[]): (() => void) => {
    const text = String(message);
    if (said.has(text)) return nothing;
    said.add(text);
    return show.bind(console, text, ...args);
  };

/** The log of deck.gl and luma.gl at level 0: warnings once, errors, failed assertions. */
export class Log {
  readonly level = 0;
  readonly warn = once(console.warn);
  readonly deprecated = once(console.warn);
  readonly removed = once(console.error);
  readonly error = (message: unknown, ...args: unknown[]): (() => void) =>
    console.error.bind(console, message, ...args);
  readonly log = quiet;
  readonly info = quiet;
  readonly once = quiet;
  readonly probe = quiet;
  readonly table = quiet;
  readonly time = quiet;
  readonly timeEnd = quiet;
  readonly group = quiet;
  readonly groupCollapsed = quiet;
  readonly groupEnd = quiet;
  readonly get = nothing;
  readonly set = nothing;
  readonly enable = nothing;
  assert(condition: unknown, message = 'assertion failed'): asserts condition {
    if (!condition) throw new Error(message);
  }
}
