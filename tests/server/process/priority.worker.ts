import { getPriority } from 'node:os';
import { answerTasks } from '../../../server/base/thread.ts';

answerTasks<null>(async () => Uint8Array.of(getPriority()));
