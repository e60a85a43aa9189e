import { useSelector } from '@xstate/react';
import { MapPinSearch } from 'lucide-react';
import { useRef, useState, type FocusEvent } from 'react';
import { isBrowsing, isComparing, isMapWaiting } from '../../../machines/map/map.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { TooltipButton } from '../../shared/kit/actions/TooltipButton.tsx';
import { useMapPadding } from '../camera/useMapPadding.ts';
import { useWindowSize } from '../canvas/useWindowSize.ts';
import { PlaceBox } from './PlaceBox.tsx';
import { placeSearchLayout } from './placeSearchLayout.ts';
import './places.css';

/** The place search at the left of the free map; where space is short, a button opens it. */
export function PlaceSearch() {
  const map = useActorOf('map');
  const isInMode = !useSelector(map, (snapshot) => isBrowsing(snapshot) || isMapWaiting(snapshot));
  const isCompared = useSelector(map, isComparing);
  const { left, right } = useMapPadding();
  const { width } = useWindowSize();
  const layout = placeSearchLayout({ width, free: width - left - right, isInMode, isCompared });
  if (layout === 'none') return null;
  if (layout === 'button') return <Folded start={left + 12} isPhone={width < 640} />;
  return (
    <div className="gt-places" data-layout={layout} style={{ left: left + 12 }}>
      <PlaceBox />
    </div>
  );
}

function Folded({ start, isPhone }: { start: number; isPhone: boolean }) {
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
      <div className="gt-places" data-layout="button" style={isPhone ? undefined : { left: start }}>
        <TooltipButton
          placement={isPhone ? 'left' : 'bottom'}
          ref={button}
          label={t('places.title')}
          aria-expanded={isOpen}
          icon={<MapPinSearch size={20} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <div className="gt-places" data-layout="unfolded" tabIndex={-1} onBlur={left}>
          <PlaceBox onDone={close} />
        </div>
      )}
    </>
  );
}
