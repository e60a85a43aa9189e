/** The background of the map's symbols: the pale or the dark map, or imagery. */
export type Ground = 'pale' | 'dark' | 'imagery';
/** The background without imagery layers. */
export type BaseGround = Exclude<Ground, 'imagery'>;

/** Red, green, blue, opacity; 0..255. */
export type Rgba = readonly [number, number, number, number];

/** Parses `#rrggbb` with an opacity of 0..1. */
export function rgba(hex: string, opacity = 1): Rgba {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255, Math.round(opacity * 255)];
}

/** An area's outline: widths in pixels; the casing's width includes the line's. */
export interface OutlineSymbol {
  line: Rgba;
  lineWidth: number;
  casing: Rgba;
  casingWidth: number;
  fill: Rgba;
}

interface Symbols {
  /** Line width and radius of the round ends, pixels. */
  measured: OutlineSymbol & { end: number };
  aoi: { line: Rgba; lineWidth: number; dash: readonly [number, number]; casing: Rgba; casingWidth: number };
  /** Covers everything outside of the AOI. */
  mask: Rgba;
  footprint: OutlineSymbol;
  /** Footprints beside the mosaic. */
  hairline: OutlineSymbol;
  hovered: OutlineSymbol;
  chosen: OutlineSymbol;
  /** Vector data of imagery layers, in the colours of the pass track, which is dashed. */
  vector: OutlineSymbol;
}

const CLEAR: Rgba = [0, 0, 0, 0];
/** Measured lines have the AOI's casing; areas are filled by 12% (docs/design.md, Map symbols). */
function measured(line: string, casing: string): Symbols['measured'] {
  return { ...outline(line, 2, rgba(casing), 5, 0.12), end: 4 };
}

function outline(
  line: string,
  lineWidth: number,
  casing: Rgba,
  casingWidth: number,
  fillOpacity: number,
): OutlineSymbol {
  return { line: rgba(line), lineWidth, casing, casingWidth, fill: rgba(line, fillOpacity) };
}

const hairline = (line: string): OutlineSymbol => ({
  ...outline(line, 1, CLEAR, 0, 0),
  line: rgba(line, 0.25),
});
const vector = (line: string, casing: string) => outline(line, 2, rgba(casing), 5, 0.1);

const AOI = { lineWidth: 2.5, dash: [9, 5], casingWidth: 5 } as const;

/** The table of docs/design.md, Map symbols, column by column. */
export const SYMBOLS: Record<Ground, Symbols> = {
  pale: {
    vector: vector('#0B6B7A', '#FFFFFF'),
    measured: measured('#A1128E', '#FFFFFF'),
    aoi: { ...AOI, line: rgba('#C2410C'), casing: rgba('#FFFFFF') },
    mask: rgba('#101820', 0.05),
    footprint: outline('#33475B', 1.25, CLEAR, 0, 0.05),
    hairline: hairline('#101820'),
    hovered: outline('#101820', 3.5, rgba('#FFFFFF'), 7, 0.1),
    chosen: outline('#2B4FD8', 3, rgba('#FFFFFF'), 6, 0.24),
  },
  dark: {
    vector: vector('#5CCFE0', '#0C1117'),
    measured: measured('#F39BE4', '#0C1117'),
    aoi: { ...AOI, line: rgba('#FF9F57'), casing: rgba('#0C1117') },
    mask: rgba('#000000', 0.05),
    footprint: outline('#AEBCCB', 1.25, CLEAR, 0, 0.05),
    hairline: hairline('#AEBCCB'),
    hovered: outline('#FFFFFF', 3.5, rgba('#0C1117'), 7, 0.1),
    chosen: outline('#93AEFF', 3, rgba('#0C1117'), 6, 0.24),
  },
  imagery: {
    vector: vector('#6FE3F2', '#101820'),
    measured: measured('#F7A6EA', '#101820'),
    aoi: { ...AOI, line: rgba('#FF9F57'), casing: rgba('#101820') },
    mask: rgba('#000000', 0.3),
    footprint: outline('#FFFFFF', 1.25, rgba('#0B1118', 0.55), 3, 0.05),
    hairline: hairline('#FFFFFF'),
    hovered: outline('#FFFFFF', 3.5, rgba('#0B1118'), 7, 0.1),
    chosen: outline('#2B4FD8', 3, rgba('#FFFFFF'), 6, 0.24),
  },
};

/** Above this number only outlines are drawn (docs/design.md, Map symbols). */
export const FILLED_FOOTPRINTS_MAX = 200;

/** Maximum opacity of stacked footprints, so that the map below stays readable. */
const PILE_OPACITY_MAX = 0.22;

/**
 * The symbol for n footprints: filled as in SYMBOLS, or less if the whole stack would hide the map. n fills
 * of opacity a cover 1 - (1 - a)^n.
 */
export function piled(symbol: OutlineSymbol, count: number): OutlineSymbol {
  const [red, green, blue, opacity] = symbol.fill;
  const most = 255 * (1 - (1 - PILE_OPACITY_MAX) ** (1 / Math.max(1, count)));
  return { ...symbol, fill: [red, green, blue, Math.min(opacity, most)] };
}

/**
 * Meaning of footprint colours: the class of a value (cloud, off-nadir, date, gsd; lowest first), or a kind
 * (the satellite). Classes increase in contrast to the ground, so that their order is visible to everyone.
 */
export type ToneScale = 'classes' | 'kinds';

/**
 * Colours of toned footprints by ground, the first for tone 1. Each has a contrast of at least 3 : 1 on every
 * colour of its ground (imagery: 5.2 : 1 on its casing). Any two, and the plain footprint's, can be
 * distinguished with any colour vision (tests/unit/map/footprints/tones.test.ts measures both). The legend
 * names them.
 */
export const TONE_COLORS: Record<ToneScale, Record<Ground, readonly string[]>> = {
  classes: {
    pale: ['#946B10', '#983E04', '#86013C', '#54045A', '#01132E'],
    dark: ['#A376E9', '#ED7ACB', '#FDA893', '#FED192', '#F7FF69'],
    imagery: ['#A072E6', '#EC78C9', '#FDA893', '#FED192', '#F5FD67'],
  },
  kinds: {
    pale: ['#922BF6', '#A25D66', '#620911', '#605E17', '#341878', '#136DBF', '#732698', '#002AC9'],
    dark: ['#F6E59F', '#979430', '#EE4EFD', '#75FEF9', '#00CE2C', '#F85093', '#5996C1', '#9CF921'],
    imagery: ['#649463', '#6EC7B6', '#9CF921', '#F34E1B', '#E5C0FC', '#ECA161', '#BC83AE', '#2291F8'],
  },
};

/** Width of a toned line, wide enough to recognise its colour; pixels. */
const TONED_LINE = 2;

const toned = (colors: Record<Ground, readonly string[]>): Record<Ground, readonly Rgba[]> => ({
  pale: colors.pale.map((color) => rgba(color)),
  dark: colors.dark.map((color) => rgba(color)),
  imagery: colors.imagery.map((color) => rgba(color)),
});

export const TONES: Record<ToneScale, Record<Ground, readonly Rgba[]>> = {
  classes: toned(TONE_COLORS.classes),
  kinds: toned(TONE_COLORS.kinds),
};

/** The symbol of toned footprints: a wider line, and on imagery an opaque casing. */
export function tonedSymbol(symbol: OutlineSymbol): OutlineSymbol {
  const [red, green, blue, opacity] = symbol.casing;
  const casing: Rgba = [red, green, blue, opacity === 0 ? 0 : 255];
  const casingWidth = symbol.casingWidth === 0 ? 0 : TONED_LINE + 2;
  return { ...symbol, lineWidth: TONED_LINE, casing, casingWidth };
}
