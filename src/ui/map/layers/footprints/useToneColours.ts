import { useSyncExternalStore } from 'react';
import { useShownTheme } from '../../../shared/styles/useShownTheme.ts';
import { groundOf } from '../tiles/mapLayers.ts';
import { useShownLayers } from '../tiles/useMapLayers.ts';
import { usePortalMap } from '../../kernel/mapStores.ts';
import { TONE_COLORS, type ToneScale } from '../../kernel/symbols.ts';

const NOTHING_SEEN: readonly [] = [];
const never = () => () => {};

/** The current tone colours of footprints, the first for tone 1. */
export function useToneColours(scale: ToneScale): readonly string[] {
  const theme = useShownTheme();
  const layers = useShownLayers();
  const seenLayers = usePortalMap()?.tiles.seen;
  const seen = useSyncExternalStore(seenLayers?.on ?? never, seenLayers?.get ?? (() => NOTHING_SEEN));
  return TONE_COLORS[scale][groundOf(theme, layers, seen)];
}
