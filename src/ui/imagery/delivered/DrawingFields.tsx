import { useSelector } from '@xstate/react';
import { GAMMA } from '../../../machines/imagery/delivered/delivered.rules.ts';
import { imageOpacity, imageStyle } from '../../../machines/imagery/delivered/delivered.selectors.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatFixed, formatPercent } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { slidingStyle } from '../../map/layers/delivered/panel.ts';
import { Segments } from '../../shared/kit/actions/Segments.tsx';
import { Select } from '../../shared/kit/fields/choice/Select.tsx';
import { Slider } from '../../shared/kit/fields/number/Slider.tsx';

/** Gamma, opacity, enlarged pixels and places without data. */
export function DrawingFields() {
  const t = useT();
  const delivered = useActorOf('delivered');
  const style = useSelector(delivered, imageStyle);
  const opacity = useSelector(delivered, imageOpacity);
  if (style === null) return null;
  return (
    <>
      <Slider
        label={t('delivered.gamma')}
        value={style.gamma}
        {...GAMMA}
        format={(value) => formatFixed(value, 2)}
        onSlide={(gamma) => slidingStyle.set({ gamma })}
        onChange={(gamma) => {
          slidingStyle.set(null);
          delivered.send({ type: 'style.changed', patch: { gamma } });
        }}
      />
      <Slider
        label={t('delivered.opacity')}
        value={opacity}
        min={0}
        max={100}
        step={1}
        format={(value) => formatPercent(value)}
        onChange={(value) => delivered.send({ type: 'imageOpacity.chosen', opacity: value })}
      />
      <div className="gt-delivered__pair">
        <Segments
          label={t('delivered.pixels')}
          value={style.pixels}
          options={[
            { value: 'sharp', label: t('delivered.sharp') },
            { value: 'smooth', label: t('delivered.smooth') },
          ]}
          onChange={(pixels) => delivered.send({ type: 'style.changed', patch: { pixels } })}
        />
        <Select
          label={t('delivered.noData')}
          value={style.noData}
          options={[
            { value: 'transparent', label: t('delivered.transparent') },
            { value: 'shown', label: t('delivered.shown') },
          ]}
          onChange={(noData) =>
            delivered.send({ type: 'style.changed', patch: { noData: noData ?? 'transparent' } })
          }
        />
      </div>
    </>
  );
}
