import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Aoi } from '../../../../src/geo/aoi.ts';
import type { FileOutcome } from '../../../../src/geo/check/areaReview.ts';
import { readFile } from '../../../../src/workers/aoiFile.ts';
import { type Extent, GROUND, WIDE_GROUND } from '../../../rows/ground.ts';

const folder = new URL('../../../fixtures/geo/ground/', import.meta.url);

const answerTo = (name: string): Promise<FileOutcome> =>
  readFile({ file: new Blob([readFileSync(new URL(name, folder))]), name }, () => {});

/** 0.00005° is 5 m. */
function expectArea({ areaKm2, bbox }: Aoi, km2: number, extent: Extent): void {
  expect(Math.abs(areaKm2 - km2) / km2).toBeLessThan(1e-4);
  extent.forEach((side, at) => expect(Math.abs(bbox[at]! - side)).toBeLessThan(0.00005));
}

describe('§5 Geometry file upload: files that other programs read are read at the same place', () => {
  it.each(GROUND)('%s', async (name, km2, extent) => {
    const answer = await answerTo(name);
    if (answer.type !== 'file.read') throw new Error(JSON.stringify(answer));
    expectArea(answer.reading.aoi, km2, extent);
  });
});

describe('An edge wider than 180° is never read the short way in silence', () => {
  it.each(WIDE_GROUND)('%s', async (name, km2, extent) => {
    const answer = await answerTo(name);
    const [first] =
      answer.type === 'file.unclear'
        ? answer.question.choices.map(({ aoi }) => aoi)
        : answer.type === 'file.read'
          ? [answer.reading.aoi]
          : [];
    expectArea(first!, km2, extent);
  });
});
