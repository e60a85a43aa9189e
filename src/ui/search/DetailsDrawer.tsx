import { useSelector } from '@xstate/react';
import {
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  Download,
  Ellipsis,
  FolderOpen,
  GalleryHorizontal,
  Link2,
  Maximize2,
  ReceiptText,
  X,
} from 'lucide-react';
import { useMemo, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../../../contract/search.ts';
import { viewBoundsOf } from '../../geo/entry/bbox.ts';
import { hasItem } from '../../machines/search/itemAssets.machine.ts';
import { estimateOf, shareOfScene } from '../../machines/search/results.rules.ts';
import {
  clearOf,
  isChosen,
  isQuicklookShown,
  knownPricing,
  openScene,
  requestedAoi,
} from '../../machines/search/results.selectors.ts';
import { isGlMissing } from '../map/kernel/graphics.ts';
import { useActorIf, useActorOf, usePortal, useExtensions } from '../shared/actors.tsx';
import {
  formatDegrees,
  formatFixed,
  formatMinute,
  formatMoney,
  formatPercent,
  formatTimestamp,
} from '../shared/i18n/formats.ts';
import type { Translate } from '../shared/i18n/language.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { Menu } from '../shared/kit/actions/Menu.tsx';
import { Switch } from '../shared/kit/actions/Switch.tsx';
import { Badge } from '../shared/kit/figures/Badge.tsx';
import { Reasoned } from '../shared/kit/overlays/Tooltip.tsx';
import { focusList } from './ResultsGrid.tsx';
import { AoiSign, ClearSign, Picture, sceneName, useIsReadOnly, worded } from './SceneParts.tsx';
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
  const { quicklookUrl, simulated, attribution } = scene.properties;
  const isOnMap = useSelector(results, isQuicklookShown);
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
  const closing = { variant: 'surface', size: 'small', onPress: close } as const;
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
            <IconButton {...closing} label={t('details.back')} icon={<ChevronLeft {...ICON} />} />
          </span>
          <span className="gt-details__close gt-placed">
            <IconButton {...closing} label={t('details.close')} icon={<X {...ICON} />} />
          </span>
        </div>
        <Headline scene={scene} />
        <div className="gt-details__middle gt-grow gt-scroll gt-low">
          <Title scene={scene} />
          <SceneFacts scene={scene} />
          {quicklookUrl !== null && !isGlMissing() && (
            <div className="gt-details__switch">
              <Switch
                label={t('details.quicklookOnMap')}
                checked={isOnMap}
                onChange={() => results.send({ type: 'quicklook.toggled' })}
              />
            </div>
          )}
        </div>
        <DrawerFoot scene={scene} />
      </aside>
    </div>
  );
}

/** The three figures that decide: the share of the AOI, how much of it is clear, and the price. */
function Headline({ scene }: { scene: Scene }) {
  const t = useT();
  const results = useActorOf('results');
  const aoi = useSelector(results, requestedAoi);
  const clear = useSelector(results, clearOf(scene));
  const pricing = useSelector(results, knownPricing);
  const estimate = useMemo(() => aoi && pricing && estimateOf([scene], aoi, pricing), [scene, aoi, pricing]);
  if (aoi === null) return null;
  const share = shareOfScene(scene, aoi) * 100;
  const figures = [
    { id: 'ofAoi', sign: <AoiSign aoi={aoi} scene={scene} height={20} />, figure: formatPercent(share) },
    ...(clear === null
      ? []
      : [
          {
            id: 'clear',
            sign: <ClearSign clear={clear} size={20} />,
            figure: worded(clear.percent, (percent) => formatPercent(percent)),
          },
        ]),
    ...(estimate === null
      ? []
      : [
          {
            id: 'estimated',
            sign: <ReceiptText size={20} strokeWidth={1.75} aria-hidden="true" />,
            figure: formatMoney(estimate.cents),
          },
        ]),
  ];
  return (
    <ul className="gt-details__figures gt-keep gt-flex gt-edge-below">
      {figures.map(({ id, sign, figure }) => (
        <li key={id} className="gt-grow gt-stack gt-gap-4">
          <span className="gt-details__sign">{sign}</span>
          <strong className="gt-details__figure">{figure}</strong>
          <span className="gt-secondary gt-muted">{t(`details.figure.${id}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The satellite and the time, the neighbours in list order, and more actions. */
function Title({ scene }: { scene: Scene }) {
  const t = useT();
  const results = useActorOf('results');
  const assets = useActorIf('itemAssets');
  const pageLink = useActorIf('pageLink');
  const isReadOnly = useIsReadOnly();
  const hasAssets = useExtensions('itemAssets') && hasItem(scene) && !isReadOnly;
  const hasBefore = useSelector(results, (snapshot) => snapshot.can({ type: 'details.moved', by: -1 }));
  const hasAfter = useSelector(results, (snapshot) => snapshot.can({ type: 'details.moved', by: 1 }));
  const { satellite, acquisitionDate, quicklookUrl } = scene.properties;
  const ways = [
    { by: -1, label: 'details.previous', Icon: ChevronUp, reason: hasBefore ? null : 'details.first' },
    { by: 1, label: 'details.next', Icon: ChevronDown, reason: hasAfter ? null : 'details.last' },
  ] as const;
  const acts = {
    browse: () => flushSync(() => results.send({ type: 'flip.requested', id: scene.id })),
    save: () => results.send({ type: 'quicklook.saved', id: scene.id }),
    link: () => pageLink?.send({ type: 'link.requested' }),
    files: () => assets?.send({ type: 'assets.requested', productId: scene.id }),
  };
  const items = [
    ...(quicklookUrl === null
      ? []
      : [
          { id: 'browse' as const, label: t('look.flip'), icon: <GalleryHorizontal {...ICON} /> },
          { id: 'save' as const, label: t('details.saveQuicklook'), icon: <Download {...ICON} /> },
        ]),
    ...(isReadOnly ? [] : [{ id: 'link' as const, label: t('bar.copyLink'), icon: <Link2 {...ICON} /> }]),
    ...(hasAssets ? [{ id: 'files' as const, label: t('assets.open'), icon: <FolderOpen {...ICON} /> }] : []),
  ];
  return (
    <header className="gt-details__head gt-across gt-gap-2">
      <div className="gt-rest gt-flex gt-wrap gt-baseline gt-gap-beside">
        <h2 className="gt-details__title gt-shrink gt-anywhere gt-title">
          {satellite ?? t('details.unknownSatellite')}
        </h2>
        <span className="gt-secondary gt-muted gt-nowrap">{formatMinute(acquisitionDate)}</span>
      </div>
      {ways.map(({ by, label, Icon, reason }) => (
        <Reasoned key={by} reason={reason && t(reason)}>
          {(closed) => (
            <IconButton
              {...closed}
              size="small"
              label={t(label)}
              icon={<Icon {...ICON} />}
              onPress={() => results.send({ type: 'details.moved', by })}
            />
          )}
        </Reasoned>
      ))}
      {items.length > 0 && (
        <Menu
          look="icon"
          label={t('details.more')}
          icon={<Ellipsis {...ICON} />}
          placement="bottom end"
          items={items}
          onChoose={(id) => acts[id]()}
        />
      )}
    </header>
  );
}

function DrawerFoot({ scene }: { scene: Scene }) {
  const t = useT();
  const results = useActorOf('results');
  const portal = usePortal();
  const chosen = useSelector(results, isChosen(scene.id));
  const isReadOnly = useIsReadOnly();
  return (
    <footer className="gt-details__foot gt-if-any gt-grid gt-gap-8 gt-keep gt-edge-above">
      {!isGlMissing() && (
        <Button
          icon={<Maximize2 {...ICON} />}
          onPress={() => portal.send({ type: 'place.requested', bbox: viewBoundsOf(scene.geometry) })}
        >
          {t('details.zoomTo')}
        </Button>
      )}
      {!isReadOnly && (
        <Button
          variant={chosen ? undefined : 'primary'}
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

/** §2: the metadata labels, in the specified order; below them the supplier and the archive it came from. */
export function SceneFacts({ scene }: { scene: Scene }) {
  const t = useT();
  const { properties: facts } = scene;
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
