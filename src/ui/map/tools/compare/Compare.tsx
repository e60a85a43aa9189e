import { ArrowLeftRight, FoldHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import { Button } from '../../../shared/kit/actions/Button.tsx';
import { Menu } from '../../../shared/kit/actions/Menu.tsx';
import { Attribution } from '../../layers/tiles/Attribution.tsx';
import type { MapLayer } from '../../layers/tiles/mapLayers.ts';
import { useComparable, useLayersOf } from '../../layers/tiles/useMapLayers.ts';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { useFocusVisit } from '../../kernel/useFocusVisit.ts';
import { useEscape } from '../../kernel/useMapKeys.ts';
import { PORTAL_MAP } from '../../kernel/MapHost.tsx';
import { GroundMap } from '../../layers/GroundMap.tsx';
import { usePortalPicture } from '../../layers/usePortalPicture.ts';
import type { DrawingProps } from '../../kernel/tool.ts';
import { useMapPadding } from '../../kernel/mapPadding.ts';
import './compare.css';
import { Divider, DividerTrack } from './Divider.tsx';
import { dividerStyle, MIDDLE } from './divider.rules.ts';
import { usePairedMaps } from './usePairedMaps.ts';
import type { LayerId } from '../../../../machines/map/map.events.ts';
import type { CompareSide } from '../../../../machines/map/map.rules.ts';

const AFTER_MAP = 'after-map';

interface OnAfterMapProps extends DrawingProps {
  layers: readonly MapLayer[];
}

/** Draws the same area and footprints as on the left map. */
function OnAfterMap({ mapHandle, picture, layers }: OnAfterMapProps) {
  usePortalPicture(mapHandle, picture, layers);
  return <Attribution mapHandle={mapHandle} layers={layers} place="above" />;
}

/** §2 Main layout: the before/after slider while the map's actor compares. */
export function Compare({ picture }: DrawingProps) {
  const t = useT();
  const map = useActorOf('map');
  const { offered, sides } = useComparable();
  const afterLayers = useLayersOf(sides.after);
  const padding = useMapPadding();
  const [share, setShare] = useState(MIDDLE);
  const [after, setAfter] = useState<MapHandle | null>(null);
  const { [PORTAL_MAP]: before } = useMap();
  const { lng = 0, lat = 0 } = before?.getCenter() ?? {};
  usePairedMaps(PORTAL_MAP, AFTER_MAP);
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const close = () => map.send({ type: 'mode.left' });
  useFocusVisit(place, () => handle.current, 'compare');
  useEscape(close);
  const choose = (side: CompareSide) => (layer: LayerId) => map.send({ type: 'side.chosen', side, layer });
  const titleOf = (id: LayerId) => offered.find((one) => one.id === id)?.title ?? id;
  const titles = { before: titleOf(sides.before), after: titleOf(sides.after) };
  return (
    <div
      ref={place}
      className="gt-compare"
      role="group"
      aria-label={t('compare.title')}
      style={dividerStyle(padding, share)}
    >
      <div className="gt-map__host gt-compare__after">
        <GroundMap
          id={AFTER_MAP}
          label={t('compare.afterMap')}
          view={{ longitude: lng, latitude: lat, zoom: before?.getZoom() ?? 0 }}
          layers={afterLayers}
          onHandle={setAfter}
        />
      </div>
      {after !== null && (
        <OnAfterMap key={after.id} mapHandle={after} picture={picture} layers={afterLayers} />
      )}
      <SideName side="before" layer={sides.before} layers={offered} onChoose={choose('before')} />
      <SideName side="after" layer={sides.after} layers={offered} onChoose={choose('after')} />
      <Divider share={share} onShare={setShare} {...titles} handle={handle} />
      <div className="gt-compare__place gt-placed gt-flex gt-middle gt-through">
        <div className="gt-compare__bar gt-within gt-reachable gt-float gt-round-panel">
          <DividerTrack share={share} onShare={setShare} />
          <div className="gt-compare__buttons gt-flex gt-gap-8">
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

/** The name of a side's layer at the map's upper edge, with a menu of the layers to choose from. */
function SideName({ side, layer, layers, onChoose }: SideNameProps) {
  const t = useT();
  return (
    <div className="gt-compare__name gt-placed gt-float gt-round-field" data-side={side}>
      <Menu
        look="inline"
        label={t(`compare.${side}`)}
        items={layers.map((one) => ({
          id: one.id,
          label: one.title,
        }))}
        selected={layer}
        onChoose={onChoose}
        placement={side === 'before' ? 'bottom start' : 'bottom end'}
      />
    </div>
  );
}
