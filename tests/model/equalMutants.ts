import type { SourceMutant } from './sourceMutants.ts';

/** Broken rules that nobody can notice: file, what stands there, what is put in its place (empty: whatever), and why. */
const EQUAL: readonly (readonly [file: string, was: string, is: string, because: string])[] = [
  [
    'server/rules/lifecycle.ts',
    'status < CANCEL_BELOW_STATUS',
    '(status) <= (CANCEL_BELOW_STATUS)',
    'the table of followers says the same',
  ],
  [
    'server/rules/lifecycle.ts',
    'status < CANCEL_BELOW_STATUS && canMove(status, ORDER_STATUS.cancelled)',
    '',
    'the table of followers says the same',
  ],
  [
    'server/rules/pricing.ts',
    'aoi.areaKm2 > limit',
    '(aoi.areaKm2) >= (limit)',
    'no area of degrees is the limit to its last bit',
  ],
  [
    'server/rules/tasking.ts',
    '10',
    '(10 + 1)',
    'a day compares with a day and a T behind it as with the day',
  ],
  [
    'server/rules/relaxations.ts',
    'a.day < b.day',
    '(a.day) <= (b.day)',
    'of two groups of one day either may stand first: the day is the same',
  ],
  ['server/rules/relaxations.ts', '1', '(1 + 1)', 'the sign of a comparison counts, not its size'],
  [
    'server/rules/relaxations.ts',
    'oldest < acquisitionDateFrom',
    '(oldest) <= (acquisitionDateFrom)',
    'the earlier of two equal days is either',
  ],
  [
    'server/rules/relaxations.ts',
    'newest > acquisitionDateTo',
    '(newest) >= (acquisitionDateTo)',
    'the later of two equal days is either',
  ],
  ['server/rules/clientAddress.ts', '0', '(0 + 1)', 'an address with :: leaves out at least one group'],
];

/** Why a broken rule can not be noticed; null where it can. */
export function equalBecause({ file, was, is }: SourceMutant): string | null {
  return (
    EQUAL.find((one) => one[0] === file && one[1] === was && (one[2] === '' || one[2] === is))?.[3] ?? null
  );
}
