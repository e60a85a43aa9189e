import { expect, test } from 'vitest';
import { common, hasTypedName, offeredName } from '../../../src/machines/shared/names.rules.ts';

test.each([
  [['Singapore', 'SV-2 03', '2026-11-14'], 64, 'Singapore SV-2 03 2026-11-14'],
  [['Tuas', null, '2026-11-14'], 32, 'Tuas 2026-11-14'],
  [['Suva', undefined, undefined], 32, 'Suva'],
  // too long: the place gives way, then the rest is cut
  [['Thiruvananthapuram district', 'SV-2 03', '2026-11-14'], 32, 'Thiruvanantha SV-2 03 2026-11-14'],
  [['Tuas', 'A mosaic with a very long name of its own'], 32, 'A mosaic with a very long name o'],
])('a name is offered from place, satellite and date: %j within %d', (parts, max, name) => {
  expect(offeredName(parts, max)).toBe(name);
});

test('no room for the place leaves it out', () => {
  expect(offeredName(['Tuas', 'x'.repeat(20)], 20)).toBe('x'.repeat(20));
  expect(offeredName(['Tuas', 'x'.repeat(18)], 20)).toBe(`T ${'x'.repeat(18)}`);
});

test('a value is common if it is the one that all have', () => {
  expect([common(['a']), common(['a', 'a']), common(['a', 'b']), common([])]).toEqual(['a', 'a', null, null]);
});

test('a name counts as typed once it differs from the offered one', () => {
  const isTyped = (name: string) => hasTypedName({ context: { name, offered: 'Suva' } } as never);
  expect([isTyped('Suva'), isTyped('Suva 2'), isTyped('')]).toEqual([false, true, true]);
});

test('the whole room is the place’s, or what the other parts leave of it', () => {
  expect(offeredName(['Tuas'], 4)).toBe('Tuas');
  expect(offeredName(['Tuas', '2026-11-14'], 8)).toBe('2026-11-');
  expect(offeredName(['Tuas', '2026-11-14'], 13)).toBe('Tu 2026-11-14');
});
