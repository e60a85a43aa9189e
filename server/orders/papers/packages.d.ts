declare module 'subset-font' {
  /** A font with only the glyphs of a text; an axis that is given a value is fixed there, one with limits is cut to them. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'truetype' | 'woff2';
      keepFeatures?: readonly string[];
      variationAxes?: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}

declare module 'fontkit' {
  /** @throws Error if it is no font */
  export function create(font: Buffer): {
    /** Code points; reading it throws if the font has no characters. */
    readonly characterSet: readonly number[];
  };
}
