import { ChartArea } from 'lucide-react';
import { CLASSES } from '../../../contract/limits.ts';
import {
  analysisDraft,
  analysisPercent,
  analysisRefusal,
  canReturn,
  isAnalysing,
  pageLayers,
  readMetres,
} from '../../machines/analytics/analytics.selectors.ts';
import type { AnalysisDraft } from '../../machines/analytics/analytics.rules.ts';
import { formatGsd, formatPercent } from '../shared/i18n/formats.ts';
import { messageText } from '../shared/i18n/messageText.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Button } from '../shared/kit/actions/Button.tsx';
import { Note } from '../shared/kit/figures/Note.tsx';
import { Panel } from '../shared/kit/layout/Panel.tsx';
import { Progress } from '../shared/kit/figures/Progress.tsx';
import { Segments } from '../shared/kit/actions/Segments.tsx';
import { Select } from '../shared/kit/fields/choice/Select.tsx';
import { Slider } from '../shared/kit/fields/number/Slider.tsx';
import { AreaFields } from './AreaFields.tsx';
import { BaseMapField } from './BaseMapField.tsx';
import { IndexFields } from './IndexFields.tsx';
import { OwnImageFields } from './OwnImageFields.tsx';
import { usePage, usePageValue } from '../map/analysis/page.tsx';
import { PageMenus } from './PageMenus.tsx';

const TASKS = ['index', 'classes', 'change'] as const;
const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The form: analysis, layer and area. */
export function AnalysisForm() {
  const t = useT();
  const { actor } = usePage();
  const isBusy = usePageValue(isAnalysing);
  const hasResult = usePageValue(canReturn);
  return (
    <Panel title={t('analytics.title')} actions={<PageMenus />} footer={isBusy ? <Working /> : <Start />}>
      <fieldset className="gt-analytics__fields" disabled={isBusy}>
        <legend className="gt-visually-hidden">{t('analytics.title')}</legend>
        {hasResult && (
          <Button
            size="small"
            icon={<ChartArea {...ICON} />}
            onPress={() => actor.send({ type: 'result.returned' })}
          >
            {t('analytics.backToResult')}
          </Button>
        )}
        <WhatFields disabled={isBusy} />
        <AreaFields disabled={isBusy} />
        <Resolution />
        <BaseMapField disabled={isBusy} />
      </fieldset>
    </Panel>
  );
}

function WhatFields({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const draft = usePageValue(analysisDraft);
  const layers = usePageValue(pageLayers);
  const change = (patch: Partial<AnalysisDraft>) => actor.send({ type: 'draft.changed', patch });
  const options = layers.map(({ id, name, own }) => ({
    value: String(id),
    label: name,
    ...(own !== undefined && {
      note: t(own.image.file === undefined ? 'analytics.delivered' : 'analytics.ownFile'),
    }),
  }));
  const idOf = (value: string | null) => (value === null ? null : Number(value));
  return (
    <>
      <Segments
        label={t('analytics.task')}
        value={draft.task}
        options={TASKS.map((value) => ({ value, label: t(`analytics.tasks.${value}`) }))}
        onChange={(task) => change({ task })}
        hint={t(`analytics.taskHints.${draft.task}`)}
        disabled={disabled}
      />
      {draft.task === 'change' && (
        <Select
          label={t('analytics.earlier')}
          value={draft.earlierId === null ? null : String(draft.earlierId)}
          options={options}
          placeholder={t('analytics.selectLayer')}
          disabled={disabled}
          onChange={(value) => change({ earlierId: idOf(value) })}
        />
      )}
      <Select
        label={t(draft.task === 'change' ? 'analytics.later' : 'analytics.layer')}
        value={draft.layerId === null ? null : String(draft.layerId)}
        options={options}
        placeholder={t('analytics.selectLayer')}
        disabled={disabled}
        onChange={(value) => change({ layerId: idOf(value) })}
        hint={layers.length === 0 ? t('analytics.noLayersText') : undefined}
      />
      <OwnImageFields disabled={disabled} />
      {draft.task === 'classes' ? (
        <Slider
          label={t('analytics.count')}
          value={draft.count}
          min={CLASSES.min}
          max={CLASSES.max}
          step={1}
          format={String}
          disabled={disabled}
          onChange={(count) => change({ count })}
        />
      ) : (
        <IndexFields disabled={disabled} />
      )}
    </>
  );
}

/** The resolution of the analysis. */
function Resolution() {
  const t = useT();
  const metres = usePageValue(readMetres);
  if (metres === null) return null;
  const shown = metres >= 10 ? Math.round(metres) : metres;
  return <p className="gt-analytics__fact">{t('analytics.fineness', { metres: formatGsd(shown) })}</p>;
}

function Start() {
  const t = useT();
  const { actor } = usePage();
  const refusal = usePageValue(analysisRefusal);
  return (
    <div className="gt-analytics__foot">
      {refusal !== null && <Note tone="err" title={messageText(t, refusal)} />}
      <Button variant="primary" wide onPress={() => actor.send({ type: 'analysis.requested' })}>
        {t('analytics.run')}
      </Button>
    </div>
  );
}

function Working() {
  const t = useT();
  const { actor } = usePage();
  const percent = usePageValue(analysisPercent);
  const message = formatPercent(percent);
  return (
    <div className="gt-analytics__foot">
      <p className="gt-analytics__progress">
        <span>{t(percent < 80 ? 'analytics.reading' : 'analytics.working')}</span>
        <span>{message}</span>
      </p>
      <Progress label={t('analytics.progress')} share={percent / 100} message={message} />
      <Button wide autoFocus onPress={() => actor.send({ type: 'analysis.cancelled' })}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
