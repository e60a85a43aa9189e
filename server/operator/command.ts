import type { Deps } from '../http/handler.ts';

/** What the operator is told when a command can't be done as asked; the exit code is 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The command line is wrong; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command has to work with. */
export interface CommandContext {
  deps: Deps;
  /** What stands after the command's own words. */
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  print: (line: string) => void;
}

/** An option of a command: what it takes, and what it means. */
interface Option {
  type: 'string' | 'boolean';
  meaning: string;
}

export interface Command {
  /** The words that call it, e.g. 'accounts approve'. */
  name: string;
  /** What stands after them, e.g. 'EMAIL'. */
  usage: string;
  meaning: string;
  /** How many words must stand after them. */
  words: number;
  options: Readonly<Record<string, Option>>;
  run: (context: CommandContext) => Promise<void>;
}

/** The text of an option, or undefined. */
export function textOption(context: CommandContext, name: string): string | undefined {
  const value = context.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A whole number from a text, below zero where `min` is. @throws UsageError naming what it is for */
export function wholeNumber(text: string, what: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < min || number > max)
    throw new UsageError(`${what} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
  return number;
}

/**
 * What users typed, safe for a terminal: characters that steer it, or turn the direction of what follows, are shown as
 * a mark. Line breaks too, unless they are asked for.
 */
export function printable(text: string, options: { lines?: true } = {}): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) =>
    options.lines && mark === '\n' ? mark : '\uFFFD',
  );
}

/** East Asian wide and full-width characters (UAX #11), the blocks that names are written in. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFF}]/u;

/** Columns that a text takes on a terminal: Chinese characters take two. */
function widthOf(text: string): number {
  return [...text].reduce((sum, mark) => sum + (WIDE.test(mark) ? 2 : 1), 0);
}

/** Rows under their headings, in columns. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  const all = [headings, ...rows].map((row) => row.map((cell) => printable(String(cell))));
  const widths = headings.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ''))));
  return all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}
