import { describe, expect, it } from 'vitest';
import { CallError } from '../../../contract/calls/callError.ts';
import type { ImageryLayer } from '../../../contract/imagery.ts';
import {
  goneNames,
  movedLayer,
  readLayers,
  vectorNotice,
  withChoices,
  withLayer,
  withList,
  writtenLayers,
  type PanelLayer,
} from '../../../src/machines/imagery/imagery.rules.ts';
import { tileAddress } from '../../../src/services/imagery.ts';
import { placeUnder, shiftsOf } from '../../../src/ui/imagery/ImageryPanel.tsx';

const layer = (id: number, footprint?: string): ImageryLayer => ({
  id,
  name: `Layer ${id}`,
  description: '',
  serviceType: 'TMS',
  existVec: false,
  ...(footprint === undefined ? {} : { footprint }),
});
const AREA = 'POLYGON ((103 1, 104 1, 104 2, 103 2, 103 1))';
const idsOf = (layers: readonly PanelLayer[]) => layers.map(({ id }) => id);
const three = withList([], [layer(1), layer(2), layer(3)]);

describe('§2 Imagery panel: lists imagery layers the user can view', () => {
  it('the latest layer is uppermost, none is selected, all are opaque', () => {
    expect(three.map(({ id, _selected, _opacity }) => [id, _selected, _opacity])).toEqual([
      [3, false, 100],
      [2, false, 100],
      [1, false, 100],
    ]);
  });
  it('a reloaded list keeps order, selection and opacity; new layers come on top', () => {
    const ordered = withLayer(movedLayer(three, 1, 0), 1, { _selected: true, _opacity: 40 });
    const next = withList(ordered, [layer(1), layer(3), layer(4)]);
    expect(next.map(({ id, _selected, _opacity }) => [id, _selected, _opacity])).toEqual([
      [4, false, 100],
      [1, true, 40],
      [3, false, 100],
    ]);
  });
  it('an unchanged area stays the same object; an unreadable one is null', () => {
    const [before] = withList([], [layer(1, AREA)]);
    expect(before?.area?.type).toBe('Polygon');
    expect(withList([before!], [layer(1, AREA)])[0]?.area).toBe(before?.area);
    expect(withList([], [layer(1, 'POINT (1 2)')])[0]?.area).toBeNull();
  });
  it('a missing layer is named only if it was selected', () => {
    const shown = withLayer(three, 2, { _selected: true });
    expect(goneNames(shown, [layer(1)])).toEqual(['Layer 2']);
    expect(goneNames(shown, [layer(2)])).toEqual([]);
  });
});

describe('the order of the layers', () => {
  it('a layer can move to any place of the list, but not beyond', () => {
    expect(idsOf(movedLayer(three, 3, 1))).toEqual([2, 3, 1]);
    expect(idsOf(movedLayer(three, 1, 0))).toEqual([1, 3, 2]);
    expect(idsOf(movedLayer(three, 3, 99))).toEqual([2, 1, 3]);
    expect(idsOf(movedLayer(three, 1, -5))).toEqual([1, 3, 2]);
  });
  it('a move to the same place or of an unknown layer changes nothing', () => {
    expect(movedLayer(three, 2, 1)).toBe(three);
    expect(movedLayer(three, 9, 1)).toBe(three);
  });
  it('a dragged row passes another once its edge is beyond the other’s middle', () => {
    const heights = [100, 60, 40];
    expect([29, 31, 79, 81].map((by) => placeUnder(heights, 0, by))).toEqual([0, 1, 1, 2]);
    expect([-29, -31, -109, -111].map((by) => placeUnder(heights, 2, by))).toEqual([2, 1, 1, 0]);
    expect(placeUnder(heights, 1, 999)).toBe(2);
  });
  it('the rows that it passes shift by its height', () => {
    expect(shiftsOf([100, 60, 40], 0, 1, 35)).toEqual([35, -100, 0]);
    expect(shiftsOf([100, 60, 40], 2, 0, -120)).toEqual([40, 40, -120]);
  });
});

describe('decision 33: the layers on the map live in the query string', () => {
  it('written layers are read back: ids from the uppermost, opacity unless it is 100%', () => {
    const shown = withChoices(three, [
      { id: '1', opacity: 40 },
      { id: '3', opacity: 100 },
    ]);
    expect(idsOf(shown)).toEqual([1, 3, 2]);
    expect(writtenLayers(shown)).toBe('1:40,3');
    expect(withChoices(three, readLayers('1:40,3'))).toEqual(shown);
    expect(writtenLayers(three)).toBeNull();
  });
  it('names that are not layers of this user are left out', () => {
    expect(readLayers('7:,%,3:250,3:10,,5:0,a%2Cb:40')).toEqual([
      { id: '3', opacity: 100 },
      { id: '5', opacity: 0 },
      { id: 'a,b', opacity: 40 },
    ]);
    expect(readLayers(null)).toEqual([]);
    expect(idsOf(withChoices(three, readLayers('99,x,2')))).toEqual([2, 3, 1]);
  });
});

describe("§8 Layer without vector data: info 'no associated data'", () => {
  it('the server’s refusal is an info in its own words, or the catalogue’s', () => {
    expect(vectorNotice(new CallError('refused', 'no associated data'))).toMatchObject({
      tone: 'info',
      message: { text: 'no associated data' },
    });
    expect(vectorNotice(new CallError('refused'))).toMatchObject({
      tone: 'info',
      message: { key: 'errors.noAssociatedData' },
    });
  });
  it('a missing answer is an error with a notice', () => {
    expect(vectorNotice(new CallError('offline'))).toMatchObject({
      tone: 'error',
      message: { key: 'errors.vectorNotLoaded' },
    });
  });
});

describe('§7 GET /api/ogc', () => {
  it('query service=tms, layer, z, x, y, and the token of the user (decision 16)', () => {
    expect(tileAddress('https://portal.example', 'a+b')).toBe(
      'https://portal.example/api/ogc?service=tms&layer={layer}&z={z}&x={x}&y={y}&token=a%2Bb',
    );
  });
});
