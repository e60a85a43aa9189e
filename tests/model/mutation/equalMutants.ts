import type { SourceMutant } from './sourceMutants.ts';

/** Equivalent mutants: file, original code, replacement (empty: any) and reason. */
export const EQUAL: readonly (readonly [file: string, was: string, is: string, because: string])[] = [
  [
    'server/search/area.rules.ts',
    'aoi.areaKm2 > limit',
    '(aoi.areaKm2) >= (limit)',
    'no area of degrees is the limit to its last bit',
  ],
  ['server/search/relaxations.rules.ts', '0', '(0 + 1)', 'there is another sensor type always'],
  [
    'server/accounts/tokens.rules.ts',
    '1',
    '(1 + 1)',
    'no two underscores of a prefix are next to each other',
  ],
  [
    'server/accounts/codes.rules.ts',
    'timingSafeEqual(tried.codeHash, guessed)',
    '',
    'of two hashes that are compared either may stand first',
  ],
  [
    'server/orders/tasking.rules.ts',
    '10',
    '(10 + 1)',
    'a day compares with a day and a T behind it as with the day',
  ],
  [
    'server/search/relaxations.rules.ts',
    'a.day < b.day',
    '(a.day) <= (b.day)',
    'of two groups of one day either may stand first: the day is the same',
  ],
  ['server/search/relaxations.rules.ts', '1', '(1 + 1)', 'the sign of a comparison counts, not its size'],
  [
    'server/search/relaxations.rules.ts',
    'oldest < acquisitionDateFrom',
    '(oldest) <= (acquisitionDateFrom)',
    'the earlier of two equal days is either',
  ],
  [
    'server/search/relaxations.rules.ts',
    'newest > acquisitionDateTo',
    '(newest) >= (acquisitionDateTo)',
    'the later of two equal days is either',
  ],
  ['server/base/clientAddress.ts', '0', '(0 + 1)', 'an address with :: leaves out at least one group'],
  [
    'src/machines/aoi/aoi.machine.ts',
    "'aoi' in read && source !== null",
    '',
    'asked only of events that bring an area: they have a source, and the guard has seen the area',
  ],
  [
    'src/machines/analytics/analytics.rules.ts',
    'aoi.areaKm2 > limit',
    '(aoi.areaKm2) >= (limit)',
    'no area of degrees is the limit to its last bit',
  ],
  [
    'src/machines/auth/codeLock.machine.ts',
    "event.type === 'clock.ticked' && context.lockedUntil !== null",
    '',
    'the clock is watched only while the lock holds',
  ],
  [
    'src/machines/auth/codeLock.machine.ts',
    'left > message',
    '(left) >= (message)',
    'equal numbers of seconds give the same message',
  ],
  [
    'src/machines/aoi/upload.machine.ts',
    'file === null || reading === null',
    '',
    'told only once a file was read',
  ],
  ['src/machines/aoi/upload.machine.ts', '0', '(0 + 1)', 'one file alone is taken before this is asked'],
  ['src/machines/aoi/wkt.rules.ts', '0', '(0 + 1)', 'the first sign of a text is of its type: no bracket'],
  [
    'src/machines/aoi/wkt.rules.ts',
    "typeof line !== 'number' || typeof column !== 'number'",
    '',
    'who refuses a text as WKT names line, column and cause; the types do not say so',
  ],
  [
    'src/machines/aoi/wkt.rules.ts',
    "typeof line !== 'number' || typeof column !== 'number' || typeof cause !== 'string'",
    '',
    'who refuses a text as WKT names line, column and cause; the types do not say so',
  ],
  [
    'src/machines/aoi/wkt.rules.ts',
    'number === null || token === undefined',
    '',
    'a number that is found has its digits: both or none',
  ],
  ['src/machines/search/results.rules.ts', '1', '(1 + 1)', 'the sign of a comparison counts, not its size'],
  [
    'src/machines/search/results.rules.ts',
    'rank * direction',
    '(rank) / (direction)',
    'the direction is 1 or -1: times and divided by it are the same',
  ],
  ['src/machines/search/results.rules.ts', 'a < b', '(a) <= (b)', 'no two groups have the same key'],
  [
    'src/machines/search/colouring.rules.ts',
    '1',
    '(1 + 1)',
    'the width of a step is asked for where there are several; of one alone it only must not be 0',
  ],
  [
    'src/machines/search/results.rules.ts',
    'at < counts.length',
    '(at) <= (counts.length)',
    'what is written past the end of a typed array is not kept',
  ],
  [
    'src/machines/search/results.rules.ts',
    'at >= 0 && at < counts.length',
    '(at >= 0) || (at < counts.length)',
    'what is written outside of a typed array is not kept',
  ],
  [
    'src/machines/search/searchAddress.rules.ts',
    '6',
    '(6 + 1)',
    'steps of tenths and of ones have no seventh decimal',
  ],
  [
    'contract/orders/quote.ts',
    'beforeWindow < last',
    '(beforeWindow) <= (last)',
    'the earlier of two equal days is either',
  ],
  [
    'src/machines/orders/orderPage.machine.ts',
    'from >= tomorrow',
    '(from) > (tomorrow)',
    'a window that begins tomorrow is moved by nothing',
  ],
  [
    'src/machines/imagery/delivered.rules.ts',
    'low <= high',
    '(low) < (high)',
    'of ends that meet either may be moved to the other',
  ],
  ['src/machines/aoi/aoi.rules.ts', '1', '(1 + 1)', 'no list has anything before its first element'],
  [
    'src/machines/inspector/view.ts',
    'chart + 2 * MARGIN <= frame',
    '(chart + 2 * MARGIN) < (frame)',
    'a chart that just fits is at its margin either way',
  ],
  [
    'src/machines/inspector/view.ts',
    'length + 2 * MARGIN <= frame',
    '(length + 2 * MARGIN) < (frame)',
    'a state that just fits begins at the margin either way',
  ],
  [
    'src/machines/orders/newAcquisition.machine.ts',
    'row === null || context.aoi === null',
    '(row === null) && (context.aoi === null)',
    'the guard has seen that both are there',
  ],
  [
    'src/machines/orders/orderPage.machine.ts',
    'aoi === null || details === null',
    '(aoi === null) && (details === null)',
    'an opened order has both',
  ],
  [
    'src/machines/imagery/delivered.machine.ts',
    'facts === null || pixel === null',
    '(facts === null) && (pixel === null)',
    'a pixel is shown of an image that is open',
  ],
  [
    'src/machines/session/pageAddress.machine.ts',
    'read === null || read.aoi === null',
    '(read === null) && (read.aoi === null)',
    'the guard has seen that both are there',
  ],
  [
    'src/machines/orders/pricedForm.ts',
    'price === null || key === null',
    '(price === null) && (key === null)',
    'only a priced form takes a key and is submitted',
  ],
  [
    'src/machines/inspector/player.machine.ts',
    'context.file === null || path === undefined',
    '(context.file === null) && (path === undefined)',
    'a file that is open has the path',
  ],
  [
    'src/machines/orders/bought.rules.ts',
    'coveredKm2(b, aoi)',
    'coveredKm2(aoi, b)',
    'an overlap has the same area from either side',
  ],
  [
    'src/machines/orders/bought.rules.ts',
    'coveredKm2(a, aoi)',
    'coveredKm2(aoi, a)',
    'an overlap has the same area from either side',
  ],
  [
    'src/machines/orders/bought.rules.ts',
    'share < DOUBTFUL',
    '(share) <= (DOUBTFUL)',
    'no cover is 1 % of an area to its last bit',
  ],
  [
    'src/machines/orders/bought.rules.ts',
    'best.km2 < 2 * gained(replaced)',
    '(best.km2) <= (2 * gained(replaced))',
    'no cover is twice another to its last bit',
  ],
  [
    'src/machines/orders/bought.rules.ts',
    'best.km2 < 0.01',
    '(best.km2) <= (0.01)',
    'no area of degrees is the limit to its last bit',
  ],
  [
    'src/machines/aoi/aoi.rules.ts',
    'east < west',
    '(east) <= (west)',
    'a box without width is refused as it is, and as one around the world',
  ],
  [
    'src/machines/search/search.rules.ts',
    'middle > 180',
    '(middle) >= (180)',
    '180° and −180° are one meridian',
  ],
  [
    'src/machines/inspector/messages.ts',
    'isSame(previous.context, copy)',
    'isSame(copy, previous.context)',
    'of two values that are compared either may stand first',
  ],
  [
    'src/machines/search/results.rules.ts',
    'known.set(day, at)',
    'known.set(at, day)',
    'what is kept only saves working it out again',
  ],
  [
    'src/machines/imagery/imagery.rules.ts',
    'other.time < one.time',
    '(other.time) <= (one.time)',
    'two images of one time are not compared',
  ],
];

/** Code on one line, as the excuses quote it. */
export const shortened = (code: string): string => code.replaceAll(/\s+/g, ' ');

/** The reason why a mutant is equivalent; null if it isn't. */
export function equalBecause({ file, was, is }: SourceMutant): string | null {
  const text = shortened(was);
  return (
    EQUAL.find((one) => one[0] === file && one[1] === text && (one[2] === '' || one[2] === is))?.[3] ?? null
  );
}
