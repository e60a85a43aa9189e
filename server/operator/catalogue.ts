import { ensureArchive } from '../catalogue/simulate.ts';
import { countScenes } from '../db/scenes.ts';
import { progressLine } from '../progress.ts';
import { textOption, wholeNumber } from './command.ts';
import type { Command, CommandContext } from './command.ts';

async function status(context: CommandContext): Promise<void> {
  const { all, simulated } = await countScenes(context.deps.db);
  context.print(`${all} scenes: ${simulated} simulated, ${all - simulated} imported`);
  context.print(
    `spatial search: ${context.deps.db.postgis ? 'PostGIS' : 'bounding boxes with an exact test'}`,
  );
}

/** Decision 27, for a database that was started without it. */
async function simulate(context: CommandContext): Promise<void> {
  const { db, clock, config } = context.deps;
  const scenes = textOption(context, 'scenes');
  const seed = textOption(context, 'seed');
  const progress = progressLine('Preparing the archive', 'scenes', process.stderr);
  const made = await ensureArchive({
    db,
    clock,
    config: {
      scenes: scenes === undefined ? config.scenes : wholeNumber(scenes, '--scenes', 1, 5_000_000),
      seed: seed === undefined ? config.seed : wholeNumber(seed, '--seed', 0, 2_147_483_647),
    },
    onProgress: progress.show,
  });
  progress.end();
  context.print(made === 0 ? 'The simulated archive is there already.' : `${made} scenes made.`);
}

/** `operator catalogue …`. */
export const catalogueCommands: readonly Command[] = [
  {
    name: 'catalogue status',
    usage: '',
    meaning: 'How many scenes the archive holds',
    words: 0,
    options: {},
    run: status,
  },
  {
    name: 'catalogue simulate',
    usage: '',
    meaning: 'Fills the archive from the simulated constellation, once',
    words: 0,
    options: {
      scenes: { type: 'string', meaning: 'how many, SCENES when not given' },
      seed: { type: 'string', meaning: 'seed, SEED when not given' },
    },
    run: simulate,
  },
];
