import { useEffect, useRef } from 'react';
import { useT } from '../../shared/i18n/useT.ts';
import { useShownTheme } from '../../shared/styles/useShownTheme.ts';
import { MapAttribution } from '../base/Attribution.tsx';
import { Choosing } from '../choosing/Choosing.tsx';
import { Compare } from '../compare/Compare.tsx';
import { Drawing } from '../drawing/Drawing.tsx';
import { Editing } from '../editing/Editing.tsx';
import { UndoNews } from '../editing/UndoNews.tsx';
import { Measures } from '../measuring/Measures.tsx';
import { Measuring } from '../measuring/Measuring.tsx';
import { FootprintCount } from '../footprints/FootprintCount.tsx';
import { HoverLabel } from '../footprints/HoverLabel.tsx';
import { MapStage } from './stage.ts';
import { setStage, useStage } from './stageStore.ts';
import { useBoxChoice } from '../choosing/useBoxChoice.ts';
import { useScenery } from '../base/useBaseLayers.ts';
import { useScenePointer } from '../footprints/useScenePointer.ts';

/** Puts the map up once and takes it down with the component. */
function useNewStage(label: string, theme: 'light' | 'dark') {
  const host = useRef<HTMLDivElement>(null);
  // what the map starts with; later changes reach it without a new map
  const start = useRef({ label, theme });
  useEffect(() => {
    if (host.current === null) return undefined;
    const stage = new MapStage(host.current, start.current.theme, start.current.label);
    setStage(stage);
    return () => {
      setStage(null);
      stage.destroy();
    };
  }, []);
  return host;
}

function Scenery({ stage }: { stage: MapStage }) {
  useScenery(stage);
  useScenePointer(stage);
  useBoxChoice(stage);
  return (
    <>
      <Compare stage={stage} />
      <HoverLabel stage={stage} />
      <Choosing stage={stage} />
      <Drawing stage={stage} />
      <Editing stage={stage} />
      <UndoNews />
      <Measures stage={stage} />
      <Measuring stage={stage} />
      <FootprintCount />
    </>
  );
}

export function MapCanvas() {
  const t = useT();
  const theme = useShownTheme();
  const host = useNewStage(t('map.label'), theme);
  const stage = useStage();
  useEffect(() => {
    stage?.map.getCanvas().setAttribute('aria-label', t('map.label'));
  }, [stage, t]);
  return (
    <>
      <div ref={host} className="gt-map__host" />
      {stage !== null && <Scenery stage={stage} />}
      {stage !== null && <MapAttribution stage={stage} />}
    </>
  );
}
