import { useSelector } from '@xstate/react';
import {
  MapPinSearch,
  Search,
  X,
  Anchor,
  Building2,
  Flag,
  LocateFixed,
  MapIcon,
  MapPin,
  Plane,
  SquareDashed,
  type LucideIcon,
} from 'lucide-react';
import {
  useRef,
  useState,
  type FocusEvent,
  useId,
  type RefObject,
  useEffect,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { isBrowsing, isComparing, isMapWaiting } from '../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { useMapPadding } from '../kernel/mapPadding.ts';
import { useWindowSize } from '../kernel/mapStores.ts';
import { placeSearchLayout } from '../kernel/upperEdge.ts';
import './places.css';
import { PLACE_QUERY, type Place } from '../../../../contract/places.ts';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { formatCoordinates } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';
import {
  foundPlaces,
  isFindingPlaces,
  isPlaceListOpen,
  placeQuery,
  placesRefusal,
  reachedPlace,
} from '../../../machines/map/places.machine.ts';
import { messageText } from '../../shared/i18n/messageText.ts';

/** The place search at the left of the free map; where space is short, a button opens it. */
export function PlaceSearch() {
  const map = useActorOf('map');
  const isInMode = !useSelector(map, (snapshot) => isBrowsing(snapshot) || isMapWaiting(snapshot));
  const isCompared = useSelector(map, isComparing);
  const { left, right } = useMapPadding();
  const { width } = useWindowSize();
  const layout = placeSearchLayout({ width, free: width - left - right, isInMode, isCompared });
  if (layout === 'none') return null;
  if (layout === 'button') return <Folded start={left + 12} />;
  return (
    <div
      className="gt-places gt-map-layer gt-float gt-round-toolbar"
      data-layout={layout}
      style={{ left: left + 12 }}
    >
      <PlaceBox />
    </div>
  );
}

function Folded({ start }: { start: number }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  // focusing something else on the page closes it; switching windows doesn't
  const left = (event: FocusEvent<HTMLDivElement>) => {
    const to = event.relatedTarget;
    const isWithin = event.currentTarget.contains(to) || to === button.current;
    if (!isWithin && document.hasFocus()) setOpen(false);
  };
  return (
    <>
      <div
        className="gt-places gt-map-layer gt-float gt-round-toolbar"
        data-layout="button"
        style={{ left: start }}
      >
        <TooltipButton
          placement="bottom"
          ref={button}
          label={t('places.title')}
          aria-expanded={isOpen}
          icon={<MapPinSearch size={20} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div
          className="gt-places gt-map-layer gt-float gt-round-toolbar"
          data-layout="unfolded"
          tabIndex={-1}
          onBlur={left}
        >
          <PlaceBox onDone={close} />
        </div>
      )}
    </>
  );
}

interface PlaceBoxProps {
  /** Given where the field can be closed; called when the map goes to a place or the empty field is left. */
  onDone?: () => void;
  /** The field of the start card, where a place is searched at once. */
  start?: {
    /** Called when Escape leaves the empty field. */
    onLeave: () => void;
    isFocused: boolean;
    /** Why the field is disabled; null if it isn't. */
    reason: string | null;
  };
}

/** A combobox: focus stays in the field, arrow keys highlight a place, Enter goes there, Escape clears. */
export function PlaceBox({ onDone, start }: PlaceBoxProps) {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = usePlaceBox(input, onDone, start);
  const message = usePlacesMessage();
  const left = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) box.setFocus(false);
  };
  return (
    <div role="search" aria-label={t('places.title')}>
      <div onBlur={left}>
        <Field id={id} input={input} box={box} onDone={onDone} start={start} />
        {box.isExpanded && (
          <PlaceList
            id={id}
            list={box.list}
            marked={box.marked}
            isOld={box.isBusy}
            onMark={box.setMarked}
            onChoose={box.choose}
          />
        )}
        {box.answer === 'failed' && (
          <PlaceAnswer>
            <p className="gt-anywhere gt-body gt-ink">{message}</p>
            <Button size="small" onPress={box.repeat}>
              {t('common.tryAgain')}
            </Button>
          </PlaceAnswer>
        )}
        {box.answer === 'none' && (
          <PlaceAnswer>
            <p className="gt-anywhere gt-body gt-ink">{t('places.none')}</p>
            <p className="gt-anywhere gt-quiet">{t('places.noneHow')}</p>
          </PlaceAnswer>
        )}
        {box.reached !== null && (
          <PlaceAnswer>
            <Button
              size="small"
              icon={<SquareDashed size={14} strokeWidth={1.75} aria-hidden="true" />}
              onPress={box.use}
            >
              {t('places.use', { name: box.reached.name })}
            </Button>
          </PlaceAnswer>
        )}
        <p className="gt-visually-hidden" role="status">
          {box.hasFocus && message}
        </p>
        {start !== undefined && start.reason !== null && (
          <p id={`${id}-reason`} className="gt-above-6 gt-quiet">
            {start.reason}
          </p>
        )}
      </div>
    </div>
  );
}

interface FieldProps {
  id: string;
  input: RefObject<HTMLInputElement | null>;
  box: ReturnType<typeof usePlaceBox>;
  onDone: (() => void) | undefined;
  start: PlaceBoxProps['start'];
}

function Field({ id, input, box, onDone, start }: FieldProps) {
  const t = useT();
  const { text, isExpanded } = box;
  const isClosed = start !== undefined && start.reason !== null;
  return (
    <div className="gt-places__box gt-across gt-gap-8 gt-faint gt-round-toolbar">
      <Search size={start === undefined ? 16 : 20} strokeWidth={1.75} aria-hidden="true" />
      <input
        className="gt-rest gt-ink gt-ellipsis gt-no-outline"
        ref={input}
        id={id}
        role="combobox"
        aria-label={t('places.title')}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? `${id}-list` : undefined}
        aria-activedescendant={isExpanded ? `${id}-${box.marked}` : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        disabled={isClosed}
        aria-describedby={isClosed ? `${id}-reason` : undefined}
        // only if the user opened the field, or nothing else has the focus
        autoFocus={onDone !== undefined || start?.isFocused === true}
        maxLength={PLACE_QUERY.max}
        placeholder={t(start === undefined ? 'places.placeholder' : 'start.placeholder')}
        value={text}
        onFocus={(event) => {
          box.setFocus(true);
          event.target.select();
        }}
        onKeyDown={box.keyed}
        onChange={(event) => box.change(event.target.value)}
      />
      {box.isBusy && (
        <span className="gt-late gt-accent gt-grid" role="img" aria-label={t('places.searching')}>
          <Ring />
        </span>
      )}
      {(text !== '' || onDone !== undefined) && (
        <IconButton
          size="small"
          label={t(text === '' ? 'places.close' : 'places.clear')}
          icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => (text === '' ? onDone?.() : box.clear())}
        />
      )}
    </div>
  );
}

const ICONS: Record<Place['kind'], LucideIcon> = {
  country: Flag,
  region: MapIcon,
  city: Building2,
  district: MapPin,
  airport: Plane,
  port: Anchor,
  coordinates: LocateFixed,
};

/** A place's region, such as 'Bavaria, Germany'; for typed coordinates the parsed ones; '' if it has neither. */
function whereabouts(t: Translate, place: Place): string {
  if (place.kind === 'coordinates') {
    const [west, south, east, north] = place.bbox;
    return formatCoordinates((west + east) / 2, (south + north) / 2);
  }
  const parts = [place.region, place.country].filter((part) => part !== null && part !== place.name);
  return parts.join(t('places.separator'));
}

interface PlaceListProps {
  /** Prefix of the ids of the list and its options. */
  id: string;
  list: readonly Place[];
  marked: number;
  /** Whether the places belong to an earlier text and can't be selected. */
  isOld: boolean;
  onMark: (at: number) => void;
  onChoose: (at: number) => void;
}

/** The found places; the focus stays in the field above. */
function PlaceList({ id, list, marked, isOld, onMark, onChoose }: PlaceListProps) {
  const t = useT();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={t('places.found')}
      aria-busy={isOld}
      className="gt-places__list gt-placed gt-float gt-round-note gt-pad-4 gt-scroll"
      // a press on the list must not take the focus from the field
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {list.map((place, at) => {
        const Icon = ICONS[place.kind];
        return (
          // the field handles the list's keys, so this is never focused
          <button
            type="button"
            tabIndex={-1}
            // places may differ only in their position
            key={`${place.kind} ${place.name} ${place.bbox.join(' ')}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === marked}
            aria-disabled={isOld || undefined}
            className="gt-places__option gt-pad-4-8 gt-text-start gt-across gt-gap-10 gt-wide gt-muted gt-round-tag"
            onPointerMove={() => onMark(at)}
            onClick={() => {
              if (!isOld) onChoose(at);
            }}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="gt-grid gt-shrink">
              <span className="gt-anywhere gt-body gt-ink">{place.name}</span>
              <span className="gt-anywhere gt-quiet">
                <Whereabouts place={place} />
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}

/** The kind is read out before the region, and shown instead of a missing region. */
function Whereabouts({ place }: { place: Place }) {
  const t = useT();
  const kind = t(`places.kind.${place.kind}`);
  const where = whereabouts(t, place);
  if (where === '') return kind;
  return (
    <>
      <span className="gt-visually-hidden">{kind} </span>
      {where}
    </>
  );
}

/** What is said below the field: a place to use, that there is none, or why none was found. */
function PlaceAnswer({ children }: { children: ReactNode }) {
  return (
    <div className="gt-places__answer gt-justify-start gt-placed gt-float gt-round-note gt-pad-12 gt-grid gt-gap-8">
      {children}
    </div>
  );
}

/** Steps of the arrow keys in the list. */
const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Text about the result for screen readers. */
function usePlacesMessage(): string {
  const t = useT();
  const places = useActorOf('places');
  const count = useSelector(places, foundPlaces).length;
  const refusal = useSelector(places, placesRefusal);
  const isOpen = useSelector(places, isPlaceListOpen);
  if (refusal !== null) return messageText(t, refusal);
  if (!isOpen) return '';
  return count === 0 ? t('places.none') : t('places.count', { count });
}

/** Calls back when the map goes to a place, immediately or once the reply arrives. */
function useGone(onGone: (() => void) | undefined) {
  const places = useActorOf('places');
  const isBusy = useSelector(places, isFindingPlaces);
  const isOpen = useSelector(places, isPlaceListOpen);
  /** Whether the map should go to the place when the reply arrives; typing resets it. */
  const isMeant = useRef(false);
  useEffect(() => {
    if (!isMeant.current || isBusy || isOpen) return;
    isMeant.current = false;
    onGone?.();
  }, [isBusy, isOpen, onGone]);
  return (isAsked: boolean) => {
    isMeant.current = isAsked;
  };
}

/** State of the combobox, and its key and press handlers. */
function usePlaceBox(
  input: RefObject<HTMLInputElement | null>,
  onDone: PlaceBoxProps['onDone'],
  start: PlaceBoxProps['start'],
) {
  const places = useActorOf('places');
  const text = useSelector(places, placeQuery);
  const list = useSelector(places, foundPlaces);
  const isBusy = useSelector(places, isFindingPlaces);
  const isOpen = useSelector(places, isPlaceListOpen);
  const hasFailed = useSelector(places, placesRefusal) !== null;
  const reached = useSelector(places, reachedPlace);
  const [hasFocus, setFocus] = useState(false);
  const [at, setMarked] = useState(0);
  const meant = useGone(onDone);
  const marked = Math.min(at, Math.max(0, list.length - 1));
  const isExpanded = hasFocus && list.length > 0 && (isOpen || isBusy);
  const change = (next: string) => {
    setMarked(0);
    meant(false);
    places.send({ type: 'query.changed', text: next });
  };
  const clear = () => {
    meant(false);
    places.send({ type: 'query.cleared' });
    input.current?.focus();
  };
  const choose = (place: number) => {
    meant(isBusy || list.length > 0);
    const isStart = start !== undefined;
    places.send(
      isOpen && !hasFailed
        ? { type: 'place.chosen', at: place, isStart }
        : { type: 'query.submitted', isStart },
    );
  };
  const repeat = () => {
    // the retry button disappears, so move the focus
    input.current?.focus();
    places.send({ type: 'search.repeated' });
  };
  const use = () => {
    // the button disappears, so move the focus
    input.current?.focus();
    places.send({ type: 'place.used' });
  };
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter during text composition (Chinese input) doesn't submit
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key] ?? 0;
    if (step !== 0 && isExpanded) {
      event.preventDefault();
      setMarked((marked + step + list.length) % list.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(marked);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (text === '') (onDone ?? start?.onLeave)?.();
      else clear();
    }
  };
  const answer = !hasFocus || !isOpen ? null : hasFailed ? 'failed' : list.length === 0 ? 'none' : null;
  return {
    text,
    list,
    isBusy,
    hasFocus,
    setFocus,
    marked,
    setMarked,
    isExpanded,
    answer,
    change,
    clear,
    choose,
    repeat,
    reached: hasFocus ? reached : null,
    use,
    keyed,
  };
}
