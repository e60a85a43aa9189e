import { useMemo } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import { DEFAULT_LANGUAGE, type Language } from '../../../../../contract/languages.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { useMapPadding } from '../../kernel/mapPadding.ts';
import { shownLocale } from '../../../shared/i18n/language.ts';
import { outlineLayers, type Theme } from './baseStyle.ts';
import { useNames } from './useNames.ts';

interface OutlineLayersProps {
  mapHandle: MapHandle;
  theme: Theme;
  language: Language;
}

/** The built-in outline map and its graticule, in the theme's colours and with localized names. */
export function OutlineLayers({ mapHandle, theme, language }: OutlineLayersProps) {
  const layers = useMemo(() => outlineLayers(theme), [theme]);
  const regions = useMemo(() => regionNames(language), [language]);
  useNames(mapHandle, language, regions, useMapPadding());
  return layers.map((layer) => <Layer key={layer.id} {...layer} />);
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Country names by ISO 3166 code (Intl). Empty for English, which uses the short Natural Earth names. */
function regionNames(language: Language): ReadonlyMap<string, string> {
  if (language === DEFAULT_LANGUAGE) return new Map();
  const names = new Intl.DisplayNames([shownLocale()], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(
    codes.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[code, name]];
    }),
  );
}
