import {
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
import type { Place } from '../../../../contract/places.ts';
import { formatCoordinates } from '../../shared/i18n/formats.ts';
import type { Translate } from '../../shared/i18n/language.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { Button } from '../../shared/kit/actions/Button.tsx';

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
export function PlaceList({ id, list, marked, isOld, onMark, onChoose }: PlaceListProps) {
  const t = useT();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={t('places.found')}
      aria-busy={isOld}
      className="gt-places__list"
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
            className="gt-places__option"
            onPointerMove={() => onMark(at)}
            onClick={() => {
              if (!isOld) onChoose(at);
            }}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="gt-places__words">
              <span className="gt-places__name">{place.name}</span>
              <span className="gt-places__where">
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

/** Offers the place that the map was moved to as the AOI. */
export function PlaceReached({ place, onUse }: { place: Place; onUse: () => void }) {
  const t = useT();
  return (
    <div className="gt-places__answer">
      <Button
        size="small"
        icon={<SquareDashed size={14} strokeWidth={1.75} aria-hidden="true" />}
        onPress={onUse}
      >
        {t('places.use', { name: place.name })}
      </Button>
    </div>
  );
}

export function PlaceNone() {
  const t = useT();
  return (
    <div className="gt-places__answer">
      <p className="gt-places__name">{t('places.none')}</p>
      <p className="gt-places__where">{t('places.noneHow')}</p>
    </div>
  );
}

export function PlaceFailed({ message, onRepeat }: { message: string; onRepeat: () => void }) {
  const t = useT();
  return (
    <div className="gt-places__answer">
      <p className="gt-places__name">{message}</p>
      <Button size="small" onPress={onRepeat}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}
