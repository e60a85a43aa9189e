import { Refusal } from '../refusal.ts';
import { answerTasks } from '../thread.ts';
import { areaAnswer, type AreaTask } from './areaTask.ts';

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

answerTasks<AreaTask>(async (task) => {
  try {
    return encode({ answer: areaAnswer(task) });
  } catch (error) {
    if (error instanceof Refusal) return encode({ refusal: { key: error.key, params: error.params } });
    throw error;
  }
});
