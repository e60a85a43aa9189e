import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../base/settings/config.ts';
import { serverMessageOf } from '../base/failures.ts';
import { openService } from '../service.ts';
import { accountCommands } from './accounts.ts';
import { backupCommands } from './backup/backupCommands.ts';
import { catalogueCommands } from './catalogue.ts';
import { printable, UsageError, type Command, type LoneCommand } from './command.ts';
import { imageryCommands } from './imagery.ts';
import { ledgerCommands } from './ledger.ts';
import { orderCommands } from './orders.ts';
import { receiptCommands } from './receipts.ts';
import { settingsTable } from './settings.ts';
import { sourceCommands } from './sources.ts';
import { statusCommands } from './status.ts';

type AnyCommand = Command | LoneCommand;

const COMMANDS: readonly AnyCommand[] = [
  ...accountCommands,
  ...orderCommands,
  ...receiptCommands,
  ...catalogueCommands,
  ...sourceCommands,
  ...imageryCommands,
  ...ledgerCommands,
  ...statusCommands,
  ...backupCommands,
];

export interface OperatorOutput {
  print: (line: string) => void;
  warn: (line: string) => void;
}

/** A command with its arguments, as it is typed. */
const typed = ({ name, usage = '' }: AnyCommand): string => `${name} ${usage}`.trim();

function helpOf(command: AnyCommand): string[] {
  const options = Object.entries(command.options ?? {}).map(([name, { type, meaning }]) => {
    const flag = type === 'string' ? `--${name} VALUE` : `--${name}`;
    return `      ${flag.padEnd(24)} ${meaning}`;
  });
  return [`  ${typed(command).padEnd(28)} ${command.meaning}`, ...options];
}

function help(): string[] {
  return [
    'Usage: npm run operator -- COMMAND [WORDS] [OPTIONS]',
    '',
    'Works on the database of the environment (DATABASE_URL, else the embedded one in DATA_DIR), also while the',
    'server runs. Ends with 0 when it is done, 1 when it could not be done, 2 when the command line is wrong.',
    '',
    ...COMMANDS.flatMap(helpOf),
    '  settings                     Every setting of the environment, with its default',
    '  --help                       This text',
  ];
}

const wordsIn = (command: AnyCommand): number => command.name.split(' ').length;

function commandOf(args: readonly string[]): AnyCommand {
  const command = COMMANDS.find((known) => known.name === args.slice(0, wordsIn(known)).join(' '));
  if (command) return command;
  throw new UsageError(`no command ${JSON.stringify(args.slice(0, 2).join(' '))}`);
}

/** Joins `--credits -5`: a negative number is the option's value, not another option. */
function joined(args: readonly string[]): string[] {
  return args.reduce<string[]>((all, arg) => {
    const before = all.at(-1);
    if (/^-\d+$/.test(arg) && before && /^--[\w-]+$/.test(before))
      return [...all.slice(0, -1), `${before}=${arg}`];
    return [...all, arg];
  }, []);
}

/** The arguments and options of a command. @throws UsageError if they don't fit it */
function parsed(command: AnyCommand, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: joined(args.slice(wordsIn(command))),
      options: Object.fromEntries(
        Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]),
      ),
      allowPositionals: true,
      strict: true,
    });
    if (wordsIn(command) + positionals.length !== typed(command).split(' ').length)
      throw new UsageError(`usage: ${typed(command)}`);
    return { words: positionals, options: values };
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error;
    throw new UsageError(error.message);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

async function work(
  args: readonly string[],
  output: OperatorOutput,
  environment: Environment,
): Promise<void> {
  const command = commandOf(args);
  const { words, options } = parsed(command, args);
  const config = readConfig({ LOG_LEVEL: 'warn', ...environment });
  // user input must not send control characters to the operator's terminal
  const print = (line: string) => output.print(printable(line));
  if ('runAlone' in command) return command.runAlone(config, words, print);
  const deps = await openService(config, (step) => {
    if (step === 'creating') output.warn('Creating the database…');
  });
  try {
    await command.run({
      deps,
      words,
      options: { ...options } as Record<string, string | boolean>,
      print,
    });
  } finally {
    await deps.db.close();
  }
}

/**
 * The operators' command line.
 * @param args the command-line arguments, without the program name
 * @returns the exit code: 0 done, 1 could not be done, 2 wrong command line or configuration
 */
export async function runOperator(
  args: readonly string[],
  output: OperatorOutput,
  environment: Environment = process.env,
): Promise<0 | 1 | 2> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    for (const line of help()) output.print(line);
    return args.length === 0 ? 2 : 0;
  }
  if (args[0] === 'settings' && args.length === 1) {
    for (const line of settingsTable()) output.print(line);
    return 0;
  }
  try {
    await work(args, output, environment);
    return 0;
  } catch (error) {
    const warn = (text: string) => output.warn(printable(text, { lines: true }));
    if (error instanceof UsageError) warn(`${error.message}\nSee: npm run operator -- --help`);
    else warn(serverMessageOf(error));
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}
