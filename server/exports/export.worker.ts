import { answerTasks } from '../base/thread.ts';
import { exportStep, type ExportStep } from './exportTask.ts';

/** Writes exports in a worker thread, because each needs minutes of CPU time. */
answerTasks<ExportStep>(exportStep);
