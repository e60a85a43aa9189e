import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import type { Language } from '../../../../contract/languages.ts';
import { outlineLayers, type Theme } from './baseStyle.ts';
import { regionNames } from './regionNames.ts';
import { useGraticule } from './useGraticule.ts';

/** The built-in outline map and its graticule, in the theme's colours and with localized names. */
export function OutlineLayers({ map, theme, language }: { map: MapLibre; theme: Theme; language: Language }) {
  const layers = useMemo(() => outlineLayers(theme, language, regionNames(language)), [theme, language]);
  useGraticule(map);
  return layers.map((layer) => <Layer key={layer.id} {...layer} />);
}
