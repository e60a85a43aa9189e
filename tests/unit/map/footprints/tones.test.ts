import { describe, expect, it } from 'vitest';
import {
  SYMBOLS,
  TONE_COLORS,
  tonedSymbol,
  TONES,
  type Ground,
} from '../../../../src/ui/map/kernel/symbols.ts';
import { TONES_MAX } from '../../../../src/ui/map/layers/footprints/FootprintsLayer.ts';

type Three = readonly [number, number, number];

/** Linear light of a colour, 0..1. */
function linear(hex: string): Three {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

const luminance = ([red, green, blue]: Three) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** WCAG contrast ratio of two colours. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(linear(one)), luminance(linear(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const times = (matrix: readonly Three[], [x, y, z]: Three): Three => {
  const row = (at: number) => {
    const [a, b, c] = matrix[at] ?? [0, 0, 0];
    return a * x + b * y + c * z;
  };
  return [row(0), row(1), row(2)];
};

/** Colours as seen with normal vision and each cone type missing (Machado, Oliveira and Fernandes 2009). */
const VISIONS: Record<string, readonly Three[]> = {
  every: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** OKLab of linear light: distances match perceived differences. */
function oklab(color: Three): Three {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  );
  const [l, m, s] = cones.map(Math.cbrt) as unknown as Three;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [l, m, s],
  );
}

function difference(one: string, other: string, vision: readonly Three[]): number {
  const seen = (hex: string) => {
    const [red, green, blue] = times(vision, linear(hex));
    const kept = (value: number) => Math.min(1, Math.max(0, value));
    return oklab([kept(red), kept(green), kept(blue)]);
  };
  const [a, b] = [seen(one), seen(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const hexOf = (color: readonly number[]) =>
  `#${color
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

const GROUNDS: Ground[] = ['pale', 'dark', 'imagery'];
/** Water and land of the built-in base map, and of muted OSM tiles. */
const UNDER: Record<'pale' | 'dark', string[]> = {
  pale: ['#CFDBE4', '#F5F3EE', '#F1F0ED', '#BED3D9'],
  dark: ['#121A22', '#1F2832', '#272624', '#364448'],
};
const SCALES = ['classes', 'kinds'] as const;
/** An OKLab difference visible at a glance; the threshold of perception is about 0.02. */
const TOLD_APART = 0.06;

describe('footprints coloured by a value', () => {
  it('there are five classes of a value and eight kinds, no more than the layer takes', () => {
    for (const ground of GROUNDS) {
      expect(TONES.classes[ground]).toHaveLength(5);
      expect(TONES.kinds[ground]).toHaveLength(8);
    }
    expect(TONES_MAX).toBeGreaterThanOrEqual(8);
  });

  it('each colour has at least 3 : 1 on every colour of its ground, 5.2 : 1 on its casing over imagery', () => {
    for (const scale of SCALES) {
      for (const ground of ['pale', 'dark'] as const)
        for (const color of TONE_COLORS[scale][ground])
          for (const under of UNDER[ground])
            expect(contrast(color, under), `${color} on ${under}`).toBeGreaterThanOrEqual(3);
      const { casing } = tonedSymbol(SYMBOLS.imagery.footprint);
      expect(casing[3]).toBe(255);
      for (const color of TONE_COLORS[scale].imagery)
        expect(contrast(color, hexOf(casing)), color).toBeGreaterThanOrEqual(5.2);
    }
  });

  it.each(Object.entries(VISIONS))('any two stay apart for %s vision', (_, vision) => {
    for (const scale of SCALES)
      for (const ground of GROUNDS) {
        const colors = TONE_COLORS[scale][ground];
        colors.forEach((one, at) => {
          for (const other of colors.slice(0, at))
            expect(difference(one, other, vision), `${one} and ${other}`).toBeGreaterThan(TOLD_APART);
        });
      }
  });

  it('no kind is mistaken for a footprint of unknown kind', () => {
    for (const ground of GROUNDS)
      for (const color of TONE_COLORS.kinds[ground])
        for (const vision of Object.values(VISIONS))
          expect(difference(color, hexOf(SYMBOLS[ground].footprint.line), vision)).toBeGreaterThan(
            TOLD_APART,
          );
  });

  it('the classes change in one direction of lightness: their order is visible without colour', () => {
    for (const ground of GROUNDS) {
      const lights = TONE_COLORS.classes[ground].map((color) => luminance(linear(color)));
      const sorted = lights.toSorted((a, b) => (ground === 'pale' ? b - a : a - b));
      expect(lights).toEqual(sorted);
    }
  });
});
