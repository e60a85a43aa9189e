import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import {
  imageFacts,
  isImageOpen,
  isInspecting,
  isPixelUnread,
  shownPixel,
} from '../../../../machines/imagery/delivered.machine.ts';
import { isBrowsing } from '../../../../machines/map/map.selectors.ts';
import { useActorIf, useActorOf } from '../../../shared/actors.tsx';
import type { MapHandle } from '../../kernel/mapHandle.ts';
import { ARROWS, isOnMap } from '../../kernel/pointing.ts';
import { useMapKeys } from '../../kernel/useMapKeys.ts';
import { togglePixel, bandTitle } from './panel.ts';
import './pixel.css';
import { Copy, X } from 'lucide-react';
import { differenceOf } from '../../../../machines/imagery/delivered.rules.ts';
import type { ImageFacts } from '../../../../raster/delivered/deliveredImage.ts';
import type { PixelValues } from '../../../../raster/delivered/pixelValues.ts';
import { formatCoordinates, formatFixed, formatNumber } from '../../../shared/i18n/formats.ts';
import { useT } from '../../../shared/i18n/useT.ts';
import { IconButton } from '../../../shared/kit/actions/IconButton.tsx';

/** Image pixels that an arrow key moves the crosshair by; ten times as much with Shift. */
const STEP = { normal: 1, wide: 10 } as const;
/** Distance of the card from the crosshair, and its width, pixels. */
const [APART, WIDE] = [34, 232];
/** From the middle of the crosshair to its ends, pixels. */
const ARM = 22;
/** Distance from the edges of the map, pixels. */
const EDGE = 12;
/** On phones the card lies across the map's lower edge (pixel.css). */
const PHONE = '(max-width: 639.98px)';

/** The crosshair on the delivered image with the values under it; I switches it on and off. */
export function PixelInspector({ mapHandle }: { mapHandle: MapHandle }) {
  const delivered = useActorIf('delivered');
  const isOpen = useSelector(delivered, (one) => one !== undefined && isImageOpen(one));
  return isOpen ? <OpenInspector mapHandle={mapHandle} /> : null;
}

function OpenInspector({ mapHandle }: { mapHandle: MapHandle }) {
  const delivered = useActorOf('delivered');
  const isOn = useSelector(delivered, isInspecting);
  useMapKeys((key) => {
    if (key !== 'I') return false;
    togglePixel(mapHandle, delivered);
    return true;
  });
  return isOn ? <Crosshair mapHandle={mapHandle} /> : null;
}

/** Clicks and keys move the crosshair. While shapes are drawn or measured, the map is theirs. */
function useInspecting(mapHandle: MapHandle): void {
  const delivered = useActorOf('delivered');
  const isFree = useSelector(useActorOf('map'), isBrowsing);
  useEffect(() => {
    if (!isFree) return undefined;
    const { map } = mapHandle;
    const clicked = map.on('click', ({ lngLat }) => {
      const { lng, lat } = lngLat.wrap();
      delivered.send({ type: 'pixel.chosen', longitude: lng, latitude: lat });
    });
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isOnMap(event, map)) return;
      const arrow = ARROWS[event.key];
      const step = event.shiftKey ? STEP.wide : STEP.normal;
      if (arrow !== undefined)
        delivered.send({ type: 'pixel.moved', columns: arrow[0] * step, rows: arrow[1] * step });
      else if (event.key === 'Enter') delivered.send({ type: 'pixel.copied' });
      else if (event.key === 'Escape') delivered.send({ type: 'pixel.closed' });
      else return;
      // the map would move with the arrows
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', pressed, { capture: true });
    return () => {
      clicked.unsubscribe();
      document.removeEventListener('keydown', pressed, { capture: true });
    };
  }, [mapHandle, delivered, isFree]);
}

function Crosshair({ mapHandle }: { mapHandle: MapHandle }) {
  const delivered = useActorOf('delivered');
  const pixel = useSelector(delivered, shownPixel);
  const facts = useSelector(delivered, imageFacts);
  const board = useRef<HTMLDivElement>(null);
  useInspecting(mapHandle);
  useEffect(() => {
    if (pixel === null) return undefined;
    const { longitude, latitude } = pixel;
    const follow = () => {
      const { x, y } = mapHandle.map.project([longitude, latitude]);
      const element = board.current;
      if (element === null) return;
      element.style.setProperty('--x', `${Math.round(x)}px`);
      element.style.setProperty('--y', `${Math.round(y)}px`);
      const free = mapHandle.intoFreeMap({ x: x + APART + WIDE, y: Infinity }, EDGE, 8);
      element.style.setProperty('--lower', `${Math.round(free.y)}px`);
      element.dataset['side'] = free.x < x + APART + WIDE ? 'left' : 'right';
    };
    const card = board.current?.lastElementChild;
    const isAcross = matchMedia(PHONE).matches && card instanceof HTMLElement;
    mapHandle.reveal([longitude, latitude, longitude, latitude], isAcross ? card.offsetHeight + ARM : 0);
    follow();
    return mapHandle.onView(follow);
  }, [mapHandle, pixel]);
  if (pixel === null || facts === null) return null;
  return (
    <div ref={board} className="gt-pixel gt-map__anchor gt-placed gt-through">
      <svg
        className="gt-pixel__cross gt-drawn-line gt-placed"
        width="44"
        height="44"
        viewBox="-22 -22 44 44"
        aria-hidden="true"
      >
        <path className="gt-pixel__casing" d="M-20 0h13M20 0h-13M0-20v13M0 20v-13" />
        <circle className="gt-pixel__casing" r="12" />
        <path d="M-20 0h13M20 0h-13M0-20v13M0 20v-13" />
        <circle r="12" />
      </svg>
      <PixelCard pixel={pixel} facts={facts} />
    </div>
  );
}

/** Values are announced after this much rest, ms. */
const REST_MS = 500;
const INDICES = [
  ['NDVI', ['nir', 'red']],
  ['NDWI', ['green', 'nir']],
] as const;

/** The values of all bands at the crosshair. */
function PixelCard({ pixel, facts }: { pixel: PixelValues; facts: ImageFacts }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const isUnread = useSelector(delivered, isPixelUnread);
  const { values, longitude, latitude } = pixel;
  const place = formatCoordinates(longitude, latitude);
  const { min, max } = facts.histogram;
  const rows = facts.bands.map((band, at) => {
    const value = values?.[at] ?? null;
    return {
      title: bandTitle(t, band),
      value: value === null ? '' : formatNumber(value, 4),
      share: value === null ? 0 : Math.min(1, Math.max(0, (value - min) / (max - min || 1))),
    };
  });
  const problem = isUnread ? t('delivered.notRead') : values === null ? t('delivered.noDataHere') : null;
  const indices = INDICES.flatMap(([name, roles]) => {
    const value = values === null ? null : differenceOf(facts, values, roles);
    return value === null ? [] : [{ name, value: formatFixed(value, 2) }];
  });
  const spoken = useSettled(
    [place, problem ?? rows.map(({ title, value }) => `${title} ${value}`).join(', ')].join('. '),
  );
  return (
    <section
      className="gt-pixel__card gt-secondary gt-ink gt-float gt-round-toolbar"
      aria-label={t('delivered.pixel')}
    >
      <header className="gt-pixel__head gt-across gt-between">
        <h3 className="gt-strong">{t('delivered.pixel')}</h3>
        <IconButton
          size="small"
          label={t('delivered.closePixel')}
          icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => delivered.send({ type: 'pixel.closed' })}
        />
      </header>
      <p className="gt-pixel__place gt-room-6 gt-muted">{place}</p>
      {problem === null ? (
        <>
          <dl className="gt-pixel__values">
            {rows.map(({ title, value, share }) => (
              <div className="gt-flex gt-between gt-gap-8" key={title}>
                <dt>{title}</dt>
                <dd className="gt-across gt-gap-8">
                  <span className="gt-pixel__bar gt-round-bar" aria-hidden="true">
                    <span className="gt-block gt-tall" style={{ width: `${share * 100}%` }} />
                  </span>
                  <strong>{value}</strong>
                </dd>
              </div>
            ))}
          </dl>
          <footer className="gt-pixel__foot gt-above-6 gt-across gt-gap-12 gt-edge-above">
            <p className="gt-pixel__indices gt-gap-0-12 gt-flex gt-wrap">
              {indices.map(({ name, value }) => (
                <span key={name}>
                  {name} <strong>{value}</strong>
                </span>
              ))}
            </p>
            <IconButton
              size="small"
              label={t('delivered.copyPixel')}
              icon={<Copy size={14} strokeWidth={1.75} aria-hidden="true" />}
              onPress={() => delivered.send({ type: 'pixel.copied' })}
            />
          </footer>
        </>
      ) : (
        <p className="gt-pixel__none gt-muted">{problem}</p>
      )}
      <p className="gt-visually-hidden" role="status">
        {spoken}
      </p>
      <p className="gt-visually-hidden">{t('delivered.pixelHow')}</p>
    </section>
  );
}

/** A text once it has rested. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
