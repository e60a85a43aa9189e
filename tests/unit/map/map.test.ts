import type { Layer } from '@deck.gl/core';
import { describe, expect, it } from 'vitest';
import { piled, SYMBOLS, TONES } from '../../../src/ui/map/kernel/symbols.ts';
import type { Scene } from '../../../contract/search.ts';
import { scenesForBench } from '../../../lab/bench/support/scenesForBench.ts';
import { labelPoint } from '../../../src/geo/area/labelPoint.ts';
import { graticuleOf } from '../../../src/ui/map/layers/outline/graticule.ts';
import { unwrapped, unwrappedRing } from '../../../scripts/outline/unwrap.ts';
import { picturePainter } from './support/picturePainter.ts';
import { addressPadding, mapPaddingOf } from '../../../src/ui/map/kernel/mapPadding.ts';
import { scaleBarOf } from '../../../src/ui/map/controls/scaleBar.ts';
import { nextOf, scenesAt } from '../../../src/ui/map/layers/footprints/scenesAt.ts';
import { IN_MORE, ON_PHONE, TOOL_GROUPS, TOOLS } from '../../../src/ui/map/tools.ts';
import { SCENE_STATE } from '../../../src/ui/map/layers/footprints/footprintMarks.ts';
import { ticksOf } from '../../../src/ui/map/kernel/ticks.ts';

const square = (id: string, west: number, south: number, size: number): Scene => {
  const [scene] = scenesForBench(1, 1);
  if (scene === undefined) throw new Error('no scene');
  const [east, north] = [west + size, south + size];
  return {
    ...scene,
    id,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, north],
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ],
      ],
    },
  };
};

describe('the footprints under the pointer', () => {
  const scenes = [square('new', 0, 0, 2), square('old', 1, 1, 2), square('far', 40, 0, 2)];
  it('all of them are found, newest first, and no others', () => {
    expect(scenesAt(scenes, 1.5, 1.5)).toEqual(['new', 'old']);
    expect(scenesAt(scenes, 2.5, 2.5)).toEqual(['old']);
    expect(scenesAt(scenes, 10, 10)).toEqual([]);
    // nor a hidden one
    expect(scenesAt(scenes, 1.5, 1.5, Uint8Array.of(0, 1, 1))).toEqual(['old']);
  });
  it('repeated clicks cycle through them', () => {
    expect([null, 'new', 'old'].map((last) => nextOf(['new', 'old'], last))).toEqual(['new', 'old', 'new']);
    expect(nextOf([], null)).toBeNull();
  });
});

describe('the layers', () => {
  const scenes = [square('a', 0, 0, 2), square('b', 1, 1, 2)];
  it('are in the order mask, footprints, AOI, hovered', async () => {
    const aoi = scenes[0]?.geometry ?? null;
    // ticks need a canvas, which this environment lacks
    const layers = (await picturePainter())({ aoi, scenes, hovered: 'b' });
    expect(layers.map(({ id }) => id)).toEqual([
      'deck-mask',
      'deck-footprints',
      'deck-aoi-casing',
      'deck-aoi-line',
      'deck-hovered',
    ]);
  });
  const propOf = (layers: Layer[], id: string, name: string): unknown =>
    Reflect.get(layers.find((layer) => layer.id === id)?.props ?? {}, name);

  it('keep their positions and their marks when only the hover changes', async () => {
    const paint = await picturePainter();
    const [first, second] = ['a', 'b'].map((hovered) => paint({ scenes, hovered }));
    for (const name of ['mesh', 'marks']) {
      expect(propOf(second!, 'deck-footprints', name)).toBeDefined();
      expect(propOf(second!, 'deck-footprints', name)).toBe(propOf(first!, 'deck-footprints', name));
      // the hovered footprint uses the same buffers
      expect(propOf(second!, 'deck-hovered', name)).toBe(propOf(first!, 'deck-footprints', name));
    }
    expect(propOf(first!, 'deck-hovered', 'only')).toEqual(Uint32Array.of(0));
    expect(propOf(second!, 'deck-hovered', 'only')).toEqual(Uint32Array.of(1));
  });

  it('filters and colours are marks: positions stay, and hidden footprints are neither drawn nor hovered', async () => {
    const paint = await picturePainter();
    const all = paint({ scenes, hovered: 'b' });
    const colored = { scale: 'classes', tones: Uint8Array.of(5, 2) } as const;
    const some = paint({ scenes, hovered: 'b', shown: Uint8Array.of(1, 0), colored });
    expect(propOf(some, 'deck-footprints', 'mesh')).toBe(propOf(all, 'deck-footprints', 'mesh'));
    expect(propOf(some, 'deck-footprints', 'marks')).toMatchObject({
      states: Uint8Array.of(0, SCENE_STATE.hidden),
      tones: Uint8Array.of(5, 2),
    });
    expect(propOf(some, 'deck-footprints', 'tones')).toBe(TONES.classes.pale);
    expect(some.map(({ id }) => id)).not.toContain('deck-hovered');
  });

  it('a pile of footprints leaves the map readable; few keep their fill', () => {
    const { footprint } = SYMBOLS.pale;
    const pile = (count: number) => 1 - (1 - (piled(footprint, count).fill[3] ?? 0) / 255) ** count;
    expect(piled(footprint, 4).fill).toEqual(footprint.fill);
    for (const count of [10, 42, 200, 5000]) expect(pile(count)).toBeLessThanOrEqual(0.2201);
  });

  it('beyond 200 footprints only outlines are drawn', async () => {
    const paint = await picturePainter();
    const isFilled = (count: number, shown: Uint8Array | null = null) =>
      propOf(paint({ scenes: scenesForBench(count, 1), shown }), 'deck-footprints', 'isFilled');
    expect(isFilled(200)).toBe(true);
    expect(isFilled(201)).toBe(false);
    // hidden footprints don't count
    expect(isFilled(201, new Uint8Array(201).fill(1, 1))).toBe(true);
  });
});

describe('a chosen footprint’s tick', () => {
  it('is inside a corner that no other chosen footprint covers', () => {
    const [lower, upper] = [square('a', 0, 0, 2).geometry, square('b', 1, 1, 2).geometry];
    const ticks = ticksOf([lower, upper]);
    expect(ticks[0]?.position).toEqual([0, 2]);
    // towards the centre: right and down on the screen
    expect(ticks[0]?.offset[0]).toBeGreaterThan(0);
    expect(ticks[0]?.offset[1]).toBeGreaterThan(0);
  });
});

describe('the read-out', () => {
  it('has a scale bar of a round distance, at most 96 pixels', () => {
    for (const metresPerPixel of [0.07, 1, 3.3, 149, 40_000]) {
      const { pixels, metres } = scaleBarOf(metresPerPixel);
      expect(pixels).toBeLessThanOrEqual(96);
      expect(pixels).toBeGreaterThan(36);
      expect(metres / 10 ** Math.floor(Math.log10(metres))).toBeOneOf([1, 2, 5]);
      expect(metres / metresPerPixel).toBeCloseTo(pixels, -1);
    }
  });
});

describe('the padding of the panels', () => {
  it('at 1440 the bar and the panel cover the left, the drawer the right', () => {
    const size = { width: 1440, height: 900 };
    expect(mapPaddingOf({ ...size, isPanelOpen: true, isDrawerOpen: true })).toMatchObject({
      left: 476,
      right: 412,
    });
    expect(mapPaddingOf({ ...size, isPanelOpen: false, isDrawerOpen: false })).toMatchObject({
      left: 72,
      right: 56,
    });
  });
  it('on the phone the sheet covers the bottom', () => {
    const padding = mapPaddingOf({ width: 375, height: 812, isPanelOpen: true, isDrawerOpen: false });
    expect(padding).toEqual({ left: 0, right: 0, top: 12, bottom: 357 });
  });
  it('on the phone the cards lie above the low sheet, the details cover 64%, and a mode has its bar', () => {
    const phone = { width: 390, height: 844, isPanelOpen: true, isDrawerOpen: false, stop: 'low' } as const;
    expect(mapPaddingOf(phone).bottom).toBe(56 + 96);
    expect(mapPaddingOf({ ...phone, hasCards: true })).toMatchObject({ top: 72, bottom: 56 + 96 + 144 });
    expect(mapPaddingOf({ ...phone, isDrawerOpen: true }).bottom).toBe(540);
    expect(mapPaddingOf({ ...phone, isInMode: true }).bottom).toBe(112);
  });
  it('on the phone the middle that the address names is in sight above sheet, cards and details', () => {
    for (const [width, height] of [
      [390, 844],
      [375, 667],
      [320, 640],
    ] as const) {
      const { top, bottom } = addressPadding(width, height);
      const middle = (top + height - bottom) / 2;
      const phone = { width, height, isPanelOpen: true, isDrawerOpen: false };
      for (const other of [
        { stop: 'middle' },
        { stop: 'low' },
        { stop: 'low', hasCards: true },
        { isDrawerOpen: true },
        { isInMode: true },
      ] as const) {
        const free = mapPaddingOf({ ...phone, ...other });
        expect(middle).toBeGreaterThan(free.top);
        expect(middle).toBeLessThan(height - free.bottom);
      }
    }
  });
});

describe('the map toolbar', () => {
  it('§2: has eleven tools, in three groups of 6, 2 and 3', () => {
    expect(TOOL_GROUPS.map(([, tools]) => tools.length)).toEqual([6, 2, 3]);
    expect(TOOLS).toHaveLength(11);
  });
  it('no tool is lost on the phone: those without a button are in "more", Compare is in the layers', () => {
    expect(ON_PHONE.map(({ id }) => id)).toEqual(['polygon', 'layers']);
    const ids = [...ON_PHONE, ...IN_MORE].map(({ id }) => id);
    expect([...ids, 'compare'].toSorted()).toEqual(TOOLS.map(({ id }) => id).toSorted());
  });
});

describe('the outline across 180°', () => {
  it('continues beyond it, and closes along the pole that it encircles', () => {
    expect(
      unwrapped([
        [179, 1],
        [-179, 2],
        [178, 3],
      ]),
    ).toEqual([
      [179, 1],
      [181, 2],
      [178, 3],
    ]);
    const ring = unwrappedRing([
      [-120, -70],
      [0, -72],
      [120, -70],
      [-120, -70],
    ]);
    expect(ring).toEqual([
      [-120, -70],
      [0, -72],
      [120, -70],
      [240, -70],
      [240, -90],
      [-120, -90],
      [-120, -70],
    ]);
  });
});

describe('the graticule', () => {
  it('has the finest round step whose meshes are at least 140 pixels wide', () => {
    const { lines } = graticuleOf({ west: 103.84, south: 1.27, east: 103.86, north: 1.28, width: 1400 });
    const drawn = lines.geometry.type === 'MultiLineString' ? lines.geometry.coordinates : [];
    const meridians = drawn.filter(([a, b]) => a?.[0] === b?.[0]);
    expect(meridians[1]![0]![0]! - meridians[0]![0]![0]!).toBeCloseTo(0.002);
  });

  it('names every second crossing where it is, also beyond 180°', () => {
    const { crossings } = graticuleOf({ west: 179.9, south: -0.05, east: 180.1, north: 0.05, width: 1400 });
    const names = crossings.map(({ text }) => text);
    expect(names).toContain('0.04° S 179.96° E');
    expect(names).toContain('0.04° N 179.96° W');
    expect(names).not.toContain('0.02° N 179.96° W');
  });
});

describe('a country’s name', () => {
  it('is in its largest part, also if the middle of its box is outside', () => {
    const horseshoe = [
      [0, 0],
      [10, 0],
      [10, 10],
      [8, 10],
      [8, 2],
      [2, 2],
      [2, 10],
      [0, 10],
      [0, 0],
    ];
    const islet = [
      [50, 50],
      [51, 50],
      [51, 51],
      [50, 50],
    ];
    const { point } = labelPoint({ type: 'MultiPolygon', coordinates: [[islet], [horseshoe]] });
    expect(
      scenesAt(
        [{ ...square('h', 0, 0, 1), geometry: { type: 'Polygon', coordinates: [horseshoe] } }],
        point[0]!,
        point[1]!,
      ),
    ).toEqual(['h']);
  });
});
