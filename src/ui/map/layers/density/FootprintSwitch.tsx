import { useSelector } from '@xstate/react';
import { isBrowsing } from '../../../../machines/map/map.selectors.ts';
import { otherFootprints } from '../../../../machines/map/map.rules.ts';
import { mappedScenes } from '../../../../machines/search/results.selectors.ts';
import { FOOTPRINT_VIEWS, type FootprintView } from '../../../../machines/shared/preferences.machine.ts';
import { preferredFootprints } from '../../../../machines/shared/preferences.selectors.ts';
import { useActorOf } from '../../../shared/actors.tsx';
import { useT } from '../../../shared/i18n/useT.ts';
import { Menu } from '../../../shared/kit/actions/Menu.tsx';
import { Segments } from '../../../shared/kit/actions/Segments.tsx';
import { usePortalMap, useWindowSize } from '../../kernel/mapStores.ts';
import { useMapPadding } from '../../kernel/mapPadding.ts';
import { placeSearchLayout } from '../../kernel/upperEdge.ts';
import { useMapKeys } from '../../kernel/useMapKeys.ts';
import { drawnFootprintsStore } from '../footprints/drawnFootprints.ts';
import './density.css';
import { useIsOrderOpen } from '../besideMap.ts';

/** Free width of the map, pixels, that holds the place search and all values of the switch. */
const SEGMENTS_ROOM = 700;
/** Widths of the place search as a field and as a button, with the gaps, pixels. */
const FIELD_END = 12 + 264 + 12;
const BUTTON_END = 12 + 44 + 12;

/**
 * How the footprints are shown, right of the place search; a menu where space is short.
 * @param isAlone whether the page has no place search
 */
export function FootprintSwitch({ isAlone = false }: { isAlone?: boolean }) {
  const hasResults = useSelector(useActorOf('results'), (results) => mappedScenes(results).length > 0);
  const hasScenes = !useIsOrderOpen() && hasResults;
  const isFree = useSelector(useActorOf('map'), isBrowsing);
  const hasMap = usePortalMap() !== null;
  return hasMap && hasScenes && isFree ? <Switch isAlone={isAlone} /> : null;
}

function Switch({ isAlone }: { isAlone: boolean }) {
  const t = useT();
  const preferences = useActorOf('preferences');
  const value = useSelector(preferences, preferredFootprints);
  const { left, right } = useMapPadding();
  const { width } = useWindowSize();
  const choose = (footprints: FootprintView) => preferences.send({ type: 'footprints.chosen', footprints });
  useMapKeys((key) => {
    if (key !== 'F') return false;
    choose(otherFootprints(drawnFootprintsStore.get()));
    return true;
  });
  const free = width - left - right;
  const isPhone = width < 640;
  const search = placeSearchLayout({ width, free, isInMode: false, isCompared: false });
  const start = left + (isAlone ? 12 : search === 'field' ? FIELD_END : BUTTON_END);
  const label = t('map.footprintView.label');
  const words = FOOTPRINT_VIEWS.map((view) => ({ view, label: t(`map.footprintView.${view}`) }));
  return (
    <div
      className="gt-footprint-switch gt-map-layer gt-across gt-gap-10 gt-nowrap gt-label gt-muted gt-float gt-round-toolbar"
      style={isPhone ? undefined : { left: start }}
    >
      {free >= SEGMENTS_ROOM ? (
        <>
          <span aria-hidden="true">{label}</span>
          <Segments
            label={label}
            hideLabel
            value={value}
            onChange={choose}
            options={words.map((one) => ({ value: one.view, label: one.label }))}
          />
        </>
      ) : (
        <Menu
          look="inline"
          label={label}
          selected={value}
          items={words.map((one) => ({ id: one.view, label: one.label }))}
          onChoose={choose}
        />
      )}
    </div>
  );
}
