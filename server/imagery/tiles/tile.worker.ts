import { answerTasks } from '../../process/thread.ts';
import { renderTile } from './renderTile.ts';
import { renderValues } from './renderValues.ts';
import type { RenderTask } from './tiles.ts';

/** Reprojects and compresses tiles in a separate thread, because this keeps a processor busy. */
answerTasks<RenderTask>((task) => ('grid' in task ? renderValues(task) : renderTile(task)));
