import type { Random } from '../../server/simulator/archive/random.ts';
import { PRESSURES } from './attacker.ts';
import { comboOf, type ComboName, type Target } from './targets.ts';

/** Accounts of the attack. */
export const ACCOUNTS = 5;
/** Calls that one account may have in progress, of all kinds (server/base/work.ts). */
const AT_ONCE = 8;
const ANONYMOUS_AT_ONCE = 4;

/**
 * A step of the attack: a call by itself, calls of every account at once, calls of every account that are dropped after
 * a moment, or a way to press. `names` are combinations, or the way's name.
 */
export interface Step {
  kind: 'alone' | 'together' | 'dropped' | 'pressing';
  names: ComboName[];
}

const ORDER: readonly Step['kind'][] = [
  'alone',
  'alone',
  'dropped',
  'alone',
  'together',
  'alone',
  'pressing',
];

/** One of several with different weights. */
function drawn<T>(all: readonly T[], weightOf: (one: T) => number, random: Random): T {
  let left = random() * all.reduce((sum, one) => sum + weightOf(one), 0);
  return all.find((one) => (left -= weightOf(one)) < 0) ?? all[0]!;
}

/**
 * The steps of a seed, without end. Calls with more factors come more often.
 * @param only a call, a combination or a way to press, which every step then is
 * @throws Error if there is none of this name
 */
export function* planOf(targets: readonly Target[], random: Random, only?: string): Generator<Step> {
  const isPressing = only !== undefined && Object.hasOwn(PRESSURES, only);
  const wanted = targets.filter(({ call }) => only === undefined || call === only.split(' ')[0]);
  if (wanted.length === 0 && !isPressing) throw new Error(`there is no call or pressure ${only}`);
  const combo = () => {
    if (only?.includes(' ')) return only;
    return comboOf(
      drawn(wanted, ({ slots }) => 1 + slots.length, random),
      random,
    );
  };
  const combos = (count: number) => Array.from({ length: count }, combo);
  for (let n = 0; ; n++) {
    const kind = isPressing ? 'pressing' : ORDER[n % ORDER.length]!;
    const names = isPressing ? [only] : Object.keys(PRESSURES);
    if (kind === 'alone') yield { kind, names: combos(1) };
    else if (kind === 'together') yield { kind, names: combos(ACCOUNTS * AT_ONCE + ANONYMOUS_AT_ONCE) };
    else if (kind === 'dropped') yield { kind, names: combos(2) };
    else if (isPressing || only === undefined)
      yield { kind, names: [names[Math.floor(random() * names.length)]!] };
  }
}
