import { useSelector } from '@xstate/react';
import { SENSOR_TYPES } from '../../../contract/sensors.ts';
import { layerFilter } from '../../machines/imagery/imagery.selectors.ts';
import type { LayerFilter as Filter } from '../../machines/imagery/layerList.rules.ts';
import { useActorOf } from '../shared/actors.tsx';
import { useT } from '../shared/i18n/useT.ts';
import { DateRange } from '../shared/kit/fields/date/DateRange.tsx';
import { Select } from '../shared/kit/fields/choice/Select.tsx';
import { TextField } from '../shared/kit/fields/text/TextField.tsx';

const ALL = 'all';

/** Limits a long list of layers by name, days and sensor. */
export function LayerFilter() {
  const t = useT();
  const imagery = useActorOf('imagery');
  const { text, sensorType, from, to } = useSelector(imagery, layerFilter);
  const change = (patch: Partial<Filter>) => imagery.send({ type: 'layerFilter.changed', patch });
  const sensors = [
    { value: ALL, label: t('imagery.anySensor') },
    ...SENSOR_TYPES.map((value) => ({ value, label: value })),
  ];
  return (
    <div className="gt-imagery__filter" role="search" aria-label={t('imagery.filter')}>
      <TextField label={t('imagery.filterName')} value={text} onChange={(value) => change({ text: value })} />
      <Select
        label={t('imagery.sensor')}
        value={sensorType ?? ALL}
        options={sensors}
        onChange={(value) => change({ sensorType: SENSOR_TYPES.find((one) => one === value) ?? null })}
      />
      <DateRange label={t('imagery.days')} from={from} to={to} onChange={change} />
    </div>
  );
}
