import { describe, expect, it } from 'vitest';
import { scenesForBench } from '../../../../lab/bench/support/scenesForBench.ts';
import {
  markBytes,
  plainMarks,
  SCENE_STATE,
  takeMarks,
} from '../../../../src/ui/map/layers/footprints/footprintMarks.ts';
import { meshOf } from '../../../../src/ui/map/layers/footprints/footprintMesh.ts';

describe('state and tone of footprints, a byte each', () => {
  const mesh = meshOf(scenesForBench(100, 10).map(({ geometry }) => geometry));

  it('a change of one scene rewrites only its vertices', () => {
    const bytes = markBytes(mesh);
    const marks = plainMarks(100);
    expect(takeMarks(bytes, mesh, marks)).toBeNull();
    marks.states[7] = SCENE_STATE.chosen;
    marks.tones[7] = 3;
    expect(takeMarks(bytes, mesh, marks)).toEqual([7 * 16, 8 * 16]);
    // state, tone, and the constant shape: all sides are outline
    expect([...bytes.subarray(7 * 16, 8 * 16)]).toEqual(
      [1, 2, 3, 4].flatMap(() => [SCENE_STATE.chosen, 3, 15, 0]),
    );
    expect(takeMarks(bytes, mesh, marks)).toBeNull();
  });

  it('the written range goes from the first change to the last', () => {
    const bytes = markBytes(mesh);
    const marks = plainMarks(100);
    marks.states[90] = SCENE_STATE.hidden;
    marks.tones[20] = 1;
    expect(takeMarks(bytes, mesh, marks)).toEqual([20 * 16, 91 * 16]);
  });
});
