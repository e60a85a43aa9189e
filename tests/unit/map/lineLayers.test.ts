import { expect, it } from 'vitest';
import { lineLayers, type LineSymbol } from '../../../src/ui/map/kernel/draw.ts';

const SOLID: LineSymbol = {
  line: [1, 2, 3, 255],
  lineWidth: 2,
  casing: [255, 255, 255, 255],
  casingWidth: 6,
};
const LINE = [
  [103.7, 1.2],
  [104, 1.5],
];

/** What deck.gl compiles a shader program from: the layer's class and its extensions. */
const programsOf = (symbol: LineSymbol) =>
  lineLayers('area', [LINE], symbol, 'pale').map(({ constructor, props }) => ({
    constructor,
    extensions: props.extensions,
  }));

it('one shader program draws a dashed line and its solid casing', () => {
  const [casing, line] = programsOf({ ...SOLID, dash: [8, 4] });
  expect(line!.extensions).toHaveLength(1);
  expect(casing).toEqual(line);
});

it('a solid line needs no program for dashes', () => {
  for (const { extensions } of programsOf(SOLID)) expect(extensions).toEqual([]);
});
