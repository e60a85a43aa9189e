import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FocusEvent } from 'react';
import { MAP_START } from '../../../contract/limits.ts';
import { placeOfPoint } from '../../../contract/places.ts';
import { SENSORS } from '../../../contract/sensors.ts';
import type { OfferedSample } from '../../../contract/settings.ts';
import { shownAoi } from '../../machines/aoi/aoi.machine.ts';
import { isStartCardFading } from '../../machines/search/startCard.machine.ts';
import { offeredSamples } from '../../machines/search/search.machine.ts';
import { isOffline } from '../../machines/session/portal.machine.ts';
import { PlaceBox } from '../map/controls/PlaceSearch.tsx';
import { useActorOf, useExtensions, usePortalValue } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { IconButton } from '../shared/kit/actions/IconButton.tsx';
import { PHONE, useMatches } from '../shared/useMatches.ts';
import { AoiWays, placeOfSample } from './AoiCard.tsx';
import './startCard.css';

/** Where a user without an AOI begins: a place, the other ways to an area, and examples. */
export function StartCard() {
  const t = useT();
  const id = useId();
  const card = useActorOf('startCard');
  const isFading = useSelector(card, isStartCardFading);
  const isPhone = useMatches(PHONE);
  const hasPlaces = useExtensions('places');
  const reason = usePortalValue(isOffline) ? t('start.offline') : null;
  // a dialog keeps the focus, and a phone's keyboard would cover the card
  const [isFocused] = useState(() => !isPhone && document.activeElement === document.body);
  const close = () => card.send({ type: 'startCard.closed' });
  const focus = useReturnedFocus();
  return (
    <section
      className="gt-start-card gt-surface"
      aria-labelledby={id}
      data-fading={isFading || undefined}
      {...focus}
    >
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <header className="gt-flex gt-between gt-gap-8">
          <h2 id={id} className="gt-start-card__title gt-headline">
            {t('start.title')}
          </h2>
          <IconButton
            label={t('common.close')}
            icon={<X size={18} strokeWidth={1.75} aria-hidden="true" />}
            onPress={close}
          />
        </header>
        <p className="gt-start-card__text gt-body gt-muted">{t('start.text')}</p>
        {hasPlaces && (
          <div className="gt-start-card__field">
            <PlaceBox start={{ onLeave: close, isFocused, reason }} />
          </div>
        )}
        <div className="gt-start-card__ways gt-across gt-wrap gt-gap-8">
          <p className="gt-rest gt-quiet">{t('start.own')}</p>
          <AoiWays />
        </div>
        <Examples />
      </div>
    </section>
  );
}

/** The open samples with a picture, by their product ids. */
const PICTURES: Readonly<Partial<Record<string, string>>> = {
  LE7_ANDROS_SAMPLE: '/examples/andros.webp',
  UMBRA_YASUR_20230212_SAMPLE: '/examples/yasur.webp',
};

/** Singapore, where the map starts, and open samples; none where the archive has no samples. */
function Examples() {
  const t = useT();
  const id = useId();
  const card = useActorOf('startCard');
  const samples = useSelector(useActorOf('search'), offeredSamples);
  if (samples.length === 0) return null;
  const singapore = placeOfPoint(t('start.singapore'), MAP_START.latitude, MAP_START.longitude);
  const factOf = ({ name, sensorType }: OfferedSample) =>
    t(SENSORS[sensorType].isRadar ? 'start.sampleRadar' : 'start.sample', { name });
  return (
    <div className="gt-start-card__examples gt-edge-above">
      <p id={id} className="gt-label gt-muted">
        {t('start.examples')}
      </p>
      <ul className="gt-start-card__row" aria-labelledby={id}>
        <Example
          picture="/examples/singapore.webp"
          name={singapore.name}
          fact={t('start.simulated')}
          onPress={() => card.send({ type: 'place.started', place: singapore })}
        />
        {samples.map((sample) => {
          const picture = PICTURES[sample.productId];
          const place = placeOfSample(sample);
          return (
            picture !== undefined && (
              <Example
                key={sample.productId}
                picture={picture}
                name={place}
                fact={factOf(sample)}
                onPress={() => card.send({ type: 'sample.chosen', sample, place })}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}

interface ExampleProps {
  /** URL. */
  picture: string;
  name: string;
  fact: string;
  onPress: () => void;
}

function Example({ picture, name, fact, onPress }: ExampleProps) {
  return (
    <li>
      <button
        type="button"
        className="gt-start-card__example gt-text-start gt-wide gt-grid"
        onClick={onPress}
      >
        <img className="gt-picture gt-blank" src={picture} alt="" width="170" height="116" />
        <span className="gt-anywhere gt-heading gt-ink">{name}</span>
        <span className="gt-anywhere gt-quiet">{fact}</span>
      </button>
    </li>
  );
}

/** Moves the focus from a card that was closed without an AOI to the place search of the map, or to the panel. */
function useReturnedFocus() {
  const aoi = useActorOf('aoi');
  const hasFocus = useRef(false);
  useEffect(
    () => () => {
      if (!hasFocus.current || shownAoi(aoi.getSnapshot()) !== null) return;
      const field = document.querySelector<HTMLElement>('.gt-places :is(input, button)');
      // on a phone the field would open the keyboard
      (field ?? document.getElementById('panel'))?.focus();
    },
    [aoi],
  );
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      hasFocus.current = event.currentTarget.contains(event.relatedTarget);
    },
  };
}
