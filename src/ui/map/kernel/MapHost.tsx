import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useState, type ReactNode } from 'react';
import {
  Map as MapGl,
  useControl,
  useMap,
  type MapLayerMouseEvent,
  type StyleSpecification,
} from 'react-map-gl/maplibre';
import { MAP_START, ZOOM_SHOWN_OFFSET } from '../../../../contract/limits.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { noteFirstFrame } from './firstFrame.ts';
import { isStill, MapHandle } from './mapHandle.ts';
import { pointerAt } from './mapStores.ts';
import { PictureCanvas } from './pictureCanvas.ts';
import { forgetGl, isGlMissing, isSoftwareGl } from './graphics.ts';
import { useMapPadding } from './mapPadding.ts';
import { MonitorX } from 'lucide-react';
import { Button } from '../../shared/kit/actions/Button.tsx';

/** Id of the portal's map, used by the comparison. */
export const PORTAL_MAP = 'portal-map';

export interface MapHostProps {
  /** Unique on the page; the comparison finds its maps by it. */
  id: string;
  label: string;
  /** Initial view, zoom in MapLibre's numbers; by default the start of §2. */
  view?: { longitude: number; latitude: number; zoom: number };
  cursor?: 'crosshair' | '';
  /** Sources and the background of the base map. */
  mapStyle: StyleSpecification;
  /** Called when the map is mounted, and with null when it is removed. */
  onHandle: (mapHandle: MapHandle | null) => void;
  /**
   * Sources and layers of the base map, bottom to top.
   * @param fade fade-in time of a tile, ms
   */
  children: (mapHandle: MapHandle, fade: number) => ReactNode;
}

const START = { ...MAP_START, zoom: MAP_START.zoom - ZOOM_SHOWN_OFFSET };

const showPointer = ({ point }: MapLayerMouseEvent) => pointerAt.set(point);
const hidePointer = () => pointerAt.set(null);

/** A map with a canvas for deck.gl's layers; without WebGL, the reason. */
export function MapHost(props: MapHostProps) {
  const [isMissing, setMissing] = useState(isGlMissing);
  const retry = () => {
    forgetGl();
    setMissing(isGlMissing());
  };
  useEffect(() => {
    if (isMissing) noteFirstFrame();
  }, [isMissing]);
  return isMissing ? <MapMissing onRetry={retry} /> : <DrawnMap {...props} />;
}

function DrawnMap({ id, label, view = START, cursor = '', mapStyle, onHandle, children }: MapHostProps) {
  // initial options only: changing them would recreate the map
  const [first] = useState(() => ({
    // dashed lines and handles have no edge smoothing of their own
    antialias: devicePixelRatio < 2 && !isSoftwareGl(),
    fade: isStill() ? 0 : 160,
    view,
  }));
  const [mapHandle, setMapHandle] = useState<MapHandle | null>(null);
  const [isStyled, setIsStyled] = useState(false);
  const [restores, setRestores] = useState(0);
  const [failure, setFailure] = useState<Error | null>(null);
  // for the boundary around the map
  if (failure !== null) throw failure;
  useEffect(() => {
    mapHandle?.map.getCanvas().setAttribute('aria-label', label);
  }, [mapHandle, label]);
  useEffect(() => {
    if (mapHandle !== null) mapHandle.map.getCanvas().style.cursor = cursor;
  }, [mapHandle, cursor]);
  return (
    <MapGl
      id={id}
      mapLib={maplibre}
      mapStyle={mapStyle}
      initialViewState={first.view}
      canvasContextAttributes={{ antialias: first.antialias }}
      fadeDuration={first.fade}
      maxZoom={21}
      maxPitch={0}
      attributionControl={false}
      dragRotate={false}
      pitchWithRotate={false}
      touchPitch={false}
      boxZoom={false}
      onStyleData={() => setIsStyled(true)}
      onMouseMove={showPointer}
      onMouseOut={hidePointer}
      // failed tiles are handled elsewhere; an error without a map occurred while it started
      onError={({ target, error }) => {
        if ((target as unknown) === null) setFailure(error);
      }}
    >
      <MapOwner
        // a lost context destroys deck.gl's layers, so the next owner gets a new canvas
        key={restores}
        antialias={first.antialias}
        onRestored={() => setRestores((count) => count + 1)}
        onFailed={setFailure}
        onHandle={(made) => {
          setMapHandle(made);
          onHandle(made);
        }}
      />
      {/* sources and layers must be added in this order, after the style has loaded */}
      {isStyled && mapHandle !== null && children(mapHandle, first.fade)}
    </MapGl>
  );
}

interface MapOwnerProps {
  antialias: boolean;
  /** Called when a lost WebGL context has been restored. */
  onRestored: () => void;
  /** Called when the code that draws the picture can't be loaded. */
  onFailed: (error: Error) => void;
  onHandle: (mapHandle: MapHandle | null) => void;
}

/** Adds the canvas of the picture to the map and reports the map handle. */
function MapOwner({ antialias, onRestored, onFailed, onHandle }: MapOwnerProps) {
  const { current } = useMap();
  const map = current?.getMap();
  const canvas = useControl(() => new PictureCanvas({ antialias, onRestored, onFailed }));
  const [report] = useState(() => onHandle);
  useEffect(() => {
    if (map === undefined) return undefined;
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    report(new MapHandle(map, canvas));
    return () => report(null);
  }, [map, canvas, report]);
  return null;
}

/** Replaces the map without WebGL: explains what is missing, what to do, and what works without the map. */
function MapMissing({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <div
      style={useMapPadding()}
      className="gt-map__missing gt-fill gt-stack gt-middle gt-items-centre gt-gap-8 gt-body gt-muted gt-text-centre"
      role="status"
    >
      <MonitorX size={24} strokeWidth={1.6} aria-hidden="true" />
      <p className="gt-map__missing-title gt-ink">{t('map.missing.title')}</p>
      <p>{t('map.missing.how')}</p>
      <p>{t('map.missing.rest')}</p>
      <Button size="small" onPress={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
