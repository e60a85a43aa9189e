import type { Deps } from '../handler.ts';

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
export interface Option {
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

/** A whole number from a text. @throws UsageError naming what it is for */
export function wholeNumber(text: string, what: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new UsageError(`${what} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
  return number;
}

/** Rows under their headings, in columns. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string[] {
  const all = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
