import { answerTasks } from '../../process/thread.ts';
import { exportStep, type ExportStep } from './exportTask.ts';

/** An export keeps a processor busy for minutes: it is written here, beside the server's thread and that of the tiles. */
answerTasks<ExportStep>(exportStep);
