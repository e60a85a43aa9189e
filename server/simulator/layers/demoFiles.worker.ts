import { serialize } from 'node:v8';
import { answerTasks } from '../../base/thread.ts';
import { prepareLayer } from '../../imagery/layers/addLayer.ts';
import { MAKERS } from './demoFiles.ts';
import type { DemoTask } from './demoLayers.ts';

/** Writes demo layers: each is a second or two of work. */
answerTasks<DemoTask>(async (task) =>
  serialize(await ('set' in task ? MAKERS[task.set](task.folder) : prepareLayer(task.layer, task.folder))),
);
