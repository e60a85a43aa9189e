import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { patiently } from './patientTiles.ts';
import { hasTiles, slidingOpacity, sourceName, type Tiles } from '../../kernel/tiles.ts';

type Theme = 'light' | 'dark';

/** OSM's raster paint in both themes (docs/design.md, Base maps). Imagery and GMAP are not adjusted. */
const OSM_PAINT = {
  light: {
    'raster-saturation': -0.45,
    'raster-brightness-min': 0.08,
    'raster-brightness-max': 1,
    'raster-hue-rotate': 0,
    'raster-contrast': 0,
  },
  dark: {
    'raster-saturation': -0.55,
    'raster-brightness-min': 0.85,
    'raster-brightness-max': 0.08,
    'raster-hue-rotate': 180,
    'raster-contrast': -0.05,
  },
} as const;

interface TileLayersProps {
  mapHandle: MapHandle;
  /** From bottom to top. */
  layers: readonly Tiles[];
  theme: Theme;
  /** Fade-in time of a tile, ms. */
  fade: number;
}

/** Tile layers above the outline map, the first one lowest. */
export function TileLayers({ mapHandle, layers, theme, fade }: TileLayersProps) {
  const shown = useMemo(() => layers.filter(hasTiles), [layers]);
  // must run before the browser's next frame, in which the map requests the first tiles
  useLayoutEffect(() => mapHandle.tiles.follow(shown), [mapHandle, shown]);
  // top to bottom: MapLibre inserts each layer below an existing one
  return shown
    .toReversed()
    .map((tiles, at, all) => (
      <TileLayer
        key={tiles.id + (tiles.source.isRedrawn === true ? '' : JSON.stringify(tiles.source))}
        tiles={tiles}
        theme={theme}
        fade={fade}
        beforeId={at === 0 ? undefined : sourceName(all[at - 1]!.id)}
      />
    ));
}

interface TileLayerProps {
  tiles: Tiles;
  theme: Theme;
  fade: number;
  beforeId: string | undefined;
}

function TileLayer({ tiles: { id, source, opacity = 100 }, theme, fade, beforeId }: TileLayerProps) {
  const { tiles, maxZoom, isTms, isRedrawn, isSharp } = source;
  // the bounds of a source can't change
  const bounds = isRedrawn === true ? null : source.bounds;
  const sliding = useSyncExternalStore(slidingOpacity.on, slidingOpacity.get);
  const shownOpacity = sliding !== null && id === `layer:${sliding.id}` ? sliding.opacity : opacity;
  return (
    <Source
      id={sourceName(id)}
      type="raster"
      tiles={isTms === true ? tiles.map(patiently) : tiles}
      tileSize={256}
      maxzoom={maxZoom}
      {...(isTms === true ? { scheme: 'tms' as const } : {})}
      {...(bounds === null || bounds === undefined
        ? {}
        : { bounds: [...bounds] as [number, number, number, number] })}
    >
      <Layer
        id={sourceName(id)}
        type="raster"
        {...(beforeId === undefined ? {} : { beforeId })}
        paint={{
          'raster-fade-duration': fade,
          'raster-opacity': shownOpacity / 100,
          'raster-resampling': isSharp === true ? 'nearest' : 'linear',
          // follows the slider without delay
          'raster-opacity-transition': { duration: 0, delay: 0 },
          ...(id === 'OSM' ? OSM_PAINT[theme] : {}),
        }}
      />
    </Source>
  );
}
