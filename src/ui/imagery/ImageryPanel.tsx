import { LeftOut } from '../shared/ListOrState.tsx';
import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp, Download, Ellipsis, GripVertical, Scan, Shapes } from 'lucide-react';
import { type PointerEvent, type PointerEventHandler, useEffect, useRef, useState } from 'react';
import type { Id } from '../../../contract/calls/envelope.ts';
import { SENSOR_TYPES } from '../../../contract/sensors.ts';
import {
  type LayerFilter as Filter,
  NO_FILTER,
  type PanelLayer,
} from '../../machines/imagery/imagery.rules.ts';
import {
  exportRefusal,
  hasFailedTiles,
  imageryLayers,
  isLoadingLayers,
  isOutsideView,
  isVectorDue,
  isVectorShown,
  layerFilter,
  layersFailure,
  leftOutLayers,
  layerTiles,
  listedLayers,
  selectImageryShown,
} from '../../machines/imagery/imagery.machine.ts';
import { lastDay } from '../../machines/search/search.machine.ts';
import { PAST_RANGES } from '../../machines/shared/days.ts';
import { slidingOpacity } from '../map/kernel/tiles.ts';
import { hoveredLayer } from '../map/layers/imagery.ts';
import { layerPicture } from '../map/layers/tiles/mapLayers.ts';
import { Picture } from '../search/SceneParts.tsx';
import { RangePresets } from '../shared/RangePresets.tsx';
import { useActorOf, usePortal, usePortalValue } from '../shared/actors.tsx';
import { formatDate, formatPercent } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { sensorName } from '../shared/i18n/sensorName.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { Button } from '../shared/kit/actions/Button.tsx';
import type { IconButtonProps } from '../shared/kit/actions/IconButton.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Checkbox } from '../shared/kit/fields/Checkbox.tsx';
import { Select } from '../shared/kit/fields/Select.tsx';
import { RangeField } from '../shared/kit/fields/RangeField.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';
import { TextField } from '../shared/kit/fields/TextField.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { EmptyList } from '../shared/EmptyList.tsx';
import { FailedState } from '../shared/kit/states/FailedState.tsx';
import { Loading } from '../shared/kit/states/Loading.tsx';
import './imagery.css';

/** A list with fewer layers is seen at a glance. */
const FILTERED_FROM = 12;

/** §2 Imagery panel: the layers that the user can view, in the order of the map. */
export function ImageryPanel() {
  const t = useT();
  const imagery = useActorOf('imagery');
  const shown = useSelector(imagery, selectImageryShown);
  // §6: features are switched by API enablement flags
  const refusal = useSelector(imagery, exportRefusal);
  const canExport = usePortalValue(({ context }) => context.settings?.apis.imagery_export === true);
  return (
    <Panel
      title={t('imagery.title')}
      bare
      actions={
        shown.length > 0 && (
          <span className="gt-imagery__count gt-quiet">{t('imagery.shown', { count: shown.length })}</span>
        )
      }
      footer={
        canExport && (
          <Button
            variant="primary"
            disabled={refusal !== null}
            reason={refusal === null ? undefined : messageText(t, refusal)}
            icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
            onPress={() => imagery.send({ type: 'export.requested' })}
          >
            {t('imagery.export')}
          </Button>
        )
      }
    >
      <Layers />
    </Panel>
  );
}

/** The rows, or the failed, loading or empty state. */
function Layers() {
  const t = useT();
  const portal = usePortal();
  const imagery = useActorOf('imagery');
  const layers = useSelector(imagery, imageryLayers);
  const tiles = useSelector(imagery, layerTiles);
  const isLoading = useSelector(imagery, isLoadingLayers);
  const failure = useSelector(imagery, layersFailure);
  const listed = useSelector(imagery, listedLayers);
  const leftOut = useSelector(imagery, leftOutLayers);
  const isWhole = listed.length === layers.length;
  const { list, drag, grip, move, news } = useLayerMoves(listed);
  if (failure !== null)
    return (
      <FailedState
        title={messageText(t, failure)}
        onRetry={() => imagery.send({ type: 'reload.requested' })}
      />
    );
  if (isLoading) return <Loading label={t('imagery.loading')} rowHeight={97} picture />;
  const isEmpty = layers.length === 0;
  return (
    <>
      <LeftOut count={leftOut} />
      {layers.length >= FILTERED_FROM && <LayerFilter />}
      {listed.length === 0 && (
        <EmptyList
          words={isEmpty ? 'imagery.empty' : 'imagery.noneListed'}
          step={t(isEmpty ? 'imagery.goOrders' : 'imagery.clearFilter')}
          onStep={() =>
            isEmpty
              ? portal.send({ type: 'panel.requested', panel: 'order' })
              : imagery.send({ type: 'layerFilter.changed', patch: NO_FILTER })
          }
        />
      )}
      <ul
        ref={list}
        className="gt-imagery"
        aria-label={t('imagery.list')}
        data-dragging={drag !== null || undefined}
      >
        {listed.map((layer, place) => (
          <LayerRow
            key={layer.id}
            layer={layer}
            tiles={tiles}
            place={isWhole ? place : null}
            count={layers.length}
            shift={drag?.shifts[place] ?? 0}
            isDragged={drag?.id === layer.id}
            grip={grip(layer.id)}
            onMove={(to) => move(layer.id, to)}
          />
        ))}
      </ul>
      <p className="gt-visually-hidden" role="status">
        {news === null ? !isWhole && t('imagery.listed', { count: listed.length }) : t('imagery.moved', news)}
      </p>
    </>
  );
}

const ALL = 'all';

/** Limits a long list of layers by name, days and sensor. */
function LayerFilter() {
  const t = useT();
  const imagery = useActorOf('imagery');
  const { text, sensorType, ...range } = useSelector(imagery, layerFilter);
  const today = useSelector(useActorOf('search'), lastDay);
  const change = (patch: Partial<Filter>) => imagery.send({ type: 'layerFilter.changed', patch });
  const sensors = [
    { value: ALL, label: t('imagery.anySensor') },
    ...SENSOR_TYPES.map((value) => ({ value, label: sensorName(t, value) })),
  ];
  return (
    <div className="gt-imagery__filter gt-grid" role="search" aria-label={t('imagery.filter')}>
      <TextField label={t('imagery.filterName')} value={text} onChange={(value) => change({ text: value })} />
      <Select
        label={t('imagery.sensor')}
        value={sensorType ?? ALL}
        options={sensors}
        onChange={(value) => change({ sensorType: SENSOR_TYPES.find((one) => one === value) ?? null })}
      />
      <RangeField
        label={t('imagery.days')}
        {...range}
        today={today}
        foot={<RangePresets clearable {...range} presets={PAST_RANGES} today={today} onChange={change} />}
        onChange={change}
      />
    </div>
  );
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The pointer handlers of a grip. */
type Grip = Partial<
  Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    PointerEventHandler<HTMLElement>
  >
>;

interface LayerRowProps {
  layer: PanelLayer;
  /** URL of the tiles. */
  tiles: string;
  /** Index in the list, from 0; null while not all layers are listed, and can't be moved. */
  place: number | null;
  count: number;
  /** The shift of the row during a drag, pixels. */
  shift: number;
  isDragged: boolean;
  grip: Grip;
  onMove: (to: number) => void;
}

/** A layer: a checkbox on its picture, its actions, and an opacity slider while it is shown. */
function LayerRow(props: LayerRowProps) {
  const { layer, tiles, shift, isDragged } = props;
  const t = useT();
  const imagery = useActorOf('imagery');
  const { id, name, description, _selected: isSelected } = layer;
  const hover = () => hoveredLayer.set(id);
  const leave = () => hoveredLayer.set(null);
  return (
    <li
      className="gt-imagery__item"
      data-item={id}
      data-dragged={isDragged || undefined}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
    >
      <div
        role="presentation"
        className="gt-imagery__row gt-hovers gt-chooses gt-eased gt-grid gt-surface gt-edge-below"
        data-selected={isSelected || undefined}
        onPointerEnter={hover}
        onPointerLeave={leave}
        onFocus={(event) => {
          // focus set by a press does not highlight anything on the map
          if (event.target.matches(':focus-visible')) hover();
        }}
        onBlur={leave}
      >
        <div className="gt-imagery__picture gt-blank gt-clip gt-anchor gt-round-field">
          <Picture src={layerPicture(layer, tiles) || null} alt="" />
          <Checkbox
            onPicture
            label={t('imagery.show', { name })}
            checked={isSelected}
            onChange={() => imagery.send({ type: 'layer.toggled', id })}
          />
        </div>
        <div className="gt-stack gt-shrink">
          <h3 className="gt-line-20 gt-anywhere gt-strong">{name}</h3>
          {description !== '' && (
            <p className="gt-imagery__description gt-anywhere gt-quiet">{description}</p>
          )}
          <LayerActs {...props} />
        </div>
        <OutsideView layer={layer} />
        {isSelected && <LayerOpacity layer={layer} />}
        <FailedTiles id={id} />
      </div>
    </li>
  );
}

/** Says why nothing of a layer on the map is seen, with the way to it. */
function OutsideView({ layer }: Pick<LayerRowProps, 'layer'>) {
  const t = useT();
  const imagery = useActorOf('imagery');
  if (!useSelector(imagery, isOutsideView(layer))) return null;
  return (
    <p className="gt-whole-row gt-secondary gt-muted">
      {t('imagery.outside')} ·{' '}
      <button
        type="button"
        className="gt-link"
        onClick={() => imagery.send({ type: 'layer.sought', id: layer.id })}
      >
        {t('imagery.zoomOn')}
      </button>
    </p>
  );
}

/** §2: each layer has an opacity. While dragged, the slider updates only the map; the actor gets the final value. */
function LayerOpacity({ layer: { id, name, _opacity } }: Pick<LayerRowProps, 'layer'>) {
  const t = useT();
  const imagery = useActorOf('imagery');
  return (
    <div className="gt-imagery__opacity gt-whole-row" role="group" aria-label={name}>
      <Slider
        label={t('imagery.opacity')}
        value={_opacity}
        min={0}
        max={100}
        step={1}
        format={(value) => formatPercent(value)}
        onSlide={(opacity) => slidingOpacity.set({ id, opacity })}
        onChange={(opacity) => {
          slidingOpacity.set(null);
          imagery.send({ type: 'opacity.chosen', id, opacity });
        }}
      />
    </div>
  );
}

function LayerActs({ layer, place, count, grip, onMove }: LayerRowProps) {
  const t = useT();
  const imagery = useActorOf('imagery');
  const { id, name, bands, existVec, area, acquired, sensorType } = layer;
  const isShown = useSelector(imagery, isVectorShown(id));
  const isDue = useSelector(imagery, isVectorDue(id));
  const send = (type: 'layer.sought' | 'vector.toggled') => imagery.send({ type, id });
  return (
    <div className="gt-imagery__line gt-gap-beside gt-across gt-between gt-wrap">
      <p className="gt-imagery__facts gt-gap-beside gt-flex gt-wrap gt-shrink gt-secondary gt-faint">
        {typeof acquired === 'string' && <span>{formatDate(acquired)}</span>}
        {typeof sensorType === 'string' && <span>{sensorName(t, sensorType)}</span>}
        {bands !== undefined && <span>{t('imagery.bands', { count: bands })}</span>}
      </p>
      <div className="gt-imagery__acts gt-across gt-keep">
        {area !== null && (
          <ActButton act="zoom" name={name} icon={<Scan {...ICON} />} onPress={() => send('layer.sought')} />
        )}
        {existVec && (
          <ActButton
            act="vector"
            name={name}
            icon={<Shapes {...ICON} />}
            chosen={isShown}
            closed={isDue}
            onPress={() => send('vector.toggled')}
          />
        )}
        {place !== null && count > 1 && (
          <>
            <Menu
              look="icon"
              placement="bottom end"
              label={t('imagery.acts', { name })}
              icon={<Ellipsis {...ICON} />}
              items={[
                { id: 'up', label: t('imagery.up'), icon: <ArrowUp {...ICON} />, disabled: place === 0 },
                {
                  id: 'down',
                  label: t('imagery.down'),
                  icon: <ArrowDown {...ICON} />,
                  disabled: place === count - 1,
                },
              ]}
              onChoose={(act) => onMove(act === 'up' ? place - 1 : place + 1)}
            />
            <span
              className="gt-imagery__grip gt-centre gt-muted"
              title={t('imagery.drag')}
              aria-hidden="true"
              {...grip}
            >
              <GripVertical {...ICON} />
            </span>
          </>
        )}
      </div>
    </div>
  );
}

interface ActButtonProps extends Pick<IconButtonProps, 'icon' | 'chosen' | 'closed' | 'onPress'> {
  act: 'zoom' | 'vector';
  name: string;
}

function ActButton({ act, name, ...button }: ActButtonProps) {
  const t = useT();
  return (
    <TooltipButton
      tip={t(`imagery.${act}On`)}
      label={t(`imagery.${act}`, { name })}
      size="small"
      data-act={act}
      {...button}
    />
  );
}

/** One note for all failed tiles of a layer. */
function FailedTiles({ id }: { id: Id }) {
  const t = useT();
  const imagery = useActorOf('imagery');
  const hasFailed = useSelector(imagery, hasFailedTiles(id));
  if (!hasFailed) return null;
  return (
    <div className="gt-whole-row">
      <Note
        tone="warn"
        action={
          <Button size="small" onPress={() => imagery.send({ type: 'tiles.retried', id })}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('imagery.tilesFailed')}
      </Note>
    </div>
  );
}

interface Drag {
  id: Id;
  /** Pointer position and row heights at the start of the drag, pixels. */
  from: number;
  heights: readonly number[];
  place: number;
  to: number;
  shifts: readonly number[];
}

/**
 * Reorders the layers by dragging a row's grip, or by its buttons. A drag is local to the view; the actor
 * gets only the final position. Escape cancels a drag.
 */
function useLayerMoves(layers: readonly PanelLayer[]) {
  const imagery = useActorOf('imagery');
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [news, setNews] = useState<{ name: string; place: number; count: number } | null>(null);
  const move = (id: Id, to: number) => {
    imagery.send({ type: 'layer.moved', id, to });
    const name = layers.find((layer) => layer.id === id)?.name ?? '';
    setNews({ name, place: to + 1, count: layers.length });
  };
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrag(null);
    };
    document.addEventListener('keydown', pressed, true);
    return () => document.removeEventListener('keydown', pressed, true);
  }, [isDragging]);
  const grip = (id: Id): Grip => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary || list.current === null) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const heights = [...list.current.children].map((row) => row.getBoundingClientRect().height);
      const place = layers.findIndex((layer) => layer.id === id);
      setDrag({ id, from: event.clientY, heights, place, to: place, shifts: [] });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag === null) return;
      const by = event.clientY - drag.from;
      const to = placeUnder(drag.heights, drag.place, by);
      setDrag({ ...drag, to, shifts: shiftsOf(drag.heights, drag.place, to, by) });
    },
    onPointerUp: () => {
      if (drag === null) return;
      setDrag(null);
      if (drag.to !== drag.place) move(drag.id, drag.to);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { list, drag, grip, move, news };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/**
 * Index of a dragged row. It passes another row once its edge passes the other's middle.
 * @param heights of the rows, pixels
 * @param by the dragged distance, pixels, downwards
 */
export function placeUnder(heights: readonly number[], place: number, by: number): number {
  let to = place;
  if (by > 0)
    while (to + 1 < heights.length && by > sum(heights.slice(place + 1, to + 1)) + heights[to + 1]! / 2) to++;
  else while (to > 0 && -by > sum(heights.slice(to, place)) + heights[to - 1]! / 2) to--;
  return to;
}

/** Shift of each row during a drag, pixels: the dragged row follows the pointer, passed rows move aside. */
export function shiftsOf(heights: readonly number[], place: number, to: number, by: number): number[] {
  const own = heights[place] ?? 0;
  return heights.map((_, at) => {
    if (at === place) return by;
    if (at > place && at <= to) return -own;
    return at < place && at >= to ? own : 0;
  });
}
