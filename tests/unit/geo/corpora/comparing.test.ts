import { describe, expect, it } from 'vitest';
import { outcomeOf, type Judgement, type Reading } from '../../../../lab/corpora/comparing.ts';

const READ: Reading = { areaKm2: 100, bounds: [103, 1, 104, 2], changes: [] };
const JUDGED: Judgement = { isValid: true, areaKm2: 100, bounds: [103, 1, 104, 2] };

describe('A file as the portal reads it, beside GDAL and PostGIS', () => {
  it.each<[string, Reading, Judgement]>([
    ['agree', READ, JUDGED],
    ['agree', READ, { ...JUDGED, areaKm2: 100.09, bounds: [103.00004, 1, 104, 1.99996] }],
    ['another area', READ, { ...JUDGED, areaKm2: 100.2 }],
    ['another area', READ, { ...JUDGED, areaKm2: 0 }],
    ['another place', READ, { ...JUDGED, bounds: [103.0001, 1, 104, 2] }],
    ['only the portal reads it', READ, null],
    ['only the others read it', { refused: 'noArea' }, JUDGED],
    ['the portal asks', { asked: ['north', 'written'] }, JUDGED],
    ['both refuse', { refused: 'noArea' }, null],
    ['stopped', { stopped: 'TaskTooLong' }, null],
  ])('%s', (outcome, reading, judgement) => {
    expect(outcomeOf(reading, judgement)).toBe(outcome);
  });
});
