import { Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { drawMode, pageSettings } from '../../../machines/analytics/analytics.selectors.ts';
import { usePage, usePageValue } from './page.tsx';
import { useLanguage, useT } from '../../shared/i18n/useT.ts';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { Tooltip } from '../../shared/kit/overlays/Tooltip.tsx';
import { useShownTheme } from '../../shared/styles/useShownTheme.ts';
import { attributionOf, baseLayers } from '../layerSelector/mapLayers.ts';
import { ActiveDrawing } from '../drawing/Drawing.tsx';
import '../canvas/map.css';
import { regionNames } from '../base/regionNames.ts';
import { roomOf, type Room } from '../canvas/mapPadding.ts';
import { MapStage } from '../canvas/stage.ts';
import { useWindowSize } from '../canvas/useWindowSize.ts';
import { useAnalysisPicture } from './useAnalysisPicture.ts';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Puts the map up once and takes it down with the component. */
function useOwnStage(label: string, theme: 'light' | 'dark') {
  const host = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<MapStage | null>(null);
  const start = useRef({ label, theme });
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = new MapStage(host.current, start.current.theme, start.current.label);
    setStage(made);
    return () => {
      setStage(null);
      made.destroy();
    };
  }, []);
  return { host, stage };
}

/** The map of the analytics page: the layer, the AOI, and what was worked out. */
export function AnalysisMap() {
  const t = useT();
  const { host, stage } = useOwnStage(t('map.label'), useShownTheme());
  const { width, height } = useWindowSize();
  const mode = usePageValue(drawMode);
  const isSheetLow = mode !== null;
  const room = useMemo(
    () => roomOf({ width, height, isPanelOpen: true, isDrawerOpen: false, isSheetLow, isBare: true }),
    [width, height, isSheetLow],
  );
  return (
    <div className="gt-map">
      <div ref={host} className="gt-map__host" />
      {stage !== null && <Scenery stage={stage} room={room} />}
    </div>
  );
}

function Scenery({ stage, room }: { stage: MapStage; room: Room }) {
  const t = useT();
  const { actor } = usePage();
  const mode = usePageValue(drawMode);
  const theme = useShownTheme();
  const language = useLanguage();
  const settings = usePageValue(pageSettings);
  const bases = useMemo(
    () => (settings === null ? [] : baseLayers(settings.basemaps).filter(({ id }) => id === 'OSM')),
    [settings],
  );
  useEffect(() => void stage.showTheme(theme), [stage, theme]);
  useEffect(() => void stage.showNames(regionNames(language)), [stage, language]);
  useEffect(() => stage.showTiles(bases), [stage, bases]);
  useEffect(() => stage.map.getCanvas().setAttribute('aria-label', t('map.label')), [stage, t]);
  useEffect(() => stage.setRoom(room), [stage, room]);
  useAnalysisPicture(stage);
  return (
    <>
      {mode !== null && (
        <ActiveDrawing
          key={mode}
          stage={stage}
          mode={mode}
          room={room}
          onCompleted={(geometry) => actor.send({ type: 'shape.completed', geometry })}
          onLeft={() => actor.send({ type: 'mode.left' })}
        />
      )}
      <div className="gt-analytics__zoom" role="group" aria-label={t('map.zoom')}>
        {(
          [
            [1, 'zoomIn'],
            [-1, 'zoomOut'],
          ] as const
        ).map(([step, name]) => (
          <Tooltip key={name} label={t(`map.${name}`)} placement="left">
            <IconButton
              label={t(`map.${name}`)}
              icon={step === 1 ? <Plus {...ICON} /> : <Minus {...ICON} />}
              onPress={() => stage.zoomBy(step)}
            />
          </Tooltip>
        ))}
      </div>
      <div className="gt-map__attribution" data-place="beside">
        {attributionOf(
          bases,
          bases.every(({ source }) => source.tiles.length === 0) ? [] : ['OSM'],
          t('map.outlineAttribution'),
        )}
      </div>
    </>
  );
}
