import { expect, test } from 'vitest';
import { namedDays } from '../../../src/ui/orders/acquisition/PassTimeline.tsx';

const DAY_MS = 86_400_000;
/** Width of the longest label on the narrowest axis, as a share of it. */
const LABEL = 0.2;

test('labels of days on an axis neither overlap nor leave it, whatever its length', () => {
  for (let days = 1; days <= 120; days++) {
    const from = Date.UTC(2026, 10, 24);
    const shares = namedDays({ from, to: from + days * DAY_MS }).map((day) => (day - from) / DAY_MS / days);
    expect(shares[0]).toBe(0);
    for (const [at, share] of shares.entries()) {
      expect(share + LABEL).toBeLessThanOrEqual(1 + 1e-9);
      if (at > 0) expect(share - shares[at - 1]!).toBeGreaterThanOrEqual(LABEL - 1e-9);
    }
  }
});
