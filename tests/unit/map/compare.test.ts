import { describe, expect, it } from 'vitest';
import { bounded, movedByKey, shareAt } from '../../../src/ui/map/tools/compare/divider.rules.ts';
import { isDefault, readSides, withSide, writtenSides } from '../../../src/machines/map/map.rules.ts';

describe('the divider of the comparison', () => {
  it('arrow keys move it 1%, with shift 10%', () => {
    expect(movedByKey(0.5, 'ArrowLeft', false)).toBe(0.49);
    expect(movedByKey(0.5, 'ArrowRight', false)).toBe(0.51);
    expect(movedByKey(0.5, 'ArrowLeft', true)).toBe(0.4);
    expect(movedByKey(0.5, 'ArrowRight', true)).toBe(0.6);
    expect(movedByKey(0.5, 'ArrowDown', false)).toBe(0.49);
    expect(movedByKey(0.5, 'ArrowUp', false)).toBe(0.51);
  });
  it('a hundred steps of 1% are exactly the whole way', () => {
    let share = 0;
    for (let step = 0; step < 100; step++) share = movedByKey(share, 'ArrowRight', false) ?? -1;
    expect(share).toBe(1);
  });
  it('Home and End move it to its ends, page keys by 10 %; other keys do nothing', () => {
    expect([movedByKey(0.5, 'Home', false), movedByKey(0.5, 'End', false)]).toEqual([0, 1]);
    expect([movedByKey(0.5, 'PageDown', false), movedByKey(0.5, 'PageUp', false)]).toEqual([0.4, 0.6]);
    expect(movedByKey(0.5, 'a', false)).toBeNull();
  });
  it('stays within its bounds', () => {
    expect([bounded(-0.2), bounded(1.2)]).toEqual([0, 1]);
    expect(movedByKey(0.005, 'ArrowLeft', true)).toBe(0);
    expect([shareAt(50, 100, 300), shareAt(250, 100, 300), shareAt(900, 100, 300)]).toEqual([0, 0.75, 1]);
  });
  it('without free width it stays in the middle', () => {
    expect(shareAt(10, 100, 100)).toBe(0.5);
  });
});

describe('the sides of the comparison', () => {
  const sides = { before: 'OSM', after: 'GMAP' } as const;
  it('a side shows the layer that is chosen for it', () => {
    expect(withSide(sides, 'after', 'layer:1')).toEqual({ before: 'OSM', after: 'layer:1' });
    expect(withSide(sides, 'before', 'OSM')).toEqual(sides);
  });
  it('a layer is not compared with itself: the sides swap', () => {
    expect(withSide(sides, 'before', 'GMAP')).toEqual({ before: 'GMAP', after: 'OSM' });
    expect(withSide(sides, 'after', 'OSM')).toEqual({ before: 'GMAP', after: 'OSM' });
  });
});

describe('the sides in the address', () => {
  it('are two different layers', () => {
    const read = ['OSM,GMAP', 'layer:12,delivered:3', 'GMAP,layer:7'].map(readSides);
    expect(read).toEqual([
      { before: 'OSM', after: 'GMAP' },
      { before: 'layer:12', after: 'delivered:3' },
      { before: 'GMAP', after: 'layer:7' },
    ]);
    expect(read.map((sides) => writtenSides(sides!))).toEqual([
      'OSM,GMAP',
      'layer:12,delivered:3',
      'GMAP,layer:7',
    ]);
    for (const text of [
      '',
      'OSM',
      'OSM,',
      'OSM,OSM',
      'OSM,other',
      'other,OSM',
      'OSM,GMAP,layer:1',
      'layer:x,OSM',
    ])
      expect([text, readSides(text)]).toEqual([text, null]);
  });

  it('are the default only as a pair', () => {
    expect(isDefault({ before: 'OSM', after: 'GMAP' })).toBe(true);
    expect(isDefault({ before: 'OSM', after: 'layer:1' })).toBe(false);
    expect(isDefault({ before: 'layer:1', after: 'GMAP' })).toBe(false);
    expect(isDefault({ before: 'GMAP', after: 'OSM' })).toBe(false);
  });
});
