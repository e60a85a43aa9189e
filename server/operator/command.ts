import type { OrderDeps } from '../orders/supplier.ts';
import type { Config } from '../base/settings/config.ts';

/** A command can't be carried out; the message is for the operator. Exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The command line is wrong. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface CommandContext {
  deps: OrderDeps;
  /** Arguments after the command's name. */
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  print: (line: string) => void;
}

interface Option {
  type: 'string' | 'boolean';
  meaning: string;
}

export interface Command {
  /** Its name on the command line, e.g. 'accounts approve'. */
  name: string;
  /** Its arguments, all required, e.g. 'EMAIL'. */
  usage?: string;
  meaning: string;
  options?: Readonly<Record<string, Option>>;
  run: (context: CommandContext) => Promise<void>;
}

/** A command that opens no database, or makes its own. */
export interface LoneCommand extends Omit<Command, 'run'> {
  runAlone: (config: Config, words: readonly string[], print: (line: string) => void) => Promise<void>;
}

/** The value of an option, or undefined. */
export function textOption(context: CommandContext, name: string): string | undefined {
  const value = context.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Reads a whole number, negative if `min` is. @throws UsageError naming `what` */
export function wholeNumber(text: string, what: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < min || number > max)
    throw new UsageError(`${what} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
  return number;
}

/**
 * Makes user input safe for a terminal: control and bidirectional characters are replaced by a mark, and so
 * are line breaks unless `lines` is set.
 */
export function printable(text: string, options: { lines?: true } = {}): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) =>
    options.lines && mark === '\n' ? mark : '\uFFFD',
  );
}

/** '1 credit', '5 credits'. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A person's command names an account that does not exist. */
export function noAccount(email: string): OperatorError {
  return new OperatorError(`no account ${email}; see: operator accounts list`);
}

/** East Asian wide and full-width characters (UAX #11), limited to the blocks used in names. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFF}]/u;

/** Terminal columns of a text: Chinese characters take two. */
function widthOf(text: string): number {
  return [...text].reduce((sum, mark) => sum + (WIDE.test(mark) ? 2 : 1), 0);
}

/** Formats rows in columns under their headings. */
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
