import type { ImageFacts } from './deliveredImage.ts';

/** The outline of an image as WKT. */
export const outlineWkt = ({ outline }: Pick<ImageFacts, 'outline'>): string =>
  `POLYGON((${outline.map((point) => point.join(' ')).join(', ')}))`;
