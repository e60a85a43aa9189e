import type { EndpointName } from '../../contract/calls/endpoints.ts';
import { answerTasks } from '../base/thread.ts';
import { bodyOf } from './checked.ts';

/** A large body: what its call doesn't read of it is left out of the answer. */
export interface BodyTask {
  call: EndpointName;
  text: string;
}

answerTasks<BodyTask>(async ({ call, text }) => new TextEncoder().encode(JSON.stringify(bodyOf(call, text))));
