import { BASE_MAPS } from '../../../../contract/limits.ts';
import type { BaseMapSource, Settings } from '../../../../contract/settings.ts';
import type { LayerId } from '../../../machines/street.ts';
import type { Ground } from '../symbols.ts';

/** A layer as the selector (§2) and the comparison offer it. */
export interface MapLayer {
  id: LayerId;
  title: string;
  /** Address of its card's picture, 240 × 160 pixels. */
  picture: string;
  source: BaseMapSource;
}

/** §2 Layer selector: cards titled Google and OSM. They are names, the same in every language. */
export function baseLayers(basemaps: Settings['basemaps']): readonly MapLayer[] {
  return [
    { id: 'GMAP', title: 'Google', picture: '/layers/gmap.webp', source: basemaps.GMAP },
    { id: 'OSM', title: 'OSM', picture: '/layers/osm.webp', source: basemaps.OSM },
  ];
}

const isBaseMap = (id: LayerId): boolean => BASE_MAPS.some((one) => one === id);

/** Decision 24: without tile addresses the built-in outline map shows in its place. */
export const hasTiles = ({ source }: MapLayer): boolean => source.tiles.length > 0;

/**
 * §4 Layer choice: what lies on the map, from below: a base map alone, or an extra layer above the base map that was chosen
 * last. A layer that is no longer offered is left out.
 */
export function layersShown(
  offered: readonly MapLayer[],
  base: LayerId,
  chosen: LayerId,
): readonly MapLayer[] {
  const ids = isBaseMap(chosen) ? [chosen] : [base, chosen];
  return ids.flatMap((id) => offered.find((one) => one.id === id) ?? []);
}

/**
 * Which symbols are drawn (look.md, map symbols): those for imagery over an imagery layer; Google's map stays pale in both
 * themes; OSM and the outline map follow the theme.
 * @param seen the layers of which tiles are in sight
 */
export function groundOf(
  theme: 'light' | 'dark',
  shown: readonly MapLayer[],
  seen: readonly LayerId[],
): Ground {
  const top = shown.findLast(({ id }) => seen.includes(id))?.id;
  if (top !== undefined && !isBaseMap(top)) return 'imagery';
  return theme === 'dark' && top !== 'GMAP' ? 'dark' : 'pale';
}

/** Whose map it is: of every layer that is in sight, from below; null while only the outline map is. */
export function attributionOf(shown: readonly MapLayer[], seen: readonly LayerId[]): string | null {
  const texts = shown
    .filter(({ id }) => seen.includes(id))
    .map(({ source }) => source.attribution)
    .filter((text) => text !== '');
  return texts.length === 0 ? null : [...new Set(texts)].join(' · ');
}
