import { expect, test } from 'vitest';
import { offeredName } from '../../../src/machines/shared/names.rules.ts';

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
