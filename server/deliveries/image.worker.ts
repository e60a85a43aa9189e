import { answerTasks } from '../process/thread.ts';
import { makeImage, type ImageTask } from './image.ts';

/** Writes delivered images, one at a time. */
answerTasks<ImageTask>(async (task) => new TextEncoder().encode(JSON.stringify(await makeImage(task))));
