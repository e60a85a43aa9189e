import { queueLengths, waitingForRoom } from '../exports/queueLengths.ts';
import { isDiskFull } from '../base/failures.ts';
import { counted, OperatorError, type Command, type CommandContext } from './command.ts';

/** Free room of the data folder's disk, which is tried by writing. */
async function diskOf({ deps: { files } }: CommandContext): Promise<string> {
  try {
    return `${((await files.probe()) / 1e9).toFixed(2)} GB free`;
  } catch (error) {
    if (isDiskFull(error)) return 'full';
    throw error;
  }
}

/** What is due, and what can't go on. */
async function show(context: CommandContext): Promise<void> {
  const { db, clock } = context.deps;
  const due = await queueLengths(db.pool, clock.now());
  const waiting = await waitingForRoom(db.pool);
  const facts = [
    ['disk', await diskOf(context)],
    ['mails due', String(due.mails)],
    ['order steps due', String(due.orderSteps)],
    ['exports in process', String(due.sceneExports + due.imageryExports)],
  ];
  for (const [name = '', value = ''] of facts) context.print(`${name.padEnd(20)} ${value}`);
  if (waiting.next === null) return;
  const { deliveries, exports } = waiting;
  const what = [counted(deliveries, 'delivery', 'deliveries'), counted(exports, 'export')].join(' and ');
  throw new OperatorError(`${what} found the disk full; next try at ${waiting.next.toISOString()}`);
}

export const statusCommands: readonly Command[] = [
  {
    name: 'status',
    meaning: 'Shows the disk and the background work; ends with 1 if work waits for room on the disk',
    run: show,
  },
];
