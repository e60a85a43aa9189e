import { CLOUD, OFF_NADIR } from '../../../contract/limits.ts';
import { formatDegrees, formatPercent } from './i18n/formats.ts';
import { useT } from './i18n/useT.ts';
import { Slider, type SliderProps } from './kit/fields/Slider.tsx';

type LimitProps = Pick<SliderProps, 'value' | 'ticks' | 'disabled' | 'hint' | 'onChange'> & { max?: number };

/** §9: the maximum cloud cover, percent. */
export function CloudSlider(props: LimitProps) {
  return (
    <Slider label={useT()('search.cloud')} {...CLOUD} format={(value) => formatPercent(value)} {...props} />
  );
}

/** §9: the maximum off-nadir angle, degrees. */
export function OffNadirSlider(props: LimitProps) {
  return (
    <Slider
      label={useT()('search.offNadir')}
      {...OFF_NADIR}
      format={(value) => formatDegrees(value)}
      {...props}
    />
  );
}
