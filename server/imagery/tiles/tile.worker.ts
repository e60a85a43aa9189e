import { answerTasks } from '../../base/thread.ts';
import { renderTile } from './renderTile.ts';
import { renderValues } from './renderValues.ts';
import type { RenderTask } from './tiles.ts';

/** Reprojects and compresses tiles in a worker thread, because this is CPU-bound. */
answerTasks<RenderTask>((task) => ('grid' in task ? renderValues(task) : renderTile(task)));
