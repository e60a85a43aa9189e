import { Download } from 'lucide-react';
import {
  isComparingSides,
  resultOpacity,
  type Shown,
  shownAnalysis,
} from '../../machines/analytics/analytics.machine.ts';
import type { Analysis } from '../../raster/analyse.ts';
import { groundMetres } from '../../raster/grid.ts';
import type { LegendClass } from '../../raster/summary.ts';
import { usePage, usePageValue } from '../map/analysis/page.tsx';
import {
  formatFixed,
  formatGsd,
  formatMeasuredArea,
  formatNumber,
  formatPercent,
} from '../shared/i18n/formats.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Switch } from '../shared/kit/actions/Switch.tsx';
import { Slider } from '../shared/kit/fields/Slider.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { PageMenus } from './AnalysisForm.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
type T = ReturnType<typeof useT>;

function titleOf(t: T, { draft }: Shown): string {
  if (draft.task === 'classes') return t('analytics.tasks.classes');
  const index = t(`analytics.short.${draft.index}`);
  return draft.task === 'change' ? t('analytics.changeOf', { index }) : index;
}

/** The result: legend with areas, histogram, figures and downloads. */
export function AnalysisResult() {
  const t = useT();
  const { actor } = usePage();
  const shown = usePageValue(shownAnalysis);
  const opacity = usePageValue(resultOpacity);
  const isComparing = usePageValue(isComparingSides);
  if (shown === null) return null;
  const { layerName, earlierName, analysis } = shown;
  const metres = groundMetres(analysis.grid);
  return (
    <Panel
      title={titleOf(t, shown)}
      onBack={() => actor.send({ type: 'result.left' })}
      backLabel={t('analytics.backToForm')}
      actions={<PageMenus />}
      footer={
        <>
          <Button
            variant="primary"
            icon={<Download {...ICON} />}
            onPress={() => actor.send({ type: 'export.requested', format: 'tiff' })}
          >
            {t('analytics.saveTiff')}
          </Button>
          <Button
            icon={<Download {...ICON} />}
            onPress={() => actor.send({ type: 'export.requested', format: 'png' })}
          >
            {t('analytics.savePng')}
          </Button>
        </>
      }
    >
      <p className="gt-quiet" role="status">
        {earlierName === null
          ? t('analytics.of', { layer: layerName })
          : t('analytics.between', { earlier: earlierName, layer: layerName })}
        {' · '}
        {t('analytics.read', { metres: formatGsd(metres >= 10 ? Math.round(metres) : metres) })}
      </p>
      {earlierName !== null && (
        <Switch
          label={t('analytics.beforeAfter')}
          checked={isComparing}
          onChange={() => actor.send({ type: 'sides.toggled' })}
        />
      )}
      <Legend shown={shown} />
      <ResultHistogram analysis={analysis} />
      <ResultFigures shown={shown} />
      <Slider
        label={t('analytics.opacity')}
        value={opacity}
        min={0}
        max={100}
        step={5}
        format={(value) => formatPercent(value)}
        onChange={(value) => actor.send({ type: 'opacity.chosen', opacity: value })}
      />
    </Panel>
  );
}

/** '−0.40 – −0.20', 'below −0.40', 'from 0.60'. */
function rangeWords(t: T, { from, to }: LegendClass): string {
  const value = (number: number) => formatFixed(number, 2).replace('-', '−');
  if (from === null) return t('analytics.below', { value: value(to ?? 0) });
  return to === null ? t('analytics.from', { value: value(from) }) : `${value(from)} – ${value(to)}`;
}

/** The name of a class, for scales whose classes have names. */
function meaningOf(t: T, { draft }: Shown, at: number): string | null {
  const scale = draft.task === 'change' ? 'change' : draft.index;
  return scale === 'ndvi' || scale === 'ndwi' || scale === 'change'
    ? t(`analytics.meanings.${scale}.${at}`)
    : null;
}

function Legend({ shown }: { shown: Shown }) {
  const t = useT();
  const { draft, analysis } = shown;
  const isClasses = draft.task === 'classes';
  return (
    <table className="gt-analytics__legend gt-collapsed gt-wide gt-secondary">
      <caption className="gt-field__label">{t('analytics.legend')}</caption>
      <thead>
        <tr>
          <th className="gt-caption gt-faint" scope="col">
            {t('analytics.class')}
          </th>
          <th className="gt-caption gt-faint" scope="col">
            {t('analytics.area')}
          </th>
          <th className="gt-caption gt-faint" scope="col">
            {t('analytics.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {analysis.legend.map((one, at) => (
          <tr key={one.colour}>
            <th scope="row">
              <span
                className="gt-analytics__swatch gt-outlined"
                style={{ background: one.colour }}
                aria-hidden="true"
              />
              {isClasses ? t('analytics.classNumber', { number: at + 1 }) : rangeWords(t, one)}
              <ClassNote shown={shown} at={at} />
            </th>
            <td>{formatMeasuredArea(one.areaKm2)}</td>
            <td>{formatPercent((100 * one.areaKm2) / (analysis.areaKm2 || 1), 1)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('analytics.validArea')}</th>
          <td>{formatMeasuredArea(analysis.areaKm2)}</td>
          <td>{formatPercent(100, 0)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The meaning of a class, or the mean values of its bands. */
function ClassNote({ shown, at }: { shown: Shown; at: number }) {
  const t = useT();
  const means = shown.analysis.legend[at]?.means;
  const text =
    shown.draft.task === 'classes'
      ? t('analytics.means', { values: (means ?? []).map((mean) => formatNumber(mean, 0)).join(' · ') })
      : meaningOf(t, shown, at);
  return text === null ? null : <small>{text}</small>;
}

function ResultFigures({ shown }: { shown: Shown }) {
  const t = useT();
  const { figures } = shown.analysis;
  if (figures === null) return null;
  const value = (number: number) => formatFixed(number, 3).replace('-', '−');
  return (
    <dl className="gt-analytics__figures gt-grid gt-gap-8">
      <Figure label={t('analytics.minimum')}>{value(figures.least)}</Figure>
      <Figure label={t('analytics.mean')}>{value(figures.mean)}</Figure>
      <Figure label={t('analytics.maximum')}>{value(figures.most)}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="gt-caption gt-faint">{label}</dt>
      <dd className="gt-strong">{children}</dd>
    </div>
  );
}

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
function ResultHistogram({ analysis }: { analysis: Analysis }) {
  const t = useT();
  const { bars, axis } = barsOf(analysis);
  const most = Math.max(...bars.map(({ area }) => area)) || 1;
  const width = WIDTH / bars.length;
  const kind = analysis.histogram === null ? 'Classes' : '';
  return (
    <figure className="gt-analytics__histogram gt-grid gt-gap-4">
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
      <p className="gt-flex gt-between gt-axis gt-faint" aria-hidden="true">
        {axis.map((word, at) => (
          <span key={at}>{word}</span>
        ))}
      </p>
    </figure>
  );
}
