import type { ReactNode } from 'react';
import { useLanguage } from '../../shared/i18n/useT.ts';
import { useShownTheme } from '../../shared/styles/useShownTheme.ts';
import { MapHost, type MapHostProps } from '../kernel/MapHost.tsx';
import type { Tiles } from '../kernel/tiles.ts';
import { answerDelivered } from './delivered/deliveredTiles.ts';
import { BASE_STYLE } from './outline/baseStyle.ts';
import { OutlineLayers } from './outline/OutlineLayers.tsx';
import { answerOutline } from './outline/outlineTiles.ts';
import { answerPatiently } from './tiles/patientTiles.ts';
import { TileLayers } from './tiles/TileLayers.tsx';

answerOutline();
answerPatiently();
answerDelivered();

interface GroundMapProps extends Omit<MapHostProps, 'mapStyle' | 'children'> {
  /** Tile layers, from bottom to top. */
  layers: readonly Tiles[];
  /** Sources and layers above the tiles. */
  children?: ReactNode;
}

/** A map with the outline map and tile layers. */
export function GroundMap({ layers, children, ...host }: GroundMapProps) {
  const theme = useShownTheme();
  const language = useLanguage();
  return (
    <MapHost {...host} mapStyle={BASE_STYLE}>
      {(mapHandle, fade) => (
        <>
          <OutlineLayers mapHandle={mapHandle} theme={theme} language={language} />
          <TileLayers mapHandle={mapHandle} layers={layers} theme={theme} fade={fade} />
          {children}
        </>
      )}
    </MapHost>
  );
}
