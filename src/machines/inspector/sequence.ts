import type { Entry, InspectionLog } from './log.ts';

/** A message between two actors. */
export interface Message {
  /** The number of its entry in the log. */
  number: number;
  /** The sender's lane; null for an event from outside, such as a press. */
  from: number | null;
  /** The receiver's lane. */
  to: number;
  event: string;
  /** False if no transition was taken. */
  isHandled: boolean;
}
export interface Sequence {
  /** The actors that take part, in the order of their first message. */
  lanes: readonly { key: string; id: string }[];
  /** In chronological order. */
  messages: readonly Message[];
}

/** Who told whom: the messages of some entries of a log, latest first as they are listed. */
export function sequenceOf(log: InspectionLog, entries: readonly Entry[]): Sequence {
  const ids = new Map(Object.values(log.before).map(({ key, id }) => [key, id]));
  for (const { fact } of log.entries) if (fact.kind === 'started') ids.set(fact.actor.key, fact.actor.id);
  const lanes: { key: string; id: string }[] = [];
  const laneOf = (key: string): number => {
    const at = lanes.findIndex((lane) => lane.key === key);
    return at === -1 ? lanes.push({ key, id: ids.get(key) ?? key.slice(key.indexOf('/') + 1) }) - 1 : at;
  };
  const messages = entries.toReversed().flatMap(({ number, fact }): Message[] => {
    if (fact.kind !== 'event') return [];
    const from = fact.source === null ? null : laneOf(fact.source);
    return [{ number, from, to: laneOf(fact.key), event: fact.event.type, isHandled: fact.isHandled }];
  });
  return { lanes, messages };
}
