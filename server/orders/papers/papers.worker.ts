import { answerTasks } from '../../base/thread.ts';
import type { PaperTask } from './papers.ts';
import { receiptPaper } from './receiptPaper.ts';
import { statementPaper } from './statementPaper.ts';

/** Writes PDFs, one at a time. */
answerTasks<PaperTask>((task) => (task.kind === 'receipt' ? receiptPaper(task) : statementPaper(task)));
