import { messageText } from '../../../../src/ui/shared/i18n/messageText.ts';
import type { NoticeText } from '../../../../src/machines/shared/notice.ts';
import { wordsOf } from '../../../e2e/support/words.ts';
import { isOutcome, type Model, type ModelEvent } from '../explore.ts';
import { models } from '../../session/models.ts';
import { whole } from '../pathData.ts';
import { isDelay, Live, type Seen } from './replay.ts';
import * as sample from '../../shared/samples.ts';

export { after, done } from '../../shared/outcomes.ts';

/** An invoked actor fails as a call can; silent: refused without a message. */
export const fails = (id: string, how: keyof typeof sample.failures): ModelEvent => ({
  type: `xstate.error.actor.${id}`,
  error: sample.failures[how],
});

/** An invoked actor fails in a way that a call can't. */
export const breaks = (id: string): ModelEvent => ({
  type: `xstate.error.actor.${id}`,
  error: new Error(`${id} broke`),
});

/** The English text of a notice or refusal. @throws Error for anything else */
export function english(said: unknown): string {
  const { key, text } = (said ?? {}) as Partial<NoticeText>;
  if (key === undefined && text === undefined)
    throw new Error(`${JSON.stringify(said)} says nothing: neither a key nor a text is in it`);
  const words = wordsOf('en');
  const inPage: typeof words = (name, params) => {
    try {
      return words(name, params);
    } catch (error) {
      if (text === undefined) throw error;
      // as in the page, whose i18next answers an unknown key with itself
      return name;
    }
  };
  return messageText(inPage, said as NoticeText);
}

/** A state and its `after` event, as a test writes it. */
const afterOf = (type: string) => {
  const [, , name, ...state] = type.split('.');
  return `after('${name}', '${state.join('.')}')`;
};

/** The reason why an event can't happen, listing those that can; null if it can. */
function faultOf({ name, machine, events }: Model, live: Live, event: ModelEvent): string | null {
  const { type } = event;
  if (live.snapshot.status !== 'active') return `${name} has ended in ${JSON.stringify(live.snapshot.value)}`;
  const known = machine.events.filter((one) => !one.startsWith('xstate.'));
  if (isDelay(event)) {
    if (live.snapshot._nodes.some(({ transitions }) => transitions.has(type))) return null;
    const delays = machine.events.filter((one) => isDelay({ type: one }));
    const all = delays.length === 0 ? 'it has no delays' : `its delays: ${delays.map(afterOf).join(', ')}`;
    return `${name} waits for no such delay in ${JSON.stringify(live.snapshot.value)}; ${all}`;
  }
  if (isOutcome(event) || known.includes('*')) return null;
  if (!known.includes(type)) return `${name} knows no such event: ${known.sort().join(', ')}`;
  const samples = events.filter((one) => one.type === type);
  const lacking = Object.keys(samples[0] ?? {}).find(
    (field) => !(field in event) && samples.every((one) => field in one),
  );
  return lacking === undefined
    ? null
    : `${lacking} is not said; an example: ${JSON.stringify(whole(samples[0])).slice(0, 400)}`;
}

/** The model with the requested initial situation. */
function beginning(model: Model, begin: string | object | undefined): [Model, string] {
  const first = Object.keys(model.variants)[0] ?? '';
  if (typeof begin !== 'object') return [model, begin ?? first];
  const input = { ...(model.variants[first] as object), ...begin };
  return [{ ...model, variants: { 'as the test says': input } }, 'as the test says'];
}

/**
 * Replays events on a live actor of a machine with a simulated clock (docs/path-tests.md).
 * @param name the machine's name, that of its file
 * @param begin the initial situation by its name on the machine's page, or the input fields that differ from
 * the first situation; by default the first one
 * @returns the state before any event (`seen[0]`) and after each, and the last one; all values whole
 * @throws Error if an event can't happen: an unknown event or one without a required field, the outcome of an
 * actor that is not running, or the end of a delay that is not pending
 */
export async function replayed(
  name: string,
  events: readonly ModelEvent[],
  begin?: string | object,
): Promise<{ seen: Seen[]; last: Seen }> {
  const found = models.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no machine ${name}: ${models.map((one) => one.name).join(', ')}`);
  const [model, variant] = beginning(found, begin);
  const live = new Live(model, variant, whole);
  const seen = [await live.observe()];
  for (const [at, event] of events.entries()) {
    try {
      const fault = faultOf(model, live, event);
      if (fault !== null) throw new Error(fault);
      live.happen(event);
      seen.push(await live.observe());
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`event ${at + 1} of ${events.length}, ${event.type}: ${why}`, { cause: error });
    }
  }
  return { seen, last: seen.at(-1)! };
}
