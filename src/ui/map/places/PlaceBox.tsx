import { useSelector } from '@xstate/react';
import { Search, X } from 'lucide-react';
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { PLACE_QUERY } from '../../../../contract/places.ts';
import {
  foundPlaces,
  isFindingPlaces,
  isPlaceListOpen,
  placeQuery,
  placesRefusal,
} from '../../../machines/places.selectors.ts';
import { useActorOf } from '../../actors.tsx';
import { saidText } from '../../i18n/said.ts';
import { useT } from '../../i18n/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Ring } from '../../kit/Ring.tsx';
import { PlaceFailed, PlaceList, PlaceNone } from './PlaceAnswers.tsx';

/** How far an arrow key goes in the list. */
const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** What the person hears of the answer. */
function useSaid(): string {
  const t = useT();
  const places = useActorOf('places');
  const count = useSelector(places, foundPlaces).length;
  const refusal = useSelector(places, placesRefusal);
  const isOpen = useSelector(places, isPlaceListOpen);
  if (refusal !== null) return saidText(t, refusal);
  if (!isOpen) return '';
  return count === 0 ? t('places.none') : t('places.count', { count });
}

/**
 * A combobox: the focus stays in the field, arrow keys mark a place of the list, Enter goes there, Escape clears.
 * @param onDone given where the field was unfolded: a place was gone to, or the empty field was left by Escape
 */
export function PlaceBox({ onDone }: { onDone?: () => void }) {
  const t = useT();
  const places = useActorOf('places');
  const text = useSelector(places, placeQuery);
  const list = useSelector(places, foundPlaces);
  const isBusy = useSelector(places, isFindingPlaces);
  const isOpen = useSelector(places, isPlaceListOpen);
  const hasFailed = useSelector(places, placesRefusal) !== null;
  const said = useSaid();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [hasFocus, setFocus] = useState(false);
  const [marked, setMarked] = useState(0);
  const at = Math.min(marked, Math.max(0, list.length - 1));
  const isExpanded = hasFocus && list.length > 0 && (isOpen || isBusy);
  const clear = () => {
    places.send({ type: 'query.cleared' });
    input.current?.focus();
  };
  const choose = (place: number) => {
    const before = places.getSnapshot();
    places.send(isOpen && !hasFailed ? { type: 'place.chosen', at: place } : { type: 'query.submitted' });
    // gone to, not only asked for
    if (isPlaceListOpen(before) && !isPlaceListOpen(places.getSnapshot())) onDone?.();
  };
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    // a word that is still being composed is not an answer (Chinese input)
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key] ?? 0;
    if (step !== 0 && isExpanded) {
      event.preventDefault();
      setMarked((at + step + list.length) % list.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(at);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (text === '') onDone?.();
      else clear();
    }
  };
  const left = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
  };
  return (
    <div role="search" aria-label={t('places.title')}>
      <div onBlur={left}>
        <div className="gt-places__box">
          <Search size={16} strokeWidth={1.75} aria-hidden="true" />
          <input
            ref={input}
            id={id}
            role="combobox"
            aria-label={t('places.title')}
            aria-autocomplete="list"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? `${id}-list` : undefined}
            aria-activedescendant={isExpanded ? `${id}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            // unfolded by a press: it is what was asked for
            autoFocus={onDone !== undefined}
            maxLength={PLACE_QUERY.max}
            placeholder={t('places.placeholder')}
            value={text}
            onFocus={(event) => {
              setFocus(true);
              event.target.select();
            }}
            onKeyDown={keyed}
            onChange={(event) => {
              setMarked(0);
              places.send({ type: 'query.changed', text: event.target.value });
            }}
          />
          {isBusy && (
            <span className="gt-places__busy" role="img" aria-label={t('places.searching')}>
              <Ring />
            </span>
          )}
          {(text !== '' || onDone !== undefined) && (
            <IconButton
              size="small"
              label={t(text === '' ? 'places.close' : 'places.clear')}
              icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
              onPress={() => (text === '' ? onDone?.() : clear())}
            />
          )}
        </div>
        {isExpanded && (
          <PlaceList id={id} list={list} marked={at} isOld={isBusy} onMark={setMarked} onChoose={choose} />
        )}
        {hasFocus && isOpen && hasFailed && (
          <PlaceFailed
            said={said}
            onRepeat={() => {
              // the button goes away with what it answers
              input.current?.focus();
              places.send({ type: 'search.repeated' });
            }}
          />
        )}
        {hasFocus && isOpen && !hasFailed && list.length === 0 && <PlaceNone />}
        <p className="gt-visually-hidden" role="status">
          {hasFocus && said}
        </p>
      </div>
    </div>
  );
}
