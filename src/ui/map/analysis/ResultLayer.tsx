import { useEffect, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { resultOpacity, shownAnalysis } from '../../../machines/analytics/analytics.selectors.ts';
import { cornersOf } from '../../../raster/grid.ts';
import { usePageValue } from './page.tsx';

const RESULT = 'analysis-result';

type Corners = [[number, number], [number, number], [number, number], [number, number]];

/** The result of the analysis, above the layers. */
export function ResultLayer() {
  const picture = useResultPicture();
  const opacity = usePageValue(resultOpacity);
  if (picture === null) return null;
  return (
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
