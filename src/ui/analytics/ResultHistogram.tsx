import type { Analysis } from '../../raster/analyse.ts';
import { formatFixed } from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';

const WIDTH = 352;
const HEIGHT = 72;
const value = (number: number) => formatFixed(number, 2).replace('-', '−');

interface Bar {
  area: number;
  colour: string | undefined;
}

/** The histogram with its axis labels: area by value, or by class. */
function barsOf({ histogram, legend }: Analysis): { bars: Bar[]; axis: string[] } {
  if (histogram === null)
    return {
      bars: legend.map(({ areaKm2, colour }) => ({ area: areaKm2, colour })),
      axis: ['1', String(legend.length)],
    };
  const { from, to, areas } = histogram;
  const bars = areas.map((area, at) => {
    const middle = from + ((at + 0.5) * (to - from)) / areas.length;
    return { area, colour: legend.find((one) => one.to === null || middle < one.to)?.colour };
  });
  return { bars, axis: [from, (from + to) / 2, to].map(value) };
}

/** Each bar has the colour of its class; the legend has the same figures as text. */
export function ResultHistogram({ analysis }: { analysis: Analysis }) {
  const t = useT();
  const { bars, axis } = barsOf(analysis);
  const most = Math.max(...bars.map(({ area }) => area)) || 1;
  const width = WIDTH / bars.length;
  const kind = analysis.histogram === null ? 'Classes' : '';
  return (
    <figure className="gt-analytics__histogram">
      <figcaption className="gt-field__label">{t(`analytics.histogram${kind}`)}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('analytics.histogramLabel', { from: axis[0] ?? '', to: axis.at(-1) ?? '' })}
        preserveAspectRatio="none"
      >
        {bars.map(({ area, colour }, at) => {
          const height = (HEIGHT * area) / most;
          return (
            <rect
              key={at}
              x={at * width + 0.5}
              y={HEIGHT - height}
              width={width - 1}
              height={height}
              fill={colour}
            />
          );
        })}
      </svg>
      <p className="gt-analytics__axis" aria-hidden="true">
        {axis.map((word, at) => (
          <span key={at}>{word}</span>
        ))}
      </p>
    </figure>
  );
}
