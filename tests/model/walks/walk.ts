import { matchesState, type AnyMachineSnapshot } from 'xstate';
import { seeded } from '../../../src/raster/kMeans.ts';
import { brokenBy, momentOf } from '../invariants/invariant.ts';
import { INVARIANTS } from '../invariants/invariants.ts';
import { actorOf, isOutcome, labelsOf, type Model, type ModelEvent } from '../paths/explore.ts';
import { isDelay, Live, settled } from '../paths/replay/replay.ts';

/** An event of a walk. */
interface Move {
  label: string;
  event: ModelEvent;
  /** Which call of the actor an answer is for: 0 is the latest, so that older ones answer late or out of order. */
  age: number;
  /** The next move comes at once, before any answer: a double press. */
  isHasty: boolean;
}
/** A walk that breaks a sentence, as short as it still does. */
export interface Failure {
  machine: string;
  variant: string;
  sentence: string;
  moves: string[];
  seed: number;
}

const SHORTEST = 50;
const LONGEST = 200;
/** Of all moves; the others are answers. */
const FACTS = 0.5;
const DELAYS = 0.15;
const DOUBLED = 0.1;

/** Draws the next move: a fact, a delay that is pending, or an answer to a call that was made, answered or not. */
function drawn(model: Model, live: Live, random: () => number): Move {
  const pick = <Entry>(entries: readonly Entry[]) => entries[Math.floor(random() * entries.length)];
  const all = [...labelsOf(model)];
  const known = new Set(live.snapshot._nodes.flatMap((node) => [...node.transitions.keys()]));
  const delays = all.filter(([event]) => isDelay(event) && known.has(event.type));
  const answers = all.filter(([event]) => live.calls.includes(actorOf(event) ?? ''));
  const facts = all.filter(([event]) => !isOutcome(event));
  // most facts are possible now, the others are sent all the same
  const possible = random() < 0.8 ? facts.filter(([event]) => live.snapshot.can(event)) : facts;
  const kind = random();
  const from = kind < FACTS ? possible : kind < FACTS + DELAYS ? delays : answers;
  const [event, label] = pick(from) ?? pick(facts) ?? all[0]!;
  const isOld = random() < 0.25;
  return { label, event, age: isOld ? 1 + Math.floor(random() * 2) : 0, isHasty: random() < DOUBLED };
}

/** Whether a move can happen; a shortened walk may have lost the call or the delay of one. */
const canHappen = (live: Live, { event, age }: Move): boolean =>
  isDelay(event)
    ? live.snapshot._nodes.some(({ transitions }) => transitions.has(event.type))
    : actorOf(event) === null || live.calls.filter((id) => id === actorOf(event)).length > age;

/** Plays moves until a sentence is broken. @returns that sentence, and the moves that happened */
async function played(model: Model, variant: string, next: (live: Live, at: number) => Move | undefined) {
  const live = new Live(model, variant);
  const moves: Move[] = [];
  const own = INVARIANTS[model.name] ?? {};
  await settled();
  let before = live.snapshot;
  let isHurried = false;
  let [sentence] = brokenBy(own, momentOf(before, null, null, live.drain().notified));
  for (let at = 0; sentence === undefined && live.snapshot.status === 'active'; at += 1) {
    const move = next(live, at);
    if (move === undefined) break;
    if (!canHappen(live, move)) continue;
    moves.push(move);
    const actor = actorOf(move.event);
    // the machine has answered all moves before, so that what changes is this one's work
    const isLate = !isHurried && actor !== null && !live.waitsFor(actor, move.age);
    live.happen(move.event, move.age);
    if (!move.isHasty) await settled();
    isHurried = move.isHasty;
    const { snapshot } = live;
    if (isLate && !move.isHasty && !isSame(snapshot, before)) sentence = 'a late answer changes nothing';
    const { status, error } = snapshot as { status: string; error?: unknown };
    if (status === 'error') sentence = `it fails: ${String(error)}`;
    const event = snapshot === before ? null : move.event;
    sentence ??= brokenBy(own, momentOf(snapshot, before, event, live.drain().notified))[0];
    before = snapshot;
  }
  return { sentence, moves };
}

/** Whether a machine is in the same state with the same context: XState keeps what it doesn't change. */
const isSame = (one: AnyMachineSnapshot, other: AnyMachineSnapshot) =>
  one === other || (one.context === other.context && matchesState(one.value, other.value));

/** The fewest moves that break the same sentence. */
async function shortened(model: Model, variant: string, sentence: string, moves: Move[]): Promise<Move[]> {
  let kept = moves;
  for (let stretch = Math.ceil(kept.length / 2); stretch >= 1; stretch = Math.floor(stretch / 2)) {
    for (let at = 0; at < kept.length;) {
      const fewer = kept.toSpliced(at, stretch);
      const again = await played(model, variant, (_, index) => fewer[index]);
      if (again.sentence === sentence) kept = again.moves;
      else at += stretch;
    }
  }
  return kept;
}

const inWords = ({ label, event, age, isHasty }: Move) =>
  `${label}${age === 0 || actorOf(event) === null ? '' : ` of ${age} calls ago`}${isHasty ? ' at once with' : ''}`;

/** One random walk of 50 to 200 events. @returns what it breaks, or null */
export async function randomWalk(model: Model, seed: number): Promise<Failure | null> {
  const random = seeded(seed);
  const variants = Object.keys(model.variants);
  const variant = variants[Math.floor(random() * variants.length)]!;
  const length = SHORTEST + Math.floor(random() * (LONGEST - SHORTEST + 1));
  let doubled: Move | null = null;
  const { sentence, moves } = await played(model, variant, (live, at) => {
    if (at >= length) return undefined;
    const move: Move = doubled === null ? drawn(model, live, random) : { ...doubled, isHasty: false };
    doubled = move.isHasty ? move : null;
    return move;
  });
  if (sentence === undefined) return null;
  const short = await shortened(model, variant, sentence, moves);
  return { machine: model.name, variant, sentence, moves: short.map(inWords), seed };
}

/** Random walks, spread over the models. @returns what they break, each sentence of a machine once, the shortest way */
export async function randomWalks(models: readonly Model[], walks: number, seed: number): Promise<Failure[]> {
  const found = new Map<string, Failure>();
  for (let at = 0; at < walks; at += 1) {
    const failure = await randomWalk(models[at % models.length]!, seed + at);
    if (failure === null) continue;
    const key = `${failure.machine} ${failure.sentence}`;
    const known = found.get(key);
    if (known === undefined || failure.moves.length < known.moves.length) found.set(key, failure);
  }
  return [...found.values()];
}

/** `savedList, a list of areas: “…” is broken by … → … (seed 7)` */
export const failureInWords = ({ machine, variant, sentence, moves, seed }: Failure): string =>
  `${machine}, ${variant}: “${sentence}” is broken by ${moves.join(' → ')} (seed ${seed})`;
