import { useSelector } from '@xstate/react';
import { Cloud, TriangleRight } from 'lucide-react';
import { type KeyboardEvent, memo, type MouseEvent, useEffect } from 'react';
import type { Scene } from '../../../contract/search.ts';
import type { Aoi } from '../../geo/aoi.ts';
import {
  clearOf,
  isChosen,
  isNew,
  isOfOtherSupplier,
  isOpenScene,
} from '../../machines/search/results.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { hoveredScene, setHovered, useIsHovered } from '../shared/hover.ts';
import { formatClock, formatDate, formatShare } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import {
  angleWords,
  AoiShare,
  ClearShare,
  gsdWords,
  RowPrice,
  sceneName,
  supplierWords,
  Thumbnail,
  useIsReadOnly,
  worded,
} from './SceneParts.tsx';
import './results.css';

interface ResultRowProps {
  scene: Scene;
  aoi: Aoi | null;
  /** Index in the list, from 0. */
  row: number;
  /** Index among rows and group heads, from 0. */
  place: number;
  /** Pixels from the top of the list. */
  top: number;
  /** The only row in the tab order. */
  isActive: boolean;
  onActive: (row: number) => void;
  onOpen: (id: string) => void;
}

const ICON = { size: 13, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A scene. Hovering also highlights its footprint; space selects, Enter or a click opens the details. */
export const ResultRow = memo(function ResultRow(props: ResultRowProps) {
  const { scene, aoi, row, place, top, isActive, onActive, onOpen } = props;
  const t = useT();
  const results = useActorOf('results');
  const chosen = useSelector(results, isChosen(scene.id));
  const isOpen = useSelector(results, isOpenScene(scene.id));
  const isFresh = useSelector(results, isNew(scene.id));
  const isHovered = useIsHovered(scene.id);
  // an unmounted row gets neither blur nor pointerleave
  useEffect(() => () => void (hoveredScene() === scene.id && setHovered(null)), [scene.id]);
  const isReadOnly = useIsReadOnly();
  const isBarred = useSelector(results, isOfOtherSupplier(scene));
  const name = sceneName(scene);
  const toggle = () => results.send({ type: 'scene.toggled', id: scene.id });
  const extend = () => results.send({ type: 'choice.extended', id: scene.id });
  const { acquisitionDate, quicklookUrl } = scene.properties;
  const clock = formatClock(acquisitionDate);
  const keyed = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || (event.key !== ' ' && event.key !== 'Enter')) return;
    event.preventDefault();
    if (isReadOnly) onOpen(scene.id);
    else if (event.key === ' ' && event.shiftKey) extend();
    else if (event.key === ' ') toggle();
    else onOpen(scene.id);
  };
  const clicked = (event: MouseEvent) => {
    onActive(row);
    if (isReadOnly) return onOpen(scene.id);
    // the checkbox covers the picture
    if (event.target instanceof Element && event.target.closest('.gt-result__picture') !== null) return;
    // as on the map, a click with a modifier selects
    if (event.shiftKey) extend();
    else if (event.ctrlKey || event.metaKey) toggle();
    else onOpen(scene.id);
  };
  return (
    <div
      role="row"
      className="gt-result gt-hovers gt-chooses gt-ring-inside gt-placed gt-eased gt-pointed gt-across gt-surface gt-edge-below"
      data-row={row}
      data-hovered={isHovered || undefined}
      aria-current={isOpen || undefined}
      aria-rowindex={place + 1}
      aria-selected={isReadOnly ? undefined : chosen}
      tabIndex={isActive ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
      onKeyDown={keyed}
      onClick={clicked}
      onFocus={(event) => {
        onActive(row);
        // focus set by a press highlights nothing on the map
        if (event.currentTarget.matches(':focus-visible')) setHovered(scene.id);
      }}
      onBlur={() => setHovered(null)}
      onPointerEnter={() => setHovered(scene.id)}
      onPointerLeave={() => setHovered(null)}
    >
      <div
        role="gridcell"
        className="gt-result__picture gt-blank gt-round-field gt-anchor gt-clip gt-keep"
        onClickCapture={(event) => {
          if (!event.shiftKey || isReadOnly) return;
          // the checkbox alone would select only one scene
          event.preventDefault();
          event.stopPropagation();
          onActive(row);
          extend();
        }}
      >
        <Thumbnail quicklookUrl={quicklookUrl} />
        {!isReadOnly && (
          <Checkbox
            onPicture
            tabIndex={-1}
            label={t('results.select', { scene: name })}
            checked={chosen}
            disabled={isBarred}
            reason={isBarred ? t('results.oneSupplierAnOrder') : undefined}
            onChange={toggle}
          />
        )}
      </div>
      <div role="gridcell" className="gt-rest">
        <p className="gt-across gt-gap-8">
          <span className="gt-result__when gt-whole-only gt-rest">
            <time dateTime={acquisitionDate ?? undefined} className="gt-heading">
              {formatDate(acquisitionDate)}
            </time>
            {isFresh && <Badge tone="accent">{t('results.new')}</Badge>}
            {clock !== '' && <span className="gt-quiet gt-line-20">{t('results.clock', { clock })}</span>}
          </span>
          {aoi !== null && <RowPrice scene={scene} aoi={aoi} />}
        </p>
        <RowFacts scene={scene} aoi={aoi} />
      </div>
    </div>
  );
});

/** Satellite, resolution, angle, cloud, and the supplier if it fits; below them both shares. */
function RowFacts({ scene, aoi }: { scene: Scene; aoi: Aoi | null }) {
  const t = useT();
  const { satellite, gsd, cloudCover, offNadirAngle } = scene.properties;
  const supplier = supplierWords(t, scene);
  const results = useActorOf('results');
  const clear = useSelector(results, clearOf(scene));
  return (
    <>
      <p className="gt-result__facts gt-whole-only gt-quiet">
        <span className="gt-medium gt-ink">{satellite ?? t('details.unknownSatellite')}</span>
        <span>{gsdWords(gsd)}</span>
        <span className="gt-inline gt-gap-4">
          <TriangleRight className="gt-faint" {...ICON} />
          <span className="gt-visually-hidden">{t('details.offNadirAngle')} </span>
          {angleWords(offNadirAngle)}
        </span>
        <span className="gt-inline gt-gap-4">
          <Cloud className="gt-faint" {...ICON} />
          {worded(cloudCover, (cloud) => t('results.ofScene', { share: formatShare(cloud) }))}
        </span>
        {supplier !== null && <span>{supplier}</span>}
      </p>
      <p className="gt-result__shares gt-across gt-label">
        {clear !== null && <ClearShare clear={clear} />}
        {aoi !== null && <AoiShare scene={scene} aoi={aoi} />}
      </p>
    </>
  );
}
