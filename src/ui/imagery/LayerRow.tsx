import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp, GripVertical, Scan, Shapes } from 'lucide-react';
import type { PointerEventHandler } from 'react';
import type { PanelLayer } from '../../machines/imagery/imagery.rules.ts';
import { hasFailedTiles, isVectorDue, isVectorShown } from '../../machines/imagery/imagery.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatPercent } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Checkbox } from '../shared/kit/fields/choice/Checkbox.tsx';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Slider } from '../shared/kit/fields/number/Slider.tsx';
import { Tooltip } from '../shared/kit/overlays/Tooltip.tsx';
import { layerPicture } from '../map/layerSelector/layerPicture.ts';
import { Picture } from '../search/list/Picture.tsx';
import { hoveredLayer, slidingOpacity } from '../map/imagery/layerStores.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The pointer's handlers of a grip. */
export type Grip = Partial<
  Record<
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
    PointerEventHandler<HTMLElement>
  >
>;

interface LayerRowProps {
  layer: PanelLayer;
  /** Where tiles are. */
  tiles: string;
  /** Its place in the list, from 0. */
  place: number;
  count: number;
  /** How far a drag moves the row, pixels. */
  shift: number;
  isDragged: boolean;
  grip: Grip;
  /** To another place, by the button of this kind (`data-act`), which keeps the focus. */
  onMove: (to: number, act: string) => void;
}

/** A layer: chosen by the box on its picture; its opacity once it is chosen; what can be done with it. */
export function LayerRow(props: LayerRowProps) {
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
        className="gt-imagery__row"
        data-selected={isSelected || undefined}
        onPointerEnter={hover}
        onPointerLeave={leave}
        onFocus={(event) => {
          // a focus that came by itself, after a press, marks nothing on the map
          if (event.target.matches(':focus-visible')) hover();
        }}
        onBlur={leave}
      >
        <div className="gt-imagery__picture">
          <Picture src={layerPicture(layer, tiles) || null} alt="" />
          <Checkbox
            onPicture
            label={t('imagery.show', { name })}
            checked={isSelected}
            onChange={() => imagery.send({ type: 'layer.toggled', id })}
          />
        </div>
        <div className="gt-imagery__words">
          <h3 className="gt-imagery__name">{name}</h3>
          {description !== '' && <p className="gt-imagery__description">{description}</p>}
          <LayerActs {...props} />
        </div>
        {isSelected && <LayerOpacity layer={layer} />}
        <FailedTiles id={id} />
      </div>
    </li>
  );
}

/** §2: each layer has an opacity. On its way the slider moves the map alone; the actor hears where it ended. */
function LayerOpacity({ layer: { id, name, _opacity } }: Pick<LayerRowProps, 'layer'>) {
  const t = useT();
  const imagery = useActorOf('imagery');
  return (
    <div className="gt-imagery__opacity" role="group" aria-label={name}>
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
  const { id, name, bands, existVec, area } = layer;
  const isShown = useSelector(imagery, isVectorShown(id));
  const isDue = useSelector(imagery, isVectorDue(id));
  return (
    <div className="gt-imagery__line">
      <p className="gt-imagery__facts">
        {bands !== undefined && <span>{t('imagery.bands', { count: bands })}</span>}
        {existVec && <span>{t('imagery.hasVector')}</span>}
      </p>
      <div className="gt-imagery__acts">
        {area !== null && (
          <Tooltip label={t('imagery.zoomOn')} placement="bottom">
            <IconButton
              label={t('imagery.zoom', { name })}
              icon={<Scan {...ICON} />}
              size="small"
              data-act="zoom"
              onPress={() => imagery.send({ type: 'layer.sought', id })}
            />
          </Tooltip>
        )}
        <Tooltip label={t('imagery.vectorOn')} placement="bottom">
          <IconButton
            label={t('imagery.vector', { name })}
            icon={<Shapes {...ICON} />}
            size="small"
            chosen={isShown}
            closed={isDue}
            data-act="vector"
            onPress={() => imagery.send({ type: 'vector.toggled', id })}
          />
        </Tooltip>
        <Tooltip label={t('imagery.upOn')} placement="bottom">
          <IconButton
            label={t('imagery.up', { name })}
            icon={<ArrowUp {...ICON} />}
            size="small"
            closed={place === 0}
            data-act="up"
            onPress={() => onMove(place - 1, 'up')}
          />
        </Tooltip>
        <Tooltip label={t('imagery.downOn')} placement="bottom">
          <IconButton
            label={t('imagery.down', { name })}
            icon={<ArrowDown {...ICON} />}
            size="small"
            closed={place === count - 1}
            data-act="down"
            onPress={() => onMove(place + 1, 'down')}
          />
        </Tooltip>
        <span className="gt-imagery__grip" title={t('imagery.drag')} aria-hidden="true" {...grip}>
          <GripVertical {...ICON} />
        </span>
      </div>
    </div>
  );
}

/** Tiles that did not come are named once, in the row of their layer. */
function FailedTiles({ id }: { id: number }) {
  const t = useT();
  const imagery = useActorOf('imagery');
  const hasFailed = useSelector(imagery, hasFailedTiles(id));
  if (!hasFailed) return null;
  return (
    <div className="gt-imagery__failed">
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
