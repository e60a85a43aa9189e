import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import type { Language } from '../../../../contract/languages.ts';
import { outlineLayers, type Theme } from './baseStyle.ts';
import { regionNames } from './regionNames.ts';
import { useGraticule } from './useGraticule.ts';

/** The layers and the graticule of the built-in outline map in the colours of the theme, with the countries' names in the language. */
export function OutlineLayers({ map, theme, language }: { map: MapLibre; theme: Theme; language: Language }) {
  const layers = useMemo(() => outlineLayers(theme, regionNames(language)), [theme, language]);
  useGraticule(map);
  return layers.map((layer) => <Layer key={layer.id} {...layer} />);
}
