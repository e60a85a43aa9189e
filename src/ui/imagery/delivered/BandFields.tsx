import { useSelector } from '@xstate/react';
import {
  bandsOf,
  COMBINATIONS,
  type Combination,
} from '../../../machines/imagery/delivered/delivered.rules.ts';
import { imageCombination, imageStyle } from '../../../machines/imagery/delivered/delivered.selectors.ts';
import type { ImageFacts } from '../../../raster/delivered/deliveredImage.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { useT } from '../../shared/i18n/useT.ts';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { Select } from '../../shared/kit/fields/choice/Select.tsx';
import { bandTitle } from '../../map/layers/delivered/panel.ts';

const CHANNELS = ['red', 'green', 'blue'] as const;

/** Which bands are drawn, and as which colours. */
export function BandFields({ facts }: { facts: ImageFacts }) {
  const t = useT();
  const delivered = useActorOf('delivered');
  const combination = useSelector(delivered, imageCombination);
  const style = useSelector(delivered, imageStyle);
  if (style === null) return null;
  const isOffered = (one: Combination) => bandsOf(facts, one) !== null;
  const hint = !isOffered('infrared')
    ? t('delivered.needsNir')
    : combination === 'infrared'
      ? t('delivered.infraredHint')
      : undefined;
  const options = facts.bands.map((band, at) => ({ value: String(at), label: bandTitle(t, band) }));
  const channels = style.bands.length === 1 ? (['single'] as const) : CHANNELS;
  return (
    <div className="gt-delivered__group">
      <Segments
        label={t('delivered.combination')}
        value={combination}
        options={COMBINATIONS.map((value) => ({
          value,
          label: t(`delivered.combinations.${value}`),
          disabled: !isOffered(value),
        }))}
        hint={hint}
        onChange={(value) => delivered.send({ type: 'combination.chosen', combination: value })}
      />
      <div className="gt-delivered__channels" data-count={channels.length}>
        {channels.map((channel, at) => (
          <div key={channel} className="gt-delivered__channel" data-channel={channel}>
            <Select
              label={t(`delivered.channels.${channel}`)}
              value={String(style.bands[at] ?? 0)}
              options={options}
              onChange={(value) =>
                delivered.send({ type: 'band.chosen', channel: at, place: Number(value ?? 0) })
              }
            />
          </div>
        ))}
        {channels.length === 1 && (
          <Select
            label={t('delivered.ramp')}
            value={style.ramp}
            options={[
              { value: 'grey', label: t('delivered.ramps.grey') },
              { value: 'viridis', label: t('delivered.ramps.viridis') },
            ]}
            onChange={(ramp) => delivered.send({ type: 'style.changed', patch: { ramp: ramp ?? 'grey' } })}
          />
        )}
      </div>
    </div>
  );
}
