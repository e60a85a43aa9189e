import type { Map as MapLibre, GeoJSONSource } from 'maplibre-gl';
import { useMemo, useEffect } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import type { Language } from '../../../../../contract/languages.ts';
import { outlineLayers, type Theme } from './baseStyle.ts';
import { shownLocale } from '../../../shared/i18n/language.ts';
import { graticuleOf } from './graticule.ts';

/** The built-in outline map and its graticule, in the theme's colours and with localized names. */
export function OutlineLayers({ map, theme, language }: { map: MapLibre; theme: Theme; language: Language }) {
  const layers = useMemo(() => outlineLayers(theme, language, regionNames(language)), [theme, language]);
  useGraticule(map);
  return layers.map((layer) => <Layer key={layer.id} {...layer} />);
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Country names by ISO 3166 code (Intl). Empty for English, which uses the short Natural Earth names. */
function regionNames(language: Language): ReadonlyMap<string, string> {
  if (language === 'en') return new Map();
  const names = new Intl.DisplayNames([shownLocale()], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(
    codes.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[code, name]];
    }),
  );
}

/** Updates the graticule after every movement of the map. */
function useGraticule(map: MapLibre): void {
  useEffect(() => {
    const show = () => {
      const bounds = map.getBounds();
      map.getSource<GeoJSONSource>('graticule')?.setData(
        graticuleOf({
          west: bounds.getWest(),
          south: bounds.getSouth(),
          east: bounds.getEast(),
          north: bounds.getNorth(),
          width: map.getContainer().clientWidth,
        }),
      );
    };
    const rested = map.on('moveend', show);
    show();
    return () => rested.unsubscribe();
  }, [map]);
}
