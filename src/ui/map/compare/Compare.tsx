import { useSelector } from '@xstate/react';
import { ArrowLeftRight, FoldHorizontal } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { compareSides, isComparing } from '../../../machines/map/map.selectors.ts';
import type { CompareSide } from '../../../machines/map/map.machine.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import { Menu } from '../../shared/kit/actions/Menu.tsx';
import { useShownTheme } from '../../shared/styles/useShownTheme.ts';
import { Attribution } from '../base/Attribution.tsx';
import { hasTiles, type MapLayer } from '../layerSelector/mapLayers.ts';
import { useLayersOf, useMapLayers } from '../layerSelector/useMapLayers.ts';
import type { MapStage } from '../canvas/stage.ts';
import { useFocusVisit } from '../canvas/useFocusVisit.ts';
import { useGround, usePicture } from '../base/useBaseLayers.ts';
import { useRoom } from '../canvas/useMapPadding.ts';
import './compare.css';
import { Divider, DividerTrack } from './Divider.tsx';
import { MIDDLE } from './divider.rules.ts';
import { useAfterStage } from './useAfterStage.ts';
import { useEscape } from './useEscape.ts';
import type { LayerId } from '../../../machines/map/map.events.ts';

/** §2 Main layout: the before/after slider, while the map's actor compares. */
export function Compare({ stage }: { stage: MapStage }) {
  const isOn = useSelector(useActorOf('map'), isComparing);
  return isOn ? <Comparison stage={stage} /> : null;
}

/** Everything of the right map: its layer, and the same area and footprints as on the left one. */
function AfterScenery({ stage, layers }: { stage: MapStage; layers: readonly MapLayer[] }) {
  const t = useT();
  usePicture(stage, useGround(stage, layers));
  useEffect(() => stage.map.getCanvas().setAttribute('aria-label', t('compare.afterMap')), [stage, t]);
  return <Attribution stage={stage} layers={layers} place="above" />;
}

function Comparison({ stage }: { stage: MapStage }) {
  const t = useT();
  const map = useActorOf('map');
  const sides = useSelector(map, compareSides);
  const offered = useMapLayers();
  const afterLayers = useLayersOf(sides.after);
  const room = useRoom();
  const [share, setShare] = useState(MIDDLE);
  const { host, stage: after } = useAfterStage(stage, useShownTheme(), t('compare.afterMap'));
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const close = () => map.send({ type: 'mode.left' });
  useFocusVisit(place, () => handle.current, 'compare');
  useEscape(close);
  const choose = (side: CompareSide) => (layer: LayerId) => map.send({ type: 'side.chosen', side, layer });
  const titleOf = (id: LayerId) => offered.find((one) => one.id === id)?.title ?? id;
  const titles = { before: titleOf(sides.before), after: titleOf(sides.after) };
  const style: CSSProperties & Record<`--gt-${string}`, string> = {
    '--gt-left': `${room.left}px`,
    '--gt-right': `${room.right}px`,
    '--gt-divider': `calc(${room.left}px + (100% - ${room.left + room.right}px) * ${share})`,
  };
  return (
    <div ref={place} className="gt-compare" role="group" aria-label={t('compare.title')} style={style}>
      <div ref={host} className="gt-map__host gt-compare__after" />
      {after !== null && <AfterScenery stage={after} layers={afterLayers} />}
      <SideName side="before" layer={sides.before} layers={offered} onChoose={choose('before')} />
      <SideName side="after" layer={sides.after} layers={offered} onChoose={choose('after')} />
      <Divider share={share} onShare={setShare} room={room} {...titles} handle={handle} />
      <div className="gt-compare__place">
        <div className="gt-compare__bar">
          <DividerTrack share={share} onShare={setShare} />
          <div className="gt-compare__buttons">
            <Button icon={<ArrowLeftRight {...ICON} />} onPress={() => choose('before')(sides.after)}>
              {t('compare.swap')}
            </Button>
            <Button icon={<FoldHorizontal {...ICON} />} onPress={() => setShare(MIDDLE)}>
              {t('compare.centre')}
            </Button>
            <Button variant="primary" onPress={close}>
              {t('compare.close')}
            </Button>
          </div>
        </div>
      </div>
      <p className="gt-visually-hidden" role="status">
        {t('compare.opened', titles)}
      </p>
    </div>
  );
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface SideNameProps {
  side: CompareSide;
  layer: LayerId;
  layers: readonly MapLayer[];
  onChoose: (layer: LayerId) => void;
}

/** Which layer stands on a side, at the map's upper edge; pressed, the layers it can be. */
function SideName({ side, layer, layers, onChoose }: SideNameProps) {
  const t = useT();
  return (
    <div className="gt-compare__name" data-side={side}>
      <Menu
        look="inline"
        label={t(`compare.${side}`)}
        items={layers.map((one) => ({
          id: one.id,
          label: one.title,
          note: hasTiles(one) ? undefined : t('layers.noTiles'),
        }))}
        selected={layer}
        onChoose={onChoose}
        placement={side === 'before' ? 'bottom start' : 'bottom end'}
      />
    </div>
  );
}
