import { useEffect, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import {
  analysedLayer,
  resultOpacity,
  shownAnalysis,
} from '../../../machines/analytics/analytics.selectors.ts';
import { cornersOf } from '../../../raster/grid.ts';
import { usePage, usePageValue } from './page.tsx';

const RESULT = 'analysis-result';
/** Highest zoom at which layer tiles are requested. */
const ZOOM_MAX = 22;

type Corners = [[number, number], [number, number], [number, number], [number, number]];

/** The selected layer in its own colours, with the result of the analysis above it. */
export function AnalysisLayers() {
  const { tilesOf } = usePage();
  const id = usePageValue((page) => analysedLayer(page)?.id ?? null);
  const picture = useResultPicture();
  const opacity = usePageValue(resultOpacity);
  return (
    <>
      {picture !== null && (
        <Source id={RESULT} type="image" {...picture}>
          <Layer
            id={RESULT}
            type="raster"
            paint={{
              'raster-fade-duration': 0,
              'raster-resampling': 'nearest',
              'raster-opacity': opacity / 100,
            }}
          />
        </Source>
      )}
      {id !== null && (
        <Source
          id="analysis-layer"
          type="raster"
          // MapLibre fills in the {z}, {x} and {y} placeholders
          tiles={[new URL(tilesOf(id), location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}')]}
          tileSize={256}
          maxzoom={ZOOM_MAX}
          scheme="tms"
        >
          <Layer
            id="analysis-layer"
            type="raster"
            {...(picture === null ? {} : { beforeId: RESULT })}
            paint={{ 'raster-fade-duration': 0 }}
          />
        </Source>
      )}
    </>
  );
}

/** Object URL of the result's picture, revoked when it is no longer shown, and its corners in degrees. */
function useResultPicture(): { url: string; coordinates: Corners } | null {
  const shown = usePageValue(shownAnalysis);
  const [picture, setPicture] = useState<{ url: string; coordinates: Corners } | null>(null);
  useEffect(() => {
    if (shown === null) return undefined;
    const url = URL.createObjectURL(shown.picture);
    // the address must be released with the effect, so it can't be made while rendering
    // oxlint-disable-next-line react/set-state-in-effect
    setPicture({ url, coordinates: cornersOf(shown.analysis.grid) as Corners });
    return () => URL.revokeObjectURL(url);
  }, [shown]);
  return picture;
}
