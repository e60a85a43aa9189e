import type { AnyMachineSnapshot } from 'xstate';
import { isOutcome, labelsOf, type Edge, type Graph } from '../paths/explore.ts';

/** A sentence about what follows: from where it holds, some of these steps lead to where it doesn't. */
interface Temporal {
  holds: (snapshot: AnyMachineSnapshot) => boolean;
  isStep: (edge: Edge) => boolean;
}

const isBusy = (snapshot: AnyMachineSnapshot) => snapshot.status === 'active' && snapshot.hasTag('busy');

/** A form's refusal, or a list that could not be loaded. */
const isRefused = (snapshot: AnyMachineSnapshot) =>
  snapshot.status === 'active' &&
  (((snapshot.context as { refusal?: unknown }).refusal ?? null) !== null || snapshot.hasTag('failed'));

const TEMPORAL: Readonly<Record<string, Temporal>> = {
  'busy ends by answers and delays alone': { holds: isBusy, isStep: ({ event }) => isOutcome(event) },
  'every refusal can be left': { holds: isRefused, isStep: () => true },
};

/** The situations that never end, in words: the sentence, the variant, and a shortest walk there. */
export function endless({ model, variant, situations }: Graph): string[] {
  return Object.entries(TEMPORAL).flatMap(([sentence, { holds, isStep }]) => {
    const into = situations.map((): number[] => []);
    for (const [at, { edges }] of situations.entries())
      for (const edge of edges) if (isStep(edge)) into[edge.leadsTo]!.push(at);
    const ending = new Set(situations.flatMap(({ snapshot }, at) => (holds(snapshot) ? [] : [at])));
    // backwards from the ends: a set yields what is added while it is read
    for (const at of ending) for (const before of into[at]!) ending.add(before);
    return situations.flatMap(({ events }, at) =>
      ending.has(at)
        ? []
        : [`${sentence}: ${variant}: ${events.map((event) => labelsOf(model).get(event)).join(' → ')}`],
    );
  });
}
