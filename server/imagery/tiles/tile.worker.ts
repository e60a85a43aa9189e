import { answerTasks } from '../../process/thread.ts';
import { renderTile } from './renderTile.ts';
import { renderValues } from './renderValues.ts';
import type { RenderTask } from './tiles.ts';

/** Reprojecting and compressing keep a processor busy: they are done here, beside the server's thread. */
answerTasks<RenderTask>((task) => ('grid' in task ? renderValues(task) : renderTile(task)));
