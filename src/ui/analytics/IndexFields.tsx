import { analysedLayer, analysisDraft } from '../../machines/analytics/analytics.selectors.ts';
import {
  bandLabel,
  isIndexOffered,
  missingRoles,
  namesOf,
  type AnalysisDraft,
} from '../../machines/analytics/analytics.rules.ts';
import { INDEX_NAMES } from '../../raster/formulas.ts';
import { useT } from '../shared/i18n/useT.ts';
import { Select } from '../shared/kit/fields/choice/Select.tsx';
import { usePage, usePageValue } from '../map/analysis/page.tsx';

/** The index, its missing bands if it is unavailable, and two bands for indices that take any pair. */
export function IndexFields({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { actor } = usePage();
  const draft = usePageValue(analysisDraft);
  const layer = usePageValue(analysedLayer);
  const change = (patch: Partial<AnalysisDraft>) => actor.send({ type: 'draft.changed', patch });
  const names = layer === null ? [] : namesOf(layer);
  const takesAny = draft.index === 'difference' || draft.index === 'ratio';
  const noteOf = (index: (typeof INDEX_NAMES)[number]) => {
    const missing = layer === null ? [] : missingRoles(index, layer);
    return missing.length === 0 ? undefined : t('analytics.without', { bands: missing.join(', ') });
  };
  return (
    <>
      <Select
        label={t('analytics.index')}
        value={draft.index}
        options={INDEX_NAMES.map((value) => ({
          value,
          label: t(`analytics.indices.${value}`),
          disabled: layer !== null && !isIndexOffered(value, layer),
          note: noteOf(value),
        }))}
        disabled={disabled}
        hint={t(`analytics.indexHints.${draft.index}`)}
        onChange={(index) => {
          if (index !== null) change({ index });
        }}
      />
      {takesAny && (
        <div className="gt-analytics__pair">
          {(['first', 'second'] as const).map((which) => (
            <Select
              key={which}
              label={t(`analytics.${which}`)}
              value={String(draft[which])}
              options={names.map((_, band) => ({ value: String(band), label: bandLabel(names, band) }))}
              disabled={disabled}
              onChange={(value) => {
                if (value !== null) change({ [which]: Number(value) });
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}
