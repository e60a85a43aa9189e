import { answerTasks } from '../thread.ts';
import { renderTile, type TileTask } from './renderTile.ts';

/** Reprojecting and compressing keep a processor busy: they are done here, beside the server's thread. */
answerTasks<TileTask>(renderTile);
