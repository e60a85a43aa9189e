import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import { CallError } from '../../../contract/calls/callError.ts';
import { instrumented } from '../../model/mutation/instrument.ts';
import {
  actorOf,
  labelsOf,
  shownBy,
  type Model,
  type ModelEvent,
  type Shown,
} from '../../model/paths/explore.ts';
import { briefFields } from '../../model/paths/pathData.ts';
import { ANY_CALL } from '../../model/shared/outcomes.ts';
import { classOf, misfits, shapeOf, type Shape } from './shape.ts';

/** A situation of the model, and what follows from it. */
interface Node {
  snapshot: AnyMachineSnapshot;
  variant: string;
  shown: Shown | null;
  next: Map<ModelEvent, Node>;
}

/** What the server is known to have answered: `orders cancelOrder done`, `orders cancelOrder refused orderUnknown`. */
export type Ledger = Set<string>;

/** The failures of a call: refused with a sentence, without one, or with a new price; offline, … */
function failureOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'broken';
  if (error.kind !== 'refused') return error.kind;
  const { data } = (error.reply ?? {}) as { data?: unknown };
  return error.serverMessage === undefined ? 'silent' : data === undefined ? 'refused' : 'priceChanged';
}

/** The reply of a refusal; its parameters are those of its sentence. */
function replyOf({ reply }: CallError): unknown {
  const { messageParams: _, ...rest } = (reply ?? {}) as { messageParams?: unknown };
  return rest;
}

const isDone = (event: ModelEvent) => event.type.startsWith('xstate.done.');

/** An answer in words: `done {list empty}`, `refused orderUnknown`. */
function answerOf(event: ModelEvent): string {
  if (isDone(event)) return `done ${classOf(event['output'])}`;
  const failure = failureOf(event['error']);
  const key = event['error'] instanceof CallError ? event['error'].messageKey : undefined;
  return failure === 'refused' && key !== undefined ? `refused ${key}` : failure;
}

/**
 * A model as a judge of the real machine: all situations that it could be in, after what was seen. An event that the
 * model doesn't predict leaves none.
 */
export class Judge {
  readonly #model: Model;
  readonly #thought: ReturnType<typeof instrumented>;
  readonly #nodes = new Map<string, Node>();
  readonly #shapes = new Map<string, Shape>();

  constructor(model: Model) {
    this.#model = model;
    this.#thought = instrumented(model.machine);
  }

  #node(snapshot: AnyMachineSnapshot, variant: string): Node {
    const { value, status, context, children } = snapshot;
    // inputs may differ in functions
    const key = JSON.stringify([
      variant,
      value,
      status,
      briefFields(context as object),
      Object.keys(children),
    ]);
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node: Node = { snapshot, variant, shown: null, next: new Map() };
    this.#nodes.set(key, node);
    return node;
  }

  #after(node: Node, event: ModelEvent): Node {
    let next = node.next.get(event);
    if (next === undefined) {
      next = this.#node(this.#thought.step(node.snapshot, event).snapshot, node.variant);
      node.next.set(event, next);
    }
    return next;
  }

  #shown(node: Node): Shown {
    node.shown ??= shownBy(this.#model, node.snapshot);
    return node.shown;
  }

  /** The samples of the model that an event of the real machine may be. */
  #samplesOf(event: ModelEvent): ModelEvent[] {
    const all = this.#model.events.filter(({ type }) => type === event.type);
    const actor = actorOf(event);
    if (actor === null) return all;
    if (!isDone(event)) return all.filter((one) => failureOf(one['error']) === failureOf(event['error']));
    const own = classOf(event['output']);
    return all.filter((one) => classOf(one['output']) === own);
  }

  /** Why the model doesn't know an answer, whatever the machine makes of it; null if it does. */
  #unknown(event: ModelEvent, samples: readonly ModelEvent[]): string | null {
    const { name, events, refusals } = this.#model;
    const actor = actorOf(event);
    if (actor === null) return null;
    const says = `${name}, ${actor}: the server's answer “${answerOf(event)}”`;
    const all = events.filter(({ type }) => type === event.type);
    if (samples.length === 0)
      return `${says} is not in the model, which has ${all.map((one) => `“${answerOf(one)}”`).join(', ') || 'none of that kind'}`;
    if (!isDone(event)) {
      const { error } = event;
      const key = error instanceof CallError && error.kind === 'refused' ? error.messageKey : undefined;
      const known: readonly string[] = [...ANY_CALL, ...(refusals?.[actor] ?? [])];
      if (key !== undefined && !known.includes(key)) return `${says} is not a refusal that the model has`;
    }
    const content = (one: ModelEvent) =>
      isDone(one) ? one['output'] : one['error'] instanceof CallError ? replyOf(one['error']) : null;
    let shape = this.#shapes.get(event.type);
    if (shape === undefined) {
      shape = shapeOf(all.map(content));
      this.#shapes.set(event.type, shape);
    }
    const misfit = misfits(shape, content(event));
    return misfit.length === 0 ? null : `${says} has another shape: ${misfit.join('; ')}`;
  }

  /** Begins to watch a machine. */
  watch(variant: string, ledger: Ledger): Watch {
    const { name } = this.#model;
    let nodes = [this.#node(this.#thought.start(this.#model.variants[variant]).snapshot, variant)];
    const narrowed = (seen: Shown, status: string, after: Node[], says: string) => {
      const next = after.filter(
        (node) =>
          node.snapshot.status === status &&
          isDeepStrictEqual(node.snapshot.value, seen.value) &&
          (status !== 'active' || isDeepStrictEqual(this.#shown(node), seen)),
      );
      if (next.length === 0) return `${name}: after ${says} ${this.#difference(seen, after)}`;
      nodes = [...new Set(next)];
      return null;
    };
    return {
      begin: (seen, status) => narrowed(seen, status, nodes, 'the start'),
      see: (event, seen, status, sample) => {
        const samples = sample === null ? this.#samplesOf(event) : [sample];
        const unknown = this.#unknown(event, samples);
        if (unknown !== null) return unknown;
        if (samples.length === 0) return `${name}: “${event.type}” is not in the model`;
        const actor = actorOf(event);
        const from = nodes;
        const after = [...new Set(from.flatMap((node) => samples.map((one) => this.#after(node, one))))];
        const says = actor === null ? event.type : `${actor}'s “${answerOf(event)}”`;
        const failed = narrowed(seen, status, after, says);
        if (failed !== null || actor === null) return failed;
        const kept = new Set(nodes);
        for (const one of samples)
          if (from.some((node) => kept.has(this.#after(node, one))))
            ledger.add(`${name} ${actor} ${answerName(this.#model, one)}`);
        const key = event['error'] instanceof CallError ? event['error'].messageKey : undefined;
        if (key !== undefined) ledger.add(`${name} ${actor} refused ${key}`);
        return null;
      },
    };
  }

  /** What the machine shows otherwise than the nearest prediction. */
  #difference(seen: Shown, predicted: readonly Node[]): string {
    const inState = predicted.filter(({ snapshot }) => isDeepStrictEqual(snapshot.value, seen.value));
    const inWords = (value: unknown) => JSON.stringify(value);
    if (inState.length === 0) {
      const states = [...new Set(predicted.map(({ snapshot }) => inWords(snapshot.value)))];
      return `it is in ${inWords(seen.value)}, by the model in ${states.join(' or ')}`;
    }
    const differences = inState.map((node) => {
      const model = this.#shown(node);
      const more = seen.can.filter((one) => !model.can.includes(one));
      const fewer = model.can.filter((one) => !seen.can.includes(one));
      return [
        ...(more.length > 0 ? [`${more.join(', ')} can happen, not so in the model`] : []),
        ...(fewer.length > 0 ? [`${fewer.join(', ')} can't happen, but in the model`] : []),
        ...(isDeepStrictEqual(model.tags, seen.tags)
          ? []
          : [`its tags are ${inWords(seen.tags)}, by the model ${inWords(model.tags)}`]),
      ].join('; ');
    });
    return `in ${inWords(seen.value)} ${differences.sort((a, b) => a.length - b.length)[0]}`;
  }
}

/** The name of a sample: its failure, or its label for a reply. */
export function answerName(model: Model, event: ModelEvent): string {
  if (!isDone(event)) return failureOf(event['error']);
  return (labelsOf(model).get(event) ?? event.type).replace(/^xstate\.done\.actor\./, 'done ');
}

/** Follows one actor. Each function returns what is wrong, null if nothing is. */
export interface Watch {
  begin(seen: Shown, status: string): string | null;
  /** @param sample the model's event if a user sent it; null for anything else */
  see(event: ModelEvent, seen: Shown, status: string, sample: ModelEvent | null): string | null;
}
