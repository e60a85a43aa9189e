import { answerTasks } from '../../process/thread.ts';
import { exportStep, type ExportStep } from './exportTask.ts';

/** Writes exports in a separate thread: each keeps a processor busy for minutes. */
answerTasks<ExportStep>(exportStep);
