import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import {
  foundPlaces,
  isFindingPlaces,
  isPlaceListOpen,
  placeQuery,
  placesRefusal,
  reachedPlace,
} from '../../../machines/map/places.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { messageText } from '../../shared/i18n/messageText.ts';
import { useT } from '../../shared/i18n/useT.ts';

/** Steps of the arrow keys in the list. */
const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Text about the result for screen readers. */
export function usePlacesMessage(): string {
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
export function usePlaceBox(input: RefObject<HTMLInputElement | null>, onDone: (() => void) | undefined) {
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
    places.send(isOpen && !hasFailed ? { type: 'place.chosen', at: place } : { type: 'query.submitted' });
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
      if (text === '') onDone?.();
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
