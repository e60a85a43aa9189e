import { useSelector } from '@xstate/react';
import { Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { differenceOf } from '../../../machines/imagery/delivered/delivered.rules.ts';
import { isPixelUnread } from '../../../machines/imagery/delivered/delivered.selectors.ts';
import type { ImageFacts } from '../../../raster/delivered/deliveredImage.ts';
import type { PixelValues } from '../../../raster/delivered/pixelValues.ts';
import { bandTitle } from './bandTitle.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatCoordinates, formatFixed, formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { IconButton } from '../../shared/kit/actions/IconButton.tsx';

/** Values are announced after this much rest, ms. */
const REST_MS = 500;
const INDICES = [
  ['NDVI', ['nir', 'red']],
  ['NDWI', ['green', 'nir']],
] as const;

/** The values of all bands at the crosshair. */
export function PixelCard({ pixel, facts }: { pixel: PixelValues; facts: ImageFacts }) {
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
    <section className="gt-pixel__card" aria-label={t('delivered.pixel')}>
      <header className="gt-pixel__head">
        <h3>{t('delivered.pixel')}</h3>
        <IconButton
          size="small"
          label={t('delivered.closePixel')}
          icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
          onPress={() => delivered.send({ type: 'pixel.closed' })}
        />
      </header>
      <p className="gt-pixel__place">{place}</p>
      {problem === null ? (
        <>
          <dl className="gt-pixel__values">
            {rows.map(({ title, value, share }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  <span className="gt-pixel__bar" aria-hidden="true">
                    <span style={{ width: `${share * 100}%` }} />
                  </span>
                  <strong>{value}</strong>
                </dd>
              </div>
            ))}
          </dl>
          <footer className="gt-pixel__foot">
            <p className="gt-pixel__indices">
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
        <p className="gt-pixel__none">{problem}</p>
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
