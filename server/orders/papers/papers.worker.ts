import { answerTasks } from '../../base/thread.ts';
import { receiptPaper } from './receiptPaper.ts';
import type { PaperTask } from './papers.ts';

/** Writes PDFs, one at a time. */
answerTasks<PaperTask>((task) => receiptPaper(task));
