import type { EndpointName } from '../../contract/calls/endpoints.ts';
import { answerTasks } from '../base/thread.ts';
import { bodyOf } from './checked.ts';

/** A large body: what its call doesn't read of it is left out of the answer. */
export interface BodyTask {
  call: EndpointName;
  bytes: ArrayBuffer;
}

answerTasks<BodyTask>(async ({ call, bytes }) =>
  new TextEncoder().encode(JSON.stringify(bodyOf(call, bytes))),
);
