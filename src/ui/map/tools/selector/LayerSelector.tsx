import { useSelector } from '@xstate/react';
import { Check, Grid3x3, TriangleAlert } from 'lucide-react';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { chosenLayer, isSelectorShown } from '../../../../machines/map/baseMap.machine.ts';
import { useActorOf, usePortal } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import { useFocusVisit } from '../../kernel/useFocusVisit.ts';
import { areToolKeysOn } from '../../../../machines/shared/preferences.selectors.ts';
import { Switch } from '../../../shared/kit/actions/Switch.tsx';
import { useHasCoverage, useIsCoverageShown } from '../../layers/coverage/CoverageLegend.tsx';
import { Keycap } from '../../kernel/Keycap.tsx';
import './layerSelector.css';
import { LostTiles } from '../../layers/tiles/TileNotice.tsx';
import { isToBeHad, type MapLayer } from '../../layers/tiles/mapLayers.ts';
import { useMapLayers } from '../../layers/tiles/useMapLayers.ts';

/** Steps of the arrow keys between cards. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface LayerSelectorProps {
  /** Whether the pointer alone opened it, so that it takes no focus. */
  isHovered: boolean;
  /** Why no layer can be chosen now. */
  refusal: string | null;
  /** The other tools of its group. */
  children: ReactNode;
}

/** §2 Layer selector: a mandatory single-choice group of cards. */
export function LayerSelector(props: LayerSelectorProps) {
  const isShown = useSelector(useActorOf('baseMap'), isSelectorShown);
  return isShown ? <Cards {...props} /> : null;
}

/** A radio group. Arrow keys only move between cards; Space or Enter selects and closes the panel (§4). */
function Cards({ isHovered, refusal, children }: LayerSelectorProps) {
  const t = useT();
  const baseMap = useActorOf('baseMap');
  const chosen = useSelector(baseMap, chosenLayer);
  const layers = useMapLayers();
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const cards = () => [...(panel.current?.querySelectorAll<HTMLElement>('[role="radio"]') ?? [])];
  useFocusVisit(panel, () => (isHovered ? null : cards().find((card) => card.tabIndex === 0)), 'layers');
  const hasKeys = useSelector(useActorOf('preferences'), areToolKeysOn);
  const keyed = (event: KeyboardEvent) => {
    const all = cards();
    const at = all.indexOf(event.target as HTMLElement);
    const step = STEPS[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all.at((at + step) % all.length)?.focus();
  };
  // Tab enters the group at the selected card, or at the first if that one no longer exists
  const way = layers.some(({ id }) => id === chosen) ? chosen : layers[0]?.id;
  const bare = layers.filter((layer) => !isToBeHad(layer) && layer.isLost !== true).map(({ title }) => title);
  return (
    <div
      ref={panel}
      className="gt-layers gt-unfolded gt-placed gt-float gt-round-toolbar"
      data-group="layers"
      role="presentation"
      onKeyDown={keyed}
    >
      <div className="gt-unfolded__title gt-across gt-between gt-label gt-muted">
        <span id={titleId}>{t('map.tool.layers')}</span>
        <Keycap of={hasKeys ? 'L' : null} />
      </div>
      {refusal === null ? (
        <div
          className="gt-layers__cards gt-flex gt-wrap gt-scroll"
          role="radiogroup"
          aria-labelledby={titleId}
        >
          {layers.map((layer) => (
            <Card
              key={layer.id}
              layer={layer}
              isChosen={layer.id === chosen}
              isWay={layer.id === way}
              onChoose={() => baseMap.send({ type: 'layer.chosen', layer: layer.id })}
            />
          ))}
        </div>
      ) : (
        <p className="gt-layers__hint gt-quiet">{refusal}</p>
      )}
      <CoverageSwitch hasKeys={hasKeys} />
      {children}
      <LostTiles />
      {bare.length > 0 && (
        <p className="gt-layers__hint gt-quiet">{t('layers.noTilesHow', { layers: bare.join(' · ') })}</p>
      )}
    </div>
  );
}

/** Where the archive has scenes, on the map. */
function CoverageSwitch({ hasKeys }: { hasKeys: boolean }) {
  const t = useT();
  const portal = usePortal();
  const isShown = useIsCoverageShown();
  if (!useHasCoverage()) return null;
  return (
    <div className="gt-tool-row gt-across gt-gap-12">
      <Grid3x3 size={18} strokeWidth={1.75} aria-hidden="true" />
      <Switch
        label={t('coverage.title')}
        checked={isShown}
        onChange={() => portal.send({ type: 'coverage.toggled' })}
      />
      <Keycap of={hasKeys ? 'K' : null} />
    </div>
  );
}

interface CardProps {
  layer: MapLayer;
  isChosen: boolean;
  /** Whether Tab stops at this card. */
  isWay: boolean;
  onChoose: () => void;
}

function Card({ layer, isChosen, isWay, onChoose }: CardProps) {
  const t = useT();
  const noteId = useId();
  const isBare = !isToBeHad(layer);
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-label={layer.title}
      aria-describedby={isBare ? noteId : undefined}
      tabIndex={isWay ? 0 : -1}
      className="gt-layer gt-text-start gt-clip gt-anchor gt-round-field"
      onClick={onChoose}
    >
      {layer.picture !== '' && (
        <img className="gt-picture gt-blank gt-fill" src={layer.picture} alt="" width="120" height="80" />
      )}
      <span className="gt-layer__title gt-placed gt-small-heading gt-ink gt-surface gt-clip gt-anywhere">
        {layer.title}
      </span>
      {isBare && (
        <span id={noteId} className="gt-layer__note gt-placed gt-muted gt-surface gt-caption">
          {t(layer.isLost === true ? 'layers.lost' : 'layers.noTiles')}
        </span>
      )}
      {isChosen && (
        <span
          className={`gt-layer__tick gt-placed ${isBare ? 'gt-toned' : 'gt-filled'} gt-centre gt-round`}
          data-tone="warn"
          aria-hidden="true"
        >
          {isBare ? <TriangleAlert size={13} strokeWidth={2} /> : <Check size={14} strokeWidth={2.5} />}
        </span>
      )}
    </button>
  );
}
