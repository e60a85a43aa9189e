import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp, GripVertical, Scan, Shapes } from 'lucide-react';
import type { PointerEventHandler } from 'react';
import type { PanelLayer } from '../../machines/imagery/imagery.rules.ts';
import { hasFailedTiles, isVectorDue, isVectorShown } from '../../machines/imagery/imagery.selectors.ts';
import { useActorOf } from '../shared/actors.tsx';
import { formatDate, formatPercent } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Checkbox } from '../shared/kit/fields/choice/Checkbox.tsx';
import type { IconButtonProps } from '../shared/kit/actions/IconButton.tsx';
import { TooltipButton } from '../shared/kit/actions/TooltipButton.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Slider } from '../shared/kit/fields/number/Slider.tsx';
import { layerPicture } from '../map/layers/tiles/mapLayers.ts';
import { Picture } from '../search/list/row/Picture.tsx';
import { hoveredLayer, slidingOpacity } from '../map/layers/imagery.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The pointer handlers of a grip. */
export type Grip = Partial<
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
  /** Moves the row; the button with this `data-act` keeps the focus. */
  onMove: (to: number, act: string) => void;
}

/** A layer: a checkbox on its picture, its actions, and an opacity slider while it is shown. */
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
          // focus set by a press does not highlight anything on the map
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

/** §2: each layer has an opacity. While dragged, the slider updates only the map; the actor gets the final value. */
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
  const { id, name, bands, existVec, area, acquired, sensorType } = layer;
  const isShown = useSelector(imagery, isVectorShown(id));
  const isDue = useSelector(imagery, isVectorDue(id));
  const send = (type: 'layer.sought' | 'vector.toggled') => imagery.send({ type, id });
  return (
    <div className="gt-imagery__line">
      <p className="gt-imagery__facts">
        {typeof acquired === 'string' && <span>{formatDate(acquired)}</span>}
        {typeof sensorType === 'string' && <span>{sensorType}</span>}
        {bands !== undefined && <span>{t('imagery.bands', { count: bands })}</span>}
        {existVec && <span>{t('imagery.hasVector')}</span>}
      </p>
      <div className="gt-imagery__acts">
        {area !== null && (
          <ActButton act="zoom" name={name} icon={<Scan {...ICON} />} onPress={() => send('layer.sought')} />
        )}
        <ActButton
          act="vector"
          name={name}
          icon={<Shapes {...ICON} />}
          chosen={isShown}
          closed={isDue}
          onPress={() => send('vector.toggled')}
        />
        <ActButton
          act="up"
          name={name}
          icon={<ArrowUp {...ICON} />}
          closed={place === null || place === 0}
          onPress={() => place !== null && onMove(place - 1, 'up')}
        />
        <ActButton
          act="down"
          name={name}
          icon={<ArrowDown {...ICON} />}
          closed={place === null || place === count - 1}
          onPress={() => place !== null && onMove(place + 1, 'down')}
        />
        {place !== null && (
          <span className="gt-imagery__grip" title={t('imagery.drag')} aria-hidden="true" {...grip}>
            <GripVertical {...ICON} />
          </span>
        )}
      </div>
    </div>
  );
}

interface ActButtonProps extends Pick<IconButtonProps, 'icon' | 'chosen' | 'closed' | 'onPress'> {
  act: 'zoom' | 'vector' | 'up' | 'down';
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
