import { useSelector } from '@xstate/react';
import {
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  FolderOpen,
  GalleryHorizontal,
  Maximize2,
  X,
} from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../contract/search.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { hasItem } from '../../machines/search/itemAssets.machine.ts';
import { estimateOf } from '../../machines/search/results.rules.ts';
import {
  isChosen,
  isQuicklookShown,
  knownPricing,
  openScene,
  quicklookOpacity,
  requestedAoi,
} from '../../machines/search/results.selectors.ts';
import { useActorOf, usePortal, useExtensions } from '../shared/actors.tsx';
import {
  formatDegrees,
  formatFixed,
  formatMoney,
  formatPercent,
  formatTimestamp,
} from '../shared/i18n/formats.ts';
import type { Translate } from '../shared/i18n/language.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Switch } from '../shared/kit/actions/Switch.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';
import { focusList } from './ResultsGrid.tsx';
import { Picture, sceneName, useIsReadOnly, worded } from './SceneParts.tsx';
import './details.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** §2 Results list and image details, on the right; on narrower windows they cover the list and have a back button. */
export function DetailsDrawer() {
  const scene = useSelector(useActorOf('results'), openScene);
  return scene === null ? null : <OpenDrawer scene={scene} />;
}

function OpenDrawer({ scene }: { scene: Scene }) {
  const t = useT();
  const results = useActorOf('results');
  const { satellite, quicklookUrl, simulated, attribution } = scene.properties;
  const isOnMap = useSelector(results, isQuicklookShown(scene.id));
  const isReadOnly = useIsReadOnly();
  const hasAssets = useExtensions('itemAssets');
  const close = () => {
    flushSync(() => results.send({ type: 'details.closed' }));
    // the row of the open scene is the list's active one
    focusList();
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <div role="presentation" onKeyDown={keyed}>
      <aside
        id="details"
        className="gt-drawer gt-round-panel gt-no-outline gt-stack gt-clip gt-float gt-details"
        tabIndex={-1}
        aria-label={`${t('details.title')}: ${sceneName(scene)}`}
      >
        <div className="gt-details__picture gt-blank gt-keep gt-anchor">
          <Picture
            key={scene.id}
            src={quicklookUrl}
            alt={t('details.quicklookOf', { scene: sceneName(scene) })}
            none={t('results.noPicture')}
          />
          {(simulated || typeof attribution === 'string') && (
            <span className="gt-details__badge gt-placed">
              <Badge>{t(simulated ? 'details.simulated' : 'details.openData')}</Badge>
            </span>
          )}
          <span className="gt-details__back gt-placed">
            <IconButton
              variant="surface"
              size="small"
              label={t('details.back')}
              icon={<ChevronLeft {...ICON} />}
              onPress={close}
            />
          </span>
          <span className="gt-details__close gt-placed">
            <IconButton
              variant="surface"
              size="small"
              label={t('details.close')}
              icon={<X {...ICON} />}
              onPress={close}
            />
          </span>
          <Neighbours />
        </div>
        <div className="gt-details__middle gt-grow gt-scroll gt-low">
          <header className="gt-details__head gt-high-24 gt-across gt-between gt-gap-12">
            <h2 className="gt-details__title gt-shrink gt-anywhere gt-title">
              {satellite ?? t('details.unknownSatellite')}
            </h2>
            {quicklookUrl !== null && (
              <Switch
                label={t('details.quicklookOnMap')}
                checked={isOnMap}
                onChange={() => results.send({ type: 'quicklook.toggled', id: scene.id })}
              />
            )}
          </header>
          {isOnMap && <Opacity />}
          {quicklookUrl !== null && (
            <p className="gt-details__flip">
              <Button
                variant="text"
                size="small"
                icon={<GalleryHorizontal {...ICON} />}
                onPress={() => flushSync(() => results.send({ type: 'flip.requested', id: scene.id }))}
              >
                {t('look.flip')}
              </Button>
            </p>
          )}
          <SceneFacts scene={scene} />
          {hasItem(scene) && hasAssets && !isReadOnly && <Files scene={scene} />}
        </div>
        <DrawerFoot scene={scene} />
      </aside>
    </div>
  );
}

function Files({ scene }: { scene: Scene }) {
  const t = useT();
  const assets = useActorOf('itemAssets');
  return (
    <p className="gt-details__files">
      <Button
        size="small"
        icon={<FolderOpen {...ICON} />}
        onPress={() => assets.send({ type: 'assets.requested', productId: scene.id })}
      >
        {t('assets.open')}
      </Button>
    </p>
  );
}

/** Buttons for the previous and the next scene, in list order. */
function Neighbours() {
  const t = useT();
  const results = useActorOf('results');
  const hasBefore = useSelector(results, (snapshot) => snapshot.can({ type: 'details.moved', by: -1 }));
  const hasAfter = useSelector(results, (snapshot) => snapshot.can({ type: 'details.moved', by: 1 }));
  const ways = [
    { by: -1, label: 'details.previous', Icon: ChevronUp, reason: hasBefore ? null : 'details.first' },
    { by: 1, label: 'details.next', Icon: ChevronDown, reason: hasAfter ? null : 'details.last' },
  ] as const;
  return (
    <span className="gt-details__neighbours gt-placed gt-flex gt-gap-4">
      {ways.map(({ by, label, Icon, reason }) => (
        <Reasoned key={by} reason={reason && t(reason)}>
          {(closed) => (
            <IconButton
              {...closed}
              variant="surface"
              size="small"
              label={t(label)}
              icon={<Icon {...ICON} />}
              onPress={() => results.send({ type: 'details.moved', by })}
            />
          )}
        </Reasoned>
      ))}
    </span>
  );
}

/** Opacity of the quicklooks on the map. */
function Opacity() {
  const t = useT();
  const results = useActorOf('results');
  const opacity = useSelector(results, quicklookOpacity);
  const set = (value: number) => results.send({ type: 'opacity.changed', opacity: value });
  return (
    <div className="gt-details__opacity">
      <Slider
        label={t('details.quicklookOpacity')}
        value={opacity}
        min={0}
        max={100}
        step={5}
        format={(value) => formatPercent(value)}
        onChange={set}
      />
    </div>
  );
}

function DrawerFoot({ scene }: { scene: Scene }) {
  const t = useT();
  const results = useActorOf('results');
  const portal = usePortal();
  const chosen = useSelector(results, isChosen(scene.id));
  const isReadOnly = useIsReadOnly();
  return (
    <footer className="gt-details__foot gt-grid gt-gap-8 gt-keep gt-edge-above">
      <Button
        icon={<Maximize2 {...ICON} />}
        onPress={() => portal.send({ type: 'place.requested', bbox: viewBoundsOf(scene.geometry) })}
      >
        {t('details.zoomTo')}
      </Button>
      {!isReadOnly && (
        <Button
          chosen={chosen}
          icon={chosen ? <Check {...ICON} /> : undefined}
          onPress={() => results.send({ type: 'scene.toggled', id: scene.id })}
        >
          {t(chosen ? 'details.selected' : 'details.select')}
        </Button>
      )}
    </footer>
  );
}

const KNOWN = [
  'ascending',
  'descending',
  'left',
  'right',
  'strip',
  'stripmap',
  'spotlight',
  'scansar',
  'pushbroom',
  'staring',
  'optical',
  'sar',
  'night',
  'video',
  'hyperspectral',
];

/** Translates a value of the archive; unknown values stay unchanged. */
function translated(t: Translate, value: string): string {
  const key = value.toLowerCase();
  return KNOWN.includes(key) ? t(`details.value.${key}`) : value;
}

/** What only some back ends tell of a scene; absent where it isn't known. */
const BEYOND = ['supplier', 'source', 'attribution'] as const;

/** §2: the metadata labels, in the specified order; below them the supplier, the archive it came from and the estimated price. */
function SceneFacts({ scene }: { scene: Scene }) {
  const t = useT();
  const { properties: facts } = scene;
  const results = useActorOf('results');
  const aoi = useSelector(results, requestedAoi);
  const pricing = useSelector(results, knownPricing);
  const estimate = aoi && pricing && estimateOf([scene], aoi, pricing);
  const word = (value: string) => translated(t, value);
  const rows: [label: string, value: string][] = [
    ['productId', facts.productId],
    ['acquisitionDate', formatTimestamp(facts.acquisitionDate)],
    ['gsd', worded(facts.gsd, (value) => formatFixed(value, 2))],
    ['cloudCover', worded(facts.cloudCover, (value) => formatPercent(value, 1))],
    ['offNadirAngle', worded(facts.offNadirAngle, (value) => formatDegrees(value))],
    ['sunElevation', worded(facts.sunElevation, (value) => formatDegrees(value))],
    ['sensor', worded(facts.sensor, String)],
    ['area', worded(facts.area, (value) => formatFixed(value, 2))],
    ['orbitDirection', worded(facts.orbitDirection, word)],
    ['sideLookDirection', worded(facts.sideLookDirection, word)],
    ['imagingMode', worded(facts.imagingMode, word)],
    ['sensorType', worded(facts.sensorType, word)],
    ...BEYOND.flatMap((name): [string, string][] => {
      const value = facts[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
    ...(estimate === null ? [] : [['price', formatMoney(estimate.cents)] satisfies [string, string]]),
  ];
  return (
    <dl className="gt-ruled">
      {rows.map(([label, value]) => (
        <div key={label} className="gt-pad-6-0 gt-flex gt-between gt-baseline gt-gap-12 gt-secondary">
          <dt className="gt-keep gt-muted">{t(`details.${label}`)}</dt>
          <dd className="gt-shrink gt-anywhere gt-medium gt-end">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
