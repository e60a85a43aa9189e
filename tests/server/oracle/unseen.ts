import { actorOf, type Model } from '../../model/paths/explore.ts';
import { answerName, type Ledger } from './conform.ts';

/** An answer that a model assumes, and that this server doesn't give in these walks. */
export interface Unseen {
  /** `MACHINE ACTOR`, or `*` for every call. */
  of: readonly string[];
  answer: string;
  because: string;
}

const ELSEWHERE = 'another back end of §7 only';

/** Calls before the log-in need no session. */
const ANYONE = [
  'auth logIn',
  'codeLock sendCode',
  'authForm submitForm',
  'sharedSearch fetchShared',
  'baseTiles fetchBaseMaps',
  'portal fetchSettings',
  'portal probe',
];

/** Actors that read the settings. */
const SETTINGS = ['baseTiles fetchBaseMaps', 'portal fetchSettings', 'portal probe'];

export const UNSEEN: readonly Unseen[] = [
  { of: ['*'], answer: 'silent', because: `${ELSEWHERE} refuses without a sentence` },
  { of: ['auth logIn'], answer: 'done logIn#2', because: `${ELSEWHERE} sends no token` },
  {
    of: ['sharedSearch fetchShared'],
    answer: 'done fetchShared#2',
    because: `${ELSEWHERE} stores what is no area`,
  },
  { of: ['imagery fetchLayers'], answer: 'done fetchLayers#1', because: `${ELSEWHERE} says no footprints` },
  ...[1, 2, 3].map((sample) => ({
    of: ['imagery refreshLayers'],
    answer: `done refreshLayers#${sample}`,
    because: `${ELSEWHERE} says no footprints`,
  })),
  {
    of: ['orderPage loadOrder'],
    answer: 'done loadOrder#5',
    because: `${ELSEWHERE} has forgotten the scenes of an order`,
  },
  { of: ['search relaxSearch'], answer: 'done relaxSearch#1', because: `${ELSEWHERE} names no other sensor` },
  {
    of: ['search relaxSearch'],
    answer: 'done relaxSearch#3',
    because: 'each scene lacks one condition only',
  },
  { of: SETTINGS, answer: 'malformed', because: 'the settings need nothing that fails' },
  { of: ANYONE, answer: 'unauthorized', because: `${ELSEWHERE} answers 401 to a call that needs no session` },
];

/** All answers that a model assumes of these actors. */
export function assumedBy(model: Model, calls: readonly string[]): string[] {
  const samples = model.events.flatMap((event) => {
    const actor = actorOf(event);
    return actor !== null && calls.includes(actor)
      ? [`${model.name} ${actor} ${answerName(model, event)}`]
      : [];
  });
  const refusals = calls.flatMap((actor) =>
    (model.refusals?.[actor] ?? []).map((key) => `${model.name} ${actor} refused ${key}`),
  );
  return [...new Set([...samples, ...refusals])];
}

/** Which of the assumed answers an entry is about. */
const meantBy = (assumed: readonly string[], of: string, answer: string): string[] =>
  assumed.filter((name) =>
    of === '*' ? name.split(' ').slice(2).join(' ') === answer : name === `${of} ${answer}`,
  );

/** Assumed answers that were neither given nor listed. */
export function missing(assumed: readonly string[], given: Ledger, listed: readonly Unseen[]): string[] {
  const excused = listed.flatMap(({ of, answer }) => of.flatMap((one) => meantBy(assumed, one, answer)));
  return assumed.filter((name) => !given.has(name) && !excused.includes(name));
}

/** What is wrong with assumptions and the list of those that this server doesn't meet, in words. */
export function unmet(assumed: readonly string[], given: Ledger, listed: readonly Unseen[]): string[] {
  const stale = listed.flatMap(({ of, answer, because }) =>
    of.flatMap((one) => {
      const meant = meantBy(assumed, one, answer);
      if (meant.length === 0) return [`no model assumes “${one} ${answer}” (${because})`];
      return meant
        .filter((name) => given.has(name))
        .map((name) => `the server does answer “${name}” (${because})`);
    }),
  );
  const never = missing(assumed, given, listed).map(
    (name) => `the server never answered “${name}”, which its model assumes`,
  );
  return [...stale, ...never];
}
