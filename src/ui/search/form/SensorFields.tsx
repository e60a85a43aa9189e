import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { GSD, PRODUCT_MODES } from '../../../../contract/limits.ts';
import { SENSORS } from '../../../../contract/sensors.ts';
import { knownSatellites, searchDraft } from '../../../machines/search/search.selectors.ts';
import { opticalSatellites, selectableSatellites } from '../../../machines/search/search.rules.ts';
import { useActorOf } from '../../shared/actors.tsx';
import { formatFixed, formatGsd, formatNumber } from '../../shared/i18n/formats.ts';
import { useT } from '../../shared/i18n/useT.ts';
import { MultiSelect } from '../../shared/kit/fields/choice/MultiSelect.tsx';
import { Select } from '../../shared/kit/fields/choice/Select.tsx';
import { Slider } from '../../shared/kit/fields/number/Slider.tsx';

const TICKS = GSD.ticks.map((value) => ({
  value,
  label: value === GSD.max ? `${value} m` : String(value),
  mark: true,
}));
const MODES = PRODUCT_MODES.map((value) => ({ value, label: value }));

/** §2 Search panel: the conditions specific to some sensor types. */
export function SensorFields() {
  const t = useT();
  const search = useActorOf('search');
  const draft = useSelector(search, searchDraft);
  const satellites = useSelector(search, knownSatellites);
  const all = useMemo(() => opticalSatellites(satellites), [satellites]);
  const within = useMemo(() => selectableSatellites(satellites, draft.gsd), [satellites, draft.gsd]);
  const { hasResolution, hasSatellites, hasProductModes } = SENSORS[draft.sensorType];
  if (!hasResolution && !hasSatellites && !hasProductModes) return null;
  return (
    <div className="gt-search__optical" role="group" aria-label={t('search.optical')}>
      {hasResolution && (
        <Slider
          label={t('search.resolution')}
          value={draft.gsd ?? GSD.max}
          min={GSD.min}
          max={GSD.max}
          step={GSD.step}
          ticks={TICKS}
          format={(value) => (draft.gsd === null ? t('search.resolutionAny') : `${formatFixed(value, 1)} m`)}
          onChange={(gsd) => search.send({ type: 'draft.changed', patch: { gsd } })}
        />
      )}
      {hasSatellites && (
        <MultiSelect
          label={t('search.satellites')}
          aside={
            draft.gsd === null
              ? undefined
              : t('search.satellitesWithin', {
                  within: within.length,
                  all: all.length,
                  gsd: formatNumber(draft.gsd),
                })
          }
          placeholder={t('search.satellitesAll')}
          values={draft.satList}
          options={within.map(({ code, name, gsd }) => ({
            value: code,
            label: name,
            note: formatGsd(gsd),
          }))}
          tagOf={({ value, label }) => {
            const gsd = within.find(({ code }) => code === value)?.gsd;
            return gsd === undefined ? label : `${label} · ${formatGsd(gsd)}`;
          }}
          onChange={(satList) => search.send({ type: 'draft.changed', patch: { satList } })}
        />
      )}
      {hasProductModes && (
        <Select
          label={t('search.productMode')}
          placeholder={t('search.productModeAny')}
          value={draft.productMode}
          options={MODES}
          clearable
          onChange={(productMode) => search.send({ type: 'draft.changed', patch: { productMode } })}
        />
      )}
    </div>
  );
}
