import { useSelector } from '@xstate/react';
import { Layers } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Scene } from '../../../../contract/search.ts';
import { isBrowsing } from '../../../machines/map/map.selectors.ts';
import { otherFootprints } from '../../../machines/map/map.rules.ts';
import { weekPicture, type WeekPicture } from '../../../machines/search/calendar.machine.ts';
import { chosenOf, mosaicScenes } from '../../../machines/search/loadedSet.rules.ts';
import { COLOURINGS, dayOf } from '../../../machines/search/results.rules.ts';
import {
  hasClearShares,
  mappedScenes,
  openScene,
  shownMosaic,
  shownViewOptions,
} from '../../../machines/search/results.selectors.ts';
import { FOOTPRINT_VIEWS, type FootprintView } from '../../../machines/shared/preferences.machine.ts';
import { preferredFootprints } from '../../../machines/shared/preferences.selectors.ts';
import { useActorIf, useActorOf } from '../../shared/actors.tsx';
import { formatDateRange, formatNumber } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Menu, type MenuProps } from '../../shared/kit/actions/Menu.tsx';
import { Badge } from '../../shared/kit/figures/Badge.tsx';
import { usePortalMap } from '../kernel/mapStores.ts';
import { useMapKeys } from '../kernel/useMapKeys.ts';
import { useIsOrderOpen } from '../layers/besideMap.ts';
import { drawnFootprintsStore } from '../layers/footprints/drawnFootprints.ts';
import './mapLabel.css';

/** Whether there is a map, on which nothing else is done. */
function useIsMapFree(): boolean {
  const isFree = useSelector(useActorOf('map'), isBrowsing);
  return usePortalMap() !== null && isFree;
}

/** Whether the map shows something of results, and nothing else is done on it. */
function useHasScenes(): boolean {
  const hasResults = useSelector(useActorOf('results'), (results) => mappedScenes(results).length > 0);
  const isFree = useIsMapFree();
  return !useIsOrderOpen() && hasResults && isFree;
}

/** What the map shows of the results, and when it was taken: the menu of how it shows them. */
export function MapLabel() {
  const hasScenes = useHasScenes();
  const isFree = useIsMapFree();
  const week = useSelector(useActorIf('calendar'), (calendar) => calendar && weekPicture(calendar)) ?? null;
  if (!isFree) return null;
  return week !== null ? <WeekLabel {...week} /> : hasScenes && <Label />;
}

/** The mosaic of a week of the coverage calendar. */
function WeekLabel({ scenes, mosaic }: WeekPicture) {
  const t = useT();
  return (
    <div className={LABEL}>
      <span className="gt-map-label__week gt-across gt-gap-8">
        <Layers size={16} strokeWidth={1.75} aria-hidden="true" />
        <Words title={t('map.shown.mosaic')} scenes={mosaicScenes({ scenes, mosaic })} />
      </span>
    </div>
  );
}

const LABEL = 'gt-map-label gt-placed gt-across gt-gap-8 gt-nowrap gt-float gt-round-field';

function Words({ title, scenes }: { title: string; scenes: readonly Scene[] }) {
  const t = useT();
  return (
    <>
      <span className="gt-medium gt-ink">{title}</span>
      <span className="gt-map-label__dates">{datesOf(scenes)}</span>
      {scenes.some(({ properties }) => properties.simulated) && <Badge>{t('details.simulated')}</Badge>}
    </>
  );
}

function Label() {
  const preferences = useActorOf('preferences');
  const { title, scenes } = useShown(useSelector(preferences, preferredFootprints));
  useMapKeys((key) => {
    if (key !== 'F') return false;
    const footprints = otherFootprints(drawnFootprintsStore.get());
    preferences.send({ type: 'footprints.chosen', footprints });
    return true;
  });
  return (
    <div className={LABEL}>
      <FootprintsMenu look="label" text={<Words title={title} scenes={scenes} />} />
    </div>
  );
}

/** The map label's menu as a row of the layer selector, on phones, which have no room for the label. */
export function FootprintsRow() {
  return useHasScenes() ? (
    <div className="gt-tool-row gt-flex">
      <FootprintsMenu look="inline" />
    </div>
  ) : null;
}

function FootprintsMenu({ look, text }: Pick<MenuProps<FootprintView>, 'look' | 'text'>) {
  const t = useT();
  const results = useActorOf('results');
  const preferences = useActorOf('preferences');
  const view = useSelector(preferences, preferredFootprints);
  const { colour } = useSelector(results, shownViewOptions);
  const hasClear = useSelector(results, hasClearShares);
  const colourings = COLOURINGS.filter((by) => by !== 'clear' || hasClear);
  return (
    <Menu
      look={look}
      label={t('map.footprintView.label')}
      icon={<Layers size={16} strokeWidth={1.75} aria-hidden="true" />}
      text={text}
      placement="top start"
      items={FOOTPRINT_VIEWS.map((id) => ({ id, label: t(`map.footprintView.${id}`) }))}
      selected={view}
      onChoose={(footprints) => preferences.send({ type: 'footprints.chosen', footprints })}
      more={{
        label: t('results.colourBy'),
        items: colourings.map((id) => ({ id, label: t(`results.colour.${id}`) })),
        selected: colour,
        onChoose: (by) => results.send({ type: 'viewOptions.changed', patch: { colour: by } }),
      }}
    />
  );
}

/** What lies on top of the map: the open scene, the selected ones, the mosaic, or how footprints are drawn. */
function useShown(view: FootprintView): { title: string; scenes: readonly Scene[] } {
  const t = useT();
  const results = useActorOf('results');
  const open = useSelector(results, openScene);
  const mosaic = useSelector(results, shownMosaic);
  const { context } = useSelector(results, (snapshot) => snapshot);
  const drawn = useSyncExternalStore(drawnFootprintsStore.on, drawnFootprintsStore.get);
  if (open !== null) return { title: t('map.shown.scene'), scenes: [open] };
  if (view !== 'auto' || mosaic === null)
    return { title: drawnWords(t, view === 'auto' ? drawn : view), scenes: [] };
  const count = context.chosen.length;
  return count > 0
    ? { title: t('map.shown.selected', { count: formatNumber(count) }), scenes: chosenOf(context) }
    : { title: t('map.shown.mosaic'), scenes: mosaicScenes(context) };
}

const drawnWords = (t: Translate, drawn: string): string =>
  t(`map.footprintView.${drawn === 'hairlines' ? 'outlines' : drawn}`);

/** '16 Oct – 15 Nov 2026', '15 Nov 2026', or nothing. */
function datesOf(scenes: readonly Scene[]): string {
  const days = scenes.map(dayOf).filter(Boolean).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '';
  return formatDateRange(first, last, true);
}
