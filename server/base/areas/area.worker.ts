import { answerTasks } from '../thread.ts';
import { areaAnswer, type AreaTask } from './areaTask.ts';

answerTasks<AreaTask>(async (task) => new TextEncoder().encode(JSON.stringify(areaAnswer(task))));
