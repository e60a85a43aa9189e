import { Search, X } from 'lucide-react';
import { useId, useRef, type FocusEvent, type RefObject } from 'react';
import { PLACE_QUERY } from '../../../../contract/places.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';
import { Ring } from '../../shared/kit/figures/Ring.tsx';
import { PlaceFailed, PlaceList, PlaceNone, PlaceReached } from './PlaceAnswers.tsx';
import { usePlaceBox, usePlacesMessage } from './usePlaceBox.ts';

interface PlaceBoxProps {
  /** Given where the field can be closed; called when the map goes to a place or the empty field is left. */
  onDone?: () => void;
}

/** A combobox: focus stays in the field, arrow keys highlight a place, Enter goes there, Escape clears. */
export function PlaceBox({ onDone }: PlaceBoxProps) {
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = usePlaceBox(input, onDone);
  const message = usePlacesMessage();
  const left = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) box.setFocus(false);
  };
  return (
    <div role="search" aria-label={t('places.title')}>
      <div onBlur={left}>
        <Field id={id} input={input} box={box} onDone={onDone} />
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
        {box.answer === 'failed' && <PlaceFailed message={message} onRepeat={box.repeat} />}
        {box.answer === 'none' && <PlaceNone />}
        {box.reached !== null && <PlaceReached place={box.reached} onUse={box.use} />}
        <p className="gt-visually-hidden" role="status">
          {box.hasFocus && message}
        </p>
      </div>
    </div>
  );
}

interface FieldProps {
  id: string;
  input: RefObject<HTMLInputElement | null>;
  box: ReturnType<typeof usePlaceBox>;
  onDone: (() => void) | undefined;
}

function Field({ id, input, box, onDone }: FieldProps) {
  const t = useT();
  const { text, isExpanded } = box;
  return (
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
        aria-activedescendant={isExpanded ? `${id}-${box.marked}` : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        // only if the user opened the field
        autoFocus={onDone !== undefined}
        maxLength={PLACE_QUERY.max}
        placeholder={t('places.placeholder')}
        value={text}
        onFocus={(event) => {
          box.setFocus(true);
          event.target.select();
        }}
        onKeyDown={box.keyed}
        onChange={(event) => box.change(event.target.value)}
      />
      {box.isBusy && (
        <span className="gt-places__busy" role="img" aria-label={t('places.searching')}>
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
